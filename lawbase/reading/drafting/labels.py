"""How the labels below a law are printed: the families whose sequences break least often."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawbase.address import LEVELS, ROMANS
from lawbase.reading.drafting.guesses import Guess
from lawbase.reading.pages import Line

_SHAPES = {
    "letter": "[A-Z]",
    "number": r"\d{1,2}",
    "item": "[a-z]",
    "roman": "[ivx]+",
    "doubled": "([a-z])\\2",
}
_SIGNS = {
    ".": r"{}\.(?:\s+|$)",
    ")": r"{}\)(?:\s+|$)",
    "()": r"\({}\)(?:\s+|$)",
    ".)": r"{}\.\)(?:\s+|$)",
    ":": r"{}:(?:\s+|$)",
    "–": r"{}\s+[–—-]\s+",
    " ": r"{}(?:\s+(?=[^\W\d_a-z]|[„“\"(])|$)",
    "[]": r"\[{}\](?:\s+|$)",
}
_FEW = 2
_OTHER_LETTERS = ("абвгдежзиклмнопр", "αβγδεζηθικλμ")
"""Alphabets that labels may count in instead of the Latin one, as far as laws count."""


@dataclass(frozen=True, slots=True)
class _Family:
    """One way to print the labels of a level: how many continue a sequence, how many don't."""

    level: str
    sign: str
    pattern: str
    kept: int
    broken: int
    example: str
    letters: str = ""

    @property
    def worth(self) -> float:
        return self.kept - 0.7 * self.broken


def draft_labels(lines: Sequence[Line]) -> dict[str, Guess]:
    """Guesses for ``[layout.labels]`` below the law, from the lines of the laws."""
    families: dict[str, list[_Family]] = {level: [] for level in _SHAPES}
    for level, shape, letters in _shapes():
        for sign, form in _SIGNS.items():
            family = _family(level, sign, form.format(f"(?P<label>{shape})"), lines, letters)
            if family.kept >= (1 if level in ("roman", "doubled") else _FEW):
                families[level].append(family)
        families[level].sort(key=lambda family: -family.worth)
    guesses: dict[str, Guess] = {}
    counted: dict[str, str] = {}
    for level in LEVELS:
        found = families[level]
        if level == "roman" and families["doubled"]:
            found = sorted([*found, *families["doubled"]], key=lambda family: -family.worth)
        if not found or found[0].worth <= 0:
            continue
        best = found[0]
        close = [f for f in found[1:2] if f.worth > 0.5 * best.worth]
        guesses[level] = Guess(
            best.pattern.replace("([a-z])\\2", "[a-z]{2}"),
            f"{best.kept} labels like “{best.example}” continue their sequences, "
            f"{best.broken} don't",
            f"“{close[0].example}” would keep {close[0].kept}" if close else "",
        )
        if best.letters:
            counted[level] = " ".join(best.letters)
    if counted:
        guesses["counted"] = Guess(counted, "labels that count in another alphabet")
    return guesses


def _shapes() -> Iterator[tuple[str, str, str]]:
    """The levels, the shapes of their labels, and the letters these count in if not the Latin."""
    for level, shape in _SHAPES.items():
        yield level, shape, ""
    for letters in _OTHER_LETTERS:
        yield "letter", f"[{letters.upper()}]", letters.upper()
        yield "item", f"[{letters}]", letters


def _family(level: str, sign: str, pattern: str, lines: Sequence[Line], letters: str) -> _Family:
    """How a way to print labels fares: its labels in order, each after the one it should follow."""
    compiled = re.compile(pattern)
    kept, broken, last, example = 0, 0, 0, ""
    for text, match in _label_places(lines, compiled):
        place = letters.index(match["label"]) + 1 if letters else _place(match["label"], level)
        if place is None:
            continue
        follows = place in (last + 1, 1)
        if place == 1 and not example:
            example = text[: match.end()].strip()
        kept += follows and place > 1
        broken += not follows
        last = place if follows else last
    return _Family(level, sign, pattern, kept, broken, example, letters)


def _label_places(
    lines: Sequence[Line], pattern: re.Pattern[str]
) -> Iterator[tuple[str, re.Match[str]]]:
    """Where a label may stand: at the start of a line, or after another one there."""
    for line in lines:
        text = line.text
        for _ in range(3):
            match = pattern.match(text)
            if match:
                yield text, match
            other = re.match(r"\(?(?:\d{1,2}|[^\W\d_]|[ivx]+)[.)]+\s+", text)
            if not other:
                break
            text = text[other.end() :]


def _place(label: str, level: str) -> int | None:
    if level == "number":
        return int(label)
    if level == "roman":
        return ROMANS.index(label) + 1 if label in ROMANS else None
    if level == "doubled":
        return ord(label[0]) - ord("a") + 1
    return ord(label.lower()) - ord("a") + 1
