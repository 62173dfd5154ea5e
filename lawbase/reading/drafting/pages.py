"""Page breaks and running heads: what returns in a text again and again and says nothing."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from statistics import mean, pstdev
from typing import NamedTuple

from lawbase.reading.drafting.guesses import Guess, excerpt
from lawbase.reading.pages import RULE
from lawbase.reading.patterns import literal, masked, numbered
from lawbase.text import unspaced

_TOKEN = re.compile(r"<\|[^|\n]{4,80}\|>|<[A-Z_]{4,}[^>\n]{0,60}>")
_NUMBER = re.compile(r"\d+")
_PAGE = r"(\d{1,3}|[ivxlc]+)"
_DOTTED = re.compile(rf".+?(?:\s?[.…·_]){{4,}}\s*{_PAGE}")
"""A line of a table of contents with a row of dots."""
_OWNED = "©.+"
_PAGE_BEHIND = re.compile(rf"(?<=\S)(?:\s|[.…·_])+{_PAGE}$")
_SURELY_CONTENTS, _LETTERS_OF_A_TITLE, _LINES_OF_A_TITLE = 8, 3, 3
"""So many lines that stand once more below are contents; how long their titles are there."""
_BARS = (r"\s{2,}[|¦]$", r"^\s*[|¦](?=\s)")
_OFTEN = 3
_VERY_OFTEN = 5
_NEAR = 2
_ORNAMENTS = frozenset("_-–—―─━═=~*+·•|♠♥♦♣■□●○★☆§#")
_SURELY = 20
"""Words of so many letters don't return by chance, but for a number that rises."""
_LONGEST_HEAD = 90
_NOTES_BELOW = re.compile(r"[\[(]?[1¹*][\])]?[.)]?\s+[^\W\d_]")
"""What begins below the title of notes, which is no running head."""
_FIRST = re.compile(r"\d{1,3}(?=\s+\D)")
_LAST = re.compile(r"(?:^|(?<=\s))\d{1,3}$")


def draft_pages(source: str) -> dict[str, Guess]:
    """Guesses for ``[layout.page]``: ``page_break`` and ``furniture``."""
    guesses: dict[str, Guess] = {}
    page_break = _page_break(source)
    if page_break:
        guesses["page_break"] = page_break
    patterns, evidence = _furniture(source, page_break)
    if owned := re.search(rf"(?m)^\s*({_OWNED})$", source):
        patterns.append(_OWNED)
        evidence.append(f"“{excerpt(owned[1])}” says whose text it is")
    bars = [re.findall(bar, source, re.M) for bar in _BARS]
    if any(len(found) >= _OFTEN for found in bars):
        margin = "|".join(bar for bar, found in zip(_BARS, bars, strict=True) if found)
        guesses["margin"] = Guess(margin, f"{sum(map(len, bars))} lines have a bar in the margin")
    if patterns:
        guesses["furniture"] = Guess(list(dict.fromkeys(patterns)), "; ".join(evidence))
    return guesses


def contents_rows(source: str) -> list[int]:
    """The offsets of the lines of tables of contents.

    Most of them stand once more below or above, without the page's number, be it over several
    lines there, in the same order; few rows take dots before their pages.
    """
    lines = [(line.start(), line[0].rstrip()) for line in re.finditer(r"\S[^\n]*|\Z", source)]
    shown = [unspaced(text) for _, text in lines]
    titles = [unspaced(_PAGE_BEHIND.sub("", text)) for _, text in lines]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for n, more in product(range(len(lines)), range(_LINES_OF_A_TITLE)):
        places["".join(shown[n : n + more + 1])].append(n)
    dotted = [bool(_DOTTED.fullmatch(text)) for _, text in lines]
    rows: list[int] = []
    run: list[int] = []
    reached = -1
    for n, title in enumerate(titles):
        alike = not run or (title == shown[n]) is (titles[run[-1]] == shown[run[-1]])
        below = places[title] if alike and _letters(title) >= _LETTERS_OF_A_TITLE else []
        far = (place for place in below if abs(place - n) > _SURELY_CONTENTS)
        again = next((place for place in far if place > reached), None)
        if again is not None:
            run.append(n)
            reached = again
        elif run and (n > run[-1] + _NEAR or n == len(lines) - 1):
            if len(run) >= (_OFTEN if dotted[run[0]] else _SURELY_CONTENTS):
                rows += _with_dots_beside(run, dotted)
            run, reached = [], -1
    return [lines[row][0] for row in rows]


