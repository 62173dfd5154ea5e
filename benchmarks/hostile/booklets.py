"""Booklets made to hurt whoever drafts an edition of them: PDFs, web pages, .docx, plain texts.

They hold themselves, unpack to thousands of times their size, nest without end, say numbers that
nothing has, or hold a hundred thousand of what a page has ten of. Each is drafted as by
``lawbase new``, in 2 GB of memory, but within two seconds of work instead of two minutes. It is
right when an edition was written of what can be read.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.hostile.outcome import REFUSED, RIGHT, Tally, attempt, tally
from lawbase.reading.drafting import draft

Booklet = Callable[[], bytes | str]
SECONDS = 2
MOST_SECONDS = 60
"""After so many seconds of work a booklet counts as one that has no end."""


def tallies() -> Iterator[Tally]:
    """Each booklet, drafted in a process of its own."""
    for suffix, booklets in BOOKLETS.items():
        outcomes = [drafted(suffix, made, name) for name, made in booklets.items()]
        yield tally(f"a booklet of a stranger, {suffix}", outcomes)


def drafted(suffix: str, made: Booklet, name: str) -> str:
    """How drafting an edition of a booklet ends."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, f"source{suffix}")
        data = made()
        source.write_bytes(data.encode() if isinstance(data, str) else data)
        outcome = _apart(partial(attempt, partial(_draft, source)))
        return outcome if outcome in (RIGHT, REFUSED) else f"{name}: {outcome}"


def _draft(source: Path) -> str:
    draft.SECONDS_A_FILE_MAY_TAKE = SECONDS
    draft.begin_edition(source.parent, "en-2017", source)
    return RIGHT


def _apart(action: Callable[[], str]) -> str:
    """What an action says in a process of its own, or how that process ended."""
    receiving, sending = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        signal.alarm(20 * MOST_SECONDS)  # one that waits for something
        os.write(sending, action().encode()[:4000])
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving) as told:
        said = told.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return said or f"ended with {status}"


PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Resources<<{}>>/Contents 4 0 R>>"
PAGES = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
COURIER = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>"
LAWS = "\n".join(f"Law {n}\nThe text of law {n}." for n in range(1, 94))


def stream(data: str | bytes, told: str = "", length: str = "") -> str:
    """A stream of a PDF, with what else its dictionary says."""
    held = data if isinstance(data, str) else data.decode("latin-1")
    return f"<</Length {length or len(held)}{told}>>stream\n{held}\nendstream"


def packed(data: str | bytes, times: int = 1, told: str = "", often: int = 1) -> str:
    """A stream that is packed so many times; what it holds is repeated so often."""
    held = _packed(data.encode("latin-1") if isinstance(data, str) else data, often)
    for _ in range(1, times):
        held = zlib.compress(held, 9)
    return stream(held, f"/Filter[{'/FlateDecode' * times}]{told}")


def _packed(data: bytes, often: int) -> bytes:
    """What so many of some bytes in a row are packed to; they are packed but once."""
    packer, checked = zlib.compressobj(9, wbits=-zlib.MAX_WBITS), 1
    block = packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(often):
        checked = zlib.adler32(data, checked)
    return b"\x78\xda" + block * often + b"\x03\x00" + checked.to_bytes(4, "big")


def pdf(*objects: str, trailer: str = "<</Root 1 0 R>>") -> bytes:
    """A PDF of objects, the second and on; the first is its catalogue."""
    every = ("<</Type/Catalog/Pages 2 0 R>>", *objects)
    body = "".join(f"{n} 0 obj\n{what}\nendobj\n" for n, what in enumerate(every, 1))
    return f"%PDF-1.4\n{body}trailer{trailer}\n%%EOF".encode("latin-1")


def page(content: str, resources: str = COURIER) -> bytes:
    """A PDF of one page."""
    return pdf(PAGES, PAGE.format(resources), content)


def written(text: str) -> str:
    """What draws a text."""
    return stream(f"BT /F 10 Tf 30 500 Td {text} ET")


def cmap(ranges: str) -> bytes:
    """A PDF whose font says by such a table what its codes mean."""
    font = "/Font<</F<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts"
    font += "[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering"
    font += "(Identity)/Supplement 0>>>>]>>>>"
    return pdf(PAGES, PAGE.format(font), written("<00410042> Tj"), stream(ranges))


def crossing(prev: str) -> bytes:
    """A PDF whose table of objects says where an earlier one is."""
    body = page(written("(Law 1) Tj"))
    table = f"xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 9/Prev {prev}>>\n"
    return body + f"\n{table}startxref\n{len(body) + 1}\n%%EOF".encode()


