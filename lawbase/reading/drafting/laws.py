"""How the titles of the laws are printed: the family of lines that counts farthest."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lawbase.reading.drafting.guesses import Guess, excerpt, literal
from lawbase.reading.labels import LabelPatterns
from lawbase.reading.pages import Line
from lawbase.reading.patterns import LabelPattern
from lawbase.reading.source import MOST_LAWS

_OPENING = re.compile(
    r"(?P<before>[^\d\s][^\d]{0,18}?\s?|)(?P<label>\d{1,3}|[IVXL]+(?![\w.]))(?P<after>(?:\s?[^\w\s(„“«\"])*\s*)"
)
_WORD = re.compile(r"[^\W\d_]{2,}\.?(?=\s|$)")
_MOST = 100
_MANY = 5
_BONUS_OF_A_WORD = 0.5


@dataclass(frozen=True, slots=True)
class Titles:
    """The lines that begin laws, by their numbers in the order of the book, and their pattern."""

    pattern: Guess
    lines: tuple[int, ...]
    laws: tuple[int, ...]


def draft_laws(lines: Sequence[Line]) -> Titles | None:
    """The family of lines whose numbers make the best chain of titles, or None without any."""
    openings = [
        (at, match) for at, line in enumerate(lines) if (match := _OPENING.match(line.text))
    ]
    openings = [(at, match) for at, match in openings if 0 < number_of(match["label"]) <= _MOST]
    word = _word_behind(openings)
    families: defaultdict[tuple[str, str], list[tuple[int, int, float]]] = defaultdict(list)
    for at, match in openings:
        behind = word if _word_of(match) == word else ""
        named = bool(match["before"].strip() or behind)
        weight = _looks_like_a_title(lines, at, match, named=named)
        if weight > 0:
            # A word tells the family of a title by itself, whatever sign follows the number.
            sign = "" if match["before"].strip() else re.sub("[–—]", "-", match["after"].strip())
            family = (match["before"], f"{sign} {behind}".strip())
            families[family].append((at, number_of(match["label"]), weight))
    ranked = sorted(
        ((*_chain(found, named=_is_named(family)), family) for family, found in families.items()),
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
    behind = word if sign.endswith(word) else ""
    pattern = _pattern(before, [lines[at].text for at, _ in chain], behind)
    return Titles(Guess(pattern, evidence, rival), tuple(at for at, _ in chain), laws)


def _word_behind(openings: Sequence[tuple[int, re.Match[str]]]) -> str:
    """The word that stands right behind the numbers of titles, as in ``27. ZAKON``."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for _, match in openings:
        if not match["before"].strip():
            found[_word_of(match)].add(number_of(match["label"]))
    found.pop("", None)
    word = max(found, key=lambda word: len(found[word]), default="")
    return word if word and len(found[word]) >= _MANY else ""


def _word_of(match: re.Match[str]) -> str:
    word = _WORD.match(match.string, match.end())
    return word[0] if word and word[0][0].isupper() else ""


def _is_named(family: tuple[str, str]) -> bool:
    return any(char.isalpha() or char == "§" for part in family for char in part)


def _looks_like_a_title(
    lines: Sequence[Line], at: int, match: re.Match[str], *, named: bool
) -> float:
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


def number_of(label: str) -> int:
    """The number of a law's label, Arabic or Roman; 0 for what is none."""
    return LabelPatterns(law=LabelPattern("(?P<label>)")).place(label, "law") or 0


def _pattern(before: str, titles: Sequence[str], behind: str) -> str:
    """The pattern of a title's label: the words around the number, the signs that follow it."""
    signs = {match["after"].strip() for title in titles if (match := _OPENING.match(title))}
    word = literal(before.rstrip()) + (r"\s+" if before.endswith(" ") else "")
    roman = all(match and not match["label"].isdigit() for match in map(_OPENING.match, titles))
    shape = "[IVXL]+" if roman else rf"\d{{1,{len(str(MOST_LAWS)) - 1}}}"
    label = rf"{word}(?P<label>{shape})"
    if behind:
        return rf"{label}\s*{_any_sign(signs)}\s+{literal(behind)}\s*[.:–—-]*(?:\s+|$)"
    if signs == {""}:
        alone = all(re.fullmatch(label, title) for title in titles)
        return label + ("$" if alone else r"(?:\s+|$)")
    return rf"{label}\s*{_any_sign(signs)}(?:\s+|$)"


def _any_sign(signs: Collection[str]) -> str:
    """A pattern of the signs that follow the numbers of titles, a dash of any length."""
    found = sorted({char for sign in signs for char in sign if not char.isspace()}, reverse=True)
    others = [char for char in found if char not in "-–—"]
    dashes = "–—-" if len(others) < len(found) else ""
    several = any(len(sign) > 1 for sign in signs)
    some = r"\s" * several + "".join(map(literal, others)) + dashes
    often = "*" if several and "" in signs else "+" if several else "?" if "" in signs else ""
    return f"[{some}]{often}" if found else ""
