"""Slips of the print: rare words that are a letter away from a frequent one or two words in one,
brackets without their other half or with nothing in them, doubled marks, broken sentences."""

import re
from collections import Counter
from collections.abc import Iterator

from lawbase.auditing.collation import Collation
from lawbase.grouping import grouped
from lawbase.model import Edition, Finding, Provision
from lawbase.stemming import Stemmer
from lawbase.text import WORD, shared_beginning, without_diacritics

RARE = 3
"""How often a slip may stand in all texts of a language."""
TIMES = 4
"""How many times more often the right word stands there, when the slip could be a word."""
STRANGE = 3
"""How often, at most, other words have the two rarest triples of letters of a slip."""
LEARNED = 10_000
"""From how many words on the texts of a language tell which words are usual."""
SHORTEST = 5
"""How many letters a word has at least; one letter of a short word makes another word."""
ENDING = 2
"""How many letters at a word's end are inflection rather than a slip."""
INNER_CAPITAL = re.compile(r"[^\W\d_A-Z][A-Z][^\W\d_A-Z]")
TOGETHER = 3
"""How often two words stand side by side when they could be an inflection joined."""
PARALLEL = 4
"""How many items of a list begin with the same word when it is meant."""
PAIR = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")
BRACKET = re.compile(r"[()\[\]]")
LABEL = re.compile(r"(?:(?<=^)|(?<=\s))(?:[a-z]|[ivx]+|\d{1,2})\)")
LOST = re.compile(r"\d\((?!\w)|\((?:[AKQJ]|10|[2-9])(?=[ ,.])(?![^()]*\))")
NOTHING = re.compile(r"\S*\s*(?:\(\s*\)|\[\s*\])")
SPACE = re.compile(r"\s")
DOUBLED = re.compile(r",\s?[.,;:]|[.;:]\s?,|\.\.(?!\.)|;\s?[.;:]|:\s?[.;:]")
PART = 3
"""How many letters each of two joined words has at least, but for the last one."""


def misspelt(laws: Collation) -> Iterator[Finding]:
    """Every word that seems to be a slip of a frequent one, in all texts of its language."""
    for language in dict.fromkeys(edition.language for edition in laws.editions):
        editions = [edition for edition in laws.kb.editions if edition.language == language]
        lexicon = SpellingLexicon(editions, laws.stemmer(editions[0].id))
        for edition in laws.editions:
            for provision in edition.provisions if edition.language == language else ():
                yield from _slips(laws, provision, lexicon)


class SpellingLexicon:
    """How often the words of a language stand in all of its texts, and what may be a slip."""

    def __init__(self, editions: list[Edition], stemmer: Stemmer):
        self._stemmer = stemmer
        self._counts: Counter[str] = Counter()
        said: list[str] = []
        for provision in (p for edition in editions for p in edition.provisions):
            words = [word.lower() for word in WORD.findall(provision.words)]
            self._counts.update(words)
            said.append(" ".join(words))
        self._tells = self._counts.total() >= LEARNED
        self._texts = f" {'  '.join(said)} "
        self._stems: Counter[str] = Counter()
        for word, count in self._counts.items():
            self._stems[stemmer.stem(word)] += count
        self._beginnings = Counter(
            word[:n] for word in self._counts for n in range(PART, len(word) + 1)
        )
        self._triples = Counter(triple for word in self._counts for triple in _triples(word))
        self._near = grouped(
            (shape, word)
            for word, count in self._counts.items()
            if count > 1 and len(word) >= SHORTEST and word.isalpha()
            for shape in _shapes(word)
        )

    def is_rare(self, printed: str) -> bool:
        """Whether it is a word that is rare enough for a slip, as far as the texts tell."""
        return self._tells and printed.isalpha() and self._counts[printed.lower()] <= RARE

    def intended(self, printed: str) -> str | None:
        """The word that a rare one is a slip of: frequent, or the slip is no word at all."""
        word = printed.lower()
        if not self.is_rare(word) or len(word) < SHORTEST or self._is_inflected(word):
            return None
        near = {other for shape in _shapes(word) for other in self._near.get(shape, ())}
        misread = INNER_CAPITAL.search(printed) is not None
        likely = [other for other in near if self._is_slip(word, other, misread=misread)]
        return min(likely, key=lambda other: (-self._counts[other], other), default=None)

    def _is_slip(self, word: str, other: str, *, misread: bool) -> bool:
        """What could be a word must differ in a way that words don't: swapped letters, accents."""
        rarest = sorted(self._triples[triple] - 1 for triple in _triples(word))[:2]
        if self._counts[other] <= self._counts[word]:
            return False
        if misread or (rarest[0] == 0 and len(word) != len(other)):
            return _differs(word, other, ending=0)
        frequent = self._counts[other] >= TIMES * self._counts[word]
        odd = (
            sum(rarest) <= STRANGE
            or sorted(word) == sorted(other)
            or without_diacritics(word) == without_diacritics(other)
        )
        return frequent and odd and _differs(word, other, ENDING)

    def _is_inflected(self, word: str) -> bool:
        """Whether the texts know the word in other forms too, by its stem or its beginning."""
        if self._stemmer.stems:
            return self._stems[self._stemmer.stem(word)] > self._counts[word]
        return self._beginnings[word[:-ENDING]] > 1

    def joined(self, word: str) -> tuple[str, str] | None:
        """The two words that a rare one is made of, if the texts know them side by side."""
        if self._counts[word] > 1 or not word.isalpha():
            return None
        often = TOGETHER if self._is_inflected(word) else 1
        for cut in range(PART, len(word) - 1):
            pair = (word[:cut], word[cut:])
            frequent = min(self._counts[part] for part in pair) >= TIMES
            if frequent and self._texts.count(f" {word[:cut]} {word[cut:]} ") >= often:
                return pair
        return None


