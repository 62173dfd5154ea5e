"""A PDF, web page or word processor's file -> plain text, lines and page breaks kept."""

from __future__ import annotations

import re
import unicodedata
import zipfile
import zlib
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

from lawbase.errors import LawbaseError
from lawbase.profile import read_utf8
from lawbase.reading.drafting.word_file import docx_text

_BLOCKS = {"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "br"}
_UNSEEN = {"script", "style", "head", "nav"}


def as_text(path: Path) -> str:
    """The text of a file: of ``.txt`` all but a byte order mark, the others converted.

    Pages of a PDF are parted by form feeds; every line ends with a line feed. Letters are composed,
    ligatures of print the letters that they stand for, spaces of any width plain ones; signs of no
    width are left out.

    Raises:
        LawbaseError: when it can't be read, or what reads such files isn't installed.
    """
    text = _as_printed(path)
    text = unicodedata.normalize("NFC", re.sub("[\u200b\u2060\ufeff]", "", text))
    text = re.sub("[\ufb00-\ufb06]", lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    text = re.sub("[\x0b\x85\u2028\u2029]", "\n", text)
    return re.sub(r"[^\S\n\t\f ]", " ", text)


def _as_printed(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix == ".pdf":
        return _pdf(path)
    if suffix in (".html", ".htm", ".xhtml"):
        return _html(read_utf8(path))
    if suffix == ".docx":
        return _docx(path)
    return read_utf8(path).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _pdf(path: Path) -> str:
    try:
        from pdfminer.high_level import extract_text
    except ImportError as error:
        raise LawbaseError(
            "a PDF is read by pdfminer.six: pip install pdfminer.six", file=path
        ) from error
    try:
        text: str = extract_text(path)
    except Exception as error:
        raise LawbaseError(f"can't be read as a PDF ({error})", file=path) from error
    return text


def _html(source: str) -> str:
    reader = _Page()
    reader.feed(source)
    return re.sub(r"\n{3,}", "\n\n", "".join(reader.parts)).strip() + "\n"


class _Page(HTMLParser):
    """Collects the text of a web page, a block on lines of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """A block begins on a new line."""
        self._unseen += tag in _UNSEEN
        if tag in _BLOCKS:
            self.parts.append("\n" if tag in ("br", "li", "tr") else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line."""
        self._unseen -= tag in _UNSEEN
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Text, its white space as the page shows it."""
        if not self._unseen:
            self.parts.append(re.sub(r"\s+", " ", data))


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
