"""What an editor read of the changes from one year to another: ``corpus/changes/*.toml``.

A file a chapter of the book, read of two editions but said of their years, in whatever language::

    between = ["cs-2007", "pl-2017"]
    unchanged = [["6.A", "6.A"], ["6.C", "6.C"]]

    [[change]]
    from = "6.B"
    to = "6.B"
    kind = "substance"            # or reference, wording
    sure = 3                      # 1 the texts leave it open, 2 likely, 3 clear
    removed = { "cs-2007" = ["words of the old text"], "sr-2007" = ["…"] }
    added = { "pl-2017" = ["words of the new text"], "cs-2017" = ["…"] }
    [change.what]
    en = "Whoever deals may no longer deal two adjacent cards to the same hand."

What is in none of the lists was not read. Quotes stand in the texts character for character;
those of an edition that the corpus lacks are left out. They hold the words that are new, or gone,
and no more: of a pointer that was renumbered its number, and nothing where words only fell away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
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
Holders = Mapping[tuple[Text, str], Sequence[Key]]


class ChangeReading(
    Struct, frozen=True, rename={"from_key": "from", "to_key": "to"}, forbid_unknown_fields=True
):
    """One pair as it was read, and the place in its file."""

    from_key: Key
    to_key: Key
    kind: ContrastKind
    sure: int = 3
    removed: Quotes = {}
    added: Quotes = {}
    note: str = ""
    what: dict[Language, str] = {}
    between: tuple[str, str] = ("", "")
    file: str = ""
    line: int = 0

    def error(self, message: str, quoted: str = "") -> LawbaseError:
        """A fault of this entry, told with the line of what it quotes or else its own."""
        lines = read_utf8(Path(self.file)).splitlines()[self.line :] if quoted else []
        found = (n for n, text in enumerate(lines, self.line + 1) if quoted in text)
        return LawbaseError(message, file=self.file, line=next(found, self.line))


class Readings:
    """The readings of all files, by the pairs that they speak of, checked against the texts."""

    def __init__(
        self, kb: KnowledgeBase, readings: Iterable[ChangeReading], links: Sequence[Alignment]
    ):
        """Raises LawbaseError, with file and line, when a key or a quote isn't in the texts."""
        self._kb = kb
        self._years = {edition.id: edition.year for edition in kb.editions}
        self._holders = _holders(links, self._years)
        self._of: dict[tuple[Text, Text], ChangeReading] = {}
        self._read: dict[tuple[str, str], None] = {}
        for reading in readings:
            old = self._end(reading, reading.between[0], reading.from_key)
            new = self._end(reading, reading.between[1], reading.to_key)
            if old is None or new is None:
                continue
            if (old, new) in self._of:
                raise reading.error(f"“{old.key}” → “{new.key}” is read twice")
            self._of[old, new] = reading
            self._read[old.edition, new.edition] = None
            for end, quotes in ((old, reading.removed), (new, reading.added)):
                for edition, said in quotes.items():
                    self._check(reading, end, edition, said)

    def reviewed(self, contrast: Contrast, link: Alignment) -> Contrast:
        """What was detected of an aligned pair as an editor read it, if one did.

        A reading holds for the pair whatever the languages of its editions.
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
        if reading is None:
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
        """The readings of pairs that are not aligned any more."""
        aligned = {link.texts for link in links}
        for (old, new), reading in self._of.items():
            if (old, new) not in aligned:
                described = f"{reading.kind}: {old.key} → {new.key}"
                yield Needless(old.edition, old.key, described, Path(reading.file).name)

    def _end(self, reading: ChangeReading, edition: str, key: Key) -> Text | None:
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

    def _texts(self, text: Text, edition: str) -> list[Text]:
        """The texts of an edition of the same year that hold a provision."""
        if text.edition == edition:
            return [text]
        return [Text(edition, key) for key in self._holders.get((text, edition), ())]

    def _find(self, text: Text, quote: str) -> list[PartSpan]:
        provision = self._kb.provision(text.edition, text.key)
        assert provision is not None
        return [
            PartSpan(part, match.start(), match.end())
            for part in PARTS
            for match in re.finditer(re.escape(quote), provision.part(part))
        ]


def load_readings(folder: Path) -> tuple[ChangeReading, ...]:
    """The readings of all files of a folder, in order; none when there is no such folder.

    Raises:
        LawbaseError: with file and line, when a file is malformed.
    """
    return tuple(reading for path in sorted(folder.glob("*.toml")) for reading in _load(path))


class ReadingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    between: tuple[str, str]
    unchanged: tuple[tuple[Key, Key], ...] = ()
    change: tuple[ChangeReading, ...] = ()


def _load(path: Path) -> Iterator[ChangeReading]:
    file = load_toml(path, ReadingsFile)
    text = read_utf8(path).splitlines()
    for old, new in file.unchanged:
        printed = f'["{old}", "{new}"]'
        line = next((n for n, content in enumerate(text, 1) if printed in content), 1)
        yield ChangeReading(old, new, "unchanged", between=file.between, file=str(path), line=line)
    for entry, line in zip(file.change, table_lines(path, "change", len(file.change)), strict=True):
        reading = replace(entry, between=file.between, file=str(path), line=line)
        if reading.kind == "unchanged":
            raise reading.error("what is unchanged stands in the list at the top of the file")
        if reading.sure not in (1, 2, 3):
            raise reading.error("“sure” is 1, 2 or 3", "sure")
        yield reading


def _holders(links: Iterable[Alignment], years: Mapping[str, int]) -> Holders:
    """For every text the keys that hold it in other editions of its year, the main one first."""
    within = (a for a in links if years[a.from_edition] == years[a.to_edition])
    return grouped(
        ((one, other.edition), other.key)
        for link in sorted(within, key=lambda a: a.relation not in ("same", "moved"))
        for one, other in permutations(link.texts)
    )
