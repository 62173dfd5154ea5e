"""The part of the search data that holds one language: its words and its texts."""

from __future__ import annotations

from collections.abc import Iterable

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key, Situation
from lawbase.search.suggest import gather_suggestions
from lawbase.search.tables import Passage
from lawbase.site.gathered import Gathered
from lawbase.site.routes import ROOT, link
from lawbase.site.search_data.gathering import Gathering
from lawbase.site.search_data.lexicon import lexicon
from lawbase.site.search_data.symbols import numbers
from lawbase.site.search_data.wording import packed


def language_part(site: Gathered, gathering: Gathering, language: str) -> dict[str, object]:
    """A language's words, where they stand, and its texts with their sentences."""
    found = zip(gathering.contents.documents, gathering.passages, strict=True)
    spoken = [(d.edition, d.key, passage) for d, passage in found if d.language == language]
    terms = gathering.numbering.terms(language)
    return {
        "citation": site.languages[language].citation,
        **lexicon(gathering.contents, language, gathering.numbering),
        "entry_postings": gathering.postings.in_entry_points(language, terms),
        **packed(gathering.wordings[language]),
        "sentences": numbers(n for _, _, passage in spoken for n in _sentences(passage)),
        "places": [_place(site, e, key) for e, key, _ in spoken if not key[0].isdigit()],
        "suggestions": _suggestions(site.kb, language),
        "situations": [_title(situation, language) for situation in site.kb.situations],
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


def _place(site: Gathered, edition: str, key: Key) -> str:
    """Where something that is in no law stands in its edition: a folder and an anchor."""
    href = site.routes.href(edition, key) or link(f"{edition}/")
    return href.removeprefix(f"{ROOT}{edition}/").replace("index.html", "")
