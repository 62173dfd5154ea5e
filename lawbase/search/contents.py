"""The index: what it is made of, documents, entry points, vocabulary, tables, and its making."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.search.documents import Document, DocumentMaker, PassageMaker, Stretch
from lawbase.search.engine import EngineEntry, write_whoosh
from lawbase.search.entry_points import (
    NOWHERE,
    EntryPoint,
    Profile,
    beyond_profiles,
    heading_entries,
    situation_profiles,
    term_entries,
    title_entries,
    topic_entries,
)
from lawbase.search.equivalents import learned_equivalents, with_lent
from lawbase.search.expansion import Expander
from lawbase.search.figures import FIGURES, WHOLE, Field
from lawbase.search.tables import (
    COMMON,
    EQUIVALENTS,
    TABLES,
    VOCABULARY,
    EditionTable,
    Equivalents,
    IndexTables,
    Passage,
    Targets,
    ToldSituation,
    beyond_concept,
    concept_term,
    understanding_of,
)
from lawbase.search.vocabulary import LanguageWords, Phrases, Vocabulary, WordCounter, information
from lawbase.search.weighing import (
    FieldCounts,
    FieldTerms,
    Lengths,
    TermReader,
    Terms,
    count_terms,
    read_fields,
    usual_lengths,
    weigh,
    weigh_profiles,
)
from lawbase.storage import FolderReader, replacing_folder, write_inside
from lawbase.text import WORD, fold

CONTENTS, FRAMES = "contents.msgpack", "frames.json"
OWN: tuple[Field, ...] = ("heading", "text")
"""The fields that hold a document's own words."""
LEVELS = "1234567"
SUITS = (("♣", "@clubs"), ("♦", "@diamonds"), ("♥", "@hearts"), ("♠", "@spades"), ("@notrump",))
"""The terms for suits, the lowest first, and no trumps."""
TOO_LOW, NOT_MEANT = "insufficient-bid", "unintended-call"


class FrameCounts(Struct, frozen=True):
    """How many ways of saying a situation there are, and how many speak of each part of a frame:
    who did what, and how it was out of order."""

    ways: int
    parts: Mapping[str, int]


class Contents(Struct, frozen=True, dict=True):
    """Everything that an index is made of, in the order of the index.

    It needs the texts and their links alone, but for the tables and what was learned of words,
    which the writing of the index asks for.
    ``passages`` are what is shown of every document, ``own`` the terms of its own words by field
    and language, ``weighed`` the weights of all its terms by index field; ``usual`` are the usual
    lengths of fields. ``entry_terms`` are the terms of every entry point; ``profile_counts`` tell
    how many ways of saying a situation have a term, ``frames`` how many speak of a part of a frame.
    The profiles of situations stand before those of questions beyond the laws, which have none.
    """

    documents: tuple[Document, ...]
    passages: tuple[Passage, ...]
    own: tuple[FieldTerms, ...]
    weighed: tuple[Terms, ...]
    usual: Lengths
    entry_points: tuple[EntryPoint, ...]
    entry_terms: tuple[Terms, ...]
    profiles: tuple[Profile, ...]
    profile_counts: tuple[Terms, ...]
    entry_weights: tuple[int, ...]
    frames: dict[str, FrameCounts]
    vocabulary: Vocabulary
    kb: KnowledgeBase

    @cached_property
    def tables(self) -> IndexTables:
        """Documents, entry points and situations as numbers, with the threads of the laws."""
        return _tables(self)

    @cached_property
    def said(self) -> tuple[Terms, ...]:
        """How many ways of saying a situation have a term; languages without ways are lent some."""
        known = {x: words.weights for x, words in self.vocabulary.languages.items()}
        spoken = [profile.languages for profile in self.profiles]
        lexicon = self.kb.aligned.lexicon
        return tuple(with_lent(self.profile_counts, spoken, lexicon, known))

    @property
    def understanding(self) -> str:
        """What the index is known by to an engine that holds its tokens."""
        return understanding_of(*map(msgspec.json.encode, (self.vocabulary, self.tables)))

    @cached_property
    def equivalents(self) -> Equivalents:
        """The likeliest words of the other languages."""
        return learned_equivalents(self.kb.aligned.lexicon)


