"""The multilingual glossary: a list, and a page for each letter."""

import re
from collections.abc import Iterator
from functools import partial

from lawbase.address import law_of
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Key, Provision
from lawbase.site.context import PageContext, Site
from lawbase.site.glossary import Letter
from lawbase.site.page import Page, on_one_page, plan_across
from lawbase.text import sentence_at

_QUOTED = re.compile(r"[\"„“]([^\"„“”]+)[\"“”]")
_FEW_USES = 40


def plan_terms(site: Site) -> Iterator[Page]:
    """The glossary in every language, and a page for each letter of the common one."""
    yield from plan_across(site, "terms/", "terms.html", "room.terms", "terms.lead")
    for found in site.common.glossary.letters:
        yield _letter_page(site.common, found)


def _letter_page(site: PageContext, found: Letter) -> Page:
    """The terms under a letter, with their words, definitions and uses in all languages."""
    return Page(
        path=found.folder,
        template="term.html",
        site=site,
        title=site.ui.text("room.terms"),
        titles=site.each(lambda each: each.ui.text("room.terms")),
        description=site.ui.text("terms.lead"),
        room="terms",
        finds=lambda: {
            "found": found,
            "words": partial(_words, site),
            "definitions": partial(_definitions, site),
            "undefined": partial(_undefined, site),
            "introduced": partial(_introduced, site),
            "uses": partial(_uses, site),
        },
        alternates=on_one_page(site, found.folder),
    )


def _words(site: PageContext, concept: Concept) -> dict[str, str]:
    """The word that a concept is listed under, in every language of the interface."""
    return site.each(lambda each: each.glossary.words[concept.id])


def _definitions(site: PageContext, concept: Concept) -> Iterator[Provision]:
    for edition in site.by_preference(site.kb.law_editions):
        yield from site.kb.provisions(edition.id, [concept.definitions.get(edition.id, "")])


def _undefined(site: PageContext, concept: Concept) -> tuple[int, tuple[Provision, ...]] | None:
    """Since which year the laws don't define a concept any more, and what governs it now."""
    definitions = list(_definitions(site, concept))
    if not definitions or any(
        site.kb.in_force(p.edition) or site.kb.texts_in_force(p.edition, p.key) for p in definitions
    ):
        return None
    first = definitions[0]
    year = site.kb.superseded_by(first.edition)
    return (year, site.kb.governing(first.edition, first.key)) if year else None


def _introduced(site: PageContext, concept: Concept) -> Iterator[tuple[Provision, str]]:
    """The sentences in which introductions say what a concept's word means: “may”, “must”."""
    for edition in site.by_preference(site.kb.law_editions):
        words = set(concept.words.get(edition.language, ()))
        introduction = site.kb.provision(edition.id, "intro")
        text = introduction.text if introduction else ""
        named = (m for m in _QUOTED.finditer(text) if not words.isdisjoint(m[1].split(", ")))
        if introduction and (found := next(named, None)):
            abbreviations = site.kb.profile(edition.id).sentences.abbreviations
            said = sentence_at(text, found.start(), found.end(), abbreviations)
            yield introduction, text[said.start : said.end]


def _uses(
    site: PageContext, concept: Concept
) -> Iterator[tuple[Edition, int, list[tuple[Key, str]]]]:
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
