"""Booklets of invented federations, each in a layout and language of its own, drafted untouched.

German: CRLF and a byte order mark, tabs, running heads of many words without page breaks, notes at
the end of chapters, an index that runs on. French: bullets before definitions, ``1°``, headings
that run in, an index with rows of dots and a table of contents behind it. Croatian: ``12. ZAKON``,
unwrapped paragraphs, notes called by stars, an index in small letters with ``~``. The same texts
once more, as of 2018: labels that repeat those above them (``12.A.1``), laws without a word and
notes that look like them; a text without a blank or wrapped line; Roman numerals, indented levels,
headwords on lines of their own.

Spanish: ``Ley 27. –``, chapters, definitions with ``.-``, notes called by stars, running heads left
and right, an index in two columns that the conversion glued together, “el párrafo anterior”, “la
letra a”. Swedish: titles of two lines (``§ 27`` and its heading), labels with a right bracket only,
definitions as a table, citations like ``§ 16 B 1`` and ``C 1 b)``, an index whose references have a
sign.

Danish: labels that spell out their address (``§ 12 B.1.b``), some of whose levels stand nowhere
else. Estonian: ``12 § Title``, gaps in the laws, notes by stars. Finnish, from a PDF of two
columns: titles below numbers, page heads that name the law with its title, headings that wrap.

Lithuanian: titles below ``12 straipsnis``, numbers of pages between ornaments, an index in two
columns, cited as “27 straipsnio B dalies 1 punktas”. The same texts as of 2018: titles above, notes
that begin like labels, ``2)``; as of 2019: notes of chapters called by ``(1)`` behind a stop, an
index whose topics only their capitals tell; as of 2020: unwrapped, labels like ``12.A.1.``, raised
digits whose notes begin with plain ones; as of 2021: the same on pages, notes right below what
calls them, also among the definitions, which are a table.

Those with planted slips: Dutch, titles above the numbers of laws, heads that only count the pages,
rows of parted dots; Italian, narrow columns with notes at their ends; Hungarian, the word for a law
behind its number, unwrapped, notes by stars; Turkish, labels in brackets, notes under a rule;
German, laws named in the running heads, a key of abbreviations above the index; French, ``LOI 17``
centred, notes and contents at the end; Bulgarian, labels in its own letters, titles without a word
for law, notes behind chapters; Spanish, bars in the margin, tables; Swedish, tabs for columns,
labels without a sign, ``[i]`` for notes; Ukrainian, labels of letters that look Latin; Norwegian,
parts of chapters, headings in capitals with a question mark; Icelandic, a list of contents without
page numbers, ``16. gr. C2``, an index whose every row has a dash.

Those whose labels are partly not printed, which takes what check proposes: Slovenian, as from
``pdftotext -layout``, ``12. člen`` centred above its title and cited as ``členu 12A`` too, heads
that name the section, notes at the end called by bare digits, an index in two columns; Romanian,
headings that run in, ``1) a)``, notes by stars under a rule, an index in small letters with ``→``.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lawbase.errors import NotFoundError
from lawbase.reading.corpus import CheckReport, check_edition
from lawbase.reading.drafting.converting import as_text
from lawbase.reading.drafting.draft import begin_edition
from tests.conftest import CORPUS
from tests.editions import measures
from tests.reading.test_proposals import is_gone

UNSEEN = sorted((Path(__file__).parent / "unseen").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("truth", UNSEEN, ids=lambda path: path.name)
def test_a_booklet_is_drafted_and_read(tmp_path: Path, truth: Path) -> None:
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    begin_edition(tmp_path, truth.name, truth / "booklet.txt")
    report = check_edition(tmp_path / truth.name)
    assert not report.problems
    assert report.explained == 1.0
    assert report.read
    assert set(measures.structure(report.read, truth / "structure.tsv").values()) == {1.0}
    assert measures.index(report.read, truth / "index.tsv") == 1.0
    assert measures.references(report.read, tmp_path, truth / "references.tsv") > 0.98


PLANTED = sorted((Path(__file__).parent / "planted").iterdir())


class Begun(NamedTuple):
    """A booklet with slips: the folder with its truth, the one of its draft, what check tells."""

    truth: Path
    folder: Path
    report: CheckReport


@pytest.fixture(scope="module", params=PLANTED, ids=lambda path: path.name)
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A booklet with slips, drafted and checked once; who changes the draft takes it back."""
    truth, corpus = request.param, tmp_path_factory.mktemp("corpus")
    shutil.copytree(CORPUS / "languages", corpus / "languages")
    begin_edition(corpus, truth.name, truth / "booklet.txt")
    return Begun(truth, corpus / truth.name, check_edition(corpus / truth.name))


