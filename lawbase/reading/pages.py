"""Source -> lines: pages told apart, their furniture set aside, words that were parted joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from lawbase.reading.patterns import SUPERSCRIPTS, Pattern
from lawbase.reading.source import Source
from lawbase.reading.traced import SOFT, Traced, join_lines
from lawbase.text import Span, blanked


class PageLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a page looks: what separates pages, and the lines that belong to the page, not the text.

    ``page_break`` is searched in the source; ``furniture`` patterns match whole lines, ``margin``
    what stands beside them: a bar at what is new. ``symbols`` gives the sign that a character of a
    private encoding stands for.
    """

    page_break: Pattern | None = None
    furniture: tuple[Pattern, ...] = ()
    margin: Pattern | None = None
    symbols: dict[str, str] = {}

    def __post_init__(self) -> None:
        for printed, meant in self.symbols.items():
            if len(printed) != 1 or len(meant) != 1:
                raise ValueError(
                    f"symbols exchange one sign for one, not “{printed}” for “{meant}”"
                )


class Line(Struct, frozen=True):
    """A line of text, stripped; what stands before it; whether its end is a choice.

    ``gap`` is ``"none"``, ``"blank"`` or ``"page"``: what separates it from the line before.
    ``room`` is how many characters fewer than its page's widest line it has, ``column`` how far
    it is indented.
    """

    traced: Traced
    page: int
    gap: str
    room: int
    column: int = 0

    @property
    def short(self) -> bool:
        """Whether it leaves a third of the width empty: such a line was ended on purpose."""
        return self.room * 2 > len(self.traced)

    @property
    def text(self) -> str:
        """Its characters."""
        return self.traced.text

    @property
    def start(self) -> int:
        """Where it stands in the source."""
        return self.traced.origins[0]

    def cut(self, at: int) -> tuple[Line, Line]:
        """The line as two, the second set off like a paragraph."""
        rest = replace(self, traced=self.traced[at:].strip(), gap="blank", column=self.column + at)
        return replace(self, traced=self.traced[:at].strip(), room=0), rest


def joined(lines: Iterable[Line]) -> Traced:
    """Lines as running text."""
    return join_lines(line.traced for line in lines)


def read_lines(source: Source, layout: PageLayout) -> list[Line]:
    """All lines of the source that are text; the furniture is claimed in the ledger."""
    lines: list[Line] = []
    used: Counter[Pattern] = Counter()
    printed = source.text.split("\n")
    wrapped = _wrapped(printed)
    widest = _widest(wrapped, source.text)
    for page in _pages(source, layout):
        number = lines[-1].page + 1 if lines else 0
        lines.extend(_page_lines(page, number, layout, widest, source, used))
    for number, pattern in enumerate(layout.furniture):
        if not used[pattern]:
            path = f"layout.page.furniture.{number}"
            source.tell_profile("no-furniture", path, pattern=pattern.text)
    lines = _without_slack(lines)
    parted = sum(line.gap == "blank" for line in lines)
    if max(len(wrapped), parted) < _FEW * len(lines):
        return [replace(line, gap="blank") if line.gap == "none" else line for line in lines]
    return lines


def _without_slack(lines: Sequence[Line]) -> list[Line]:
    """The lines of narrow columns with less room: as much as most have that go on below.

    Where letters aren't all equally wide, a line that is full may have few of them.
    """
    rooms = sorted(
        line.room - (len(after.text.split(maxsplit=1)[0]) + 1) * (line.text[-1] not in HYPHENS)
        for line, after in pairwise(lines)
        if after.gap == "none" and after.text[0].islower() and not ends_clause(line.text)
    )
    if len(rooms) < _MANY or _long([line.text for line in lines]) > _NARROW:
        return [*lines]
    slack = max(0, rooms[int(0.9 * len(rooms))])
    return [replace(line, room=max(0, line.room - slack)) for line in lines]


