"""Lines of an index -> its rows, every character claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from lawbase.errors import LawbaseError
from lawbase.model import IndexEntry
from lawbase.reading.pages import Line
from lawbase.reading.source import Source
from lawbase.reading.subject_index.citations import CitationReader, Cited
from lawbase.reading.subject_index.entries import Level, Printed, printed_entries
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.subject_index.levels import Entry, choose_levels
from lawbase.text import WORD, Alphabet, Span


@dataclass(frozen=True, slots=True)
class _Row:
    """A printed entry as it was read, and its level if the print or a correction decides it."""

    printed: Printed
    cited: Cited
    level: Level | None = None

    @property
    def attached(self) -> bool:
        """Whether it only says more of the entry above: another topic to see, or a remark."""
        return not self.cited.title or self.cited.remark


def read_index(
    lines: Sequence[Line], layout: IndexLayout, source: Source
) -> tuple[IndexEntry, ...]:
    """The rows of a subject index, in the order of the book; its characters are claimed.

    ``lines`` are its lines without those that are blank or the page's. An entry that sends to
    another topic on a line of its own gives two rows. A correction of the kind ``index`` may say
    what an entry is (``topic``, ``subtopic``) or which references it has, parted by ``;``.
    References that can't be read, and examples of the profile that are read otherwise, are told.
    """
    reader = CitationReader(layout)
    _check_examples(layout, reader, source)
    printed = [
        entry
        for entry in printed_entries(lines, layout, reader)
        if not _opens(entry, layout, source)
    ]
    rows = [_row(entry, reader, source) for entry in printed]
    levels = choose_levels(_evidence(rows, layout), layout.topics == "blank line")
    entries = tuple(_index_entries(rows, levels, source))
    if layout.parted:
        _claim_between(lines, source)
    return entries


def _check_examples(layout: IndexLayout, reader: CitationReader, source: Source) -> None:
    for line, meant in layout.examples.items():
        cited = reader.read(line)
        read = (*cited.refs, *(f"see:{topic}" for topic in cited.see))
        if read != meant:
            source.tell_profile(
                f"the index example “{line}” is read as {list(read)}, not {list(meant)}",
                "layout", "index", "examples", line,
            )  # fmt: skip


def _opens(entry: Printed, layout: IndexLayout, source: Source) -> bool:
    if not any(pattern.fullmatch(entry.text.text) for pattern in layout.opening):
        return False
    source.ledger.claim(entry.text, "heading", "index")
    return True


def _row(printed: Printed, reader: CitationReader, source: Source) -> _Row:
    cited, level = _corrected(printed, reader, source)
    if cited.unread:
        source.tell(
            f"the references of “{printed.text.text}” can't be read",
            printed.text.origins[0],
            cost=100,
            cause="a word in it that [layout.index] doesn't know, or a slip of the print",
            paste=(
                f'[[correction]]\nkind = "index"\nat = "{printed.text.text}"\n'
                f'printed = "{printed.text.text.split()[-1]}"\n'
                f'read_as = ""      # the keys that are meant, parted by ;\nwhy = ""'
            ),
        )
    return _Row(printed, cited, level)


def _corrected(
    printed: Printed, reader: CitationReader, source: Source
) -> tuple[Cited, Level | None]:
    level = printed.level
    for at, origin in enumerate(printed.text.origins):
        correction = source.corrections.at("index", origin)
        if correction and correction.read_as in get_args(Level):
            level = "topic" if correction.read_as == "topic" else "subtopic"
        elif correction:
            refs = tuple(ref.strip() for ref in correction.read_as.split(";"))
            return Cited(printed.text.text[printed.mark : at].strip(), refs), level
    try:
        return reader.read(printed.words), level
    except LawbaseError as error:
        source.tell(error.message, printed.text.origins[0], cost=100)
        return Cited(printed.words, remark=True), level


def _evidence(rows: Sequence[_Row], layout: IndexLayout) -> list[Entry]:
    """What tells the level of each entry that isn't attached to the one above it."""
    own = [number for number, row in enumerate(rows) if not row.attached]
    places = _places([rows[number].cited.title for number in own], layout.alphabet)
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


def _places(titles: Sequence[str], letters: str) -> list[float]:
    """Where each title lies from 0 to 1 when all are sorted, word by word and letter by letter."""
    alphabet = Alphabet(tuple(letters.split()))
    keys = [tuple(alphabet.order(word)[0] for word in WORD.findall(title)) for title in titles]
    order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [order[key] / len(order) for key in keys]


def _sends(rows: Sequence[_Row], number: int) -> bool:
    return number + 1 < len(rows) and bool(rows[number + 1].cited.see and rows[number + 1].attached)


def _index_entries(
    rows: Sequence[_Row], levels: Sequence[Level], source: Source
) -> Iterator[IndexEntry]:
    topic = subtopic = ""
    remaining = iter(levels)
    for row in rows:
        if not row.attached:
            title = row.cited.title
            topic, subtopic = (title, "") if next(remaining) == "topic" else (topic, title)
        elif row.printed.apart:
            subtopic = ""
        entry = IndexEntry(
            edition=source.folder.profile.id,
            topic=topic,
            subtopic=row.cited.title if row.cited.remark else subtopic,
            refs=row.cited.refs,
            see=row.cited.see,
            raw=row.printed.text.text,
            source=row.printed.text.span(),
        )
        source.ledger.claim(row.printed.text, "index", entry.key)
        yield entry


def _claim_between(lines: Sequence[Line], source: Source) -> None:
    """Claim the signs between subtopics that run on: they belong to no entry."""
    for span in source.ledger.unexplained(Span(lines[0].start, lines[-1].traced.span().end)):
        source.ledger.claim(span, "furniture", "")
