"""How the site grows with the editions.

    python -m benchmarks.site [--times 10]

The corpus is compiled once; then every edition of laws is there several times under later years,
with its references, uses of terms and changes, and every thread runs through all copies. So pages
of an edition multiply, and pages across editions show more editions each. Also tells what the
heaviest page of a law weighs with everything that it needs to show, compressed with brotli.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import brotli
from msgspec.structs import replace

from benchmarks.corpus import copied
from benchmarks.measuring import heading, measured, megabytes, row
from lawbase.building import products, save_knowledge
from lawbase.compiling import add_layers, read_texts
from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.model import Links, Text, Thread, Version
from lawbase.profile import data_folder

CENTURY = 100
NEEDED = re.compile(r'(?:src|href)="([^"?]+\.(?:js|css|svg))(?:\?[^"]*)?"')
T = TypeVar("T")


def main() -> None:
    """Build the site of the corpus, and of the corpus many times."""
    options = argparse.ArgumentParser()
    options.add_argument("--times", type=int, default=10)
    times = options.parse_args().times
    corpus = data_folder("corpus")
    kb = add_layers(read_texts(corpus), corpus)
    print(heading("editions", "seconds", "pages", "MB of files", "MB of packs"))
    for copies in (1, times):
        grown = kb if copies == 1 else multiplied(kb, copies)
        with tempfile.TemporaryDirectory() as name:
            folder, output = Path(name), Path(name) / "site"
            for saved in ("texts", "knowledge"):
                save_knowledge(grown, folder / saved)
            for before in ("contents", "search"):
                products()[before].make(folder, folder / before)
            taken = measured(partial(products()["site"].make, folder, output))
            pages = sum(1 for _ in output.rglob("*.html"))
            editions = sum(1 for edition in grown.editions if edition.laws)
            sizes = (f"{megabytes(made):.1f}" for made in (output, output / "offline"))
            print(row(editions, f"{taken.seconds:.1f}", pages, *sizes), flush=True)
            if copies == 1:
                heaviest = max(weight(page) for page in output.glob("*-*/[0-9]*/index.html"))
    print(f"\nThe heaviest page of a law: {heaviest / 1000:.0f} kB with all that it needs.")


def weight(page: Path) -> int:
    """The compressed bytes of a page and of the files that it names."""
    named = {page.parent / name for name in NEEDED.findall(page.read_text("utf-8"))}
    return sum(len(brotli.compress(file.read_bytes())) for file in (page, *named))


def multiplied(kb: KnowledgeBase, times: int) -> KnowledgeBase:
    """The knowledge base with every edition of laws ``times`` times."""
    names = {
        e.id: [_later(e.id, n) for n in range(times)] if e.laws else [e.id] for e in kb.editions
    }
    editions = tuple(
        copied(edition, name, year=edition.year + CENTURY * n)
        for edition in kb.editions
        for n, name in enumerate(names[edition.id])
    )
    links = Links(
        tuple(replace(r, edition=name) for r in kb.links.references for name in names[r.edition]),
        tuple(replace(u, edition=name) for u in kb.links.uses for name in names[u.edition]),
    )
    aligned = replace(
        kb.aligned,
        alignments=_pairwise(kb.aligned.alignments, names),
        threads=tuple(_spread(thread, names) for thread in kb.aligned.threads),
        changes=_pairwise(kb.aligned.changes, names),
        contrasts=_pairwise(kb.aligned.contrasts, names),
    )
    layers: dict[str, object] = {name: getattr(kb, name) for name in LAYERS}
    layers |= {"versions": _centuries(kb.versions, times)}
    return KnowledgeBase(layers | {"editions": editions, "links": links, "aligned": aligned})


def _centuries(versions: Sequence[Version], times: int) -> tuple[Version, ...]:
    """The versions once a century, each superseded by the next."""
    every = [replace(v, year=v.year + CENTURY * n) for n in range(times) for v in versions]
    years = [version.year for version in every]
    return tuple(
        replace(version, superseded_by=after)
        for version, after in zip(every, [*years[1:], None], strict=True)
    )


def _later(name: str, copy: int) -> str:
    language, year = name.split("-")
    return f"{language}-{int(year) + CENTURY * copy}"


def _pairwise(found: Iterable[T], names: dict[str, list[str]]) -> tuple[T, ...]:
    return tuple(
        replace(each, from_edition=old, to_edition=new)  # type: ignore[type-var]
        for each in found
        for old, new in zip(names[each.from_edition], names[each.to_edition], strict=True)  # type: ignore[attr-defined]
    )


def _spread(thread: Thread, names: dict[str, list[str]]) -> Thread:
    texts = (Text(name, text.key) for text in thread.texts for name in names[text.edition])
    return replace(thread, texts=tuple(texts))


if __name__ == "__main__":
    main()
