"""What stands around the laws: preface, introduction, definitions, footnotes, index."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from lawbase.reading.drafting.alphabetical import rise
from lawbase.reading.drafting.guesses import Guess, excerpt
from lawbase.reading.drafting.language import names_a_preface
from lawbase.reading.footnotes import FootnoteLayout, LineTest, take_footnotes
from lawbase.reading.pages import Line, ends_clause
from lawbase.reading.patterns import (
    CAPITAL,
    LabelPattern,
    MarkerTemplate,
    Pattern,
    begins_large,
    literal,
    masked,
    numbered,
)
from lawbase.reading.problems import Problems
from lawbase.reading.source import Source
from lawbase.reading.subject_index.layout import PRINTED_ADDRESS
from lawbase.text import fold

_BEFORE = r"(?:[•·▪*–-]\s+|(?:\d{1,3}|[^\W\d_])[.)]\s+)?"
_HEADWORD = rf"{_BEFORE}(?P<headword>{CAPITAL}[^:—–.;=]{{1,58}}?)"
_SMALL = rf"{_BEFORE}(?P<headword>[^\W\d_][^:—–.;=]{{1,58}}?)"
_ALONE = rf"(?P<headword>{CAPITAL}[^.:;]{{1,58}})$"
_STYLES = {
    "colon": (rf"{_HEADWORD}\s*:\s+", 1.0),
    "colon after small letters": (rf"{_SMALL}\s*:\s+", 0.9),
    "dash after small letters": (rf"{_SMALL}\s+[—–-]\s+", 0.9),
    "long dash": (rf"{_HEADWORD}\s*—\s*", 1.0),
    "dash": (rf"{_HEADWORD}\s+[–-]\s+", 1.0),
    "stop and dash": (rf"{_HEADWORD}\s*[.:]\s?[—–-]+\s*", 1.0),
    "columns": (rf"{_SMALL}(?:\s{{2,}}|\t)\s*(?=\S)", 1.0),
    "equals sign": (rf"{_SMALL}\s*=\s*", 1.0),
    "stop": (rf"{_HEADWORD}\.\s+(?={CAPITAL}|\d\.|[„“\"(])", 1.0),
    "capitals": (
        rf"(?P<headword>(?:{CAPITAL}{{2,}}[ -]?(?:\([^)]*\) ?)?)+)[:.–—-]*\s+(?={CAPITAL}|\d\.)",
        1.0,
    ),
    "own line": (_ALONE, 0.85),
    "own line above a blank one": (_ALONE, 0.85),
    "own line above its text": (r"(?P<headword>[^\W\d_][^.:;]{1,58})$", 0.9),
    "nothing": (
        rf"(?P<headword>{CAPITAL}[^\W\d_]*(?: [^\W\d_A-Z]\w*)*(?: \([^)]*\))?)"
        rf"(?: +(?={CAPITAL}|\d|[„(])|(?<=\))$)",
        0.6,
    ),
}
"""How an entry may begin, and what that is worth: the plainer, the more it matches by chance."""
_APART = {"blank line": 1.0, "indentation": 0.95, "nothing": 0.93}
"""What may set entries apart from each other, and what that is worth."""
_FEW = 4
_CENTRED = 8
"""A line that begins so much farther right than the next is centred."""
_PROSE, _MUCH = 200, 400
"""So many characters in long lines make a section of prose; so many on the title page, where they
don't follow the title at once."""
_REFERS = re.compile(rf"(?:^|[\s,;(]){PRINTED_ADDRESS}(?=\s*(?:[,;]|$))")
_ANOTHER, _LEAST = 0.7, 3.0
"""What a line of an index weighs that refers to nothing, where one that does weighs 1; an index has
so much more of these at least."""
_LOUD, _UNTITLED = 4.0, 8.0
"""What speaks for a title of the index in capitals, and against a line that is none."""
_LISTED = re.compile(r"[\[(]?(?:\d|[¹²³⁴-⁹*]|i+)[\])]?[.)]?\s+\S")
"""A line of a list, as notes are; the entries of an index begin with words."""
_LETTER = re.compile(r"[–—\[(-]?\s*[^\W\d_]\s*(?:[–—\])-]|$|[.)]\s)")
"""A letter that stands as a title in an index, or as the label of a paragraph."""


