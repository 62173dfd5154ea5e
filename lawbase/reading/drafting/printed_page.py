"""A PDF -> plain text that looks like its pages: rows, indents, columns, raised digits."""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from lawbase.reading.drafting.columns import Piece, set_out
from lawbase.reading.patterns import SUPERSCRIPTS

_SHORT = 4
"""Words with more letters tell how wide a letter is."""
_SMALL = 0.85
_BOLD = re.compile("(?i)bold|black|heavy")


def pdf_text(path: Path) -> str:
    """The text of a PDF, its pages and their columns parted by form feeds.

    Raises:
        ImportError: when pdfminer.six isn't installed.
        Exception: of many kinds, when the file is damaged.
    """
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams

    # It warns line by line of what is damaged; whoever reads the file is told once.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    layout = LAParams(char_margin=1.5, boxes_flow=None, all_texts=True)
    pages = [list(_words(page)) for page in extract_pages(path, laparams=layout)]
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

    for space, run in groupby(line, key=lambda sign: not sign.get_text().strip()):
        if not space:
            word = list(run)
            text = "".join(map(written, word))
            fonts = {_font(sign) for sign in word if sign.size >= _SMALL * size}
            font = fonts.pop() if len(fonts) == 1 else ""
            yield Piece(text, word[0].x0, word[-1].x1, foot, foot + size, font)


def _font(sign: Any) -> str:
    """The size of a letter, and whether it is bold."""
    return f"{sign.size:.1f}{'b' * bool(_BOLD.search(sign.fontname))}"
