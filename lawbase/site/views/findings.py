"""What is odd in the sources."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.model import Edition, Finding, Key, SourceNote
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.routes import topic_anchor
from lawbase.site.views.across import across, plan_across

INDEX = "index/"
"""How the keys of entries of a subject index begin."""


class FindingLine(Struct, frozen=True):
    """A finding and the provision it is about."""

    finding: Finding
    short: str
    href: str | None


class SlipLine(Struct, frozen=True):
    """A place where the print is wrong and was read otherwise."""

    note: SourceNote
    short: str
    href: str | None


class FindingGroup(Struct, frozen=True):
    """The findings of one edition, by the check that made them, and its slips."""

    edition: str
    mark: str
    html: str
    checks: tuple[tuple[str, tuple[FindingLine, ...]], ...]
    slips: tuple[SlipLine, ...]
    total: int


def plan_findings(site: Gathered) -> Iterator[Plan]:
    """The list of findings."""
    yield from plan_across(site, "findings/", _findings_page)


def _findings_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "findings/",
        template="findings.html",
        title=ui.text("room.findings"),
        description=ui.text("findings.lead"),
        view=tuple(_groups(site, ui)),
    )


def _groups(site: Gathered, ui: Interface) -> Iterator[FindingGroup]:
    for edition in site.kb.editions:
        checks: dict[str, list[FindingLine]] = {}
        for finding in site.kb.findings:
            if finding.edition != edition.id:
                continue
            line = FindingLine(finding, *_place(site, ui, edition, finding.key))
            checks.setdefault(finding.check, []).append(line)
        slips = tuple(
            SlipLine(note, *_place(site, ui, edition, note.key)) for note in edition.notes
        )
        if checks or slips:
            groups = tuple((check, tuple(found)) for check, found in checks.items())
            total = sum(len(found) for found in checks.values()) + len(slips)
            mark = site.mark(edition) if edition.laws else edition.title
            html = site.voices[edition.id].words.html
            yield FindingGroup(edition.id, mark, html, groups, slips, total)


def _place(site: Gathered, ui: Interface, edition: Edition, key: Key) -> tuple[str, str | None]:
    """How a place is cited, and its link; a finding may be about no provision that there is."""
    if not key.startswith(INDEX):
        return site.short(edition.id, key) if key else "", site.routes.href(edition.id, key)
    words = key.removeprefix(INDEX).replace("/", " › ")
    entry = next((entry for entry in edition.index if entry.key == key), None)
    if entry is None:
        return words, None
    return words, f"{site.page(ui, 'index')}#{topic_anchor(edition.id, entry.topic)}"
