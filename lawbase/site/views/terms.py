"""The multilingual glossary: a list, and a page for each concept."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import law_of
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Key, Provision
from lawbase.site.context import Context, Site
from lawbase.site.page import Page, Plan, across, plan_across

_FEW_USES = 40


class Wording(Struct, frozen=True):
    """A concept's words in one language, the preferred one first, with the language's tag."""

    language: str
    html: str
    words: tuple[str, ...]
    slang: tuple[str, ...]


Term = tuple[Concept, list[Wording]]


def plan_terms(site: Site) -> Iterator[Plan]:
    """The glossary and its concepts."""
    yield from plan_across(site, "terms/", _terms_page)
    for concept in site.kb.concepts:
        yield from plan_across(site, f"terms/{concept.id}/", _term_page, concept)


def wordings(site: Context, concept: Concept) -> list[Wording]:
    """A concept's words in every language that has any, the reader's own first."""
    languages = sorted(concept.words, key=lambda language: language != site.ui.language)
    return [_wording(site, concept, language) for language in languages if concept.words[language]]


def _wording(site: Context, concept: Concept, language: str) -> Wording:
    words, slang = concept.words[language], concept.slang.get(language, ())
    if language == site.ui.language:
        written = site.ui.written
        return Wording(
            language, site.ui.html, tuple(map(written, words)), tuple(map(written, slang))
        )
    return Wording(language, site.tag_of_language(language), words, slang)


def _terms_page(site: Context, folders: str) -> Page:
    terms = [(concept, wordings(site, concept)) for concept in site.kb.concepts]
    terms.sort(key=lambda term: site.ui.alphabet.order(term[1][0].words[0]))
    letters = grouped((_letter(site, term), term) for term in terms)
    return across(
        site,
        folders,
        template="terms.html",
        title=site.ui.text("room.terms"),
        description=site.ui.text("terms.lead"),
        view={"letters": sorted(letters.items(), key=lambda letter: not letter[0])},
    )


def _letter(site: Context, term: Term) -> str:
    """The letter that a term is listed under; none when the reader's language has no word."""
    first = term[1][0]
    return site.ui.alphabet.initial(first.words[0]) if first.html == site.ui.html else ""


def _term_page(site: Context, folders: str, concept: Concept) -> Page:
    found = wordings(site, concept)
    word = found[0].words[0]
    return across(
        site,
        folders,
        template="term.html",
        title=f"{word} · {site.ui.text('room.terms')}",
        description=site.ui.text("term.description", word=word),
        view={
            "wordings": found,
            "definitions": list(_definitions(site, concept)),
            "uses": list(_uses(site, concept)),
        },
    )


def _definitions(site: Context, concept: Concept) -> Iterator[Provision]:
    for edition in site.by_preference(site.kb.law_editions):
        key = concept.definitions.get(edition.id)
        provision = site.kb.provision(edition.id, key) if key else None
        if provision:
            yield provision


def _uses(site: Context, concept: Concept) -> Iterator[tuple[Edition, int, list[tuple[Key, str]]]]:
    """For each edition, how many provisions use a concept, and where: each, or by law."""
    uses = grouped((use.edition, use.key) for use in site.kb.uses_of(concept.id))
    for edition in site.by_preference(site.kb.law_editions):
        keys = list(dict.fromkeys(uses.get(edition.id, ())))
        if keys:
            few = len(keys) <= _FEW_USES
            each = [(key, site.short(edition.id, key)) for key in keys]
            yield edition, len(keys), each if few else list(_by_law(keys))


def _by_law(keys: list[Key]) -> Iterator[tuple[Key, str]]:
    """The first use in each law, with the number of the law's provisions that have it."""
    laws = grouped((law, key) for key in keys if (law := law_of(key)) is not None)
    for law, found in laws.items():
        yield found[0], f"{law} ({len(found)}×)" if len(found) > 1 else str(law)
