"""How laws and the labels below them are printed: what counts farthest, and breaks least often."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lawbase.address import LEVELS, ROMANS, whole_address
from lawbase.reading.drafting.guesses import Guess, excerpt
from lawbase.reading.headings import title_above
from lawbase.reading.pages import Line, ends_clause
from lawbase.reading.patterns import CAPITAL, LATIN_BY_SHAPE, NUMERALS, law_number, literal
from lawbase.reading.source import MOST_LAWS
from lawbase.text import LOOK_ALIKES, fold, unspaced

_OPENING = re.compile(
    r"(?P<before>[^\d\s][^\d]{0,18}?\s?|)(?P<label>\d{1,3}|(?<![^\W\d_])[IVXL]+(?![\w.]))"
    r"(?P<after>(?:\s?(?:[^\w\s(„“«\"§]|[ºª]))*\s*)"
)
_WORD = re.compile(r"([^\W\d_]{2,}|§)(\s?[.:–—-])?(?:\s+|$)")
"""The word or sign behind the number of a title, and a sign behind it."""
_ADDRESS = re.compile(r"\(?[^\W\d_](?![^\W\d_])")
"""What makes an address of a law's number that it stands right behind: ``27B1``, ``27(b)``."""
_NUMBERED_PAGE = re.compile(r"[^\w§]+\d+\W*")
_LAST_LAW = 100
_MANY = 5
_FEW_IN_A_LAW = 0.3


@dataclass(frozen=True, slots=True)
class Titles:
    """The lines that begin laws, by their numbers in the order of the book, and their pattern."""

    pattern: Guess
    lines: tuple[int, ...]
    laws: tuple[int, ...]


