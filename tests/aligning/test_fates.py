"""Every provision of two texts has one fate: it has a partner, came or went, or lacks there.

A label without words may have none.
"""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Provision, Text
from tests.aligning.invented import Texts, base, edition, law_texts, sentence, translated

NAMES = ("aa-2007", "bb-2007", "dd-2007", "aa-2017", "bb-2017", "cc-2017")


def _texts(draw: random.Random) -> Texts:
    """The law as one edition has it: parts missing, bare, put together, moved, of its own."""
    texts = law_texts()
    for key in draw.sample(sorted(texts), 24):
        above = key.rpartition(".")[0]
        match draw.randrange(6):
            case 0:
                del texts[key]
            case 1:
                texts[key] = ""
            case 2:
                texts[above] = f"{texts.get(above, '')} {texts.pop(key)}".strip()
            case 3:
                texts[f"{above}.4"] = texts.pop(key)
            case 4:
                texts[f"{key}.a"], texts[key] = texts[key], sentence(f"{above} begins", 5)
            case _:
                texts[f"{key}.b"] = sentence(f"{key} {draw.randrange(3)}")
    return texts


def _editions(draw: random.Random) -> list[Edition]:
    books: list[Edition] = []
    for name in NAMES:
        texts = _texts(draw)
        named = {key: sentence(f"{key} is about", 3) for key in draw.sample(sorted(texts), 9)}
        language = name[:2]
        books.append(
            edition(
                name,
                texts if language == "aa" else translated(texts, language),
                complete=draw.random() < 0.7,
                headings=named if language == "aa" else translated(named, language),
            )
        )
    return books


def _fates(kb: KnowledgeBase, provision: Provision, other: str) -> set[str]:
    """What is told of a provision beside a text of another year."""
    here, key = provision.edition, provision.key
    told = {"partner" if len(a.texts) == 2 else "alone" for a in kb.aligned_with(here, key, other)}
    return told | ({"lacking"} if kb.unmatched(here, [key], other) else set())


@pytest.mark.slow
@pytest.mark.parametrize("seed", (0, 7, 23, 25))
def test_every_provision_of_two_texts_has_one_fate(seed: int) -> None:
    kb = base(*_editions(random.Random(seed)))
    wrong = [
        (p.edition, p.key, other.id, sorted(fates))
        for one, other in permutations(kb.law_editions, 2)
        if one.year != other.year
        for p in one.provisions
        if len(fates := _fates(kb, p, other.id)) != 1
        if fates or kb.speaks(Text(p.edition, p.key))
    ]
    assert not wrong
