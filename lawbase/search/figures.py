"""The figures that both engines reckon with: Python's, and the page's own in JavaScript.

The site's search data carry this table to the page, so a figure is changed here and nowhere else.
Factors, trust and shares are in per cent.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from lawbase.text import UNDECOMPOSED

Field = Literal["heading", "text", "above", "situations"]
EntryKind = Literal["heading", "term", "topic", "title"]
WHOLE = 255
"""The weight of a term that a document is wholly about."""


class AnalysisFigures(Struct, frozen=True):
    """How texts become tokens: suits in other shapes, and letters that don't decompose."""

    suits: Mapping[str, str] = field(
        default_factory=lambda: dict(zip("\uf0aa\uf0a9\uf0a8\uf0a7♤♡♢♧", 2 * "♠♥♦♣", strict=True))
    )
    undecomposed: Mapping[str, str] = field(default_factory=lambda: UNDECOMPOSED)


class QueryFigures(Struct, frozen=True):
    """The longest query in characters and words, and what ``in:`` limits to.

    In a query that is nothing else, a number with a letter may be a bid up to level
    ``highest_bid``, and a number from ``least_score`` on is a score.
    """

    longest: int = 2000
    most_words: int = 60
    highest_bid: int = 7
    least_score: int = 100
    kinds: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "definitions": ("definition",),
            "footnotes": ("footnote",),
            "guide": ("section",),
            "laws": ("law", "provision"),
            "preface": ("preface", "introduction"),
        }
    )


class VocabularyFigures(Struct, frozen=True):
    """How words are looked up: lengths in letters, and the most that a question word weighs.

    Words are of one family when they share more than half of the letters, ``shortest_prefix`` to
    ``longest_prefix`` of them.
    """

    shortest_prefix: int = 4
    longest_prefix: int = 5
    shortest_stem: int = 3
    shortest_relative: int = 5
    shortest_corrected: int = 3
    shortest_rest: int = 4
    question_weight: int = 100


class ExpansionFigures(Struct, frozen=True):
    """The factors of a query term's expansions, by how they were found, and how far it is trusted.

    ``telling`` letters make a guess trusted, and a slip worth telling; ``plain`` is the most that a
    word which names no concept weighs in ranking; ``between`` is how many words may stand between a
    bid and the one that was meant; ``tie`` is how near languages are to the likeliest.
    """

    own: int = 100
    inflected: int = 90
    concept: int = 85
    corrected: int = 80
    same: int = 70
    related: int = 70
    completed: int = 60
    family: int = 55
    little_trust: int = 40
    telling: int = 5
    longest_phrase: int = 5
    plain: int = 230
    between: int = 6
    guess_tells: float = 0.5
    tie: float = 0.01


class WeighingFigures(Struct, frozen=True):
    """BM25F: what the words of a field count, and how far its length matters.

    ``said`` saturates how many ways of saying a situation have a word, and ``said_length`` is how
    far the length of them all matters.
    """

    whole: int = WHOLE
    saturation: float = 1.2
    fields: Mapping[Field, tuple[float, float]] = field(
        default_factory=lambda: {
            "heading": (3.0, 0.5),
            "text": (1.0, 0.6),
            "above": (0.8, 0.5),
            "situations": (0.25, 0.7),
        }
    )
    said: float = 2.0
    said_length: float = 0.4


class RankingFigures(Struct, frozen=True):
    """What entry points of a kind add, and how scores pass between neighbours.

    An entry point adds something when its likeness is ``likely``; a name adds ``defining`` for who
    asks what something is. The ``nearest`` situations vote; a likeness is squared ``decided`` times
    to be a vote. ``telling`` is how much a query must say for half of the votes' gain. Of what is
    below it, a provision gathers ``best_below`` of the best score and ``next_below`` of the second,
    but not of what has the most votes, when these are ``voted`` of its score.
    """

    straight: int = 100
    gains: Mapping[EntryKind, float] = field(
        default_factory=lambda: {"heading": 0.6, "term": 0.3, "topic": 0.5, "title": 0.6}
    )
    defining: float = 1.0
    likely: float = 0.35
    nearest: int = 20
    decided: int = 2
    votes: float = 6.0
    telling: int = 80000
    least: float = 0.15
    voted: float = 0.65
    best_below: float = 0.76
    next_below: float = 0.6


class FindingFigures(Struct, frozen=True):
    """When there is an answer, and what the neighbours of a cited provision score.

    Words are answered when what was found for them is ``enough``: the share of them that is
    covered, ``first`` of the best score, at most 1, and what a situation tells, less the share of
    idle ones; but not when a question beyond the laws tells more than ``astray``, and more than
    ``outweighed`` of what a situation does, with ``naming`` of the share that names concepts, or
    than ``thing`` of it where a thing beyond the laws is named; but words of which concepts of the
    laws make up ``named`` are answered.
    ``sure`` is the score that makes the first hit sure, once as much as ``rival`` was taken off for
    the best of another law. ``clause`` is the score that lets a thread answer a single clause.
    ``in_force`` is the share of the first score that lets what is in force come before what isn't.
    """

    least: float = 0.15
    in_force: float = 0.75
    enough: float = 1.0
    named: float = 0.8
    astray: float = 0.2
    outweighed: float = 0.9
    naming: float = 0.2
    thing: float = 0.5
    first: float = 0.65
    sure: float = 0.72
    rival: float = 0.5
    clause: float = 0.4
    twin: float = 0.95
    nearest: float = 0.9
    below: float = 0.6
    above: float = 0.3
    beside: float = 0.1
    step: float = 0.001
    age: float = 0.00001


class Figures(Struct, frozen=True):
    """All figures by the stage that reckons with them."""

    analysis: AnalysisFigures = AnalysisFigures()
    query: QueryFigures = QueryFigures()
    vocabulary: VocabularyFigures = VocabularyFigures()
    expansion: ExpansionFigures = ExpansionFigures()
    weighing: WeighingFigures = WeighingFigures()
    ranking: RankingFigures = RankingFigures()
    finding: FindingFigures = FindingFigures()


FIGURES = Figures()
