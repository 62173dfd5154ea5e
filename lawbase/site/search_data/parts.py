"""The parts of the search data: one common to all languages, and one for each of them.

A language's part holds its words and its texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Situation
from lawbase.search.contents import Contents, gather_contents
from lawbase.search.documents import Document, PassageMaker
from lawbase.search.figures import FIGURES
from lawbase.search.suggest import gather_suggestions
from lawbase.search.tables import (
    COMMON,
    Passage,
    Targets,
    concept_term,
    frame_term,
    is_concept,
    is_frame,
)
from lawbase.search.weighing import said_lengths
from lawbase.site.context import Site
from lawbase.site.routes import ROOT, link
from lawbase.site.search_data.packing import numbers, zigzag
from lawbase.site.search_data.terms import Numbering, PagePostings, equivalents, lengths, lexicon
from lawbase.site.search_data.wording import Wording, packed, wording


class Gathering(Struct, frozen=True):
    """The contents of the index with their texts, and how its terms are numbered."""

    contents: Contents
    passages: tuple[Passage, ...]
    wordings: dict[str, Wording]
    numbering: Numbering
    postings: PagePostings


def gather_search(site: Site) -> Gathering:
    """Gather what the search data are made from."""
    contents = gather_contents(site.kb)
    passages = tuple(map(PassageMaker(site.kb).passage, contents.documents))
    wordings = {
        language: wording(contents, passages, site.kb, language)
        for language in contents.vocabulary.languages
    }
    concepts = (concept.id for concept in site.kb.concepts)
    return Gathering(
        contents=contents,
        passages=passages,
        wordings=wordings,
        numbering=Numbering(contents, wordings, concepts),
        postings=PagePostings(contents),
    )


def common_part(site: Site, gathering: Gathering) -> dict[str, object]:
    """Figures, tables, and the terms that are no words: numbers, suits, concepts."""
    contents = gathering.contents
    vocabulary = contents.vocabulary
    plain = sorted(_plain_terms(contents))
    numbering = gathering.numbering
    terms = _common_terms(gathering)
    framed = [*terms, *map(frame_term, numbering.frames)]
    return {
        "figures": FIGURES,
        "languages": list(vocabulary.languages),
        "letters": vocabulary.letters,
        "law_words": vocabulary.law_words,
        "units": vocabulary.units,
        "joining": vocabulary.joining,
        "unknown": vocabulary.unknown,
        "terms": plain,
        "weights": numbers(vocabulary.common.get(term, -1) + 1 for term in terms),
        "entry_postings": gathering.postings.in_entry_points(COMMON, plain),
        "documents": documents(contents),
        "lengths": lengths(contents),
        "entry_points": entry_points(contents),
        "frames": len(numbering.frames),
        "situations": {
            "guiding": [[s.id, s.stage] for s in _guiding(site)],
            **targets(contents.tables.situation_targets),
            "lengths": said_lengths(contents.profile_counts),
            "rarities": vocabulary.rarities,
            "postings": gathering.postings.in_situations(COMMON, framed),
        },
        "marks": {edition.id: _mark(site, edition) for edition in site.kb.editions},
    }


def _common_terms(gathering: Gathering) -> list[str]:
    """Numbers, suits and concepts, in the order of their numbers."""
    plain = sorted(_plain_terms(gathering.contents))
    return [*plain, *map(concept_term, gathering.numbering.concepts)]


def later_part(site: Site, gathering: Gathering) -> dict[str, object]:
    """What the first answer can do without: cards, suggestions, words in other languages."""
    situations, spoken = site.kb.situations, gathering.contents.vocabulary.languages
    return {
        "places": [[situation.id, situation.stage] for situation in situations],
        "titles": {name: [_title(s, name) for s in situations] for name in spoken},
        "suggestions": {name: _suggestions(site.kb, name) for name in spoken},
        "equivalents": {
            name: equivalents(gathering.contents, name, gathering.numbering) for name in spoken
        },
    }


def _guiding(site: Site) -> list[Situation]:
    """The situations that an empty box offers."""
    situations = {situation.id: situation for situation in site.kb.situations}
    return [situations[name] for name in site.settings.guiding if name in situations]


def _mark(site: Site, edition: Edition) -> dict[str, str]:
    """How an edition is called in short and in full, and the language tag of its texts."""
    mark = site.mark(edition) if edition.laws else edition.title
    return {"mark": mark, "title": edition.title, "html": site.tag(edition.id)}


def _plain_terms(contents: Contents) -> set[str]:
    """The numbers and suits that any document, entry point or situation has."""
    short = (*contents.entry_terms, *contents.profile_counts)
    found = {term for fields in short for term in fields.get(COMMON, ())}
    found.update(contents.vocabulary.common)
    return {term for term in found if not (is_concept(term) or is_frame(term))}


def documents(contents: Contents) -> dict[str, object]:
    """What the browser must know of every document, in the order of the index.

    ``above`` tells how far back the provision stands that a document belongs to (a footnote to the
    one that bears it), 0 for none; ``bearers`` are the other bearers of a footnote.
    """
    tables = contents.tables
    numbered = {(d.edition, d.key): number for number, d in enumerate(contents.documents)}
    kinds = list(dict.fromkeys(tables.kind))
    above = [_above(document, numbered) for document in contents.documents]
    return {
        "editions": [
            [*msgspec.to_builtins(e), tables.edition.count(n)]
            for n, e in enumerate(tables.editions)
        ],
        "keys": "\n".join(tables.key),
        "kinds": kinds,
        "kind": numbers(kinds.index(kind) for kind in tables.kind),
        "threads": numbers(_newly_numbered(tables.thread)),
        "above": numbers(n - a if a is not None else 0 for n, a in enumerate(above)),
        "bearers": {
            str(number): [numbered[document.edition, key] for key in bearers]
            for number, document in enumerate(contents.documents)
            if (bearers := document.provision.bearers[1:])
        },
    }


def entry_points(contents: Contents) -> dict[str, object]:
    """What the browser must know of every entry point: its language and kind in runs, and which
    list of targets it has. Lists are numbered as they are first met; weights follow from the words.
    """
    tables = contents.tables
    kinds = list(dict.fromkeys(tables.entry_kind))
    lists = {found: n for n, found in enumerate(dict.fromkeys(tables.entry_targets))}
    names = (
        (entry_point.stretch.language, kinds.index(kind))
        for entry_point, kind in zip(contents.entry_points, tables.entry_kind, strict=True)
    )
    return {
        "kinds": kinds,
        "runs": [[*name, len(list(run))] for name, run in groupby(names)],
        **targets(tuple(lists)),
        "list": numbers(_steps(lists[found] for found in tables.entry_targets)),
    }


def targets(lists: Sequence[Targets]) -> dict[str, str]:
    """Lists of documents with their shares."""
    return {
        "counts": numbers(map(len, lists)),
        "targets": numbers(_steps(document for found in lists for document, _ in found)),
        "shares": numbers(share for found in lists for _, share in found),
    }


def _above(document: Document, numbered: Mapping[tuple[str, str], int]) -> int | None:
    provision = document.provision
    key = provision.bearers[0] if provision.bearers else provision.parent
    return numbered.get((document.edition, key)) if key is not None else None


def _newly_numbered(values: Iterable[int]) -> Iterable[int]:
    """0 for the next new number, and how far below it an old one lies."""
    new = 0
    for value in values:
        yield new - value
        new = max(new, value + 1)


def _steps(values: Iterable[int]) -> Iterable[int]:
    """How each value differs from the one before."""
    last = 0
    for value in values:
        yield zigzag(value - last)
        last = value


def guiding_part(site: Site, language: str) -> dict[str, object]:
    """All that the browser asks of a language of the interface that no search speaks."""
    return {"guiding": [_title(situation, language) for situation in _guiding(site)]}


def language_part(site: Site, gathering: Gathering, language: str) -> dict[str, object]:
    """A language's words, where they stand, and its texts with their sentences."""
    found = zip(gathering.contents.documents, gathering.passages, strict=True)
    spoken = [(d.edition, d.key, passage) for d, passage in found if d.language == language]
    terms = gathering.numbering.terms(language)
    return {
        "citation": site.kb.languages[language].citation,
        **lexicon(gathering.contents, language, gathering.numbering),
        "entry_postings": gathering.postings.in_entry_points(language, terms),
        **packed(gathering.wordings[language]),
        "sentences": numbers(n for _, _, passage in spoken for n in _sentences(passage)),
        "places": [_place(site, e, key) for e, key, _ in spoken if not key[0].isdigit()],
        **guiding_part(site, language),
        "situations": gathering.postings.in_situations(language, terms),
        "common": gathering.postings.in_documents(language, _common_terms(gathering)),
    }


def _sentences(passage: Passage) -> Iterable[int]:
    """0 when the text is one sentence; else how many, and of each the gap before and its length."""
    spans = passage.sentences
    if spans in ((), ((0, len(passage.text)),)):
        yield 0
        return
    yield len(spans)
    last = 0
    for start, end in spans:
        yield from (start - last, end - start)
        last = end


def _suggestions(kb: KnowledgeBase, language: str) -> dict[str, list[str]]:
    """What can be suggested, by kind; titles of laws and situations are told elsewhere."""
    found: dict[str, list[str]] = {"term": [], "topic": []}
    for suggestion in gather_suggestions(kb):
        if suggestion.language == language and suggestion.kind in found:
            found[suggestion.kind].append(suggestion.text)
    return found


def _title(situation: Situation, language: str) -> str:
    text = situation.texts.get(language)
    return text.title if text else ""


def _place(site: Site, edition: str, key: Key) -> str:
    """Where something that is in no law stands in its edition: a folder and an anchor."""
    href = site.routes.href(edition, key) or link(f"{edition}/")
    return href.removeprefix(f"{ROOT}{edition}/").replace("index.html", "")