@dataclass(frozen=True, slots=True)
class Definitions:
    """Where the definitions stand among the lines, and how an entry begins."""

    start: int
    end: int
    entry: Guess
    apart: Guess


def draft_definitions(lines: Sequence[Line]) -> Definitions | None:
    """The longest run of paragraphs in alphabetical order that begin alike."""
    best, worth = None, 0.0
    for apart, sure in _APART.items():
        starts = [n for n in range(len(lines)) if _apart(lines, n, apart)]
        for style, (pattern, trust) in _STYLES.items():
            run = _alphabetical_run(lines, starts, re.compile(pattern), style)
            run = _below_a_title(lines, run)
            if len(run) >= _FEW and len(run) * trust * sure > worth:
                worth = len(run) * trust * sure
                first, last = (excerpt(lines[n].text, 30) for n in (run[0], run[-1]))
                why = f"{len(run)} entries in alphabetical order, “{first}” to “{last}”"
                evidence = Guess(apart, f"what stands before those entries ({style})")
                best = Definitions(run[0], run[-1] + 1, Guess(pattern, why), evidence)
    return best


def _apart(lines: Sequence[Line], n: int, apart: str) -> bool:
    line, before = lines[n], lines[n - 1] if n else None
    if before is None:
        return True
    if apart == "blank line":
        return line.gap != "none"
    if apart == "indentation":
        following = lines[n + 1] if n + 1 < len(lines) else line
        return line.column < max(before.column, following.column)
    return line.gap != "none" or before.short or ends_clause(before.text)


def _alphabetical_run(
    lines: Sequence[Line], starts: Sequence[int], pattern: re.Pattern[str], style: str
) -> list[int]:
    """The longest run of paragraphs of which nearly all begin so, their headwords mostly rising."""
    best: list[int] = []
    run: list[int] = []
    words: list[str] = []
    misses = 0
    for n in [*starts, None]:
        match = pattern.match(lines[n].text) if n is not None else None
        told = n is None or run[-1:] != [n - 1] or not style.startswith("own line")
        if match and n is not None and not (told and _is_entry(lines, n, style, match["headword"])):
            match = None
        if match and n is not None:
            run.append(n)
            words.append(match["headword"])
            misses = 0
            continue
        misses += 1
        if misses > 2 or n is None:
            if len(run) > len(best) and rise(words):
                best = run
            run, words, misses = [], [], 0
    return best


def _below_a_title(lines: Sequence[Line], run: list[int]) -> list[int]:
    """A run without what looks like entries above the section's title."""
    for place in reversed(range(min(3, len(run) - 1))):
        if any(looks_like_a_title(lines, n) for n in range(run[place] + 1, run[place + 1])):
            return run[place + 1 :]
    return run


def _is_entry(lines: Sequence[Line], n: int, style: str, headword: str) -> bool:
    """Whether what looks like an entry is no title in capitals, and has a text of its own."""
    line, below = lines[n], lines[n + 1 : n + 2]
    if style == "own line above its text":
        return any(text.column > line.column for text in below)
    gap = {"own line": "none", "own line above a blank one": "blank"}.get(style)
    followed = not gap or (line.short and any(text.gap in (gap, "page") for text in below))
    return followed and not line.text.isupper() and (style != "capitals" or headword.isupper())


def title_before(lines: Sequence[Line], at: int, passed: Collection[int] = ()) -> int | None:
    """The nearest line above that looks like a section's title, not far away nor ``passed`` over.

    Right under a line that is passed over, any short line is a title.
    """
    for n in range(at - 1, max(-1, at - 4), -1):
        if n not in passed and (looks_like_a_title(lines, n) or n - 1 in passed):
            return n
    return None


def title_of_laws(lines: Sequence[Line], between: range, chapters: Collection[int]) -> int | None:
    """The title, alone, above the first chapter or law behind the definitions.

    ``between`` are the lines from the last definition to the first law. What stands elsewhere too,
    as on the title page, opens nothing.
    """
    opens = min((n for n in between if n in chapters), default=between.stop)
    line = lines[opens - 1]
    alone = line.gap != "none" and looks_like_a_title(lines, opens - 1)
    once = sum(other.text == line.text for other in lines) == 1
    return opens - 1 if opens > between.start and alone and once else None


