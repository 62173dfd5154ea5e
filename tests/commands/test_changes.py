"""``lawbase diff`` and ``lawbase changes``: what an editor read, and what is only detected."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lawbase.commands import shared
from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.model import Aligned, Alignment, Contrast, Detection, Links, PartSpan, Text, Thread
from lawbase.profile import load_versions
from tests.commands.running import run
from tests.conftest import CORPUS, corpus_languages, nobody_has_read
from tests.invented import edition, family, provision

pytestmark = pytest.mark.slow


def test_diff_marks_what_is_gone_and_what_is_new_through_another_language(home: Path) -> None:
    out = run("diff", "64A", "--build", str(home)).out
    old, new = out.index("cs-2007: [-"), out.index("pl-2017: {+")
    assert old < new and "-]" in out[old:new] and "+}" in out[new:]


def test_quotes_that_overlap_are_marked_once(home: Path) -> None:
    out = run("diff", "64B", "--from", "sr-2007", "--to", "pl-2017", "--build", str(home)).out
    assert not re.search(r"\[-(?:(?!-\]).)*\[-|\{\+(?:(?!\+\}).)*\{\+", out, re.DOTALL)
    assert "[-Nema ispravke kao pod A-] za" in " ".join(out.split())


def test_diff_gives_an_editors_sentence(home: Path) -> None:
    record = json.loads(run("diff", "64", "--json", "--build", str(home)).out)
    assert record["contrasts"] and all(
        c["what"] for c in record["contrasts"] if c["kind"] == "substance"
    )


def test_what_was_read_of_other_texts_is_said_to_be(home: Path) -> None:
    out = run("diff", "16A1", "--build", str(home)).out
    assert (
        "16.A.1.b  unchanged\n    (nothing changed in these two texts, but in cs-2007 → pl-2017:)"
        in out
    )
    out = run("diff", "27B1a", "--build", str(home)).out
    assert "27.B.1.a  substance\n    (in cs-2007 → pl-2017:)" in out


def test_below_a_note_stands_that_a_text_still_says_the_old(home: Path) -> None:
    years = ("--from", "cs-2007", "--to", "cs-2017", "--build", str(home))
    diff = run("diff", "27B1a", *years).out
    assert "either.\n    ! cs-2017 Pravidlo 27B1(a): Careful: the words “a podle" in diff
    changes = run("changes", "--substance", "--language", "cs", *years).out
    assert changes.count("    ! cs-2017 Pravidlo 27B1(a): Pozor: slova „a podle názoru") == 1
    assert "    ! " not in run("diff", "27B1a", "--to", "pl-2017", "--build", str(home)).out


def test_beside_what_changed_stands_what_the_editor_noted(home: Path) -> None:
    years = ("--from", "sr-2007", "--to", "cs-2017", "--build", str(home))
    assert "of D.\n    note: cs-2017 still says D, though" in run("diff", "16A1b", *years).out
    noted = [
        c["note"]
        for c in json.loads(run("changes", "--substance", "--json", *years).out)
        if c.get("note") and c["what"]
    ]
    told = " ".join(run("changes", "--substance", *years).out.split())
    assert noted and all(f"note: {note}" in told for note in noted)


def test_no_third_text_stands_in_the_difference_of_two(home: Path) -> None:
    out = run("diff", "16", "--build", str(home)).out
    assert out.startswith("cs-2007 → cs-2017") and "pl-2017: " not in out and "sr-2007" not in out


def test_the_edition_that_is_not_named_is_the_best_of_another_year(home: Path) -> None:
    usual = run("changes", "--json", "--build", str(home))
    assert usual.out == run("changes", "--to", "pl-2017", "--json", "--build", str(home)).out
    turned = run("changes", "--from", "pl-2017", "--json", "--build", str(home))
    assert (turned.code, turned.out) == (0, usual.out)
    assert "shown from cs-2007 to pl-2017" in turned.err
    by_sister = run("changes", "--to", "sr-2007", "--build", str(home))
    assert "shown from sr-2007 to pl-2017" in by_sister.err


def test_changes_of_two_texts_are_cited_as_these_texts_do(home: Path) -> None:
    line = ("changes", "--from", "cs-2007", "--to", "cs-2017", "--build", str(home))
    told, _, uncompared = run(*line, "--substance", "--language", "cs").out.rpartition("\n23 and ")
    cited = [line for line in told.splitlines() if not line.startswith(" ")]
    assert "Pravidlo 27B1(a)" in cited and "not compared" in " ".join(uncompared.split())
    assert all(line.startswith("Pravidlo ") for line in cited)


@pytest.fixture
def unread(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands see a knowledge base of which no pair has been read."""
    unread = nobody_has_read(KnowledgeBase.open(home / "knowledge", at_once=True))
    for module in ("changes", "shared"):
        monkeypatch.setattr(f"lawbase.commands.{module}.open_kb", lambda _: unread)


