"""A PDF, web page or word processor's file -> plain text, lines and page breaks kept."""

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.profile import BYTE_ORDER_MARK, read_utf8
from lawbase.reading.drafting.columns import unfolded
from lawbase.reading.drafting.printed_page import pdf_text
from lawbase.reading.drafting.web_page import web_text
from lawbase.reading.drafting.word_file import docx_text
from lawbase.text import MOST_MARKS, heap_of_marks

MOST_CHARACTERS = 10_000_000
_OTHERS = {".doc", ".rtf", ".odt"}
_RAISED = re.compile(r"(?m)^( {0,3}\d{1,2})\n( {2,8})(?=[^\W\d_])")
"""The number of a note, raised so far above it that a conversion gave it a line of its own."""


def as_text(path: Path) -> str:
    """The text of a file: of ``.txt`` all but a byte order mark, the others converted.

    Pages of a PDF are parted by form feeds; every line ends with a line feed. Letters are composed,
    ligatures of print the letters that they stand for, spaces of any width plain ones; signs of no
    width are left out. Where pages have two columns, the right one follows the left as a page.

    Raises:
        LawbaseError: when it can't be read, is empty or far too long, or what reads such files
            isn't installed.
        MemoryError: when it needs more than there is.
    """
    text = _as_printed(path)
    if heap_of_marks(text) is not None:
        raise LawbaseError(f"has a letter with more than {MOST_MARKS} marks", file=path)
    text = unicodedata.normalize("NFC", re.sub("[\u200b\u2060\ufeff]", "", text))
    text = re.sub("[\ufb00-\ufb06]", lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    text = re.sub("[\x0b\x85\u2028\u2029]", "\n", text)
    if not text.strip():
        raise LawbaseError("is empty", file=path)
    if len(text) > MOST_CHARACTERS:
        message = f"holds {len(text):,} characters, and no booklet has {MOST_CHARACTERS:,}"
        raise LawbaseError(message, file=path)
    text = re.sub(r"[^\S\n\t\f ]", " ", text)
    return _lowered(unfolded(_lowered(text)))


READERS: dict[str, tuple[Callable[[Path], str], str, str]] = {
    ".pdf": (pdf_text, "a PDF", "pdfminer.six"),
    ".docx": (docx_text, "a .docx", ""),
    **dict.fromkeys((".html", ".htm", ".xhtml"), (web_text, "a web page", "lxml")),
}
"""What reads a file whose name ends so, what such a file is called, and the package it takes."""


def _lowered(text: str) -> str:
    """A text with the raised numbers of notes before the notes, which stay where they stand."""
    return _RAISED.sub(lambda note: f"{note[1]} ".ljust(len(note[2])), text)


def _as_printed(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix in _OTHERS:
        raise LawbaseError("is to be saved as a .docx, a PDF or a web page first", file=path)
    if suffix not in READERS:
        text = read_utf8(path).removeprefix(BYTE_ORDER_MARK)
        return text.replace("\r\n", "\n").replace("\r", "\n")
    read, kind, package = READERS[suffix]
    if not path.is_file():  # a device or a pipe may have no end
        raise LawbaseError("is not a file", file=path)
    try:
        return read(path)
    except (LawbaseError, MemoryError):
        raise
    except ImportError as error:
        message = f"{kind} is read by {package}: pip install {package}"
        raise LawbaseError(message, file=path) from error
    except Exception as error:  # a damaged file makes its reader raise whatever there is
        raise LawbaseError(f"can't be read as {kind} ({error})", file=path) from error