@pytest.mark.slow
def test_a_booklet_with_slips_is_read_nearly_whole(begun: Begun) -> None:
    truth, read = begun.truth, begun.report.read
    assert read
    assert min(measures.structure(read, truth / "structure.tsv").values()) > 0.99
    assert measures.references(read, begun.folder.parent, truth / "references.tsv") > 0.94
    if read.index:
        assert measures.index(read, truth / "index.tsv") > 0.97


@pytest.mark.slow
def test_every_proposal_for_a_booklet_with_slips_can_be_pasted(begun: Begun) -> None:
    problems = begun.report.problems
    others = {p.message for p in problems}
    proposed = [p for p in problems if p.paste]
    assert proposed
    assert [p for p in proposed if not is_gone(begun.folder, p, others)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ro-2017", "sl-2017"])
def test_who_pastes_what_check_proposes_has_the_whole_booklet(tmp_path: Path, name: str) -> None:
    truth = Path(__file__).parent / "unlabelled" / name
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    begin_edition(tmp_path, name, truth / "booklet.txt")
    corrections: list[str] = []
    while proposed := check_edition(tmp_path / name).problems:
        corrections += [p.paste for p in proposed if p.severity == "error"] or [proposed[0].paste]
        assert all(corrections) and len(corrections) < 5
        (tmp_path / name / "corrections.toml").write_text("\n\n".join(corrections), "utf-8")
    read = check_edition(tmp_path / name).read
    assert read
    assert set(measures.structure(read, truth / "structure.tsv").values()) == {1.0}
    assert measures.index(read, truth / "index.tsv") == 1.0
    assert measures.references(read, tmp_path, truth / "references.tsv") == 1.0


def test_spaces_and_letters_are_those_of_a_plain_text(tmp_path: Path) -> None:
    booklet = UNSEEN[2] / "booklet.txt"
    plain = booklet.read_text(encoding="utf-8").removeprefix("\ufeff")
    odd = unicodedata.normalize("NFD", plain.replace(" ", "\u00a0").replace("fi", "\ufb01"))
    (tmp_path / "odd.txt").write_text(odd.replace("e", "e\u200b"), encoding="utf-8")
    assert as_text(tmp_path / "odd.txt") == as_text(booklet)


DAMAGES: dict[str, Callable[[list[str]], list[str]]] = {
    "its first half": lambda lines: lines[: len(lines) // 2],
    "its second half": lambda lines: lines[len(lines) // 2 :],
    "its lines the other way round": lambda lines: lines[::-1],
    "capitals": lambda lines: [line.upper() for line in lines],
    "no digits": lambda lines: [re.sub(r"\d", "", line) for line in lines],
    "one line": lambda lines: [" ".join(lines)],
    "a word": lambda _: ["Laws"],
    "many words": lambda _: ["word " * 5000],
    "numbers": lambda _: [str(number) for number in range(80)],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_the_text_its_draft_can_be_checked(tmp_path: Path, damage: str) -> None:
    booklet = UNSEEN[2] / "booklet.txt"
    source = tmp_path / "booklet.txt"
    lines = DAMAGES[damage](booklet.read_text(encoding="utf-8").splitlines())
    source.write_text("\n".join(lines), encoding="utf-8")
    try:
        begin_edition(tmp_path, "xx-2017", source)
    except NotFoundError:
        assert [path.name for path in tmp_path.iterdir()] == ["booklet.txt"]
        return
    report = check_edition(tmp_path / "xx-2017")
    assert not [p for p in report.problems if "regular expression" in p.message or not p.line]
