"""The documents and entry points of the index: where they stand and what they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from lawbase.search.contents import Contents
from lawbase.search.documents import Document
from lawbase.site.search_data.symbols import numbers, zigzag


def documents(contents: Contents) -> dict[str, object]:
    """What the browser must know of every document, in the order of the index.

    ``above`` tells how far back the provision stands that a document belongs to (a footnote to the
    one that bears it), 0 for none; ``bearers`` are the other bearers of a footnote.
    """
    tables = contents.tables
    numbered = {(d.edition, d.key): number for number, d in enumerate(contents.documents)}
    kinds = list(dict.fromkeys(tables.kind))
    above = [_above(document, numbered) for document in contents.documents]
    return {
        "editions": [
            [e.id, e.language, e.year, e.laws, tables.edition.count(n)]
            for n, e in enumerate(tables.editions)
        ],
        "keys": "\n".join(tables.key),
        "kinds": kinds,
        "kind": numbers(kinds.index(kind) for kind in tables.kind),
        "threads": numbers(_newly_numbered(tables.thread)),
        "above": numbers(n - a if a is not None else 0 for n, a in enumerate(above)),
        "bearers": {
            str(number): [numbered[document.edition, key] for key in bearers]
            for number, document in enumerate(contents.documents)
            if (bearers := document.provision.bearers[1:])
        },
    }


def entry_points(contents: Contents) -> dict[str, object]:
    """What the browser must know of every entry point: its language and kind in runs, and which
    list of targets it has. Lists are numbered as they are first met; weights follow from the words.
    """
    tables = contents.tables
    kinds = list(dict.fromkeys(tables.entry_kind))
    lists = {targets: n for n, targets in enumerate(dict.fromkeys(tables.entry_targets))}
    names = (
        (entry_point.stretch.language, kinds.index(kind))
        for entry_point, kind in zip(contents.entry_points, tables.entry_kind, strict=True)
    )
    return {
        "kinds": kinds,
        "runs": [[*name, len(list(run))] for name, run in groupby(names)],
        "counts": numbers(map(len, lists)),
        "targets": numbers(_steps(document for targets in lists for document, _ in targets)),
        "shares": numbers(share for targets in lists for _, share in targets),
        "list": numbers(_steps(lists[targets] for targets in tables.entry_targets)),
    }


def _above(document: Document, numbered: Mapping[tuple[str, str], int]) -> int | None:
    provision = document.provision
    key = provision.bearers[0] if provision.bearers else provision.parent
    return numbered.get((document.edition, key)) if key is not None else None


def _newly_numbered(values: Iterable[int]) -> Iterable[int]:
    """0 for the next new number, and how far below it an old one lies."""
    new = 0
    for value in values:
        yield new - value
        new = max(new, value + 1)


def _steps(values: Iterable[int]) -> Iterable[int]:
    """How each value differs from the one before."""
    last = 0
    for value in values:
        yield zigzag(value - last)
        last = value
