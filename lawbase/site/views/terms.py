"""The multilingual glossary: a list, and a page for each concept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import law_of
from lawbase.model import Concept, Key
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.passages import Words
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link

_FEW_USES = 40


class Tongue(Struct, frozen=True):
    """A concept's words in one language, the preferred one first."""

    language: str
    html: str
    words: tuple[str, ...]
    slang: tuple[str, ...] = ()


class TermLine(Struct, frozen=True):
    """A concept in the list, under the reader's own word for it."""

    word: str
    html: str
    href: str
    others: tuple[Tongue, ...]


class Letter(Struct, frozen=True):
    """The concepts under one letter."""

    letter: str
    lines: tuple[TermLine, ...]


class DefinitionCell(Struct, frozen=True):
    """A definition in one edition."""

    mark: str
    html: str
    headword: str
    href: str
    words: Words


class UsesIn(Struct, frozen=True):
    """Where one edition uses a concept: its provisions, or its laws with how often."""

    mark: str
    html: str
    total: int
    links: tuple[Link, ...]


class TermView(Struct, frozen=True):
    """A concept's words, definitions and uses."""

    word: str
    html: str
    tongues: tuple[Tongue, ...]
    definitions: tuple[DefinitionCell, ...]
    uses: tuple[UsesIn, ...]


def plan_terms(site: Gathered) -> Iterator[Plan]:
    """The glossary and its concepts."""
    yield from plan_across(site, "terms/", _terms_page)
    for concept in site.kb.concepts:
        yield from plan_across(site, f"terms/{concept.id}/", _term_page, concept)


def tongues(site: Gathered, ui: Interface, concept: Concept) -> tuple[Tongue, ...]:
    """A concept's words in every language that has any, the reader's own first."""
    found = []
    for language in sorted(concept.words, key=lambda lang: lang != ui.language):
        if not concept.words[language]:
            continue
        own = language == ui.language
        html = ui.words.html if own else _tag(site, language)
        slang = concept.slang.get(language, ())
        words = tuple(map(ui.written, concept.words[language])) if own else concept.words[language]
        found.append(Tongue(language, html, words, tuple(map(ui.written, slang)) if own else slang))
    return tuple(found)


def _tag(site: Gathered, language: str) -> str:
    found = (ui.words.html for ui in site.interfaces.values() if ui.language == language)
    return next(found, language)


def _terms_page(site: Gathered, ui: Interface) -> Page:
    lines = [_line(site, ui, concept) for concept in site.kb.concepts]
    lines.sort(key=lambda line: ui.alphabet.order(line.word))
    own = [line for line in lines if line.html == ui.words.html]
    rest = [line for line in lines if line.html != ui.words.html]
    letters: dict[str, list[TermLine]] = {}
    for line in own:
        letters.setdefault(ui.alphabet.initial(line.word), []).append(line)
    groups = [Letter(letter, tuple(found)) for letter, found in letters.items()]
    if rest:
        groups.append(Letter("", tuple(rest)))
    return across(
        site,
        ui,
        "terms/",
        template="terms.html",
        title=ui.text("room.terms"),
        description=ui.text("terms.lead"),
        view=tuple(groups),
    )


def _line(site: Gathered, ui: Interface, concept: Concept) -> TermLine:
    first, *others = tongues(site, ui, concept)
    return TermLine(first.words[0], first.html, _href(site, ui, concept), tuple(others))


def _href(site: Gathered, ui: Interface, concept: Concept) -> str:
    return site.page(ui, "terms", concept.id)


def _term_page(site: Gathered, ui: Interface, concept: Concept) -> Page:
    found = tongues(site, ui, concept)
    word = found[0].words[0]
    return across(
        site,
        ui,
        f"terms/{concept.id}/",
        template="term.html",
        title=f"{word} · {ui.text('room.terms')}",
        description=ui.text("term.description", word=word),
        view=TermView(
            word,
            found[0].html,
            found,
            tuple(_definitions(site, ui, concept)),
            tuple(_uses(site, concept)),
        ),
    )


def _definitions(site: Gathered, ui: Interface, concept: Concept) -> Iterator[DefinitionCell]:
    for edition in site.layers.law_editions:
        key = concept.definitions.get(edition.id)
        provision = site.kb.provision(edition.id, key) if key else None
        href = site.routes.href(edition.id, key) if key else None
        if provision is None or href is None:
            continue
        yield DefinitionCell(
            site.mark(edition),
            site.tag(ui, edition.id),
            site.shown(ui, edition.id, provision.key.partition(".")[2]),
            href,
            site.words(ui, provision),
        )


def _uses(site: Gathered, concept: Concept) -> Iterator[UsesIn]:
    uses: defaultdict[str, dict[Key, None]] = defaultdict(dict)
    for use in site.kb.uses_of(concept.id):
        uses[use.edition][use.key] = None
    for edition in site.layers.law_editions:
        keys = list(uses[edition.id])
        if keys:
            links = _each(site, edition.id, keys) if len(keys) <= _FEW_USES else ()
            links = links or _by_law(site, edition.id, keys)
            html = site.voices[edition.id].words.html
            yield UsesIn(site.mark(edition), html, len(keys), links)


def _each(site: Gathered, edition: str, keys: list[Key]) -> tuple[Link, ...]:
    hrefs = ((key, site.routes.href(edition, key)) for key in keys)
    return tuple(Link(href, site.short(edition, key)) for key, href in hrefs if href)


def _by_law(site: Gathered, edition: str, keys: list[Key]) -> tuple[Link, ...]:
    """One link a law, to the first use in it, with the number of its provisions."""
    laws: defaultdict[int, list[Key]] = defaultdict(list)
    for key in keys:
        law = law_of(key)
        if law is not None:
            laws[law].append(key)
    return tuple(
        Link(
            site.routes.href(edition, found[0]) or "",
            f"{law} ({len(found)}×)" if len(found) > 1 else str(law),
        )
        for law, found in laws.items()
    )
