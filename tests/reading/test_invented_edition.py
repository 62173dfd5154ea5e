"""An edition in a language of its own is read with a folder and a file, and no change in code."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lawbase.citations.link import link_editions
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import load_languages
from lawbase.reading.corpus import check_edition, read_corpus

INVENTED = Path(__file__).parent / "invented"
SOURCE = (INVENTED / "source.txt").read_text(encoding="utf-8")


def lay_out(corpus: Path, source: str = SOURCE, corrections: str = "") -> Path:
    """A corpus with the invented language and edition, its source as given."""
    folder = corpus / "eo-2030"
    folder.mkdir(parents=True, exist_ok=True)
    (corpus / "languages").mkdir(exist_ok=True)
    shutil.copy(INVENTED / "eo.toml", corpus / "languages" / "eo.toml")
    profile = (INVENTED / "edition.toml").read_text(encoding="utf-8")
    digest = hashlib.sha256(source.encode()).hexdigest()
    (folder / "edition.toml").write_text(profile.replace("SHA256", digest), encoding="utf-8")
    (folder / "corrections.toml").write_text(corrections, encoding="utf-8")
    (folder / "source.txt").write_text(source, encoding="utf-8", newline="")
    return corpus


def read(corpus: Path, source: str = SOURCE, corrections: str = "") -> Edition:
    """The invented edition, read from a corpus of its own."""
    return read_corpus(lay_out(corpus, source, corrections))[0]


def gist(edition: Edition) -> list[tuple[str, ...]]:
    """What was read, without where it stood."""
    rows = [
        (p.key, p.kind, p.heading, p.text, p.tail, *p.footnotes, *p.bearers)
        for p in edition.provisions
    ]
    return rows + [(e.topic, e.subtopic, *e.refs, *e.see) for e in edition.index]


def test_every_level_a_footnote_and_an_index(tmp_path: Path) -> None:
    edition = read(tmp_path)
    have = {p.key: (p.heading, p.text) for p in edition.provisions}
    assert list(have) == [
        "def.Disdonanto", "def.Preno", "1", "2", "2.A", "2.A#fn1", "2.B", "2.B.1", "2.B.2",
        "2.B.2.a", "2.B.2.a.i", "2.B.2.a.ii", "2.B.2.b", "3", "3.A", "3.B", "3.B.1", "3.B.2",
    ]  # fmt: skip
    assert have["1"] == ("LA KARTARO", "Oni ludas per 52 kartoj.")
    assert have["2.A"][1].startswith("La disdonanto miksas")
    assert have["2.B.1"][1] == "Se karto montriĝas, oni miksas denove (vidu Leĝon 3A kaj 3B1)."
    assert have["2.A#fn1"] == ("", "La unua disdonanto estas ĉiam en nordo.")
    assert have["2.B.2.a.ii"] == ("", "se oni ne trovas ĝin, oni prenas alian kartaron.")
    tails = {p.key: p.tail for p in edition.provisions if p.tail}
    assert tails == {"3.B": "La rezulto validas por ambaŭ paroj."}
    assert [(e.topic, e.subtopic, e.refs, e.see) for e in edition.index] == [
        ("Disdonanto", "", ("def", "2.A"), ()),
        ("Karto", "", (), ()),
        ("Karto", "Manko", ("2.B.2",), ()),
        ("Karto", "Montriĝis", ("2.B.1",), ()),
        ("Preno", "", ("def", "3.A"), ()),
        ("Preno", "", (), ("Ludo",)),
    ]


def test_its_citations_and_index_are_linked_by_its_language_file_alone(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    layers = {"languages": load_languages(corpus), "editions": read_corpus(corpus), "concepts": ()}
    kb = KnowledgeBase(layers)
    kb.add("links", link_editions(kb))
    cited = {(r.from_key, r.to, r.status) for r in kb.links.references if r.kind == "absolute"}
    assert cited == {("2.B.1", "3.A", "ok"), ("2.B.1", "3.B.1", "ok")}
    assert kb.targets(kb.editions[0].index[0]) == ("def.Disdonanto", "2.A")


breakable = [m.start() for m in re.finditer(r"(?<=\w)\n(?=[a-zĉĝĥĵŝŭ]\w)", SOURCE)]
ends_of_paragraphs = [m.start() for m in re.finditer(r"(?<=\.)\n\n(?=[A-Z0-9]\))", SOURCE)]
far_into_lines = [
    m.start()
    for m in re.finditer(r"(?<=[a-z]{3}) (?=[a-zĉĝĥĵŝŭ]{3})", SOURCE[: SOURCE.index("INDEKSO")])
    if m.start() - SOURCE.rfind("\n", 0, m.start()) > 52
]


@pytest.mark.slow
@given(
    breaks=st.sets(st.sampled_from(breakable + ends_of_paragraphs)),
    wraps=st.sets(st.sampled_from(far_into_lines), max_size=4),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_page_breaks_furniture_and_line_wraps_change_nothing(
    tmp_path: Path, breaks: set[int], wraps: set[int]
) -> None:
    untouched = gist(read(tmp_path / "as-it-is"))
    source = SOURCE
    for place in sorted(breaks | wraps, reverse=True):
        if place in wraps:
            source = f"{source[:place]} \n{source[place + 1 :]}"
        elif source.find("=== paĝo 2", place) < 0 or place > source.index("\n1 La unua"):
            source = f"{source[:place]}\n\n=== paĝo 9 ===\n{source[place + 1 :]}"
    changed = read(tmp_path / "changed", source)
    assert gist(changed) == untouched
    assert changed.claims[-1].end == len(source)


@pytest.mark.slow
@given(place=st.integers(1, len(SOURCE) - 1))
@example(place=SOURCE.index("INDEKSO") + len("INDEKSO"))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_source_cut_off_anywhere_is_told_in_one_sentence(tmp_path: Path, place: int) -> None:
    corpus = lay_out(tmp_path)
    (corpus / "eo-2030" / "source.txt").write_text(SOURCE[:place], encoding="utf-8", newline="")
    with pytest.raises(LawbaseError, match=r"(source\.txt|edition\.toml):\d+: \S.*"):
        read_corpus(corpus)


def test_a_broken_label_sequence_needs_a_correction(tmp_path: Path) -> None:
    source = SOURCE.replace("2) Poste oni", "4) Poste oni")
    with pytest.raises(
        LawbaseError, match=r"source\.txt:\d+: “4\) Poste oni kalkulas\.” looks like"
    ):
        read(tmp_path, source)
    correction = """[[correction]]
