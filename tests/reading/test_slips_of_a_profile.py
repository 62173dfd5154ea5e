"""Every slip that one makes in a profile is told where it is, with its cause, in one sentence."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from lawbase.reading.corpus import check_edition
from tests.conftest import Some
from tests.reading.test_invented_edition import SOURCE as SOURCE_TEXT
from tests.reading.test_invented_edition import lay_out

EDITION, LANGUAGE, CORRECTIONS, SOURCE = "edition.toml", "eo.toml", "corrections.toml", "source.txt"
DEEP = "x = " + "[" * 5000 + "]" * 5000

# ruff: noqa: E501
SLIPS = [
    # file, what stands there, what is written instead, line and message
    (EDITION, "year = 2030", 'year = "2030"', "3: “year” must be a whole number, not a text"),
    (EDITION, "year = 2030", "year = = 2030", "3: “= 2030” stands where there should be a value"),
    (EDITION, "year = 2030", "year = -2030", "3: “year” must be a whole number >= 0"),
    (EDITION, "year = 2030", "year = 99999999999999999999", "3: "),
    (EDITION, "year = 2030", "year = " + "9" * 5000, "3: holds a number of thousands of digits"),
    (EDITION, "year = 2030", f"year = 2030\n{DEEP}", "4: holds a number of thousands of digits or"),
    (EDITION, 'id = "eo-2030"', 'id = "eo-2031"', "1: its id is “eo-2031”, not “eo-2030”"),
    (EDITION, 'language = "eo"', 'language = "sk"', "2: its language “sk” has no file"),
    (EDITION, 'language = "eo"\n', "", "1: “language” is missing"),
    (EDITION, "scope = ", "skope = ", "8: “skope” is no key here"),
    (EDITION, 'kind = "book"', 'kind = "scroll"', "10: “scroll” is no value of “kind”"),
    (EDITION, "laws = [1, 3]", "laws = [3, 1]", "11: laws is a range like [1, 93]"),
    (EDITION, "laws = [1, 3]", "laws = [[2, 3], [1, 1]]", "11: laws is a range like [1, 93]"),
    (EDITION, "laws = [1, 3]", "laws = [1, 2]", "by the profile the text has Laws 1 to 2"),
    (EDITION, "laws = [1, 3]", "laws = [1, 4]", "Law 4 is not here; by the profile"),
    (EDITION, 'sha256 = "', 'sha256 = "0', "9: source.txt is not the text that this was written"),
    (EDITION, "laws = 'LEĜO 1: .*'", "laws = 'LEĜO (1: .*'", "18: “LEĜO (1: .*” is not a regular"),
    (EDITION, "laws = 'LEĜO 1: .*'", "laws = 'LEGO 1: .*'", "18: no line opens the section “laws”"),
    (EDITION, "definitions = 'Difinoj'", "definitions = 'Difinoj'\nintroduction = 'Difi.*'", "17: “Difinoj” is to open the section “definitions” but opens “introduction”"),
    (EDITION, "definitions = 'Difinoj'", "definitions = 'Difinoj '", "17: no line opens the section"),
    (EDITION, "laws = 'LEĜO 1: .*'", "laws = [1]", "18: “laws” must be a text, not a list"),
    (EDITION, "laws = [1, 3]", 'laws = [[1, "3"]]', "11: “laws” must be a whole number, not a text"),
    (EDITION, "index = 'INDEKSO'", "index = 'INDEKS'", "19: no line opens the section “index”"),
    (EDITION, r"(?P<label>[A-Z])\)", r"([A-Z])\)", "lacks the group (?P<label>…)"),
    (EDITION, r"(?P<label>\d+)\)\s+", r"(?P<label>\d+)]\s+", "no number is labelled like"),
    (EDITION, "{}(?![", "{}((?![", "30: “"),
    (EDITION, "{}(?![", "(?![", "30: “(?<=[^\\W\\d_]{3})(?![\\d\\w])” lacks the {}"),
    (EDITION, "by_page = true", "by_page = 1", "31: “by_page” must be true or false"),
    (EDITION, "(?P<headword>[^:]+): ", "(?P<headword>[^:]+)= ", "34: no line among the definitions"),
    (EDITION, "(?P<headword>[^:]+): ", "([^:]+): ", "34: “([^:]+): ” lacks the group (?P<headword>"),
    (EDITION, '= ["2.B.2"]', '= ["2.B.3"]', "44: the index example “Manko de karto 2B2” is read"),
    (EDITION, "=== paĝo \\d+ ===", "--- paĝo \\d+ ---", "14: no page break “--- paĝo"),
    (EDITION, "[layout.page]", "[layout.page]\nfurniture = ['Paĝo']", "no line looks like the furnit"),
    (EDITION, "[layout.page]", '[layout.page]\nsymbols = { "ab" = "c" }', "symbols exchange one sign for one"),
    (EDITION, "[layout.index]", "[layout.indeks]", "“indeks” is no key here"),
    (LANGUAGE, 'law = "Leĝo {}"', 'law = "Leĝo {"', "5: law = “Leĝo {” lacks {}"),
    (LANGUAGE, 'law = "Leĝo {}"', 'law = "Leĝo {x}"', "5: law = “Leĝo {x}” lacks {}"),
    (LANGUAGE, 'law = "Leĝo {}"', 'law = "Leĝo {0.__class__}"', "5: law = “Leĝo {0.__class__}”"),
    (LANGUAGE, 'law = "Leĝo {}"', 'law = "Leĝo"', "5: law = “Leĝo” lacks {}"),
    (LANGUAGE, 'id = "eo"', 'id = "ep"', "1: its id is “ep”, not “eo”"),
    (SOURCE, "2) Poste oni", "4) Poste oni", "“4) Poste oni kalkulas.” looks like a label"),
    (SOURCE, "2) Poste oni", "1) Poste oni", "“1) Poste oni kalkulas.” looks like a label"),
    (SOURCE, "Karto\nManko", "Karto\nManko 2B2, c)", "the references of “Manko 2B2, c)"),
    (SOURCE, "Preno: Kvar", "Disdonanto: Kvar", "two provisions are read as def.Disdonanto"),
    (SOURCE, "1 La unua", "1 La unua.\n2 La dua", "the footnote 2 has no marker"),
    (CORRECTIONS, "", "[[correction]]\nkind = 'label'\n", "1: “correction” lacks “at”"),
    (CORRECTIONS, "", "[[correction]\n", "1: "),
]  # fmt: skip


@pytest.mark.parametrize(("file", "good", "bad", "message"), SLIPS)
def test_a_slip_is_told(tmp_path: Path, file: str, good: str, bad: str, message: str) -> None:
    corpus = lay_out(tmp_path)
    path = corpus / ("languages" if file == LANGUAGE else "eo-2030") / file
    text = path.read_text(encoding="utf-8")
    assert good in text
    changed = text.replace(good, bad, 1)
    path.write_text(changed, encoding="utf-8")
    if file == SOURCE:
        lay_out(tmp_path, changed)
    problems = check_edition(corpus / "eo-2030").problems
    told = [str(problem.as_error()) for problem in problems]
    assert any(f"{file}:{message}" in line or message in line for line in told), told
    assert not [line for line in told if "\n" in line]
    assert all(problem.line for problem in problems), told


TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN"}
"""What Unicode calls signs that turn the writing round, and those that are as if not there."""
SPACING = "\t\n\f\r\x85"
SEEN = ("L", "N", "P", "S")


@pytest.mark.slow
def test_every_sign_that_nobody_sees_is_told_and_none_that_is_seen(
    tmp_path: Path, some: Some
) -> None:
    signs = [chr(n) for n in range(0x110000) if n != 10 and not 0xD800 <= n < 0xE000]
    unseen = {c for c in signs if unicodedata.bidirectional(c) in TURNING}
    unseen |= {c for c in signs if unicodedata.category(c) == "Cc"} - {*SPACING}
    unseen |= {c for c in signs if ord(c) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(c) <= 0xFDEF}
    shown = [*some([c for c in signs if c not in unseen], 16), *sorted(unseen)]
    source = SOURCE_TEXT.replace("Kvar kartoj", f"Kvar{' '.join(shown)}kartoj", 1)
    told = {}
    for problem in check_edition(lay_out(tmp_path, source) / "eo-2030").problems:
        for number in re.findall(r"^U\+(\w+) \(", problem.message):
            told[chr(int(number, 16))] = problem.line
    left = {unicodedata.name(c, repr(c)).split()[0] for c in unseen - told.keys()}
    assert left <= {"SOFT", "SHORTHAND", "MUSICAL"}, left
    fillers = {c for c in told if "FILLER" in unicodedata.name(c, "")}
    seen = {c for c in told if unicodedata.category(c).startswith(SEEN)}
    assert seen - fillers <= {"\ufffc"}
    assert set(told.values()) == {SOURCE_TEXT[: SOURCE_TEXT.index("Kvar kartoj")].count("\n") + 1}


def test_all_slips_are_told_at_once(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    path = corpus / "eo-2030" / EDITION
    text = path.read_text(encoding="utf-8")
    for good, bad in (
        ("law = 'LEĜO (?P<label>\\d+): '", "law = 'LEĜO (?P<label>\\d+: '"),
        ("item = '(?P<label>[a-z])", "item = '([a-z])"),
        ("{}(?![", "(?!["),
    ):
        assert good in text
        text = text.replace(good, bad)
    path.write_text(text, encoding="utf-8")
    told = check_edition(corpus / "eo-2030").problems
    assert [problem.line for problem in told] == [22, 25, 30]
