"""Phrases that stand twice: in one sequence of words, or in two of them."""

from __future__ import annotations

from collections.abc import Iterator

WordRun = tuple[str, ...]


def phrases(words: WordRun, length: int) -> Iterator[WordRun]:
    """Every phrase of that many words, from left to right."""
    return (words[at : at + length] for at in range(len(words) - length + 1))


def repeat(words: WordRun, length: int) -> WordRun:
    """The first phrase of at least that length that comes again without overlapping.

    >>> repeat(("a", "b", "c", "x", "a", "b", "c"), 2)
    ('a', 'b', 'c')
    """
    first: dict[WordRun, int] = {}
    for at, phrase in enumerate(phrases(words, length)):
        start = first.setdefault(phrase, at)
        if at - start >= length:
            while at + length < len(words) and words[start + length] == words[at + length]:
                length += 1
            return words[start : start + min(length, at - start)]
    return ()


def stutter(words: WordRun, least: int, most: int) -> WordRun:
    """The first phrase that follows itself at once.

    >>> stutter(("x", "a", "b", "a", "b"), 2, 8)
    ('a', 'b')
    """
    for at in range(len(words)):
        for length in range(least, min(most, (len(words) - at) // 2) + 1):
            if words[at : at + length] == words[at + length : at + 2 * length]:
                return words[at : at + length]
    return ()


def shared(first: WordRun, second: WordRun, length: int) -> float:
    """Which part of the second's words stand in phrases that the first has too, from 0 to 1.

    >>> shared(("a", "b", "c"), ("a", "b", "x", "y"), 2)
    0.5
    """
    known = set(phrases(first, length))
    covered: set[int] = set()
    for at, phrase in enumerate(phrases(second, length)):
        if phrase in known:
            covered.update(range(at, at + length))
    return len(covered) / max(len(second), 1)


def overlap(first: WordRun, second: WordRun) -> float:
    """Which part of the words of both, each counted once, both have.

    >>> overlap(("a", "b", "a"), ("b", "c"))
    0.3333333333333333
    """
    return len({*first} & {*second}) / max(len({*first} | {*second}), 1)


def common(first: WordRun, second: WordRun, length: int) -> WordRun:
    """The longest run of the second's words whose phrases of that length the first has too."""
    known = set(phrases(first, length))
    longest: WordRun = ()
    start: int | None = None
    for at in range(len(second) - length + 2):
        if second[at : at + length] in known and at + length <= len(second):
            start = at if start is None else start
        elif start is not None:
            run = second[start : at + length - 1]
            longest = max(longest, run, key=len)
            start = None
    return longest
