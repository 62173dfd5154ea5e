"""The journey of a Slovak booklet: from its source to an edition, by its profile alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawbase.profile import load_languages
from lawbase.reading.corpus import CheckReport, check_edition
from lawbase.reading.drafting.draft import begin_edition
from tests.conftest import CORPUS
from tests.editions import measures
from tests.editions.corpora import run_in

pytestmark = pytest.mark.slow

TRUTH = Path(__file__).parent / "sk-2017"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of the known languages, with the Slovak booklet just begun."""
    folder = tmp_path_factory.mktemp("corpus")
    shutil.copytree(CORPUS / "languages", folder / "languages")
    shutil.copytree(CORPUS / "pl-2017", folder / "pl-2017")
    begun = run_in(folder, "new", "sk-2017", str(TRUTH / "source.txt"))
    assert begun.code == 0, begun.err
    assert "197 provisions read" in begun.out
    return folder


@pytest.fixture(scope="module")
def draft(corpus: Path) -> CheckReport:
    return check_edition(corpus / "sk-2017")


@pytest.fixture(scope="module")
def finished(corpus: Path, draft: CheckReport) -> CheckReport:
    """The edition after its two slips were corrected as check proposes."""
    pasted = "\n\n".join(p.paste for p in draft.problems if "[[correction]]" in p.paste)
    (corpus / "sk-2017" / "corrections.toml").write_text(pasted + "\n", encoding="utf-8")
    return check_edition(corpus / "sk-2017")


def test_the_untouched_draft_reads_nearly_everything(draft: CheckReport, corpus: Path) -> None:
    assert draft.read
    assert measures.structure(draft.read, TRUTH / "structure.tsv")["keys"] > 0.99
    assert measures.index(draft.read, TRUTH / "index.tsv") > 0.99
    assert measures.references(draft.read, corpus, TRUTH / "references.tsv") > 0.99


def test_words_of_headings_are_no_stop_words(corpus: Path) -> None:
    stop = load_languages(corpus)["sk"].search.stop
    assert {"alebo", "keď", "na", "sa"}.issubset(stop)
    assert {"právo", "určiť", "nápravu"}.isdisjoint(stop)


def test_the_two_slips_of_the_print_are_told_with_the_correction(draft: CheckReport) -> None:
    told = {(p.line, p.paste.split('read_as = "')[1].split('"')[0]) for p in draft.problems}
    assert told == {(258, "6.C"), (361, "9.A.4")}


def test_the_corrected_edition_is_read_to_the_last_word(finished: CheckReport) -> None:
    assert not finished.problems
    assert finished.explained == 1.0
    assert finished.read
    shares = measures.structure(finished.read, TRUTH / "structure.tsv")
    assert shares == {"keys": 1.0, "heading": 1.0, "first": 1.0, "last": 1.0}
    assert measures.index(finished.read, TRUTH / "index.tsv") == 1.0


def test_check_tells_citations_that_lead_nowhere_and_parity(
    finished: CheckReport, corpus: Path
) -> None:
    assert finished.read
    told = run_in(corpus, "check", "sk-2017", "--beside", "pl-2017")
    assert told.code == 0
    assert "13.D cites článok 13F, which isn't there" in told.out
    assert "index/Kolo/koniec posledného kola cites 8D, which isn't there" in told.out
    assert "only in sk-2017: 16.A.3, 16.A.4" in told.out
    assert "only in pl-2017" not in told.out
    shown = run_in(corpus, "check", "sk-2017", "--show")
    assert "      (i)      Previnená strana dostane" in shown.out


@pytest.mark.parametrize(
    "edition",
    [
        "cs-2007",
        "cs-2017",
        *(pytest.param(e, marks=pytest.mark.whole) for e in ("sr-2007", "pl-2017")),
    ],
)
def test_a_draft_of_an_older_source_without_its_profile(tmp_path: Path, edition: str) -> None:
    if edition == "cs-2017":
        shutil.copytree(CORPUS / "pl-2017", tmp_path / "pl-2017")
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    begin_edition(tmp_path, edition, CORPUS / edition / "source.txt")
    read = check_edition(tmp_path / edition).read
    assert read
    truth = Path(__file__).parents[1] / "gold" / "structure" / f"{edition}.tsv"
    assert measures.structure(read, truth, shared=True)["keys"] > 0.95
