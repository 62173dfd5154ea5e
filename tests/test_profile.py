"""The tables of the TOML files, told with their lines however they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.aligning.overrides import load_overrides
from lawbase.auditing.accepted import load_accepted
from lawbase.errors import LawbaseError
from lawbase.profile import ReferenceVocabulary, VersionTable, load_toml, table_lines

ROW = 'check = "doubled-word"\nkey = "1"\nreason = "a quotation"\n'


@pytest.mark.parametrize(
    "header", ["[[accepted]]", "  [[accepted]]  # a quotation", "[[ accepted ]]", "[[accepted]]#"]
)
def test_a_table_begins_with_its_header(tmp_path: Path, header: str) -> None:
    file = tmp_path / "aa-1" / "accepted.toml"
    file.parent.mkdir()
    file.write_text(f"# no [[accepted]] yet\n\n{header}\n{ROW}{header}\n{ROW}")
    assert table_lines(file, "accepted", 2) == [3, 7]
    assert len(load_accepted(tmp_path)) == 2


ENTRY = "{relation = 'same', between = ['aa-1', 'aa-2'], from = '1', to = '1', reason = 'x'}"


@pytest.mark.parametrize("text", [f"override = [{ENTRY}]", f"override = [\n{ENTRY}\n]"])
def test_tables_without_headers_are_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "alignments.toml"
    file.write_text(text)
    with pytest.raises(LawbaseError, match=r"alignments\.toml: begin every “override” with"):
        load_overrides(file)


def test_a_file_without_tables_holds_none(tmp_path: Path) -> None:
    file = tmp_path / "alignments.toml"
    file.write_text("# nothing to decide\n")
    assert load_overrides(file) == ()


@pytest.mark.parametrize(
    "written",
    [
        r"a\u0000b",
        r"a\u202Eb",
        r"\U0000202e",
        "a\u202eb",
        r"\b",
        r"\uFFFE",
        r"\U0010ffff",
        r"\u001B[2J",
    ],
)
def test_what_steers_a_terminal_or_a_writing_is_told_with_its_line(
    tmp_path: Path, written: str
) -> None:
    file = tmp_path / "versions.toml"
    for line in (f'prevailing = "{written}"', f'prevailing = ""\n[["{written}"]]'):
        file.write_text(f"# a remark\n{line}\n", "utf-8")
        number = 2 + line.count("\n")
        with pytest.raises(LawbaseError, match=rf"toml:{number}: holds the sign U\+"):
            load_toml(file, VersionTable)


def test_line_ends_tabs_and_what_is_not_an_escape_steer_nothing(tmp_path: Path) -> None:
    file = tmp_path / "versions.toml"
    file.write_text(
        r"""prevailing = "\t\n\r\f é ♠ \uf0aa" # \u0000""" + "\n[[version]]\nyear = 1\n"
        r"source = '\u202e \b'"
    )
    assert load_toml(file, VersionTable).version[0].source == r"\u202e \b"


@pytest.mark.parametrize(
    "line",
    [
        'joining = ["a", ""]',
        'small = ["a]|(("]',
        'small = ["\\\\"]',
        'slips = { l = "z-a" }',
        'slips = { l = "\\\\" }',
        'letters = { ll = "II" }',
    ],
)
def test_a_word_has_letters_and_a_letter_is_one(tmp_path: Path, line: str) -> None:
    file = tmp_path / "words.toml"
    file.write_text(f"decimals = true\n{line}\n")
    with pytest.raises(LawbaseError, match=r"words\.toml:2: .* must be a text"):
        load_toml(file, ReferenceVocabulary)
    right = 'joining = ["a"]\nsmall = ["ž"]\nslips = { l = "I" }\nletters = { "Б" = "B" }\n'
    file.write_text(right, "utf-8")
    assert load_toml(file, ReferenceVocabulary).slips == {"l": "I"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("year = cs-2007", "1: “cs-2007” stands where there should be a value: a text in quotes"),
        ("year =", "1: nothing stands where there should be a value"),
        ("prevailing = [1,\nb = 2", "2: “b = 2” stands where there should be a value"),
        ("the year = 1", "1: “year = 1” stands where there should be = and a value"),
        ("year = 1\n= 3", "2: “= 3” stands where there should be a key or a"),
        ("year = 2007-13-01", "1: “-13-01” stands where there should be the end of a line"),
        ("[[version]\nyear = 1", "1: “]” stands where there should be the ]] of"),
        ("year = [1 2]", "1: “2]” stands where there should be a comma"),
        ('source = "x', "1: nothing stands where there should be the quote that ends a text"),
        ("year = 1\nyear = 2", "2: Cannot overwrite a value"),
    ],
)
def test_what_is_no_toml_is_told_by_what_stands_there(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "versions.toml"
    file.write_text(text)
    with pytest.raises(LawbaseError) as told:
        load_toml(file, VersionTable)
    assert str(told.value).startswith(f"{file}:{said}")
