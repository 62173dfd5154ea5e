"""Searches that run in a page: ours of the built site, MiniSearch, lunr and Pagefind from npm.

Their latest versions are installed in a folder of the benchmark's own and get the same documents.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.browser.chromium import chromium

HERE = Path(__file__).parent / "peers"
PACKAGES = ("minisearch@7", "lunr@2", "pagefind@1")
IN_PAGE = "lawbase, in a page"
NAMES = {
    "MiniSearch": "minisearch",
    "MiniSearch, at its best": "minisearchBest",
    "lunr": "lunr",
    "Pagefind": "pagefind",
    IN_PAGE: "lawbase",
}
PACKAGE_OF = {"minisearchBest": "minisearch"}
ISOLATED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""With these Chromium's clock tells five microseconds, else a tenth of a millisecond."""
Document = Mapping[str, str]
Question = tuple[str, str]


class Answer(Struct, frozen=True):
    """The places of the hits, each with those of its twins, and the milliseconds it took."""

    places: list[list[str]]
    milliseconds: float


class InPage(Struct, frozen=True):
    """What a search answered, its version, and what it takes to load it: milliseconds, bytes."""

    answers: dict[Question, Answer]
    version: str
    loading: float
    compressed: int


def prepare(documents: Sequence[Document], site: Path, folder: Path) -> dict[str, Any]:
    """Fill a folder with everything that is to be served, and tell the size of each index."""
    (folder / "documents.json").write_text(json.dumps(documents), encoding="utf-8")
    for file in HERE.iterdir():
        shutil.copy(file, folder)
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    _run(folder, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *PACKAGES)
    facts: dict[str, Any] = json.loads(
        _run(folder, "node", "prepare.mjs", "documents.json", str(folder))
    )
    modules = folder / "node_modules"
    shutil.copy(modules / "minisearch" / "dist" / "umd" / "index.js", folder / "minisearch.js")
    shutil.copy(modules / "lunr" / "lunr.js", folder / "lunr.js")
    (folder / "site").symlink_to(site)
    parts = sorted(f"search/{file.name}" for file in (site / "search").iterdir())
    (folder / "parts.json").write_text(json.dumps(parts), encoding="utf-8")
    pagefind = [file for file in (folder / "pagefind").rglob("*") if file.is_file()]
    facts["pagefind"]["brotli"] = sum(f.stat().st_size for f in pagefind if _is_data(f))
    facts["lawbase"] = {"brotli": _compressed([site / part for part in parts], folder)}
    return facts


def ask_all(
    folder: Path, facts: Mapping[str, Any], timed: Sequence[Question], others: Sequence[Question]
) -> Iterator[tuple[str, InPage]]:
    """Every search, by name, asked in Chromium; what is timed is asked once before."""
    questions = [*timed, *others]
    with _served(folder) as address, chromium() as browser:
        for title, name in NAMES.items():
            page = browser.new_page()
            page.goto(address)
            assert page.evaluate("crossOriginIsolated")
            loading = page.evaluate(f"load({name!r})")
            for asked in (timed, questions):
                found = page.evaluate("([name, asked]) => ask(name, asked)", [name, list(asked)])
            answers = {
                question: Answer([_places(hit) for hit in one["ids"]], one["ms"])
                for question, one in zip(questions, found, strict=True)
            }
            yield title, InPage(answers, _version(folder, name), loading, facts[name]["brotli"])
            page.close()


def _places(hit: str | list[str]) -> list[str]:
    return [hit] if isinstance(hit, str) else hit


def _version(folder: Path, name: str) -> str:
    package = folder / "node_modules" / PACKAGE_OF.get(name, name) / "package.json"
    return json.loads(package.read_text(encoding="utf-8"))["version"] if package.exists() else ""


def _is_data(file: Path) -> bool:
    """Whether a file of Pagefind's is an index or a text rather than a program."""
    return file.suffix.startswith((".pf_", ".pagefind"))


def _compressed(files: Sequence[Path], folder: Path) -> int:
    code = (
        "import {readFileSync} from 'fs'; import {brotliCompressSync} from 'zlib';"
        "const size = (file) => brotliCompressSync(readFileSync(file)).length;"
        "console.log(process.argv.slice(1).map(size).reduce((a, b) => a + b))"
    )
    return int(_run(folder, "node", "--input-type=module", "-e", code, *map(str, files)))


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:3])}: {done.stderr or done.stdout}")
    return done.stdout


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in ISOLATED.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, *_: object) -> None:
            """Requests are not logged."""

    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        server.shutdown()
