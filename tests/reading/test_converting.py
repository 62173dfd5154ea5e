"""What a word processor's file, a web page or a PDF shows is in the text made of it."""

from __future__ import annotations

import os
import re
import sys
import zipfile
import zlib
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.reading.drafting.columns import unfolded
from lawbase.reading.drafting.converting import READERS, as_text
from lawbase.reading.drafting.draft import begin_edition

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_LEVELS = (
    ("decimal", "Law %1", ""),
    ("upperLetter", "%2.", '<w:pStyle w:val="Letter"/>'),
    ("decimal", "%3.", '<w:start w:val="3"/>'),
    ("lowerLetter", "(%4)", '<w:suff w:val="nothing"/>'),
    ("lowerRoman", "%1.%5", ""),
)
_NUMBERING = (
    '<w:abstractNum w:abstractNumId="7">'
    + "".join(
        f'<w:lvl w:ilvl="{depth}">{more}<w:numFmt w:val="{style}"/><w:lvlText w:val="{text}"/>'
        "</w:lvl>"
        for depth, (style, text, more) in enumerate(_LEVELS)
    )
    + '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="7"/>'
    '<w:lvlOverride w:ilvl="2"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
)
_STYLES = (
    '<w:style w:styleId="Letter"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    '<w:style w:styleId="Bold"><w:basedOn w:val="Letter"/></w:style>'
)


def _p(text: str, number: str = "", more: str = "") -> str:
    """A paragraph; ``number`` is ``list/level`` or the name of a style."""
    way = f'<w:pStyle w:val="{number}"/>'
    if "/" in number:
        list_, level = number.split("/")
        way = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_}"/></w:numPr>'
    return f"<w:p><w:pPr>{way}</w:pPr><w:r><w:t>{text}</w:t></w:r>{more}</w:p>"


def _docx(folder: Path, *paragraphs: str, **parts: str) -> Path:
    path = folder / "source.docx"
    with zipfile.ZipFile(path, "w") as archive:
        body = f"<w:body>{''.join(paragraphs)}</w:body>"
        for name, xml in {
            "document": body,
            "numbering": _NUMBERING,
            "styles": _STYLES,
            **parts,
        }.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {_W}>{xml}</w:{name}>")
    return path


def _lines(path: Path) -> list[str]:
    return [line for line in as_text(path).split("\n") if line.strip()]


def test_numbers_that_a_word_processor_counts_are_written_out(tmp_path: Path) -> None:
    asked = ("1/0", "1/1", "1/2", "1/2", "1/3", "1/4", "1/4", "1/3", "1/1", "1/2", "2/2", "1/0")
    path = _docx(tmp_path, *(_p("x", way) for way in (*asked, "Letter", "Bold", "2/1")))
    assert _lines(path) == [
        *("Law 1 x", "A. x", "3. x", "4. x", "(a)x", "1.i x", "1.ii x", "(b)x", "B. x", "3. x"),
        *("5. x", "Law 2 x", "A. x", "B. x", "C. x"),
    ]


def test_a_paragraph_without_a_list_has_no_number(tmp_path: Path) -> None:
    assert _lines(_docx(tmp_path, _p("x", "0/0"), _p("x", "9/0"), _p("x", "No"))) == ["x"] * 3


def test_paragraphs_are_indented_as_they_or_their_styles_or_lists_are(tmp_path: Path) -> None:
    own = '<w:p><w:pPr>{}<w:ind w:left="720" w:hanging="360"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    style = (
        '<w:style w:styleId="Deep"><w:pPr><w:ind w:start="480" w:firstLine="a"/></w:pPr></w:style>'
    )
    based = '<w:style w:styleId="Based"><w:basedOn w:val="Deep"/></w:style>'
    level = (
        '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="240"/></w:pPr>'
    )
    lists = f'<w:abstractNum w:abstractNumId="1"><w:lvl>{level}</w:lvl></w:abstractNum>'
    lists += '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    listed = own.format('<w:numPr><w:numId w:val="1"/></w:numPr>')
    written = (_p("x"), own.format(""), _p("x", "Deep"), _p("x", "Based"), _p("x", "1/0"), listed)
    path = _docx(tmp_path, *written, _p("", "1/0"), styles=style + based, numbering=lists)
    assert _lines(path) == ["x", "   x", "    x", "    x", "  1. x", "   2. x", "  3. "]


