"""Elements -> edition: every character claimed, every provision frozen, its tables found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lawbase.model import Edition, IndexEntry, Key, Part, Provision, Run, SourceNote
from lawbase.reading.elements import ReadElement
from lawbase.reading.source import Source
from lawbase.reading.tables import TableLayout, tables_of


def assemble(
    source: Source,
    elements: Sequence[ReadElement],
    tables: Sequence[TableLayout] = (),
    index: tuple[IndexEntry, ...] = (),
    notes: tuple[SourceNote, ...] = (),
) -> Edition:
    """Claim every element's characters and freeze the whole as an edition.

    The reader has claimed furniture, index and unrelated matter in the ledger before. What has two
    owners or none, keys that stand twice and corrections that change nothing are told.
    """
    for element in elements:
        _claim(element, source)
    source.corrections.tell_unused(source.problems)
    profile, ranges = source.folder.profile, source.folder.profile.law_ranges
    provisions = tuple(_provisions(elements, source))
    claims = source.ledger.claims()
    return Edition(
        id=profile.id,
        language=profile.language,
        year=profile.year,
        title=profile.title,
        revision=profile.revision,
        status=profile.status,
        publisher=profile.publisher,
        scope=profile.scope,
        laws=(ranges[0][0], ranges[-1][1]) if ranges else None,
        complete=profile.complete,
        source=source.folder.source_file,
        provisions=tables_of(provisions, tables, source),
        index=index,
        notes=notes,
        claims=claims,
        revisions=profile.revisions,
        gaps=tuple((a[1] + 1, b[0] - 1) for a, b in pairwise(ranges)),
    )


def _claim(element: ReadElement, source: Source) -> None:
    source.ledger.claim(element.label, "label", element.key)
    for name, traced in element.parts.items():
        source.ledger.claim(traced, "heading" if name == "heading" else "text", element.key)
    for traced in element.cut:
        source.ledger.claim(traced, "marker", element.key)


def _provisions(elements: Sequence[ReadElement], source: Source) -> Iterator[Provision]:
    children: defaultdict[Key, list[Key]] = defaultdict(list)
    footnotes: defaultdict[Key, list[Key]] = defaultdict(list)
    unique: dict[Key, ReadElement] = {}
    for element in elements:
        if element.key in unique:
            source.tell(
                f"two provisions are read as {element.key}",
                element.hull().start,
                cost=len(element.text),
                cause="a label or a headword stands twice; a correction must say what is meant",
            )
            continue
        unique[element.key] = element
        if element.kind == "footnote":
            for bearer in element.bearers:
                footnotes[bearer].append(element.key)
        elif element.parent is not None:
            children[element.parent].append(element.key)
    for key, element in unique.items():
        maps: dict[Part, tuple[Run, ...]] = {n: t.runs() for n, t in element.parts.items()}
        yield Provision(
            edition=source.folder.profile.id,
            key=key,
            kind=element.kind,
            parent=element.parent,
            label=element.label.text,
            heading=element.heading.text,
            text=element.text.text,
            tail=element.tail.text,
            source=element.hull(),
            children=tuple(children[key]),
            footnotes=tuple(footnotes[key]),
            markers=element.markers,
            bearers=element.bearers,
            senses=element.senses,
            maps=maps,
        )
