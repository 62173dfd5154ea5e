"""How the subject index is printed: what sets its topics off, and the words of its references."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from lawbase.reading.drafting.guesses import Guess, excerpt, how_often
from lawbase.reading.pages import Line
from lawbase.reading.patterns import CAPITAL, literal
from lawbase.reading.source import MOST_LAWS
from lawbase.reading.subject_index.layout import PRINTED_ADDRESS
from lawbase.text import any_of, fold

_BEGINS_SMALL = rf"(?!{CAPITAL})(?=[^\W\d_])"
_MARK = re.compile(r"([^\w\s(„“«\"'§])\1*\s+")
_LETTER = r"[–—\[(-]?\s*[^\W\d_]\s*[–—\])-]?"
"""A letter of the alphabet as a title."""
_LEADERS = r"(?:\.\s?){2,}|…+|[–—:→⇒►▸›=|~]"
"""What may stand between a title and its references besides spaces."""
_ENDING = re.compile(
    rf"(?:\s{{2,}}|\s*(?:{_LEADERS})\s*|[,\s]\s*)((?:[^\W\d_]{{1,3}}\.\s)?[^\W\d_][\w-]*\.?)$"
)
_FIRST_SIGN = re.compile(r"[^\d;:–—]*?\w(\s[–—-]|:)\s")
_ARROWS = "→⇒►>"
_MANY = 0.25
_SURELY_PAGES = 10
_LONG = 5
_NEARLY_ALL = 0.8


def draft_index_layout(
    lines: Sequence[Line],
    titles: dict[str, str],
    see: Collection[str],
    laws: Mapping[int, str] = MappingProxyType({}),
) -> dict[str, Guess]:
    """Guesses for ``[layout.index]`` from its lines, the title among them.

    ``titles`` are those of the sections that an entry may refer to, by their names; ``see`` are the
    words by which the language is known to send elsewhere; ``laws`` are the laws' titles.
    """
    guesses: dict[str, Guess] = {}
    opening, entries = _opening(lines)
    texts = [line.text for line in entries]
    names = _names(texts)
    if names:
        guesses["words"] = Guess(sorted(names), f"{how_often(names)} before a reference")
    bare = re.compile(rf"(?<!\w){any_of(names)}\s*(?=\d)", re.IGNORECASE)
    guesses |= _topics(entries)
    margin = min(line.column for line in entries)
    tops = [line.text for line in entries if line.column == margin and not _MARK.match(line.text)]
    small = [text for text in tops if text[0].islower()]
    if len(small) > 0.4 * len(tops):
        guesses["lower_case"] = Guess(True, f"{len(small)} of {len(tops)} entries begin small")
    if opening:
        guesses["opening"] = Guess(opening, "the lines before the first entry")
    texts, tops = ([bare.sub("", text) for text in own] for own in (texts, tops))
    guesses |= _separators(texts)
    guesses |= _words(texts, tops, titles, see)
    if pages := _pages(texts, laws):
        guesses["pages"] = pages
    letters = sorted({char for text in tops for char in text.lower() if char.isalpha()}, key=_order)
    guesses["alphabet"] = Guess(
        " ".join(letters), "the letters of the entries, in the order of Unicode's bare letters"
    )
    return guesses


def _pages(texts: Sequence[str], laws: Mapping[int, str]) -> Guess | None:
    """The guess that numbers are those of pages: none is more than a number, nor fits its topic.

    A topic that stands in the title of a law would be led there.
    """
    rows = [(text, re.findall(rf"(?<!\w)({PRINTED_ADDRESS})", text)) for text in texts]
    numbers = [address for _, addresses in rows for address in addresses]
    if len(numbers) < _SURELY_PAGES or not all(number.isdigit() for number in numbers):
        return None
    fits = [
        str(law) in addresses
        for text, addresses in rows
        for law, title in laws.items()
        if len(topic := re.split(r"\s*[,\d]|\s{2,}", fold(text))[0]) >= _LONG
        and re.search(rf"\b{re.escape(topic)}\b", fold(title))
    ]
    if 2 * sum(fits) > len(fits) or (not fits and max(map(int, numbers)) <= MOST_LAWS):
        return None
    why = f"{len(numbers)} references are bare numbers, and {len(fits) - sum(fits)} topics are "
    return Guess(True, f"{why}named by the titles of other laws")


def _topics(entries: Sequence[Line]) -> dict[str, Guess]:
    """What tells topics and subtopics apart, and the sign before subtopics if they have one."""
    guesses: dict[str, Guess] = {}
    count, margin = len(entries), min(line.column for line in entries)
    signs = Counter(line.text[0] for line in entries if _MARK.match(line.text))
    indented = sum(line.column > margin for line in entries)
    blanks = sum(line.gap == "blank" for line in entries)
    if signs.total() >= _MANY * count:
        sign = signs.most_common(1)[0][0]
        why = f"{signs.total()} of {count} lines begin with “{sign}”"
        guesses["subtopic"] = Guess(rf"{literal(sign)}\s+", why)
    marks_what_is_deeper = len(signs) == 1 and all(
        bool(_MARK.match(line.text)) is (line.column > margin) for line in entries
    )
    if marks_what_is_deeper and signs.total() > 1:
        guesses["subtopic"] = Guess(rf"{literal(max(signs))}\s+", "all indented lines begin so")
    refers = [bool(re.search(rf"(?<!\w){PRINTED_ADDRESS}", line.text)) for line in entries]
    small = [line.text[0].islower() for line in entries]
    begun = sum(a and b and c for (a, b), c in zip(pairwise(refers), small[1:], strict=True))
    capital = count - sum(small)
    if not (guesses or indented) and min(begun, capital) >= _MANY * count:
        guesses["subtopic"] = Guess(_BEGINS_SMALL, f"{capital} of {count} begin with a capital")
        marks_what_is_deeper = True
    if "subtopic" in guesses and (marks_what_is_deeper or signs.total() < _NEARLY_ALL * count):
        topics = Guess("mark", "what stands before subtopics alone")
    elif indented >= _MANY * count:
        topics = Guess("indentation", f"{indented} of {count} lines are indented")
    elif count * 0.1 < blanks < count * 0.7:
        topics = Guess("blank line", f"{blanks} blank lines before {count} entries")
    else:
        topics = Guess("alphabetical", "nothing but the alphabet tells topics apart")
    return {**guesses, "topics": topics}


def _names(texts: Sequence[str]) -> dict[str, int]:
    """The words or signs that stand before nearly all references, and how often."""
    addresses = sum(len(re.findall(rf"(?<!\w){PRINTED_ADDRESS}", text)) for text in texts)
    before = Counter(
        name.lower()
        for text in texts
        for name in re.findall(rf"(§+|[^\W\d_]+\.?)\s*(?={PRINTED_ADDRESS})", text)
    )
    names = {name: times for name, times in before.items() if times > 0.4 * addresses > 3}
    several = sum("§§" in text for text in texts)
    return names | ({"§§": several} if "§" in names and several else {})


def _order(letter: str) -> tuple[str, str]:
    return fold(letter), letter


def _opening(lines: Sequence[Line]) -> tuple[list[str], list[Line]]:
    """The lines before the first entry as patterns, and single letters that stand as titles."""
    opening: list[str] = []
    entries: list[Line] = []
    for number, line in enumerate(lines):
        letter = re.fullmatch(_LETTER, line.text)
        if letter and line.gap != "none":
            opening.append(_LETTER)
        elif number == 0 or (not entries and _explains(line.text)):
            opening.append(literal(line.text))
        else:
            entries.append(line)
    return list(dict.fromkeys(opening)), entries or list(lines)


def _explains(text: str) -> bool:
    """Whether a line under the title tells how to read the index, and is no entry."""
    explains = " = " in text or len(text.split()) > 4
    return explains and not re.search(rf"\.\s?\.|(?<!\w){PRINTED_ADDRESS}", text)


def _separators(texts: Sequence[str]) -> dict[str, Guess]:
    """What stands between titles and references, and between subtopics that run on."""
    guesses: dict[str, Guess] = {}
    before = Counter(
        ".." if match[1].count(".") > 1 else match[1].strip()
        for text in texts
        if (match := re.search(rf"(?<=\w)(\s*(?:{_LEADERS}|,)?\s+)(?={PRINTED_ADDRESS})", text))
    )
    signs = {sign: n for sign, n in before.items() if sign and n > 0.3 * before.total()}
    for sign, times in signs.items():
        pattern = r"\s*(?:\.\s?){2,}\s*" if sign == ".." else rf"\s*{literal(sign)}\s*"
        guesses["leader"] = Guess(pattern, f"“{sign}” stands before the references {times} times")
    run_on = [t for t in texts if re.search(rf"{PRINTED_ADDRESS};\s+[–—-]?\s*[^\W\d_]{{3,}}", t)]
    if run_on:
        guesses["parted"] = Guess(";", f"subtopics run on, like “{excerpt(run_on[0])}”")
        first = Counter(match[1].strip() for text in texts if (match := _FIRST_SIGN.match(text)))
        for sign, times in first.most_common(1):
            if "leader" not in guesses and times > 0.3 * len(texts):
                why = f"“{sign}” stands behind {times} topics"
                guesses["leader"] = Guess(rf"\s*{literal(sign)}\s*", why)
    return guesses


def _words(
    texts: Sequence[str], tops: Sequence[str], titles: dict[str, str], see: Collection[str]
) -> dict[str, Guess]:
    """The words that send to another topic, and those that stand in references."""
    guesses: dict[str, Guess] = {}
    sending = _sending(texts, tops, see)
    if sending:
        guesses["see"] = Guess(sorted(sending), f"{how_often(sending)} before the name of a topic")
    items = [item.strip() for text in texts for item in re.split("[;,]", text)]
    notes = Counter(
        match[1].lower()
        for item in items
        if (
            match := re.search(rf"(?<!\w){PRINTED_ADDRESS}\s+([^\W\d_]{{2,}}\.?|[^\W\d_]\.)$", item)
        )
    )
    if notes:
        guesses["footnote"] = Guess(sorted(notes), f"{how_often(notes)} behind a law")
    ends = Counter(
        match[1].lower()
        for item in items
        if (match := _ENDING.search(item) or re.fullmatch(r"([^\W\d_]+\.?)", item))
        and match[1].lower() not in notes
        and not re.search(rf"(?<!\w){PRINTED_ADDRESS}$", item)
    )
    for name, title in titles.items():
        own = [
            match[1].lower()
            for text in texts
            if (match := _ENDING.search(text)) and fold(text[: match.start()]) == fold(title)
        ]
        found = {word: n for word, n in ends.items() if _begins(word, title) or word in own}
        if found and name != "definition":
            why = f"{how_often(found)} at the end of an entry, as “{title}” begins"
            guesses[name] = Guess(sorted(found), why)
    title = titles.get("definition", "")
    word, times = _in_place_of_references(ends, texts, title)
    defining = {word: times} if word else {}
    defining |= Counter(
        named for text in texts if (named := _set_off(text, title)) and named != word
    )
    if defining:
        why = f"{how_often(defining)} at the end of an entry like a reference"
        guesses["definition"] = Guess(sorted(defining), why)
    return guesses


def _set_off(text: str, title: str) -> str:
    """A section's title in small letters, if an entry ends with it as with a reference.

    >>> _set_off("auction: Definitions", "DEFINITIONS"), _set_off("old definitions", "DEFINITIONS")
    ('definitions', '')
    """
    parts = re.split(rf"(?<=\S)(?:\s{{2,}}|\s*(?:{_LEADERS}|,)\s*)(?=\S)", text)
    return parts[-1].lower() if len(parts) > 1 and fold(parts[-1]) == fold(title) else ""


def _in_place_of_references(
    ends: Counter[str], texts: Sequence[str], title: str
) -> tuple[str, int]:
    """The word that stands for the definitions, and how often it ends an entry or a part of one.

    It is the commonest, and elsewhere it doesn't stand; where the title begins with it, it may be
    rarer, and an abbreviation of the title stands once.
    """
    words = Counter(word.lower() for text in texts for word in re.findall(r"[^\W\d_]+\.?", text))
    for word, times in ends.most_common(3):
        enough = (1 if word.endswith(".") else 2) if _begins(word, title) else 3
        if times >= enough and times >= 0.8 * words[word]:
            return word, times
    return "", 0


def _begins(word: str, title: str) -> bool:
    """Whether a word, or what it abbreviates, begins a title.

    >>> _begins("einl.", "EINLEITUNG"), _begins("uvod", "Uvod u pravila"), _begins("for", "FORE")
    (True, True, False)
    """
    first = fold(title.split()[0]) if title else ""
    bare = fold(word.rstrip("."))
    short = len(bare) < 4 and word == bare != first
    return len(bare) > 2 and first.startswith(bare) and not short


def _sending(texts: Sequence[str], tops: Sequence[str], known: Collection[str]) -> dict[str, int]:
    """The words that stand before the names of topics, in all their forms, with their numbers.

    A ``known`` one, or an arrow, may stand there once, others more often, and before the topic's
    first words.
    """
    known = {*known, *_ARROWS}
    parted = re.compile(rf"\s+(?={PRINTED_ADDRESS})|\s{{2,}}|\t|\s*(?:{_LEADERS})|[,;]")
    topics = {fold(parted.split(top)[0]).strip() for top in tops} - {""}
    begun = {
        " ".join(words[:n]) for top in tops for words in (fold(top).split(),) for n in (1, 2, 3)
    }
    see: Counter[str] = Counter()
    for text in texts:
        for part in text.split(";"):
            words = part.split()
            for n in range(len(words)):
                for length in (1, 2):
                    rest = fold(" ".join(words[n + length :])).strip(" .,)")
                    way = " ".join(words[n : n + length]).strip("(,;–").lower()
                    named = topics | begun if way in known else topics
                    if {rest, rest.split(",")[0]} & named and re.match(
                        rf"[^\W\d_]{{2}}|[^\W\d_]\.|[{_ARROWS}]+$", way
                    ):
                        see[way] += 1
                        break
    first: Counter[str] = Counter()
    for way, times in see.items():
        first[way.split()[0]] += times
    best = max(first, key=lambda word: (first[word] > 1, word in known, first[word]), default="")
    if first[best] < 2 and best not in known:
        return {}
    return {way: times for way, times in see.items() if way.split()[0] == best}