def _with_dots_beside(run: Sequence[int], dotted: Sequence[bool]) -> range:
    """The rows from the first of a run to its last, and those with dots right above and below."""
    first = next((n for n in range(run[0], -1, -1) if not dotted[n]), -1) + 1
    end = next(n for n in range(run[-1], len(dotted)) if not dotted[n])
    return range(min(first, run[0]), max(end, run[-1] + 1))


def _page_break(source: str) -> Guess | None:
    if source.count("\f") >= _OFTEN:
        return Guess("\\f", f"{source.count(chr(12))} form feeds")
    found = [guess for guess in (_machine_token(source), _blank_lines(source)) if guess]
    if found:
        patterns, evidence = zip(*((str(g.value), g.evidence) for g in found), strict=True)
        return Guess("|".join(patterns), "; ".join(evidence))
    return _rule(source)


def _machine_token(source: str) -> Guess | None:
    tokens = Counter(re.sub(r"[0-9a-f]{8,}", "#", token) for token in _TOKEN.findall(source))
    for token, times in tokens.most_common(1):
        return Guess(numbered(token, "[0-9a-f]+"), f"“{excerpt(token)}” stands {times} times")
    return None


def _blank_lines(source: str) -> Guess | None:
    """Three blank lines and more, where they come about as often as pages end."""
    runs = [source.count("\n", 0, match.start()) for match in re.finditer(r"\n{4,}", source)]
    lengths = [after - before for before, after in pairwise(runs)]
    regular = bool(lengths) and pstdev(lengths) < 0.5 * mean(lengths)
    if len(runs) >= _VERY_OFTEN and 20 <= mean(lengths) <= 90 and regular:
        return Guess(r"\n{4}", f"three blank lines and more stand {len(runs)} times")
    return None


def _rule(source: str) -> Guess | None:
    rules = Counter(
        masked(line.strip())
        for line in source.split("\n")
        if re.fullmatch(r"\W{2,}.{0,20}\d+.{0,20}\W{2,}|\W{2,}\s*\d+\s*\W{2,}", line.strip())
    )
    for rule, times in rules.most_common(1):
        if times >= _OFTEN:
            return Guess(numbered(rule), f"lines like “{rule}” stand {times} times")
    return None


def _furniture(source: str, page_break: Guess | None) -> tuple[list[str], list[str]]:
    """Patterns of whole lines that return, and the evidence for each."""
    pages = re.split(str(page_break.value), source) if page_break else [source]
    known_pages = len(pages) > _OFTEN
    places = list(_places(pages, known_pages=known_pages))
    patterns, evidence = _constant_heads(places, len(pages))
    heads = re.compile("|".join(patterns) or "(?!)")
    places = [
        place._replace(text=" ".join(place.text.split()))
        for place in places
        if not heads.fullmatch(place.text)
    ]
    counted = _counted_pages(places)
    families: defaultdict[str, list[LinePlace]] = defaultdict(list)
    for place in places:
        families[masked(place.text)].append(place)
    for family in sorted(families.values(), key=len, reverse=True):
        returns = _is_furniture(family, known_pages=known_pages)
        shown = [place.text for place in family if returns or place in counted]
        if shown:
            patterns.append(_varying(shown if len(shown) > 1 else [p.text for p in family]))
            evidence.append(f"“{excerpt(shown[0])}” returns {len(shown)} times")
    return patterns, evidence


class LinePlace(NamedTuple):
    """A line of the source, its number among those with text, and how it stands on its page.

    ``sheet`` is the number of the page that it is the first or the last line of, if it is one.
    """

    text: str
    number: int
    edge: bool
    alone: bool
    sheet: int | None


def _places(pages: Sequence[str], *, known_pages: bool) -> Iterator[LinePlace]:
    """The lines with text, but for titles of notes."""
    number = 0
    for sheet, page in enumerate(pages):
        printed = [line.strip() for line in page.split("\n")]
        lines = [n for n, line in enumerate(printed) if line]
        for rank, n in enumerate(lines):
            around = (printed[n - 1 : n] or [""])[0], (printed[n + 1 : n + 2] or [""])[0]
            edge = known_pages and not _NEAR <= rank < len(lines) - _NEAR - 1
            outer = known_pages and rank in (0, len(lines) - 1)
            below = " ".join(printed[n + 1 : n + 3]).strip()
            if not (_NOTES_BELOW.match(below) and printed[n][0].isalpha()):
                yield LinePlace(printed[n], number, edge, not any(around), sheet if outer else None)
            number += 1


