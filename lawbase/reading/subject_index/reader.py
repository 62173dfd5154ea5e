"""Lines of an index -> its rows, every character claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from lawbase.errors import LawbaseError
from lawbase.model import IndexEntry
from lawbase.reading.corrections import Corrections
from lawbase.reading.ledger import Ledger
from lawbase.reading.profile import EditionFolder, compiled
from lawbase.reading.subject_index.alphabet import Alphabet
from lawbase.reading.subject_index.citations import CitationReader, Cited
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.subject_index.levels import Entry, Level, choose_levels
from lawbase.reading.subject_index.printed import Printed, printed_entries
from lawbase.reading.traced import Traced


@dataclass(frozen=True, slots=True)
class _Row:
    """A printed entry as it was read, and its level if a correction decides it."""

    printed: Printed
    cited: Cited
    level: Level | None = None

    @property
    def attached(self) -> bool:
        """Whether it only says more of the entry above: another topic to see, or a remark."""
        return not self.cited.title or self.cited.remark


def read_index(
    lines: Sequence[Traced],
    layout: IndexLayout,
    folder: EditionFolder,
    corrections: Corrections,
    ledger: Ledger,
) -> tuple[IndexEntry, ...]:
    """The rows of a subject index, in the order of the book; its characters are claimed.

    ``lines`` are its lines without those that are blank or the page's. An entry that sends to
    another topic on a line of its own gives two rows. A correction of the kind ``index`` may say
    what an entry is (``topic``, ``subtopic``) or which references it has, parted by ``;``.

    Raises:
        LawbaseError: with file and line, for an entry whose references can't be read.
    """
    reader = CitationReader(layout)
    printed = _without_opening(
        printed_entries(lines, folder.source, reader.see), layout, folder, ledger
    )
    rows = [_row(entry, reader, corrections, ledger) for entry in printed]
    levels = choose_levels(_evidence(rows, layout), layout.topics == "blank line")
    return tuple(_index_entries(rows, levels, folder.profile.id, ledger))


def _without_opening(
    entries: Sequence[Printed], layout: IndexLayout, folder: EditionFolder, ledger: Ledger
) -> list[Printed]:
    profile = folder.path / "edition.toml"
    patterns = [compiled(pattern, profile) for pattern in layout.opening]
    kept = []
    for entry in entries:
        if any(pattern.fullmatch(entry.text.text) for pattern in patterns):
            ledger.claim(entry.text, "heading", "index")
        else:
            kept.append(entry)
    return kept


def _row(
    printed: Printed, reader: CitationReader, corrections: Corrections, ledger: Ledger
) -> _Row:
    text = printed.text
    cited, level = _corrected(text, reader, corrections, ledger)
    if cited.unread:
        raise LawbaseError(
            f"the references of “{text.text}” can't be read; a correction must say what is meant",
            file=ledger.file,
            line=ledger.line(text.origins[0]),
        )
    return _Row(printed, cited, level)


def _corrected(
    text: Traced, reader: CitationReader, corrections: Corrections, ledger: Ledger
) -> tuple[Cited, Level | None]:
    level: Level | None = None
    for at, origin in enumerate(text.origins):
        correction = corrections.at("index", origin)
        if correction and correction.read_as in get_args(Level):
            level = "topic" if correction.read_as == "topic" else "subtopic"
        elif correction:
            refs = tuple(ref.strip() for ref in correction.read_as.split(";"))
            return Cited(text.text[:at].strip(), refs), level
    try:
        return reader.read(text.text), level
    except LawbaseError as error:
        line = ledger.line(text.origins[0])
        raise LawbaseError(error.message, file=ledger.file, line=line) from error


def _evidence(rows: Sequence[_Row], layout: IndexLayout) -> list[Entry]:
    """What tells the level of each entry that isn't attached to the one above it."""
    own = [number for number, row in enumerate(rows) if not row.attached]
    places = Alphabet(layout.alphabet).places([rows[number].cited.title for number in own])
    return [
        Entry(
            place=place,
            gap=rows[number].printed.gap,
            defined=rows[number].cited.refs[:1] == ("def",),
            referring=bool(rows[number].cited.refs),
            sending=bool(rows[number].cited.see) or _sends(rows, number),
            level=rows[number].level,
        )
        for number, place in zip(own, places, strict=True)
    ]


def _sends(rows: Sequence[_Row], number: int) -> bool:
    return number + 1 < len(rows) and bool(rows[number + 1].cited.see and rows[number + 1].attached)


def _index_entries(
    rows: Sequence[_Row], levels: Sequence[Level], edition: str, ledger: Ledger
) -> Iterator[IndexEntry]:
    topic = subtopic = ""
    remaining = iter(levels)
    for row in rows:
        if not row.attached:
            title = row.cited.title
            topic, subtopic = (title, "") if next(remaining) == "topic" else (topic, title)
        below = row.cited.title if row.cited.remark else subtopic
        entry = IndexEntry(
            edition=edition,
            topic=topic,
            subtopic=below,
            refs=row.cited.refs,
            see=row.cited.see,
            raw=row.printed.text.text,
            source=row.printed.text.span(),
        )
        ledger.claim(row.printed.text, "index", entry.key)
        yield entry
