"""Invented editions of an invented law: enough random words to tell its paragraphs apart."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lawbase.aligning.align import align_editions
from lawbase.aligning.overrides import Override
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Concept, Edition, Key, Links
from lawbase.profile import CitationStyle, LanguageProfile
from tests import invented
from tests.invented import family, provision, with_parents

STYLE = CitationStyle("{}", "{}", "note {}", "def {}", "preface", "intro", "chapter {}", "part {}")
LANGUAGES = {name: LanguageProfile(name, name.title(), STYLE) for name in ("aa", "bb", "cc", "dd")}
KEYS = tuple(
    f"{law}.{letter}.{number}" for law in range(1, 9) for letter in "ABC" for number in (1, 2, 3)
)

Texts = dict[Key, str]


def sentence(seed: str, length: int = 12) -> str:
    """A sentence of the invented law; the same seed gives the same words."""
    draw = random.Random(seed)
    roots = ("ka", "lo", "mi", "tu", "re", "so", "di", "na", "po", "ve")
    common = [f"{one}{other}" for one in roots[:5] for other in roots[:5]]
    rare = [f"{one}{two}{one}" for one in roots for two in roots]
    words = [draw.choice(rare if draw.random() < 0.6 else common) for _ in range(length)]
    return " ".join(words)


def law_texts(keys: Sequence[Key] = KEYS) -> Texts:
    """A text for every key."""
    return {key: sentence(key) for key in keys}


def translated(texts: Texts, language: str) -> Texts:
    """The texts in another language: every word another one, in another order."""
    draw = random.Random(language)
    result: Texts = {}
    for key, text in texts.items():
        words = [f"{word[::-1]}{language}" for word in text.split()]
        draw.shuffle(words)
        result[key] = " ".join(words)
    return result


def edition(
    name: str, texts: Texts, *, complete: bool = True, headings: Texts | None = None
) -> Edition:
    """An edition called by its language and year (``aa-2007``), with all parents of its keys."""
    named = headings or {}
    provisions = family(
        provision(name, key, texts.get(key, ""), named.get(key, ""))
        for key in with_parents([*texts, *named])
    )
    return invented.edition(name, provisions, complete=complete)


def align(
    *editions: Edition,
    overrides: Sequence[Override] = (),
    concepts: Sequence[Concept] = (),
    links: Links | None = None,
) -> Aligned:
    """The editions aligned."""
    return base(*editions, overrides=overrides, concepts=concepts, links=links).aligned


def base(
    *editions: Edition,
    overrides: Sequence[Override] = (),
    concepts: Sequence[Concept] = (),
    links: Links | None = None,
) -> KnowledgeBase:
    """A knowledge base of the editions, aligned."""
    kb = KnowledgeBase(
        {
            "languages": LANGUAGES,
            "editions": editions,
            "concepts": tuple(concepts),
            "links": links or Links(),
        }
    )
    kb.add("aligned", align_editions(kb, overrides))
    return kb


def pairs(aligned: Aligned, one: str, other: str) -> dict[tuple[Key, Key], str]:
    """The relation of every two provisions of two editions that are aligned."""
    return {
        (a.from_key, a.to_key): a.relation
        for a in aligned.alignments
        if (a.from_edition, a.to_edition) == (one, other)
        if a.from_key is not None and a.to_key is not None
    }


def lone(aligned: Aligned, one: str, other: str, relation: str) -> set[Key]:
    """The provisions that are dropped from one edition, or new in the other."""
    return {
        a.from_key or a.to_key or ""
        for a in aligned.alignments
        if (a.from_edition, a.to_edition, a.relation) == (one, other, relation)
    }
