"""What was typed into the one box: citations, quoted phrases, filters and words."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from lawbase.address import Address
from lawbase.citations.queries import QueryCitationReader
from lawbase.search.analysis import Analyzer, Token
from lawbase.search.figures import FIGURES

_F = FIGURES.query

FORCE = "force"
_NAMES = {
    "editions": "edition",
    "languages": "lang",
    "years": "year",
    "laws": "law",
    "kinds": "in",
    "force": "in",
}
"""The field of each filter and the word that it is typed with."""
_PHRASE = re.compile(r"[\"„“”«»‟]([^\"„“”«»‟]*)[\"„“”«»‟]")
_FILTER = re.compile(r"(?<!\S)(edition|lang|law|in|year)(?:(?<=lang)uage)?:(\S*)", re.IGNORECASE)
_LAWS = re.compile(r"([0-9]{1,3})(?:[-–—]([0-9]{1,3}))?\Z")
_YEAR = re.compile(r"(?<![\w.,])(?:19|20)[0-9][0-9](?![\w%])")


class Filters(Struct, frozen=True, omit_defaults=True):
    """What the results are limited to; an empty tuple limits nothing. Laws are ranges."""

    editions: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    laws: tuple[tuple[int, int], ...] = ()
    kinds: tuple[str, ...] = ()
    force: tuple[str, ...] = ()

    def typed(self) -> dict[str, tuple[str, ...]]:
        """The values of each filter that limits, as they are typed: laws as ``61-64``."""
        laws = tuple(f"{a}-{b}" if a < b else f"{a}" for a, b in self.laws)
        told = msgspec.to_builtins(self) | ({"laws": laws} if laws else {})
        return {name: tuple(map(str, values)) for name, values in told.items()}

    @property
    def spelt(self) -> str:
        """The filters as they are typed: ``edition:cs-2017 law:61-64 in:definitions``."""
        given = self.typed()
        if self.kinds:
            given["kinds"] = tuple(word for word, of in _F.kinds.items() if of[0] in self.kinds)
        told = (f"{_NAMES[name]}:{value}" for name in _NAMES for value in given.get(name, ()))
        return " ".join(dict.fromkeys(told))


class Query(Struct, frozen=True):
    """A query taken apart.

    ``text`` is what was typed, in Latin letters; ``rest`` the same with citations and filters
    blanked: the words of it are the ``tokens``, those of phrases among them. Where more words stand
    outside the quotation marks than inside, the marks make no phrase: they tell what somebody said.
    ``naming`` are the words inside of citations, which tell a language too: ``Pravidlo 27,
    odstavec B``. ``apart`` are filters of one kind, as they are typed, that exclude each other.
    """

    text: str
    rest: str
    tokens: tuple[Token, ...] = ()
    naming: tuple[Token, ...] = ()
    citations: tuple[Address, ...] = ()
    phrases: tuple[str, ...] = ()
    filters: Filters = Filters()
    refused: tuple[str, ...] = ()
    apart: str = ""


class QueryReader:
    """Takes queries apart; ``years`` are those that an edition is from."""

    def __init__(self, analyzer: Analyzer, citations: QueryCitationReader, years: Iterable[int]):
        self._analyzer = analyzer
        self._citations = citations
        self._years = frozenset(years)

    def read(self, typed: str) -> Query:
        """The parts of a query; what can't be read as a filter is refused, not guessed."""
        text = self._analyzer.latin(unicodedata.normalize("NFC", typed[: _F.longest])).strip()
        phrases = [m for m in _PHRASE.finditer(text) if m[1].strip()]
        unquoted = _without(text, [m.span() for m in phrases])
        given = list(_FILTER.finditer(unquoted))
        unquoted = _without(unquoted, [m.span() for m in given])
        filters, refused = _filters((m[1].lower(), m[2]) for m in given)
        cited = self._citations.read(unquoted)
        taken = [m.span() for m in given] + [(c.start, c.end) for c in cited]
        if cited:
            years = [m for m in _YEAR.finditer(_without(unquoted, taken)) if self._is_year(m[0])]
            taken += [m.span() for m in years]
            limits = (*filters.years, *(int(m[0]) for m in years))
            filters = msgspec.structs.replace(filters, years=limits)
        rest = _without(text, taken)
        tokens = tuple(islice(self._analyzer.tokens(rest), _F.most_words))
        quoted = sum(any(p.start() <= t.start < p.end() for p in phrases) for t in tokens)
        if quoted < len(tokens) - quoted:
            phrases = []
        return Query(
            text=text,
            rest=rest,
            tokens=tokens,
            naming=tuple(
                token
                for token in (self._analyzer.tokens(text) if cited else ())
                if len(token.form) > 1 and token.form.isalpha()
                if any(c.start <= token.start < c.end for c in cited)
            ),
            citations=tuple(address for c in cited for address in c.addresses),
            phrases=tuple(m[1].strip() for m in phrases),
            filters=filters,
            refused=refused,
        )

    def _is_year(self, number: str) -> bool:
        return int(number) in self._years


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with some stretches blanked, so that offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def ends_before_it_begins(refused: str) -> bool:
    """Whether what was typed as a filter, and is none, is a range of laws from last to first."""
    name, _, value = refused.partition(":")
    return name == "law" and _LAWS.match(value) is not None


def _filters(given: Iterable[tuple[str, str]]) -> tuple[Filters, tuple[str, ...]]:
    found: dict[str, list[object]] = {"edition": [], "lang": [], "year": [], "law": [], "in": []}
    refused: list[str] = []
    force: tuple[str, ...] = ()
    for name, value in given:
        laws = _LAWS.match(value)
        if name == "law" and laws and int(laws[1]) <= int(laws[2] or laws[1]):
            found[name].append((int(laws[1]), int(laws[2] or laws[1])))
        elif name == "year" and value.isascii() and value.isdecimal():
            found[name].append(int(value))
        elif name == "in" and value.lower() == FORCE:
            force = (FORCE,)
        elif name == "in" and value.lower() in _F.kinds:
            found[name].extend(_F.kinds[value.lower()])
        elif name in ("edition", "lang") and value:
            found[name].append(value.lower())
        else:
            refused.append(f"{name}:{value}")
    filters = Filters(
        editions=tuple(found["edition"]),  # type: ignore[arg-type]
        languages=tuple(found["lang"]),  # type: ignore[arg-type]
        years=tuple(found["year"]),  # type: ignore[arg-type]
        laws=tuple(found["law"]),  # type: ignore[arg-type]
        kinds=tuple(found["in"]),  # type: ignore[arg-type]
        force=force,
    )
    return filters, tuple(refused)
