"""How labels below a law are printed, and whether headings run in: what breaks least often."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lawbase.address import LEVELS, ROMANS
from lawbase.reading.drafting.guesses import Guess, excerpt, literal
from lawbase.reading.pages import Line

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = (_LATIN, "абвгдежзиклмнопр", "αβγδεζηθικλμ")
"""The letters that labels may count in, as far as laws count."""
_LETTERS = "".join(_ALPHABETS) + "".join(_ALPHABETS).upper()
_ABOVE = r"\d{1,2}[.\s]?(?=[A-Z])(?:[A-Z][.\s]?(?=\d)(?:\d{1,2}[.\s]?(?=[a-z(]))?)?"
"""The labels above one that repeats them: ``12.A.1``, ``12A``."""
_PRINTED = re.compile(
    rf"(?P<above>{_ABOVE})?(?P<open>[(\[]?)(?P<label>\d{{1,2}}|[{_LETTERS}]|(?P<twice>[a-z])(?P=twice)|[ivx]+)"
    r"(?P<close>[^\w\s(„“«\"]{0,2}|\s?[°º])(?P<dash>\s*[–—-](?=\s))?(?=\s|$)\s*"
)
"""Whatever may be a label: a number, a letter, a numeral, and the signs around it."""
_BEGINS_TEXT = r"(?=[^\W\d_a-z]|[„“\"(«])"


class _Way(NamedTuple):
    """A way to print labels: the signs around them, and whether those above are repeated."""

    open: str
    close: str
    above: bool

    def pattern(self, shape: str) -> str:
        """The pattern of labels of a shape."""
        label = f"{_ABOVE if self.above else ''}(?P<label>{shape})"
        if not self.close and not self.open and not self.above:
            return rf"{label}(?:\s+{_BEGINS_TEXT}|$)"
        close = literal(self.close)
        if self.close.endswith("–"):
            return rf"{label}{literal(self.close[:-1])}\s*[–—-](?:\s+|$)"
        above, label = label.split("(?P", 1)
        return rf"{above}{literal(self.open)}(?P{label}{close}(?:\s+|$)"


class _Counting(NamedTuple):
    """How the labels of a level count: in order; ``shape`` is the pattern of one."""

    level: str
    shape: str
    labels: Sequence[str]


_COUNTINGS = [
    _Counting("number", r"\d{1,2}", [str(n) for n in range(1, 100)]),
    _Counting("roman", "[ivx]+", ROMANS),
    _Counting("roman", "[a-z]{2}", [2 * letter for letter in _LATIN]),
    *(_Counting("letter", f"[{a[0].upper()}-{a[-1].upper()}]", a.upper()) for a in _ALPHABETS),
    *(_Counting("item", f"[{a[0]}-{a[-1]}]", a) for a in _ALPHABETS),
    _Counting("item", "[ivx]+", ROMANS),
]


@dataclass(frozen=True, slots=True)
class _Family:
    """Labels printed alike: how many continue a sequence, how many don't."""

    counting: _Counting
    pattern: str
    kept: int
    broken: int
    example: str

    @property
    def worth(self) -> float:
        return self.kept - 0.7 * self.broken


def draft_labels(lines: Sequence[Line]) -> dict[str, Guess]:
    """Guesses for ``[layout.labels]`` below the law, from the lines of the laws."""
    printed: defaultdict[_Way, list[tuple[str, str]]] = defaultdict(list)
    for way, label, example in _printed(lines):
        printed[way].append((label, example))
    guesses: dict[str, Guess] = {}
    counted: dict[str, str] = {}
    for level in LEVELS:
        families = [
            _family(way, counting, found)
            for counting in _COUNTINGS
            if counting.level == level
            for way, found in printed.items()
        ]
        few = 1 if level == "roman" else 2
        ranked = sorted(families, key=lambda family: -family.worth)
        ranked = [
            family
            for family in ranked
            if family.kept >= few
            and family.worth > 0
            and family.pattern not in (guess.value for guess in guesses.values())
        ]
        if not ranked:
            continue
        best = ranked[0]
        close = [f for f in ranked[1:2] if f.worth > 0.5 * best.worth]
        guesses[level] = Guess(
            best.pattern,
            f"{best.kept} labels like “{best.example}” continue their sequences, "
            f"{best.broken} don't",
            f"“{close[0].example}” would keep {close[0].kept}" if close else "",
        )
        if level in ("letter", "item") and "".join(best.counting.labels[:2]).lower() != "ab":
            counted[level] = " ".join(best.counting.labels)
    if counted:
        guesses["counted"] = Guess(counted, "labels that count otherwise than A B C or a b c")
    return guesses