def _constant_heads(places: Sequence[LinePlace], pages: int) -> tuple[list[str], list[str]]:
    """Patterns of heads and feet of two parts, one of which is the same on most pages."""
    found: defaultdict[tuple[str, str], list[LinePlace]] = defaultdict(list)
    for place in places:
        if place.sheet is not None and len(parts := re.split(r"\s{2,}|\t", place.text)) > 1:
            found[parts[0], rf"{literal(parts[0])}(?:\t|\s{{2}}).+"].append(place)
            found[parts[-1], rf".+(?:\t|\s{{2}}){literal(parts[-1])}"].append(place)
    patterns, evidence = [], []
    for (part, pattern), own in found.items():
        both = sum(len(other) for (same, _), other in found.items() if same == part)
        several = len({place.text for place in own}) > 1
        if several and both >= max(_VERY_OFTEN, 0.4 * pages) and _letters(part) >= 8:
            patterns.append(pattern)
            evidence.append(f"“{excerpt(part)}” stands at the edge of {len(own)} pages")
    return patterns, evidence


def _letters(text: str) -> int:
    return sum(char.isalpha() for char in text)


def _counted_pages(places: Sequence[LinePlace]) -> set[LinePlace]:
    """The lines, whatever parts the pages, that count them one by one.

    Most have the words of another, and all who have such words count: the titles of laws count too,
    but each has its own words, and with those of numbered notes come others that don't.
    """
    set_off = [p for p in places if len(p.text) <= _LONGEST_HEAD and (p.alone or p.edge)]
    often = Counter(masked(place.text) for place in set_off)
    chains: dict[int, list[LinePlace]] = {}
    for place in set_off:
        for page in _outer_numbers(place.text):
            known = max((chains.get(page - 1, []), chains.get(page - 2, [])), key=len)
            alike = bool(known) and masked(known[-1].text) == masked(place.text)
            if len(known) + alike >= len(chains.get(page, [])):
                chains[page] = [*known, place]
    counted: set[LinePlace] = set()
    for chain in chains.values():
        times = Counter(masked(place.text) for place in chain)
        repeated = sum(count for count in times.values() if count > 1)
        sure = len(chain) >= _VERY_OFTEN and repeated >= 0.4 * len(chain)
        if sure and all(times[words] >= 0.8 * often[words] for words in times):
            counted |= {p for p in chain if p.alone or often[masked(p.text)] > 1}
    return counted


def _outer_numbers(text: str) -> set[int]:
    """The numbers that a line begins and ends with."""
    return {int(match[0]) for match in (_FIRST.match(text), _LAST.search(text)) if match}


def _is_furniture(places: Sequence[LinePlace], *, known_pages: bool) -> bool:
    """Whether a line that returns belongs to the pages and not to the text."""
    lines = [place.text for place in places]
    count, kinds, first = len(lines), len(set(lines)), lines[0]
    if kinds == 1 and {first[0], first[-1]} <= _ORNAMENTS:
        return bool(RULE.fullmatch(first)) or (count >= _OFTEN and len(first) > 1)
    if count < _OFTEN:
        return False
    at_edges = known_pages and sum(place.edge for place in places) >= 0.7 * count
    if kinds > 1:
        edged = at_edges or (not known_pages and _letters(first) >= _SURELY)
        numbers = [[int(n) for n in _NUMBER.findall(line) if len(n) < 5] for line in lines]
        return edged and kinds >= 0.8 * count and _rises(numbers)
    titled = _letters(first) >= 8 and first[-1] not in ".,;:" and first[0].isalpha()
    anywhere = titled and not known_pages and count >= _VERY_OFTEN
    return anywhere or (at_edges and _letters(first) >= 4)


def _rises(numbers: Sequence[Sequence[int]]) -> bool:
    """Whether some number of the lines rises from each to the next, as page numbers do."""
    places = min(len(row) for row in numbers)
    return any(
        sum(a[place] < b[place] <= a[place] + 4 for a, b in pairwise(numbers))
        >= 0.8 * (len(numbers) - 1)
        for place in range(places)
    )


def _varying(lines: Sequence[str]) -> str:
    """A pattern for lines that differ in their numbers only, the numbers that stay kept."""
    parts = [_NUMBER.split(line) for line in lines]
    numbers = [_NUMBER.findall(line) for line in lines]
    pattern = literal(parts[0][0])
    for place, between in enumerate(parts[0][1:]):
        stays = len(lines) > 1 and len({row[place] for row in numbers}) == 1
        most = max(len(row[place]) for row in numbers)
        pattern += (numbers[0][place] if stays else rf"\d{{1,{max(most, 2)}}}") + literal(between)
    return pattern