def test_the_cells_of_a_row_stand_beside_each_other(tmp_path: Path) -> None:
    def row(*cells: str) -> str:
        return f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"

    entry = row(_p("Declarer"), _p("Who first named the suit."))
    uneven = row(_p("1", "1/2"), _p("above") + _p("below"))
    path = _docx(tmp_path, f"<w:tbl>{entry}{uneven}</w:tbl>", _p("after"))
    expected = ["Declarer   Who first named the suit.", "3. 1", "above", "below", "after"]
    assert _lines(path) == expected


ENTRIES_OF_A_TABLE = {"Alert": "x", "Board": "y", "Call": "z", "Deal": "A pack."}
SUMS = {"1": "30", "2": "60", "3": "90", "4": "120"}


@pytest.mark.parametrize("kind", ["word", "web"])
@pytest.mark.parametrize("rows", [ENTRIES_OF_A_TABLE, SUMS])
@pytest.mark.parametrize("headed", [True, False])
def test_headings_above_definitions_are_no_entry(
    tmp_path: Path, kind: str, rows: dict[str, str], headed: bool
) -> None:
    table = [("Term", "Meaning"), *rows.items()]
    if kind == "word":
        head = "<w:trPr><w:tblHeader/></w:trPr>" * headed
        told = [f"<w:tr>{'<w:tc>{}</w:tc>' * 2}</w:tr>".format(*map(_p, row)) for row in table]
        told[0] = told[0].replace("<w:tr>", f"<w:tr>{head}")
        lines = _lines(_docx(tmp_path, f"<w:tbl>{''.join(told)}</w:tbl>"))
    else:
        told = [f"<tr><td>{term}<td>{text}</tr>" for term, text in table]
        told[0] = told[0].replace("td", "th" if headed else "td")
        lines = _html(tmp_path, f"<table>{''.join(told)}</table>")
    left_out = headed and rows is ENTRIES_OF_A_TABLE
    assert lines == [f"{term}   {text}" for term, text in table[left_out:]]


def test_notes_stand_below_what_calls_them(tmp_path: Path) -> None:
    call = '<w:r><w:{}Reference w:id="{}"/></w:r><w:r><w:t>.</w:t></w:r>'
    foot = f'<w:footnote w:id="0"/><w:footnote w:id="2">{_p("The first.")}</w:footnote>'
    end = f'<w:endnote w:id="2">{_p("The")}{_p("second.")}</w:endnote>'
    called = [_p("One", more=call.format("footnote", 2)), _p("Two", more=call.format("endnote", 2))]
    page = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    path = _docx(tmp_path, called[0], page, called[1], footnotes=foot, endnotes=end)
    assert _lines(path) == ["One¹.", "¹ The first.", "Two².", "² The second."]


def test_raised_digits_call_notes(tmp_path: Path) -> None:
    raised = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>12</w:t></w:r>'
    assert _lines(_docx(tmp_path, _p("board", more=raised))) == ["board¹²"]


@pytest.mark.parametrize("call", ["", '<w:footnoteReference w:id="5"/>'])
def test_a_damaged_docx_is_told_in_one_sentence(tmp_path: Path, call: str) -> None:
    path = _docx(tmp_path, f"<w:p><w:r>{call}</w:r></w:p>")
    if not call:
        path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(LawbaseError, match=r"source.docx: can't be read as a \.docx"):
        as_text(path)