def looks_like_a_title(lines: Sequence[Line], n: int) -> bool:
    """Whether a line stands apart, is short, and ends without a stop but that of a year."""
    line = lines[n]
    stopped = line.text[-1] in ".,;:" and not re.search(r"\d{4} \w\.$", line.text)
    following = lines[n + 1] if n + 1 < len(lines) else None
    centred = following is None or line.column > following.column + _CENTRED
    apart = line.gap != "none" and (centred or lines[n + 1].gap != "none")
    if stopped or len(line.text) > 90 or not any(c.isalpha() for c in line.text):
        return False
    if re.search(rf"[.!?]\s+{CAPITAL}", line.text) or (
        line.room < len(line.text) * 0.2 and line.column < len(line.text) * 0.5
    ):
        return line.text.isupper() and line.gap != "none"
    shouted = line.text.isupper() and line.gap != "none"
    first = next(char for char in line.text if char.isalpha())
    return begins_large(first) and (apart or shouted)


def prose_sections(lines: Sequence[Line], end: int) -> list[int]:
    """The titles, before ``end``, of sections of prose: several long lines under each.

    Under a word for a preface one long line is enough.
    """
    titles = [n for n in range(end) if looks_like_a_title(lines, n)]
    if lines and 0 not in titles and lines[0].gap != "none" and lines[0].text[-1] not in ".,;:":
        titles.insert(0, 0)
    found = []
    lengths = sorted(len(line.text) for line in lines)
    width = lengths[int(0.8 * len(lines))] if lines else 0
    for a, b in pairwise([*titles, end]):
        long = [line for line in lines[a + 1 : b] if len(line.text) > min(45, 0.6 * width)]
        on_title_page = (
            lines[a].page == 0 < lines[end - 1].page and lines[a + 1 : a + 2] != long[:1]
        )
        least = 1 if names_a_preface(lines[a].text) else _MUCH if on_title_page else _PROSE
        if sum(len(line.text) for line in long) >= least:
            found.append(a)
    return found


def draft_index(lines: Sequence[Line], after: int) -> int | None:
    """Where the subject index begins: at the title below which references outweigh other lines.

    A title in capitals weighs more, and a little so one that the next line couldn't follow in the
    alphabet; without any, the index begins with a page, or with the first line that refers.
    """
    weight = 0.0
    found: list[tuple[float, int]] = []
    for n in range(len(lines) - 2, after, -1):
        text, below = lines[n].text, lines[n + 1].text
        refers, letter = bool(_REFERS.search(text)), bool(_LETTER.match(text))
        other = refers or letter or " = " in text or bool(_LISTED.match(below))
        if looks_like_a_title(lines, n) and not other:
            later = fold(text)[0] > fold(below)[0]
            found.append((weight + later + _LOUD * text.isupper(), n))
        elif refers or lines[n].gap == "page":
            found.append((weight - _UNTITLED * (lines[n].gap != "page"), n))
        weight += 0.0 if letter else 1.0 if refers else -_ANOTHER
    most, best = max(found, key=lambda place: (place[0], -place[1]), default=(0.0, None))
    return best if most > _LEAST else None


def opening(lines: Sequence[Line], at: int, why: str) -> Guess:
    """The pattern of a section's first line."""
    return Guess(literal(lines[at].text), why)


