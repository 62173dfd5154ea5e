"""Lines of an index -> its entries as printed, their levels, its rows, every character claimed."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import log
from types import MappingProxyType
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import Level
from lawbase.errors import LawbaseError
from lawbase.model import IndexEntry
from lawbase.reading.lightest import Hypothesis, follow
from lawbase.reading.pages import Line
from lawbase.reading.patterns import begins_large
from lawbase.reading.source import Source
from lawbase.reading.subject_index.layout import (
    IndexLayout,
    ParsedEntry,
    ReferenceReader,
)
from lawbase.reading.traced import INSERTED, SOFT, Traced
from lawbase.text import WORD, Alphabet, Span

EntryLevel = Literal["topic", "subtopic"]

OUT_OF_ORDER = 3.2
"""An entry that doesn't follow the alphabet may lie anywhere."""
SLIGHTLY_OUT_OF_ORDER = 0.7
"""A topic that stands a few places too late."""
UNDEFINED = 2.0
"""A topic that the book doesn't define."""
LEADS_NOWHERE = 5.0
"""An entry with neither references nor another topic to see nor subtopics."""
SUBTOPIC_SENDS = 4.0
"""A subtopic with references of its own that sends to another topic too."""

_UNREAD = ParsedEntry("")


class PrintedEntry(Struct, frozen=True):
    """An entry as printed, its lines joined, what separates it from the entry before.

    ``level`` is known where the print or a correction shows it; ``mark`` is how many characters at
    its beginning only show it. ``cited`` is the entry as it was read, ``place`` where it lies in
    the alphabet of the index, from 0 to 1; ``sends`` says that the entry below only sends it to
    another topic.
    """

    text: Traced
    gap: str
    level: EntryLevel | None = None
    mark: int = 0
    cited: ParsedEntry = _UNREAD
    place: float = 0.0
    sends: bool = False

    @property
    def words(self) -> str:
        """Its words without the mark."""
        return self.text.text[self.mark :]

    @property
    def attached(self) -> bool:
        """Whether it only says more of the entry above: another topic to see, or a remark."""
        return not self.cited.title or self.cited.remark

    @property
    def sending(self) -> bool:
        """Whether it sends to another topic."""
        return self.sends or bool(self.cited.see)

    @property
    def bare(self) -> bool:
        """Whether it leads nowhere by itself."""
        return not (self.cited.refs or self.sending)


class MeanSteps(Struct, frozen=True):
    """How much of the alphabet lies, on average, between two topics and between two subtopics."""

    topic: float
    subtopic: float

    @property
    def spread(self) -> float:
        """How much two readings up to an entry can differ in the weight of what follows it.

        They differ in the weight of one subtopic and one topic only, for the rest is read alike.
        """
        return 2 * OUT_OF_ORDER - log(self.topic) - log(self.subtopic) + LEADS_NOWHERE


def choose_levels(entries: Sequence[PrintedEntry]) -> list[EntryLevel]:
    """The likeliest level of every entry; the first is a topic.

    How densely topics and subtopics stand in the alphabet is learned from the index itself, from
    the levels chosen for a first guess.
    """
    guess = MeanSteps(topic=3 / max(len(entries), 3), subtopic=1 / 6)
    return _lightest(entries, _steps(entries, _lightest(entries, guess), guess))


def _steps(
    entries: Sequence[PrintedEntry], levels: Sequence[EntryLevel], guess: MeanSteps
) -> MeanSteps:
    """The average steps forward of a reading."""
    topics: list[float] = []
    subtopics: list[float] = []
    topic = last = 0.0
    for entry, level in zip(entries, levels, strict=True):
        taken, start = (topics, topic) if level == "topic" else (subtopics, last)
        if entry.place > start:
            taken.append(entry.place - start)
        topic, last = (entry.place, 0.0) if level == "topic" else (topic, entry.place)
    return MeanSteps(
        sum(topics) / len(topics) if topics else guess.topic,
        sum(subtopics) / len(subtopics) if subtopics else guess.subtopic,
    )


