"""What changed between two texts of one language, word by word, as people read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from lawbase.model import Op

Tag = Literal["equal", "insert", "delete", "replace"]

SHORT = 3
_TOKEN = re.compile(r"\w+|[^\w\s]|^\s+$")


class _Step(NamedTuple):
    """A run of tokens of either text, ``[start, end)`` by their numbers, that is equal or not."""

    equal: bool
    old: tuple[int, int]
    new: tuple[int, int]


def word_changes(old: str, new: str) -> tuple[Op, ...]:
    """The operations that make the new text of the old one: their sides rebuild both exactly.

    Whole words are exchanged, and what stands between two changes is exchanged with them when it
    is but a mark or a short word. Texts that differ in nothing but spacing are equal.

    >>> word_changes("Použije se Pravidlo 16D.", "Použije se Pravidlo 16C.")
    (('equal', 'Použije se Pravidlo', 'Použije se Pravidlo'), ('replace', ' 16D', ' 16C'), \
('equal', '.', '.'))
    """
    olds, news = tokens(old), tokens(new)
    matcher = SequenceMatcher(None, olds, news, autojunk=False)
    steps = [_Step(tag == "equal", (a, b), (c, d)) for tag, a, b, c, d in matcher.get_opcodes()]
    starts = _starts(old), _starts(new)
    return tuple(
        (_tag(step), _piece(old, starts[0], step.old), _piece(new, starts[1], step.new))
        for step in _joined(steps, olds)
    ) or ((("equal", old, new),) if old or new else ())


def tokens(text: str) -> list[str]:
    """The words and marks of a text.

    >>> tokens("(viz Pravidlo 16D)")
    ['(', 'viz', 'Pravidlo', '16D', ')']
    """
    return _TOKEN.findall(text)


def _joined(steps: Iterable[_Step], olds: Sequence[str]) -> list[_Step]:
    """The steps, with two changes and the little that stands between them made one."""
    joined: list[_Step] = []
    for step in steps:
        if not step.equal and len(joined) > 1 and _is_little(olds[slice(*joined[-1].old)]):
            joined.pop()
            before = joined.pop()
            step = _Step(False, (before.old[0], step.old[1]), (before.new[0], step.new[1]))
        joined.append(step)
    return joined


def _is_little(words: Sequence[str]) -> bool:
    return sum(word.isalnum() for word in words) <= 1 and all(len(word) <= SHORT for word in words)


def _tag(step: _Step) -> Tag:
    if step.equal:
        return "equal"
    old, new = (start < end for start, end in (step.old, step.new))
    return "replace" if old and new else "delete" if old else "insert"


def _starts(text: str) -> list[int]:
    """Where the piece of every token begins: behind the token before it; and the text's end."""
    ends = [match.end() for match in _TOKEN.finditer(text)]
    return [0, *ends[:-1], len(text)]


def _piece(text: str, starts: Sequence[int], step: tuple[int, int]) -> str:
    return text[starts[step[0]] : starts[step[1]]]