FORM = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>"
SPREAD = "".join(f"1 0 0 1 {n % 400} {n // 500} Tm (w) Tj " for n in range(20_000))
PDFS: dict[str, Booklet] = {
    "rows of a hundred thousand million signs": lambda: page(
        packed("x", told="/DecodeParms<</Predictor 15/Columns 99999999999>>")
    ),
    "pages that hold themselves": lambda: pdf("<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"),
    "a drawing that draws itself": lambda: page(
        stream("/X Do /X Do", FORM), "/XObject<</X 4 0 R>>"
    ),
    "lists in lists": lambda: page(stream("[" * 10_000)),
    "dictionaries in dictionaries": lambda: page(stream("<<" * 10_000)),
    "an object in lists of lists": lambda: pdf("[" * 10_000),
    "a stream as long as itself": lambda: page(stream("x", length="4 0 R")),
    "objects that are each other": lambda: pdf("3 0 R", "2 0 R"),
    "a table of objects before itself": lambda: crossing("700"),
    "a table of objects far away": lambda: crossing("9" * 30),
    "a page that inherits from itself": lambda: pdf(
        PAGES, "<</Type/Page/Parent 3 0 R/Contents 4 0 R>>", written("(Law 1) Tj")
    ),
    "pages a thousand deep": lambda: pdf(
        *(f"<</Type/Pages/Kids[{n} 0 R]/Count 1>>" for n in range(3, 3000))
    ),
    "a thousand million pages": lambda: pdf("<</Type/Pages/Kids[]/Count 1000000000>>"),
    "a page twenty thousand times": lambda: pdf(
        f"<</Type/Pages/Kids[{'3 0 R ' * 20_000}]/Count 100000>>",
        PAGE.format(COURIER),
        written("(Law 1) Tj"),
    ),
    "a gigabyte of blanks, packed": lambda: page(packed(b" " * 10**6, often=1000)),
    "a gigabyte of blanks, packed twice": lambda: page(packed(b" " * 10**6, 2, often=1000)),
    "a gigabyte of text, packed": lambda: page(
        packed(b"BT /F 9 Tf (x) Tj ET " * 10**4, often=1000)
    ),
    "filters of filters": lambda: page(stream("x", f"/Filter[{'/ASCIIHexDecode' * 10_000}]")),
    "runs of a byte": lambda: page(stream("\x81x" * 50_000, "/Filter/RunLengthDecode")),
    "torn LZW": lambda: page(stream("\xff\x00\x80" * 99_999, "/Filter/LZWDecode")),
    "torn ASCII85": lambda: page(stream("~>z!!" * 99_999, "/Filter/ASCII85Decode")),
    "torn fax": lambda: page(
        stream("\x55\xaa" * 10_000, "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 999999999>>")
    ),
    "a hundred thousand boxes": lambda: page(packed("0 0 9 9 re S\n" * 10**5)),
    "a hundred thousand boxes in a path": lambda: page(packed("0 0 9 9 re\n" * 10**5 + "S")),
    "a hundred thousand curves": lambda: page(packed("0 0 m " + "1 2 3 4 5 6 c\n" * 10**5 + "S")),
    "a hundred thousand saved states": lambda: page(packed("q\n" * 10**5)),
    "a hundred thousand words at one place": lambda: page(
        packed("BT /F 9 Tf " + "(w) Tj " * 10**5 + "ET")
    ),
    "a hundred thousand words all over": lambda: page(packed(f"BT /F 9 Tf {SPREAD} ET")),
    "twenty thousand lines": lambda: page(
        packed("BT /F 9 Tf 9 TL " + "(Law) Tj T* " * 20_000 + "ET")
    ),
    "a word of ten million letters": lambda: page(packed(f"BT /F 9 Tf ({'x' * 10**7}) Tj ET")),
    "places that no page has": lambda: page(written("1 0 0 1 1e300 -1e300 Tm (Law 1) Tj")),
    "places that are no numbers": lambda: page(written(f"{'9' * 400} 0 0 1 0 0 Tm (Law 1) Tj")),
    "letters of no size": lambda: page(stream("BT /F 0 Tf 0 0 0 0 0 0 Tm (Law 1) Tj ET")),
    "letters of endless size": lambda: page(stream("BT /F 1e300 Tf (Law 1) Tj ET")),
    "a page of endless size": lambda: pdf(
        PAGES,
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e300 {'9' * 400}]/Contents 4 0 R>>",
        written("(Law 1) Tj"),
    ),
    "a font of four thousand million letters": lambda: cmap(
        "1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange"
    ),
    "a font of a hundred thousand ranges": lambda: cmap(
        "1 beginbfrange " + "<0000> <FFFF> <0041> " * 10_000 + "endbfrange"
    ),
    "a font that uses its own table": lambda: cmap("/Adobe-Identity-UCS usecmap " * 99),
    "a font with a table of a path": lambda: cmap("/../../../../etc/passwd usecmap"),
    "a stranger's lock": lambda: pdf(
        PAGES, trailer="<</Root 1 0 R/Encrypt<</Filter/X/V 9/R 9>>/ID[(a)(b)]>>"
    ),
    "a lock of a thousand million bits": lambda: pdf(
        PAGES,
        trailer="<</Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 999999999/O(o)/U(u)/P -1>>"
        "/ID[(a)(b)]>>",
    ),
    "nothing but a head": lambda: b"%PDF-1.4\n",
    "noise": lambda: b"%PDF-1.4\n" + zlib.compress(b"noise" * 99) * 10_000,
    "a string without an end": lambda: page(stream("(" * 10**5)),
    "a number of a hundred thousand digits": lambda: page(stream("9" * 10**5 + " Td")),
}