@pytest.fixture
def retitled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands see two invented texts, in two languages, of a provision with a heading."""
    old = provision("cs-2007", "1.A", "Hraje se.", "Stará hra", tail="Konec.")
    new = provision("pl-2017", "1.A", "Gra się.", "Nowa gra")
    read = Contrast(
        "cs-2007", "1.A", "pl-2017", "1.A", kind="wording", score=1.0,
        added=(PartSpan("heading", 0, 4),), removed=(PartSpan("heading", 0, 5),),
        reviewed=True, what={"en": "The title."}, sure=3,
        detected=Detection("wording", 1.0, (), (), (), "sure"),
        cites_gone=(), cites_new=(), numbers_gone=(), numbers_new=(), length=0.0,
    )  # fmt: skip
    links = Alignment("cs-2007", "1.A", "pl-2017", "1.A", "same", 1.0, {})
    came = Alignment("cs-2007", None, "pl-2017", "1.A.1", "new", 1.0, {})
    same = Thread("1.A", (Text("cs-2007", "1.A"), Text("pl-2017", "1.A")))
    added = provision("pl-2017", "1.A.1", "Nowe.", "Nagłówek")
    layers = {
        "languages": corpus_languages(),
        "versions": load_versions(CORPUS, (2007, 2017)),
        "editions": tuple(
            edition(p[0].edition, family([provision(p[0].edition, "1"), *p]))
            for p in ([old], [new, added])
        ),
        "links": Links(),
        "concepts": (),
        "situations": (),
        "beyond": (),
        "aligned": Aligned((links, came), contrasts=(read,), threads=(same,)),
        "findings": (),
    }
    for module in ("changes", "shared"):
        monkeypatch.setattr(f"lawbase.commands.{module}.open_kb", lambda _: KnowledgeBase(layers))


@pytest.mark.usefixtures("retitled")
def test_what_was_read_is_told_from_what_nothing_is_known_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = ("changes", "--from", "cs-2007", "--to", "pl-2017", "review")
    assert "1 change from cs-2007 to pl-2017 is not read yet" in run(*line).out
    layers = {name: getattr(shared.open_kb(None), name) for name in LAYERS}
    compared_by_nobody = KnowledgeBase(layers | {"aligned": Aligned()})
    monkeypatch.setattr("lawbase.commands.changes.open_kb", lambda _: compared_by_nobody)
    outcome = run(*line)
    assert (outcome.code, outcome.out) == (1, "")
    said = "nothing is known of how the original changed from cs-2007 to pl-2017"
    assert said in outcome.err


@pytest.mark.usefixtures("retitled")
def test_a_heading_stands_apart_from_the_text_that_follows_it() -> None:
    out = run("diff", "1", "--from", "cs-2007", "--to", "pl-2017").out
    assert "    cs-2007: [-Stará-] hra\n    Hraje se.\n    Konec.\n" in out
    assert "    pl-2017: {+Nowa+} gra\n    Gra się.\n" in out
    assert "1.A.1  new\n    Nagłówek\n    Nowe.\n" in out
    traced = run("trace", "1A").out
    assert "    Stará hra\n    Hraje se.\n" in traced


@pytest.mark.usefixtures("unread")
def test_what_nobody_read_is_never_called_unchanged() -> None:
    told = run("diff", "31B", "--from", "cs-2007", "--to", "pl-2017").out
    assert "31.B.1  not read; likely changed" in " ".join(told.split("\n")).replace("   ", " ")


def test_diff_of_a_law_shows_what_moved_into_it_from_another(home: Path) -> None:
    out = run("diff", "72", "--from", "cs-2007", "--to", "pl-2017", "--build", str(home)).out
    assert "\n72.B.3  unchanged\n23  moved to 72.C  wording" in out


def test_diff_from_the_later_to_the_earlier_says_that_it_is_turned_round(home: Path) -> None:
    outcome = run("diff", "6B", "--from", "pl-2017", "--to", "cs-2007", "--build", str(home))
    assert outcome.out.startswith("cs-2007 → pl-2017") and "is the later one" in outcome.err


def test_diff_shows_the_words_of_what_went_as_of_what_came(home: Path) -> None:
    out = run("diff", "89", "--build", str(home)).out
    gone, came = out.index("Viz Pravidlo 12C3."), out.index("Zabronione zachowania")
    assert out.index("89  dropped") < gone < out.index("89  new") < came


def test_changes_in_substance_are_told_in_the_order_of_the_book(home: Path) -> None:
    out = run("changes", "--substance", "--language", "cs", "--build", str(home)).out
    assert out.index("Pravidlo 6B") < out.index("Pravidlo 64") < out.index("Pravidlo 91")
    found = json.loads(run("changes", "--substance", "--json", "--build", str(home)).out)
    assert len(found) > 100 and {c["kind"] for c in found} == {"substance"}


def test_what_came_and_what_went_is_told_among_the_changes_in_substance(home: Path) -> None:
    line = ("changes", "--substance", "--build", str(home))
    out = run(*line, "--language", "cs").out
    assert "Przepis 1B  new\n    Regulační orgán nyní smí požadovat" in out
    assert "Pravidlo 13E  dropped\n    Už zde není řečeno" in out
    assert "not read" not in out
    found = json.loads(run(*line, "--json").out)
    assert {c["relation"] for c in found if not (c["from_key"] and c["to_key"])} == {
        "new", "dropped",
    }  # fmt: skip


@pytest.mark.usefixtures("retitled")
def test_review_ends_with_what_came_and_what_went() -> None:
    out = run("changes", "review").out
    assert '[[new]]\nto = "1.A.1"\n[new.what]\nen = ""\n' in out


def test_the_table_of_changes_is_the_one_count(home: Path) -> None:
    record = json.loads(run("changes", "--json", "--build", str(home)).out)
    rows = run("changes", "--build", str(home)).out.splitlines()
    whole = next(row for row in rows if row.startswith("all"))
    assert int(whole.split()[4]) == len(record["new"])


@pytest.mark.usefixtures("unread")
def test_review_begins_with_the_likeliest() -> None:
    out = run("changes", "review", "--limit", "2").out
    assert out.count("[[change]]") == 2 and "are not read yet" in out


def test_a_companion_without_laws_is_refused(home: Path) -> None:
    outcome = run("changes", "--from", "guide-cs", "--build", str(home))
    assert (outcome.code, outcome.err) == (2, "lawbase: guide-cs contains no laws\n")


def test_editions_in_the_other_order_are_turned_and_that_is_said(home: Path) -> None:
    turned = run("changes", "--from", "pl-2017", "--to", "cs-2007", "--build", str(home))
    assert turned.err == "pl-2017 is the later one: shown from cs-2007 to pl-2017\n"
    assert turned.out == run("changes", "--build", str(home)).out
    line = ("--json", "--build", str(home))
    for editions in (("--from", "pl-2017", "--to", "cs-2007"), ("--from", "pl-2017")):
        record = json.loads(run("diff", "16", *editions, *line).out)
        assert (record["from_edition"], record["to_edition"]) == ("cs-2007", "pl-2017")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("70D --to pl-2017", "70.D.3  in cs-2007, not in pl-2017; nothing tells what became of it"),
        ("16A --to pl-2017", "16.A.3  in cs-2007, not in pl-2017; it is cs-2017 Pravidlo 16A3"),
        ("76C --from sr-2007 --to pl-2017", "76.C.2  in pl-2017, not in sr-2007; it is cs-2007"),
        ("40B", "40.B.2.c and 7 more of cs-2007: not compared, cs-2017 breaks off after 40.B.2.b"),
        ("23 --to cs-2017", "23 and 1 more of cs-2007: not compared, cs-2017 breaks off"),
        ("27B1a --from cs-2017 --to pl-2017", "words aren't compared within a year"),
    ],
)
def test_what_one_text_lacks_and_what_is_not_compared_is_said(
    home: Path, line: str, said: str
) -> None:
    assert said in run("diff", *line.split(), "--build", str(home)).out


@pytest.mark.parametrize("citation", ["def.Umělá hláška", "preface", "40C"])
def test_texts_that_have_it_are_compared_when_none_are_named(home: Path, citation: str) -> None:
    assert run("diff", citation, "--build", str(home)).out.startswith("cs-2007 → pl-2017")


def test_the_table_names_what_one_text_lacks(home: Path) -> None:
    out = run("changes", "--build", str(home)).out
    assert "nothing in pl-2017 is known to match, of cs-2007: 16.A.3, 16.A.4, 70.D.3" in out


@pytest.mark.parametrize("option", ["", "--substance"])
def test_the_changes_of_a_text_end_with_what_was_never_compared(home: Path, option: str) -> None:
    texts = ("--from", "cs-2007", "--to", "cs-2017")
    out = run("changes", *texts, *option.split(), "--build", str(home)).out
    assert re.search(r"23 and \d+ more of cs-2007: not compared, cs-2017 breaks off", out)
    assert "not compared" not in run("changes", *option.split(), "--build", str(home)).out


def test_a_worklist_tells_what_the_text_beside_it_lacks(home: Path, tmp_path: Path) -> None:
    options = "--language cs --year 2017 --like cs-2007 --beside pl-2017 --laws 70-70"
    laws = str(tmp_path / "laws.xlsx")
    out = run("draft", *options.split(), "--output", laws, "--build", str(home)).out
    said = "not in the worklist, since nothing in pl-2017 is known to match, of cs-2007: 70.D.3"
    assert said in " ".join(out.split())


def test_a_text_that_ends_before_the_other_has_no_gaps_behind_its_end(
    home: Path, tmp_path: Path
) -> None:
    options = "--language sr --year 2017 --like sr-2007 --beside cs-2017"
    laws = str(tmp_path / "laws.xlsx")
    out = run("draft", *options.split(), "--output", laws, "--build", str(home)).out
    assert "is known to match" not in " ".join(out.split())
