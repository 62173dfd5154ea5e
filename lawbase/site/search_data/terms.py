"""The terms of the index as the browser looks them up: words, where they stand, field lengths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from lawbase.search.contents import Contents
from lawbase.search.figures import Field
from lawbase.search.tables import COMMON
from lawbase.search.vocabulary import LanguageWords
from lawbase.search.weighing import usual_lengths
from lawbase.site.search_data.packing import gaps, numbers
from lawbase.site.search_data.wording import Wording


class Numbering:
    """The numbers of terms: stems as they are first met in the dictionary, concepts in order."""

    def __init__(
        self, contents: Contents, wordings: Mapping[str, Wording], concepts: Iterable[str]
    ):
        frames = {
            part
            for words in contents.vocabulary.languages.values()
            for parts in words.frames.values()
            for part in parts
        }
        self.concepts = {concept: number for number, concept in enumerate(sorted(concepts))}
        self.frames = {part: number for number, part in enumerate(sorted(frames))}
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
        "phrases": numbers(_phrases(words.phrases, numbering.stems[language], numbering.concepts)),
        "frames": numbers(_phrases(words.frames, numbering.stems[language], numbering.frames)),
        "meaning": words.meaning,
        "joining": words.joining,
        "beyond": {stem: kinds[0] for stem, kinds in words.beyond.items()},
    }


def _stems(words: LanguageWords, wording: Wording) -> Iterable[str]:
    several = chain.from_iterable(_ambiguous(words).values())
    return dict.fromkeys(chain(wording.words.values(), wording.mixed.values(), several))


def _ambiguous(words: LanguageWords) -> dict[str, list[str]]:
    """The forms that have several stems."""
    return {form: stems.split() for form, stems in words.forms.items() if " " in stems}


def _phrases(
    phrases: Mapping[str, tuple[str, ...]], known: Mapping[str, int], meanings: Mapping[str, int]
) -> Iterable[int]:
    """Of every phrase: how many stems, the stems, of how many concepts or frames, and which.

    A phrase with a number in it is never looked up, for numbers have no stems.
    """
    for stems, meant in phrases.items():
        if all(stem in known for stem in stems.split()):
            yield len(stems.split())
            yield from (known[stem] for stem in stems.split())
            yield len(meant)
            yield from (meanings[each] for each in meant)


def equivalents(
    contents: Contents, language: str, numbering: Numbering
) -> dict[str, dict[str, str]]:
    """By the other language: how many equivalents every stem has, and which.

    An equivalent that no text has is numbered after all that one has.
    """
    packed = {}
    for target, words in contents.equivalents.get(language, {}).items():
        others = numbering.stems[target]
        rows = [words.get(stem, ()) for stem in numbering.terms(language)]
        terms = (others.get(term, len(others)) for found in rows for term in found)
        packed[target] = {"counts": numbers(map(len, rows)), "terms": numbers(terms)}
    return packed


TermPlaces = dict[str, dict[int, int]]
"""By term: the numbers of the places where it stands, and how often."""

OWN: tuple[Field, ...] = ("heading", "text")


class PagePostings:
    """Where the terms of every field of the index stand.

    What the words of texts are is told by the texts themselves; so only what is common to all
    languages is listed by documents, with the texts of a language. Entry points have words of their
    own language alone; they are numbered from the first one of the field's language on.
    """

    def __init__(self, contents: Contents):
        self._own = {name: _own_places(contents, name) for name in OWN}
        self._spoken = [document.language for document in contents.documents]
        self._entry_points = _entry_places(contents)
        self._situations = _said_places(contents)
        self._languages = [entry_point.stretch.language for entry_point in contents.entry_points]

    def in_documents(self, language: str, terms: Sequence[str]) -> dict[str, dict[str, str]]:
        """The documents of a language, counted among them, of terms common to all languages."""
        spoken = [n for n, other in enumerate(self._spoken) if other == language]
        counted = {document: number for number, document in enumerate(spoken)}
        places = {
            name: {
                term: {counted[d]: often for d, often in found.items() if d in counted}
                for term, found in self._own[name].items()
            }
            for name in OWN
        }
        return {f"{name}s": _packed(places[name], terms) for name in OWN}

    def in_entry_points(self, field: str, terms: Sequence[str]) -> dict[str, str]:
        """The entry points of a field's terms."""
        first = self._languages.index(field) if field in self._languages else 0
        counted = {
            term: {entry_point - first: often for entry_point, often in entry_points.items()}
            for term, entry_points in self._entry_points[field].items()
        }
        return _packed(counted, terms)

    def in_situations(self, field: str, terms: Sequence[str]) -> dict[str, str]:
        """The situations of a field's terms, and how many ways of saying each have them."""
        return _packed(self._situations[field], terms)


def _said_places(contents: Contents) -> dict[str, TermPlaces]:
    places: defaultdict[str, TermPlaces] = defaultdict(dict)
    for situation, fields in enumerate(contents.profile_counts):
        for index, counts in fields.items():
            for term, often in counts.items():
                places[index].setdefault(term, {})[situation] = often
    return places


def _own_places(contents: Contents, name: Field) -> TermPlaces:
    places: TermPlaces = {}
    for document, fields in enumerate(contents.fields):
        for (field, _), terms in fields.items():
            for term in (term for index, term in terms if index == COMMON and field == name):
                often = places.setdefault(term, {})
                often[document] = often.get(document, 0) + 1
    return places


def _entry_places(contents: Contents) -> dict[str, TermPlaces]:
    places: defaultdict[str, TermPlaces] = defaultdict(dict)
    for entry_point, fields in enumerate(contents.entry_terms):
        for index, terms in fields.items():
            for term in terms:
                places[index].setdefault(term, {})[entry_point] = 1
    return places


def _packed(places: TermPlaces, terms: Iterable[str]) -> dict[str, str]:
    """Of every term: in how many places it stands, the gaps between them, how often in each."""
    counts: list[int] = []
    between: list[int] = []
    times: list[int] = []
    for term in terms:
        found = sorted(places.get(term, {}).items())
        counts.append(len(found))
        between.extend(gaps(place for place, _ in found))
        times.extend(often - 1 for _, often in found)
    packed = {"counts": numbers(counts), "gaps": numbers(between)}
    return packed | ({"times": numbers(times)} if any(times) else {})


def lengths(contents: Contents) -> dict[str, object]:
    """The lengths of headings and texts, of what topics lend and of equivalents; the usual ones.

    What is lent or translated is there for few documents: their numbers' gaps and the lengths. How
    long that is which situations lend follows from what is said of them.
    """
    usual: dict[str, dict[str, float]] = {}
    for (field, language), length in sorted(usual_lengths(contents.fields).items()):
        usual.setdefault(field, {})[language] = length
    lent: tuple[Field, ...] = ("topics", "translated")
    return {
        "headings": numbers(_own(contents, "heading")),
        "texts": numbers(_own(contents, "text")),
        "lent": {
            field: {language: _sparse(contents, field, language) for language in usual[field]}
            for field in lent
            if field in usual
        },
        "usual": usual,
    }


def _own(contents: Contents, field: Field) -> Iterable[int]:
    for document, fields in zip(contents.documents, contents.fields, strict=True):
        yield len(fields.get((field, document.language), ()))


def _sparse(contents: Contents, field: Field, language: str) -> dict[str, str]:
    found = [
        (number, len(terms))
        for number, fields in enumerate(contents.fields)
        if (terms := fields.get((field, language)))
    ]
    return {
        "gaps": numbers(gaps(number for number, _ in found)),
        "lengths": numbers(length for _, length in found),
    }
