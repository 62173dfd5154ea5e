"""What each stage of a build costs, and how reading to auditing grow with the editions.

    python -m benchmarks.stages

Seconds, megabytes of the process at its peak (of one of its printers, for the site), megabytes of
what is made. Growth is told twice: with the corpus an edition at a time, and with copies of its
books under later years, because every edition is aligned with every other.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.corpus import Corpus
from benchmarks.measuring import Measured, heading, measured, megabytes, row
from lawbase.aligning.align import align_editions
from lawbase.auditing.audit import audit_editions
from lawbase.building import products, save_knowledge
from lawbase.citations.link import link_editions
from lawbase.compiling import load_decisions, with_tables
from lawbase.export import FORMATS, exporter
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import data_folder
from lawbase.reading.corpus import edition_paths, read_corpus

CORPUS = data_folder("corpus")
YEARS_LATER = (1, 2)
T = TypeVar("T")


def main() -> None:
    """Measure the stages, then the growth."""
    with tempfile.TemporaryDirectory() as folder:
        kb = _stages(Path(folder))
        _exports(kb, Path(folder))
        costs = ("reading", "linking", "aligning", "auditing", "seconds")
        print("\n" + heading("grown by", "editions", "provisions", *costs))
        corpus = Corpus()
        for name, grown in _corpora(Path(folder)):
            _grown(name, grown, corpus)


def _stages(folder: Path) -> KnowledgeBase:
    print(heading("stage", "seconds", "peak MB", "makes MB"))
    kb = with_tables(_told("reading", measured(lambda: read_corpus(CORPUS))), CORPUS)
    overrides, readings, accepted = load_decisions(CORPUS)
    kb.add("links", _told("linking", measured(lambda: link_editions(kb))))
    kb.add("aligned", _told("aligning", measured(lambda: align_editions(kb, overrides, readings))))
    kb.add("findings", _told("auditing", measured(lambda: audit_editions(kb, accepted))))
    save_knowledge(kb, folder / "texts")
    saved = folder / "knowledge"
    _told("saving", measured(lambda: save_knowledge(kb, saved)), saved)
    for name in ("contents", "search", "site"):
        product = products()[name]
        made = product.folder(folder)
        _told(name, measured(partial(product.make, folder, made)), made)
    return kb


def _exports(kb: KnowledgeBase, folder: Path) -> None:
    print("\n" + heading("export", "seconds", "peak MB", "makes MB"))
    for name in FORMATS:
        target = folder / f"export-{name}"
        _told(name, measured(partial(exporter(name), kb, target)), target)


def _told(name: str, cost: Measured[T], made: Path | None = None) -> T:
    size = f"{megabytes(made):.1f}" if made else ""
    print(row(name, f"{cost.seconds:.2f}", f"{cost.peak:.0f}", size), flush=True)
    return cost.result


def _corpora(folder: Path) -> Iterator[tuple[str, Path]]:
    """The corpus an edition at a time, then with copies of its books in later years."""
    grown = folder / "corpus"
    paths = sorted(edition_paths(CORPUS), key=_needs_a_sister)
    for path in paths:
        shutil.copytree(path, grown / path.name)
        yield path.name, grown
    books = [path for path in paths if 'kind = "book"' in _profile(path)]
    for later in YEARS_LATER:
        for path in books:
            _copied(path, grown, later)
        yield f"{len(books)} copies", grown


def _needs_a_sister(path: Path) -> tuple[bool, str]:
    return "\nsister = " in _profile(path), path.name


def _profile(path: Path) -> str:
    return (path / "edition.toml").read_text(encoding="utf-8")


def _copied(path: Path, corpus: Path, later: int) -> None:
    """An edition again under a later year."""
    language, _, year = path.name.rpartition("-")
    name = f"{language}-{int(year) + later}"
    shutil.copytree(path, corpus / name)
    (corpus / name / "accepted.toml").unlink(missing_ok=True)
    profile = re.sub(r'^id = ".+"$', f'id = "{name}"', _profile(path), count=1, flags=re.M)
    profile = re.sub(r"^year = \d+$", f"year = {int(year) + later}", profile, count=1, flags=re.M)
    (corpus / name / "edition.toml").write_text(profile, encoding="utf-8")


def _grown(name: str, grown: Path, corpus: Corpus) -> None:
    reading = measured(lambda: read_corpus(grown))
    kb = corpus.knowledge(reading.result)
    linking = measured(lambda: link_editions(kb))
    kb.add("links", linking.result)
    aligning = measured(lambda: align_editions(kb))
    kb.add("aligned", aligning.result)
    auditing = measured(lambda: audit_editions(kb))
    costs = [cost.seconds for cost in (reading, linking, aligning, auditing)]
    editions = kb.editions
    provisions = sum(len(edition.provisions) for edition in editions)
    told = [f"{cost:.2f}" for cost in (*costs, sum(costs))]
    print(row(name, len(editions), provisions, *told), flush=True)


if __name__ == "__main__":
    main()
