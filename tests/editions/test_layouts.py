"""Layouts of other federations: an edition set anew in each is drafted and read without a hand."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading.corpus import check_edition
from lawbase.reading.drafting.draft import begin_edition
from tests.conftest import CORPUS
from tests.editions import measures
from tests.editions.typeset import Booklet, Style

pytestmark = pytest.mark.slow

SLOVAK = Path(__file__).parent / "sk-2017"
ONLY_TENS = r"Článok (?P<label>1\d) –\s+"
STYLES = {
    "plain": Style(),
    "notes in brackets at the end, headings run in, doubled letters": Style(
        law="§ {} {}", item="{})", roman="doubled{})", heading=". ", notes="Anmerkungen",
        note="[{}] {}", marker=lambda label: f" [{label}]", contents="INHALT", hyphens=True,
        page=None, head="", definition="{} – {}", index="small",
    ),
    "title on its own line, unwrapped paragraphs, index that runs on": Style(
        law="ARTICOLO {}\n{}", letter="{})", number="{})", heading=" – ", hyphens=True,
        head="Codice di gara", page=40, definition="{}. {}", index="run_on", unwrapped=0.5,
    ),
    "indented, no blank lines, notes with half a parenthesis": Style(
        law="Pravilo {}. {}", indent=3, head="Pravila dupliciranog bridža | {page}", page=52,
        note="{}) {}", marker=lambda label: f"{label})", hyphens=True, blank=False,
    ),
    "contents with dots, notes at the end with raised markers": Style(
        law="Lei {} - {}", item="{})", roman="{})", heading=": ", width=70, contents="Índice",
        notes="Notas", note="{}. {}", index="small", hyphens=True, page=38, head="",
    ),
    "laws without a word, numbers in brackets": Style(
        law="{}. {}", number="({})", item="{}.", roman="{}.", width=64, title_of_laws="THE LAWS",
        definition="{} — {}", hyphens=True,
    ),
    "notes at the end of every few laws": Style(
        law="Zakon {}: {}", notes="Bilješke", every=4, note="{}. {}", hyphens=True, head="",
        definition="{} – {}", item="{})", roman="({})",
    ),
    "running heads anywhere, no pages": Style(
        law="Lov {} – {}", head="Lovene for turneringsbridge", page=41, feeds=False, hyphens=True,
        definition="{}: {}",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def slovak(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The Slovak booklet, its two slips corrected."""
    corpus = tmp_path_factory.mktemp("corpus")
    shutil.copytree(CORPUS / "languages", corpus / "languages")
    begin_edition(corpus, "sk-2017", SLOVAK / "source.txt")
    slips = check_edition(corpus / "sk-2017").problems
    pasted = "\n\n".join(problem.paste for problem in slips)
    (corpus / "sk-2017" / "corrections.toml").write_text(pasted, encoding="utf-8")
    read = check_edition(corpus / "sk-2017").read
    assert read
    return read


@pytest.mark.parametrize("name", STYLES)
def test_a_layout_is_drafted_and_read(tmp_path: Path, slovak: Edition, name: str) -> None:
    source = tmp_path / "booklet.txt"
    source.write_text(Booklet(slovak, STYLES[name]).text, encoding="utf-8")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    begin_edition(corpus, "xx-2017", source)
    report = check_edition(corpus / "xx-2017")
    assert report.read
    assert report.explained == 1.0
    told = {_plain(key): parts for key, parts in _parts(slovak).items()}
    read = {_plain(key): parts for key, parts in _parts(report.read).items()}
    assert measures.f1(told.keys(), read.keys()) > 0.99
    wrong = [key for key in told.keys() & read.keys() if told[key] != read[key]]
    assert len(wrong) <= 2, wrong
    assert measures.f1(_rows(slovak), _rows(report.read)) > 0.98


def _parts(edition: Edition) -> dict[str, tuple[str, str]]:
    """The heading and the text of every provision, without spaces: a line may end anywhere."""
    return {
        p.key: ("".join(p.heading.split()), "".join(p.text.split())) for p in edition.provisions
    }


def _plain(key: str) -> str:
    """A key without the number of a footnote: numbered throughout, they are others."""
    return key.split("#")[0] + "#fn" * ("#" in key)


def _rows(edition: Edition) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    return [
        (e.topic.lower(), e.subtopic.lower(), e.refs, tuple(topic.lower() for topic in e.see))
        for e in edition.index
    ]


