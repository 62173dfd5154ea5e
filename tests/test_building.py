"""A build makes what is stale and nothing else, whole or not at all, one at a time."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import lawbase.building
from lawbase.building import Product, build, locked, open_together, products
from lawbase.errors import LawbaseError
from lawbase.progress import Stage, listening
from lawbase.search.contents import gather_contents
from lawbase.site.search_data import write_search_data
from lawbase.storage import MARKER, DamagedError, folder_digest, replacing_folder, write_inside
from tests.commands.running import run
from tests.conftest import ROOT
from tests.editions.corpora import two_editions
from tests.site.invented import invented

ALL = ["texts", "knowledge", "contents", "search", "site"]
ANOTHER_LABEL = """
[[correction]]
kind = "label"
at = "2) Poste oni kalkulas."
printed = "2)"
read_as = "3.B.3"
why = "An item was left out before it."
"""


class Workshop:
    """Products made of a corpus of one file; each is its input in capitals, in two files."""

    def __init__(self, folder: Path):
        self.corpus = folder / "corpus.txt"
        self.home = folder / "build"
        self.corpus.write_text("laws", encoding="utf-8")
        texts = Product("texts", (self.corpus,), self.make)
        knowledge = Product("knowledge", (), self.make, after=(texts,))
        contents = Product("contents", (), self.make, after=(texts,))
        search = Product("search", (), self.make, after=(knowledge, contents))
        site = Product("site", (), self.make_last, after=(knowledge, contents), last=(search,))
        made = (texts, knowledge, contents, search, site)
        self.products = {product.name: product for product in made}

    def make(self, _: Path, folder: Path) -> None:
        """Write both files."""
        with replacing_folder(folder, mend=True) as aside:
            for name in ("one", "two"):
                text = f"{name} {self.corpus.read_text(encoding='utf-8').upper()}"
                write_inside(aside, name, text.encode())

    def make_last(self, home: Path, folder: Path, finish: Callable[[], None]) -> None:
        """Write both files when what is read last is there."""
        finish()
        searched = (home / "search" / "two").read_text(encoding="utf-8")
        assert searched == f"two {self.corpus.read_text(encoding='utf-8').upper()}"
        self.make(home, folder)

    def files(self) -> list[str]:
        """Everything in the folder of products."""
        found = (p for p in self.home.rglob("*") if p.is_file())
        return sorted(p.relative_to(self.home).as_posix() for p in found)


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A workshop that ``build`` works in."""
    shop = Workshop(tmp_path)
    monkeypatch.setattr(lawbase.building, "products", lambda _: shop.products)
    return shop


def test_a_second_build_makes_nothing(workshop: Workshop) -> None:
    assert build(workshop.home) == ALL
    assert build(workshop.home) == []


def test_only_what_is_asked_for_is_made(workshop: Workshop) -> None:
    assert build(workshop.home, "knowledge") == ["texts", "knowledge"]
    assert build(workshop.home) == ["contents", "search", "site"]


def test_a_changed_input_makes_all_that_follows(workshop: Workshop) -> None:
    build(workshop.home)
    workshop.corpus.write_text("rules", encoding="utf-8")
    assert build(workshop.home) == ALL
    assert (workshop.home / "site" / "one").read_text(encoding="utf-8") == "one RULES"


def test_an_input_with_a_new_time_and_the_same_words_makes_nothing(workshop: Workshop) -> None:
    build(workshop.home)
    os.utime(workshop.corpus, (1, 1))
    assert build(workshop.home) == []