@pytest.mark.parametrize("suffix", [*READERS, ".txt"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, suffix: str) -> None:
    os.mkfifo(tmp_path / f"source{suffix}")
    with pytest.raises(LawbaseError, match=rf"source\{suffix}: .*not a file"):
        as_text(tmp_path / f"source{suffix}")


def test_a_docx_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawbase.storage.MOST_UNPACKED", 2_000_000)
    with pytest.raises(LawbaseError, match=r"source\.docx: unpacks to more than 2 MB"):
        as_text(_docx(tmp_path, _p("A" * 3_000_000)))


@pytest.mark.usefixtures("uncollected")
def test_a_file_that_takes_for_ever_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawbase.reading.drafting.draft.SECONDS_A_FILE_MAY_TAKE", 0.2)
    nested = "<w:p>" * 9**4 + "</w:p>" * 9**4  # every paragraph holds all that follow
    sentence = r"source\.docx: takes more than 0\.2 s to be read as text"
    with pytest.raises(LawbaseError, match=sentence):
        begin_edition(tmp_path, "en-2017", _docx(tmp_path, nested))
    monkeypatch.setitem(READERS, ".pdf", (_for_ever, "a PDF", ""))
    (tmp_path / "source.pdf").write_bytes(b"%PDF-1.4")
    with pytest.raises(LawbaseError, match=sentence.replace("docx", "pdf")):
        begin_edition(tmp_path, "en-2017", tmp_path / "source.pdf")


def _for_ever(_: Path) -> str:
    while True:
        pass


def _unpacked(_: Path) -> str:
    return str(bytearray(10**10))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much is in use")
def test_a_file_that_takes_all_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READERS, ".pdf", (_unpacked, "a PDF", ""))
    (tmp_path / "source.pdf").write_bytes(b"%PDF-1.4")
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(LawbaseError, match=r"source\.pdf: takes more than 2000 MB of memory"):
        begin_edition(tmp_path, "en-2017", tmp_path / "source.pdf")
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_text_that_no_booklet_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawbase.reading.drafting.converting.MOST_CHARACTERS", 1000)
    (tmp_path / "source.txt").write_text("Law 1\n" * 200, encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"source\.txt: holds 1,200 characters"):
        as_text(tmp_path / "source.txt")


def _html(folder: Path, page: str) -> list[str]:
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    return _lines(path)


LISTS = {
    "<ol><li>x<ol type=a><li>y</li><li>z</ol></li><li>x</ol>": [
        *("1. x", "   a. y", "   b. z", "2. x"),
    ],
    "<ul><li>x 1<ul><li>y 2<br>3</li></ul></li><li>z</ul>": ["x 1", "   y 2", "   3", "z"],
    "<ol type=I start=4><li>x<li value=9>y<li>z</ol>": ["IV. x", "IX. y", "X. z"],
    "<ol style='list-style-type: upper-alpha'><li><p>x</p><p>y</p></ol>": ["A. x", "y"],
    "<ol style='list-style: none'><li>(a) x</ol><ul><li>y</ul>": ["(a) x", "y"],
    "<ol start=x><li><ol type=i><li>x</ol></ol>": ["1. i. x"],
    "<ol type=a start=99999999999999><li>x<ol type=i start=0><li>y</ol></ol>": [
        *("99999999999999. x", "   0. y"),
    ],
    "<dl><dt>Board</dt>\n<dd>x</dd><dd>y</dd><dt>Call:</dt><dd><p>z</dl>": [
        *("Board: x", "y", "Call: z"),
    ],
    "<table><tr><td>A</td>\n<td><p>x</p></td></tr><tr><th>B<th>y</tr></table>": ["A   x", "B   y"],
    "<DL>\n<DT><B>Board</B>\n<DD>x\n<DT>Call\n<DD>y</DL>": ["Board: x", "Call: y"],
    "<table><tr><td>A<td>x\n<tr><td>&nbsp; B <td> y\n<tr><td>C<td>\n</table>z": [
        *("A   x", "  B   y", "C", "z"),
    ],
    "<table><tr><td>A<td><table><tr><td>B<td>x</table><tr><td>C<td>y</table>": [
        *("A   B   x", "C   y"),
    ],
    "<table><tr><td>A<br>B<td>x</tr></table>": ["A", "B", "x"],
    "x<blockquote>y</blockquote>z<pre>a\n  b</pre>": ["x", "y", "z", "a", "  b"],
}


