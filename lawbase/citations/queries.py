"""Citations in a query: ``27B1a``, ``Law 27 B 1 (a)``, ``27 odst. B bod 1``, ``Laws 50-52``.

Every way to read a stretch as an address is listed, the longest first, and the first acceptable
one is taken. What is acceptable depends on how sure the rest makes it: a word for a law before
it, a spelling that nothing else has (``27B1``), or nothing else in the whole query.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from lawbase.address import Address
from lawbase.errors import LawbaseError
from lawbase.text import any_of, fold, separators

_LABEL = r"[\s.(\[]*(?:[0-9]{1,2}(?!\d)|[A-Za-z]{1,5}(?![^\W\d_]))[)\]]*"
_ADDRESS = re.compile(
    rf"(?:(?P<apart>(?<![\w.,%]))|(?<!\d))[0-9]{{1,3}}(?![\d%]|\s+%)(?:{_LABEL}){{0,4}}"
)
_LABEL_END = re.compile(r"(?:[0-9]+|[A-Za-z]+)[)\]]*")
_THROUGH = re.compile(r"\s*[-–—]\s*([0-9]{1,3})(?![\w.,%])")
_ATTACHED = re.compile(r"[.(\[]?\w")
_DIGIT = re.compile("[0-9]")
_NOTHING = " \t.,;:?!"


class QueryCitation(Struct, frozen=True, array_like=True):
    """A citation in a query: what it names, and the stretch of the query it takes.

    Several addresses are a range of laws.
    """

    addresses: tuple[Address, ...]
    start: int
    end: int


class _Reading(Struct, frozen=True, array_like=True):
    address: Address
    end: int
    shaped: bool
    listing: bool


class QueryCitationReader:
    """Finds citations in queries.

    ``law_words`` are written before an address, also right before it (``L27B1``), or behind an
    ordinal number (``27. pravidlo``); ``units`` stand between its labels and ``joining`` between
    two addresses, in any language. All are compared folded, ``law_words`` with or without a stop.
    ``exists`` tells whether any edition has a provision. What isn't there may be a bid up to the
    level ``highest_bid``, or from ``least_score`` on a score.
    """

    def __init__(
        self,
        law_words: Iterable[str],
        units: Iterable[str],
        joining: Iterable[str],
        exists: Callable[[Address], bool],
        highest_bid: int = 0,
        least_score: int = 0,
    ):
        law = any_of(fold(word).rstrip(".") for word in law_words)
        self._joining = frozenset(map(fold, joining))
        self._separators = separators(map(fold, units))
        self._law_word = re.compile(rf"(?<!\w){law}\.?\s*(?=[0-9])", re.IGNORECASE)
        self._behind = re.compile(rf"(\.?)\s+{law}(?!\w)\.?", re.IGNORECASE)
        self._joined = re.compile(rf"[\s,;&]*(?:{any_of(self._joining)}[\s]*)?", re.IGNORECASE)
        self._exists = exists
        self._highest_bid, self._least_score = highest_bid, least_score

    def read(self, text: str) -> tuple[QueryCitation, ...]:
        """The citations of a query in Latin letters, in order."""
        if not _DIGIT.search(text):
            return ()
        plain = self._separators.sub(lambda match: " " * len(match[0]), _folded(text))
        text = "".join(" " if p == " " else letter for p, letter in zip(plain, text, strict=True))
        words = {word.end(): word.start() for word in self._law_word.finditer(plain)}
        found: list[QueryCitation] = []
        match = _ADDRESS.search(text)
        while match:
            cited = self._cited(plain, match, found, words)
            if cited is not None:
                found.append(cited)
            match = _ADDRESS.search(text, cited.end if cited else match.start() + 1)
        return tuple(found)

    def _cited(
        self,
        text: str,
        match: re.Match[str],
        before: list[QueryCitation],
        words: Mapping[int, int],
    ) -> QueryCitation | None:
        place = before[-1].end if before else 0
        word = words.get(match.start(), -1)
        follows = word >= place
        if not follows and match["apart"] is None:
            return None
        start = word if follows else match.start()
        named = follows or (bool(before) and self._is_joined(text[place:start]))
        readings = list(self._readings(match))
        for reading in readings:
            behind = self._behind.match(text, reading.end)
            rest = text[:start] + text[behind.end() if behind else reading.end :]
            ordinal = behind is not None and bool(behind[1])
            sure = named or ordinal or reading.shaped or not rest.strip(_NOTHING)
            if sure and not reading.listing and self._exists(reading.address):
                if behind and not named:
                    return QueryCitation((reading.address,), start, behind.end())
                return self._through(text, reading, start, named)
        return next((r for r in self._missing(text, readings, start, named)), None)

    def _is_joined(self, between: str) -> bool:
        return self._joined.fullmatch(between) is not None

    def _missing(
        self, text: str, readings: list[_Reading], start: int, named: bool
    ) -> Iterator[QueryCitation]:
        """What is surely meant as a citation although no edition has it.

        A number with a letter may be a bid, up to the highest level, and one alone a score.
        """
        for reading in readings:
            law, steps = reading.address.law, reading.address.steps
            alone = not (text[:start] + text[reading.end :]).strip(_NOTHING)
            plausible = self._exists(Address(law, steps[:1])) or not self._exists(Address(law))
            shaped = reading.shaped and (plausible or (alone and law > self._highest_bid))
            if named or shaped or (alone and not steps and law < self._least_score):
                yield QueryCitation((reading.address,), start, reading.end)

    def _readings(self, match: re.Match[str]) -> Iterator[_Reading]:
        text = match.group()
        ends = [label.end() for label in _LABEL_END.finditer(text)]
        for end in reversed(ends):
            try:
                address = Address.parse(text[:end])
            except LawbaseError:
                continue
            follows = text[end:] + match.string[match.end() :]
            if _ATTACHED.match(follows):
                continue
            last = text[:end].split()[-1]
            yield _Reading(
                address=address,
                end=match.start() + end,
                shaped=_is_shaped(text[:end]),
                listing=last in self._joining and follows.lstrip()[:1].isdecimal(),
            )

    def _through(self, text: str, reading: _Reading, start: int, named: bool) -> QueryCitation:
        through = _THROUGH.match(text, reading.end)
        first = reading.address
        if not (through and named and not first.steps):
            return QueryCitation((first,), start, reading.end)
        laws = (Address(law) for law in range(first.law, int(through[1]) + 1))
        known = tuple(address for address in laws if self._exists(address))
        return QueryCitation(known or (first,), start, through.end())


def _folded(text: str) -> str:
    """The text folded letter by letter, so that offsets stay."""
    if text.isascii():
        return text.lower()
    return "".join(plain if len(plain := fold(letter)) == 1 else letter for letter in text)


def _is_shaped(text: str) -> bool:
    """Whether nothing but a citation is spelt so: labels joined on, or a capital first."""
    label = re.search(r"[A-Za-z]", text)
    return label is not None and (label[0].isupper() or not re.search(r"\s", text))
