"""Profiles and corrections with missing keys, wrong types, broken and endless patterns.

Every line that sets a key, in every TOML file of the corpus, is left out, set to a number, to an
unclosed pattern, and to one that backtracks; then what depends on the file is read. It is right
when everything still agrees without the line or with what it says now.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import lawbase.reading.corpus as corpus_reader
from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, attempt, tally
from lawbase.citations.glossary import load_concepts, load_situations
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import load_languages
from lawbase.reading.corpus import read_corpus
from lawbase.reading.ledger import unproven

CORPUS = ROOT / "corpus"
PROCESSES = 2
SECONDS = 20.0
SECONDS_WHERE_ENDLESS = 3.0
ENDLESS = "set to a pattern that backtracks"
KEY = re.compile(r"^(\s*[\"']?[\w-]+[\"']?\s*=\s*)(.+)$")
MOST_OF_A_FILE = 150
CHANGES: dict[str, Callable[[re.Match[str]], str]] = {
    "left out": lambda _: "",
    "set to a number": lambda line: line[1] + "7",
    "set to an unclosed pattern": lambda line: line[1] + "'(?P<label>['",
    ENDLESS: lambda line: line[1] + r"'(?P<label>(\w|\s|\W)+)+#~#'",
}

OF_ALL_TEXTS = ("languages", "situations")


def tallies() -> Iterator[Tally]:
    """Each change to every line with a key, by the kind of file."""
    kinds = {
        "an edition's profile": sorted(CORPUS.glob("*/edition.toml")),
        "corrections": sorted(CORPUS.glob("*/corrections.toml")),
        "a language's profile": sorted(CORPUS.glob("languages/*.toml")),
        "glossary and situations": [
            CORPUS / "terms.toml",
            *sorted(CORPUS.glob("situations/*.toml")),
        ],
    }
    with get_context("spawn").Pool(PROCESSES) as pool:
        tried = {
            f"{kind}: a key {change}": pool.imap(_changed, _tasks(change, files))
            for kind, files in kinds.items()
            for change in CHANGES
        }
        for name, outcomes in tried.items():
            yield tally(name, outcomes)


def _tasks(change: str, files: list[Path]) -> list[tuple[str, Path, int]]:
    return [(change, file, number) for file in files for number in _lines(file)]


def _lines(file: Path) -> list[int]:
    """The lines that set a key, evenly thinned out where there are very many."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [number for number, line in enumerate(lines) if KEY.match(line)]
    return found[:: 1 + len(found) // MOST_OF_A_FILE]


def _changed(task: tuple[str, Path, int]) -> str:
    change, file, number = task
    corpus_reader.SECONDS_AN_EDITION_MAY_TAKE = (
        SECONDS_WHERE_ENDLESS if change == ENDLESS else SECONDS
    )
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[number] = KEY.sub(CHANGES[change], lines[number])
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder)
        target = corpus / file.relative_to(CORPUS)
        for path in _needed(file):
            _copy(path, corpus)
        target.parent.mkdir(exist_ok=True)
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")
        outcome = attempt(partial(_used, target, corpus))
    return outcome if outcome in ("right", "refused") else f"{file.name}:{number + 1} {outcome}"


def _needed(file: Path) -> list[Path]:
    """What is read together with a file."""
    if file.parent == CORPUS or file.parent.name in OF_ALL_TEXTS:
        return [CORPUS / "languages", CORPUS / "terms.toml", CORPUS / "situations"]
    profile = (file.parent / "edition.toml").read_text(encoding="utf-8")
    sister = re.search(r'^sister = "(.+)"', profile, re.MULTILINE)
    return [file.parent, *([CORPUS / sister[1]] if sister else [])]


def _copy(path: Path, corpus: Path) -> None:
    target = corpus / path.relative_to(CORPUS)
    if path.is_dir():
        shutil.copytree(path, target)
    else:
        shutil.copy(path, target)


def _used(file: Path, corpus: Path) -> str:
    if file.parent == corpus or file.parent.name in OF_ALL_TEXTS:
        languages = load_languages(corpus)
        concepts = load_concepts(corpus / "terms.toml", languages, _editions())
        load_situations(corpus / "situations", languages, _editions())
        if file.parent.name == "languages":
            written = [edition for edition in _editions() if edition.language == file.stem]
            texts = {"languages": languages, "editions": tuple(written), "concepts": concepts}
            link_editions(KnowledgeBase(texts))
        return RIGHT
    problems = [unproven(edition) for edition in read_corpus(corpus)]
    return next(filter(None, problems), RIGHT)


@cache
def _editions() -> tuple[Edition, ...]:
    return read_corpus(CORPUS)