def test_labels_in_another_alphabet(tmp_path: Path, slovak: Edition) -> None:
    text = Booklet(slovak, Style(law="Правило {} – {}")).text
    capitals = dict(zip("ABCDEF", "\u0410\u0411\u0412\u0413\u0414\u0415", strict=True))
    small = dict(zip("abcde", "\u0430\u0431\u0432\u0433\u0434", strict=True))
    text = re.sub(r"(?m)^([A-F])\.(?= )", lambda m: f"{capitals[m[1]]}.", text)
    text = re.sub(r"(?m)^((?:\d\. )?)\(([a-e])\)(?= )", lambda m: f"{m[1]}({small[m[2]]})", text)
    body, _, index = text.rpartition("INDEX")
    cited = str.maketrans(capitals | small)
    index = re.sub(r"\b\d{1,2}[A-F]\S*", lambda m: m[0].translate(cited), index)
    text = f"{body}INDEX{index}"
    (tmp_path / "booklet.txt").write_text(text, encoding="utf-8")
    begin_edition(tmp_path, "bg-2017", tmp_path / "booklet.txt")
    report = check_edition(tmp_path / "bg-2017")
    assert report.read
    assert not report.problems
    assert {_plain(key) for key in _parts(report.read)} == {_plain(key) for key in _parts(slovak)}
    assert measures.f1(_rows(slovak), _rows(report.read)) > 0.98


def test_a_draft_made_again_keeps_what_was_set_and_follows_it(tmp_path: Path) -> None:
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    _, laws = (SLOVAK / "source.txt").read_text("utf-8").split("Článok 9 – ")
    source = tmp_path / "laws.txt"
    source.write_text(f"Článok 9 – {laws}", encoding="utf-8", newline="")
    begin_edition(tmp_path, "sk-2017", source)
    profile = tmp_path / "sk-2017" / "edition.toml"
    drafted = profile.read_text(encoding="utf-8")
    (tmp_path / "sk-2017" / "corrections.toml").write_text("# mine\n", encoding="utf-8")
    with pytest.raises(LawbaseError, match="--again"):
        begin_edition(tmp_path, "sk-2017", source)
    changed = re.sub(r"(?m)^title = .*", 'title = "Pravidlá"', drafted)
    law = f"law = '{ONLY_TENS}'"
    mine = re.sub(r"(?m)^law = .*", lambda _: law, changed)
    profile.write_text(mine, encoding="utf-8")
    for _ in range(2):
        begin_edition(tmp_path, "sk-2017", source, again=True)
        again = tomllib.loads(profile.read_text(encoding="utf-8"))
        assert again["title"] == "Pravidlá"
        assert again["layout"]["labels"]["law"] == ONLY_TENS
        assert again["laws"] == [10, 16]
        assert again["layout"]["footnotes"] == tomllib.loads(drafted)["layout"]["footnotes"]
    assert (tmp_path / "sk-2017" / "corrections.toml").read_text(encoding="utf-8") == "# mine\n"
    profile.write_text(drafted, encoding="utf-8")
    begin_edition(tmp_path, "sk-2017", source, again=True)
    assert profile.read_text(encoding="utf-8") == drafted
    earlier = {path.read_text(encoding="utf-8") for path in profile.parent.glob("*-before*.toml")}
    assert len(earlier) == 3 and {mine, drafted} < earlier
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    own = tmp_path / "sk-2017" / "source.txt"
    mended = own.read_text(encoding="utf-8").replace("Informácia", "Informacia", 1)
    own.write_text(mended, encoding="utf-8", newline="")
    with pytest.raises(LawbaseError, match="is another text"):
        begin_edition(tmp_path, "sk-2017", source, again=True)
    assert own.read_text(encoding="utf-8") == mended
    begin_edition(tmp_path, "sk-2017", own, again=True)
    assert own.read_text(encoding="utf-8") == mended


def test_check_tells_what_a_text_has_swallowed(tmp_path: Path) -> None:
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    text = (SLOVAK / "source.txt").read_text(encoding="utf-8")
    slipped = text.replace("C) Informácia z vrátenia karty", "Informácia z vrátenia karty")
    (tmp_path / "source.txt").write_text(slipped, encoding="utf-8", newline="")
    begin_edition(tmp_path, "sk-2017", tmp_path / "source.txt")
    told = {fault.line: fault for fault in check_edition(tmp_path / "sk-2017").problems}
    assert 'read_as = "14.C"' in told[581].paste
    assert "looks like a heading" in told[581].message