def draft_laws(
    lines: Sequence[Line], given: Guess | None = None, words: Collection[str] = ()
) -> Titles | None:
    """The family of lines whose numbers make the best chain of titles, or None without any.

    Where their pattern is ``given``, only the lines that it matches are asked; ``words`` are those
    that the language is known to name laws with.
    """
    if given:
        return _titles_like(lines, given)
    openings = [
        (at, match) for at, line in enumerate(lines) if (match := _OPENING.match(line.text))
    ]
    whole = _whole_addresses(lines)
    address = re.compile(str(whole.value) if whole else "(?!)")
    openings = [
        (at, match)
        for at, match in openings
        if 0 < _number_of(match) <= _LAST_LAW
        and not (_NUMBERED_PAGE.fullmatch(match.string) or address.match(match.string))
    ]
    word = _word_behind(openings, words)
    families: defaultdict[tuple[str, str], list[tuple[int, int, float]]] = defaultdict(list)
    for at, match in openings:
        behind = word if _word_of(match, words) == word else ""
        weight = _looks_like_a_title(lines, at, match, behind)
        if weight > 0:
            # A word tells the family of a title by itself, whatever sign follows the number.
            sign = "" if match["before"].strip() else re.sub("[–—]", "-", match["after"].strip())
            family = (match["before"].rstrip(), f"{sign} {behind}".strip())
            families[family].append((at, _number_of(match), weight))
    ranked = sorted(
        ((*_chain(found), family) for family, found in families.items()),
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


def _titles_like(lines: Sequence[Line], pattern: Guess) -> Titles | None:
    """The lines that begin laws by a pattern that is given, or None without any."""
    matches = [(at, re.match(str(pattern.value), line.text)) for at, line in enumerate(lines)]
    numbers = [(at, law_number(match["label"]) or 0, 1.0) for at, match in matches if match]
    _, chain = _chain(numbers)
    evidence = f"{len(chain)} lines begin as the pattern says"
    found = Guess(pattern.value, evidence)
    return Titles(found, *zip(*chain, strict=True)) if chain else None


def running_titles(lines: Sequence[Line], titles: Titles) -> Guess | None:
    """The guess at the lines above pages that say a law's number, perhaps with its title.

    They say no more than the lines that begin the law, and look otherwise.
    """
    word = lines[titles.lines[0]].text.split()[0]
    numbered = {
        at: match
        for at, line in enumerate(lines)
        if (match := _OPENING.match(line.text)) and match["before"].strip() == word
    }
    begun = {at: unspaced("".join(line.text for line in lines[at : at + 3])) for at in numbered}

    def names(head: int, law: int) -> bool:
        same = law != head and numbered[law]["label"] == numbered[head]["label"]
        shorter = len(lines[law].text) < len(lines[head].text)
        sure = lines[law].gap != "page" or shorter
        return same and sure and begun[law].startswith(unspaced(lines[head].text))

    heads = {
        at: match
        for at, match in numbered.items()
        if lines[at].gap == "page" and any(names(at, law) for law in numbered)
    }
    if len(heads) < 2:
        return None
    one = next(iter(heads.values()))
    signs = {m["after"].strip() for m in heads.values() if m.end() < len(m.string)}
    behind = rf"\s?{_any_sign(signs)}\s.+" if signs else ""
    pattern = rf"{literal(one['before'])}\d{{1,2}}{behind}"
    if any(re.fullmatch(pattern, lines[at].text) for at in numbered.keys() - heads):
        return None
    return Guess(pattern, f"{len(heads)} lines above pages, like “{one.string}”, name laws")


def titles_stand_above(lines: Sequence[Line], titles: Titles) -> Guess | None:
    """The guess that titles stand above the lines with the numbers of laws, where most do."""
    alone = [
        at
        for at in titles.lines
        if (match := re.match(str(titles.pattern.value), lines[at].text))
        and match.end() == len(lines[at].text)
    ]
    above = [at for at in alone if title_above(lines, at) is not None]
    below = [at for at in alone if _is_a_title_below(lines, at + 1)]
    if len(above) < _MOSTLY * len(titles.lines) or len(below) > 0.5 * len(above):
        return None
    return Guess(True, f"a short line stands above {len(above)} of {len(titles.lines)} numbers")


def _is_a_title_below(lines: Sequence[Line], at: int) -> bool:
    """Whether a short line stands at a place, and the text begins below it."""
    return at + 1 < len(lines) and lines[at].short and lines[at + 1].gap != "none"


def _word_behind(openings: Sequence[tuple[int, re.Match[str]]], known: Collection[str]) -> str:
    """The word that stands right behind the numbers of titles, as in ``27. ZAKON``.

    Of one that the language isn't ``known`` to name laws with it takes many.
    """
    found: defaultdict[str, set[int]] = defaultdict(set)
    for _, match in openings:
        if not match["before"].strip():
            found[_word_of(match, known)].add(_number_of(match))
    found.pop("", None)
    naming = {"§", *map(fold, known)}
    often = [w for w in found if len(found[w]) >= (2 if fold(w) in naming else _MANY)]
    return max(often, key=lambda word: len(found[word]), default="")


def _number_of(match: re.Match[str]) -> int:
    """The number in what looks like the beginning of a title; 0 where there is none."""
    return law_number(match["label"]) or 0


def _word_of(match: re.Match[str], known: Collection[str]) -> str:
    """The word behind a number: a small one is ``known`` to name laws, or set off from the rest."""
    word = _WORD.match(match.string, match.end())
    if not word:
        return ""
    apart = word[2] or word.end() == len(match.string) or word[0].endswith(("  ", "\t"))
    return word[1] if apart or not word[1][0].islower() or word[1] in known else ""


def _looks_like_a_title(lines: Sequence[Line], at: int, match: re.Match[str], behind: str) -> float:
    """How much a line that begins with a number looks like a law's title, from 0 to 1."""
    line, named = lines[at], bool(match["before"].strip() or behind)
    rest = line.text[match.end() :].removeprefix(behind).lstrip(" :–—-" if behind else "")
    following = lines[at + 1] if at + 1 < len(lines) else None
    if rest.lstrip('„"“»«(')[:1].islower() or (not match["after"] and _ADDRESS.match(rest)):
        return 0.0
    set_off = line.gap != "none"
    closed = following is None or following.gap != "none"
    if not set_off and (not named or _goes_on(lines[at - 1])):
        return 0.0
    return 0.2 + 0.3 * set_off + 0.3 * closed + 0.5 * named - 0.3 * rest.endswith(".")


def _goes_on(line: Line) -> bool:
    """Whether a sentence goes on behind a line that leaves no room for the next word."""
    return not (line.short or ends_clause(line.text))


def _chain(found: Sequence[tuple[int, int, float]]) -> tuple[float, list[tuple[int, int]]]:
    """The heaviest chain of rising numbers: its weight, and its lines with their numbers.

    Numbers that are left out cost a little, so that a booklet may have gaps.
    """
    best: list[tuple[float, int]] = []
    for n, (_, law, weight) in enumerate(found):
        before = (0.0 if law == 1 else -0.8, -1)
        for m in range(max(0, n - 400), n):
            other = found[m][1]
            if other < law:
                left_out = min(0.7, 0.6 * (law - other - 1))
                before = max(before, (best[m][0] - left_out, m))
        best.append((weight + before[0], before[1]))
    if not best:
        return 0.0, []
    end = max(range(len(best)), key=lambda n: best[n][0])
    weight, chain = best[end][0], []
    while end >= 0:
        chain.append(found[end])
        end = best[end][1]
    return weight, [(at, law) for at, law, _ in reversed(chain)]


def _pattern(before: str, titles: Sequence[str], behind: str) -> str:
    """The pattern of a title's label: the words around the number, the signs that follow it."""
    signs = {match["after"].strip() for title in titles if (match := _OPENING.match(title))}
    spaced = {title[len(before) :][:1].isspace() for title in titles}
    word = literal(before) + (r"\s*" if len(spaced) > 1 else r"\s+" if True in spaced else "")
    roman = all(match and not match["label"].isdigit() for match in map(_OPENING.match, titles))
    shape = f"[{NUMERALS}]+" if roman else rf"\d{{1,{len(str(MOST_LAWS)) - 1}}}"
    label = rf"{word}(?P<label>{shape})"
    if behind:
        sign = rf"{_any_sign(signs)}\s*" if signs != {""} else ""
        return rf"{label}\s*{sign}{literal(behind)}\s*[.:–—-]*(?:\s+|$)"
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


_LATIN = "abcdefghijklmnopqrstuvwxyz"
_PRINTED = re.compile(
    r"(?P<open>[(\[]?)"
    r"(?P<label>\d{1,2}|[^\W\d_]|(?P<twice>[a-z])(?P=twice)|[ivxіх]+)"
    r"(?P<close>[^\w\s(„“«\"]{0,2}|\s?[°º])(?P<dash>\s*[–—-](?=\s))?(?=\s|$)\s*"
)
"""Whatever may be a label: a number, a letter, a numeral, and the signs around it."""
_WHOLE = re.compile(
    r"(?P<before>§\s*|[^\W\d_]{2,12}\.?\s+)?(?P<label>\d{1,2}(?:(?:\.\d{1,2})+|"
    r"[.\s]?[A-Z](?:[.\s]?\d{1,2}(?:[.\s]?\(?[a-z]\)?(?:[.\s]?\(?[ivx]+\)?)?)?)?))"
    r"(?P<stop>[.):]?)(?:\s+|$)(?P<behind>\(\d{1,2}[A-Z]\S*\))?"
)
"""A label that is a whole address, perhaps behind the word for a law, or before its letters."""
_LETTERED = (
    r"\d{1,2}[.\s]?[A-Z](?:[.\s]?\d{1,2})?(?:[.\s]?\(?[a-z]\)?)?(?:[.\s]?\(?[ivx]+\)?)?(?!\w)"
)
_WIDE = r"(?:\t|\s{2})\s*"
_BEGINS_TEXT = rf"(?={CAPITAL}|[„“\"(«])"


class _Way(NamedTuple):
    """A way to print labels: the signs around them."""

    open: str
    close: str

    def pattern(self, shape: str) -> str:
        """The pattern of labels of a shape."""
        label = f"(?P<label>{shape})"
        if not self.close and not self.open:
            return rf"{label}(?:\s+{_BEGINS_TEXT}|{_WIDE}|$)"
        close = literal(self.close)
        if self.close.endswith("–"):
            return rf"{label}{literal(self.close[:-1])}\s*[–—-](?:\s+|$)"
        return rf"{literal(self.open)}{label}{close}(?:\s+|$)"


class _Counting(NamedTuple):
    """How the labels of a level count: in order; ``shape`` is the pattern of one."""

    level: str
    shape: str
    labels: Sequence[str]


def _countings(alphabets: Sequence[str]) -> list[_Counting]:
    """How labels may count below the law, in Latin letters or in others, by the small ones."""
    return [
        _Counting("number", r"\d{1,2}", [str(n) for n in range(1, 100)]),
        _Counting("roman", "[ivx]+", ROMANS),
        _Counting("roman", "[a-z]{2}", [2 * letter for letter in _LATIN]),
        _Counting("letter", "[A-Z]", _LATIN.upper()),
        *(_Counting("letter", f"[{a.upper()}]", a.upper()) for a in alphabets),
        _Counting("item", "[a-z]", _LATIN),
        *(_Counting("item", f"[{a}]", a) for a in alphabets),
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


def draft_labels(lines: Sequence[Line], alphabets: Sequence[str] = ()) -> dict[str, Guess]:
    """Guesses for ``[layout.labels]`` below the law, from the lines of the laws.

    ``alphabets`` are the small letters that labels may count in, besides the Latin ones.
    """
    whole = _whole_addresses(lines)
    if whole:
        lines = [line for line in lines if not re.match(str(whole.value), line.text)]
    printed: defaultdict[_Way, list[tuple[str, str]]] = defaultdict(list)
    for way, label, example in _printed(lines):
        printed[way].append((label, example))
    guesses: dict[str, Guess] = {}
    counted: dict[str, str] = {}
    for level in LEVELS:
        families = [
            _family(way, counting, found)
            for counting in _countings(alphabets)
            if counting.level == level
            for way, found in printed.items()
        ]
        few = 1 if level in ("item", "roman") else 2
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
    return guesses | ({"whole": whole} if whole else {})


def _whole_addresses(lines: Sequence[Line]) -> Guess | None:
    """The guess that labels are whole addresses, where those mostly follow each other.

    The address in letters may stand behind one in numbers, in brackets: ``27.2. (27B)``.
    """
    found = [match for line in lines if (match := _WHOLE.match(line.text))]
    best: Guess | None = None
    most = 0
    for before in dict.fromkeys(match["before"] for match in found):
        own = [match for match in found if match["before"] == before]
        addresses = [a for match in own if (a := whole_address(match["label"]))]
        kept = sum(a < b for a, b in pairwise(addresses))
        in_a_law = sum(a.law == b.law for a, b in pairwise(addresses))
        if kept < max(_MANY, most + 1) or kept < _NEARLY_ALL * (len(own) - 1):
            continue
        if in_a_law < _FEW_IN_A_LAW * kept:  # titles that begin with a letter: “§ 1 A vaza”
            continue
        letters = any(char.isalpha() for match in own for char in match["label"])
        shape = _LETTERED if letters else r"\d{1,2}(?:\.\d{1,2})+"
        behind = r"(?:\(\d{1,2}[A-Z]\S*\)\s*)?" if any(match["behind"] for match in own) else ""
        stops = {match["stop"] for match in own}
        stop = literal(stops.pop()) if len(stops) == 1 else "[.):]?"
        word = rf"{literal(before.strip())}\s*" if before else ""
        why = f"{kept} labels like “{own[0][0].strip()}” continue those above"
        best, most = Guess(rf"{word}(?P<label>{shape}){stop}(?:\s+|$){behind}", why), kept
    return best


def _printed(lines: Sequence[Line]) -> Iterator[tuple[_Way, str, str]]:
    """What may be labels, in order: at the start of a line, or after others there."""
    for line in lines:
        at = 0
        for _ in range(3):
            match = _PRINTED.match(line.text, at)
            if not match:
                break
            close = match["close"].strip() + ("–" if match["dash"] else "")
            unmarked = not (match["open"] or close)
            rest = line.text[match.end("close") :]
            if unmarked and not re.match(rf"\s*(?:$|{_BEGINS_TEXT})|{_WIDE}", rest):
                break
            close = "–" if close in "–—-" and close else close
            yield _Way(match["open"], close), match["label"], match[0].strip()
            at = match.end()


def _family(way: _Way, counting: _Counting, printed: Sequence[tuple[str, str]]) -> _Family:
    """How a family fares: its labels in order, each after the one it should follow.

    Letters that only look like those of the level are taken for them.
    """
    kept, broken, last, example = 0, 0, 0, ""
    places = {label: place for place, label in enumerate(counting.labels, 1)}
    alike = {char for char in LOOK_ALIKES if LOOK_ALIKES[char] in "".join(counting.labels)}
    met: set[str] = set()
    for printed_label, shown in printed:
        label = (
            printed_label if printed_label in places else printed_label.translate(LATIN_BY_SHAPE)
        )
        place = places.get(label)
        if place is None:
            continue
        met |= alike.intersection(printed_label)
        follows = place in (last + 1, 1)
        example = example or (shown if place == 1 else "")
        kept += follows and place > 1
        broken += not follows
        last = place if follows else last
    shape = counting.shape.replace("]", f"{''.join(sorted(met))}]") if met else counting.shape
    return _Family(counting, way.pattern(shape), kept, broken, example)


_RUN_IN = {
    "a stop": rf"(?P<heading>{CAPITAL}[^.:?!–—]{{1,100}}(?:[?!]|(?=\.)))\.?"
    rf"(?:\s+(?={CAPITAL}|[„“\"(§\d])|\s*$)",
    "a colon": rf"(?P<heading>{CAPITAL}[^.:–—]{{1,100}}):(?:\s+|$)",
    "a dash": rf"(?P<heading>{CAPITAL}[^.:–—]{{1,100}}?)(?:\.\s*|\s+)[–—-](?:\s+|$)",
}
_MOSTLY = 0.6
_NEARLY_ALL = 0.8
_FEW = 4


def draft_headings(lines: Sequence[Line], labels: Mapping[str, Guess]) -> dict[str, Guess]:
    """Guesses for ``[layout.headings]``: only levels whose headings run into the text."""
    guesses: dict[str, Guess] = {}
    labelled = [re.compile(str(guess.value)) for guess in labels.values()]

    def goes_on(line: Line) -> bool:
        return line.gap == "none" and not any(label.match(line.text) for label in labelled)

    for level in ("letter", "number"):
        found = [
            (line, line.text[end:], after)
            for line, after in zip(lines, [*lines[1:], lines[-1]], strict=False)
            if (end := _end_of_label(line.text, level, labels))
        ]
        own = sum(_own_line(line, after) for line, _, after in found)
        texts = [
            " ".join((text, after.text if goes_on(after) else ""))
            for line, text, after in found
            if text and not _own_line(line, after)
        ]
        for sign, pattern in _RUN_IN.items():
            matched = [text for text in texts if re.match(pattern, text)]
            alone = [text for text in matched if re.fullmatch(pattern, text)]
            if len(alone) > 0.5 * len(matched):
                continue
            if len(matched) >= max(_FEW, _MOSTLY * len(texts)) and len(matched) > own:
                guesses[level] = Guess(
                    pattern,
                    f"{len(matched)} of {len(texts)} run into their text after {sign}, "
                    f"like “{excerpt(matched[0])}”",
                )
                break
    return guesses


def _end_of_label(text: str, level: str, labels: Mapping[str, Guess]) -> int:
    """Where the label of a level ends that a text begins with, be it a whole address; 0 if none."""
    for name in (level, "whole"):
        match = re.match(str(labels[name].value), text) if name in labels else None
        address = whole_address(match["label"]) if match else None
        if match and (name == level or (address and address.level == level)):
            return match.end()
    return 0


def _own_line(line: Line, after: Line) -> bool:
    """Whether a labelled line ends like a heading, with room for the next word."""
    return line.short and line.text[-1] not in ".,;:" and not after.text[0].islower()