@pytest.mark.parametrize("page", LISTS)
def test_a_page_shows_its_numbers_and_blocks(tmp_path: Path, page: str) -> None:
    assert _html(tmp_path, page) == LISTS[page]


@pytest.mark.parametrize(
    ("link", "times", "left"), [("top", 3, []), ("top", 2, ["[top]"]), ("27", 3, ["[27]"])]
)
def test_links_back_to_the_top_are_left_out_where_they_return(
    tmp_path: Path, link: str, times: int, left: list[str]
) -> None:
    page = f"<p>x</p><p>[<a href='#top'>{link}</a>]</p>"
    assert _html(tmp_path, page * times) == ["x", *left] * times


@pytest.mark.parametrize("how", ["hidden", "style='color: red; display: none'"])
def test_what_a_page_hides_is_no_text(tmp_path: Path, how: str) -> None:
    assert _html(tmp_path, f"<p>Law 1<span {how}>. 4</span></p>") == ["Law 1"]


def test_contents_that_lead_down_the_page_are_left_out(tmp_path: Path) -> None:
    links = "".join(f"<li><a href='#l{n}'>Law {n}</a>" for n in range(1, 6))
    laws = "".join(f"<h3 id=l{n}>Law {n}</h3>" for n in range(1, 6))
    named = [f"Law {n}" for n in range(1, 6)]
    assert _html(tmp_path, f"<ul>{links}</ul>{laws}") == named
    assert _html(tmp_path, f"{laws}<ul>{links}</ul>") == named * 2, "an index leads back"


NOTES = {
    '<p>One<sup><a href="#n">1</a></sup>.<p>Two<hr><ol><li id="n">A. <a href="#r">↩</a></ol>': [
        *("One¹.", "¹ A.", "Two"),
    ],
    '<p>One<a href="#n"><sup>[1]</sup></a></p><p>Two</p><div id="n"><p>A.</p></div>': [
        *("One¹", "¹ A.", "Two"),
    ],
    '<p>One<sup><a href="#n">1</a></sup></p><h2>Notes</h2><ol><li id="n">A.</ol><h2>Two</h2>': [
        *("One¹", "¹ A.", "Two"),
    ],
    '<p>One<sup><a href="#n">1</a><a href="#m">2</a></sup></p><h2>Two</h2><p>x</p><p id="n">A.</p>'
    '<h2>Notes</h2><p id="m">B.</p><p>y</p><p id="n">C.</p>': [
        *("One¹²", "¹ A.C.", "² B.", "Two", "x", "y"),
    ],
    '<p>One<sup><a href="#n">1</a></sup></p><p>Two</p><p id="n"><sup>1</sup> A.</p>': [
        *("One¹", "¹ A.", "Two"),
    ],
    '<p>One<sup><a href="#n">1</a></sup></p><p id="n">[<a href="#r">1</a>] 12 cards.</p>': [
        *("One¹", "¹ 12 cards."),
    ],
    '<p>One<sup>1</sup></p><p>Two <a href="#n">1</a></p><ol><li id="n">A.</ol>': [
        *("One¹", "Two 1", "1. A."),
    ],
}


@pytest.mark.parametrize("page", NOTES)
def test_notes_of_a_page_stand_below_what_calls_them(tmp_path: Path, page: str) -> None:
    assert _html(tmp_path, page) == NOTES[page]


LOOSE = ["</ol></tr></sup></a></dt><li><td", "<dt><table><tr><td><ol><sup>", "<p>x<![y"]


@pytest.mark.parametrize("page", LOOSE)
def test_a_damaged_page_is_read_or_told_in_one_sentence(tmp_path: Path, page: str) -> None:
    with suppress(LawbaseError):
        _html(tmp_path, page)


