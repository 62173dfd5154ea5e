"""A small invented transcript, damaged in every way that the reader knows, and its sister."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawbase.errors import LawbaseError
from lawbase.model import Edition, Marker
from lawbase.reading.corpus import read_edition
from lawbase.reading.source import open_source
from lawbase.reading.transcript.reader import read_transcript
from tests import invented

LAYOUT = r"""
[layout]
opening = 'Verbatim:'
page_end = 'Fol \d+'
furniture = ['v\. \d+ sine \d+', 'Liber de kema']

[layout.labels]
law = 'REGULA (?P<label>\d+)(?:\s+|$)'
letter = '(?P<label>[A-Z])\.(?:\s+|$)'
number = '(?P<label>\d{1,2})\.(?:\s+|$)'
item = '(?P<label>[a-z])\)(?:\s+|$)'
roman = '(?P<label>[ivx]+)\.(?:\s+|$)'

[layout.footnotes]
start = '(?P<label>\d{1,2})\s+(?=\S)'
marker = '\s{}(?![\w)])'

[[layout.tables]]
key = "2"
first = "Oro 1"
last = "Luno 2 4"
row = '(\w+) (\d) (\d)'
"""

LAW_1 = (
    "A. Ordo de karto REGULA 1 KARTO E KOLORO Karto sta in ordo malo: 10, 4, 3, 2. "
    "B. Dorso de karto Dorso de v. 3 sine 7 karto sta simila. "
)
LAW_2 = (
    "REGULA 2 SKATOLA 1 Skatola sta in ordo: Oro 1 3 Luno 2 4 Altra skatola no sta. "
    "Ludo fina, si: A. karto no sta. B. skatola sta serena (vide Regula 1). "
    "1 Skatola de ligno no sta skatola. Fol 1\n\n"
)
LAW_3 = (
    "A. Akordo 1. REGULA 3 AKORDO E PARTNERO a) Akordo sta klara. "
    "b) Partnero parla de akordo. 2. Akordo sta aperta a rivala 2. No vala odo "
    "1. e 2. de altra ludo. 3. Akordo no sta sekreta. "
    "B. Spesa akordo Liber de kema 1. 2. a) Akordo de artifo sta spesa. "
    "b) Organo pota nomina spesa akordo. a) Organo pota: i. permita akordo ii. no permita. "
    "2 Rivala sta ambo ludero de altra parto. Fol 2\n\n"
)
LAW_4 = (
    "REGULA 4 KARTO VIDATA A. Parto de voko B. Rivala Karto vidata retorna a mano. "
    "Karto vidata sta punata. C. Ludo fina per Regula 2 Ludo no kontinua poste. "
    "Ludero voka a Regula 3 e a Regula 4. "
)
TEXT = "Altra pagino\n\nVerbatim:\n\n" + LAW_1 + LAW_2 + LAW_3 + LAW_4 + "Fol 3\n"

SISTER = [
    ("1", "La korto k la kulero", ""),
    ("1.A", "La urdo du korto", "La korto ista en la urdo mele: 10, 4, 3, 2."),
    ("1.B", "La durso du korto", "La durso du korto ista semble."),
    ("2", "La skotole", "La skotole ista en la urdo: 1 2 3 4. Utre skotole n'ista. La ludu fine:"),
    ("2.A", "", "la korto n'ista."),
    ("2.B", "", "la skotole ista serene (vede Rigle 1)."),
    ("2#fn1", "", "La skotole du ligne n'ista skotole."),
    ("3", "La kurdo k la partnu", ""),
    ("3.A", "La kurdo", ""),
    ("3.A.1", "", ""),
    ("3.A.1.a", "", "La kurdo ista klere."),
    ("3.A.1.b", "", "La partnu perle du kurdo."),
    ("3.A.2", "", "La kurdo ista uperte a rivele. Ne vele udo 1 k 2 du utre ludu."),
    ("3.A.2#fn2", "", "La rivele ista ambu ludere du utre perte."),
    ("3.B", "La kurdo spese", ""),
    ("3.B.1", "", ""),
    ("3.B.1.a", "", "La kurdo du urtife ista spese."),
    ("3.B.1.b", "", "La urgune pute numine la kurdo spese."),
    ("3.B.2", "", ""),
    ("3.B.2.a", "", "La urgune pute:"),
    ("3.B.2.a.i", "", "permite la kurdo"),
    ("3.B.2.a.ii", "", "ne permite."),
    ("4", "La korto vedete", ""),
    ("4.A", "La perte du vuke", "La korto vedete returne a mene."),
    ("4.B", "La rivele", "La korto vedete ista punete."),
    ("4.C", "La ludu fine per Rigle 2", "La ludu ne kuntine. La ludere vuke a Rigle 3 k 4."),
    ("4.D", "Utre", "La ludu fine."),
    ("5", "La fine", "La ludu fine."),
]

MARKERS = {
    "2": (Marker("2#fn1", "heading", 10),),
    "3.A.2": (Marker("3.A.2#fn2", "text", 31),),
}

READ = {
    "1": ("KARTO E KOLORO", ""),
    "1.A": ("Ordo de karto", "Karto sta in ordo malo: 10, 4, 3, 2."),
    "1.B": ("Dorso de karto", "Dorso de karto sta simila."),
    "2": (
        "SKATOLA",
        "Skatola sta in ordo: Oro 1 3 Luno 2 4 Altra skatola no sta. Ludo fina, si:",
    ),
    "2#fn1": ("", "Skatola de ligno no sta skatola."),
    "2.A": ("", "karto no sta."),
    "2.B": ("", "skatola sta serena (vide Regula 1)."),
    "3": ("AKORDO E PARTNERO", ""),
    "3.A": ("Akordo", ""),
    "3.A.1": ("", ""),
    "3.A.1.a": ("", "Akordo sta klara."),
    "3.A.1.b": ("", "Partnero parla de akordo."),
    "3.A.2": ("", "Akordo sta aperta a rivala. No vala odo 1. e 2. de altra ludo."),
    "3.A.2#fn2": ("", "Rivala sta ambo ludero de altra parto."),
    "3.A.3": ("", "Akordo no sta sekreta."),
    "3.B": ("Spesa akordo", ""),
    "3.B.1": ("", ""),
    "3.B.1.a": ("", "Akordo de artifo sta spesa."),
    "3.B.1.b": ("", "Organo pota nomina spesa akordo."),
    "3.B.2": ("", ""),
    "3.B.2.a": ("", "Organo pota:"),
    "3.B.2.a.i": ("", "permita akordo"),
    "3.B.2.a.ii": ("", "no permita."),
    "4": ("KARTO VIDATA", ""),
    "4.A": ("Parto de voko", "Karto vidata retorna a mano."),
    "4.B": ("Rivala", "Karto vidata sta punata."),
    "4.C": (
        "Ludo fina per Regula 2",
        "Ludo no kontinua poste. Ludero voka a Regula 3 e a Regula 4.",
    ),
}

Make = Callable[..., Path]


def sister_edition() -> Edition:
    provisions = (
        invented.provision("sister", key, text, heading, markers=MARKERS.get(key, ()))
        for key, heading, text in SISTER
    )
    return invented.edition("sister", provisions, language="xb", year=1, laws=(1, 5))


READ_BEFORE = {"sister": sister_edition()}


def write_edition(path: Path, source: str, corrections: str = "", layout: str = LAYOUT) -> None:
    path.mkdir(exist_ok=True)
    digest = hashlib.sha256(source.encode()).hexdigest()
    profile = (
        f'id = "{path.name}"\nlanguage = "xa"\nyear = 1\ntitle = "Kema"\nrevision = ""\n'
        f'status = ""\npublisher = ""\nscope = ""\nsha256 = "{digest}"\nkind = "transcript"\n'
        f'laws = [1, 4]\nsister = "sister"\n{layout}'
    )
    (path / "source.txt").write_text(source, encoding="utf-8")
    (path / "edition.toml").write_text(profile, encoding="utf-8")
    (path / "corrections.toml").write_text(corrections, encoding="utf-8")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(source: str = TEXT, corrections: str = "", layout: str = LAYOUT) -> Path:
        write_edition(tmp_path / "kema", source, corrections, layout)
        return tmp_path / "kema"

    return make


def parts(edition: Edition) -> dict[str, tuple[str, str]]:
    return {p.key: (p.heading, p.text) for p in edition.provisions}


def test_everything_finds_its_place(make: Make) -> None:
    edition = read_edition(make(), READ_BEFORE)
    assert parts(edition) == READ
    assert [p.key for p in edition.provisions] == list(READ)


def test_labels_are_kept_as_printed(make: Make) -> None:
    labels = {p.key: p.label for p in read_edition(make(), READ_BEFORE).provisions}
    assert labels["1"] == "REGULA 1"
    assert labels["3.B.2"] == "2."
    assert labels["3.B.2.a"] == "a)"
    assert labels["2#fn1"] == "1"


def test_every_character_is_claimed_and_traced(make: Make) -> None:
    folder = make()
    source = open_source(folder).text
    edition = read_edition(folder, READ_BEFORE)
    claimed = "".join(source[c.start : c.end] for c in edition.claims)
    assert claimed == source
    roles = {source[c.start : c.end]: c.role for c in edition.claims}
    assert roles["Altra pagino\n\nVerbatim:"] == "unrelated"
    assert {roles[s] for s in ("Fol 1", "Fol 3", "v. 3 sine 7", "Liber de kema")} == {"furniture"}
    assert [roles[s] for s in ("REGULA 4", "KARTO VIDATA")] == ["label", "heading"]
    for provision in edition.provisions:
        for part, runs in provision.maps.items():
            for run in runs:
                printed = source[run.source : run.source + run.length]
                assert printed == provision.part(part)[run.at : run.at + run.length]


def test_footnotes_know_their_markers(make: Make) -> None:
    by_key = {p.key: p for p in read_edition(make(), READ_BEFORE).provisions}
    (in_title,) = by_key["2"].markers
    assert (in_title.footnote, in_title.part, in_title.at) == ("2#fn1", "heading", 7)
    (in_text,) = by_key["3.A.2"].markers
    assert by_key["3.A.2"].text[: in_text.at] == "Akordo sta aperta a rivala"
    assert by_key["3.A.2#fn2"].bearers == ("3.A.2",)
    assert by_key["2"].footnotes == ("2#fn1",)


def test_tables_are_cells_and_text(make: Make) -> None:
    by_key = {p.key: p for p in read_edition(make(), READ_BEFORE).provisions}
    (table,) = by_key["2"].tables
    assert table.rows == (("Oro", "1", "3"), ("Luno", "2", "4"))
    assert by_key["2"].text[table.start : table.end] == "Oro 1 3 Luno 2 4"


def test_lifted_labels_are_told(make: Make) -> None:
    notes = {n.key: n.why for n in read_edition(make(), READ_BEFORE).notes}
    assert notes == {
        "1.A": "It is printed before the end of 1.",
        "3.A": "It is printed before the end of 3.",
        "3.A.1": "It is printed before the end of 3.",
        "3.B.2": "It is printed before the end of 3.B.1.b.",
        "4.B": "It is printed before the end of 4.A.",
    }


def breakable(source: str) -> list[int]:
    """The word ends where a page could as well end: not between a marker and its note's end."""
    begin = source.index("Verbatim:") + len("Verbatim:")
    bound = [
        (source.index("SKATOLA 1"), source.index("Fol 1")),
        (source.index("rivala 2"), source.index("Fol 2")),
    ]
    whole = ("v. 3 sine 7", "Liber de kema", "Fol 1", "Fol 2", "Fol 3")
    bound += [(source.index(s), source.index(s) + len(s)) for s in whole]
    ends = [n for n in range(begin, len(source)) if source[n] == " "]
    return [n for n in ends if not any(a < n < b for a, b in bound)]


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sets(st.sampled_from(breakable(TEXT)), max_size=12), st.integers(10, 99))
def test_page_breaks_elsewhere_change_nothing(make: Make, places: set[int], first: int) -> None:
    source = TEXT
    for number, place in enumerate(sorted(places, reverse=True), first):
        source = f"{source[:place]} Fol {number}\n\n{source[place + 1 :]}"
    assert parts(read_edition(make(source), READ_BEFORE)) == READ


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(LAW_4.split()), st.booleans())
def test_a_transcript_may_end_anywhere(make: Make, last: str, with_word: bool) -> None:
    source = TEXT[: TEXT.rindex(last) + (len(last) if with_word else 0)]
    keys = [p.key for p in read_transcript(open_source(make(source)), READ_BEFORE).provisions]
    assert keys == list(READ)[: len(keys)]
    assert "3.B.2.a.ii" in keys


