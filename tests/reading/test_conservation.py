"""Nothing lost, nothing invented: every character of every source has exactly one place."""

from __future__ import annotations

import pytest

from lawbase.model import Edition, Part
from lawbase.profile import read_utf8
from lawbase.reading.ledger import Ledger
from lawbase.reading.problems import Problems
from lawbase.reading.traced import Traced
from lawbase.text import Span
from tests.conftest import CORPUS

EDITIONS = ["cs-2007", "sr-2007", "cs-2017", "pl-2017", "guide-cs"]
PARTS: tuple[Part, ...] = ("heading", "text", "tail")
PRIVATE_SUITS = {"\uf0aa": "♠", "\uf0a9": "♥", "\uf0a8": "♦", "\uf0a7": "♣"}


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_claims_cover_the_source_without_gap_or_overlap(
    editions: dict[str, Edition], edition_id: str
) -> None:
    edition = editions[edition_id]
    source = read_utf8(CORPUS / edition.source.file)
    assert edition.claims[0].start == 0
    assert edition.claims[-1].end == len(source) == edition.source.length
    for before, after in zip(edition.claims, edition.claims[1:], strict=False):
        assert before.end == after.start
    spacing = [source[c.start : c.end] for c in edition.claims if c.role == "spacing"]
    assert all(stretch.isspace() or stretch == "-" for stretch in spacing)


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_every_shown_character_stands_in_the_source(
    editions: dict[str, Edition], edition_id: str
) -> None:
    edition = editions[edition_id]
    source = read_utf8(CORPUS / edition.source.file)
    for private, suit in PRIVATE_SUITS.items():
        source = source.replace(private, suit)
    for provision in edition.provisions:
        for name in PARTS:
            text = provision.part(name)
            traced = dict.fromkeys(range(len(text)), False)
            for run in provision.maps.get(name, ()):
                piece = source[run.source : run.source + run.length]
                shown = text[run.at : run.at + run.length]
                assert "".join(piece.split()) == "".join(shown.split()), (provision.key, name)
                traced |= dict.fromkeys(range(run.at, run.at + run.length), True)
            assert all(known or text[n].isspace() for n, known in traced.items()), provision.key


def test_a_character_read_twice_is_an_error() -> None:
    ledger = Ledger("ab", "s.txt", problems := Problems())
    ledger.claim(Span(0, 2), "text", "1")
    ledger.claim(Traced.of("b", 1), "text", "2")
    assert [str(p.as_error()) for p in problems] == [
        "s.txt:1: “b” was read twice, as ('text', '1') and as ('text', '2')"
    ]


def test_a_character_read_as_nothing_is_an_error() -> None:
    ledger = Ledger("a\nb\nc", "s.txt", problems := Problems())
    ledger.claim(Span(0, 1), "text", "1")
    ledger.claims()
    assert [(str(p.as_error()), p.cost) for p in problems] == [
        ("s.txt:2: “b c” was not read as anything", 3)
    ]