kind = "label"
at = "4) Poste"
printed = "4)"
read_as = "3.B.2"
why = "Two comes after one."
"""
    edition = read(tmp_path, source, correction)
    assert edition.provisions[-1].key == "3.B.2"
    assert edition.notes[0].printed == "4)"


def test_a_correction_that_matches_nothing_fails(tmp_path: Path) -> None:
    correction = (
        '[[correction]]\nkind = "text"\nat = "xyz"\nprinted = "x"\nread_as = ""\nwhy = "?"\n'
    )
    with pytest.raises(LawbaseError, match=r"corrections\.toml:1: “xyz” stands nowhere"):
        read(tmp_path, corrections=correction)


@pytest.mark.parametrize(
    ("kind", "at", "printed", "read_as", "told"),
    [
        ("text", "post la alia", "alia", "", "changes nothing"),
        ("text", "Oni ludas per", "Oni", "", "changes nothing"),
        ("text", "unu post la alia", "unu", "", "changes nothing"),
        ("text", "2) Poste oni", "2)", "3.B.2", "has no read_as"),
        ("label", "B) Se io", "B)", "2.B", "changes nothing"),
        ("label", "Oni ludas per", "Oni", "1.A", "stands where no label is"),
        ("label", "A) Kiu", "A)", "2.?", "is not an address"),
        ("orphan", "Oni ludas per", "Oni", "1", "changes nothing"),
        ("orphan", "1) La ludo", "1)", "3.B", "changes nothing"),
        ("heading", "La prenoj", "La prenoj", "3.A", "changes nothing"),
        ("heading", "La fino\\n1)", "La", "3.A", "is read as part of 3.B, not of 3.A"),
        ("index", "Manko 2B2", "2B2", "2.B.2", "changes nothing"),
    ],
)
def test_a_correction_that_changes_nothing_or_misses_its_place_fails(
    tmp_path: Path, kind: str, at: str, printed: str, read_as: str, told: str
) -> None:
    correction = (
        f'\n[[correction]]\nkind = "{kind}"\nat = "{at}"\nprinted = "{printed}"\n'
        f'read_as = "{read_as}"\nwhy = "?"\n'
    )
    with pytest.raises(LawbaseError, match=rf"corrections\.toml:2: .*{told}"):
        read(tmp_path, corrections=correction)


def test_a_label_that_a_correction_lets_leap_is_told(tmp_path: Path) -> None:
    correction = (
        '[[correction]]\nkind = "label"\nat = "B) La fino"\nprinted = "B)"\n'
        'read_as = "3.Q"\nwhy = "?"\n'
    )
    (problem,) = check_edition(lay_out(tmp_path, corrections=correction) / "eo-2030").problems
    assert problem.severity == "warning" and problem.line
    assert "“B) La fino” is read as 3.Q, but 3.P and the one before" in problem.message


@pytest.mark.parametrize("heads", [1, 3])
def test_a_note_below_several_columns_is_called_in_the_first(tmp_path: Path, heads: int) -> None:
    corpus = lay_out(tmp_path)
    note = "¹ La unua disdonanto estas ĉiam en nordo."
    own = SOURCE.replace("disdonanto1", "disdonanto¹").replace(f"\n\n1{note[1:]}", "")
    columns = "".join(f"=== paĝo {n} ===\nkaj plu,\n" for n in range(3, 3 + heads))
    place = "2) Poste oni kalkulas\n"
    own = own.replace("2) Poste oni kalkulas.\n", f"{place}{columns}{note}\n=== paĝo 9 ===\n")
    lay_out(tmp_path, own)
    profile = corpus / "eo-2030" / "edition.toml"
    told = profile.read_text("utf-8").replace(r"(?P<label>\d)\s+", r"(?P<label>[¹²])\s+")
    told = told.replace("by_page = true", "by_page = false")
    told = told.replace(r"(?<=[^\W\d_]{3}){}(?![\d\w])", "{}")
    profile.write_text(told, encoding="utf-8")
    [found] = [p for p in read_corpus(corpus)[0].provisions if p.kind == "footnote"]
    assert (found.key, found.text) == ("2.A#fn1", note[2:])


ABOVE, BELOW = "unu post la alia.\n", "kaj 3B1).\n"
FOOT = "1 La unua disdonanto estas ĉiam en nordo.\n"


@pytest.mark.parametrize("sign", ["*", "1"])
@pytest.mark.parametrize("between", ["\n", "\n\n", ""])
def test_notes_of_a_page_with_the_same_sign_are_each_called(
    tmp_path: Path, sign: str, between: str
) -> None:
    first, second = f"{sign} La unua estas en nordo.", f"{sign} Ĝi kuŝas malfermita."
    source = SOURCE.replace("disdonanto1", f"disdonanto{sign}")
    source = source.replace("karto montriĝas,", f"karto montriĝas{sign},")
    if between:
        source = source.replace(FOOT, f"{first}{between}{second}\n")
    else:
        source = source.replace(f"\n{FOOT}", "").replace(ABOVE, f"{ABOVE}\n{first}\n")
        source = source.replace(BELOW, f"{BELOW}\n{second}\n")
    corpus = lay_out(tmp_path, source)
    profile = corpus / "eo-2030" / "edition.toml"
    told = profile.read_text("utf-8").replace(r"(?P<label>\d)\s+", r"(?P<label>\*|\d)\s+")
    profile.write_text(told, encoding="utf-8")
    edition = read_corpus(corpus)[0]
    notes = {p.key: p.text for p in edition.provisions if p.kind == "footnote"}
    if sign == "*" or not between:
        assert notes == {f"2.A#fn{sign}": first[2:], f"2.B.1#fn{sign}": second[2:]}
    assert not [p for p in edition.provisions if p.kind != "footnote" and "nordo" in p.text]


@pytest.mark.parametrize("by_page", ["true", "false"])
def test_a_sign_calls_a_note_of_its_own_on_every_page(tmp_path: Path, by_page: str) -> None:
    source = SOURCE.replace("disdonanto1", "disdonanto*").replace(FOOT, f"*{FOOT[1:]}")
    source = source.replace("ambaŭ paroj.\n", "ambaŭ paroj*.\n\n* Pri la paroj alie.\n")
    corpus = lay_out(tmp_path, source)
    profile = corpus / "eo-2030" / "edition.toml"
    told = profile.read_text("utf-8").replace(r"(?P<label>\d)\s+", r"(?P<label>\*)\s+")
    profile.write_text(told.replace("by_page = true", f"by_page = {by_page}"), encoding="utf-8")
    notes = [p for p in read_corpus(corpus)[0].provisions if p.kind == "footnote"]
    assert [(note.key, note.text) for note in notes] == [
        ("2.A#fn*", FOOT[2:].rstrip()),
        ("3.B#fn*", "Pri la paroj alie."),
    ]


def test_a_paragraph_that_looks_like_a_note_stays_text(tmp_path: Path) -> None:
    source = SOURCE.replace("1) Se karto", "1) Se karto1")
    corpus = lay_out(tmp_path, source)
    profile = corpus / "eo-2030" / "edition.toml"
    told = profile.read_text("utf-8").replace(r"(?P<label>\d)\s+", r"(?P<label>\d)\)?\s+")
    profile.write_text(told, encoding="utf-8")
    notes = [p for p in read_corpus(corpus)[0].provisions if p.kind == "footnote"]
    assert [(p.key, p.bearers) for p in notes] == [("2.A#fn1", ("2.A", "2.B.1"))]


def test_a_footnote_without_a_marker_fails(tmp_path: Path) -> None:
    source = SOURCE.replace("1 La unua", "1 La unua disdono.\n2 La dua")
    with pytest.raises(LawbaseError, match=r"source\.txt:\d+: the footnote 2 has no marker"):
        read(tmp_path, source)


def test_a_correction_says_where_a_heading_ends(tmp_path: Path) -> None:
    source = SOURCE.replace("A) La prenoj\n", "A) La prenoj ")
    correction = (
        '[[correction]]\nkind = "heading"\nat = "La prenoj Ĉiu"\nprinted = "La prenoj"\n'
        'read_as = "3.A"\nwhy = "No line ends after it."\n'
    )
    parts = {p.key: (p.heading, p.text) for p in read(tmp_path, source, correction).provisions}
    assert parts["3.A"] == ("La prenoj", "Ĉiu ludanto metas unu karton. La plej alta gajnas.")
