"""The words of a language as the browser looks them up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from lawbase.search.contents import Contents
from lawbase.search.equivalents import Equivalents
from lawbase.search.vocabulary import Words
from lawbase.site.search_data.symbols import numbers
from lawbase.site.search_data.wording import Wording


class Numbering:
    """The numbers of terms: stems as they are first met in the dictionary, concepts in order."""

    def __init__(
        self, contents: Contents, wordings: Mapping[str, Wording], concepts: Iterable[str]
    ):
        self.concepts = {concept: number for number, concept in enumerate(sorted(concepts))}
        self.stems = {
            name: {stem: number for number, stem in enumerate(_stems(words, wordings[name]))}
            for name, words in contents.vocabulary.languages.items()
        }

    def terms(self, language: str) -> list[str]:
        """The stems of a language in the order of their numbers."""
        return list(self.stems[language])


def lexicon(contents: Contents, language: str, numbering: Numbering) -> dict[str, object]:
    """The words of a language."""
    words = contents.vocabulary.languages[language]
    return {
        "ambiguous": _ambiguous(words),
        "weights": numbers(words.weights[stem] for stem in numbering.terms(language)),
        "endings": words.endings,
        "stop": words.stop,
        "question": words.question,
        "spellings": words.spellings,
        "same": [[numbering.stems[language][s] for s in group] for group in words.same],
        "phrases": numbers(_phrases(words.phrases, language, numbering)),
        "equivalents": _equivalents(contents.equivalents, language, numbering),
    }


def _stems(words: Words, wording: Wording) -> Iterable[str]:
    several = chain.from_iterable(_ambiguous(words).values())
    return dict.fromkeys(chain(wording.words.values(), wording.mixed.values(), several))


def _ambiguous(words: Words) -> dict[str, list[str]]:
    """The forms that have several stems."""
    return {form: stems.split() for form, stems in words.forms.items() if " " in stems}


def _phrases(
    phrases: Mapping[str, tuple[str, ...]], language: str, numbering: Numbering
) -> Iterable[int]:
    """Of every phrase: how many stems, the stems, how many concepts, the concepts.

    A phrase with a number in it is never looked up, for numbers have no stems.
    """
    known = numbering.stems[language]
    for stems, concepts in phrases.items():
        if all(stem in known for stem in stems.split()):
            yield len(stems.split())
            yield from (known[stem] for stem in stems.split())
            yield len(concepts)
            yield from (numbering.concepts[concept] for concept in concepts)


def _equivalents(
    equivalents: Equivalents, language: str, numbering: Numbering
) -> dict[str, dict[str, str]]:
    """By the other language: how many equivalents every stem has, and which.

    An equivalent that no text has is numbered after all that one has.
    """
    packed = {}
    for target, words in equivalents.get(language, {}).items():
        others = numbering.stems[target]
        rows = [words.get(stem, ()) for stem in numbering.terms(language)]
        terms = (others.get(term, len(others)) for found in rows for term in found)
        packed[target] = {"counts": numbers(map(len, rows)), "terms": numbers(terms)}
    return packed