def build_index(kb: KnowledgeBase, folder: Path, topics: bool = True) -> None:
    """Make the index of a knowledge base in a folder, aside, and swap it in whole.

    ``topics`` says whether the books' own subject indexes help to find.
    """
    with replacing_folder(folder, mend=True) as aside:
        write_index(gather_contents(kb, topics), aside)


def write_index(contents: Contents, folder: Path) -> None:
    """Write an index into a folder that is being made."""
    write_whoosh(folder, _entries(contents))
    parts = {
        VOCABULARY: contents.vocabulary,
        TABLES: contents.tables,
        EQUIVALENTS: contents.equivalents,
    }
    for name, part in parts.items():
        write_inside(folder, name, msgspec.json.encode(part))


def save_contents(contents: Contents, folder: Path) -> None:
    """Write contents, but for the knowledge base, into a folder that is being made; frames apart,
    of which alone pages are made."""
    write_inside(folder, FRAMES, msgspec.json.encode(contents.frames))
    write_inside(folder, CONTENTS, msgspec.msgpack.encode(contents, enc_hook=lambda _: None))


def load_contents(reader: FolderReader, kb: KnowledgeBase) -> Contents:
    """The contents in a folder that were gathered from a knowledge base.

    Raises:
        DamagedError: when they are missing or damaged.
    """
    data = reader.read(CONTENTS)
    return msgspec.msgpack.decode(data, type=Contents, dec_hook=lambda *_: kb)


def _entries(contents: Contents) -> Iterator[EngineEntry]:
    for terms, passage in zip(contents.weighed, contents.passages, strict=True):
        yield EngineEntry(terms, msgspec.json.encode(passage))
    for terms in contents.entry_terms:
        yield EngineEntry(terms, b"")
    weighed = weigh_profiles(contents.said)
    for profile, terms in zip(contents.profiles, weighed, strict=True):
        yield EngineEntry(terms, msgspec.json.encode(ToldSituation(profile.id, profile.titles)))


def gather_contents(kb: KnowledgeBase, topics: bool = True) -> Contents:
    """Gather what the index of a knowledge base is made of."""
    reader = TermReader(kb.languages)
    documents = [d for e in kb.editions for d in DocumentMaker(kb, e).documents()]
    fields = tuple(read_fields(document, reader) for document in documents)
    topical = topic_entries(kb) if topics else ()
    entries = (*heading_entries(documents), *term_entries(kb), *topical)
    situations = tuple(situation_profiles(kb))
    profiles = (*situations, *beyond_profiles(kb))
    _meet(chain((e.stretch for e in entries), *(p.ways for p in profiles)), kb, reader)
    entries += tuple(title_entries(kb, situations))  # they are ways of saying too
    entry_points = sorted(entries, key=lambda entry: entry.stretch.language)
    frames = _frames(kb, reader)  # their words are known ones
    teller = Teller(_vocabulary(kb, reader), frames, reader)
    counts = tuple(map(teller.counts, profiles))
    counted = list(map(count_terms, fields))
    _lend(counts, _targets(profiles, _places(documents)), counted)
    usual = usual_lengths(counted)
    return Contents(
        documents=tuple(documents),
        passages=tuple(map(PassageMaker(kb, teller.vocabulary).passage, documents)),
        own=tuple({name: read[name] for name in read if name[0] in OWN} for read in fields),
        weighed=tuple(weigh(counted, usual)),
        usual=usual,
        entry_points=tuple(entry_points),
        entry_terms=tuple(map(teller.entry_terms, entry_points)),
        entry_weights=tuple(map(teller.weight, entry_points)),
        profiles=profiles,
        profile_counts=counts,
        frames={situation.id: teller.frames(situation) for situation in situations},
        vocabulary=teller.vocabulary,
        kb=kb,
    )


