"""How many terms the fields of documents have, as far as it isn't told by their neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from lawbase.search.contents import Contents
from lawbase.search.documents import Field
from lawbase.search.weighing import LENT, usual_lengths
from lawbase.site.search_data.symbols import gaps, numbers

LEARNED: Field = "translated"


def lengths(contents: Contents) -> dict[str, object]:
    """The lengths of headings and texts, of what is lent and translated, and the usual ones.

    What is lent or translated is there for few documents: their numbers' gaps and the lengths.
    """
    usual: dict[str, dict[str, float]] = {}
    for (field, language), length in sorted(usual_lengths(contents.fields).items()):
        usual.setdefault(field, {})[language] = length
    lent = (*LENT.values(), LEARNED)
    return {
        "headings": numbers(_own(contents, "heading")),
        "texts": numbers(_own(contents, "text")),
        "lent": {
            field: {language: _sparse(contents, field, language) for language in usual[field]}
            for field in lent
            if field in usual
        },
        "usual": usual,
    }


def _own(contents: Contents, field: Field) -> Iterable[int]:
    for document, fields in zip(contents.documents, contents.fields, strict=True):
        yield len(fields.get((field, document.language), ()))


def _sparse(contents: Contents, field: Field, language: str) -> dict[str, str]:
    found = [
        (number, len(terms))
        for number, fields in enumerate(contents.fields)
        if (terms := fields.get((field, language)))
    ]
    return {
        "gaps": numbers(gaps(number for number, _ in found)),
        "lengths": numbers(length for _, length in found),
    }
