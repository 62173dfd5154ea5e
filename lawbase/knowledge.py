"""The knowledge base: what was read, and the layers that each stage adds to it.

It stands as soon as the texts are read. Linking, aligning and auditing read it and add a layer
each; a layer is added once and never changes, so every look-up is made once and stays right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, combinations
from pathlib import Path
from typing import Generic, TypeVar, TypeVarTuple

import msgspec
from msgspec.structs import replace

from lawbase.address import KeyParts, key_order, law_of
from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.model import (
    Aligned,
    Alignment,
    Change,
    Concept,
    Contrast,
    Edition,
    Finding,
    Key,
    Language,
    Links,
    Part,
    Provision,
    QuestionBeyond,
    Reference,
    Situation,
    Text,
    Version,
)
from lawbase.profile import LanguageProfile
from lawbase.relations import scores, through
from lawbase.storage import FolderReader, write_inside
from lawbase.text import Span, fold, sentence_at

Place = TypeVarTuple("Place")
T = TypeVar("T")
P = TypeVar("P", Provision, Text)
E = TypeVar("E", bound=Iterable[Edition])
EditionKey = tuple[str, Key]
"""An edition's id and the key of a provision in it."""
FEW_GOVERNING = 3
"""How many places are named in place of a definition that isn't in force any more."""
MISSING, OLDER_WORDING = "missing-provision", "older-wording"
"""The checks of the audit that tell what a text lacks, and that hold what an editor read of a year
against its other texts."""


class Layer(Generic[T]):
    """A layer of the knowledge base under its name, of a ``kind`` that it is loaded as."""

    def __init__(self, kind: type[T]):
        self.kind = kind

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, kb: KnowledgeBase, owner: type) -> T:
        return kb._layer(self._name)  # type: ignore[return-value]


class _Declared(Generic[*Place, T]):
    """A look-up, a method of what names a place, such as an edition's id and a key.

    It is made of pairs of a place and what belongs there, when it is first asked for.
    """

    def __init__(self, pairs: Callable[[KnowledgeBase], Iterable[tuple[tuple[*Place], T]]]):
        self._pairs = pairs

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name


class LookUp(_Declared[*Place, T]):
    """All that belongs to a place, in the order of the pairs."""

    def __get__(self, kb: KnowledgeBase, owner: type) -> Callable[[*Place], tuple[T, ...]]:
        found = grouped(self._pairs(kb))

        def look_up(*place: *Place) -> tuple[T, ...]:
            return found.get(place, ())

        kb.__dict__[self._name] = look_up
        return look_up


class OneAt(_Declared[*Place, T]):
    """The one that belongs to a place, or None."""

    def __get__(self, kb: KnowledgeBase, owner: type) -> Callable[[*Place], T | None]:
        found = dict(self._pairs(kb))

        def look_up(*place: *Place) -> T | None:
            return found.get(place)

        kb.__dict__[self._name] = look_up
        return look_up


