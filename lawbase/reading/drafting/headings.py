"""Whether the headings of provisions are lines of their own or run into their text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from lawbase.reading.drafting.guesses import Guess, excerpt
from lawbase.reading.pages import Line

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
