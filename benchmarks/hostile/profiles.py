"""Profiles and corrections with missing keys, wrong types, broken and endless patterns.

A line that sets a key, in any TOML file of the corpus, is left out, set to a number, to an unclosed
pattern, and to one that backtracks; then what depends on the file is read. Of a long file lines
are taken evenly, --lines of them at most. It is right when everything still agrees without the line
or with what it says now. Whether a decision of an editor names what there is isn't asked here: that
takes an alignment each time.
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
from lawbase.citations.glossary import load_beyond, load_concepts, load_situations
from lawbase.citations.link import link_editions
from lawbase.compiling import load_decisions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import load_languages, load_versions
from lawbase.reading.corpus import read_corpus
from lawbase.reading.ledger import unproven

CORPUS = ROOT / "corpus"
PROCESSES = 2
SECONDS = 20.0
SECONDS_WHERE_ENDLESS = 3.0
ENDLESS = "set to a pattern that backtracks"
KEY = re.compile(r"^(\s*[\"']?[\w-]+[\"']?\s*=\s*)(.+)$")
CHANGES: dict[str, Callable[[re.Match[str]], str]] = {
    "left out": lambda _: "",
    "set to a number": lambda line: line[1] + "7",
    "set to an unclosed pattern": lambda line: line[1] + "'(?P<label>['",
    ENDLESS: lambda line: line[1] + r"'(?P<label>(\w|\s|\W)+)+#~#'",
}

OF_ALL_TEXTS = ("languages", "situations")
DECIDED = ("accepted.toml", "alignments.toml", "versions.toml")


def tallies(most: int) -> Iterator[Tally]:
    """Each change to lines that set a key, at most so many of a file, by the kind of file."""
    kinds = {
        "an edition's profile": sorted(CORPUS.glob("*/edition.toml")),
        "corrections": sorted(CORPUS.glob("*/corrections.toml")),
        "a language's profile": sorted(CORPUS.glob("languages/*.toml")),
        "glossary and situations": [
            CORPUS / "terms.toml",
            CORPUS / "beyond.toml",
            *sorted(CORPUS.glob("situations/*.toml")),
        ],
        "decisions of editors, and the versions": [
            *sorted(CORPUS.glob("*/accepted.toml")),
            CORPUS / "alignments.toml",
            *sorted(CORPUS.glob("changes/*.toml")),
            CORPUS / "versions.toml",
        ],
    }
    with get_context("spawn").Pool(PROCESSES) as pool:
        tried = {
            f"{kind}: a key {change}": pool.imap(_changed, _tasks(change, files, most))
            for kind, files in kinds.items()
            for change in CHANGES
        }
        for name, outcomes in tried.items():
            yield tally(name, outcomes)


def _tasks(change: str, files: list[Path], most: int) -> list[tuple[str, Path, int]]:
    return [(change, file, number) for file in files for number in _lines(file, most)]


def _lines(file: Path, most: int) -> list[int]:
    """The lines that set a key, evenly thinned out where there are very many."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [number for number, line in enumerate(lines) if KEY.match(line)]
    return found[:: 1 + len(found) // most]


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
    if _is_decided(file):
        return []
    if file.parent == CORPUS or file.parent.name in OF_ALL_TEXTS:
        return [CORPUS / "languages", CORPUS / "terms.toml", CORPUS / "situations"]
    profile = (file.parent / "edition.toml").read_text(encoding="utf-8")
    sister = re.search(r'^sister = "(.+)"', profile, re.MULTILINE)
    return [file.parent, *([CORPUS / sister[1]] if sister else [])]


def _is_decided(file: Path) -> bool:
    return file.parent.name == "changes" or file.name in DECIDED


def _copy(path: Path, corpus: Path) -> None:
    target = corpus / path.relative_to(CORPUS)
    if path.is_dir():
        shutil.copytree(path, target)
    else:
        shutil.copy(path, target)


def _used(file: Path, corpus: Path) -> str:
    if _is_decided(file):
        load_decisions(corpus)
        load_versions(corpus, ())
        return RIGHT
    if file.parent == corpus or file.parent.name in OF_ALL_TEXTS:
        languages = load_languages(corpus)
        concepts = load_concepts(corpus / "terms.toml", languages, _editions())
        load_situations(corpus / "situations", languages, _editions())
        load_beyond(corpus / "beyond.toml", languages)
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