class KnowledgeBase:
    """The laws as a graph that can be walked both ways; every look-up takes constant time.

    The layers are given, added by the stages one after another, or loaded when first asked for.
    """

    languages = Layer(dict[str, LanguageProfile])
    """The profiles of all languages, by id, in alphabetical order."""
    versions = Layer(tuple[Version, ...])
    """The versions of the Laws that the editions are texts of, the oldest first."""
    editions = Layer(tuple[Edition, ...])
    """All editions, in the order of their ids' years and languages as the corpus lists them."""
    links = Layer(Links)
    """Every reference and every use of a term."""
    concepts = Layer(tuple[Concept, ...])
    """The multilingual glossary."""
    situations = Layer(tuple[Situation, ...])
    """What happens at a table, and the provisions to read."""
    beyond = Layer(tuple[QuestionBeyond, ...])
    """What people ask that the laws don't answer."""
    aligned = Layer(Aligned)
    """Alignments, threads, changes and the learned lexicon."""
    findings = Layer(tuple[Finding, ...])
    """What is odd in the sources."""

    law_paragraphs = LookUp(
        lambda kb: (
            ((p.edition, law), p)
            for edition in kb.editions
            for p in edition.provisions
            if p.kind in ("law", "provision") and (law := law_of(p.key)) is not None
        )
    )
    """A law and all below it but for its footnotes, in the order of the book."""
    references_from = LookUp(lambda kb: (((r.edition, r.from_key), r) for r in kb.links.references))
    """What a provision cites, in the order of its text."""
    references_to = LookUp(lambda kb: (((r.edition, r.to), r) for r in kb.links.references if r.to))
    """What cites a provision."""
    targets = LookUp(
        lambda kb: (
            ((entry,), key)
            for edition in kb.editions
            for entry, keys in zip(
                edition.index, kb.links.index_targets.get(edition.id, ()), strict=False
            )
            for key in keys
        )
    )
    """The provisions that a row of a subject index leads to."""
    topics = LookUp(
        lambda kb: (
            ((e.edition, key), e)
            for each in kb.editions
            for e in each.index
            for key in kb.targets(e)
        )
    )
    """The rows of the edition's subject index that lead to a provision."""
    notes_on = LookUp(lambda kb: (((n.edition, n.key), n) for e in kb.editions for n in e.notes))
    """Where the print of a provision is wrong."""
    findings_on = LookUp(
        lambda kb: (((f.edition, kb._bearing(f.edition, f.key)), f) for f in kb.findings)
    )
    """What is odd about a provision, and what is missing in it."""
    missing_below = LookUp(
        lambda kb: (
            ((f.edition, KeyParts.of(f.key).parent or f.key), f.key)
            for f in kb.findings
            if f.check == MISSING
        )
    )
    """What the audit found that a text lacks, where it would stand right below a provision."""
    defines = LookUp(
        lambda kb: ((place, c) for c in kb.concepts for place in c.definitions.items())
    )
    """The concepts that a definition defines."""
    provision = OneAt(
        lambda kb: (((p.edition, p.key), p) for e in kb.editions for p in e.provisions)
    )
    """One provision by edition and key, or None."""
    concepts_named = LookUp(
        lambda kb: (
            ((language, fold(word)), concept)
            for concept in kb.concepts
            for language, words in concept.words.items()
            for word in words
        )
    )
    """The concepts that a language has a word for, by the word without its diacritics."""
    concept = OneAt(lambda kb: (((concept.id,), concept) for concept in kb.concepts))
    """A concept of the glossary by its id, or None."""
    uses_of = LookUp(lambda kb: (((use.concept,), use) for use in kb.links.uses))
    """Everywhere a concept is used."""
    thread = OneAt(
        lambda kb: (((t.edition, t.key), each) for each in kb.aligned.threads for t in each.texts)
    )
    """The thread that a provision belongs to, or None."""
    uses_in = LookUp(lambda kb: (((use.edition, use.key), use) for use in kb.links.uses))
    """The terms used in a provision, in the order of its text."""
    changes_from = LookUp(
        lambda kb: (((c.from_edition, c.from_key), c) for c in kb.aligned.changes)
    )
    """How a provision changed in the later editions of its language."""
    _change_at = OneAt(lambda kb: ((_ends_of(change), change) for change in kb.aligned.changes))
    _contrast_at = OneAt(lambda kb: ((_ends_of(c), c) for c in kb.aligned.contrasts))
    _contrasts_of_rules = LookUp(lambda kb: ((kb._rules(c), c) for c in kb.aligned.contrasts))
    _version_of = OneAt(lambda kb: (((version.year,), version) for version in kb.versions))

    def __init__(
        self, layers: Mapping[str, object] | None = None, reader: FolderReader | None = None
    ):
        self._layers = dict(layers or {})
        self._reader = reader
        self._looked_up: dict[tuple[str, str], dict[EditionKey, tuple[Alignment, ...]]] = {}

    @classmethod
    def open(cls, folder: Path, *, at_once: bool = False) -> KnowledgeBase:
        """The knowledge base that was saved in a folder.

        Its layers are read when needed, or ``at_once``: a program that runs on doesn't mix the laws
        of two builds then.

        Raises:
            LawbaseError: when it isn't there, or damaged.
        """
        return cls(reader=FolderReader(folder, at_once=at_once))

    @property
    def digest(self) -> str:
        """Identifies the build that the knowledge base comes from; empty when unsaved."""
        return self._reader.digest if self._reader else ""

    def save(self, folder: Path) -> None:
        """Write every layer that there is as JSON into a folder."""
        for name in filter(self._has, LAYERS):
            write_inside(folder, f"{name}.json", msgspec.json.encode(self._layer(name)))

    def _has(self, name: str) -> bool:
        can_load = self._reader is not None and self._reader.holds(f"{name}.json")
        return can_load or name in self._layers

    def add(self, name: str, layer: object) -> None:
        """Add a layer that isn't there yet; look-ups over it are made when first asked for."""
        assert name in LAYERS and name not in self._layers, name
        self._layers[name] = layer

    def _layer(self, name: str) -> object:
        if name not in self._layers:
            self._layers[name] = self._load(name)
        return self._layers[name]

    def _load(self, name: str) -> object:
        if self._reader is None:
            raise LawbaseError(f"the knowledge base has no layer “{name}”")
        layer = self._reader.record(f"{name}.json", LAYERS[name].kind)
        if name == "editions" and not all(map(_holds_together, layer)):
            raise self.contradiction()
        return layer

    def contradiction(self) -> LawbaseError:
        """What is said of records that contradict each other, as only forged ones do."""
        if self._reader is None:
            return LawbaseError("the knowledge base contradicts itself")
        return self._reader.damaged("", "--force ")

    def edition(self, edition_id: str) -> Edition:
        """One edition.

        Raises:
            LawbaseError: when there is none of that id.
        """
        if edition_id not in self._editions:
            known = ", ".join(self._editions)
            raise LawbaseError(f"there is no edition “{edition_id}”; there are {known}")
        return self._editions[edition_id]

    def profile(self, edition_id: str) -> LanguageProfile:
        """The profile of an edition's language."""
        return self.languages[self.edition(edition_id).language]

    @cached_property
    def law_editions(self) -> tuple[Edition, ...]:
        """The editions that contain laws; the others are companions."""
        return tuple(edition for edition in self.editions if edition.laws)

    def version(self, edition_id: str) -> Version | None:
        """The version of the Laws that an edition is a text of; None for a companion."""
        return self._version_of(self.edition(edition_id).year)

    def superseded_by(self, edition_id: str) -> int | None:
        """The year of the version that superseded an edition's; None where there is none."""
        version = self.version(edition_id)
        return version.superseded_by if version else None

    def in_force(self, edition_id: str) -> bool:
        """Whether an edition's version of the Laws is superseded by no other."""
        version = self.version(edition_id)
        return version is not None and version.superseded_by is None

    def preferred(self, texts: Iterable[P], language: Language) -> tuple[P, ...]:
        """Which of some texts of one rule a reader of a language is shown, the leading one first.

        The rule is that of ``preferred``.
        """
        return preferred(
            sorted(texts, key=lambda text: self.ranks[text.edition]),
            lambda text: self.edition(text.edition).language == language,
            lambda text: self.in_force(text.edition),
        )

    def texts_in_force(self, edition_id: str, key: Key) -> tuple[Provision, ...]:
        """Where a provision stands in the texts in force, those of its own language first."""
        current = (text for text in self.twins(edition_id, key) if self.in_force(text.edition))
        language = self.edition(edition_id).language
        return tuple(sorted(current, key=lambda text: self.rank(text.edition, language)))

    def governing(self, edition_id: str, key: Key) -> tuple[Provision, ...]:
        """Where the texts in force say what a definition did that they don't have, a few places.

        Those are the provisions whose heading names what it defined, else those that use it, and
        of these the definitions before the laws, each in the text that a reader of the definition
        reads best. Nothing for what is in force, or still defined.
        """
        if self.in_force(edition_id) or self.texts_in_force(edition_id, key):
            return ()
        uses = [
            use
            for concept in self.defines(edition_id, key)
            for use in self.uses_of(concept.id)
            if self.in_force(use.edition)
        ]
        uses = [use for use in uses if use.part == "heading"] or uses
        language = self.edition(edition_id).language

        def place(text: Provision) -> tuple[object, ...]:
            is_law, depth = law_of(text.key) is not None, text.key.count(".")
            return is_law, depth, self.rank(text.edition, language), key_order(text.key)

        named = {(use.edition, use.key): self.provision(use.edition, use.key) for use in uses}
        texts = sorted(filter(None, named.values()), key=place)
        found = grouped((text.key, text) for text in texts).values()
        ordered = sorted(found, key=lambda same: place(same[-1]))
        return tuple(best for best, *_ in ordered[:FEW_GOVERNING])

    def rank(self, edition_id: str, language: Language) -> tuple[bool, int]:
        """Orders editions for a reader of a language: theirs first, then as ``ranks`` does."""
        return self.edition(edition_id).language != language, self.ranks[edition_id]

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The editions' places: in force first, then newer, then complete, then as they come."""
        order = sorted(
            self.editions, key=lambda e: (not self.in_force(e.id), -e.year, not e.complete)
        )
        return {edition.id: place for place, edition in enumerate(order)}

    def best_pair(
        self,
        pairs: Iterable[E],
        language: Language = "",
        key: Key | None = None,
    ) -> E | None:
        """The two of some pairs of editions that tell a reader of a language most; None of none.

        Both reach to a key, or are whole where none is asked for; then one is in that language,
        then both are in one. Of equal pairs the first is the best.
        """

        def lacks(two: E) -> tuple[bool, ...]:
            whole = (self.reaches(e.id, key) if key else e.complete for e in two if e.laws)
            spoken = [edition.language for edition in two]
            return list(whole) != [True, True], language not in spoken, len({*spoken}) > 1

        return min(pairs, key=lacks, default=None)

    def cite(self, edition_id: str, key: Key) -> str:
        """A key as the edition's language cites it: ``Pravidlo 27B1(b)``."""
        return self.profile(edition_id).cite(key)

    def has(self, key: Key) -> bool:
        """Whether any edition has a provision of that key."""
        return any(self.provision(edition.id, key) for edition in self.editions)

    def provisions(self, edition_id: str, keys: Iterable[Key]) -> list[Provision]:
        """The provisions of an edition that some keys name, without those that name none."""
        return [found for key in keys if (found := self.provision(edition_id, key))]

    def parent(self, provision: Provision) -> Provision | None:
        """What a provision stands in."""
        above = provision.parent
        return self.provision(provision.edition, above) if above else None

    def children(self, provision: Provision) -> list[Provision]:
        """What stands right below a provision."""
        return self.provisions(provision.edition, provision.children)

    def whole(self, provision: Provision) -> list[Provision]:
        """A provision and all below it, in the order of the book, with their footnotes."""
        keys = self.with_descendants(provision.edition, provision.key)
        return self.provisions(provision.edition, keys)

    def laws(self, edition_id: str) -> dict[int, Provision]:
        """The laws of an edition by number."""
        return self._laws[edition_id]

    def reaches(self, edition_id: str, key: Key) -> bool:
        """Whether an edition's text goes as far as a key: a partial one ends somewhere."""
        edition, law = self.edition(edition_id), law_of(key)
        if self._ends[edition_id] is None:
            return True
        return law is not None and edition.has_law(law) and not self._behind(edition_id, key)

    def counterpart(self, edition_id: str, key: Key, other: str) -> Key:
        """Where another edition would print a rule: as its year counts, else as this one does.

        A footnote is printed with its bearer.
        """
        bearer, year = KeyParts.of(key).bearer, self.edition(other).year
        there = (
            t.key for t in self.twins(edition_id, bearer) if self.edition(t.edition).year == year
        )
        return bearer if self.edition(edition_id).year == year else next(there, bearer)

    def breaks_off(self, edition_id: str) -> Key | None:
        """The last provision of a partial edition that other texts of its year have more behind."""
        last, year = self._ends[edition_id], self.edition(edition_id).year
        law = law_of(last) if last else None
        if law is None:
            return None
        others = (e.id for e in self.law_editions if e.year == year)
        beside = (p for each in others for p in self.law_paragraphs(each, law))
        return last if any(self._behind(edition_id, p.key) for p in beside) else None

    def lacking(self, edition_id: str, key: Key) -> str:
        """Why an edition hasn't a provision: its text doesn't reach there, or it has none."""
        edition, law = self.edition(edition_id), law_of(key)
        if law and self._behind(edition_id, key):
            return f"{edition_id} breaks off after {self._ends[edition_id]}, before {key}"
        if edition.laws and law and not edition.has_law(law):
            return f"{edition_id} contains only Laws {edition.extent(' to ')}, not {key}"
        others = ", ".join(other.id for other in self.editions if self.provision(other.id, key))
        return f"{edition_id} has no provision {key}" + (f"; it is in {others}" if others else "")

    def _behind(self, edition_id: str, key: Key) -> bool:
        """Whether a provision of the laws would stand behind the end of an edition's text."""
        end = self._ends[edition_id]
        return end is not None and key_order(KeyParts.of(key).bearer) > key_order(end)

    def with_descendants(self, edition_id: str, key: Key) -> list[Key]:
        """A key and all keys below it, in the order of the book, with their footnotes."""
        provision = self.provision(edition_id, key)
        if provision is None:
            return []
        notes = [n for n in provision.footnotes if n.startswith(f"{key}#")]
        below = [k for c in provision.children for k in self.with_descendants(edition_id, c)]
        return [key, *notes, *below]

    def mentions(self, edition_id: str, key: Key, part: Part) -> dict[Span, tuple[Reference, ...]]:
        """What a part of a provision cites, by the words that name it, in the order of its text."""
        cited = (r for r in self.references_from(edition_id, key) if r.part == part)
        return grouped((r.target, r) for r in cited)

    def citing(self, edition_id: str, key: Key) -> tuple[Reference, ...]:
        """What cites a provision or anything inside of it, from outside; no rows of the index."""
        whole = self.with_descendants(edition_id, key)
        incoming = (r for inner in whole for r in self.references_to(edition_id, inner))
        inside = set(whole)
        return tuple(r for r in incoming if r.kind != "index" and r.from_key not in inside)

    def citing_sentence(self, reference: Reference) -> str:
        """The sentence in which a provision cites; an index entry's citation as it is printed."""
        return "".join(self.citing_sentence_parts(reference))

    def citing_sentence_parts(self, reference: Reference) -> tuple[str, str, str]:
        """The sentence in which a provision cites: before the citation, the citation, after it."""
        provision = self.provision(reference.edition, reference.from_key)
        if provision is None:
            return "", reference.raw, ""
        text = provision.part(reference.part)  # type: ignore[arg-type]
        abbreviations = self.profile(reference.edition).sentences.abbreviations
        span = sentence_at(text, reference.start, reference.end, abbreviations)
        before, after = text[span.start : reference.start], text[reference.end : span.end]
        return before, text[reference.start : reference.end], after

    def faults_on(self, edition_id: str, key: Key) -> tuple[Finding, ...]:
        """What is wrong or likely wrong about a provision: its findings but for mere hints."""
        return tuple(f for f in self.findings_on(edition_id, key) if f.severity != "info")

    def older_wording_on(self, edition_id: str, key: Key) -> tuple[Finding, ...]:
        """The findings that a provision still says what an editor read as dropped in its year."""
        found = self.findings_on(edition_id, key)
        return tuple(finding for finding in found if finding.check == OLDER_WORDING)

    def missing(self, edition_id: str) -> tuple[Key, ...]:
        """What the audit found that a text lacks, in the order of the book."""
        found = (f.key for f in self.findings if f.check == MISSING and f.edition == edition_id)
        return tuple(sorted(found, key=key_order))

    def texts(self, edition_id: str, key: Key) -> tuple[Provision, ...]:
        """The same provision in every edition, this one's own text among them."""
        thread = self.thread(edition_id, key)
        places = thread.texts if thread else (Text(edition_id, key),)
        found = (self.provision(place.edition, place.key) for place in places)
        return tuple(filter(None, found))

    def twins(self, edition_id: str, key: Key) -> tuple[Provision, ...]:
        """The same provision in the other editions."""
        texts = self.texts(edition_id, key)
        return tuple(text for text in texts if (text.edition, text.key) != (edition_id, key))

    def answers(self, situation: Situation, edition_id: str) -> tuple[Key, ...]:
        """The provisions of an edition to read in a situation, in the order of reading.

        A situation names them as one text of the year does; another may print a rule elsewhere.
        """
        year = str(self.edition(edition_id).year)
        named = (self.named(year, key) for key in situation.provisions.get(year, ()))
        texts = chain.from_iterable((p, *self.twins(p.edition, p.key)) for p in named if p)
        return tuple(dict.fromkeys(text.key for text in texts if text.edition == edition_id))

    def named(self, year: str, key: Key) -> Provision | None:
        """What an address of a situation names in a year, in a complete text if it can be."""
        of_year = [edition for edition in self.law_editions if str(edition.year) == year]
        texts = sorted(of_year, key=lambda edition: not edition.complete)
        return next(filter(None, (self.provision(edition.id, key) for edition in texts)), None)

    def alignments(self, one: str, other: str) -> tuple[Alignment, ...]:
        """How two editions are aligned, the earlier one given first; of one year, as their ids.

        Two that were never compared directly are related through a voice of their years.
        """
        if one != other and not self._compared(one, other):
            self._by_pair[one, other] = tuple(self._through(one, other))
        return self._by_pair.get((one, other), ())

    def all_alignments(self) -> Iterator[Alignment]:
        """How every two editions of the laws are aligned, the earlier one first."""
        laws = sorted(self.law_editions, key=lambda e: (e.year, e.id))
        for one, other in combinations(laws, 2):
            yield from self.alignments(one.id, other.id)

    def _through(self, one: str, other: str) -> Iterator[Alignment]:
        near, far = (
            {v: self._compared(edition, v) for v in self.aligned.voices if v != edition}
            for edition in (one, other)
        )
        middle = next((v for v in near if near[v] and far.get(v)), None)
        linked = tuple(
            through(one, other, scores(near[middle], one), scores(far[middle], middle))
            if middle
            else ()
        )
        yield from linked
        partnered = {text for link in linked for text in link.texts}
        for of_year, links in ((self.edition(other).year, near), (self.edition(one).year, far)):
            voice = next((v for v in links if self.edition(v).year == of_year), None)
            for a in links[voice] if voice else ():
                text, beside = a.texts[0], other if a.from_key else one
                told = len(a.texts) == 1 and text.edition in (one, other) and text not in partnered
                if told and self.reaches(beside, self.counterpart(text.edition, text.key, beside)):
                    yield replace(a, from_edition=one, to_edition=other, evidence={})

    def _compared(self, one: str, other: str) -> tuple[Alignment, ...]:
        """The alignments of two editions that were compared directly, in either order."""
        return self._by_pair.get((one, other)) or self._by_pair.get((other, one), ())

    def all_contrasts(self) -> Iterator[Contrast]:
        """How the original changed behind every aligned pair of two years and two languages.

        For two editions that were never compared directly, it is what is known of the same rules in
        other editions of these years, without the spans and the length of their texts.
        """
        yield from self.aligned.contrasts
        known = {(c.from_edition, c.to_edition) for c in self.aligned.contrasts}
        laws = sorted(self.law_editions, key=lambda e: (e.year, e.id))
        for one, other in combinations(laws, 2):
            if one.year != other.year and one.language != other.language:
                links = () if (one.id, other.id) in known else self.alignments(one.id, other.id)
                for link in links:
                    if len(link.texts) == 2 and (contrast := self.contrast(link)):
                        yield _of_others(contrast, *link.texts)

    def aligned_with(self, edition_id: str, key: Key, other: str) -> tuple[Alignment, ...]:
        """How a provision is aligned with another edition, whichever of the two comes first."""
        one, two = sorted((edition_id, other), key=lambda e: (self.edition(e).year, e))
        if (one, two) not in self._looked_up:
            links = self._compared(one, two) or self.alignments(one, two)
            ends = [(text.edition, text.key, a) for a in links for text in a.texts]
            self._looked_up[one, two] = grouped(((e, k), a) for e, k, a in ends)
        return self._looked_up[one, two].get((edition_id, key), ())

    def unmatched(self, edition_id: str, keys: Iterable[Key], other: str) -> tuple[Key, ...]:
        """Those provisions with words that another edition hasn't, without having dropped them.

        Its text has a gap there, or doesn't reach so far. What it prints nothing of the kind of, as
        an edition without a preface, isn't missing in it.
        """
        kinds = {provision.kind for provision in self.edition(other).provisions}
        return tuple(
            found.key
            for found in self.provisions(edition_id, keys)
            if found.kind in kinds
            and found.speaks
            and not self.aligned_with(edition_id, found.key, other)
        )

    def gaps(self, edition_id: str, keys: Iterable[Key], other: str) -> tuple[Key, ...]:
        """The unmatched provisions that the text of the other edition reaches past."""
        unmatched = self.unmatched(edition_id, keys, other)
        return tuple(
            key
            for key in unmatched
            if self.reaches(other, self.counterpart(edition_id, key, other))
        )

    def speaks(self, text: Text) -> bool:
        """Whether there is a provision with words of its own, a heading among them."""
        return any(found.speaks for found in self.provisions(text.edition, [text.key]))

    def change(self, link: Alignment) -> Change | None:
        """The word-level difference of an aligned pair in one language."""
        return self._change_at(*_ends_of(link))

    def contrast(self, link: Alignment) -> Contrast | None:
        """How the original changed behind an aligned pair of two years.

        For a pair in one language, it is what is known of the same rules in two other editions of
        these years, preferably of a pair that was read and shares a text with this one. Of editions
        that nobody read it is only what was detected.
        """
        ends = _ends_of(link)
        if own := self._contrast_at(*ends):
            return own
        found = max(
            self._contrasts_of_rules(*self._rules(link)),
            key=lambda c: (c.reviewed, (c.from_edition, c.from_key) == ends[:2]),
            default=None,
        )
        if found and not {link.from_edition, link.to_edition} <= {*self.aligned.read}:
            return _as_detected(found)
        return found

    @cached_property
    def _editions(self) -> dict[str, Edition]:
        return {edition.id: edition for edition in self.editions}

    @cached_property
    def _laws(self) -> dict[str, dict[int, Provision]]:
        return {
            edition.id: {int(p.key): p for p in edition.provisions if p.kind == "law"}
            for edition in self.editions
        }

    @cached_property
    def _ends(self) -> dict[str, Key | None]:
        return {edition.id: edition.end for edition in self.editions}

    def _bearing(self, edition_id: str, key: Key) -> Key:
        """A key, or the nearest above it that the edition has, if there is one."""
        above: Key | None = key
        while above and self.provision(edition_id, above) is None:
            above = KeyParts.of(above).parent
        return above or key

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], tuple[Alignment, ...]]:
        return grouped(((a.from_edition, a.to_edition), a) for a in self.aligned.alignments)

    def _rules(self, pair: Alignment | Contrast) -> tuple[str, int, str, int]:
        """The threads and the years of a pair's ends."""
        old, old_key, new, new_key = _ends_of(pair)
        one, other = (self._thread_id(*end) for end in ((old, old_key), (new, new_key)))
        return one, self.edition(old).year, other, self.edition(new).year

    def _thread_id(self, edition_id: str, key: Key | None) -> str:
        thread = self.thread(edition_id, key) if key else None
        return thread.id if thread else ""