_SUPERSCRIPTS = "[⁰¹²³⁴-⁹]"
_AT_WORD = r"(?:(?<=[^\W\d_]{2})|(?<=[^\W\d_]{2}[.,;:!?]))"
"""Right behind a word, or the stop behind it."""
_AT_SENTENCE = (
    rf"(?:(?<=[^\W\d_]{{3}}[.!?])|(?<=[)%”“»][.!?]))(?=\d+(?:\s+{CAPITAL}|\s*$))"
    r"|(?<=[^\W\d_]{3}[,;:])(?=\d+(?:\s|$))"
)
"""Between a sentence or clause and the next; a number may stand behind an abbreviation."""
_DIGITS = (
    rf"(?:(?<=[^\W\d_]{{2}})|(?<=[\"”“)])|{_AT_SENTENCE}|(?={_SUPERSCRIPTS}))(?<!\d){{}}(?![\d\w])"
)
_PARENTHESES = rf"(?:(?<=[^\W\d_]{{2}})\s?|{_AT_WORD})\({{}}\)"
_NOTE_STYLES = {
    "superscripts with a bracket": (
        rf"(?P<label>{_SUPERSCRIPTS}+)\)\s*(?=\S)",
        rf"(?<!{_SUPERSCRIPTS}){{}}\)",
    ),
    "superscripts": (
        rf"(?P<label>{_SUPERSCRIPTS}+)\s*(?=\S)",
        rf"(?<!{_SUPERSCRIPTS}){{}}(?!{_SUPERSCRIPTS})",
    ),
    "brackets": (
        r"\[(?P<label>\d{1,3}|[ivx]+|\*+)\]\s*(?=\S)",
        rf"(?<=\S)\s?\[{{}}\]|^\[{{}}\](?!\s+{CAPITAL})",
    ),
    "parentheses": (r"\((?P<label>\d{1,2})\)\s+(?=\S)", _PARENTHESES),
    "called in parentheses": (r"(?P<label>\d{1,2})\)\s+(?=\S)", _PARENTHESES),
    "half parentheses": (r"(?P<label>\d{1,2})\)\s+(?=\S)", rf"{_AT_WORD}{{}}\)"),
    "digits at words": (
        r"(?P<label>\d{1,2})(?:\s*(?=[^\W\d]|[„“\"(])|$)",
        _DIGITS,
    ),
    "digits with a stop": (r"(?P<label>\d{1,2})\.\s+(?=\S)", _DIGITS),
    "digits with a bracket": (r"(?P<label>\d{1,2})\)\s+(?=\S)", _DIGITS),
    "signs with a bracket": (r"(?P<label>[*†‡§]+)\)\s*(?=\S)", rf"{_AT_WORD}{{}}\)"),
    "signs": (r"(?P<label>[*†‡§]+)\)?\s*(?=\S)", rf"{_AT_WORD}{{}}(?![*†‡§])"),
}


def draft_notes(
    lines: Sequence[Line], source: Source, ends: LineTest, labelled: LineTest
) -> tuple[dict[str, Guess], list[Line]]:
    """Guesses for ``[layout.footnotes]``, and the lines without the notes.

    There are none where no way pairs notes with markers.
    """
    best: tuple[float, dict[str, Guess], list[Line]] = (0.0, {}, list(lines))
    titles = _titles(lines)
    for style, (start, marker) in _NOTE_STYLES.items():
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
                paired, unpaired, body = _tried(lines, layout, (ends, labelled), source)
                worth = paired - 1.5 * unpaired - 0.2 * by_page + 0.1 * (title is not None)
                if paired and worth > best[0]:
                    best = worth, _guesses(layout, style, paired, unpaired), body
    return best[1:]


def _guesses(layout: FootnoteLayout, style: str, paired: int, unpaired: int) -> dict[str, Guess]:
    evidence = f"{style}: {paired} notes are called by a marker, {unpaired} aren't"
    guesses = {
        "start": Guess(layout.start.text, evidence),
        "marker": Guess(layout.marker.text, "{} stands for the note's label"),
    }
    if layout.title:
        guesses["title"] = Guess(layout.title.text, "the notes stand together under this line")
    else:
        why = "numbering starts anew on every page" if layout.by_page else "they count throughout"
        guesses["by_page"] = Guess(layout.by_page, why)
    return guesses


def _titles(lines: Sequence[Line]) -> list[str]:
    """Lines that may stand above collected notes: titles with lists right under them.

    Those that begin with the same word count as one: notes on this chapter, notes on that.
    """
    found: dict[str, int] = {}
    for n in range(len(lines) - 2):
        short = len(lines[n].text) < 50 and lines[n].text[-1] not in ".,;"
        listed = _LISTED.match(lines[n + 1].text)
        if short and listed and (looks_like_a_title(lines, n) or lines[n].gap != "none"):
            pattern = numbered(masked(lines[n].text))
            found[pattern] = found.get(pattern, 0) + 1
    named = [p for p in found if re.match(r"[^\W\d_]{3}", p)]
    words = Counter(p.split()[0] for p in named)
    return [*(rf"{w} .*" for w, times in words.items() if times > 1), *named][:12]


def _tried(
    lines: Sequence[Line],
    layout: FootnoteLayout,
    tests: tuple[LineTest, LineTest],
    source: Source,
) -> tuple[int, int, list[Line]]:
    """How many notes are called by a marker, how many aren't; the lines without the notes."""
    source = replace(source, problems=Problems())
    body, footnotes = take_footnotes(lines, layout, *tests, source)
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
    return len(footnotes.notes), unpaired + broken, body
