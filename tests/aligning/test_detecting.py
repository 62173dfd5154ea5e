"""A change of the original is found behind two translations, and nothing where there is none."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

from lawbase.address import law_of
from lawbase.aligning.detect import FAMILY, SILENT, WEIGHTS, DetectorWeights, _scattered
from lawbase.aligning.lexicon import Strengths
from lawbase.aligning.passages import WORD_FEATURES, word_features
from lawbase.aligning.units import Pair, TextWord
from lawbase.aligning.words import ComparedWord, Linkable, Linker
from lawbase.model import Aligned, Contrast, PartSpan, Sign, Text
from lawbase.profile import ModalStep, data_folder, load_toml
from lawbase.site.interface import load_interfaces
from tests.aligning.invented import KEYS, Texts, align, edition, sentence

OLD, SISTER, NEW = "aa-2007", "bb-2007", "cc-2017"
KEY = "4.B.2"
MORE = "vocabule recurant alimo tersode ganiru"


def laws() -> Texts:
    """An invented law whose few words return often enough for a lexicon to be learned of them."""
    draw = random.Random(7)
    words = [*MORE.split(), *sentence("a small vocabulary", 60).split()]
    return {key: " ".join(draw.sample(words, 9)) for key in KEYS}


def told_in(language: str, texts: Texts) -> Texts:
    """The texts word for word in another language."""
    return {
        key: " ".join(w if w.isdigit() else f"{w[::-1]}{language}" for w in text.split())
        for key, text in texts.items()
    }


def judged(new: Texts, *old: Texts) -> Aligned:
    """The law in one translation of 2007 or two, and a later text in a third language."""
    texts = [edition(OLD, old[0]), edition(NEW, told_in("cc", new))]
    texts += [edition(SISTER, told_in("bb", text)) for text in old[1:]]
    return align(*texts)


def contrast(aligned: Aligned, key: str = KEY) -> Contrast:
    return next(c for c in aligned.contrasts if (c.from_edition, c.from_key) == (OLD, key))


def word(stem: str, number: str = "") -> TextWord:
    return TextWord(stem, PartSpan("text", 0, 0), 0, number)


def test_what_is_the_same_in_all_translations_shows_no_sign() -> None:
    aligned = judged(laws(), laws(), laws())
    told = [c for c in aligned.contrasts if c.detected.grade != "no sign"]
    assert len(aligned.contrasts) > 100 and len(told) <= 0.02 * len(aligned.contrasts)


def test_a_sentence_that_no_old_text_has_is_new_and_marked() -> None:
    texts = laws()
    aligned = judged(texts | {KEY: f"{texts[KEY]}. {MORE}"}, texts, texts)
    found = contrast(aligned)
    assert found.detected.grade != "no sign" and found.kind in ("wording", "substance")
    assert any(sign.sign == "words new" for sign in found.detected.evidence)
    start = found.added[0].start
    assert start >= len(texts[KEY]) and found.added[-1].end > start + len(MORE) // 2
    assert contrast(aligned, "4.B.1").kind == "unchanged"


@pytest.mark.slow
def test_a_sentence_that_the_new_text_lacks_is_gone_and_marked() -> None:
    texts = laws()
    more = texts | {KEY: f"{texts[KEY]}. {MORE}"}
    found = contrast(judged(texts, more, more))
    assert found.kind in ("wording", "substance") and found.removed[0].start >= len(texts[KEY])


@pytest.mark.slow
def test_what_only_one_of_two_old_texts_has_is_its_translators() -> None:
    texts = laws()
    more = texts | {KEY: f"{texts[KEY]}. {MORE}"}
    assert contrast(judged(texts, more, texts)).score < contrast(judged(texts, more, more)).score
    assert contrast(judged(more, texts, more)).score < contrast(judged(more, texts, texts)).score


@pytest.mark.slow
def test_an_exchanged_number_is_told_with_both() -> None:
    texts = laws()
    old, new = texts | {KEY: f"{texts[KEY]} 40"}, texts | {KEY: f"{texts[KEY]} 60"}
    aligned, same = judged(new, old, old), judged(old, old, old)
    assert contrast(aligned).numbers_gone == ("40",) and contrast(aligned).numbers_new == ("60",)
    assert contrast(aligned).score > contrast(same).score


@pytest.mark.slow
def test_a_row_of_numbers_is_one_figure() -> None:
    texts = laws()

    def weight(said: str) -> float:
        found = contrast(judged(texts | {KEY: f"{texts[KEY]} {said}"}, texts, texts))
        return next(s.weight for s in found.detected.evidence if s.sign == "numbers new")

    assert weight("10 20 30") == weight("30")
    assert weight(f"10 {MORE} 30") > weight("30")


def test_only_whole_provisions_of_the_laws_are_sure(aligned: Aligned) -> None:
    sure = [c for c in aligned.contrasts if c.detected.grade == "sure"]
    assert sure and all(law_of(c.from_key) and law_of(c.to_key) for c in sure)
    whole = {a.texts for a in aligned.alignments if a.relation in ("same", "moved")}
    assert {(Text(c.from_edition, c.from_key), Text(c.to_edition, c.to_key)) for c in sure} <= whole


def test_spans_lie_in_their_texts(aligned: Aligned) -> None:
    assert aligned.contrasts
    for c in aligned.contrasts:
        for span in (*c.added, *c.removed, *c.detected.added, *c.detected.removed):
            assert 0 <= span.start < span.end


def test_the_weights_are_those_of_the_features() -> None:
    weights = load_toml(WEIGHTS, DetectorWeights)
    assert weights.new.keys() == weights.gone.keys() == set(WORD_FEATURES)
    assert weights.likely < weights.sure
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"new": {}, "gone": {}, "pair": {}, "likely": 0.3}, DetectorWeights)


@pytest.mark.parametrize("language", ["cs", "en", "pl", "sr"])
def test_every_sign_has_its_words(language: str) -> None:
    weights = load_toml(WEIGHTS, DetectorWeights)
    assert weights.alone.keys() == weights.pair.keys()
    words = load_interfaces(data_folder("site"), (language,))[language]
    for name in {FAMILY.get(name, name) for name in weights.pair} - SILENT:
        assert words.text(f"evidence.{Sign(name, 1.0).key}", old=2007, new=2017)


def linked(
    ours: Sequence[TextWord], theirs: Sequence[TextWord], strengths: Strengths | None = None
) -> set[Pair]:
    linker = Linker(strengths or {}, lambda key: {key})
    return set(linker.link(Linkable.of(ours), Linkable.of(theirs)))


def test_words_are_linked_one_to_one_and_the_nearer_first() -> None:
    ours = [word("a"), word("b"), word("a")]
    theirs = [word("x"), word("y"), word("x"), word("z")]
    links = linked(ours, theirs, {"a": {"x": 0.5}, "b": {"y": 0.5}})
    assert links == {(0, 0), (1, 1), (2, 2)}


def test_a_link_is_held_by_those_beside_it_that_lead_to_the_same_passage() -> None:
    def held(order: Sequence[int]) -> list[float]:
        theirs = [word("other")] * 40
        for place, there in enumerate(order):
            theirs[there] = word(str(place))
        ours = [word(str(place)) for place in range(len(order))]
        links = Linker({str(n): {str(n): 1.0} for n in range(8)}, lambda key: {key}).link(
            Linkable.of(ours), Linkable.of(theirs)
        )
        assert {pair: link.certain for pair, link in links.items()} == dict.fromkeys(
            enumerate(order), 1.0
        )
        return [links[pair].held for pair in enumerate(order)]

    together = held([10, 11, 12, 13, 14, 15, 16, 17])
    assert together == [3 / 6, 4 / 6, 5 / 6, 1.0, 1.0, 5 / 6, 4 / 6, 3 / 6]
    assert held([11, 10, 13, 12, 15, 14, 17, 16]) == together
    assert held([3, 28, 12, 36, 20, 4, 29, 11]) == [0.0] * 8


def test_a_clause_that_borrows_its_words_from_here_and_there_is_scattered() -> None:
    def clause(held: float, number: int) -> list[ComparedWord]:
        read = TextWord("a", PartSpan("text", 0, 0), number)
        return [ComparedWord(read, 1.0, 1.0, 0.5, 0.5, held)] * 6

    assert _scattered([]) == _scattered(clause(0.5, 0)) == 0.0
    assert _scattered([*clause(0.5, 0), *clause(0.0, 1)]) == 3.0
    assert _scattered([*clause(0.0, 0), *clause(0.25, 1)]) == 3.0
    plain, loose = (word_features(clause(held, 0))[0] for held in (1.0, 0.0))
    place = WORD_FEATURES.index("held")
    assert (plain[place], loose[place]) == (1.0, 0.0)


def test_modal_verbs_are_linked_and_their_steps_compared() -> None:
    def modal(step: ModalStep) -> TextWord:
        return TextWord(step, PartSpan("text", 0, 0), 0, step=step)

    links = linked([modal("may"), modal("must")], [modal("must"), modal("may")])
    assert links == {(0, 1), (1, 0)}
    assert linked([modal("may")], [modal("must")]) == {(0, 0)}


def test_a_number_is_the_same_in_digits_and_in_words_and_no_other() -> None:
    links = linked([word("tři", "3")], [word("4", "4"), word("trzy", "3")])
    assert links == {(0, 1)}
