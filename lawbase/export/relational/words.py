"""The rows of the tables for searching: finished tokens and what they weigh."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.export.relational.book import Book, Row
from lawbase.export.tokens import TokenIndex


def rows(book: Book, index: TokenIndex) -> dict[str, Iterator[Row]]:
    """The rows of ``tokens``, ``forms``, ``postings`` and ``informations``."""
    return {
        "tokens": (
            (book.number(*d.place), " ".join(d.heading), " ".join(d.body)) for d in index.documents
        ),
        "forms": (
            (language, form, place, token)
            for (language, form), found in index.forms.items()
            for place, token in enumerate(found)
        ),
        "postings": (
            (token, book.number(*d.place), weight)
            for d in index.documents
            for token, weight in d.weights.items()
        ),
        "informations": iter(index.informations.items()),
    }