CHARSETS = {
    "iso-8859-2": '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-2">{}',
    "cp1253": "<meta charset = windows-1253>{}",
    "cp1252": "<meta charset='ISO-8859-1'>{}",
    "koi8-r": '<?xml version="1.0" encoding="KOI8-R"?><html>{}',
    "utf-8": "<meta charset=iso-8859-1>{}",
    "utf-8-sig": "<meta charset=nonsense>{}",
    "utf-16": "{}",
}
WORDS = {"iso-8859-2": "Łódź", "cp1253": "Νόμος", "koi8-r": "Правило"}


@pytest.mark.parametrize("charset", CHARSETS)
def test_a_page_is_read_in_the_charset_that_it_declares(tmp_path: Path, charset: str) -> None:
    path = tmp_path / "page.html"
    word = WORDS.get(charset, "„Größe“")
    path.write_bytes(CHARSETS[charset].format(f"<p>{word}").encode(charset))
    assert _lines(path) == [word]


@pytest.mark.parametrize("declared", ["", "nonsense", "ascii7", "hex"])
def test_a_page_in_an_unknown_charset_is_told_in_one_sentence(
    tmp_path: Path, declared: str
) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(f"<meta charset={declared}>".encode() + b"<p>\xb1\xe6")
    with pytest.raises(LawbaseError, match=r"page\.html: is neither UTF-8 nor in a charset that"):
        as_text(path)


