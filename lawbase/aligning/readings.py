"""What an editor read of the changes from one year to another: ``corpus/changes/*.toml``.

A file a chapter of the book, read of two editions with others of their years ``beside`` them; it
speaks of these editions and of no others::

    between = ["cs-2007", "pl-2017"]
    beside = ["sr-2007", "cs-2017"]
    unchanged = [["6.A", "6.A"], ["6.C", "6.C"]]

    [[change]]
    from = "6.B"
    to = "6.B"
    kind = "substance"            # or reference, wording; unchanged, see below
    sure = 3                      # 1 the texts leave it open, 2 likely, 3 clear
    removed = { "cs-2007" = ["words of the old text"], "sr-2007" = ["…"] }
    added = { "pl-2017" = ["words of the new text"], "cs-2017" = ["…"] }
    [change.what]
    en = "Whoever deals may no longer deal two adjacent cards to the same hand."

    [[new]]                       # or [[dropped]], with “from”: without a partner in the other year
    to = "1.B"
    rule = false                  # a federation's own note or a repetition; without it, a rule
    [new.what]
    en = "The regulating authority may require symmetrical faces."

What is unchanged stands in the list, or as a change of that kind with a sentence and no quotes,
where one text says otherwise than the rest of its year. What is in none of the lists was not read.
Quotes stand in the texts character for character; those of an edition that the corpus lacks are
left out. They hold the words that are new, or gone, and no more: of a pointer that was renumbered
its number, and nothing where words only fell away.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from lawbase.aligning.partners import Partners
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    PARTS,
    Alignment,
    Contrast,
    ContrastKind,
    Key,
    Language,
    Needless,
    PartSpan,
    Relation,
    Text,
)
from lawbase.profile import load_toml, read_utf8, table_lines

READ: dict[ContrastKind, tuple[float, float, float]] = {
    "unchanged": (0.2, 0.1, 0.02),
    "reference": (0.3, 0.2, 0.1),
    "wording": (0.6, 0.8, 0.95),
    "substance": (0.7, 0.9, 0.99),
}
"""The score of what an editor read, by how sure that is: open, likely, clear."""
Quotes = dict[str, tuple[str, ...]]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry holds: what an editor says of it, how sure that is, and its place."""

    sure: Literal[1, 2, 3] = 3
    what: dict[Language, str] = {}
    between: tuple[str, str] = ("", "")
    beside: tuple[str, ...] = ()
    file: str = ""
    line: int = 0

    def speaks_of(self, edition: str) -> bool:
        """Whether the editor read an edition."""
        return edition in self.between or edition in self.beside

    def error(self, message: str, quoted: str = "") -> LawbaseError:
        """A fault of this entry, told with the line of what it quotes or else its own."""
        lines = read_utf8(Path(self.file)).splitlines()[self.line :] if quoted else []
        found = (n for n, text in enumerate(lines, self.line + 1) if quoted in text)
        return LawbaseError(message, file=self.file, line=next(found, self.line))


class ChangeReading(Entry, frozen=True, rename={"from_key": "from", "to_key": "to"}):
    """One pair as it was read."""

    from_key: Key
    to_key: Key
    kind: ContrastKind
    removed: Quotes = {}
    added: Quotes = {}
    note: str = ""

    @property
    def belongs(self) -> bool:
        """Whether it has a place among the changes: what is unchanged, only with a sentence."""
        return self.kind != "unchanged" or bool(self.what and not (self.removed or self.added))


class NewReading(Entry, frozen=True, rename={"key": "to"}):
    """A provision of the newer text that no provision of the older one became, rule or not."""

    relation: ClassVar[Relation] = "new"
    side: ClassVar[int] = 1
    key: Key
    rule: bool = True


class DroppedReading(Entry, frozen=True, rename={"key": "from"}):
    """A provision of the older text that became no provision of the newer one."""

    relation: ClassVar[Relation] = "dropped"
    side: ClassVar[int] = 0
    key: Key
    rule: bool = True


