"""The parts of the search data: what is common to all languages, what each of them has, the rest.

Terms are numbered: stems as they are first met in a language's dictionary; what is common to all
languages by numbers and suits, then concepts, both in order. Where a term stands is told by lists
of places: documents, entry points or situations.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

import msgspec

from lawbase.model import Edition, Key, Provision, Situation
from lawbase.search.contents import OWN, Contents
from lawbase.search.figures import FIGURES, Field
from lawbase.search.tables import (
    COMMON,
    Passage,
    Targets,
    beyond_concept,
    concept_term,
    is_concept,
)
from lawbase.search.vocabulary import LanguageWords
from lawbase.search.weighing import said_lengths
from lawbase.site.comparison import became_of, held_against
from lawbase.site.context import Site
from lawbase.site.routes import ROOT, link
from lawbase.site.search_data.packing import gaps, numbers, zigzag
from lawbase.site.search_data.wording import packed, wording

OFTEN = 8
"""How many ways of saying a situation have what a first answer knows of it."""


class PartMaker:
    """Makes the parts from the contents of the index."""

    def __init__(self, site: Site, contents: Contents):
        self._site = site
        self._contents = contents
        self._vocabulary = contents.vocabulary
        self.languages = tuple(contents.vocabulary.languages)
        self._wordings = {name: wording(contents, name) for name in self.languages}
        self._beyond = {beyond_concept(q.kind): q.kind for q in site.kb.beyond if q.names}
        concepts = [*(concept.id for concept in site.kb.concepts), *self._beyond]
        self._concepts = {concept: number for number, concept in enumerate(concepts)}
        self._plain_terms = self._plain()
        self._common = [*self._plain_terms, *map(concept_term, concepts)]
        self._stems = {
            name: {stem: number for number, stem in enumerate(self._stems_of(name))}
            for name in self.languages
        }

    def _term(self, term: str) -> str:
        """A term common to all languages as the browser knows it: a concept by its number."""
        return concept_term(str(self._concepts.get(term[1:], ""))) if is_concept(term) else term

    def _plain(self) -> list[str]:
        """The numbers and suits that any document or entry point has."""
        found = {term for fields in self._contents.entry_terms for term in fields.get(COMMON, ())}
        found.update(self._vocabulary.common)
        return sorted(term for term in found if not is_concept(term))

    def _stems_of(self, language: str) -> Iterable[str]:
        words = self._wordings[language]
        several = _ambiguous(self._vocabulary.languages[language]).values()
        return dict.fromkeys(chain(words.words.values(), words.mixed.values(), *several))

    def common(self) -> dict[str, object]:
        """Figures, tables, and the terms that are no words: numbers, suits, concepts."""
        contents, vocabulary = self._contents, self._vocabulary
        usual: dict[str, dict[str, float]] = {}
        for (field, language), length in sorted(contents.usual.items()):
            usual.setdefault(field, {})[language] = length
        return {
            "figures": FIGURES,
            "languages": self.languages,
            "letters": vocabulary.letters,
            "law_words": vocabulary.law_words,
            "units": vocabulary.units,
            "joining": vocabulary.joining,
            "unknown": vocabulary.unknown,
            "suits": {self._term(term): rank for term, rank in vocabulary.suits.items()},
            "insufficient": self._term(vocabulary.insufficient),
            "unintended": self._term(vocabulary.unintended),
            "beyond": {self._term(concept_term(c)): kind for c, kind in self._beyond.items()},
            "terms": self._plain_terms,
            "weights": numbers(vocabulary.common.get(term, -1) + 1 for term in self._common),
            "entry_postings": self._entry_postings(COMMON, self._plain_terms),
            "documents": self._documents(),
            "lengths": {"usual": usual, **{f"{name}s": self._lengths(name) for name in OWN}},
            "entry_points": self._entry_points(),
            "situations": {
                "guiding": [[s.id, s.stage] for s in self._guiding()],
                **_targets(contents.tables.situation_targets),
                "lengths": said_lengths(contents.said),
                "rarities": vocabulary.rarities,
                "beyond": contents.tables.beyond,
                "postings": self._said(COMMON, self._common, often=True),
            },
            "marks": {edition.id: self._mark(edition) for edition in self._site.kb.editions},
        }

    def language(self, language: str) -> dict[str, object]:
        """A language's words, where they stand, and its texts with their sentences."""
        documents = zip(self._contents.documents, self._contents.passages, strict=True)
        spoken = [(d, passage) for d, passage in documents if d.language == language]
        words = self._vocabulary.languages[language]
        stems = self._stems[language]
        return {
            "citation": self._site.kb.languages[language].citation,
            "ambiguous": _ambiguous(words),
            "weights": numbers(words.weights[stem] for stem in stems),
            "endings": words.endings,
            "stop": words.stop,
            "question": words.question,
            "spellings": words.spellings,
            "same": [[stems[stem] for stem in group] for group in words.same],
            "phrases": numbers(self._phrases(words, stems)),
            "meaning": words.meaning,
            "difference": words.difference,
            "levels": words.levels,
            "over": words.over,
            "instead": words.instead,
            "suits": {word: self._term(term) for word, term in words.suits.items()},
            "joining": words.joining,
            "beginnings": words.beginnings,
            "entry_postings": self._entry_postings(language, stems),
            **packed(self._wordings[language]),
            "sentences": numbers(n for _, passage in spoken for n in _sentences(passage)),
            "places": [self._place(d.edition, d.key) for d, _ in spoken if not d.key[0].isdigit()],
            **self.guiding(language),
            "situations": self._said(language, stems, often=True),
            "borrowed": [
                number
                for number, profile in enumerate(self._contents.profiles)
                if language not in profile.languages
            ],
            "common": {f"{name}s": self._document_postings(name, language) for name in OWN},
        }

    def guiding(self, language: str) -> dict[str, object]:
        """All that the browser asks of a language of the interface that no search speaks."""
        return {"guiding": [_title(situation, language) for situation in self._guiding()]}

    def common_ways(self) -> dict[str, object]:
        """The cards of situations, and what is seldom said of them in any language."""
        return {
            "places": [[situation.id, situation.stage] for situation in self._site.kb.situations],
            "titled": self._entry_postings(COMMON, self._plain_terms, titles=True),
            "postings": self._said(COMMON, self._common, often=False),
        }

    def ways(self, language: str) -> dict[str, object]:
        """The titles of situations, and what is seldom said of them, in a language."""
        return {
            "titles": [_title(situation, language) for situation in self._site.kb.situations],
            "titled": self._entry_postings(language, self._stems[language], titles=True),
            "postings": self._said(language, self._stems[language], often=False),
        }

    def later(self) -> dict[str, object]:
        """What no answer depends on: suggestions, words to be marked in other languages, and what
        became of older texts: ways to say it, of which every document has one by its number.
        """
        kb = self._site.kb
        topics = [(e.language, entry.topic) for e in kb.editions for entry in e.index]
        became = [self._became(document.provision) for document in self._contents.documents]
        told = list(dict.fromkeys(((), *became)))
        return {
            "suggestions": {
                name: {
                    "term": _distinct(w for c in kb.concepts for w in c.words.get(name, ())),
                    "topic": _distinct(topic for language, topic in topics if language == name),
                }
                for name in self.languages
            },
            "equivalents": {name: self._equivalents(name) for name in self.languages},
            "told": told,
            "became": numbers(map(told.index, became)),
        }

    def _became(self, provision: Provision) -> tuple[object, ...]:
        """The year of the text in force that a superseded one was held against, and messages.

        Of one without words, what is below it is told.
        """
        kb, edition = self._site.kb, provision.edition
        if kb.version(edition) is None or kb.in_force(edition):
            return ()
        below = kb.with_descendants(edition, provision.key)
        keys = [provision.key] if provision.text else [key for key in below if "#" not in key]
        found = [
            (comparison.new.year, row)
            for key in keys
            if (each := kb.provision(edition, key))
            for comparison, row in held_against(self._site.comparisons, each)
            if kb.in_force(comparison.new.id) and row.speaks
        ]
        said = became_of([row for _, row in found])
        return (max(year for year, _ in found), *said) if said else ()

    def _guiding(self) -> list[Situation]:
        """The situations that an empty box offers."""
        situations = {situation.id: situation for situation in self._site.kb.situations}
        return [situations[name] for name in self._site.settings.guiding if name in situations]

    def _mark(self, edition: Edition) -> dict[str, str]:
        """How an edition is called in short and in full, and the language of its texts."""
        mark = self._site.mark(edition) if edition.laws else edition.title
        return {"mark": mark, "title": edition.title, "language": edition.language}

    def _place(self, edition: str, key: Key) -> str:
        """Where something that is in no law stands in its edition: a folder and an anchor."""
        href = self._site.routes.href(edition, key) or link(f"{edition}/")
        return href.removeprefix(f"{ROOT}{edition}/").replace("index.html", "")

    def _documents(self) -> dict[str, object]:
        """What the browser must know of every document, in the order of the index.

        ``above`` tells how far back the provision stands that a document belongs to (a footnote to
        the one that bears it), 0 for none.
        """
        tables = self._contents.tables
        kinds = list(dict.fromkeys(tables.kind))
        numbered = {(d.edition, d.key): n for n, d in enumerate(self._contents.documents)}
        above = []
        for number, document in enumerate(self._contents.documents):
            bearers = document.provision.bearers
            key = bearers[0] if bearers else document.provision.parent
            above.append(number - numbered.get((document.edition, key or ""), number))
        return {
            "editions": [
                [*msgspec.to_builtins(e), tables.edition.count(n)]
                for n, e in enumerate(tables.editions)
            ],
            "keys": "\n".join(tables.key),
            "kinds": kinds,
            "kind": numbers(kinds.index(kind) for kind in tables.kind),
            "threads": numbers(_newly_numbered(tables.thread)),
            "above": numbers(above),
        }

    def _entry_points(self) -> dict[str, object]:
        """What the browser must know of every entry point: its language and kind in runs, and which
        list of targets it has, as they are first met; weights follow from the words.
        """
        tables = self._contents.tables
        kinds = list(dict.fromkeys(tables.entry_kind))
        lists = {found: n for n, found in enumerate(dict.fromkeys(tables.entry_targets))}
        names = ((e.stretch.language, kinds.index(e.kind)) for e in self._contents.entry_points)
        return {
            "kinds": kinds,
            "runs": [[*name, len(list(run))] for name, run in groupby(names)],
            **_targets(tuple(lists)),
            "list": numbers(_steps(lists[found] for found in tables.entry_targets)),
        }

    def _lengths(self, field: Field) -> str:
        documents = zip(self._contents.documents, self._contents.own, strict=True)
        return numbers(len(fields.get((field, d.language), ())) for d, fields in documents)

    def _document_postings(self, field: Field, language: str) -> dict[str, str]:
        """The documents of a language, counted among them, of what is common to all languages."""
        documents = zip(self._contents.documents, self._contents.own, strict=True)
        spoken = (
            fields.get((field, language), ()) for d, fields in documents if d.language == language
        )
        counted = (Counter(term for index, term in terms if index == COMMON) for terms in spoken)
        return _postings(counted, self._common)

    def _entry_postings(
        self, index: str, terms: Iterable[str], *, titles: bool = False
    ) -> dict[str, str]:
        """The entry points of a field's terms, counted from the first one of its language on.

        Those of concepts follow from the words. ``titles`` of situations stand apart.
        """
        entries = zip(self._contents.entry_points, self._contents.entry_terms, strict=True)
        own = (
            x.get(index, ()) if (e.kind == "title") == titles else ()
            for e, x in entries
            if index in (COMMON, e.stretch.language)
        )
        said = ((term for term in found if not is_concept(term)) for found in own)
        return _postings((dict.fromkeys(found, 1) for found in said), terms)

    def _said(self, index: str, terms: Iterable[str], *, often: bool) -> dict[str, str]:
        """The situations of a field's terms, and how many ways of saying each have them.

        Only where ``OFTEN`` or more of a situation's ways have the term, or only where fewer do.
        What is asked beyond the laws counts as seldom said: only a whole answer needs it. So do
        small words, which tell nothing while some of them are missing.
        """
        within = len(self._site.kb.situations)
        said = (found.get(index, {}).items() for found in self._contents.said)
        lexicon = self._contents.vocabulary.lexicons.get(index)
        small = {stem for form in lexicon.stop for stem in lexicon.stems(form)} if lexicon else ()
        kept = (
            {
                term: n
                for term, n in found
                if (n >= OFTEN and place < within and term not in small) == often
            }
            for place, found in enumerate(said)
        )
        return _postings(kept, terms)

    def _phrases(self, words: LanguageWords, stems: Mapping[str, int]) -> Iterable[int]:
        """Of every concept, in order: how many phrases, and of each how many stems, and which.

        A phrase with a number in it is never looked up, for numbers have no stems.
        """
        named: dict[str, list[list[str]]] = {concept: [] for concept in self._concepts}
        for phrase, concepts in words.phrases.items():
            if all(stem in stems for stem in phrase.split()):
                for concept in concepts:
                    named[concept].append(phrase.split())
        for phrases in named.values():
            yield len(phrases)
            for parts in phrases:
                yield from (len(parts), *(stems[stem] for stem in parts))

    def _equivalents(self, language: str) -> dict[str, dict[str, str]]:
        """By the other language: how many equivalents every stem has, and which.

        An equivalent that no text has is numbered after all that one has.
        """
        packed = {}
        for target, words in self._contents.equivalents.get(language, {}).items():
            others = self._stems[target]
            rows = [words.get(stem, ()) for stem in self._stems[language]]
            terms = (others.get(term, len(others)) for found in rows for term in found)
            packed[target] = {"counts": numbers(map(len, rows)), "terms": numbers(terms)}
        return packed


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _ambiguous(words: LanguageWords) -> dict[str, list[str]]:
    """The forms that have several stems."""
    return {form: stems.split() for form, stems in words.forms.items() if " " in stems}


def _title(situation: Situation, language: str) -> str:
    text = situation.texts.get(language)
    return text.title if text else ""


def _postings(rows: Iterable[Mapping[str, int]], terms: Iterable[str]) -> dict[str, str]:
    """Of every term: in how many rows it stands, the gaps between them, how often in each."""
    places: dict[str, list[tuple[int, int]]] = {term: [] for term in terms}
    for row, counts in enumerate(rows):
        for term, often in counts.items():
            places[term].append((row, often))
    between = (gap for found in places.values() for gap in gaps(row for row, _ in found))
    times = [often - 1 for found in places.values() for _, often in found]
    lists = {"counts": numbers(map(len, places.values())), "gaps": numbers(between)}
    return lists | ({"times": numbers(times)} if any(times) else {})


def _targets(lists: Sequence[Targets]) -> dict[str, str]:
    """Lists of documents with their shares."""
    return {
        "counts": numbers(map(len, lists)),
        "targets": numbers(_steps(document for found in lists for document, _ in found)),
        "shares": numbers(share for found in lists for _, share in found),
    }


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


def _sentences(passage: Passage) -> Iterator[int]:
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
