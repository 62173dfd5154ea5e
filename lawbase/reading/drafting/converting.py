"""A PDF, web page or word processor's file -> plain text, lines and page breaks kept."""

from __future__ import annotations

import re
import unicodedata
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from lawbase.errors import LawbaseError
from lawbase.profile import read_utf8, read_whole
from lawbase.reading.drafting.columns import unfolded
from lawbase.reading.drafting.printed_page import pdf_text
from lawbase.reading.drafting.web_page import html_text, page_source
from lawbase.reading.drafting.word_file import docx_text


def as_text(path: Path) -> str:
    """The text of a file: of ``.txt`` all but a byte order mark, the others converted.

    Pages of a PDF are parted by form feeds; every line ends with a line feed. Letters are composed,
    ligatures of print the letters that they stand for, spaces of any width plain ones; signs of no
    width are left out. Where pages have two columns, the right one follows the left as a page.

    Raises:
        LawbaseError: when it can't be read, or what reads such files isn't installed.
    """
    text = _as_printed(path)
    text = unicodedata.normalize("NFC", re.sub("[\u200b\u2060\ufeff]", "", text))
    text = re.sub("[\ufb00-\ufb06]", lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    text = re.sub("[\x0b\x85\u2028\u2029]", "\n", text)
    return unfolded(re.sub(r"[^\S\n\t\f ]", " ", text))


def _as_printed(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix == ".pdf":
        return _pdf(path)
    if suffix in (".html", ".htm", ".xhtml"):
        return _html(path)
    if suffix == ".docx":
        return _docx(path)
    return read_utf8(path).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _pdf(path: Path) -> str:
    try:
        return pdf_text(path)
    except ImportError as error:
        raise LawbaseError(
            "a PDF is read by pdfminer.six: pip install pdfminer.six", file=path
        ) from error
    except LawbaseError:
        raise
    except Exception as error:
        raise LawbaseError(f"can't be read as a PDF ({error})", file=path) from error


def _html(path: Path) -> str:
    data = read_whole(path)
    try:
        source = page_source(data)
    except (UnicodeDecodeError, LookupError) as error:
        told = f"is neither UTF-8 nor in a charset that it declares ({error})"
        raise LawbaseError(told, file=path) from error
    try:
        return html_text(source)
    except AssertionError as error:  # what some releases of Python say of a broken declaration
        raise LawbaseError(f"can't be read as a web page ({error})", file=path) from error


def _docx(path: Path) -> str:
    try:
        return docx_text(path)
    except (
        OSError,
        KeyError,
        ValueError,
        RuntimeError,
        EOFError,
        zipfile.BadZipFile,
        zlib.error,
        ElementTree.ParseError,
    ) as error:
        raise LawbaseError(f"can't be read as a .docx ({error})", file=path) from error
