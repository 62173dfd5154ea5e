"""The frozen records of the knowledge base.

Every record is immutable and typed. Their JSON is the machine-readable contract: ``lawbase export
jsonl`` writes these fields in this order, under these names or those of ``rename``, and a field is
only ever added after the others. Offsets count characters (code points) from 0; ``end`` is the
first character after the span.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from lawbase.address import key_order
from lawbase.text import Offset, Span

ProvisionKind = Literal[
    "preface", "introduction", "chapter", "definition", "law", "provision", "footnote", "section"
]
Part = Literal["heading", "text", "tail"]
PARTS: tuple[Part, ...] = get_args(Part)
Language = str
Key = str
ProvisionKey = Annotated[
    str,
    Meta(
        description="A provision inside one edition, e.g. 12.C.1.e.ii, def.Hra or 6.D.2#fn1.",
        extra_json_schema={
            "pattern": r"^(\d+(\.\w+)*|preface|intro|def\..+|chapter\..+|guide\..+)(#fn.+)?$"
        },
    ),
]
EditionId = Annotated[
    str, Meta(description="An edition, e.g. cs-2007.", extra_json_schema={"minLength": 1})
]


class Run(Struct, frozen=True, array_like=True):
    """``length`` characters that stand at ``at`` in a text and at ``source`` in the source file."""

    at: int
    source: int
    length: int


Role = Literal[
    "text",
    "heading",
    "label",
    "marker",
    "headword",
    "index",
    "furniture",
    "unrelated",
    "spacing",
]


class Claim(Struct, frozen=True, array_like=True):
    """A stretch ``[start, end)`` of a source, what it was read as, and the element it belongs to.

    The claims of an edition follow each other without a gap from its first character to its last.
    """

    start: int
    end: int
    role: Role
    key: str


class Marker(Struct, frozen=True):
    """Where in a provision's part a footnote is called: before the character at ``at``."""

    footnote: ProvisionKey
    part: Part
    at: Offset


class Table(Struct, frozen=True):
    """A table inside a provision's text.

    ``start`` and ``end`` span its reading-order text in ``text``; ``header`` and ``rows`` hold its
    cells, every row as long as the header (or as the longest row when there is no header).
    """

    start: Offset
    end: Offset
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


class Provision(Struct, frozen=True, kw_only=True, rename={"label": "printed_label"}):
    """One element of an edition: a law, a paragraph at any depth, a definition, a footnote …

    ``text`` is its own text up to its first child, ``tail`` its own text after the children.
    ``label`` is what is printed (``"(a)"``, ``"B."``), which a slip may set apart from ``key``.
    ``source`` spans it in the source file; ``maps`` gives, for each part, the runs
    ``[at, source, length]`` that trace its characters to that file.
    ``bearers`` are, for a footnote, all provisions that carry its marker, the first one first.
    ``senses`` are, for a definition with numbered senses, their spans in ``text``.
    """

    edition: EditionId
    key: ProvisionKey
    kind: ProvisionKind
    heading: str
    text: str
    tail: str
    footnotes: tuple[ProvisionKey, ...] = ()
    label: str
    source: Span
    parent: ProvisionKey | None
    children: tuple[ProvisionKey, ...] = ()
    markers: tuple[Marker, ...] = ()
    bearers: tuple[ProvisionKey, ...] = ()
    tables: tuple[Table, ...] = ()
    senses: tuple[Span, ...] = ()
    maps: dict[Part, tuple[Run, ...]] = {}

    def __hash__(self) -> int:
        return hash((self.edition, self.key))

    def part(self, name: Part) -> str:
        """The text of one part by its name."""
        return {"heading": self.heading, "text": self.text, "tail": self.tail}[name]

    @property
    def words(self) -> str:
        """All its own words, the heading's first, a line a part."""
        return f"{self.heading}\n{self.text}\n{self.tail}"

    @property
    def speaks(self) -> bool:
        """Whether it has words of its own, a heading among them."""
        return bool(self.heading or self.text or self.tail)

    @property
    def length(self) -> int:
        """How many characters its own text has, around its children."""
        return len(self.text) + len(self.tail)


class IndexEntry(Struct, frozen=True):
    """A row of a book's own subject index.

    ``refs`` are the printed targets as keys (``27.B.1``; ``def`` for the topic's definition,
    ``preface``, ``intro``), ``see`` other topics.
    """

    edition: EditionId
    topic: str
    subtopic: str
    refs: tuple[Key, ...]
    see: tuple[str, ...]
    raw: str
    source: Span

    @property
    def key(self) -> Key:
        """What its claims, its references and findings call it: ``index/Dummy/Rights, limited``."""
        return "/".join(part for part in ("index", self.topic, self.subtopic) if part)


