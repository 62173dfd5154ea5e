"""Outputs are swapped in whole; what was there before survives every failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.storage import replacing_file, replacing_folder, write_text


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "a.txt"
    write_text(target, "one")
    write_text(target, "two")
    assert target.read_text() == "two"
    assert [p.name for p in target.parent.iterdir()] == ["a.txt"]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "one")
    with pytest.raises(ZeroDivisionError), replacing_file(target) as aside:
        aside.write_text("half")
        raise ZeroDivisionError
    assert target.read_text() == "one"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "site"
    for text in ("one", "two"):
        with replacing_folder(target) as aside:
            (aside / text).write_text(text)
    assert [p.name for p in target.iterdir()] == ["two"]
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_failure_leaves_the_old_folder(tmp_path: Path) -> None:
    target = tmp_path / "site"
    with replacing_folder(target) as aside:
        (aside / "one").write_text("one")
    with pytest.raises(ZeroDivisionError), replacing_folder(target) as aside:
        (aside / "half").write_text("half")
        raise ZeroDivisionError
    assert [p.name for p in target.iterdir()] == ["one"]
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_disk_that_refuses_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LawbaseError, match=r"file/a\.txt: cannot write here \("):
        write_text(tmp_path / "file" / "a.txt", "text")


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "one")
    with (
        pytest.raises(LawbaseError, match=r"cannot write here \(No space left on device\)"),
        replacing_file(target),
        Path("/dev/full").open("w") as full,
    ):
        full.write("x" * 100_000)
    assert target.read_text() == "one"
