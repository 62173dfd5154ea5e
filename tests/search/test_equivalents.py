"""Words of other languages that stand for one: in snippets, and for what nobody has said yet."""

from lawbase.knowledge import KnowledgeBase
from lawbase.model import LexiconEntry
from lawbase.search.equivalents import learned_equivalents, with_lent

LEXICON = (
    LexiconEntry("sk", "pl", "balíč", "tal", 0.9),
    LexiconEntry("sk", "pl", "balíč", "kart", 0.3),
    LexiconEntry("sk", "pl", "kart", "kart", 0.7),
    LexiconEntry("sk", "pl", "unknown", "tal", 0.9),
    LexiconEntry("pl", "sk", "tal", "balíč", 0.9),
)
KNOWN = {"sk": {"balic", "kart"}, "pl": {"tal", "kart"}}


def test_equivalents_are_of_single_words(small_kb: KnowledgeBase) -> None:
    assert learned_equivalents(small_kb.aligned.lexicon) == {"pl": {"cs": {"zaslon": ("zasten",)}}}


def test_a_language_without_ways_of_saying_is_lent_those_of_others() -> None:
    said = {"pl": {"tal": 4, "kart": 2}, "common": {"@deck": 5}}
    [lent] = with_lent([said], [{"pl"}], LEXICON, KNOWN)
    assert lent == said | {"sk": {"balic": 4, "kart": 1}}


def test_what_is_lent_for_less_than_one_way_is_left_out() -> None:
    [lent] = with_lent([{"pl": {"kart": 1}}], [{"pl"}], LEXICON, KNOWN)
    assert lent == {"pl": {"kart": 1}, "sk": {"kart": 1}}


def test_a_language_that_says_something_itself_is_lent_nothing() -> None:
    own = {"pl": {"tal": 4}, "sk": {"kart": 1}}
    other = {"pl": {"tal": 4}}
    assert [*with_lent([own, other], [{"pl", "sk"}, {"pl"}], LEXICON, KNOWN)] == [
        own,
        other | {"sk": {"balic": 4}},
    ]


def test_nothing_is_lent_where_every_language_has_its_ways() -> None:
    said = [{"pl": {"tal": 4}, "sk": {"kart": 1}}]
    assert [*with_lent(said, [{"pl", "sk"}], LEXICON, KNOWN)] == said
    assert [*with_lent([], [], LEXICON, KNOWN)] == []