LAYERS = {name: kind for name, kind in vars(KnowledgeBase).items() if isinstance(kind, Layer)}


def _ends_of(pair: Alignment | Change | Contrast) -> tuple[str, Key | None, str, Key | None]:
    return pair.from_edition, pair.from_key, pair.to_edition, pair.to_key


def _holds_together(edition: Edition) -> bool:
    """Whether the provisions of an edition are its own, and those around each are there."""
    keys = {p.key for p in edition.provisions}
    return len(keys) == len(edition.provisions) and all(
        p.edition == edition.id
        and (p.parent is None or p.parent in keys)
        and keys.issuperset(p.children)
        and keys.issuperset(p.footnotes)
        for p in edition.provisions
    )


def _as_detected(contrast: Contrast) -> Contrast:
    """A contrast without what an editor read."""
    found = contrast.detected
    return replace(
        contrast,
        kind=found.kind,
        score=found.score,
        added=found.added,
        removed=found.removed,
        reviewed=False,
        what={},
        sure=0,
        note="",
    )


def _of_others(contrast: Contrast, old: Text, new: Text) -> Contrast:
    """A contrast carried over to other texts of the same rules."""
    detected = replace(contrast.detected, added=(), removed=())
    return replace(
        contrast,
        from_edition=old.edition,
        from_key=old.key,
        to_edition=new.edition,
        to_key=new.key,
        added=(),
        removed=(),
        detected=detected,
        length=0.0,
    )


def preferred(
    ranked: Iterable[T], is_own: Callable[[T], bool], in_force: Callable[[T], bool]
) -> tuple[T, ...]:
    """Which of some texts of one rule a reader is shown, the leading one first.

    The text in force in the reader's language alone, if there is one. Else the text in force in
    another language, and beside it the newest superseded one that the reader can read. Without any
    text in force, the newest, the reader's language first. ``ranked`` are the texts by the rank of
    their editions.
    """
    own: tuple[T, ...] = ()
    abroad: tuple[T, ...] = ()
    for text in ranked:
        if is_own(text):
            own = own or (text,)
        else:
            abroad = abroad or (text,)
    if own and in_force(own[0]):
        return own
    return (*abroad, *own) if abroad and in_force(abroad[0]) else own or abroad
