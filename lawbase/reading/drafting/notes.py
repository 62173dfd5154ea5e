"""How footnotes are printed and called: each way is tried, and the one that pairs most is taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from lawbase.reading.drafting.front import looks_like_a_title
from lawbase.reading.drafting.guesses import Guess, literal
from lawbase.reading.footnotes import FootnoteLayout, LineTest, take_footnotes
from lawbase.reading.pages import Line
from lawbase.reading.patterns import LabelPattern, MarkerTemplate, Pattern
from lawbase.reading.problems import Problems
from lawbase.reading.source import Source

_SUPERSCRIPTS = "[⁰¹²³⁴-⁹]"
_STYLES = {
    "superscripts": (
        rf"(?P<label>{_SUPERSCRIPTS}+)\s*(?=\S)",
        rf"(?<!{_SUPERSCRIPTS}){{}}(?!{_SUPERSCRIPTS})",
    ),
    "brackets": (r"\[(?P<label>\d{1,3}|\*+)\]\s*(?=\S)", r"\s?\[{}\]"),
    "parentheses": (r"\(?(?P<label>\d{1,2})\)\s+(?=\S)", r"(?<=[^\W\d_]{3})\s?\({}\)"),
    "half parentheses": (r"(?P<label>\d{1,2})\)\s+(?=\S)", r"(?<=[^\W\d_]{3}){}\)"),
    "digits at words": (
        r"(?P<label>\d{1,2})\s*(?=[^\W\d]|[„“\"(])",
        r"(?:(?<=[^\W\d_]{3})|(?<=[\"”“)]))(?<!\d){}(?![\d\w])",
    ),
    "signs": (r"(?P<label>[*†‡§]+)\)?\s*(?=\S)", r"(?<=[^\W\d_]{3}){}(?![*†‡§])"),
}
_WORTH_A_TITLE = 2


def draft_notes(lines: Sequence[Line], source: Source, ends: LineTest) -> dict[str, Guess]:
    """Guesses for ``[layout.footnotes]``; none where no way pairs notes with markers."""
    best: tuple[float, dict[str, Guess]] = (0.0, {})
    titles = _titles(lines)
    for style, (start, marker) in _STYLES.items():
        for title in (None, *titles):
            if title and style == "digits at words":
                start = start.replace(r"\s*", r"[.)]?\s*")
            for by_page in (False, True) if title is None else (False,):
                layout = FootnoteLayout(
                    start=LabelPattern(start),
                    marker=MarkerTemplate(marker),
                    by_page=by_page,
                    title=Pattern(title) if title else None,
                )
                paired, unpaired = _tried(lines, layout, source, ends)
                worth = paired - 1.5 * unpaired - 0.2 * by_page + 0.1 * (title is not None)
                if paired and worth > best[0]:
                    best = worth, _guesses(layout, style, paired, unpaired)
    return best[1]


def _guesses(layout: FootnoteLayout, style: str, paired: int, unpaired: int) -> dict[str, Guess]:
    told = f"{style}: {paired} notes are called by a marker, {unpaired} aren't"
    guesses = {
        "start": Guess(layout.start.text, told),
        "marker": Guess(layout.marker.text, "{} stands for the note's label"),
    }
    if layout.title:
        guesses["title"] = Guess(layout.title.text, "the notes stand together under this line")
    else:
        why = "numbering starts anew on every page" if layout.by_page else "they count throughout"
        guesses["by_page"] = Guess(layout.by_page, why)
    return guesses


def _titles(lines: Sequence[Line]) -> list[str]:
    """Lines that may stand above collected notes: a title with a list from 1 right under it."""
    found: dict[str, int] = {}
    for n in range(len(lines) - 2):
        short = len(lines[n].text) < 50 and lines[n].text[-1] not in ".,;"
        first = re.match(r"\[?\(?[1¹*]\]?[.)]?\s+\S", lines[n + 1].text)
        if short and first and (looks_like_a_title(lines, n) or lines[n].gap != "none"):
            pattern = re.sub(r"\d+", r"\\d+", literal(lines[n].text))
            found[pattern] = found.get(pattern, 0) + 1
    return [p for p in found if re.match(r"[^\W\d_]{3}", p)][:12]


def _tried(
    lines: Sequence[Line], layout: FootnoteLayout, source: Source, ends: LineTest
) -> tuple[int, int]:
    """How many notes are called by a marker, and how many aren't."""
    source = replace(source, problems=Problems())
    _, footnotes = take_footnotes(lines, layout, ends, source)
    unpaired = sum("has no marker" in problem.message for problem in source.problems)
    signs = [note.label for note in footnotes.notes if not note.label.isdigit()]
    labels = [int(note.label) for note in footnotes.notes if note.label.isdigit()]
    if len(signs) > len(labels) and not layout.by_page:
        unpaired += len(signs) - len(set(signs))
    restarts = layout.by_page or layout.title is not None
    broken = sum(
        label != before + 1 and not (restarts and label == 1)
        for before, label in pairwise((0, *labels))
    )
    return len(footnotes.notes), unpaired + broken
