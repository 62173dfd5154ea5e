"""A damaged transcript, one line a page: where it begins, how pages end, its labels."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from lawbase.model import Edition
from lawbase.reading.drafting.guesses import Guess, excerpt
from lawbase.reading.drafting.labels import draft_labels, draft_laws
from lawbase.reading.pages import Line
from lawbase.reading.patterns import literal, masked, numbered
from lawbase.reading.source import ranges_of
from lawbase.reading.traced import Traced

_TITLE = re.compile(r"(?<!\S)(?:[^\W\d_]{3,}|§) \d{1,2}(?!\S*\d)(?=\s)")
_BEGINNING = 100
"""So many characters tell a label."""
_LABEL = re.compile(r"(?<!\S)(?=\(?(?:[A-Z]|\d{1,2}|[a-z]|[ivx]+)[.)])")
LONG = 1000
"""A line with more characters is a whole page."""


def draft_transcript(
    source: str, year: int, read: Sequence[Edition]
) -> tuple[dict[str, Guess], dict[str, dict[str, Guess]]]:
    """Guesses for the head of the profile, and for the tables below ``[layout]``.

    The layout's own keys stand in the table of the empty name.
    """
    lines = source.split("\n")
    pages = [line for line in lines if len(line) > LONG]
    first = next(n for n, line in enumerate(lines) if len(line) > LONG)
    above = [line.strip() for line in lines[:first] if line.strip()]
    layout = {
        "opening": Guess(literal(above[-1]) if above else "^", "the line above the first page"),
        "page_end": _page_end(pages),
    }
    furniture = _furniture(pages)
    if furniture.value:
        layout["furniture"] = furniture
    text = " ".join(" ".join(pages).split())
    titles = draft_laws(_cut(text, _TITLE))
    labels = draft_labels(_cut(text, _LABEL))
    notes = {
        "start": Guess(r"(?P<label>\d{1,2})\s+(?=\S)", "notes end the pages, a number before each"),
        "marker": Guess(r"\s{}(?![\w)])", "the number alone calls the note"),
    }
    head: dict[str, Guess] = {}
    if titles:
        labels = {"law": titles.pattern, **labels}
        head["laws"] = Guess(ranges_of(titles.laws), titles.pattern.evidence)
    sisters = [e for e in read if e.year == year and e.laws and e.complete]
    if sisters:
        best = max(sisters, key=lambda edition: len(edition.provisions))
        head["sister"] = Guess(best.id, "the edition of the same year with the most provisions")
    return head, {"": layout, "labels": labels, "footnotes": notes}


def _page_end(pages: Sequence[str]) -> Guess:
    tails = Counter(masked(" ".join(page.split()[-2:])) for page in pages)
    tail, times = tails.most_common(1)[0]
    return Guess(numbered(tail), f"{times} of {len(pages)} pages end so")


def _furniture(pages: Sequence[str]) -> Guess:
    """Runs of words that return from page to page and break into sentences."""
    counted: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for page in pages:
        words = page.split()
        here: Counter[str] = Counter()
        for length in range(2, 9):
            for n in range(1, len(words) - length):
                run = words[n : n + length]
                alike = masked(" ".join(run))
                numbers = alike.count("#")
                titled = length <= 4 and run[0][0].isupper() and words[n - 1][-1].isalnum()
                if numbers >= 4 or (titled and not numbers and run[-1][-1].isalpha()):
                    here[alike] += 1
                    shown.setdefault(alike, " ".join(run))
        counted.update({alike: 1 for alike, times in here.items() if times == 1})
    often = [m for m, times in counted.items() if times >= max(3, 0.25 * len(pages))]
    longest = [m for m in often if not any(m != other and m in other for other in often)]
    patterns = [numbered(m) for m in longest]
    evidence = "; ".join(f"“{excerpt(shown[m])}” on {counted[m]} pages" for m in longest)
    return Guess(patterns, evidence)


def _cut(text: str, before: re.Pattern[str]) -> list[Line]:
    """The text cut before everything that could be a label, the beginnings as lines."""
    cuts = [match.start() for match in before.finditer(text)]
    pieces = [text[a:b][:_BEGINNING].strip(" ,;") for a, b in pairwise([*cuts, len(text)])]
    return [Line(Traced.of(piece), 0, "blank", 0) for piece in pieces if piece]