def _lend(
    counts: Iterable[Terms], situations: Iterable[Targets], fields: Sequence[FieldCounts]
) -> None:
    """Give what is said of situations to the documents that they lead to before all others."""
    straight = FIGURES.ranking.straight
    for terms, targets in zip(counts, situations, strict=True):
        first = [document for document, share in targets if share == straight]
        for index, found in terms.items():
            for document in first if found else ():
                lent = fields[document].setdefault(("situations", index), {index: Counter()})
                lent[index].update(found)


def _meet(stretches: Iterable[Stretch], kb: KnowledgeBase, reader: TermReader) -> None:
    """Meet the words of short texts; a language without texts has its words counted there."""
    written = {edition.language for edition in kb.editions}
    for language, found in grouped((stretch.language, stretch) for stretch in stretches).items():
        if language in written:
            reader.meet(language, [stretch.text for stretch in found])
            continue
        for terms in map(reader.read, found):
            reader.counters[language].document(term for index, term in terms if index != COMMON)


class SaidToken(NamedTuple):
    """What a printed token says: whether it is a stop word, its stems or what it is as a number."""

    stops: bool
    stems: tuple[str, ...]
    numbers: tuple[str, ...]


class Teller:
    """Tells what entry points and ways of saying say, as terms."""

    def __init__(self, vocabulary: Vocabulary, frames: Mapping[str, Phrases], reader: TermReader):
        self.vocabulary = vocabulary
        self._frames = {x: vocabulary.lexicons[x].naming(found) for x, found in frames.items()}
        self._expander = Expander(vocabulary)
        self._reader = reader
        self._stems = cache(self._stems_of)
        self._tokens = {name: cache(partial(self._token, name)) for name in vocabulary.languages}

    def _terms(self, stretch: Stretch) -> Terms:
        """What a text says in so many words, by field of the index; all, if it is stop words."""
        numbers = chain.from_iterable([token.numbers for token in self._telling(stretch)])
        return {
            stretch.language: dict.fromkeys(self._stems(stretch), WHOLE),
            COMMON: dict.fromkeys(numbers, WHOLE),
        }

    def _stems_of(self, stretch: Stretch) -> tuple[str, ...]:
        """The stems among what a text says, each once."""
        stems = chain.from_iterable([token.stems for token in self._telling(stretch)])
        return tuple(dict.fromkeys(stems))

    def _telling(self, stretch: Stretch) -> list[SaidToken]:
        tokens = list(map(self._tokens[stretch.language], self._reader.printed(stretch.text)))
        return [token for token in tokens if not token.stops] or tokens

    def _token(self, language: str, printed: str) -> SaidToken:
        form, lexicon = self._reader.form(printed), self.vocabulary.lexicons[language]
        stops = form in lexicon.stop
        if form.isalpha():
            return SaidToken(stops, lexicon.stems(form), ())
        return SaidToken(stops, (), self._expander.own_numbers(form, printed))

    def entry_terms(self, entry: EntryPoint) -> Terms:
        """What an entry point says; a topic stands for the concepts that it names besides."""
        terms = self._terms(entry.stretch)
        named = self._named(entry.stretch) if entry.kind == "topic" else ()
        return terms | {COMMON: terms[COMMON] | dict.fromkeys(named, WHOLE)}

    def weight(self, entry: EntryPoint) -> int:
        """How much an entry point's own words and numbers say together."""
        terms = self._terms(entry.stretch)
        common, unknown = self.vocabulary.common, self.vocabulary.unknown
        lexicon = self.vocabulary.lexicons[entry.stretch.language]
        words = sum(map(lexicon.words.weights.__getitem__, terms[entry.stretch.language]))
        return max(words + sum(common.get(n, unknown) for n in terms[COMMON]), 1)

    def counts(self, profile: Profile) -> Terms:
        """How many ways of saying a situation have each term; concepts that they name are terms.

        Small words count too: who did what before whom is said with them. Numbers don't: in a story
        they are examples, and who asks for one means the law's.
        """
        said: dict[str, list[str]] = {}
        for way in profile.ways:
            tokens = map(self._tokens[way.language], self._reader.printed(way.text))
            stems = dict.fromkeys([stem for token in tokens for stem in token.stems])
            said.setdefault(way.language, []).extend(stems)
            said.setdefault(COMMON, []).extend(self._named(way))
        return {index: Counter(terms) for index, terms in said.items()}

    def _named(self, stretch: Stretch) -> Iterable[str]:
        """The terms of the concepts that a text names."""
        named = self.vocabulary.lexicons[stretch.language].named(self._stems(stretch))
        return map(concept_term, sorted(named))

    def frames(self, profile: Profile) -> FrameCounts:
        """How many ways of saying a situation speak of each part of a frame."""
        parts = Counter(
            part
            for way in profile.ways
            for part in sorted(self._frames[way.language].named(self._stems(way)))
        )
        return FrameCounts(len(profile.ways), parts)


