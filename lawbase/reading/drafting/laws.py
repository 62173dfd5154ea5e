"""How the titles of the laws are printed: the family of lines that counts farthest."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from lawbase.reading.drafting.guesses import Guess, excerpt, literal
from lawbase.reading.pages import Line
from lawbase.reading.profile import MOST_LAWS

_OPENING = re.compile(
    r"(?P<before>[^\d\s][^\d]{0,18}?\s?|)(?P<label>\d{1,3})(?P<after>\s?[^\w\s(]?\s*)"
)
_MOST = 100
_BONUS_OF_A_WORD = 0.5


@dataclass(frozen=True, slots=True)
class Titles:
    """The lines that begin laws, by their numbers in the order of the book, and their pattern."""

    pattern: Guess
    lines: tuple[int, ...]
    laws: tuple[int, ...]


def draft_laws(lines: Sequence[Line]) -> Titles | None:
    """The family of lines whose numbers make the best chain of titles, or None without any."""
    families: defaultdict[tuple[str, str], list[tuple[int, int, float]]] = defaultdict(list)
    for at, line in enumerate(lines):
        match = _OPENING.match(line.text)
        if match and 0 < int(match["label"]) <= _MOST:
            weight = _looks_like_a_title(lines, at, match)
            if weight > 0:
                sign = re.sub("[–—]", "-", match["after"].strip())
                named = bool(match["before"].strip())
                # A word tells the family of a title by itself, whatever sign follows the number.
                family = (match["before"], "" if named else sign)
                families[family].append((at, int(match["label"]), weight))
    ranked = sorted(
        (
            (*_chain(found, named=family[0].strip() != ""), family)
            for family, found in families.items()
        ),
        reverse=True,
    )
    if not ranked or len(ranked[0][1]) < 2:
        return None
    _, chain, (before, sign) = ranked[0]
    rivals = [family for _, other, family in ranked[1:2] if len(other) > 0.7 * len(chain)]
    laws = tuple(law for _, law in chain)
    first = excerpt(lines[chain[0][0]].text, 40)
    evidence = f"{len(laws)} lines like “{first}” count from {laws[0]} to {laws[-1]}"
    rival = f"“{rivals[0][0]}1{rivals[0][1]}” counts nearly as far" if rivals else ""
    pattern = _pattern(before, [lines[at].text for at, _ in chain])
    return Titles(Guess(pattern, evidence, rival), tuple(at for at, _ in chain), laws)


def _looks_like_a_title(lines: Sequence[Line], at: int, match: re.Match[str]) -> float:
    """How much a line that begins with a number looks like a law's title, from 0 to 1."""
    line = lines[at]
    rest = line.text[match.end() :]
    following = lines[at + 1] if at + 1 < len(lines) else None
    if rest and not (rest.lstrip('„"“»«(')[:1].isupper() or not rest[:1].isalpha()):
        return 0.0
    if len(rest) > 110 or rest.endswith((",", ";")):
        return 0.0
    set_off = line.gap != "none"
    closed = following is None or following.gap != "none"
    named = bool(match["before"].strip())
    if not named and not set_off:
        return 0.0
    word = _BONUS_OF_A_WORD if named else 0.0
    stop = 0.3 if rest.endswith(".") else 0.0
    return max(0.05, 0.2 + 0.3 * set_off + 0.3 * closed + word - stop)


def _chain(
    found: Sequence[tuple[int, int, float]], *, named: bool
) -> tuple[float, list[tuple[int, int]]]:
    """The heaviest chain of rising numbers: its weight, and its lines with their numbers.

    Numbers that are left out cost a little, so that a booklet may have gaps; less where a word
    stands before the number.
    """
    most = 0.9 if named else 0.75
    best: list[tuple[float, int]] = []
    for n, (at, law, weight) in enumerate(found):
        before = (0.0 if law == 1 else -0.8, -1)
        for m in range(max(0, n - 400), n):
            other_at, other, _ = found[m]
            if other < law and other_at < at:
                left_out = min(most, 0.6 * (law - other - 1))
                nearness = 0.1 if at - other_at > 2 else 0.0
                before = max(before, (best[m][0] - left_out + nearness, m))
        best.append((weight + before[0], before[1]))
    if not best:
        return 0.0, []
    end = max(range(len(best)), key=lambda n: best[n][0])
    weight, chain = best[end][0], []
    while end >= 0:
        chain.append(found[end][:2])
        end = best[end][1]
    return weight, chain[::-1]


def _pattern(before: str, titles: Sequence[str]) -> str:
    """The pattern of a title's label: the word, the number, the signs that follow it."""
    signs: set[str] = set()
    for title in titles:
        match = _OPENING.match(title)
        signs.add(match["after"].strip() if match else "")
    word = literal(before.rstrip()) + (r"\s+" if before.endswith(" ") else "")
    label = rf"{word}(?P<label>\d{{1,{len(str(MOST_LAWS)) - 1}}})"
    if signs == {""}:
        alone = all(re.fullmatch(label, title) for title in titles)
        return label + ("$" if alone else r"(?:\s+|$)")
    some = "".join(literal(sign[0]) for sign in sorted(signs - {""}, reverse=True))
    dashes = re.sub("[-–—]+", "", some) + ("–—-" if re.search("[-–—]", some) else "")
    return rf"{label}\s*[{dashes}]{'?' if '' in signs else ''}(?:\s+|$)"


def ranges_of(laws: Sequence[int]) -> list[int] | list[list[int]]:
    """Numbers as a profile says them: ``[1, 93]``, or ``[[1, 16], [72, 72]]`` with gaps."""
    ranges: list[list[int]] = []
    for law in laws:
        if ranges and ranges[-1][1] == law - 1:
            ranges[-1][1] = law
        else:
            ranges.append([law, law])
    return ranges[0] if len(ranges) == 1 else ranges
