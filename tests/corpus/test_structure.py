"""Every edition's structure against the hand-verified truth, and against what was read before."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest

from lawbase.address import law_of
from lawbase.model import Edition
from tests.conftest import GOLD, read_tsv

LAWS = ["cs-2007", "sr-2007", "cs-2017", "pl-2017"]
QUOTES = str.maketrans(
    dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‘’‚", "'") | dict.fromkeys("–—−‑", "-")
)


def plain(text: str) -> str:
    """A text without what the truth leaves open: kinds of quotes, dashes and spaces."""
    return " ".join(unicodedata.normalize("NFC", text).translate(QUOTES).split())


def found(edition: Edition) -> dict[str, tuple[str, str]]:
    """Heading and text by key; a tail under ``key+tail``."""
    texts = {p.key: (p.heading, p.text) for p in edition.provisions}
    return texts | {f"{p.key}+tail": ("", p.tail) for p in edition.provisions if p.tail}


def in_the_truth(key: str) -> bool:
    """The truth holds the laws divisible by three."""
    law = law_of(key.replace("+tail", ""))
    return law is not None and law % 3 == 0


@pytest.mark.parametrize("edition_id", LAWS)
def test_keys_are_those_of_the_truth_and_no_other(
    editions: dict[str, Edition], edition_id: str
) -> None:
    gold = {row["key"] for row in read_tsv(GOLD / "structure" / f"{edition_id}.tsv")}
    gold = {key for key in gold if not key.startswith("chapter.")}
    have = set(found(editions[edition_id]))
    assert {key for key in have if in_the_truth(key)} == {key for key in gold if in_the_truth(key)}
    assert {key for key in gold if key.startswith("def.")} <= have


@pytest.mark.parametrize("edition_id", LAWS)
def test_headings_and_both_ends_of_the_texts(editions: dict[str, Edition], edition_id: str) -> None:
    have = found(editions[edition_id])
    for row in read_tsv(GOLD / "structure" / f"{edition_id}.tsv"):
        if row["key"].startswith("chapter."):
            continue
        heading, text = have[row["key"]]
        words = re.sub(r"\*\)|[†‡*]", "", plain(text)).split()
        assert plain(heading) == plain(row["heading"]), row["key"]
        assert " ".join(words[:6]) == plain(row["first"]), row["key"]
        assert " ".join(words[-6:]) == plain(row["last"]), row["key"]


@pytest.mark.parametrize("edition_id", [*LAWS, "guide-cs"])
def test_golden_provisions(
    editions: dict[str, Edition], edition_id: str, golden: Callable[[str, str], None]
) -> None:
    rows = [
        "\t".join((p.key, p.kind, p.label, p.heading, p.text, p.tail, " ".join(p.bearers)))
        for p in editions[edition_id].provisions
    ]
    golden(f"provisions/{edition_id}.tsv", "\n".join(rows) + "\n")
