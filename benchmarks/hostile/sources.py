"""Source texts cut off, with flipped bits, in other encodings, empty, and 50 MB of noise.

The profile's digest is made to agree with the damaged text, so that it is read and not merely
turned away. A reading is right when every character of the source has its one place.
"""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, attempt, tally
from lawbase.reading.checking import check_edition
from lawbase.reading.corpus import edition_paths, read_corpus

CORPUS = ROOT / "corpus"
PROCESSES = 2
NOISE = 50_000_000


def tallies(times: int) -> Iterator[Tally]:
    """Each source, damaged in each way so many times."""
    names = [path.name for path in edition_paths(CORPUS)]
    with get_context("spawn").Pool(PROCESSES) as pool:
        for damage in ("cut off at a random place", "one random bit flipped"):
            for name in names:
                seeds = range(times)
                yield tally(f"{name}: {damage}", pool.imap(partial(_damaged, name, damage), seeds))
        for encoding in ("utf-16", "iso8859-2", "cp1250"):
            encoded = pool.imap(partial(_encoded, encoding), names)
            yield tally(f"every source in {encoding}", encoded)
        for change in ("CRLF line ends", "a byte order mark", "empty"):
            yield tally(f"every source: {change}", pool.imap(partial(_changed, change), names))
        yield tally("every source replaced by 50 MB of noise", pool.imap(_noise, names, 1))


def _damaged(name: str, damage: str, seed: int) -> str:
    dice = random.Random(f"{name} {damage} {seed}")
    data = (CORPUS / name / "source.txt").read_bytes()
    place = dice.randrange(1, len(data))
    if damage.startswith("cut"):
        return _read(name, data[:place])
    flipped = bytes([data[place] ^ (1 << dice.randrange(8))])
    return _read(name, data[:place] + flipped + data[place + 1 :])


def _encoded(encoding: str, name: str) -> str:
    text = (CORPUS / name / "source.txt").read_text(encoding="utf-8")
    return _read(name, text.encode(encoding, errors="replace"))


def _changed(change: str, name: str) -> str:
    data = (CORPUS / name / "source.txt").read_bytes()
    if change == "empty":
        return _read(name, b"")
    if change.startswith("CRLF"):
        return _read(name, data.replace(b"\n", b"\r\n"))
    return _read(name, b"\xef\xbb\xbf" + data)


def _noise(name: str) -> str:
    dice = random.Random(name)
    words = (CORPUS / name / "source.txt").read_text(encoding="utf-8").split(" ")
    text = " ".join(dice.choices(words, k=NOISE // 6))
    return _read(name, text.encode()[:NOISE].decode(errors="ignore").encode())


def _read(name: str, data: bytes) -> str:
    """Read a corpus of the damaged edition and, where it needs them, its sisters."""
    with tempfile.TemporaryDirectory() as folder:
        profile = _laid_out(Path(folder), name, data)
        for sister in _sisters(profile):
            shutil.copytree(CORPUS / sister, Path(folder) / sister)
        return attempt(partial(_checked, Path(folder), name))


def _laid_out(corpus: Path, name: str, data: bytes) -> str:
    shutil.copytree(CORPUS / name, corpus / name)
    (corpus / name / "source.txt").write_bytes(data)
    file = corpus / name / "edition.toml"
    digest = f'sha256 = "{hashlib.sha256(data).hexdigest()}"'
    text = file.read_text(encoding="utf-8")
    profile = re.sub(r'^sha256 = "\w+"$', digest, text, count=1, flags=re.MULTILINE)
    file.write_text(profile, encoding="utf-8")
    return profile


def _sisters(profile: str) -> list[str]:
    """The other editions that a profile names."""
    names = [path.name for path in edition_paths(CORPUS)]
    own = re.search(r'^id = "(.+)"', profile, re.MULTILINE)
    return [name for name in names if f'"{name}"' in profile and own and name != own[1]]


def _checked(corpus: Path, name: str) -> str:
    edition = next(e for e in read_corpus(corpus) if e.id == name)
    return check_edition(edition).problem or RIGHT
