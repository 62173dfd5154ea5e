"""Source texts cut off, with flipped bits, in other encodings, empty, and 50 MB of noise.

The profile's digest is made to agree with the damaged text, so that it is read and not merely
turned away, beside its undamaged sisters. Noise is given up after five seconds of work instead of a
minute. A reading is right when every character of the source has its one place.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import lawbase.reading.corpus as corpus_reader
from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, attempt, seal, tally
from lawbase.model import Edition
from lawbase.reading.corpus import edition_paths, read_edition

CORPUS = ROOT / "corpus"
PROCESSES = 2
NOISE = 50_000_000
SECONDS_OF_NOISE = 5.0


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
    corpus_reader.SECONDS_AN_EDITION_MAY_TAKE = SECONDS_OF_NOISE
    dice = random.Random(name)
    words = (CORPUS / name / "source.txt").read_text(encoding="utf-8").split(" ")
    part = " ".join(dice.choices(words, k=NOISE // 100)).encode()
    return _read(name, (part * (1 + NOISE // len(part)))[:NOISE].decode(errors="ignore").encode())


def _read(name: str, data: bytes) -> str:
    """Read the damaged edition."""
    with tempfile.TemporaryDirectory() as folder:
        edition = Path(folder) / name
        shutil.copytree(CORPUS / name, edition)
        (edition / "source.txt").write_bytes(data)
        seal(edition)
        return attempt(partial(_checked, edition))


def _checked(edition: Path) -> str:
    read_edition(edition, _sisters(edition.name))
    return RIGHT


@cache
def _sisters(name: str) -> dict[str, Edition]:
    """The other editions that an edition's profile names, undamaged."""
    profile = (CORPUS / name / "edition.toml").read_text(encoding="utf-8")
    others = (path for path in edition_paths(CORPUS) if f'"{path.name}"' in profile)
    return {path.name: read_edition(path, {}) for path in others if path.name != name}