def correction(kind: str, at: str, printed: str, read_as: str = "") -> str:
    return (
        f'[[correction]]\nkind = "{kind}"\nat = "{at}"\nprinted = "{printed}"\n'
        f'read_as = "{read_as}"\nwhy = "an editor said so"\n'
    )


def test_a_correction_says_which_label_is_meant(make: Make) -> None:
    source = TEXT.replace("C. Ludo fina per", "D. Ludo fina per")
    with pytest.raises(LawbaseError, match=r"“D\. Ludo fina per"):
        read_edition(make(source), READ_BEFORE)
    told = correction("label", "D. Ludo fina", "D.", "4.C")
    edition = read_edition(make(source, told), READ_BEFORE)
    assert parts(edition) == READ
    (note,) = [note for note in edition.notes if note.why == "an editor said so"]
    assert (note.key, note.printed, note.read_as) == ("4.C", "D.", "4.C")


def test_a_correction_says_what_is_no_label(make: Make) -> None:
    source = TEXT.replace("no sta sekreta.", "no sta sekreta. 4. Klara.")
    told = correction("text", "4. Klara", "4.")
    got = parts(read_edition(make(source, told), READ_BEFORE))
    assert got == READ | {"3.A.3": ("", "Akordo no sta sekreta. 4. Klara.")}


