"""The whole site for reading offline: its pages in compressed packs, and who opens them.

A pack is gzipped JSON from a file's path to its text. Which pack holds a file is told by the first
folders of its path, so nobody needs a list of all files. A pack is named by its content, and the
worker knows the digest of everything it stores: what a site that is being replaced gives of another
version is refused, and the stored version stays.
"""

import gzip
import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from lawbase.site.headers import FOR_HOSTS, HEADERS
from lawbase.storage import write_inside

FOLDER = "offline"


def group_of(path: str) -> str:
    """The group of files that share a pack.

    >>> group_of("cs/trace/27.B/index.html"), group_of("cs-2007/27/index.html"), group_of("x.html")
    ('site.cs.trace', 'site.cs-2007', 'site')
    """
    folders = path.split("/")[:-1]
    two = len(folders) > 2 or folders[:1] == ["texts"]
    return ".".join(("site", *folders[: 2 if two else 1]))


def pack_of(files: Mapping[str, str]) -> tuple[str, bytes]:
    """The pack of a group's files, compressed, and its name: ``<group>.<mark>.pack``.

    The mark is that of what is in it, whatever compresses it.
    """
    content = msgspec.json.encode(files)
    mark = hashlib.sha256(content).hexdigest()[:8]
    name = f"{FOLDER}/{group_of(next(iter(files)))}.{mark}.pack"
    return name, gzip.compress(content, compresslevel=6, mtime=0)


def write_worker(sources: Path, output: Path, files: Iterable[str]) -> None:
    """Write the service worker with the list of what it stores, and how much that is.

    ``files`` are all files of the site; what is in a pack is not stored by itself.
    """
    stored = {}
    size = 0
    for name in sorted(file for file in files if not _is_packed(file)):
        data = (output / name).read_bytes()
        stored[name] = integrity_of(data)
        size += len(data)
    version = hashlib.sha256(json.dumps(stored).encode()).hexdigest()[:16]
    known = {"version": version, "files": stored, "headers": HEADERS}
    source = (sources / "worker.js").read_text("utf-8")
    code = f"const SITE = {json.dumps(known, separators=(',', ':'))};\n{source}"
    write_inside(output, "worker.js", code.encode("utf-8"))
    write_inside(output, "offline.json", (json.dumps({"bytes": size}) + "\n").encode())


def integrity_of(data: bytes) -> str:
    """What a browser holds a file against that it loads: the digest of its content."""
    return f"sha256-{b64encode(hashlib.sha256(data).digest()).decode()}"


def _is_packed(file: str) -> bool:
    return file.endswith(".html") or file.startswith("texts/") or file in FOR_HOSTS