def _frames(kb: KnowledgeBase, reader: TermReader) -> Mapping[str, Phrases]:
    """By language, the everyday words for the parts of frames."""
    return {
        name: _phrases(profile.search.frames.items(), name, reader)
        for name, profile in kb.languages.items()
    }


def _vocabulary(kb: KnowledgeBase, reader: TermReader) -> Vocabulary:
    languages = kb.languages
    profiles = languages.values()
    told = len(kb.situations) + len(kb.beyond)
    return Vocabulary(
        languages={
            name: _words(
                profile,
                reader.counters[name],
                _phrases(_names(kb, name), name, reader),
            )
            for name, profile in languages.items()
        },
        common=reader.counters[COMMON].document_weights(),
        letters={k: v for profile in profiles for k, v in profile.script.items()},
        law_words=_distinct(p.references.laws + p.search.citation for p in profiles),
        units=_distinct(p.references.between for p in profiles),
        joining=_distinct(p.references.joining for p in profiles),
        unknown=max(information(0, counter.size) for counter in reader.counters.values()),
        rarities=tuple(information(n, told) for n in range(told + 1)),
        suits={term: rank for rank, terms in enumerate(SUITS) for term in terms},
        insufficient=_term_of(kb, TOO_LOW),
        unintended=_term_of(kb, NOT_MEANT),
    )


def _term_of(kb: KnowledgeBase, name: str) -> str:
    """The term of a concept, if the glossary has it."""
    return concept_term(name) if any(concept.id == name for concept in kb.concepts) else ""


def _words(
    profile: LanguageProfile,
    counter: WordCounter,
    phrases: Phrases,
) -> LanguageWords:
    forms = counter.forms()
    spellings = {fold(typed): fold(kept) for typed, kept in profile.search.spellings.items()}
    return LanguageWords(
        forms=forms,
        weights=counter.weights(),
        endings=counter.endings(),
        stop=_folded(profile.search.stop),
        question=_folded(profile.search.question),
        meaning=_longest_first(profile.search.meaning),
        difference=_longest_first(profile.search.difference),
        levels={
            fold(word): int(number)
            for number in LEVELS
            for word in (number, *profile.audit.numbers.get(number, ()))
            if not word.endswith("*")
        },
        over=_folded(profile.search.bids.over),
        instead=_folded(profile.search.bids.instead),
        suits={
            fold(word): concept_term(suit)
            for suit, words in profile.search.bids.suits.items()
            for word in words
        },
        spellings=spellings,
        phrases=phrases,
        same=tuple(_stems(group, forms) for group in profile.search.same),
        joining=_folded(profile.search.joining),
        beginnings=_folded(profile.search.beginnings),
    )