def _pdf(folder: Path, *pages: str) -> Path:
    """A PDF in Courier; a line of a page is ``x y size text``, its places in points."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"]
    kids = []
    for page in pages:
        rows = (line.split(" ", 3) for line in page.splitlines())
        drawn = "\n".join(f"BT /F {s} Tf {x} {y} Td ({text}) Tj ET" for x, y, s, text in rows)
        objects.append(f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream")
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Resources<</Font<</F 3 0 R>>>>"
            f"/Contents {len(objects)} 0 R>>"
        )
    objects[1] = f"<</Type/Pages/Kids[{' '.join(kids)}]/Count {len(kids)}>>"
    body = "".join(f"{n} 0 obj\n{what}\nendobj\n" for n, what in enumerate(objects, 1))
    path = folder / "source.pdf"
    path.write_text(f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>\n%%EOF", encoding="latin-1")
    return path


def test_a_page_keeps_rows_indents_blank_lines_and_raised_digits(tmp_path: Path) -> None:
    rows = [
        "30 500 10 One board",
        "84 503.5 6 12",
        "60 490 10 deeper in the page",
        "30 470 10 Alert",
    ]
    rows += ["300 470 10 16 B 1", "30 460 10 No gap above this"]
    text = as_text(_pdf(tmp_path, "\n".join(rows), "30 500 10 Next"))
    assert text.split("\n") == [
        "One board¹²",
        "     deeper in the page",
        "",
        f"Alert{' ' * 40}16 B 1",
        "No gap above this",
        "\fNext",
        "",
    ]


def test_a_page_keeps_its_indents_though_few_rows_stand_at_its_margin(tmp_path: Path) -> None:
    rows = [f"{30 if n in (3, 20, 30) else 50} {540 - 10 * n} 10 Row {n}" for n in range(40)]
    lines = as_text(_pdf(tmp_path, "\n".join(rows))).split("\n")
    assert [line for line in lines[:-1] if line[0] != " "] == ["Row 3", "Row 20", "Row 30"]


def _rowed(*columns: tuple[int, list[str]]) -> str:
    return "\n".join(
        f"{x} {540 - 10 * n} 10 {text}" for x, texts in columns for n, text in enumerate(texts)
    )


LEFT = [f"left column {n}" for n in range(8)]
RIGHT = [f"right column {n}" for n in range(8)]


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    page = _rowed((30, LEFT), (220, RIGHT)) + "\n30 570 10 Running head\n150 440 10 over both sides"
    short = _rowed((30, LEFT), (220, RIGHT[:1]))
    text = as_text(_pdf(tmp_path, page, page, short))
    own = ["Running head", *LEFT, *RIGHT, "over both sides"]
    assert _lines_of(text) == [*own, *own, *LEFT, *RIGHT[:1]]


def test_columns_at_heights_of_their_own_have_no_blank_lines(tmp_path: Path) -> None:
    lower = _rowed((220, RIGHT)).replace("0 10 right", "5 10 right")
    pages = as_text(_pdf(tmp_path, f"{_rowed((30, LEFT))}\n{lower}")).split("\f")
    assert [page.rstrip("\n").split("\n") for page in pages] == [LEFT, RIGHT]


def test_references_at_the_right_are_no_column(tmp_path: Path) -> None:
    path = _pdf(
        tmp_path, _rowed((30, [f"some topic {n}" for n in range(8)]), (220, ["16 B 1"] * 8))
    )
    assert _lines(path)[0].split("   ")[0] == "some topic 0"
    assert all(line.endswith(" 16 B 1") for line in _lines(path))


def test_a_damaged_pdf_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "source.pdf"
    path.write_bytes(b"%PDF-1.4 torn")
    with pytest.raises(LawbaseError, match=r"source.pdf: can't be read as a PDF"):
        as_text(path)


_PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents 4 0 R>>"
_ONE_PAGE = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
_HUGE = "<</Length 8/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 99999999999>>>>"
MONSTERS = {
    "rows of a hundred thousand million signs": (_ONE_PAGE, _PAGE, f"{_HUGE}stream\n{{}}endstream"),
    "pages that hold themselves": ("<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>",),
    "a drawing that draws itself": (
        _ONE_PAGE,
        _PAGE.replace("<<>>", "<</XObject<</X 4 0 R>>>>"),
        "<</Length 11/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>>>"
        "stream\n/X Do /X Do\nendstream",
    ),
    "lists in lists": (_ONE_PAGE, _PAGE, f"<</Length 50000>>stream\n{'[' * 50000}\nendstream"),
}


@pytest.mark.parametrize("monster", MONSTERS)
def test_a_monster_of_a_pdf_ends_in_one_sentence(tmp_path: Path, monster: str) -> None:
    objects = ["<</Type/Catalog/Pages 2 0 R>>", *MONSTERS[monster]]
    body = "".join(f"{n} 0 obj\n{what}\nendobj\n" for n, what in enumerate(objects, 1))
    packed = zlib.compress(b"x").decode("latin-1")
    path = tmp_path / "source.pdf"
    path.write_bytes(
        f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>\n%%EOF".replace("{}", packed).encode("latin-1")
    )
    with pytest.raises(LawbaseError, match=r"source\.pdf: (has no text|takes more than|can't be)"):
        begin_edition(tmp_path, "en-2017", path)


def test_a_text_that_repeats_itself_a_thousand_million_times_is_refused(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    path = tmp_path / "source.docx"
    with zipfile.ZipFile(path, "w") as archive:
        document = f'<!DOCTYPE w [<!ENTITY e0 "Law">{entities}]><w:p {_W}>&e9;</w:p>'
        archive.writestr("word/document.xml", document)
    with pytest.raises(LawbaseError, match=r"source\.docx: can't be read as a \.docx"):
        as_text(path)


def _lines_of(text: str) -> list[str]:
    """Its lines that aren't blank, however far apart their words stand."""
    return [words for line in re.split("[\n\f]", text) if (words := " ".join(line.split()))]


BOOKLETS = Path(__file__).parent.parent / "editions"
IN_PAGES = ("planted/it-2007", "planted/nl-2017", "unseen/fr-2017", "unseen/hr-2018")


@pytest.mark.parametrize("booklet", IN_PAGES)
def test_pages_side_by_side_are_read_one_after_the_other(booklet: str) -> None:
    text = as_text(BOOKLETS / booklet / "booklet.txt")
    pages: list[list[str]] = [page.split("\n") for page in text.split("\f")]
    width = max(len(line) for page in pages for line in page) + 4
    beside = zip_longest(pages[::2], pages[1::2], fillvalue=list[str]())
    spreads = [
        "\n".join(f"{a:{width}}{b}".rstrip() for a, b in zip_longest(*spread, fillvalue=""))
        for spread in beside
    ]
    assert _lines_of(unfolded("\f".join(spreads))) == _lines_of(text)
    assert unfolded(text) == text