def _printed(lines: Sequence[Line]) -> Iterator[tuple[_Way, str, str]]:
    """What may be labels, in order: at the start of a line, or after others there."""
    for line in lines:
        at = 0
        for _ in range(3):
            match = _PRINTED.match(line.text, at)
            if not match:
                break
            close = match["close"].strip() + ("–" if match["dash"] else "")
            unmarked = not (match["open"] or close or match["above"])
            if unmarked and not re.match(rf"$|{_BEGINS_TEXT}", line.text[match.end() :]):
                break
            close = "–" if close in "–—-" and close else close
            yield _Way(match["open"], close, bool(match["above"])), match["label"], match[0].strip()
            at = match.end()


def _family(way: _Way, counting: _Counting, printed: Sequence[tuple[str, str]]) -> _Family:
    """How a family fares: its labels in order, each after the one it should follow."""
    kept, broken, last, example = 0, 0, 0, ""
    places = {label: place for place, label in enumerate(counting.labels, 1)}
    for label, shown in printed:
        place = places.get(label)
        if place is None:
            continue
        follows = place in (last + 1, 1)
        example = example or (shown if place == 1 else "")
        kept += follows and place > 1
        broken += not follows
        last = place if follows else last
    return _Family(counting, way.pattern(counting.shape), kept, broken, example)


_RUN_IN = {
    "a stop": r"(?P<heading>[^\W\d_a-z][^.:–—]{1,100})\.(?:\s+(?=[^\W\d_a-z]|[„“\"(§\d])|\s*$)",
    "a colon": r"(?P<heading>[^\W\d_a-z][^.:–—]{1,100}):(?:\s+(?=[^\W\d_a-z]|[„“\"(§\d])|\s*$)",
    "a dash": r"(?P<heading>[^\W\d_a-z][^.:–—]{1,100}?)(?:\.\s*|\s+)[–—-](?:\s+|$)",
}
_MOST = 0.6
_FEW = 4


def draft_headings(lines: Sequence[Line], labels: Mapping[str, Guess]) -> dict[str, Guess]:
    """Guesses for ``[layout.headings]``: only levels whose headings run into the text."""
    guesses: dict[str, Guess] = {}
    for level in ("letter", "number"):
        if level not in labels:
            continue
        label = re.compile(str(labels[level].value))
        texts = [
            " ".join((line.text[m.end() :], after.text if after.gap == "none" else ""))
            for line, after in zip(lines, [*lines[1:], lines[-1]], strict=False)
            if (m := label.match(line.text))
            and line.text[m.end() :]
            and not _own_line(line, after, label)
        ]
        own = sum(_own_line(line, after, label) for line, after in pairwise(lines))
        for sign, pattern in _RUN_IN.items():
            matched = [text for text in texts if re.match(pattern, text)]
            if len(matched) >= max(_FEW, _MOST * len(texts)) and len(matched) > own:
                guesses[level] = Guess(
                    pattern,
                    f"{len(matched)} of {len(texts)} run into their text after {sign}, "
                    f"like “{excerpt(matched[0])}”",
                )
                break
    return guesses


def _own_line(line: Line, after: Line, label: re.Pattern[str]) -> bool:
    """Whether a labelled line ends like a heading, with room for the next word."""
    match = label.match(line.text)
    if not match or line.text[-1] in ".,;:":
        return False
    return line.short and not after.text[0].islower()
