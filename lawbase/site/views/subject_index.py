"""The books' subject indexes, linked and merged across languages by the concepts they share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator

from msgspec import Struct

from lawbase.model import Edition, IndexEntry
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.routes import slug, topic_anchor
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link


class Topic(Struct, frozen=True):
    """A topic of one book with its subtopics: each its words, its links and where else to look."""

    name: str
    edition: str
    mark: str
    html: str
    anchor: str
    lines: tuple[TopicLine, ...]


class TopicLine(Struct, frozen=True):
    """A row of the index."""

    words: str
    links: tuple[Link, ...]
    see: tuple[Link, ...]


class Entry(Struct, frozen=True):
    """Topics of several books that mean the same, the reader's language first."""

    topics: tuple[Topic, ...]
    concept: Link | None


class IndexLetter(Struct, frozen=True):
    """The entries under one letter; those without a topic in the reader's language under none."""

    letter: str
    entries: tuple[Entry, ...]


def plan_index(site: Gathered) -> Iterator[Plan]:
    """The merged subject index."""
    yield from plan_across(site, "index/", _index_page)


def _index_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "index/",
        template="index.html",
        title=ui.text("room.index"),
        description=ui.text("index.lead"),
        view=tuple(_letters(site, ui)),
    )


def _letters(site: Gathered, ui: Interface) -> Iterator[IndexLetter]:
    entries = sorted(_entries(site, ui), key=lambda e: ui.alphabet.order(e.topics[0].name))
    own = [e for e in entries if e.topics[0].html == ui.words.html]
    rest = [e for e in entries if e.topics[0].html != ui.words.html]
    letters: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in own:
        letters[ui.alphabet.initial(entry.topics[0].name)].append(entry)
    for letter, found in letters.items():
        yield IndexLetter(letter, tuple(found))
    if rest:
        yield IndexLetter("", tuple(rest))


def _entries(site: Gathered, ui: Interface) -> Iterator[Entry]:
    """Topics grouped by the concept that their words name; the others stand alone."""
    concepts = _concepts_by_word(site)
    groups: defaultdict[str, list[Topic]] = defaultdict(list)
    for edition in sorted(site.kb.editions, key=lambda e: e.language != ui.language):
        for topic in _topics(site, ui, edition):
            concept = concepts.get((edition.language, slug(topic.name)))
            groups[concept or f"{edition.id}:{topic.name}"].append(topic)
    for group, topics in groups.items():
        known = site.layers.concepts.get(group)
        link = Link(site.page(ui, "terms", group), ui.text("index.term")) if known else None
        yield Entry(tuple(topics), link)


def _concepts_by_word(site: Gathered) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for concept in site.kb.concepts:
        for language, words in concept.words.items():
            for word in words:
                found.setdefault((language, slug(word)), concept.id)
    return found


def _topics(site: Gathered, ui: Interface, edition: Edition) -> Iterator[Topic]:
    """The topics of a book; of those that are spelled alike the first one has the anchor."""
    rows: dict[str, list[IndexEntry]] = {}
    for entry in edition.index:
        rows.setdefault(entry.topic, []).append(entry)
    known: dict[str, str] = {}
    for name in rows:
        known.setdefault(slug(name), name)
    for name, entries in rows.items():
        first = known[slug(name)] == name
        yield Topic(
            name,
            edition.id,
            site.mark(edition),
            site.tag(ui, edition.id),
            topic_anchor(edition.id, name) if first else "",
            tuple(_line(site, entry, known.keys()) for entry in entries),
        )


def _line(site: Gathered, entry: IndexEntry, known: Container[str]) -> TopicLine:
    hrefs = ((key, site.routes.href(entry.edition, key)) for key in site.kb.targets(entry))
    links = tuple(Link(href, site.short(entry.edition, key)) for key, href in hrefs if href)
    see = tuple(
        Link(f"#{topic_anchor(entry.edition, s)}" if slug(s) in known else "", s) for s in entry.see
    )
    return TopicLine(entry.subtopic, links, see)