FULL = [
    "A player may call the man in",
    "charge, who tells all four of",
    "them what the laws give them",
]
NARROW = [FULL[n % 3][: 29 - n % 2] for n in range(24)]


def _in_columns(left: list[str], right: list[str], between: int) -> list[str]:
    return [f"{a:{29 + between}}{b}" for a, b in zip(left, right, strict=True)]


@pytest.mark.parametrize("between", [1, 2])
def test_a_gutter_no_wider_than_a_space_is_seen_where_many_rows_have_it(between: int) -> None:
    right = [f"{line[5:]} {n}" for n, line in enumerate(NARROW)]
    heading = "LAW 27 A HEADING THAT IS SET OVER BOTH COLUMNS"
    page = [heading, *_in_columns(NARROW, right, between)]
    assert _lines_of(unfolded("\n".join(page))) == [heading, *NARROW, *right]


def test_rows_of_columns_that_alternate_are_not_parted_by_blanks() -> None:
    left = [line[:27].lower() for line in NARROW]
    beside = [row for a, b in zip(left, left, strict=True) for row in (a, f"{'':32}{b}")]
    columns = unfolded("\n".join(beside)).split("\n\n\n")
    assert ["\n\n" in column for column in columns] == [False, False]


def test_the_number_above_a_right_column_is_the_head_of_its_page() -> None:
    columns = _in_columns(NARROW, [f"{line[5:]} {n}" for n, line in enumerate(NARROW)], 3)
    assert unfolded("\n".join((f"{'':50}7", *columns))).split("\n")[0].strip() == "7"


def test_columns_below_a_page_half_full_are_read_where_other_pages_have_them() -> None:
    right = [f"{line[5:]} {n}" for n, line in enumerate(NARROW)]
    columns = _in_columns(NARROW, right, 3)
    over = [
        f"These are the words of a preface that goes over the whole of page {n}" for n in range(9)
    ]
    pages = ["\n".join(columns), "\n".join((*over, *columns[:6])), "\n".join(columns)]
    own = _lines_of(unfolded("\f".join(pages)))
    assert own[48:69] == [*over, *NARROW[:6], *right[:6]]


def _filled(margin: int, indents: list[int]) -> list[str]:
    """Rows of a column 150 points wide, some of them indented."""
    places = (margin + indents[n % len(indents)] for n in range(12))
    return [
        f"{x} {540 - 10 * n} 10 {'a word of it ' * 2:.{(margin + 150 - x) // 6}}"
        for n, x in enumerate(places)
    ]


def test_both_columns_begin_alike_though_numbers_of_pages_stand_farther_left() -> None:
    left = [" " * (3 + n % 2) + line[: 29 - n % 2] for n, line in enumerate(24 * FULL[:1])]
    right = [" " * (n % 2) + line[: 29 - n % 2] for n, line in enumerate(24 * FULL[1:2])]
    beside = [f"{a:36}{b}" for a, b in zip(left, right, strict=True)]
    pages = unfolded("\f".join("\n".join((f"{n}", *beside)) for n in range(2, 12))).split("\f")
    lines = [line for page in pages for line in page.split("\n") if len(line) > 9]
    assert {len(line) - len(line.lstrip()) for line in lines} == {0, 1}


def test_labels_stand_at_one_column_though_a_whole_column_is_indented(tmp_path: Path) -> None:
    left, right, deep = _filled(30, [0, 12, 12]), _filled(210, [0, 12]), _filled(210, [12, 24])
    pages = ["\n".join((*left, *column)) for column in (right, right, deep, deep)]
    text = as_text(_pdf(tmp_path, *pages))
    first = [page.split("\n")[6] for page in text.split("\f")]
    assert [len(line) - len(line.lstrip()) for line in first] == [0, 0, 0, 0, 0, 2, 0, 2]