def _pages(source: Source, layout: PageLayout) -> Iterator[Traced]:
    signs = {ord(printed): meant for printed, meant in layout.symbols.items()}
    whole, start = Traced.of(source.text.translate(signs)), 0
    breaks = list(layout.page_break.finditer(whole.text)) if layout.page_break else []
    if layout.page_break and not breaks:
        pattern = layout.page_break.text
        source.tell_profile("no-page-break", "layout.page.page_break", pattern=pattern)
    for match in breaks:
        yield whole[start : match.start()]
        if not match[0].isspace():
            source.ledger.claim(Span(match.start(), match.end()), "furniture", "")
        start = match.end()
    yield whole[start:]


def _page_lines(
    page: Traced,
    number: int,
    layout: PageLayout,
    widest: int,
    source: Source,
    used: Counter[Pattern],
) -> list[Line]:
    lines: list[Line] = []
    printed = [_within_margins(line, layout.margin, source) for line in page.split_lines()]
    stripped = [line.strip() for line in printed]
    reach = [_indent(whole.text) + len(line) for whole, line in zip(printed, stripped, strict=True)]
    width = max((end for end in reach if end <= widest), default=0)
    gap = "page"
    for whole, line in zip(printed, stripped, strict=True):
        if not line:
            gap = "blank" if gap == "none" else gap
        elif pattern := _furniture(line.text, layout):
            used[pattern] += 1
            source.ledger.claim(line, "furniture", "")
            number += gap != "page" and any(char.isalnum() for char in line.text)
            gap = "page"
        else:
            column = _indent(whole.text)
            lines.append(Line(line, number, gap, max(0, width - column - len(line)), column))
            gap = "none"
    return lines


def _furniture(text: str, layout: PageLayout) -> Pattern | None:
    """The pattern of the page's furniture that a line is, however far apart its words stand."""
    spellings = (text, " ".join(text.split()))
    return next((p for p in layout.furniture if any(map(p.fullmatch, spellings))), None)


def _within_margins(line: Traced, margin: Pattern | None, source: Source) -> Traced:
    """A line with blanks in place of what stands in its margins."""
    spans = [match.span() for match in margin.finditer(line.text)] if margin else []
    for start, end in spans:
        source.ledger.claim(line[start:end].strip(), "furniture", "")
    return Traced(blanked(line.text, spans), line.origins)


RULE = re.compile(r"([_–—─━═=~*-])\1{4,}")
"""A rule of a page, as characters print one."""
_SHORTEST_WRAPPED, _FULL = 40, 0.7
"""A wrapped line has so many characters, or in narrow columns such a part of what most have."""
_NARROW, _MANY = 50, 200
"""Columns are narrow with fewer characters in a line; so many lines tell what holds for all."""
_FEW = 0.03
"""Where fewer lines than this share are wrapped, or below a blank one, each is a paragraph."""
HYPHENS = ("-", "\u2010", "\u00ac", "\u00ad")
_PARTED = re.compile(r"(\w+).$")
_GOES_ON = re.compile(r"(\w+)")


def _indent(line: str) -> int:
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def _widest(wrapped: Sequence[str], text: str) -> int:
    """The most characters of a line that was wrapped; paragraphs that weren't are longer."""
    lengths = sorted(len(line.expandtabs().rstrip()) for line in wrapped)
    return int(1.3 * lengths[int(0.8 * len(lengths))]) if len(lengths) > 9 else len(text)


def _long(texts: Iterable[str]) -> int:
    """How many characters a fifth of the lines have, and no more."""
    lengths = sorted(len(text) for text in texts if text)
    return lengths[int(0.8 * len(lengths))] if lengths else 0


def _wrapped(lines: Sequence[str]) -> list[str]:
    """The lines that were wrapped: they end within a sentence, the next one right below."""
    least = min(_SHORTEST_WRAPPED, _FULL * _long([line.strip() for line in lines]))
    return [
        line
        for line, after in pairwise(lines)
        if len(line.strip()) >= least
        and after.strip()[:1].islower()
        and not ends_clause(line.rstrip())
    ]