def test_a_correction_says_where_a_heading_ends(make: Make) -> None:
    told = correction("heading", "B. Dorso de karto Dorso", "Dorso de karto Dorso", "1.B")
    got = parts(read_edition(make(TEXT, told), READ_BEFORE))
    assert got["1.B"] == ("Dorso de karto Dorso", "de karto sta simila.")


def test_a_correction_that_changes_nothing_fails(make: Make) -> None:
    told = correction("label", "Ludo fina, si", "fina", "2.A")
    with pytest.raises(LawbaseError, match="changes nothing"):
        read_edition(make(TEXT, told), READ_BEFORE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Verbatim:", "Verba:", r"source\.txt:1: the text's opening “Verbatim:” is missing"),
        ("no sta sekreta.", "no sta sekreta. 7. Klara.", r"source\.txt:\d+: “7. Klara"),
        ("no sta sekreta.", "no sta sekreta, 7. Klara.", r"source\.txt:\d+: “7. Klara"),
        ("REGULA 3 ", "REGULA 8 ", r"source\.txt:\d+: “(REGULA 8|A\. Akordo)"),
        (
            "rivala 2. No vala odo 1. e 2. de",
            "rivala. No vala odo",
            "the footnote 2 of 3.A.2 or its marker is missing",
        ),
        ("Verbatim:\n\n", "Verbatim:\n\nAltra ", "“Altra .* was not read as anything"),
    ],
)
def test_what_cannot_be_read_is_told(make: Make, old: str, new: str, message: str) -> None:
    with pytest.raises(LawbaseError, match=message):
        read_edition(make(TEXT.replace(old, new)), READ_BEFORE)


def test_a_malformed_layout_is_told_with_its_line(make: Make) -> None:
    layout = LAYOUT.replace("opening =", "openning =")
    with pytest.raises(LawbaseError, match=r"edition\.toml:\d+: .*“openning” is no key here"):
        read_edition(make(TEXT, "", layout), READ_BEFORE)


def test_a_transcript_needs_its_sister(make: Make) -> None:
    with pytest.raises(LawbaseError, match=r"edition\.toml:\d+: .*its sister \S+, which isn't"):
        read_edition(make(), {})