def test_a_title_that_is_spaced_out_is_read_as_its_words(tmp_path: Path) -> None:
    places = [30, 38, 46, 54, 67, 75, 83]  # letters are 6 points wide
    rows = "\n".join(f"{x} 540 10 {letter}" for x, letter in zip(places, "LAWSTWO", strict=True))
    assert as_text(_pdf(tmp_path, f"{rows}\n30 520 10 Who may call")).split() == [
        *("LAWS", "TWO", "Who", "may", "call"),
    ]


def test_a_pdf_of_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(LawbaseError, match=r"source\.pdf: has no text: if it was scanned"):
        as_text(_pdf(tmp_path, "", ""))


@pytest.mark.parametrize("suffix", [".doc", ".rtf", ".odt"])
def test_a_file_of_another_kind_is_no_plain_text(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"source{suffix}").write_text(r"{\rtf1 Law 1}", encoding="utf-8")
    with pytest.raises(LawbaseError, match=rf"source\{suffix}: is to be saved as a \.docx"):
        as_text(tmp_path / f"source{suffix}")


def test_the_raised_number_of_a_note_stands_before_it_again(tmp_path: Path) -> None:
    printed = (
        "Law 1 calls it.\n\n1\n    A note that is long\ngoes on.\n 2\n   Another.\n12\nLaw 2\n"
    )
    (tmp_path / "source.txt").write_text(printed, encoding="utf-8")
    assert as_text(tmp_path / "source.txt").split("\n\n")[1].split("\n") == [
        *("1   A note that is long", "goes on.", " 2 Another.", "12", "Law 2", ""),
    ]


def test_a_stretched_line_is_one_piece_and_another_size_stands_apart(tmp_path: Path) -> None:
    rows = ["30 540 12 12. Heading", "30 526 10 Who", "66 526 10 may", "102 526 10 call"]
    rows += [f"30 {514 - 12 * n} 10 the text goes on {n}" for n in range(4)]
    lines = as_text(_pdf(tmp_path, "\n".join(rows))).split("\n")
    assert lines[:4] == ["12. Heading", "", "Who may call", "the text goes on 0"]


ENTRIES = [f"{word} {n}" for n in range(9) for word in ("Alert", "   late", "Board")]
BESIDE = "\n".join(
    f"{a:30}{b}".rstrip() for a, b in zip(ENTRIES[:14], [*ENTRIES[14:], ""], strict=True)
)


@pytest.mark.parametrize("between", ["\n\n", "\f"])
def test_an_index_in_two_columns_is_read_down_each_of_them(between: str) -> None:
    text = between.join(("INDEX OF THE BOOK", BESIDE, "The end of it"))
    entries = [entry.strip() for entry in ENTRIES]
    assert _lines_of(unfolded(text)) == ["INDEX OF THE BOOK", *entries, "The end of it"]


def test_a_foot_like_those_of_the_other_pages_stays_whole() -> None:
    feet = [f"The Laws of Bridge     {n}" for n in range(4)]
    page = "\n".join(f"{n}. A player in turn may call, which he must do aloud." for n in range(12))
    text = "\f".join(
        f"{own}\n\n{foot}" for own, foot in zip([*3 * [page], BESIDE], feet, strict=True)
    )
    found = [line for line in _lines_of(unfolded(text)) if "Laws" in line]
    assert found == _lines_of("\f".join(feet))


TABLES = {
    "labels": [f"{n}.".ljust(30) + "Text of it, long" for n in range(20)],
    "headwords": [
        f"Board {n}".ljust(20) + "What holds the cards of four players" for n in range(20)
    ],
    "references": [f"some long topic {n}".ljust(30) + "16 B 1" for n in range(20)],
    "few rows": BESIDE.split("\n")[:7],
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_stays_as_it_is(table: str) -> None:
    text = "\f".join(5 * ["\n".join(TABLES[table])])
    assert unfolded(text) == text