_CLAUSE_END = re.compile(r"(?:[.:;!?]|(?<!\d),)['\")”“’»]*$|[)”“»]$")


def ends_clause(text: str) -> bool:
    """Whether a line ends where a new label could follow."""
    return bool(_CLAUSE_END.search(text))


MARKER_SIGNS = "*†‡()[]" + "".join(map(chr, (*SUPERSCRIPTS, *SUPERSCRIPTS.values())))
"""What the markers of footnotes consist of."""
_SENTENCE_END = re.compile(rf"[.!?]['\")”“’»]*[{re.escape(MARKER_SIGNS)}]{{0,4}}$")


def ends_sentence(text: str) -> bool:
    """Whether a line ends with a sentence, a footnote's marker perhaps behind it."""
    return bool(_SENTENCE_END.search(text))


def breaks_on_purpose(before: Line, line: Line) -> bool:
    """Whether a line ended although the next word had room on it."""
    return line.gap == "blank" or before.room > len(line.text.split(maxsplit=1)[0]) + 1


class Hyphens:
    """What becomes of the hyphens at the ends of lines.

    The text itself is the witness: a word that stands elsewhere without the hyphen is joined, one
    that stands elsewhere with it keeps it, and one whose halves aren't both words is joined. Where
    none of these tells, the custom of the text decides.
    """

    def __init__(self, lines: Sequence[Line], source: Source):
        self._source = source
        self._words = Counter(re.findall(r"\w+(?:-\w+)*", source.text.lower()))
        for _, before, after in _parted(lines):
            self._words.subtract((before.lower(), after.lower()))
        verdicts = Counter(self._verdict(a, b) for _, a, b in _parted(lines))
        self._custom = verdicts[True] > verdicts[False]

    def undone(self, lines: Sequence[Line]) -> list[Line]:
        """The lines with every hyphen that only parts a word made a soft one, claimed as spacing.

        They follow each other in the text, whatever stood between them on the pages.
        """
        undone = list(lines)
        for n, before, after in _parted(lines):
            verdict = self._verdict(before, after)
            if self._custom if verdict is None else verdict:
                traced = lines[n].traced
                end = len(traced) - 1 - self._is_doubled(before, after)
                self._source.ledger.claim(traced[end:], "spacing", "")
                joint = Traced(SOFT, traced.origins[-1:])
                undone[n] = replace(lines[n], traced=traced[:end] + joint)
        return undone

    def _is_doubled(self, before: str, after: str) -> bool:
        """Whether a letter was added at the hyphen: ``visz-szakerül`` for ``visszakerül``."""
        same = before[-2:].lower() == after[:2].lower() and before[-1:] != before[-2:-1]
        whole, shorter = (f"{before[:end]}{after}".lower() for end in (None, -1))
        return same and self._words[shorter] > self._words[whole]

    def _verdict(self, before: str, after: str) -> bool | None:
        """Whether a hyphen only parts a word, or None where the text doesn't tell."""
        if not (before[-1].isalpha() and after[0].isalpha()):
            return False
        if after[0].isupper() and not before.isupper():
            return False
        joined = self._words[f"{before}{after}".lower()]
        kept = self._words[f"{before}-{after}".lower()]
        if joined != kept:
            return joined > kept
        both = self._words[before.lower()] > 0 and self._words[after.lower()] > 0
        return None if both else True


def _parted(lines: Sequence[Line]) -> Iterator[tuple[int, str, str]]:
    """The lines that end with a hyphen, by their numbers, and the parts of the word there."""
    for n, (line, after) in enumerate(pairwise(lines)):
        before = _PARTED.search(line.text) if line.text.endswith(HYPHENS) else None
        goes_on = _GOES_ON.match(after.text) if before else None
        if before and goes_on:
            yield n, before[1], goes_on[1]