def _lightest(entries: Sequence[PrintedEntry], steps: MeanSteps) -> list[EntryLevel]:
    """The levels of the lightest reading; its state is the topic that an entry stands under."""

    def ways(
        reading: Hypothesis[int, EntryLevel], number: int
    ) -> Iterator[Hypothesis[int, EntryLevel]]:
        topic, shown = reading.state, entries[number].level
        if shown != "topic":
            weight = _subtopic_weight(entries, topic, number, steps.subtopic)
            yield reading.then(weight, topic, "subtopic")
        if shown != "subtopic":
            weight = _topic_weight(entries, topic, number, steps.topic)
            yield reading.then(weight, number, "topic")

    readings = follow(0, range(1, len(entries)), ways, steps.spread)
    lightest = min(readings, key=lambda reading: reading.weight)
    return ["topic", *lightest.decisions()] if entries else []


def _topic_weight(entries: Sequence[PrintedEntry], before: int, number: int, step: float) -> float:
    """The weight of a topic after the topic ``before``."""
    entry, last = entries[number], entries[before]
    weight = OUT_OF_ORDER
    if entry.place != last.place:
        late = SLIGHTLY_OUT_OF_ORDER if entry.place < last.place else 0.0
        weight = min(weight, abs(entry.place - last.place) / step + log(step) + late)
    if entry.cited.refs[:1] != ("def",):
        weight += UNDEFINED
    return weight + (LEADS_NOWHERE if before == number - 1 and last.bare else 0.0)


def _subtopic_weight(
    entries: Sequence[PrintedEntry], topic: int, number: int, step: float
) -> float:
    """The weight of a subtopic under ``topic``, after the topic itself or its last subtopic."""
    entry = entries[number]
    start = 0.0 if topic == number - 1 else entries[number - 1].place
    weight = OUT_OF_ORDER
    if entry.place >= start:
        weight = min(weight, (entry.place - start) / step + log(step))
    return weight + (SUBTOPIC_SENDS if entry.sending and entry.cited.refs else 0.0)


def printed_entries(
    lines: Sequence[Line], layout: IndexLayout, reader: ReferenceReader
) -> list[PrintedEntry]:
    """The entries of an index, in the order of the book.

    A line begins an entry, unless something tells that it goes on with the one before it: a comma
    or a dash there, a beginning with a small letter or a digit (unless both lines have references
    of their own), a deeper indentation.
    """
    shown = _Print(lines, layout, reader)
    entries: list[PrintedEntry] = []
    for number, line in enumerate(lines):
        level, mark = shown.level(line)
        if entries and shown.goes_on(entries[-1], line, level, mark):
            entries[-1] = replace(entries[-1], text=_joined(entries[-1].text, line.traced))
        else:
            gap = line.gap if number else "page"
            entries.append(PrintedEntry(line.traced, gap, level, mark))
    return [part for entry in entries for part in _parts(entry, layout, reader)]


def _joined(before: Traced, line: Traced) -> Traced:
    if before.text.endswith(SOFT):
        return before[: len(before) - 1] + line
    return before + Traced(" ", (INSERTED,)) + line


_QUOTES = "„“”‚‘’«»\"'"


class _Print:
    """What the print tells of a line: its level, and whether it goes on with the entry above."""

    def __init__(self, lines: Sequence[Line], layout: IndexLayout, reader: ReferenceReader):
        self._layout = layout
        self._reader = reader
        self._unfinished = (",", "–", SOFT, *filter(None, [layout.parted]))
        counts = Counter(line.column for line in lines)
        margin = min(counts, default=0)
        deeper = Counter({column: n for column, n in counts.items() if column > margin})
        usual = deeper.most_common(1)[0][0] if deeper else None
        slack = usual is not None and usual > margin + 1  # some stand a column off in a conversion
        self._topic = margin + slack
        self._subtopic = None if usual is None else usual + slack

    def level(self, line: Line) -> tuple[EntryLevel | None, int]:
        """The level that the print shows of an entry, and the length of the mark before it."""
        match = self._layout.subtopic.match(line.text) if self._layout.subtopic else None
        mark = match.end() if match else 0
        if self._layout.topics == "mark":
            return ("subtopic" if match else "topic"), mark
        if self._layout.topics == "indentation":
            return ("topic" if line.column <= self._topic else "subtopic"), mark
        return None, 0

    def deeper(self, line: Line, level: EntryLevel | None) -> bool:
        """Whether a line is indented more than an entry of the level would be."""
        if self._layout.topics == "mark" and level == "topic":
            return line.column > self._topic
        if self._layout.topics == "indentation" and self._subtopic is not None:
            return line.column > self._subtopic
        return False

    def goes_on(self, entry: PrintedEntry, line: Line, level: EntryLevel | None, mark: int) -> bool:
        """Whether a line goes on with an entry."""
        layout, reader = self._layout, self._reader
        opens = (entry.text.text, line.text) if line.gap != "none" else (entry.text.text,)
        if mark or any(pattern.fullmatch(text) for pattern in layout.opening for text in opens):
            return False
        refers = reader.refers(entry.words)
        words = line.text.lstrip(_QUOTES)
        if entry.text.text.endswith(self._unfinished):
            return True
        if reader.only_refers(line.text) and not (refers and begins_large(words)):
            return True
        if reader.see.match(line.text):
            return False
        if self.deeper(line, level):
            return True
        if layout.topics == "indentation" and level == "subtopic":
            return False
        if layout.lower_case:
            return not words[:1].isalpha() and not words[:1].isdigit()
        complete = refers and reader.refers(line.text)
        return not begins_large(words) and not (complete and words[:2].isalpha())


