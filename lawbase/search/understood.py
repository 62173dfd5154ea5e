"""A query as it was understood, for other engines that hold the finished tokens.

Everything that needs our vocabulary, glossary, subject indexes and situations is decided here; what
is left for the other engine is to look up tokens, to multiply and to add. The PostgreSQL export has
a function for it, the OpenSearch export a template.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from lawbase.knowledge import EditionKey
from lawbase.search.analysis import Analyzer
from lawbase.search.catalogue import Catalogue
from lawbase.search.expansion import ExpandedQuery, QueryTerm
from lawbase.search.query import Filters, Query
from lawbase.search.tables import finished_token, is_concept


class TokenFactor(Struct, frozen=True):
    """A finished token that does for a word, and how well, in per cent."""

    token: str
    factor: int


class Term(Struct, frozen=True):
    """A word of the query: what it weighs, and the tokens to find it, of which the best counts."""

    word: str
    weight: int
    expansions: tuple[TokenFactor, ...]


class Lead(Struct, frozen=True):
    """A provision that a heading, a term, a subject index or a situation leads to.

    ``gain`` is added to its score; ``votes`` are what situations give of it.
    """

    edition: str
    key: str
    gain: float
    votes: float


class CitedAddress(Struct, frozen=True):
    """A key that the query cites, and the keys above it, the nearest first."""

    key: str
    above: tuple[str, ...]


class Understood(Struct, frozen=True):
    """A query as it was understood.

    ``languages`` are the likeliest ones, ``concepts`` those of the glossary that it names,
    ``phrases`` the folded words of each quoted phrase. ``answerable`` is false when nothing in the
    laws answers its words. ``refused`` says what couldn't be read as a filter.
    """

    query: str
    languages: tuple[str, ...]
    terms: tuple[Term, ...]
    concepts: tuple[str, ...]
    leads: tuple[Lead, ...]
    citations: tuple[CitedAddress, ...]
    phrases: tuple[str, ...]
    filters: Filters
    answerable: bool
    refused: str = ""


class Ranked(Struct, frozen=True):
    """What another engine found: a text of each rule with its score, best first, of ``total``."""

    texts: tuple[tuple[EditionKey, float], ...]
    total: int


Rank = Callable[[Understood, int], Ranked]
"""What another engine finds that holds the finished tokens: the best texts for a query as it was
understood, at most so many."""


def understood(
    read: Query,
    expanded: ExpandedQuery,
    leads: Mapping[int, float],
    votes: Mapping[int, float],
    answerable: bool,
    refused: str,
    catalogue: Catalogue,
    analyzer: Analyzer,
) -> Understood:
    """What a query that was read and expanded means; ``leads`` are gains by document, ``votes``
    what situations give of them.
    """
    terms = expanded.query_terms
    found = [expansion.term for term in terms for expansion in term.expansions]
    best = sorted(leads.items(), key=lambda lead: (-lead[1], lead[0]))
    return Understood(
        query=read.text,
        languages=expanded.languages if terms else (),
        terms=tuple(map(_term, terms)),
        concepts=tuple(dict.fromkeys(term[1:] for term in found if is_concept(term))),
        leads=tuple(
            Lead(catalogue.edition(d).id, catalogue.tables.key[d], gain, votes.get(d, 0.0))
            for d, gain in best
        ),
        citations=tuple(CitedAddress(str(a), tuple(map(str, a.ancestors))) for a in read.citations),
        phrases=tuple(map(analyzer.words, read.phrases)),
        filters=read.filters,
        answerable=answerable,
        refused=refused,
    )


def _term(term: QueryTerm) -> Term:
    expansions = (
        TokenFactor(finished_token(expansion.field, expansion.term), expansion.factor)
        for expansion in term.expansions
    )
    return Term(term.token.form, term.ranked, tuple(expansions))