CALLS = "".join(f"<sup><a href=#n{n}>1</a></sup>" for n in range(20_000))
NOTES = "".join(f"<p id=n{n}>x" for n in range(20_000))
HTMLS: dict[str, Booklet] = {
    "blocks left open": lambda: "<div>" * 50_000 + LAWS,
    "marks all over": lambda: "<p>" + "<b>x</b>" * 50_000,
    "tables in tables": lambda: "<table><tr><td>x" * 20_000,
    "lists in lists": lambda: "<ol><li>x" * 20_000,
    "headwords in headwords": lambda: "<dl><dt>x" * 20_000,
    "quotes in quotes": lambda: "<blockquote>x" * 50_000,
    "rows without an end": lambda: "<tr><td>x" * 50_000,
    "one row of a hundred thousand cells": lambda: "<table><tr>" + "<td>x" * 10**5,
    "ends of what never began": lambda: "</div></ol></tr></sup>" * 20_000,
    "signs that open": lambda: "<" * 10**5,
    "comments that open": lambda: "<!--" * 50_000,
    "declarations that open": lambda: "<![" * 50_000,
    "instructions that open": lambda: "<?" * 50_000,
    "scripts that open": lambda: "<script>" * 20_000,
    "quotes that open": lambda: "<a href='" * 20_000,
    "a mark of a hundred thousand keys": lambda: f"<p {'a=b ' * 10**5}>x",
    "a mark that never ends": lambda: "<a " + "x" * 10**5,
    "the same mark that never ends": lambda: "<a " * 50_000,
    "signs by names": lambda: "&amp" * 10**5,
    "signs by numbers": lambda: "&#99999999999999999999;&#xd800;&#0;" * 10_000,
    "a sign of a hundred thousand digits": lambda: "&#" + "9" * 10**5 + ";",
    "a list from a hundred thousand digits on": lambda: f"<ol start={'9' * 10**5}><li>x",
    "notes by the thousand": lambda: CALLS + NOTES,
    "a note that calls itself": lambda: f"<p id=n>x{'<sup><a href=#n>1</a></sup>' * 99_999}",
    "links that lead nowhere": lambda: "<a href=#x>x</a><br>" * 20_000,
    "links to the top": lambda: "<p><a name=a></a>[<a href=#a>top</a>]" * 20_000,
    "blanks": lambda: "<p>" + " \n" * 10**6,
    "blank paragraphs": lambda: "<p>&nbsp;" * 50_000,
    "a title of a hundred thousand letters": lambda: f"<h1>{'Law ' * 210_000}</h1>",
    "a charset that says how to unpack": lambda: (
        b"<meta charset=zlib_codec>\xff" + zlib.compress(b"x")
    ),
    "a charset of names of hosts": lambda: b"<meta charset=punycode>\xff" + b"x-" * 200_000,
    "a charset of escapes": lambda: b"<meta charset=unicode_escape>\xff\\U99999999",
}

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
P = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
NUM = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="{}"/></w:numPr></w:pPr></w:p>'
CALL = '<w:r><w:footnoteReference w:id="1"/></w:r>'
LAUGHS = '<!ENTITY e0 "Law">' + "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))


def docx(body: str, begins: str = "", **parts: str) -> bytes:
    """A ``.docx`` of a body and other parts."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, xml in {"document": body, **parts}.items():
            archive.writestr(f"word/{name}.xml", f"{begins}<w:{name} {W}>{xml}</w:{name}>")
    return held.getvalue()


def archive(files: dict[str, bytes]) -> bytes:
    """A packed archive."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in files.items():
            opened.writestr(name, data)
    return held.getvalue()


