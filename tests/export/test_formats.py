"""What holds for every format: known by its name, the same bytes always, nothing lost on disk."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lawbase.export
from lawbase.errors import LawbaseError
from lawbase.export import FORMATS, exporter

FOLDERS = {"jsonl", "akn", "opensearch"}
CONTRACT = {
    *("jsonl", "schema", "sqlite", "akn", "tmx", "skos", "jsonld", "graphml", "opensearch"),
    *("csv", "postgres"),
}

DIGESTS = """
import sys
from pathlib import Path
from lawbase.export import FORMATS, exporter
from tests.export.invented_laws import invented
from tests.export.test_formats import digest
for name in FORMATS:
    exporter(name)(invented(), Path(sys.argv[1]) / name)
    print(name, digest(Path(sys.argv[1]) / name))
"""


def digest(path: Path) -> str:
    """One digest of a file, or of all files in a folder with their names."""
    whole = hashlib.sha256()
    for file in [path] if path.is_file() else sorted(path.iterdir()):
        whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


def test_every_format_of_the_contract_is_there():
    assert set(FORMATS) >= CONTRACT
    for name in FORMATS:
        assert exporter(name).__module__ == f"{lawbase.export.__name__}.{name}"


def test_an_unknown_format_is_told_with_those_there_are():
    with pytest.raises(LawbaseError, match="no format “pdf”; there are jsonl, schema, sqlite"):
        exporter("pdf")


@pytest.mark.slow
def test_other_hashing_makes_the_same_bytes(tmp_path):
    """Sets and dictionaries come in another order; the exports don't."""
    told = []
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", DIGESTS, str(tmp_path / seed)]
        told.append(
            subprocess.run(command, env=environment, capture_output=True, check=True).stdout
        )
    assert told[0] == told[1]
    assert told[0].count(b"\n") == len(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_an_earlier_export_is_replaced(name, kb, tmp_path):
    output = tmp_path / "out"
    exporter(name)(kb, output)
    first = digest(output)
    exporter(name)(kb, output)
    assert digest(output) == first
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize("name", FORMATS)
def test_a_place_that_cannot_be_written_is_told_plainly(name, kb, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(LawbaseError, match="cannot write here"):
        exporter(name)(kb, tmp_path / "file" / "out")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_a_folder_of_other_files_is_never_replaced(name, kb, tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(LawbaseError, match=r"holds “letter\.txt”, which lawbase didn't write"):
        exporter(name)(kb, tmp_path)
    with pytest.raises(LawbaseError, match="is a file; name a folder"):
        exporter(name)(kb, tmp_path / "letter.txt")
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("name", sorted(set(FORMATS) - FOLDERS))
def test_a_file_never_takes_the_place_of_a_folder(name, kb, tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(LawbaseError, match="is a folder; name a file"):
        exporter(name)(kb, tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("name", sorted(set(FORMATS) - FOLDERS))
def test_a_file_of_somebody_else_is_never_replaced(name, kb, tmp_path):
    (tmp_path / "letter.txt").write_text("a letter on lawbase")
    (tmp_path / "link").symlink_to(tmp_path / "letter.txt")
    with pytest.raises(LawbaseError, match="lawbase didn't write this as such a file"):
        exporter(name)(kb, tmp_path / "letter.txt")
    with pytest.raises(LawbaseError, match="is a link; name the file itself"):
        exporter(name)(kb, tmp_path / "link")
    assert (tmp_path / "letter.txt").read_text() == "a letter on lawbase"
    exporter(name)(kb, Path("/dev/null"))
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["sqlite", "postgres"])
def test_what_takes_long_looks_first_whether_it_may_write(name, tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(LawbaseError):
        exporter(name)(None, tmp_path / "letter.txt")


def test_one_format_does_not_replace_another(kb, tmp_path):
    exporter("csv")(kb, tmp_path / "out")
    with pytest.raises(LawbaseError, match="lawbase didn't write this as such a file"):
        exporter("sqlite")(kb, tmp_path / "out")
