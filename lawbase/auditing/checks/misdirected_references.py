"""Citations that say “above” or “below” where the target stands on the other side."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.address import key_order, law_of
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import said
from lawbase.model import Finding, Reference, Text

MISDIRECTED = "misdirected-reference"
NAMES = (MISDIRECTED,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every citation whose last word points away from its target."""
    for text, provision in evidence.texts():
        place = provision.bearers[0] if provision.bearers else text.key
        for reference in evidence.citations(text):
            if reference.to is not None and law_of(place) == law_of(reference.to):
                yield from _judge(evidence, text, place, reference)


def _judge(evidence: Evidence, text: Text, place: str, reference: Reference) -> Iterator[Finding]:
    words = evidence.profile(text.edition).references
    ends_above = bool(said(reference.raw, words.above))
    ends_below = bool(said(reference.raw, words.below))
    target = reference.to or ""
    inside = place.startswith(f"{target}.") or target.startswith(f"{place}.")
    if ends_above == ends_below or inside or target == place:
        return
    stands_above = key_order(target) < key_order(place)
    if stands_above != ends_above:
        yield finding(
            text,
            MISDIRECTED,
            "warning",
            0.85,
            f"“{reference.raw}” points {'up' if ends_above else 'down'}, but its target stands "
            f"{'above' if stands_above else 'below'}.",
            printed=reference.raw,
            expected=(words.above if stands_above else words.below)[0],
        )
