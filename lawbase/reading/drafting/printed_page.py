"""A PDF -> plain text that looks like its pages: rows, indents, columns, raised digits."""

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from statistics import median
from typing import Any

from lawbase.errors import LawbaseError
from lawbase.reading.drafting.columns import Piece, set_out
from lawbase.reading.patterns import SUPERSCRIPTS

_SHORT = 4
"""Words with more letters tell how wide a letter is."""
_SMALL = 0.85
_SPACED = 0.1
"""Letters that stand so far apart, by their size, are those of a word that is spaced out."""
_BOLD = re.compile("(?i)bold|black|heavy")


def pdf_text(path: Path) -> str:
    """The text of a PDF, its pages and their columns parted by form feeds.

    Raises:
        ImportError: when pdfminer.six isn't installed.
        LawbaseError: when it needs a password, or has no text.
        Exception: of many kinds, when the file is damaged.
    """
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams
    from pdfminer.pdfdocument import PDFPasswordIncorrect

    # It warns line by line of what is damaged; whoever reads the file is told once.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    layout = LAParams(char_margin=1.5, boxes_flow=None, all_texts=True)
    try:
        pages = [list(_words(page)) for page in extract_pages(path, laparams=layout)]
    except PDFPasswordIncorrect as error:
        raise LawbaseError("opens by a password; save a copy without one", file=path) from error
    if not any(pages):
        raise LawbaseError("has no text: if it was scanned, have its text recognized", file=path)
    widths = [(w.x1 - w.x0) / len(w.text) for page in pages for w in page if len(w.text) > _SHORT]
    columns = set_out(pages, median(widths or [5.0]))
    return "\f".join(f"{column}\n" for page in columns for column in page)


def _words(container: Any) -> Iterator[Piece]:
    from pdfminer.layout import LTContainer, LTTextLineHorizontal

    for item in container:
        if isinstance(item, LTTextLineHorizontal):
            yield from _words_of(item)
        elif isinstance(item, LTContainer):
            yield from _words(item)


def _words_of(line: Any) -> Iterator[Piece]:
    """The words of a line; small digits above the foot of its usual letters are raised."""
    signs = [sign for sign in line if hasattr(sign, "size") and sign.get_text().strip()]
    if not signs:
        return
    size = Counter(sign.size for sign in signs).most_common(1)[0][0]
    foot = next(sign.y0 for sign in signs if sign.size == size)

    def written(sign: Any) -> str:
        text: str = sign.get_text()
        raised = sign.size < _SMALL * size and sign.y0 > foot + 0.1 * size
        return text.translate(SUPERSCRIPTS) if raised else text

    for word in _parted(line, signs, size):
        text = "".join(map(written, word))
        fonts = {_font(sign) for sign in word if sign.size >= _SMALL * size}
        font = fonts.pop() if len(fonts) == 1 else ""
        yield Piece(text, word[0].x0, word[-1].x1, foot, foot + size, font)


def _parted(line: Any, signs: Sequence[Any], size: float) -> Iterator[list[Any]]:
    """The letters of each word; where a gap stands between all letters, wider ones part words."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(signs)]
    usual = sorted(gaps)[len(gaps) // 4] if len(gaps) >= _SHORT else 0.0
    if usual < _SPACED * size:
        for space, run in groupby(line, key=lambda sign: not sign.get_text().strip()):
            if not space:
                yield list(run)
        return
    ends = [n for n, gap in enumerate(gaps, 1) if gap > 2 * usual]
    for start, end in pairwise((0, *ends, len(signs))):
        yield [*signs[start:end]]


def _font(sign: Any) -> str:
    """The size of a letter, and whether it is bold."""
    return f"{sign.size:.1f}{'b' * bool(_BOLD.search(sign.fontname))}"
