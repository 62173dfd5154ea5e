"""What is odd in the sources."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.model import Edition, Finding, Key, SourceNote
from lawbase.publishing.gathered import Gathered
from lawbase.publishing.interface import Interface
from lawbase.publishing.page import Page, Plan
from lawbase.publishing.routes import topic_anchor
from lawbase.publishing.views.across import across, plan_across

INDEX = "index/"
"""How the keys of entries of a subject index begin."""


class Witness(Struct, frozen=True):
    """A piece of evidence, and the language of what it quotes."""

    words: str
    html: str


class FindingLine(Struct, frozen=True):
    """A finding and the provision it is about."""

    finding: Finding
    short: str
    href: str | None
    witnesses: tuple[Witness, ...]


class SlipLine(Struct, frozen=True):
    """A place where the print is wrong and was read otherwise."""

    note: SourceNote
    short: str
    href: str | None


class FindingGroup(Struct, frozen=True):
    """The findings of one edition, by the check that made them, and its slips."""

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
            witnesses = tuple(_witness(site, ui, finding, words) for words in finding.evidence)
            line = FindingLine(finding, *_place(site, ui, edition, finding.key), witnesses)
            checks.setdefault(finding.check, []).append(line)
        slips = tuple(
            SlipLine(note, *_place(site, ui, edition, note.key)) for note in edition.notes
        )
        if checks or slips:
            groups = tuple((check, tuple(found)) for check, found in checks.items())
            total = sum(len(found) for found in checks.values()) + len(slips)
            mark = site.mark(edition) if edition.laws else edition.title
            yield FindingGroup(mark, site.tag(ui, edition.id), groups, slips, total)


def _place(site: Gathered, ui: Interface, edition: Edition, key: Key) -> tuple[str, str | None]:
    """How a place is cited, and its link; a finding may be about no provision that there is."""
    if not key.startswith(INDEX):
        return site.short(edition.id, key) if key else "", site.routes.href(edition.id, key)
    words = key.removeprefix(INDEX)
    topics = {entry.topic for entry in edition.index if f"{words}/".startswith(f"{entry.topic}/")}
    topic = max(topics, key=len, default="")
    anchor = topic_anchor(edition.id, topic)
    return words.replace("/", " › "), f"{site.page(ui, 'index')}#{anchor}" if topic else None


def _witness(site: Gathered, ui: Interface, finding: Finding, words: str) -> Witness:
    """The evidence names the edition that it quotes first, or else quotes the finding's own."""
    first = words.partition(" ")[0]
    named = [edition for edition in site.kb.editions if edition.id == first]
    return Witness(words, site.tag(ui, named[0].id if named else finding.edition))
