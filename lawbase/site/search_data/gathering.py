"""What the parts of the search data are made from, gathered before the first one is made."""

from __future__ import annotations

from msgspec import Struct

from lawbase.search.contents import Contents, gather_contents
from lawbase.search.passages import PassageMaker
from lawbase.search.tables import Passage
from lawbase.site.gathered import Gathered
from lawbase.site.search_data.lexicon import Numbering
from lawbase.site.search_data.postings import Postings
from lawbase.site.search_data.wording import Wording, wording


class Gathering(Struct, frozen=True):
    """The contents of the index with their texts, and how its terms are numbered."""

    contents: Contents
    passages: tuple[Passage, ...]
    wordings: dict[str, Wording]
    numbering: Numbering
    postings: Postings


def gather_search(site: Gathered) -> Gathering:
    """Gather what the search data are made from."""
    contents = gather_contents(site.kb, site.languages)
    passages = tuple(map(PassageMaker(site.kb, site.languages).passage, contents.documents))
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
        postings=Postings(contents),
    )
