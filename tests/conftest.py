"""What the tests share: the corpus, read and built once for all workers."""

from __future__ import annotations

import csv
import fcntl
import gc
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import pytest
from hypothesis import settings
from msgspec.structs import replace
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.model import Aligned, Edition
from lawbase.profile import LanguageProfile, load_languages, read_utf8

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

# Compiled code is kept, whatever the environment says: each run, worker and interpreter that a test
# starts would compile all of it anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A run that passes on one machine passes on another; new examples, and many more of them, are
# looked for on purpose, by `pytest --hypothesis-profile exploring`.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("exploring", deadline=None, max_examples=1000)
settings.load_profile("repeatable")

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
GOLD = ROOT / "tests" / "gold"


def read_tsv(path: Path) -> list[dict[str, str]]:
    """The rows of a gold table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def nobody_has_read(kb: KnowledgeBase) -> KnowledgeBase:
    """The same base, but that no editor has read a pair of two languages."""
    contrasts = tuple(
        replace(c, reviewed=False, what={}, kind=c.detected.kind) for c in kb.aligned.contrasts
    )
    layers = {name: getattr(kb, name) for name in LAYERS}
    return KnowledgeBase(layers | {"aligned": replace(kb.aligned, contrasts=contrasts)})


@cache
def corpus_languages() -> dict[str, LanguageProfile]:
    """All language profiles of the corpus, read once; nothing in them is to be changed."""
    return load_languages(CORPUS)


@pytest.fixture(scope="session")
def languages() -> dict[str, LanguageProfile]:
    """All language profiles of the corpus."""
    return corpus_languages()


@pytest.fixture(scope="session")
def editions(knowledge: KnowledgeBase) -> dict[str, Edition]:
    """All editions of the corpus, read, by id."""
    return {edition.id: edition for edition in knowledge.editions}


@pytest.fixture(scope="session")
def knowledge() -> KnowledgeBase:
    """The whole corpus, read, linked, aligned and audited; nothing in it is to be changed."""
    from lawbase.building import default_home, open_knowledge

    return open_knowledge(default_home())


@pytest.fixture(scope="session")
def aligned(knowledge: KnowledgeBase) -> Aligned:
    """The corpus as it is aligned."""
    return knowledge.aligned


@pytest.fixture(scope="session")
def index() -> Path:
    """The folder of the search index, fresh."""
    from lawbase.building import build, default_home

    build(default_home(), "search")
    return default_home() / "search"


@pytest.fixture(scope="session")
def home() -> Path:
    """The folder of what ``lawbase build`` makes, all of it fresh.

    The build's own lock lets one worker build while the others wait.
    """
    from lawbase.building import build, default_home

    build(default_home())
    return default_home()


@pytest.fixture(scope="session")
def once(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Callable[[str, Callable[[Path], None]], Path]:
    """Fill a folder of a name once for all workers; it is to be read only."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def made(name: str, fill: Callable[[Path], None]) -> Path:
        folder = shared / name
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                aside = shared / f"{name}.part"
                shutil.rmtree(aside, ignore_errors=True)  # of another worker's attempt
                aside.mkdir()
                fill(aside)
                aside.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def journey(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The folder in which a booklet joined the corpus as the page about adding an edition says."""
    from tests.editions.journey import walk

    return once("journey", walk)


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """Catalogues of the same words are read once: much of a small site's time."""
    from lawbase.site import interface

    reading = interface.read_catalogue
    catalogues: dict[str, tuple[Catalog, Callable[[int], int]]] = {}

    def read(file: Path) -> tuple[Catalog, Callable[[int], int]]:
        words = read_utf8(file)
        if words not in catalogues:
            catalogues[words] = reading(file)
        return catalogues[words]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interface, "read_catalogue", read)
        yield


def pytest_collection_finish() -> None:
    """Tests keep much and leave little behind: what is collected here is looked through no more for
    garbage, and what comes seldom."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture
def heard() -> Iterator[None]:
    """SIGINT reaches what a test starts; a shell that runs the tests in the background ignores it,
    and so would they."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No memory is cleared up meanwhile: what a signal raises while it is would be lost."""
    gc.disable()
    yield
    gc.enable()


class Some(Protocol):
    """Takes one in so many of what is listed."""

    def __call__(self, listed: Sequence[T], one_in: int, /) -> Sequence[T]: ...


@pytest.fixture(scope="session")
def some(request: pytest.FixtureRequest) -> Some:
    """One in so many of what is listed, or all of it with ``--whole``."""
    whole = request.config.getoption("--whole")

    def chosen(listed: Sequence[T], one_in: int) -> Sequence[T]:
        return listed[:: 1 if whole else one_in]

    return chosen


PAGES_OF_EVERY_KIND = "tests/browser/test_pages.py"
COSTLY = {"exported", "journey", "unaided"}
"""Fixtures that take many seconds: whatever asks for one is slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a sample stands for; what takes long comes first, so that no core waits."""
    more = [item for item in items if item.get_closest_marker("whole")]
    if more and not config.getoption("--whole"):
        config.hook.pytest_deselected(items=more)
        items[:] = [item for item in items if item not in more]
    long = set()
    for item in items:
        needed = set(getattr(item, "fixturenames", ()))
        if COSTLY & needed:
            item.add_marker(pytest.mark.slow)
        if "browser" in needed or item.get_closest_marker("slow"):
            long.add(item.path)
    items.sort(key=lambda item: item.path not in long)


def shared_by(nodeid: str) -> str:
    """What a test shares: a costly fixture, for which no core shall wait, or else its file.

    The file about pages of every kind, which takes the longest, shares a page a kind.
    """
    file, _, test = nodeid.partition("::")
    if file == PAGES_OF_EVERY_KIND:
        return file + test.partition("[")[2]
    return _costly_in(file) or file


@cache
def _costly_in(file: str) -> str | None:
    """The costly fixture that the tests of a file ask for."""
    arguments = re.findall(r"^def \w+\(([^)]*)\)", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    asked = {name for listed in arguments for name in re.findall(r"\w+", listed)}
    return next(iter(sorted(COSTLY & asked)), None)


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Gives a core all tests that share something, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Groups by marks (--dist loadgroup) are none with a pytest that doesn't let rename tests."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``pytest --refresh-golden`` writes the golden files anew; read their diff."""
    parser.addoption("--refresh-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--whole", action="store_true", help="run all that tests are a sample of")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of a name, or write it anew when told to."""

    def compare(name: str, text: str) -> None:
        file = ROOT / "tests" / "golden" / name
        if request.config.getoption("--refresh-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
        assert text == file.read_text(encoding="utf-8"), f"{name} differs; read the difference"

    return compare