def _slips(laws: Collation, provision: Provision, lexicon: SpellingLexicon) -> Iterator[Finding]:
    for printed in dict.fromkeys(WORD.findall(provision.words)):
        if lexicon.is_rare(printed):
            joined = lexicon.joined(printed.lower())
            intended = " ".join(joined) if joined else lexicon.intended(printed)
            check = "joined-words" if joined else "misspelt-word"
            if intended:
                yield laws.finding(provision, check, printed=printed, expected=intended)


def _shapes(word: str) -> Iterator[str]:
    """The word itself and the word without any one of its letters."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def _triples(word: str) -> set[str]:
    """Every three letters in a row, the word's beginning and end counted as letters."""
    bounded = f"^{word}$"
    return {bounded[at : at + 3] for at in range(len(bounded) - 2)}


def _differs(word: str, other: str, ending: int) -> bool:
    """Whether one letter before the ending is dropped, added or exchanged, or two change places."""
    start = shared_beginning(word, other)
    rest, meant = word[start:], other[start:]
    if start == 0 or start >= min(len(word), len(other)) - ending:
        return False
    swapped = rest[:2] == meant[:2][::-1] and rest[2:] == meant[2:]
    return swapped or rest == meant[1:] or rest[1:] == meant or rest[1:] == meant[1:]


def odd_beginnings(laws: Collation) -> Iterator[Finding]:
    """Every item of a list whose first word is a letter away from that of most of the others."""
    for text in laws.texts():
        items = laws.kb.children(text)
        first = {item: found[0] for item in items if (found := WORD.match(item.text))}
        usual, count = Counter(first.values()).most_common(1)[0] if first else ("", 0)
        for item, word in first.items() if count >= PARALLEL else ():
            letters = sum(a != b for a, b in zip(word, usual, strict=False))
            if letters == 1 and len(word) == len(usual):
                yield laws.finding(item, "odd-beginning", printed=word, expected=usual)


def brackets(laws: Collation) -> Iterator[Finding]:
    """The first bracket of a text without its other half."""
    for text in laws.texts():
        bracket = _unpaired(laws.plain(text))
        if bracket:
            yield laws.finding(text, "unpaired-bracket", printed=bracket)


def _unpaired(said: str) -> str:
    """The first bracket without its other half; the bracket of a label ``a)`` needs none."""
    unread = ""
    while unread != said:
        unread, said = said, PAIR.sub("·", said)
    left = BRACKET.findall(LABEL.sub("", said))
    return max(left, key=lambda bracket: bracket in ")]", default="")


def empty_brackets(laws: Collation) -> Iterator[Finding]:
    """What stood between the brackets, a sign perhaps, got lost; told once a text."""
    for text in laws.texts():
        found = [" ".join(each.split()) for each in NOTHING.findall(text.text)]
        if found:
            yield laws.finding(text, "empty-brackets", printed=", ".join(found), count=len(found))


def lost_signs(laws: Collation) -> Iterator[Finding]:
    """Where a bracket stands for the sign of a suit that a companion lost: ``4(``, ``(A K 10``."""
    for companion in (edition for edition in laws.kb.editions if not edition.laws):
        for text in companion.provisions:
            if found := LOST.findall(text.text):
                printed = ", ".join(found)
                yield laws.finding(text, "lost-sign", printed=printed, count=len(found))


def doubled_marks(laws: Collation) -> Iterator[Finding]:
    """Two marks that follow each other, but for the full stop of an abbreviation."""
    for text in laws.texts():
        abbreviations = laws.kb.profile(text.edition).sentences.abbreviations
        said = laws.plain(text)
        for found in DOUBLED.finditer(said):
            before = SPACE.split(said[: found.start()])[-1]
            word = before.lstrip('([„“"')
            if word and not word[-1].isdigit() and f"{word}.".lower() not in abbreviations:
                yield laws.finding(text, "doubled-punctuation", printed=before + found[0])


def unfinished_sentences(laws: Collation) -> Iterator[Finding]:
    """Every text that ends with a comma and that nothing goes on with."""
    for text in laws.texts():
        if text.text.rstrip().endswith((",", ";")) and _is_last(laws, text):
            printed = " ".join(text.text.split()[-4:])
            yield laws.finding(text, "unfinished-sentence", printed=printed)


def _is_last(laws: Collation, provision: Provision) -> bool:
    """Whether nothing can go on with the sentence: a child, a tail, a sibling without a heading."""
    parent = laws.kb.parent(provision)
    if provision.children or parent is None:
        return not provision.children
    if provision.key not in parent.children:
        return not parent.tail and not parent.children
    after = laws.kb.provisions(
        provision.edition, parent.children[parent.children.index(provision.key) + 1 :]
    )
    return bool(after[0].heading) if after else not parent.tail


CHECKS = (
    misspelt,
    odd_beginnings,
    brackets,
    empty_brackets,
    lost_signs,
    doubled_marks,
    unfinished_sentences,
)