def numbered(lists: int, paragraphs: int, shown: str = "%1.") -> bytes:
    """A ``.docx`` of so many lists and of paragraphs of the last of them."""
    nums = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="0"/></w:num>' for n in range(lists)
    )
    level = f'<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="{shown}"/></w:lvl>'
    shape = f'<w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>'
    return docx(NUM.format(lists - 1) * paragraphs, numbering=shape + nums)


DOCXS: dict[str, Booklet] = {
    "300 MB of one letter": lambda: archive({"word/document.xml": b"A" * 3 * 10**8}),
    "a text that repeats itself": lambda: docx(P.format("&e9;"), f"<!DOCTYPE w [{LAUGHS}]>"),
    "a long text that repeats itself": lambda: docx(
        P.format("&e;" * 20_000), f'<!DOCTYPE w [<!ENTITY e "{"x" * 50_000}">]>'
    ),
    "a file of the machine": lambda: docx(
        P.format("&e;"), '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    ),
    "paragraphs in paragraphs": lambda: docx("<w:p>" * 10_000 + "</w:p>" * 10_000),
    "runs in runs": lambda: docx("<w:p>" + "<w:r>" * 10_000 + "</w:r>" * 10_000 + "</w:p>"),
    "a hundred thousand paragraphs": lambda: docx(P.format("x") * 10**5),
    "a hundred thousand empty paragraphs": lambda: docx("<w:p/>" * 10**5),
    "thousands of lists": lambda: numbered(5_000, 5_000),
    "a style based on itself": lambda: docx(
        '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr></w:p>' * 9,
        styles='<w:style w:styleId="a"><w:basedOn w:val="a"/></w:style>',
    ),
    "styles that are each other's": lambda: docx(
        '<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr></w:p>' * 99,
        styles="".join(
            f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>'
            for n in range(3000)
        ),
    ),
    "a note called twenty thousand times": lambda: docx(
        f"<w:p>{CALL * 20_000}</w:p>",
        footnotes=f'<w:footnote w:id="1">{P.format("x")}</w:footnote>',
    ),
    "a note that isn't there": lambda: docx(f"<w:p>{CALL}</w:p>"),
    "a list from a number without end": lambda: numbered(1, 1, "%9."),
    "another file's bytes": lambda: docx(P.format("x"))[:-30],
    "no document": lambda: archive({"word/styles.xml": b"<x/>"}),
    "nothing": lambda: b"",
    "half of a mark": lambda: archive({"word/document.xml": f"<w:p {W}><w:r".encode()}),
    "an archive in an archive": lambda: archive(
        {"word/document.xml": archive({"x": b"x" * 10**5})}
    ),
}

TXTS: dict[str, Booklet] = {
    "one line": lambda: "Law 1 " * 200_000,
    "line ends": lambda: "x" + "\n" * 10**6,
    "page breaks": lambda: "Law 1\n\f" * 10**5,
    "labels of laws": lambda: "Law 1\n" * 10**5,
    "labels in turn": lambda: "1.\nA.\n(a)\n(i)\n" * 50_000,
    "laws up to a hundred thousand": lambda: "\n".join(f"Law {n}\nx" for n in range(50_000)),
    "a long number": lambda: f"Law {'9' * 10**5}\n",
    "long Roman numerals": lambda: f"LAW {'M' * 10**5}\nx\n" * 3,
    "marks above a letter": lambda: "a" + "\u0315\u0300" * 2 * 10**5,
    "letters of no width": lambda: "\u200b" * 10**6 + "x",
    "marks of direction": lambda: LAWS.replace(" ", " \u202e") * 20,
    "controls": lambda: LAWS.replace(" ", "\0\x1b[2J"),
    "two columns of twenty thousand lines": lambda: (
        f"{'left ' * 5}          {'right ' * 5}\n" * 20_000
    ),
    "brackets that open": lambda: "(" * 10**6,
    "dots as in contents": lambda: f"Law 1 {'. ' * 99} 7\n" * 5_000,
    "the laws a hundred times": lambda: LAWS * 100,
    "noise": lambda: bytes(range(1, 128)) * 8_000,
    "no text": lambda: bytes(range(256)) * 1000,
    "blanks": lambda: " " * 10**6,
}
BOOKLETS = {".pdf": PDFS, ".html": HTMLS, ".docx": DOCXS, ".txt": TXTS}
