"""``docs/formats.md``: a section for every format, and its example prints what it says."""

from __future__ import annotations

import contextlib
import io
import re
import sqlite3
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from lawbase.export import FORMATS
from lawbase.export.jsonl import lines
from lawbase.export.tables import columns

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


class Section(NamedTuple):
    format: str
    output: str
    examples: list[tuple[str, str, str | None]]
    """language, code, what it prints (None when the page doesn't say)"""


def sections() -> list[Section]:
    found = []
    for text in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.M)[1:]:
        command = re.search(r"^    lawbase export (\w+) --output (\S+)$", text, flags=re.M)
        fence = r"```(python|sql)\n(.*?)```\n(?:\n```text\n(.*?)```)?"
        assert command
        examples = [(m[1], m[2], m[3]) for m in re.finditer(fence, text, flags=re.S)]
        found.append(Section(command[1], command[2], examples))
    return found


SECTIONS = sections()


def test_every_format_has_a_section_with_an_example():
    assert sorted(section.format for section in SECTIONS) == sorted(FORMATS)
    assert all(section.examples for section in SECTIONS)


def test_every_file_of_the_lines_is_told(kb):
    told = re.findall(r"^\| `(\w+)\.jsonl` \|", PAGE.read_text("utf-8"), flags=re.M)
    assert sorted(told) == sorted(lines(kb))


def test_the_page_names_the_tables_that_exist():
    queries = [code for s in SECTIONS for language, code, _ in s.examples if language == "sql"]
    named = {
        name
        for code in queries
        for name in re.findall(r"(?:FROM|JOIN) (?:lawbase\.)?(\w+)\b(?![.(])", code)
    }
    assert named <= {*columns(), "vectors"}


def run_python(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    return printed.getvalue()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.format)
def test_the_example_prints_what_the_page_says(section, exported, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    Path(section.output).symlink_to(exported / section.format)
    for language, code, printed in section.examples:
        if language == "python":
            assert run_python(code) == (printed or "")
        else:
            server = request.getfixturevalue("loaded") if section.format == "postgres" else None
            rows = query(code, section.output, server)
            assert "".join("|".join(map(str, row)) + "\n" for row in rows) == (printed or "")


def query(code: str, output: str, server: str | None) -> list[tuple]:
    if server is None:
        with contextlib.closing(sqlite3.connect(output)) as database:
            return database.execute(code).fetchall()
    with psycopg.connect(server) as connection:
        return connection.execute(code).fetchall()
