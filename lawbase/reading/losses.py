"""What may be lost in silence although every character is explained: told as warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import median

from lawbase.address import KeyParts, label_at, ordinal, step_levels
from lawbase.model import Edition, Provision
from lawbase.reading.source import Source

_SUPERSCRIPT = re.compile(r"(?<=[\w.,)“”\"])[⁰¹²³⁴-⁹]+")
_GLUED = re.compile(r"(?<=[^\W\d_]{3})\d{1,2}(?![\w.,]*\d|[^\W\d_])")
_TOO_LONG = 12


def tell_losses(edition: Edition, source: Source) -> None:
    """Tell markers that are left in texts, labels inside of texts, and texts of unlikely length."""
    known = {provision.key for provision in edition.provisions}
    lengths = [len(p.text) for p in edition.provisions if p.kind == "provision" and p.text]
    usual = median(lengths) if lengths else 0
    for provision in edition.provisions:
        for at, sign in _markers_left(provision):
            source.tell(
                f"a footnote's marker “{sign}” seems to be left in {provision.key}",
                _offset(provision, at),
                severity="warning",
                cost=100,
                cause="no note of that number was read, or [layout.footnotes] marker doesn't fit",
            )
        inside = _label_inside(provision, known)
        if inside:
            at, label, key = inside
            source.tell(
                f"“{provision.text[at : at + 30]}” inside {provision.key} looks like {key}",
                _offset(provision, at),
                severity="warning",
                cost=len(provision.text) - at,
                cause="two provisions are printed in one paragraph; a correction of the kind label "
                f"with read_as = “{key}” parts them at “{label}”",
            )
        if provision.kind == "provision" and len(provision.text) > _TOO_LONG * usual > 0:
            source.tell(
                f"{provision.key} is {len(provision.text) / usual:.0f} times as long as most",
                provision.source.start,
                severity="warning",
                cost=len(provision.text) // 10,
                cause="what follows it may have been taken for its text",
            )


def _offset(provision: Provision, at: int) -> int:
    """Where a character of a provision's text stands in the source."""
    runs = provision.maps.get("text", ())
    near = [run for run in runs if run.at <= at]
    return near[-1].source + at - near[-1].at if near else provision.source.start


def _markers_left(provision: Provision) -> Iterator[tuple[int, str]]:
    for pattern in (_SUPERSCRIPT, _GLUED):
        for match in pattern.finditer(provision.text):
            yield match.start(), match[0]


def _label_inside(provision: Provision, known: set[str]) -> tuple[int, str, str] | None:
    """The next label of a provision's sequence inside of its text, where no such provision is."""
    address = KeyParts.of(provision.key).address
    if provision.kind != "provision" or address is None or not address.steps:
        return None
    level = step_levels(address.steps)[-1]
    place = ordinal(address.steps[-1], level)
    if place >= (12 if level == "roman" else 25) or provision.label.count(address.steps[-1]) != 1:
        return None
    step = label_at(place + 1, level)
    key = ".".join((*provision.key.split(".")[:-1], step))
    label = provision.label.replace(address.steps[-1], step)
    found = re.search(rf"(?<=[.:;!?)”“] ){re.escape(label)}\s+(?=\S)", provision.text)
    return (found.start(), label, key) if found and key not in known else None
