"""Provisions and editions of invented laws: what a test doesn't say follows, or stays empty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from lawbase.address import KeyParts, key_order
from lawbase.model import Edition, Key, Provision, ProvisionKind, SourceFile
from lawbase.text import Span

KINDS: dict[str, ProvisionKind] = {
    "def": "definition",
    "guide": "section",
    "intro": "introduction",
    "preface": "preface",
    "chapter": "chapter",
}


def provision(edition: str, key: Key, text: str = "", heading: str = "", **more: Any) -> Provision:
    """A provision; its kind, its parent and what bears it follow from its key."""
    parts = KeyParts.of(key)
    kind = KINDS.get(parts.book) or ("provision" if parts.depth else "law")
    given: dict[str, Any] = {
        "kind": "footnote" if parts.footnote else kind,
        "parent": parts.parent,
        "bearers": (parts.bearer,) if parts.footnote else (),
        "label": "",
        "tail": "",
        "source": Span(0, 0),
    }
    return Provision(edition=edition, key=key, text=text, heading=heading, **(given | more))


def edition(name: str, provisions: Iterable[Provision] = (), **more: Any) -> Edition:
    """A whole edition called by its language and year, ``aa-2007``."""
    language, _, year = name.partition("-")
    given: dict[str, Any] = {
        "language": language,
        "year": int(year) if year.isdigit() else 2007,
        "title": "",
        "revision": "",
        "status": "",
        "publisher": "",
        "scope": "",
        "laws": (1, 93),
        "complete": True,
        "source": SourceFile("source.txt", "0" * 64, 0),
    }
    return Edition(id=name, provisions=tuple(provisions), **(given | more))


def with_parents(keys: Iterable[Key]) -> list[Key]:
    """Keys of laws with all that stand above them, in the order of the book."""
    found: set[Key] = set()
    for key in keys:
        above: Key | None = key
        while above:
            found.add(above)
            above = KeyParts.of(above).parent
    return sorted(found, key=key_order)


def family(provisions: Iterable[Provision]) -> tuple[Provision, ...]:
    """The same provisions, each with its children and its footnotes."""
    below: defaultdict[tuple[bool, Key | None], list[Key]] = defaultdict(list)
    every = list(provisions)
    for p in every:
        below[p.kind == "footnote", KeyParts.of(p.key).parent].append(p.key)
    return tuple(
        msgspec.structs.replace(
            p, children=tuple(below[False, p.key]), footnotes=tuple(below[True, p.key])
        )
        for p in every
    )
