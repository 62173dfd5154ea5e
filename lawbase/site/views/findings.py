"""What is odd in the sources."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.address import KeyParts
from lawbase.grouping import grouped
from lawbase.model import Key
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, across, plan_across


def plan_findings(site: Site) -> Iterator[Plan]:
    """The list of findings."""
    yield from plan_across(site, "findings/", _findings_page)


def _findings_page(site: PageContext, folders: str) -> Page:
    checks = {
        edition.id: grouped((f.check, f) for f in site.kb.findings if f.edition == edition.id)
        for edition in site.kb.editions
    }
    return across(
        site,
        folders,
        template="findings.html",
        title=site.ui.text("room.findings"),
        description=site.ui.text("findings.lead"),
        view={"checks": checks, "place": FindingPlaces(site)},
    )


class FindingPlaces:
    """How places that findings name are cited, and where they are."""

    def __init__(self, site: PageContext):
        self._site = site
        entries = (entry for edition in site.kb.editions for entry in edition.index)
        self._topics = {(entry.edition, entry.key): entry.topic for entry in entries}

    def __call__(self, edition: str, key: Key) -> tuple[str, str | None]:
        """The words and the link; a finding may be about no provision that there is."""
        parts = KeyParts.of(key)
        if not key or parts.book != "index":
            return self._site.short(edition, key) if key else "", self._site.href(edition, key)
        topic = self._topics.get((edition, key))
        words = self._site.shown(edition, parts.name.replace("/", " › "))
        return words, self._site.topic(edition, topic) if topic else None
