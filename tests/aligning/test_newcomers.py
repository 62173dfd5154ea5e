"""Whatever edition joins in a language that the glossary doesn't know, the others stay."""

from __future__ import annotations

import random

import pytest

from lawbase.aligning.overrides import Override
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition
from tests.aligning.invented import KEYS, Texts, base, edition, law_texts, sentence, translated

OLD = ("aa-2007", "bb-2007", "aa-2017", "cc-2017")
GLOSSARY = (Concept("dummy", {"aa": ("kata",), "bb": ("lobo",), "cc": ("mire",)}),)


def _editions() -> list[Edition]:
    before = law_texts()
    after = {k: t for k, t in before.items() if k != "3.B.2"} | {"9.A": sentence("new")}
    after["4.A.1"] = after.pop("4.C.3")
    texts = (before, translated(before, "bb"), after, translated(after, "cc"))
    return [edition(name, text) for name, text in zip(OLD, texts, strict=True)]


def _newcomer(name: str, draw: random.Random) -> Edition:
    """An edition that lacks provisions, exchanges others, and has some that no other has."""
    kept = draw.sample(KEYS, draw.randint(len(KEYS) // 2, len(KEYS)))
    texts: Texts = {key: law_texts()[draw.choice((key, key, draw.choice(KEYS)))] for key in kept}
    texts |= {f"{law}.D": sentence(f"{name}{law}") for law in draw.sample(range(1, 9), 3)}
    return edition(name, translated(texts, "dd"), complete=draw.random() < 0.5)


def _of_old(kb: KnowledgeBase) -> tuple[set[str], ...]:
    aligned = kb.aligned
    pairs = (aligned.alignments, aligned.contrasts, aligned.changes)
    kept = ({repr(x) for x in y if {x.from_edition, x.to_edition} <= {*OLD}} for y in pairs)
    named = ((t.id, [x for x in t.texts if x.edition in OLD]) for t in aligned.threads)
    return (*kept, {repr(thread) for thread in named if thread[1]})


@pytest.fixture(scope="module")
def alone() -> tuple[set[str], ...]:
    """What is told of the four editions before anybody joins."""
    return _of_old(base(*_editions(), concepts=GLOSSARY))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_newcomers_move_nothing_among_the_others(alone: tuple[set[str], ...], seed: int) -> None:
    draw = random.Random(seed)
    newcomers = [_newcomer(f"dd-{year}", draw) for year in (2007, 2017)]
    assert _of_old(base(*_editions(), *newcomers, concepts=GLOSSARY)) == alone


@pytest.mark.slow
def test_what_a_newcomer_has_alone_was_not_compared_with_another_year() -> None:
    older, newer = _editions()[0], _newcomer("dd-2017", random.Random(0))
    kb = base(*_editions(), newer, concepts=GLOSSARY)
    spoken = {text.key for t in kb.aligned.threads if any(x.edition in OLD for x in t.texts)
              for text in t.texts if text.edition == newer.id}  # fmt: skip
    alone = {p.key for p in newer.provisions} - spoken
    assert {"1.D", "2.D", "8.D"} & alone
    assert not [a for a in kb.alignments(older.id, newer.id) if a.to_key in alone]


@pytest.mark.slow
def test_a_decision_for_one_that_follows_others_names_those() -> None:
    newer = edition("dd-2017", translated(law_texts(), "dd"))
    decision = Override(
        ("aa-2007", "dd-2017"), "apart", "so", "2.A.1", "2.A.1", "alignments.toml", 3
    )
    with pytest.raises(LawbaseError, match=r":3: dd-2017 follows aa-2017 or cc-2017 to the other"):
        base(*_editions(), newer, overrides=[decision], concepts=GLOSSARY)
