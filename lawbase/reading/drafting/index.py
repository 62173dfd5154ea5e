"""How the subject index is printed: what sets its topics off, and the words of its references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from lawbase.reading.drafting.guesses import Guess, excerpt, literal
from lawbase.reading.pages import Line
from lawbase.text import fold

_ADDRESS = (
    r"\d{1,3}(?:[\s.]?[A-Z](?:[\s.]?\d{1,2})?)?"
    r"(?:[\s.]?\(?[a-z]{1,2}\)|[a-z](?!\w))?(?:\([ivx]+\))?"
)
_MARK = re.compile(r"[–—•·*-]+\s+")
_MANY = 0.25


def draft_index_layout(lines: Sequence[Line], titles: dict[str, str]) -> dict[str, Guess]:
    """Guesses for ``[layout.index]`` from its lines, the title among them.

    ``titles`` are those of the sections that an entry may refer to, by their names.
    """
    opening, entries = _opening(lines)
    guesses: dict[str, Guess] = {}
    texts = [line.text for line in entries]
    marked = [text for text in texts if _MARK.match(text)]
    columns = Counter(line.column for line in entries)
    margin = min(columns)
    indented = [line for line in entries if line.column > margin]
    blanks = sum(line.gap == "blank" for line in entries)
    if len(marked) >= _MANY * len(texts):
        sign = Counter(text[0] for text in marked).most_common(1)[0][0]
        guesses["topics"] = Guess(
            "mark", f"{len(marked)} of {len(texts)} lines begin with “{sign}”"
        )
        guesses["subtopic"] = Guess(rf"{literal(sign)}\s+", "the mark before a subtopic")
    elif len(indented) >= _MANY * len(texts):
        guesses["topics"] = Guess(
            "indentation", f"{len(indented)} of {len(texts)} lines are indented"
        )
    elif len(texts) * 0.1 < blanks < len(texts) * 0.7:
        guesses["topics"] = Guess("blank line", f"{blanks} blank lines before {len(texts)} entries")
    else:
        guesses["topics"] = Guess("alphabetical", "nothing but the alphabet tells topics apart")
    tops = [line.text for line in entries if line.column == margin and not _MARK.match(line.text)]
    small = [text for text in tops if text[0].islower()]
    if len(small) > 0.4 * len(tops):
        guesses["lower_case"] = Guess(True, f"{len(small)} of {len(tops)} entries begin small")
    if opening:
        guesses["opening"] = Guess(opening, "the lines before the first entry")
    guesses |= _separators(texts)
    guesses |= _words(texts, tops)
    for name, title in titles.items():
        word = re.split(r"\W", title.lower())[0]
        times = sum(bool(re.search(rf"\s{re.escape(word)}\.?$", text.lower())) for text in texts)
        if word and times and name not in guesses:
            guesses[name] = Guess([word], f"“{word}” ends {times} entries, as it begins a section")
    letters = sorted({char for text in tops for char in text.lower() if char.isalpha()}, key=_order)
    guesses["alphabet"] = Guess(
        " ".join(letters), "the letters of the entries, in the order of Unicode's bare letters"
    )
    return guesses


def _order(letter: str) -> tuple[str, str]:
    return fold(letter), letter


def _opening(lines: Sequence[Line]) -> tuple[list[str], list[Line]]:
    """The lines before the first entry as patterns, and single letters that stand as titles."""
    opening: list[str] = []
    entries: list[Line] = []
    for number, line in enumerate(lines):
        letter = re.fullmatch(r"[–—-]?\s*[^\W\d_]\s*[–—-]?", line.text)
        if letter and line.gap != "none":
            opening.append(r"[–—-]?\s*[^\W\d_]\s*[–—-]?")
        elif number == 0:
            opening.append(literal(line.text))
        else:
            entries.append(line)
    return list(dict.fromkeys(opening)), entries or list(lines)


def _separators(texts: Sequence[str]) -> dict[str, Guess]:
    """What stands between titles and references, and between subtopics that run on."""
    guesses: dict[str, Guess] = {}
    before = Counter(
        match[1].strip()
        for text in texts
        if (match := re.search(rf"(?<=\w)(\s*(?:[:,–—]|(?:\.\s?){{2,}})?\s+)(?={_ADDRESS})", text))
    )
    signs = {sign: n for sign, n in before.items() if sign and n > 0.3 * before.total()}
    for sign, times in signs.items():
        pattern = r"\s*(?:\.\s?){2,}\s*" if sign.startswith("..") else rf"\s*{literal(sign)}\s*"
        guesses["leader"] = Guess(pattern, f"“{sign}” stands before the references {times} times")
    run_on = [t for t in texts if re.search(rf"{_ADDRESS};\s+[–—-]?\s*[^\W\d_]{{3,}}", t)]
    if run_on:
        guesses["parted"] = Guess(";", f"subtopics run on, like “{excerpt(run_on[0])}”")
    return guesses


def _words(texts: Sequence[str], tops: Sequence[str]) -> dict[str, Guess]:
    """The words that send to another topic, and those that stand in references."""
    topics = {fold(re.split(rf"\s+(?={_ADDRESS})|\s{{2,}}|[,:;]", top)[0]).strip() for top in tops}
    see: Counter[str] = Counter()
    for text in texts:
        words = re.sub(r"[–—.:]\s", " ", text).split()
        for n in range(len(words)):
            for length in (1, 2):
                rest = fold(" ".join(words[n + length :])).strip(" .,)")
                if rest and rest in topics and n + length < len(words):
                    see[" ".join(words[n : n + length]).strip("(,;–").lower()] += 1
                    break
    first: Counter[str] = Counter()
    for way, times in see.items():
        if re.match(r"[^\W\d_]{2}|[^\W\d_]\.", way):
            first[way.split()[0]] += times
    best = first.most_common(1)
    ways = [w for w in see if best and best[0][1] >= 2 and w.split()[0] == best[0][0]]
    guesses: dict[str, Guess] = {}
    if ways:
        told = ", ".join(f"“{way}” {see[way]} times" for way in ways)
        guesses["see"] = Guess(sorted(ways), f"{told} before the name of a topic")
    after = Counter(
        word.lower()
        for text in texts
        for word in re.findall(rf"{_ADDRESS}\s+([^\W\d_]+\.?)(?=\s*(?:,|;|$))", text)
    )
    notes = [word for word, times in after.most_common(2) if times >= 2 and len(word) > 2]
    if notes:
        guesses["footnote"] = Guess(
            notes, f"“{notes[0]}” stands {after[notes[0]]} times after a law"
        )
    targets = Counter(
        word.lower()
        for text in texts
        for word in re.findall(
            rf"(?:\s{{2,}}|[:,]\s)([^\W\d_]+\.?)(?=\s*(?:$|[,;]\s*(?:{_ADDRESS})))", text
        )
    )
    for text in texts:
        for word in re.findall(rf"\s([^\W\d_]+\.?)(?=,\s*{_ADDRESS})", text):
            targets[word.lower()] += 1
    common = [word for word, times in targets.most_common(1) if times >= 3]
    if common:
        guesses["definition"] = Guess(
            common, f"“{common[0]}” stands {targets[common[0]]} times in place of a reference"
        )
    return guesses