LoneReading = NewReading | DroppedReading
Reading = ChangeReading | LoneReading
R = TypeVar("R", bound=Entry)


class Readings:
    """The readings of all files, by the pairs that they speak of, checked against the texts."""

    def __init__(self, kb: KnowledgeBase, readings: Iterable[Reading], partners: Partners):
        """Raises LawbaseError, with file and line, when a key or a quote isn't in the texts."""
        self._kb = kb
        self._years = {edition.id: edition.year for edition in kb.editions}
        self._partners = partners
        self._of: dict[tuple[Text, Text], ChangeReading] = {}
        self._read: dict[tuple[str, str], None] = {}
        self._alone: dict[tuple[Text, int], LoneReading] = {}
        for reading in readings:
            if isinstance(reading, ChangeReading):
                self._take_pair(reading)
            else:
                self._take_alone(reading)

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that were read."""
        entries: tuple[Reading, ...] = (*self._of.values(), *self._alone.values())
        return tuple(e for e in self._years if any(entry.speaks_of(e) for entry in entries))

    def _take_pair(self, reading: ChangeReading) -> None:
        old = self._end(reading, reading.between[0], reading.from_key)
        new = self._end(reading, reading.between[1], reading.to_key)
        if old is None or new is None:
            return
        if (old, new) in self._of:
            raise reading.error(f"“{old.key}” → “{new.key}” is read twice")
        self._of[old, new] = reading
        self._read[old.edition, new.edition] = None
        for end, quotes in ((old, reading.removed), (new, reading.added)):
            for edition, said in quotes.items():
                self._check(reading, end, edition, said)

    def _take_alone(self, reading: LoneReading) -> None:
        text = self._end(reading, reading.between[reading.side], reading.key)
        year = self._years.get(reading.between[1 - reading.side])
        if text is None or year is None:
            return
        if (text, year) in self._alone:
            raise reading.error(f"“{text.key}” is read twice")
        self._alone[text, year] = reading

    def described(self, link: Alignment) -> Alignment:
        """A provision without a partner, with what an editor says of it in a text that was read."""
        if len(link.texts) > 1:
            return link
        text, year = self._lone(link)
        editions = dict.fromkeys(found.edition for found, _ in self._alone)
        places = (place for edition in editions for place in self._texts(text, edition))
        reading = next((found for p in places if (found := self._alone.get((p, year)))), None)
        if reading is None or not reading.speaks_of(text.edition):
            return link
        return replace(link, what=reading.what, sure=reading.sure, rule=reading.rule)

    def reviewed(self, contrast: Contrast, link: Alignment) -> Contrast:
        """What was detected of an aligned pair as an editor read it, if one did.

        A reading holds for the same pair in all editions that were read, whatever their languages.
        """
        old, new = link.texts
        reading = next(
            (
                self._of[a, b]
                for one, other in self._read
                for a in self._texts(old, one)
                for b in self._texts(new, other)
                if (a, b) in self._of
            ),
            None,
        )
        if reading is None or not all(reading.speaks_of(text.edition) for text in link.texts):
            return contrast
        return replace(
            contrast,
            kind=reading.kind,
            score=READ[reading.kind][reading.sure - 1],
            added=self._spans(new, reading.added),
            removed=self._spans(old, reading.removed),
            reviewed=True,
            what=reading.what,
            sure=reading.sure,
            note=reading.note,
        )

    def _spans(self, text: Text, quotes: Quotes) -> tuple[PartSpan, ...]:
        """Where the quotes of a text's own edition stand in it, in order."""
        found = {span for quote in quotes.get(text.edition, ()) for span in self._find(text, quote)}
        return tuple(sorted(found, key=lambda span: (PARTS.index(span.part), span.start, span.end)))

    def needless(self, links: Iterable[Alignment]) -> Iterator[Needless]:
        """The readings of pairs that aren't aligned any more, or of what has a partner by now."""
        every = tuple(links)
        aligned = {link.texts for link in every}
        for (old, new), reading in self._of.items():
            if (old, new) not in aligned:
                described = f"{reading.kind}: {old.key} → {new.key}"
                yield Needless(old.edition, old.key, described, Path(reading.file).name)
        alone = {self._lone(link) for link in every if len(link.texts) == 1}
        for (text, year), lone in self._alone.items():
            if (text, year) not in alone:
                described = f"{lone.relation}: {text.key}"
                yield Needless(text.edition, text.key, described, Path(lone.file).name)

    def _lone(self, link: Alignment) -> tuple[Text, int]:
        """A provision without a partner, and the year that it has none in."""
        other = link.from_edition if link.from_key is None else link.to_edition
        return link.texts[0], self._years[other]

    def _end(self, reading: Reading, edition: str, key: Key) -> Text | None:
        if edition not in self._years:
            return None
        if not self._kb.provision(edition, key):
            raise reading.error(f"{edition} has no “{key}”")
        return Text(edition, key)

    def _check(
        self, reading: ChangeReading, end: Text, edition: str, quotes: Sequence[str]
    ) -> None:
        """Every quote of an edition stands in a text of it that is this provision's."""
        if edition not in self._years:
            return
        if self._years[edition] != self._years[end.edition]:
            message = f"{edition} is no text of {self._years[end.edition]}"
            raise reading.error(message, edition)
        places = self._texts(end, edition)
        for quote in quotes:
            if not any(self._find(place, quote) for place in places):
                message = f"{edition} {end.key} doesn't say “{quote}”"
                raise reading.error(message, quote)

    def _texts(self, text: Text, edition: str) -> Sequence[Text]:
        """The texts of an edition of the same year that hold a provision."""
        if text.edition == edition:
            return [text]
        of_year = self._years[text.edition] == self._years[edition]
        return self._partners.of(text, edition) if of_year else ()

    def _find(self, text: Text, quote: str) -> list[PartSpan]:
        provision = self._kb.provision(text.edition, text.key)
        assert provision is not None
        return [
            PartSpan(part, start, start + len(quote))
            for part in PARTS
            for start in _places(provision.part(part), quote)
        ]