def _parts(
    entry: PrintedEntry, layout: IndexLayout, reader: ReferenceReader
) -> Iterator[PrintedEntry]:
    """A topic with the subtopics that run on behind it; an entry of its own is left as it is."""
    if not layout.parted:
        yield entry
        return
    start, text = 0, entry.text
    pieces: list[Traced] = []
    cuts = [match.start() for match in re.finditer(re.escape(layout.parted), text.text)]
    for end in [*cuts, len(text)]:
        piece = text[start:end].strip()
        if pieces and reader.only_refers(piece.text):
            pieces[-1] = text[text.origins.index(pieces[-1].origins[0]) : end].strip()
        elif piece:
            pieces.append(piece)
        start = end + len(layout.parted)
    first = layout.leader.search(pieces[0].text) if layout.leader and pieces else None
    rest = pieces[0].text[first.end() :] if first else ""
    if first and rest and not (reader.only_refers(rest) or reader.see.match(rest)):
        pieces[:1] = [pieces[0][: first.start()], pieces[0][first.end() :]]
    for number, piece in enumerate(pieces):
        level = entry.level if not number else "subtopic"
        match = layout.subtopic.match(piece.text) if number and layout.subtopic else None
        mark = match.end() if match else 0 if number else entry.mark
        yield PrintedEntry(piece, entry.gap, level or "topic", mark)


def read_index(
    lines: Sequence[Line],
    layout: IndexLayout,
    source: Source,
    counted: Mapping[Level, str] = MappingProxyType({}),
) -> tuple[IndexEntry, ...]:
    """The rows of a subject index, in the order of the book; its characters are claimed.

    ``lines`` are its lines without those that are blank or the page's, ``counted`` the labels that
    don't count in Latin letters. An entry that sends to
    another topic on a line of its own gives two rows. A correction of the kind ``index`` may say
    what an entry is (``topic``, ``subtopic``) or which references it has, parted by ``;``.
    References that can't be read, and examples of the profile that are read otherwise, are told.
    """
    reader = ReferenceReader(layout, counted)
    _check_examples(layout, reader, source)
    rows = [
        _read(entry, reader, source)
        for entry in printed_entries(lines, layout, reader)
        if not _opens(entry, layout, source)
    ]
    levels = choose_levels(_placed(rows, layout))
    entries = tuple(_index_entries(rows, levels, source))
    if layout.pages:
        numbered = sum(bool(entry.refs) for entry in entries)
        source.tell_profile("index-of-pages", "layout.index.pages", rows=numbered)
        names = [tuple(ref for ref in entry.refs if not ref[0].isdigit()) for entry in entries]
        entries = tuple(replace(e, refs=refs) for e, refs in zip(entries, names, strict=True))
    if layout.parted:
        _claim_between(lines, source)
    return entries


def _check_examples(layout: IndexLayout, reader: ReferenceReader, source: Source) -> None:
    for line, meant in layout.examples.items():
        cited = reader.read(line)
        read = (*cited.refs, *(f"see:{topic}" for topic in cited.see))
        if read != meant:
            said = {"line": line, "read": list(read), "meant": list(meant)}
            source.tell_profile("index-example", f"layout.index.examples.{line}", **said)


def _opens(entry: PrintedEntry, layout: IndexLayout, source: Source) -> bool:
    if not any(pattern.fullmatch(entry.text.text) for pattern in layout.opening):
        return False
    source.ledger.claim(entry.text, "heading", "index")
    return True


