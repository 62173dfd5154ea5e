"""The door that everything written goes through: whole or not at all, over nobody else's files."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.hostile.outputs import FOREIGN, snapshot
from lawbase.errors import LawbaseError
from lawbase.storage import (
    MARKER,
    DamagedError,
    FolderReader,
    damaged_files,
    digest_of,
    is_stream,
    is_untouched,
    read_manifest,
    replacing_file,
    replacing_folder,
    write_file,
    write_inside,
)

MARK = "# laws"


def write(target: Path, text: str) -> None:
    """Write a file that carries its mark."""
    write_file(target, f"{MARK}\n{text}", MARK)


def fill(target: Path, **files: str) -> None:
    """Write a folder of files."""
    with replacing_folder(target) as folder:
        for name, text in files.items():
            write_inside(folder, name, text.encode())


def names(folder: Path) -> list[str]:
    """What a folder holds, without its marker."""
    return sorted(path.name for path in folder.iterdir() if path.name != MARKER)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "a.txt"
    write(target, "one")
    write(target, "two")
    assert target.read_text() == f"{MARK}\ntwo"
    assert names(target.parent) == ["a.txt"]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write(target, "one")
    with pytest.raises(ZeroDivisionError), replacing_file(target, MARK) as aside:
        aside.write_text("half")
        raise ZeroDivisionError
    assert target.read_text() == f"{MARK}\none"
    assert names(tmp_path) == ["a.txt"]


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "site"
    fill(target, one="one")
    fill(target, two="two")
    assert names(target) == ["two"]
    assert names(tmp_path) == ["site"]


def test_a_failure_leaves_the_old_folder(tmp_path: Path) -> None:
    target = tmp_path / "site"
    fill(target, one="one")
    with pytest.raises(ZeroDivisionError), replacing_folder(target) as folder:
        write_inside(folder, "half", b"half")
        raise ZeroDivisionError
    assert names(target) == ["one"]
    assert names(tmp_path) == ["site"]


def test_the_same_content_is_the_same_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        fill(tmp_path / name, one="one", two="two")
    assert (tmp_path / "a" / MARKER).read_bytes() == (tmp_path / "b" / MARKER).read_bytes()


def test_a_disk_that_refuses_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LawbaseError, match=r"file/a\.txt: cannot write here \("):
        write(tmp_path / "file" / "a.txt", "text")


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write(target, "one")
    with (
        pytest.raises(LawbaseError, match=r"cannot write here \(No space left on device\)"),
        replacing_file(target, MARK),
        Path("/dev/full").open("w") as full,
    ):
        full.write("x" * 100_000)
    assert target.read_text() == f"{MARK}\none"


def test_what_is_swapped_in_is_on_the_disk_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    replace = Path.replace

    def swap(path: Path, target: Path) -> Path:
        done.append("swap")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", lambda handle: done.append(os.fstat(handle).st_ino))
    monkeypatch.setattr(os, "sync", lambda: done.append("sync"))
    monkeypatch.setattr(Path, "replace", swap)
    write(tmp_path / "a.txt", "one")
    here = tmp_path.stat().st_ino
    assert done == [(tmp_path / "a.txt").stat().st_ino, "swap", here]
    done.clear()
    fill(tmp_path / "laws", one="one")
    assert done == ["sync", "swap", here]


def test_a_folder_cannot_be_written_to_a_device() -> None:
    with (
        pytest.raises(LawbaseError, match="/dev/null: this format is a folder of files"),
        replacing_folder(Path("/dev/null")),
    ):
        pass


def test_a_device_is_written_to_and_stays_a_device() -> None:
    before = Path("/dev/null").stat()
    write(Path("/dev/null"), "text")
    assert Path("/dev/null").stat().st_rdev == before.st_rdev
    with pytest.raises(LawbaseError, match=r"/dev/full: cannot write here \(No space left"):
        write(Path("/dev/full"), "text")


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write(pipe, "text")
    reader.join()
    assert got == [f"{MARK}\ntext".encode()]
    assert pipe.is_fifo()


def test_a_link_to_a_device_is_written_to(tmp_path: Path) -> None:
    link = tmp_path / "out"
    link.symlink_to("/dev/null")
    write(link, "text")
    assert link.is_symlink()


def test_a_disk_is_no_pipe() -> None:
    """Nothing is written to one, by a slip of the pen in ``/dev/sda1``."""
    disks = [path for path in Path("/dev").iterdir() if path.is_block_device()]
    assert not [disk for disk in disks if is_stream(disk)]
    assert is_stream(Path("/dev/null"))


def changed_folder(target: Path) -> None:
    """A folder of ours in which somebody changed a file."""
    fill(target, one="one")
    (target / "one").write_text("mine")


@pytest.mark.parametrize("make", FOREIGN)
def test_a_file_replaces_nothing_that_is_not_ours(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "x")
    before = snapshot(tmp_path)
    with pytest.raises(LawbaseError, match=f"^{tmp_path / 'x'}: "):
        write(tmp_path / "x", "text")
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("make", [*FOREIGN, changed_folder])
def test_a_folder_replaces_nothing_that_is_not_ours(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "x")
    before = snapshot(tmp_path)
    with pytest.raises(LawbaseError, match=f"^{tmp_path / 'x'}"):
        fill(tmp_path / "x", one="two")
    assert snapshot(tmp_path) == before


def test_an_empty_file_and_an_empty_folder_hold_nothing_to_lose(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    write(tmp_path / "file", "text")
    (tmp_path / "folder").mkdir()
    fill(tmp_path / "folder", one="one")
    assert names(tmp_path) == ["file", "folder"]


def test_the_current_folder_is_not_replaced_under_ones_feet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LawbaseError, match="is the current folder"):
        fill(Path(), one="one")


def test_what_others_put_into_our_folder_stays(tmp_path: Path) -> None:
    target = tmp_path / "laws"
    fill(target, one="one")
    (target / "notes").mkdir()
    (target / "notes" / "thesis.txt").write_text("mine")
    (target / "away").symlink_to(tmp_path)
    fill(target, one="two")
    assert (target / "notes" / "thesis.txt").read_text() == "mine"
    assert (target / "away").is_symlink()
    assert (target / "one").read_text() == "two"


def test_what_appears_at_the_last_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    with replacing_folder(target) as aside:
        write_inside(aside, "a.txt", b"old")
    monkeypatch.setattr(os, "sync", lambda: (target / "thesis.txt").write_text("mine"))
    with replacing_folder(target) as aside:
        write_inside(aside, "a.txt", b"new")
    assert (target / "a.txt").read_bytes() == b"new"
    assert (target / "thesis.txt").read_text() == "mine"


def test_a_folder_that_becomes_a_link_at_the_last_moment_stays_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, theirs = tmp_path / "out", tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("mine")
    monkeypatch.setattr(os, "sync", lambda: target.symlink_to(theirs))
    with pytest.raises(LawbaseError, match="out: is a link"), replacing_folder(target) as aside:
        write_inside(aside, "a.txt", b"new")
    assert target.readlink() == theirs
    assert [path.name for path in theirs.iterdir()] == ["thesis.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "theirs"]


def test_what_is_in_the_way_of_a_new_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "laws"
    fill(target, one="one")
    (target / "two").write_text("mine")
    with pytest.raises(
        LawbaseError, match="two: is in the way of a file that lawbase writes; move or"
    ):
        fill(target, one="one", two="two")
    assert (target / "two").read_text() == "mine"
    assert names(tmp_path) == ["laws"]


OUTWARDS = ["../x", "../../../../ESCAPED", "/etc/x", "a/../../x", "a//x", "", ".", "a\0b", MARKER]


@pytest.mark.parametrize("name", OUTWARDS)
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with (
        pytest.raises(LawbaseError, match="cannot be the path of a file in this folder"),
        replacing_folder(tmp_path / "deep" / "site") as folder,
    ):
        write_inside(folder, name, b"text")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_folder_is_read_as_it_was_written(tmp_path: Path) -> None:
    target = tmp_path / "laws"
    fill(target, one="one", two="two")
    manifest = read_manifest(target)
    assert manifest is not None
    reader = FolderReader(target)
    assert reader.read("one") == b"one"
    times = (target / "one").stat()
    (target / "one").write_text("onE")
    os.utime(target / "one", ns=(times.st_atime_ns, times.st_mtime_ns))
    (target / "two").unlink()
    assert damaged_files(target, manifest) == ["one", "two"]
    for name in ("one", "two"):
        with pytest.raises(
            DamagedError, match=f"{name}: is damaged; run “lawbase build --output {tmp_path}”"
        ):
            reader.read(name)
    with pytest.raises(DamagedError):
        FolderReader(target, at_once=True)
    with pytest.raises(DamagedError):
        FolderReader(tmp_path / "nothing")


def pipe(place: Path) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(place)


def endless(place: Path) -> None:
    """A link to what has no end."""
    place.symlink_to("/dev/zero")


def gigantic(place: Path) -> None:
    """A file larger than any memory, which takes no room on the disk."""
    with place.open("wb") as made:
        made.truncate(1 << 43)


@pytest.mark.parametrize("planted", [pipe, endless, gigantic])
@pytest.mark.parametrize("name", ["one", MARKER])
def test_what_has_no_end_is_damage(
    tmp_path: Path, planted: Callable[[Path], None], name: str
) -> None:
    target = tmp_path / "laws"
    fill(target, one="one")
    manifest = read_manifest(target)
    assert manifest is not None
    (target / name).unlink()
    planted(target / name)
    with pytest.raises(DamagedError, match=f"laws/{name}: is damaged"):
        FolderReader(target, at_once=True)
    assert damaged_files(target, manifest) == (["one"] if name == "one" else [])


@pytest.mark.parametrize("forged", ['"no number"', "[" * 100_000, '"\udcff"', ""])
def test_a_record_with_a_forged_digest_is_damage_and_the_advice_helps(
    tmp_path: Path, forged: str
) -> None:
    with replacing_folder(tmp_path / "laws") as folder:
        write_inside(folder, "one", forged.encode("utf-8", "surrogateescape"))
    advice = f"laws/one: is damaged; run “lawbase build --force --output {tmp_path}”"
    with pytest.raises(DamagedError, match=advice):
        FolderReader(tmp_path / "laws").record("one", int)


NESTED = '{"made_by":"lawbase","x":' + "[" * 200_000


@pytest.mark.parametrize("forged", [NESTED, '{"made_by":"lawbase","files":{"\udcff":""}}'])
def test_a_marker_that_is_no_marker_is_nobodys(tmp_path: Path, forged: str) -> None:
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / MARKER).write_bytes(forged.encode("utf-8", "surrogateescape"))
    assert read_manifest(tmp_path / "laws") is None
    with pytest.raises(DamagedError, match="is damaged"):
        FolderReader(tmp_path / "laws")
    with pytest.raises(LawbaseError, match="which lawbase didn't write"):
        fill(tmp_path / "laws", one="one")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../secret", "a\0b", ""])
def test_a_marker_names_nothing_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("mine")
    fill(tmp_path / "laws", one="one")
    forged = {"made_by": "lawbase", "files": {name: digest_of(b"mine")}}
    (tmp_path / "laws" / MARKER).write_text(json.dumps(forged))
    assert read_manifest(tmp_path / "laws") is None
    with pytest.raises(DamagedError, match="is damaged"):
        FolderReader(tmp_path / "laws")


def test_what_a_stranger_left_beside_is_not_waited_for(tmp_path: Path) -> None:
    workshop = tmp_path / ".lawbase.abcdefgh"
    workshop.mkdir()
    os.mkfifo(workshop / MARKER)
    fill(tmp_path / "laws", one="one")
    assert names(tmp_path / "laws") == ["one"]


def test_a_reader_never_mixes_what_was_written_at_two_times(tmp_path: Path) -> None:
    target = tmp_path / "laws"
    fill(target, one="one", two="two")
    whole, by_and_by = FolderReader(target, at_once=True), FolderReader(target)
    assert by_and_by.read("one") == b"one"
    fill(target, one="ONE", two="TWO")
    assert (whole.read("one"), whole.read("two")) == (b"one", b"two")
    with pytest.raises(DamagedError, match="was rebuilt meanwhile"):
        by_and_by.read("two")


def test_a_copied_folder_is_as_it_was(tmp_path: Path) -> None:
    fill(tmp_path / "laws", **{f"{n}": "text" for n in range(20)})
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "laws", copy, copy_function=shutil.copy)
    manifest = read_manifest(copy)
    assert manifest is not None
    assert is_untouched(copy, manifest)
    (copy / "3").write_text("other")
    assert not is_untouched(copy, manifest)


def test_a_folder_that_somebody_works_in_is_not_cleared_away(tmp_path: Path) -> None:
    with replacing_folder(tmp_path / "laws") as folder:
        write_inside(folder, "one", b"one")
        fill(tmp_path / "laws", two="two")
        assert (folder / "one").exists()


def test_work_that_ends_while_it_is_looked_at_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = tmp_path / ".lawbase.abcdefgh"
    workshop.mkdir()
    listed = Path.iterdir

    def vanishing(folder: Path) -> Iterator[Path]:
        if folder == workshop:
            shutil.rmtree(workshop)
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", vanishing)
    with replacing_folder(tmp_path / "out") as aside:
        write_inside(aside, "a.txt", b"a")
    assert (tmp_path / "out" / "a.txt").exists()
    assert not workshop.exists()