def _places(text: str, quote: str) -> Iterator[int]:
    """Where a quote begins in a text."""
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + max(1, len(quote)))


def load_readings(folder: Path) -> tuple[Reading, ...]:
    """The readings of all files of a folder, in order; none when there is no such folder.

    Raises:
        LawbaseError: with file and line, when a file is malformed.
    """
    return tuple(reading for path in sorted(folder.glob("*.toml")) for reading in _load(path))


class ReadingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    between: tuple[str, str]
    beside: tuple[str, ...] = ()
    unchanged: tuple[tuple[Key, Key], ...] = ()
    change: tuple[ChangeReading, ...] = ()
    new: tuple[NewReading, ...] = ()
    dropped: tuple[DroppedReading, ...] = ()


def _load(path: Path) -> Iterator[Reading]:
    file = load_toml(path, ReadingsFile)
    text = read_utf8(path).splitlines()
    for old, new in file.unchanged:
        printed = f'["{old}", "{new}"]'
        line = next((n for n, content in enumerate(text, 1) if printed in content), 1)
        unchanged = ChangeReading(from_key=old, to_key=new, kind="unchanged")
        yield _placed(unchanged, file, path, line)
    tables: tuple[tuple[str, tuple[Reading, ...]], ...] = (
        ("change", file.change),
        ("new", file.new),
        ("dropped", file.dropped),
    )
    for name, entries in tables:
        for entry, line in zip(entries, table_lines(path, name, len(entries)), strict=True):
            reading = _placed(entry, file, path, line)
            if isinstance(reading, ChangeReading) and not reading.belongs:
                where = "stands in the list at the top, or has a sentence and no quotes"
                raise reading.error(f"what is unchanged {where}")
            yield reading


def _placed(entry: R, file: ReadingsFile, path: Path, line: int) -> R:
    return replace(entry, between=file.between, beside=file.beside, file=str(path), line=line)