def _read(printed: PrintedEntry, reader: ReferenceReader, source: Source) -> PrintedEntry:
    cited, level = _corrected(printed, reader, source)
    if cited.unread:
        _tell_unread(printed, reader, source)
    elif word := cited.unknown_word:
        source.tell_line("index-word", printed.text, 100, word=word)
    return replace(printed, cited=cited, level=level)


def _corrected(
    printed: PrintedEntry, reader: ReferenceReader, source: Source
) -> tuple[ParsedEntry, EntryLevel | None]:
    level, cited = printed.level, None
    for at, origin in enumerate(printed.text.origins):
        placed = source.corrections.at("index", origin)
        if placed is None:
            continue
        read_as = placed.correction.read_as
        if read_as in get_args(EntryLevel):
            level = "topic" if read_as == "topic" else "subtopic"
            changes = level != printed.level
        else:
            refs = tuple(ref.strip() for ref in read_as.split(";") if ref.strip())
            cited = ParsedEntry(printed.text.text[printed.mark : at].strip(), refs)
            changes = cited != _readable(printed, reader)
        if changes:
            source.corrections.use(placed)
    cited = cited or _readable(printed, reader)
    if cited is None:
        _tell_unread(printed, reader, source)
    return cited or ParsedEntry(printed.words, remark=True), level


def _readable(printed: PrintedEntry, reader: ReferenceReader) -> ParsedEntry | None:
    """An entry as it is read without a correction, or None where its references can't be."""
    try:
        return reader.read(printed.words)
    except LawbaseError:
        return None


def _tell_unread(printed: PrintedEntry, reader: ReferenceReader, source: Source) -> None:
    """Tell references that can't be read, and propose those that can."""
    text = printed.text
    number = re.compile(r"(?<!\w)\d").search(text.text, printed.mark)
    start = number.start() if number else printed.mark
    known = "; ".join(reader.readable(text.text[start:]))
    at = source.place(text.origins[start], source.text[text.origins[start] : text.span().end])
    source.tell_line("index-unread", text, 100, read_as=known, **at)


def _placed(rows: Sequence[PrintedEntry], layout: IndexLayout) -> list[PrintedEntry]:
    """The entries that aren't attached to the one above, each with its place when all are sorted.

    They are sorted word by word and letter by letter.
    """
    alphabet = Alphabet(tuple(layout.alphabet.split()))
    own = [
        replace(
            row,
            level=row.level or _set_off(row, layout),
            sends=bool(after and after.attached and after.cited.see),
        )
        for row, after in zip_longest(rows, rows[1:])
        if not row.attached
    ]
    keys = [tuple(alphabet.order(w)[0] for w in WORD.findall(row.cited.title)) for row in own]
    order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [replace(row, place=order[k] / len(order)) for row, k in zip(own, keys, strict=True)]


def _set_off(row: PrintedEntry, layout: IndexLayout) -> EntryLevel | None:
    """The level that a blank line before topics alone tells, but at the top of a page."""
    if layout.topics != "blank line" or row.gap == "page":
        return None
    return "topic" if row.gap == "blank" else "subtopic"


def _index_entries(
    rows: Sequence[PrintedEntry], levels: Sequence[EntryLevel], source: Source
) -> Iterator[IndexEntry]:
    topic = subtopic = ""
    leads = False
    remaining = iter(levels)
    for row in rows:
        if not row.attached:
            title = row.cited.title
            topic, subtopic = (title, "") if next(remaining) == "topic" else (topic, title)
        elif row.cited.see and leads:
            subtopic = ""  # a subtopic that leads somewhere sends nowhere: its topic does
        leads = bool(row.cited.refs)
        entry = IndexEntry(
            edition=source.profile.id,
            topic=topic,
            subtopic=row.cited.title if row.cited.remark else subtopic,
            refs=row.cited.refs,
            see=row.cited.see,
            raw=row.text.text,
            source=row.text.span(),
        )
        source.ledger.claim(row.text, "index", entry.key)
        yield entry


def _claim_between(lines: Sequence[Line], source: Source) -> None:
    """Claim the signs between subtopics that run on: they belong to no entry."""
    for span in source.ledger.unexplained(Span(lines[0].start, lines[-1].traced.span().end)):
        source.ledger.claim(span, "furniture", "")
