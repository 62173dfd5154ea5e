"""The books' subject indexes, linked and merged across languages by the concepts they share."""

from collections.abc import Iterator

from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, IndexEntry
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, plan_across
from lawbase.site.routes import topic_anchor
from lawbase.text import fold


class Topic(Struct, frozen=True):
    """A topic of one book with its rows; of those that are spelled alike one has the anchor."""

    name: str
    edition: Edition
    anchor: str
    rows: tuple[IndexEntry, ...]


IndexGroup = tuple[Concept | None, tuple[Topic, ...]]
"""Topics of several books that mean the same, the reader's language first, and what they mean."""


def plan_index(site: Site) -> Iterator[Page]:
    """The merged subject index."""
    yield from plan_across(site, "index/", "index.html", "room.index", "index.lead", _index)


def _index(site: PageContext) -> dict[str, object]:
    entries = sorted(_entries(site), key=lambda e: site.ui.alphabet.order(_name(site, e)))
    letters = grouped((_letter(site, entry), entry) for entry in entries)
    return {
        "letters": sorted(letters.items(), key=lambda letter: not letter[0]),
        "anchors": {topic.anchor for _, topics in entries for topic in topics if topic.anchor},
        "topic_anchor": topic_anchor,
    }


def _name(site: PageContext, entry: IndexGroup) -> str:
    topic = entry[1][0]
    return site.shown(topic.edition.id, topic.name)


def _letter(site: PageContext, entry: IndexGroup) -> str:
    """The letter that an entry is listed under; none without a topic in the reader's language."""
    own = entry[1][0].edition.language == site.ui.language
    return site.ui.alphabet.initial(_name(site, entry)) if own else ""


def _entries(site: PageContext) -> Iterator[IndexGroup]:
    """Topics grouped by the concept that their words name; the others stand alone."""
    topics = [
        topic for edition in site.by_preference(site.kb.editions) for topic in _topics(edition)
    ]
    groups = grouped((_meant(site, topic), topic) for topic in topics)
    return ((site.kb.concept(name), found) for name, found in groups.items())


def _meant(site: PageContext, topic: Topic) -> str:
    """The concept that a topic's words name; without one, a name of its own."""
    found = site.kb.concepts_named(topic.edition.language, fold(topic.name))
    return found[0].id if found else f"{topic.edition.id}:{topic.name}"


def _topics(edition: Edition) -> Iterator[Topic]:
    known: set[str] = set()
    for name, rows in grouped((entry.topic, entry) for entry in edition.index).items():
        anchor = topic_anchor(edition.id, name)
        yield Topic(name, edition, "" if anchor in known else anchor, rows)
        known.add(anchor)
