"""Page breaks and running heads: what returns in a text again and again and says nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import mean, pstdev

from lawbase.reading.drafting.guesses import Guess, excerpt, literal

_TOKEN = re.compile(r"<\|[^|\n]{4,80}\|>|<[A-Z_]{4,}[^>\n]{0,60}>")
_NUMBER = re.compile(r"\d+")
_LEADER = r"(?:\s?[.…·_]){4,}\s*"
CONTENTS = rf".+?{_LEADER}(?:\d{{1,3}}|[ivxlc]+)"
"""A line of a table of contents with a row of dots."""
_OFTEN = 3
_VERY_OFTEN = 5
_NEAR = 2


def draft_pages(source: str) -> dict[str, Guess]:
    """Guesses for ``[layout.page]``: ``page_break`` and ``furniture``."""
    guesses: dict[str, Guess] = {}
    page_break = _page_break(source)
    if page_break:
        guesses["page_break"] = page_break
    furniture, evidence = _furniture(source, page_break)
    if furniture:
        guesses["furniture"] = Guess(furniture, "; ".join(evidence))
    return guesses


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
        pattern = literal(token).replace("\\#", "#").replace("#", "[0-9a-f]+")
        return Guess(pattern, f"“{excerpt(token)}” stands {times} times")
    return None


def _blank_lines(source: str) -> Guess | None:
    """Three blank lines and more, where they come about as often as pages end."""
    runs = [source.count("\n", 0, match.start()) for match in re.finditer(r"\n{4,}", source)]
    lengths = [after - before for before, after in pairwise(runs)]
    if len(runs) >= _VERY_OFTEN and 20 <= mean(lengths) <= 90 and _is_regular(runs):
        return Guess(r"\n{4}", f"three blank lines and more stand {len(runs)} times")
    return None


def _rule(source: str) -> Guess | None:
    rules = Counter(
        _NUMBER.sub("#", line.strip())
        for line in source.split("\n")
        if re.fullmatch(r"\W{2,}.{0,20}\d+.{0,20}\W{2,}|\W{2,}\s*\d+\s*\W{2,}", line.strip())
    )
    for rule, times in rules.most_common(1):
        if times >= _OFTEN:
            pattern = literal(rule).replace("\\#", "#").replace("#", r"\d+")
            return Guess(pattern, f"lines like “{rule}” stand {times} times")
    return None


def _furniture(source: str, page_break: Guess | None) -> tuple[list[str], list[str]]:
    """Patterns of whole lines that return, and the evidence for each."""
    pages = re.split(str(page_break.value), source) if page_break else [source]
    edges, times = Counter[str](), Counter[str]()
    shown: dict[str, list[str]] = {}
    places: dict[str, list[int]] = {}
    passed = 0
    for page in pages:
        lines = [line.strip() for line in page.split("\n") if line.strip()]
        for number, line in enumerate(lines):
            masked = _NUMBER.sub("#", line)
            times[masked] += 1
            edges[masked] += number < _NEAR or number >= len(lines) - _NEAR - 1
            shown.setdefault(masked, []).append(line)
            places.setdefault(masked, []).append(passed + number)
        passed += len(lines)
    patterns, evidence = [], []
    for masked, count in times.most_common():
        if count < _OFTEN:
            break
        regular = _is_regular(places[masked])
        known = len(pages) > _OFTEN
        if _is_furniture(shown[masked], edges[masked], count, known_pages=known, regular=regular):
            varies = len(set(shown[masked])) > 1
            pattern = _varying(shown[masked]) if varies else literal(shown[masked][0])
            patterns.append(pattern)
            evidence.append(f"“{excerpt(shown[masked][0])}” returns {count} times")
    dotted = sum(bool(re.fullmatch(CONTENTS, line.strip())) for line in source.split("\n"))
    if dotted >= _OFTEN:
        patterns.append(CONTENTS)
        evidence.append(f"{dotted} lines of contents with rows of dots")
    return patterns, evidence


def _is_furniture(
    lines: Sequence[str], edges: int, count: int, *, known_pages: bool, regular: bool
) -> bool:
    """Whether a line that returns belongs to the pages and not to the text."""
    first = lines[0]
    letters = sum(char.isalpha() for char in first)
    numbers = [[int(n) for n in _NUMBER.findall(line) if len(n) < 5] for line in lines]
    rising = len(set(lines)) > 1 and _rises(numbers) and regular
    at_edges = edges >= 0.7 * count and known_pages
    if re.fullmatch(CONTENTS, first):
        return False
    if letters < 3:
        return rising and at_edges and len(set(lines)) >= 0.8 * count
    if len(set(lines)) > 1:
        return rising and len(set(lines)) >= 0.8 * count and (at_edges or count >= _VERY_OFTEN)
    titled = letters >= 8 and first[-1] not in ".,;:" and first[0].isalpha()
    return (at_edges and letters >= 4) or (titled and not known_pages and count >= _VERY_OFTEN)


def _is_regular(places: Sequence[int]) -> bool:
    """Whether lines stand about as far from each other, as pages are long and laws are not."""
    steps = [after - before for before, after in pairwise(places)]
    return bool(steps) and pstdev(steps) < 0.5 * mean(steps)


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
        stays = len({row[place] for row in numbers}) == 1
        pattern += (numbers[0][place] if stays else r"\d+") + literal(between)
    return pattern
