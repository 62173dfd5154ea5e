"""The transcript in the corpus: what its damage is read as, and how surely."""

from __future__ import annotations

import inspect

import pytest

from lawbase.model import Edition
from lawbase.reading.corpus import read_edition
from lawbase.reading.source import layout_of, open_source
from lawbase.reading.transcript import headings, readings
from lawbase.reading.transcript.reader import TranscriptLayout
from tests.conftest import CORPUS

TRANSCRIPT = "cs-2017"
WEIGHTS = [name for name, _ in inspect.getmembers(headings, inspect.isfunction)]
WEIGHTS = [name for name in WEIGHTS if name.startswith("prefer_")]


def parts(edition: Edition) -> dict[str, tuple[str, str]]:
    return {p.key: (p.heading, p.text) for p in edition.provisions}


def test_labels_printed_before_their_place_are_told(editions: dict[str, Edition]) -> None:
    lifted = [note.key for note in editions[TRANSCRIPT].notes]
    laws = [1, 6, 7, 8, 9, 10, 13, 15, 17, 18, 19, 23, 27, 38, 39, 40]
    assert set(lifted) == {f"{law}.A" for law in laws} | {"24.E", "40.A.1", "40.B.2"}


def test_every_pattern_of_the_profile_finds_something() -> None:
    source = open_source(CORPUS / TRANSCRIPT)
    layout = layout_of(source, TranscriptLayout)
    patterns = (layout.opening, layout.page_end, *layout.furniture)
    for pattern in (*patterns, *layout.labels.by_level.values()):
        assert pattern.search(source.text), pattern.text


def test_two_headings_printed_together_share_the_text_after_them(
    editions: dict[str, Edition],
) -> None:
    read = parts(editions[TRANSCRIPT])
    assert read["24.D"][0] == "Sehrávající strana"
    assert read["24.D"][1].endswith("odkryté karty se vrací do listu.")
    assert read["24.E"][0] == "Obránci"
    assert read["24.E"][1].startswith("Stane-li se viník obráncem,")


def test_what_the_sister_lacks_is_read_all_the_same(editions: dict[str, Edition]) -> None:
    own, sister = parts(editions[TRANSCRIPT]), parts(editions["pl-2017"])
    assert [key for key in own if key not in sister] == ["16.A.3", "16.A.4"]


def test_every_footnote_is_called_where_its_number_stands(editions: dict[str, Edition]) -> None:
    bearers = {
        marker.footnote: (p.key, marker.part)
        for p in editions[TRANSCRIPT].provisions
        for marker in p.markers
    }
    assert bearers == {
        "6.D.2#fn1": ("6.D.2", "text"),
        "13#fn2": ("13", "heading"),
        "15.A.3#fn3": ("15.A.3", "text"),
        "15.B#fn4": ("15.B", "heading"),
        "16.B.3#fn5": ("16.B.3", "text"),
        "20.C.2#fn6": ("20.C.2", "text"),
        "20.F.1#fn7": ("20.F.1", "text"),
        "31.A.2#fn8": ("31.A.2", "text"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("factor", [0.5, 2.0])
@pytest.mark.parametrize("name", WEIGHTS)
def test_no_weight_stands_on_a_knife_s_edge(
    editions: dict[str, Edition], monkeypatch: pytest.MonkeyPatch, name: str, factor: float
) -> None:
    """Each preference, halved or doubled, leaves the reading as it is."""
    weigh = getattr(headings, name)

    def scaled(*args: object, **options: object) -> float:
        return factor * float(weigh(*args, **options))

    for module in (headings, readings):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, scaled)
    again = read_edition(CORPUS / TRANSCRIPT, editions)
    assert parts(again) == parts(editions[TRANSCRIPT])