class SourceNote(Struct, frozen=True):
    """A place where the print is wrong: what is printed, what was read instead, and why.

    ``why`` is in English, ``why_in`` in other languages. ``within`` is the provision before whose
    end a label is printed that belongs behind it.
    """

    edition: EditionId
    key: Key
    printed: str
    read_as: str
    why: str
    source: Span
    why_in: dict[Language, str] = {}
    within: Key = ""


class SourceFile(Struct, frozen=True):
    """An edition's source text: its file in the corpus, its digest, its length in characters."""

    file: str
    sha256: Annotated[str, Meta(extra_json_schema={"pattern": "^[0-9a-f]{64}$"})]
    length: Offset


class Version(Struct, frozen=True):
    """A version of the Laws, of which editions are texts: since when and until what it is in force.

    ``since`` is a year or a day (ISO 8601); ``superseded_by`` the year of the next version, None
    while it is in force; ``prevailing`` the language whose text is the official one.
    """

    year: int
    since: str = ""
    superseded_by: int | None = None
    prevailing: Language = ""
    source: str = ""


class Revision(Struct, frozen=True):
    """Single laws that a text gives as they were revised after its version was issued."""

    laws: tuple[int, ...]
    year: int
    source: str = ""


class Edition(Struct, frozen=True, kw_only=True, rename={"id": "edition"}):
    """One edition as it was read: what it is, and its provisions in the order of the book.

    ``laws`` are the numbers of its first and last law, None for a companion; ``gaps`` the ranges
    between them that it doesn't contain. ``status`` describes the text in words; whether it is in
    force follows from its ``year`` and the versions of the Laws (``KnowledgeBase.version``).
    ``revisions`` are laws newer than the rest.
    """

    id: EditionId
    language: Language
    year: int
    title: str
    revision: str
    status: str
    laws: tuple[int, int] | None
    source: SourceFile
    publisher: str
    scope: str
    complete: bool
    revisions: tuple[Revision, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    provisions: tuple[Provision, ...] = ()
    index: tuple[IndexEntry, ...] = ()
    notes: tuple[SourceNote, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The first and the last law of each range without a gap; none in a companion."""
        if self.laws is None:
            return ()
        starts = (self.laws[0], *(last + 1 for _, last in self.gaps))
        ends = (*(first - 1 for first, _ in self.gaps), self.laws[1])
        return tuple(zip(starts, ends, strict=True))

    def extent(self, to: str = "–") -> str:
        """The numbers of its laws: ``1–16, 72``."""
        return ", ".join(f"{a}{to}{b}" if a < b else f"{a}" for a, b in self.ranges)

    def has_law(self, law: int) -> bool:
        """Whether its text reaches a law."""
        return any(first <= law <= last for first, last in self.ranges)

    @property
    def end(self) -> Key | None:
        """The last paragraph of a text that breaks off; None for a whole one."""
        addresses = (p.key for p in self.provisions if p.kind in ("law", "provision"))
        return None if self.complete else max(addresses, key=key_order, default=None)

    def claim_at(self, offset: int) -> Claim | None:
        """What a character of the source was read as."""
        place = bisect_right(self.claims, offset, key=lambda claim: claim.start) - 1
        return self.claims[place] if place >= 0 else None


RefKind = Literal["absolute", "relative", "definition", "footnote", "edition", "index"]
RefStatus = Literal["ok", "dangling", "ambiguous", "outside"]


class Reference(Struct, frozen=True, rename={"from_key": "from"}):
    """One target of one citation.

    ``start`` and ``end`` span ``raw`` in the ``part`` of the citing provision (for an index entry,
    in its ``raw`` line; its ``from_key`` is ``index/<topic>`` or ``index/<topic>/<subtopic>``).
    ``to`` is None when ambiguous; ``rule`` names the rule that resolved it. ``target`` spans what
    names this target: the whole citation, or its own words in a list (``Pravidla 42`` and ``43``).
    """

    edition: EditionId
    from_key: Key
    raw: str
    start: Offset
    end: Offset
    to: Key | None
    kind: RefKind
    status: RefStatus
    candidates: tuple[ProvisionKey, ...]
    part: str
    rule: str
    target: Span


class Concept(Struct, frozen=True):
    """A row of the multilingual glossary.

    ``words`` are the forms per language, the preferred one first; ``slang`` those that players say
    but the texts don't; ``unlinked`` words that are everyday language too and are not linked;
    ``excepted`` phrases that contain a word but don't mean the concept; ``definitions`` the
    defining key per edition.
    """

    id: str
    words: dict[Language, tuple[str, ...]]
    definitions: dict[EditionId, ProvisionKey] = {}
    slang: dict[Language, tuple[str, ...]] = {}
    unlinked: dict[Language, tuple[str, ...]] = {}
    excepted: dict[Language, tuple[str, ...]] = {}


class TermUse(Struct, frozen=True):
    """A concept used in running text, in any inflected form."""

    edition: EditionId
    key: ProvisionKey
    concept: str
    start: Offset
    end: Offset
    part: Part


class SituationText(Struct, frozen=True):
    """A situation in one language: its title and the ways people say it."""

    title: str
    words: tuple[str, ...]


class Situation(Struct, frozen=True):
    """Something that happens at a table, and the provisions to read, in order, by edition year."""

    id: str
    stage: str
    provisions: dict[str, tuple[Key, ...]]
    texts: dict[Language, SituationText]


BeyondKind = Literal["technique", "games", "talk", "club"]


class QuestionBeyond(Struct, frozen=True):
    """What people ask that the laws don't answer, of a kind, and ways of asking it by language.

    ``names`` are of things that nobody asks the laws about, such as other games.
    """

    id: str
    kind: BeyondKind
    words: dict[Language, tuple[str, ...]]
    names: dict[Language, tuple[str, ...]] = {}


Relation = Literal["same", "moved", "split", "merged", "dropped", "new"]


class Alignment(Struct, frozen=True, rename={"from_edition": "from", "to_edition": "to"}):
    """Two provisions that carry the same rule, or one that has no partner in the other edition.

    ``score`` is the confidence from 0 to 1; ``evidence`` the named signals and their weights.
    ``what`` says in a sentence a language what a provision without a partner brings, or what went
    with it, where an editor read it; ``sure`` (1 the texts leave it open, 2 likely, 3 clear) how
    sure that is. ``rule`` is False where that is no rule of the Laws, as a federation's own note.
    """

    from_edition: str
    from_key: Key | None
    to_edition: str
    to_key: Key | None
    relation: Relation
    score: float
    evidence: dict[str, float]
    what: dict[Language, str] = {}
    sure: int = 0
    rule: bool = True

    @property
    def texts(self) -> tuple[Text, ...]:
        """The two provisions, or the one that has no partner."""
        ends = ((self.from_edition, self.from_key), (self.to_edition, self.to_key))
        return tuple(Text(edition, key) for edition, key in ends if key is not None)


class Text(Struct, frozen=True):
    """One provision in one edition."""

    edition: EditionId
    key: ProvisionKey


class Thread(Struct, frozen=True, rename={"id": "thread"}):
    """A provision followed through every language and edition.

    ``id`` is built from the texts so that it survives the arrival of new editions.
    """

    id: str
    texts: tuple[Text, ...]

    def keys_in(self, edition: str) -> tuple[Key, ...]:
        """Its keys in one edition: none, one, or several where it was split."""
        return tuple(text.key for text in self.texts if text.edition == edition)


ChangeClass = Literal["none", "punctuation", "reference", "wording"]
Op = tuple[Literal["equal", "insert", "delete", "replace"], str, str]


class Change(
    Struct, frozen=True, rename={"from_edition": "from", "to_edition": "to", "kind": "class"}
):
    """The word-level difference of an aligned pair in one language.

    Joining the old sides of ``ops`` gives the old text, joining the new sides the new one.
    """

    from_edition: str
    from_key: Key
    to_edition: str
    to_key: Key
    ops: tuple[Op, ...]
    kind: ChangeClass
    moved: bool


ContrastKind = Literal["unchanged", "reference", "wording", "substance"]
Grade = Literal["sure", "likely", "no sign"]


class PartSpan(Struct, frozen=True, array_like=True):
    """A stretch ``[start, end)`` of one part of a provision."""

    part: Part
    start: int
    end: int


class Sign(Struct, frozen=True):
    """Something that speaks for a change of the original, against it when ``weight`` is negative.

    ``weight`` is what it adds to the logarithm of the odds; ``old`` and ``new`` are what it speaks
    of, as printed in either text or as addresses.
    """

    sign: str
    weight: float
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """How messages name it: ``words-new``."""
        return self.sign.replace(" ", "-")


class Detection(Struct, frozen=True):
    """What a machine detects of a change behind two translations; see ``Contrast``.

    ``grade`` says in a word how sure that is: of what is called sure nine in ten are right.
    """

    kind: ContrastKind
    score: float
    added: tuple[PartSpan, ...]
    removed: tuple[PartSpan, ...]
    evidence: tuple[Sign, ...]
    grade: Grade

    @property
    def speaking(self) -> list[Sign]:
        """The signs that speak for a change, the strongest first."""
        return [sign for sign in self.evidence if sign.weight > 0]


class Contrast(Struct, frozen=True, rename={"from_edition": "from", "to_edition": "to"}):
    """How the original behind two aligned texts changed that share neither year nor language.

    ``kind`` judges the original; ``score`` is how likely it changed in wording or substance, from
    0 to 1. ``added`` are spans of the new text that carry what is new, ``removed`` those of the
    old text that carry what is gone. ``reviewed`` says that an editor read the pair: then all of
    these are the reading, ``what`` says in a sentence a language what changed for whoever applies
    it, and ``sure`` (1 the texts leave it open, 2 likely, 3 clear) how sure that is; else they
    repeat what was ``detected``, which never sees the reading. ``cites_gone`` and ``cites_new`` are
    addresses of the two years, renumbering aside; ``length`` is how many times longer the new text
    is than such a text usually is, 0 when it's much as ever.
    """

    from_edition: str
    from_key: Key
    to_edition: str
    to_key: Key
    kind: ContrastKind
    score: float
    added: tuple[PartSpan, ...]
    removed: tuple[PartSpan, ...]
    reviewed: bool
    what: dict[Language, str]
    detected: Detection
    cites_gone: tuple[Key, ...]
    cites_new: tuple[Key, ...]
    numbers_gone: tuple[str, ...]
    numbers_new: tuple[str, ...]
    length: float
    sure: int = 0
    note: str = ""


class LexiconEntry(Struct, frozen=True):
    """A learned correspondence between two languages, of words or phrases, with its strength.

    ``word`` and ``translation`` are stems, those of a phrase joined by a blank.
    """

    source: Language
    target: Language
    word: str
    translation: str
    weight: float


Severity = Literal["error", "warning", "info"]


class Place(Struct, frozen=True, tag="place", tag_field="type"):
    """A provision in one edition, or the place where it would stand."""

    edition: str
    key: Key


class Cited(Struct, frozen=True, tag="cited", tag_field="type"):
    """An address as an edition counts it, named in no language: ``27B1a``."""

    edition: str
    key: Key


class Quotation(Struct, frozen=True, tag="quotation", tag_field="type"):
    """Words as they are printed or written, and their language.

    Without a language they are words of the edition that a finding is about. ``also`` says the same
    in other languages.
    """

    words: str
    language: Language
    also: dict[Language, str] = {}


class EditionName(Struct, frozen=True, tag="edition", tag_field="type"):
    """An edition by its id."""

    edition: str


Value = Place | Cited | Quotation | EditionName | int
Values = dict[str, Value | tuple[Value, ...]]


class Witness(Struct, frozen=True):
    """What speaks for a finding: the name of a sentence, and what to put into its gaps."""

    says: str
    values: Values


class Finding(Struct, frozen=True):
    """Something odd in a source text, worded as a difference with its evidence.

    ``check`` names a sentence that every language has, ``values`` go into its gaps; ``witnesses``
    are the evidence in the same form. ``message`` and ``evidence`` say both in English.
    """

    edition: str
    key: Key
    check: str
    severity: Severity
    message: str
    printed: str
    expected: str
    evidence: tuple[str, ...]
    confidence: float
    values: Values = {}
    witnesses: tuple[Witness, ...] = ()


class Links(Struct, frozen=True):
    """What linking finds: every citation resolved, every use of a term.

    ``index_targets`` gives, for each edition with a subject index, the provisions that its rows
    lead to, row by row.
    """

    references: tuple[Reference, ...] = ()
    uses: tuple[TermUse, ...] = ()
    index_targets: dict[str, tuple[tuple[Key, ...], ...]] = {}


class Needless(Struct, frozen=True):
    """A decision that changes nothing, or a reading of two texts that are not aligned.

    ``file`` is the name of its file; only a decision gives a ``reason``.
    """

    edition: str
    key: Key
    decision: str
    file: str
    reason: str = ""


class Aligned(Struct, frozen=True):
    """What aligning finds between the editions; ``needless`` are decisions that changed nothing.

    ``voices`` are the editions that every other one is aligned with; for two others nothing is kept
    that ``KnowledgeBase.alignments`` can derive through a voice. ``read`` are the editions that an
    editor read of the changes.
    """

    alignments: tuple[Alignment, ...] = ()
    threads: tuple[Thread, ...] = ()
    changes: tuple[Change, ...] = ()
    contrasts: tuple[Contrast, ...] = ()
    lexicon: tuple[LexiconEntry, ...] = ()
    needless: tuple[Needless, ...] = ()
    voices: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