def _folded(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(map(fold, words))))


def _longest_first(cues: Iterable[str]) -> tuple[str, ...]:
    told = {" ".join(WORD.findall(fold(cue))) for cue in cues}
    return tuple(sorted(told, key=lambda cue: (-len(cue.split()), cue)))


def _stems(words: Iterable[str], forms: Mapping[str, str]) -> tuple[str, ...]:
    """The stems of those words that are known, the commonest of each."""
    known = (forms[form] for form in map(fold, words) if form in forms)
    return tuple(dict.fromkeys(stems.split()[0] for stems in known))


def _names(kb: KnowledgeBase, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for concept in kb.concepts:
        words, slang = concept.words.get(language, ()), concept.slang.get(language, ())
        yield concept.id, (*words, *slang)
    for question in kb.beyond:
        yield beyond_concept(question.kind), question.names.get(language, ())


def _phrases(
    names: Iterable[tuple[str, tuple[str, ...]]], language: str, reader: TermReader
) -> Phrases:
    """Names by their sorted stems, joined by blanks, and what they stand for."""
    found: dict[str, list[str]] = {}
    for meant, words in names:
        for word in words:
            stems = sorted({term for _, term in reader.read(Stretch(word, language))})
            ids = found.setdefault(" ".join(stems), [])
            if meant not in ids:
                ids.append(meant)
    return {stems: tuple(ids) for stems, ids in sorted(found.items())}


def _distinct(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({word for group in groups for word in group}))


def _tables(contents: Contents) -> IndexTables:
    kb, documents, entry_points = contents.kb, contents.documents, contents.entry_points
    missing = {edition.id: _missing(kb, edition.id) for edition in kb.editions}
    numbers = {edition.id: number for number, edition in enumerate(kb.editions)}
    threads = [_thread(kb, (d.edition, d.key)) for d in documents]
    ids = {thread: number for number, thread in enumerate(dict.fromkeys(threads))}
    places = _places(documents)
    situations = enumerate(contents.profiles, len(documents) + len(entry_points))
    titled = {(NOWHERE, situation.id): number for number, situation in situations}
    return IndexTables(
        editions=tuple(
            EditionTable(
                e.id, e.language, e.year, e.laws, kb.in_force(e.id), kb.ranks[e.id], missing[e.id]
            )
            for e in kb.editions
        ),
        edition=tuple(numbers[d.edition] for d in documents),
        key=tuple(d.key for d in documents),
        kind=tuple(d.provision.kind for d in documents),
        thread=tuple(ids[thread] for thread in threads),
        thread_ids=tuple(ids),
        entry_kind=tuple(entry.kind for entry in entry_points),
        entry_weight=contents.entry_weights,
        entry_targets=_targets(entry_points, places | titled),
        situation_targets=_targets(contents.profiles, places),
        beyond=tuple(question.kind for question in kb.beyond),
    )


def _missing(kb: KnowledgeBase, edition: str) -> tuple[str, ...]:
    """The provisions that the audit found missing in a text."""
    checks = (f for f in kb.findings if f.check == "missing-provision" and f.edition == edition)
    return tuple(finding.key for finding in checks)


def _places(documents: Iterable[Document]) -> dict[EditionKey, int]:
    return {(d.edition, d.key): number for number, d in enumerate(documents)}


def _targets(
    leading: Iterable[EntryPoint | Profile], places: Mapping[EditionKey, int]
) -> tuple[Targets, ...]:
    """Where each leads to, as numbers in the index with their shares."""
    return tuple(
        tuple((places[place], share) for place, share in each.targets if place in places)
        for each in leading
    )


def _thread(kb: KnowledgeBase, place: EditionKey) -> str:
    thread = kb.thread(*place)
    return thread.id if thread else ":".join(place)
