"""The part of the search data that is common to all languages."""

from __future__ import annotations

from lawbase.model import Edition
from lawbase.search.contents import Contents
from lawbase.search.tables import COMMON, concept_term, is_concept
from lawbase.site.gathered import Gathered
from lawbase.site.search_data.constants import constants
from lawbase.site.search_data.gathering import Gathering
from lawbase.site.search_data.lengths import lengths
from lawbase.site.search_data.structure import documents, entry_points
from lawbase.site.search_data.symbols import numbers


def common_part(site: Gathered, gathering: Gathering) -> dict[str, object]:
    """Figures, tables, and the terms that are no words: numbers, suits, concepts."""
    contents = gathering.contents
    vocabulary = contents.vocabulary
    plain = sorted(_plain_terms(contents))
    terms = [*plain, *map(concept_term, gathering.numbering.concepts)]
    known = {situation.id for situation in site.kb.situations}
    return {
        "constants": constants(),
        "languages": list(vocabulary.languages),
        "letters": vocabulary.letters,
        "law_words": vocabulary.law_words,
        "joining": vocabulary.joining,
        "unknown": vocabulary.unknown,
        "terms": plain,
        "weights": numbers(vocabulary.common.get(term, -1) + 1 for term in terms),
        "postings": gathering.postings.in_documents(terms),
        "entry_postings": gathering.postings.in_entry_points(COMMON, plain),
        "documents": documents(contents),
        "lengths": lengths(contents),
        "entry_points": entry_points(contents),
        "marks": {edition.id: _mark(site, edition) for edition in site.kb.editions},
        "situations": [[situation.id, situation.stage] for situation in site.kb.situations],
        "guiding": [name for name in site.settings.guiding if name in known],
    }


def _mark(site: Gathered, edition: Edition) -> dict[str, str]:
    """How an edition is called in short and in full, and the language tag of its texts."""
    mark = site.mark(edition) if edition.laws else edition.title
    return {"mark": mark, "title": edition.title, "html": site.voices[edition.id].words.html}


def _plain_terms(contents: Contents) -> set[str]:
    """The numbers and suits that any document or entry point has."""
    in_entry_points = (term for fields in contents.entry_terms for term in fields.get(COMMON, ()))
    return {t for t in (*contents.vocabulary.common, *in_entry_points) if not is_concept(t)}
