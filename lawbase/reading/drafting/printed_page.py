"""A PDF -> plain text that looks like its pages: rows, indents, columns, raised digits."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from lawbase.reading.drafting.columns import Piece, set_out
from lawbase.reading.patterns import SUPERSCRIPTS


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
    pages = [list(_pieces(page)) for page in extract_pages(path, laparams=layout)]
    widths = [(p.x1 - p.x0) / len(p.text) for page in pages for p in page if len(p.text) > 9]
    columns = set_out(pages, median(widths or [5.0]))
    return "\f".join(f"{column}\n" for page in columns for column in page)


def _pieces(container: Any) -> Iterator[Piece]:
    from pdfminer.layout import LTContainer, LTTextLineHorizontal

    for item in container:
        if isinstance(item, LTTextLineHorizontal):
            yield from _piece(item)
        elif isinstance(item, LTContainer):
            yield from _pieces(item)


def _piece(line: Any) -> Iterator[Piece]:
    """A line of pdfminer's; small digits above the foot of its usual letters are raised."""
    signs = [sign for sign in line if hasattr(sign, "size") and sign.get_text().strip()]
    if not signs:
        return
    size = Counter(sign.size for sign in signs).most_common(1)[0][0]
    foot = next(sign.y0 for sign in signs if sign.size == size)

    def written(sign: Any) -> str:
        text: str = sign.get_text()
        small = hasattr(sign, "size") and sign.size < 0.85 * size
        raised = small and sign.y0 > foot + 0.1 * size
        return text.translate(SUPERSCRIPTS) if raised else text

    text = "".join(map(written, line)).rstrip()
    yield Piece(text.lstrip(), signs[0].x0, signs[-1].x1, foot, foot + size)