def test_an_input_changed_in_silence_makes_all_that_follows(workshop: Workshop) -> None:
    build(workshop.home)
    times = workshop.corpus.stat()
    workshop.corpus.write_text("saws", encoding="utf-8")
    os.utime(workshop.corpus, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert build(workshop.home) == ALL


@pytest.mark.parametrize("year", [1971, 2100])
def test_a_clock_that_is_wrong_or_goes_back_changes_nothing(workshop: Workshop, year: int) -> None:
    wrong = int((year - 1970) * 365.25 * 86400)
    build(workshop.home)
    for path in (workshop.corpus, *workshop.home.rglob("*")):
        os.utime(path, (wrong, wrong))
    assert build(workshop.home) == []
    workshop.corpus.write_text("rules", encoding="utf-8")
    os.utime(workshop.corpus, (wrong, wrong))
    assert build(workshop.home) == ALL
    (workshop.home / "site" / "one").write_text("torn", encoding="utf-8")
    os.utime(workshop.home / "site" / "one", (wrong, wrong))
    assert build(workshop.home, thoroughly=True) == ["site"]


def test_a_renamed_input_is_another_input(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    (folder / "cs-2007").mkdir(parents=True)
    (folder / "cs-2007" / "source.txt").write_text("laws", encoding="utf-8")
    product = Product("knowledge", (folder,), make_nothing)
    make_product(product, tmp_path)
    assert product.is_fresh(tmp_path)
    (folder / "cs-2007").rename(folder / "cs-2008")
    assert not product.is_fresh(tmp_path)


def make_product(product: Product, home: Path) -> None:
    """Make one product."""
    inputs = product.inputs_now()
    product.make(home, product.folder(home))
    product.record(home, inputs)


def make_nothing(_: Path, folder: Path) -> None:
    """Make a product without a file."""
    with replacing_folder(folder):
        pass


def test_an_input_that_changes_nothing_makes_nothing_that_follows(workshop: Workshop) -> None:
    build(workshop.home)
    workshop.corpus.write_text("LAWS", encoding="utf-8")
    assert build(workshop.home) == ["texts"]


def test_the_folder_may_be_copied_elsewhere(workshop: Workshop, tmp_path: Path) -> None:
    build(workshop.home)
    shutil.copytree(workshop.home, tmp_path / "copy", copy_function=shutil.copy)
    assert build(tmp_path / "copy") == []


@pytest.mark.slow
@pytest.mark.parametrize("product", ALL)
@pytest.mark.parametrize(
    "damage", ["cut", "flip", "silent", "empty", "lose", "marker", "no marker", "folder"]
)
def test_what_is_damaged_is_made_again(workshop: Workshop, product: str, damage: str) -> None:
    build(workshop.home)
    whole = workshop.files()
    spoil(workshop.home / product, damage)
    assert build(workshop.home, thoroughly=True) == [product]
    assert workshop.files() == whole
    assert (workshop.home / product / "one").read_text(encoding="utf-8") == "one LAWS"


def spoil(folder: Path, damage: str) -> None:
    """Do one kind of damage to a product."""
    file = folder / "one"
    data = file.read_bytes()
    if damage == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "flip":
        file.write_bytes(bytes([data[0] ^ 1]) + data[1:])
    elif damage == "silent":
        times = file.stat()
        file.write_bytes(bytes([data[0] ^ 1]) + data[1:])
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "lose":
        file.unlink()
    elif damage == "marker":
        (folder / MARKER).write_bytes(b'{"made_by":"lawbase","files":{}}')
    elif damage == "no marker":
        (folder / MARKER).unlink()
    else:
        shutil.rmtree(folder)


def test_products_of_two_builds_are_not_opened_together(workshop: Workshop) -> None:
    def opened() -> str:
        return "both"

    def rebuilt() -> str:
        workshop.corpus.write_text("once more", encoding="utf-8")
        build(workshop.home)
        return "a mixture"

    build(workshop.home)
    knowledge = folder_digest(workshop.home / "knowledge")
    assert open_together(workshop.home, opened, "site", "search") == ("both", knowledge)
    workshop.corpus.write_text("other laws", encoding="utf-8")
    build(workshop.home, "search")  # as a search on the command line does; the site stays
    with pytest.raises(DamagedError, match="only a part of it was rebuilt"):
        open_together(workshop.home, opened, "site", "search")
    build(workshop.home)
    assert open_together(workshop.home, opened, "site", "search")[1] != knowledge
    with pytest.raises(DamagedError, match="another build is under way"):
        open_together(workshop.home, rebuilt, "site", "search")


def test_a_damaged_record_makes_everything_anew(workshop: Workshop) -> None:
    build(workshop.home)
    (workshop.home / MARKER).write_bytes(b"")
    assert build(workshop.home) == ALL


def test_a_file_that_somebody_put_into_a_product_stays(workshop: Workshop) -> None:
    build(workshop.home)
    thesis = workshop.home / "site" / "notes" / "thesis.txt"
    thesis.parent.mkdir()
    thesis.write_text("mine", encoding="utf-8")
    assert build(workshop.home, thoroughly=True) == []
    assert build(workshop.home, anew=True) == ALL
    assert thesis.read_text(encoding="utf-8") == "mine"


def test_a_maker_that_fails_leaves_the_old_product(workshop: Workshop) -> None:
    build(workshop.home)
    workshop.corpus.write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        build(workshop.home)
    assert (workshop.home / "knowledge" / "one").read_text(encoding="utf-8") == "one LAWS"
    workshop.corpus.write_text("laws", encoding="utf-8")
    assert build(workshop.home) == []


@pytest.mark.parametrize("stale", [True, False])
def test_what_a_killed_build_left_is_cleared_away(workshop: Workshop, stale: bool) -> None:
    build(workshop.home)
    whole = workshop.files()
    for name, product in {"abcd1234": "knowledge", "k_2sdf0x": "site", "12345678": MARKER}.items():
        left = workshop.home / f".lawbase.{name}"
        (left / "new").mkdir(parents=True)
        (left / "new" / "half").write_text("half", encoding="utf-8")
        told = {"made_by": "lawbase replacing", "name": product}
        (left / MARKER).write_text(json.dumps(told), encoding="utf-8")
    if stale:
        workshop.corpus.write_text("rules", encoding="utf-8")
    assert build(workshop.home) == (ALL if stale else [])
    assert workshop.files() == whole


def test_what_a_kill_between_two_renames_took_away_is_put_back(workshop: Workshop) -> None:
    build(workshop.home)
    whole = workshop.files()
    left = workshop.home / ".lawbase.abcd1234"
    left.mkdir()
    told = {"made_by": "lawbase replacing", "name": "site"}
    (left / MARKER).write_text(json.dumps(told), encoding="utf-8")
    (workshop.home / "site").rename(left / "old")
    assert build(workshop.home) == []
    assert workshop.files() == whole


@pytest.mark.parametrize("lock", [True, False])
def test_a_folder_of_other_things_is_not_built_in(workshop: Workshop, lock: bool) -> None:
    (workshop.home / "site").mkdir(parents=True)
    (workshop.home / "site" / "mine.txt").write_text("my own site", encoding="utf-8")
    if lock:
        (workshop.home / ".lock").touch()
    with pytest.raises(LawbaseError, match="build: holds “site”, which no build made; choose an"):
        build(workshop.home)
    assert [name for name in workshop.files() if name != ".lock"] == ["site/mine.txt"]


def test_a_site_of_somebody_else_in_a_folder_of_builds_is_left_alone(workshop: Workshop) -> None:
    build(workshop.home, "search")
    (workshop.home / "site").mkdir()
    (workshop.home / "site" / "mine.txt").write_text("my own site", encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"site: holds “mine\.txt”, which lawbase didn't write"):
        build(workshop.home)
    assert (workshop.home / "site" / "mine.txt").read_text(encoding="utf-8") == "my own site"


def test_a_file_where_the_folder_should_be(workshop: Workshop) -> None:
    workshop.home.write_text("a file", encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"build: cannot write here \(File exists\)"):
        build(workshop.home)


def test_a_lock_that_a_stranger_planted(workshop: Workshop) -> None:
    build(workshop.home)
    lock, elsewhere = workshop.home / ".lock", workshop.home.parent / "elsewhere"
    lock.unlink()
    os.mkfifo(lock)
    assert build(workshop.home, anew=True) == ALL
    lock.unlink()
    lock.symlink_to(elsewhere)
    with pytest.raises(LawbaseError, match="cannot write here"):
        build(workshop.home, anew=True)
    assert not elsewhere.exists()


@pytest.mark.usefixtures("workshop")
def test_a_disk_that_can_not_be_written() -> None:
    with pytest.raises(LawbaseError, match=r"/proc/lawbase: cannot write here \("):
        build(Path("/proc/lawbase"))


def test_another_build_waits_and_then_has_nothing_to_do(workshop: Workshop) -> None:
    code = textwrap.dedent("""
        import sys, time
        from pathlib import Path
        from lawbase.building import locked
        with locked(Path(sys.argv[1])):
            print("locked", flush=True)
            time.sleep(0.4)
            Path(sys.argv[2]).touch()
    """)
    ended = workshop.corpus.with_name("ended")
    command = [sys.executable, "-c", code, str(workshop.home), str(ended)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout
        other.stdout.readline()
        build(workshop.home)
        assert ended.exists()
    assert build(workshop.home) == []


@pytest.mark.slow
def test_what_a_corrected_corpus_makes_is_what_it_makes_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, home, anew = (tmp_path / name for name in ("corpus", "home", "anew"))
    monkeypatch.setenv("LAWBASE_CORPUS", str(two_editions(corpus)))
    assert build(home) == ALL
    before = {name: folder_digest(product.folder(home)) for name, product in products().items()}
    with (corpus / "eo-2040" / "corrections.toml").open("a", encoding="utf-8") as corrections:
        corrections.write(ANOTHER_LABEL)
    assert build(home) == ALL
    stages: list[Stage] = []
    with listening(stages):
        assert build(anew) == ALL
    assert [stage.name for stage in stages].count("gathering") == 1
    for name, product in products().items():
        assert folder_digest(product.folder(home)) == folder_digest(product.folder(anew))
        assert folder_digest(product.folder(home)) != before[name]
    products()["site"].make(home, tmp_path / "alone")
    assert folder_digest(tmp_path / "alone") == folder_digest(home / "site")


@pytest.mark.slow
def test_a_build_knows_its_corpus_wherever_that_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, home = two_editions(tmp_path / "pravidla \udcff"), tmp_path / "home"
    moved = tmp_path / "moved" / corpus.name
    asked = ("show", "3", "--build", str(home))
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    build(home, "knowledge")
    monkeypatch.delenv("LAWBASE_CORPUS")
    assert build(home, "knowledge") == []
    answer = run(*asked)
    assert (answer.code, answer.err, "eo-2030" in answer.out) == (0, "", True)
    moved.parent.mkdir()
    corpus.rename(moved)
    gone = run(*asked)
    assert (gone.code, gone.out) == (2, "")
    assert gone.err.endswith("which is gone; name its texts with --corpus DIR\n")
    assert run("--corpus", str(moved), *asked) == run(*asked) == answer


@pytest.mark.parametrize("line", ["show 3", "search renons", "export csv --output x.csv", "serve"])
def test_a_folder_to_read_of_that_is_not_there_is_told_and_not_made(
    tmp_path: Path, line: str
) -> None:
    outcome = run(*line.split(), "--build", str(tmp_path / "none"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no such folder; “lawbase build --output" in outcome.err
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.whole) for n in (2, 3))])
def test_words_changed_one_after_another_make_what_they_make_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    corpus, home, anew = (tmp_path / name for name in ("corpus", "home", "anew"))
    monkeypatch.setenv("LAWBASE_CORPUS", str(two_editions(corpus)))
    build(home)
    dice = random.Random(seed)
    for _ in range(3):
        change_a_word(corpus / dice.choice(("eo-2030", "eo-2040")), dice)
        assert build(home) == ALL
    build(anew)
    for product in products().values():
        assert folder_digest(product.folder(home)) == folder_digest(product.folder(anew))


def change_a_word(edition: Path, dice: random.Random) -> None:
    """Put another word of a source in the place of one, as another print of it may have it."""
    source, profile = edition / "source.txt", edition / "edition.toml"
    text = source.read_text("utf-8")
    place = dice.choice(list(re.finditer(r"\b[a-z]{4,}\b(?=[^()]*\.$)", text, re.M)))
    other = dice.choice(re.findall(r"\b[a-z]{4,}\b", text))
    changed = f"{text[: place.start()]}{other}n{text[place.end() :]}"
    old, new = (hashlib.sha256(each.encode()).hexdigest() for each in (text, changed))
    source.write_text(changed, "utf-8", newline="")
    profile.write_text(profile.read_text("utf-8").replace(old, new), "utf-8")


def test_no_word_of_the_interface_makes_an_index_again(tmp_path: Path) -> None:
    sources, before, after = (tmp_path / name for name in ("sources", "before", "after"))
    shutil.copytree(ROOT / "site", sources)
    for folder in (before, after):
        with replacing_folder(folder) as index:
            write_search_data(gather_contents(invented()), sources, index)
        for catalogue in (sources / "interface").glob("*.po"):
            bare = re.sub(r'^msgstr ".+"$', 'msgstr ""', catalogue.read_text("utf-8"), flags=re.M)
            catalogue.write_text(bare, "utf-8")
    assert folder_digest(before) == folder_digest(after)
    made_of = {file for path in products()["search"].inputs for file in (path, *path.rglob("*"))}
    assert ROOT / "site" / "site.toml" in made_of
    assert not [file for file in made_of if file.suffix in (".po", ".pot")]


MAKE_FOR_EVER = """
import sys, time
from pathlib import Path
from lawbase.building import Product, locked
from lawbase.storage import replacing_folder, write_inside

home, source = Path(sys.argv[1]), Path(sys.argv[2])

def make(_, folder):
    with replacing_folder(folder, mend=True) as aside:
        for name in range(20):
            write_inside(aside, str(name), source.read_bytes())
            time.sleep(0.0005)

first = Product("knowledge", (source,), make)
second = Product("site", (), make, after=(first,))
with locked(home):
    print("at work", flush=True)
    while True:
        for product in (first, second):
            inputs = product.inputs_now()
            product.make(home, product.folder(home))
            product.record(home, inputs)
"""


@pytest.mark.slow
def test_killed_at_any_moment_nothing_half_made_counts_as_fresh(tmp_path: Path) -> None:
    home, source = tmp_path / "build", tmp_path / "source"
    source.write_text("laws", encoding="utf-8")
    dice = random.Random(3)

    def make(_: Path, folder: Path) -> None:
        with replacing_folder(folder, mend=True) as aside:
            write_inside(aside, "0", b"laws")

    first = Product("knowledge", (source,), make)
    second = Product("site", (), make, after=(first,))
    for _ in range(20):
        command = [sys.executable, "-c", MAKE_FOR_EVER, str(home), str(source)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as other:
            assert other.stdout
            other.stdout.readline()
            time.sleep(dice.uniform(0, 0.05))
            other.send_signal(signal.SIGKILL)
        for product in (first, second):
            if product.is_fresh(home, thoroughly=True):
                files = [f for f in product.folder(home).iterdir() if f.name != MARKER]
                assert len(files) == 20
                assert {file.read_text(encoding="utf-8") for file in files} == {"laws"}
    with locked(home):
        make_product(first, home)
        make_product(second, home)
    left = {p.name for p in home.iterdir() if not (p.name.startswith(".lawbase.") and p.is_dir())}
    assert left == {MARKER, ".lock", "knowledge", "site"}
    assert not [p for p in home.glob(".lawbase.*/*") if p.stat().st_size]
