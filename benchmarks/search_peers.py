"""What a user would pick instead: SQLite FTS5, MiniSearch, lunr and Pagefind as they come.

    python -m benchmarks.search_peers

All get the same provisions, with their headings and headwords, and the same graded queries. FTS5
ranks with its own tokenizer, diacritics removed, any word may match. The others are their latest
versions from npm with their usual settings, run in Chromium beside our engine of the built site;
the queries are asked twice and the second time is told. Loading is from this machine; what it would
be over a network is told by the bytes, compressed with brotli as a server would send them (those
of Pagefind are compressed by itself, and it loads only what a query needs).
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.search_rungs import plain_hit
from lawbase.building import build
from lawbase.knowledge import KnowledgeBase
from lawbase.products import default_home
from lawbase.searching.results import Hit, Twin
from tests.searching.grading import (
    GRADED,
    OWN,
    GradedQuery,
    grades,
    honesty,
    load_queries,
    measure,
)

HERE = Path(__file__).parent / "peers"
PACKAGES = ("minisearch@7", "lunr@2", "pagefind@1")
TABLES = {"graded": GRADED, "never tuned to": OWN}
Document = dict[str, str]
Answers = list[tuple[list[Hit], float]]


def main() -> None:
    """Make everything in a folder of its own, ask, and print two tables."""
    home = default_home()
    build(home)
    kb = KnowledgeBase.open(home / "knowledge")
    documents = list(_documents(kb))
    queries = [query for path in TABLES.values() for query in load_queries(path)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        facts = _prepared(documents, home / "site", folder)
        answers = {"FTS5 (unicode61)": _fts5(documents, queries)}
        with _served(folder) as address:
            headings = {document["id"]: document["heading"] for document in documents}
            found, facts["loading"] = _in_browser(address, queries, headings)
        answers |= found
    _print_quality(answers)
    _print_costs(answers, facts)


def _documents(kb: KnowledgeBase) -> Iterator[Document]:
    for edition in kb.editions:
        for p in edition.provisions:
            heading = p.key[4:] if p.kind == "definition" else p.heading
            text = f"{p.text} {p.tail}".strip()
            place = f"{edition.id}|{p.key}"
            yield {"id": place, "edition": edition.id, "heading": heading, "text": text}


def _prepared(documents: Sequence[Document], site: Path, folder: Path) -> dict[str, Any]:
    """An environment of npm's packages, their indexes, and our site, to be served."""
    (folder / "documents.json").write_text(json.dumps(documents), encoding="utf-8")
    for file in HERE.iterdir():
        shutil.copy(file, folder)
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    _run(folder, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *PACKAGES)
    told = _run(folder, "node", "prepare.mjs", "documents.json", str(folder))
    modules = folder / "node_modules"
    shutil.copy(modules / "minisearch" / "dist" / "umd" / "index.js", folder / "minisearch.js")
    shutil.copy(modules / "lunr" / "lunr.js", folder / "lunr.js")
    (folder / "site").symlink_to(site)
    parts = sorted(f"search/{file.name}" for file in (site / "search").iterdir())
    (folder / "parts.json").write_text(json.dumps(parts), encoding="utf-8")
    facts: dict[str, Any] = json.loads(told)
    pagefind = [file for file in (folder / "pagefind").rglob("*") if file.is_file()]
    facts["pagefind"]["brotli"] = sum(f.stat().st_size for f in pagefind if _is_data(f))
    facts["lawbase"] = {"brotli": _compressed([site / part for part in parts], folder)}
    facts["versions"] = {
        name: json.loads((modules / name / "package.json").read_text(encoding="utf-8"))["version"]
        for name in ("minisearch", "lunr", "pagefind")
    }
    return facts


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


def _fts5(documents: Sequence[Document], queries: Sequence[GradedQuery]) -> Answers:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE laws USING fts5(id UNINDEXED, edition UNINDEXED, heading, text, "
        "tokenize = 'unicode61 remove_diacritics 2')"
    )
    database.executemany("INSERT INTO laws VALUES (:id, :edition, :heading, :text)", documents)
    asked = "SELECT id FROM laws WHERE laws MATCH ? AND edition LIKE ? ORDER BY rank LIMIT 10"
    headings = {document["id"]: document["heading"] for document in documents}
    answers: Answers = []
    for query in queries:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query.text)) or '""'
        rows = database.execute(asked, (words, query.edition or "%"))
        answers.append(([_hit(row[0], headings) for row in rows], 0.0))
    return answers


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Requests are not logged."""

    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        server.shutdown()


def _in_browser(
    address: str, queries: Sequence[GradedQuery], headings: Mapping[str, str]
) -> tuple[dict[str, Answers], dict[str, float]]:
    """The answers of every search in a browser, and how long each took to load."""
    from playwright.sync_api import sync_playwright

    asked = [[query.text, query.edition] for query in queries]
    answers: dict[str, Answers] = {}
    loading: dict[str, float] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name in ("minisearch", "lunr", "pagefind", "lawbase"):
            page = browser.new_page()
            page.goto(address)
            loading[name] = page.evaluate(f"load({name!r})")
            page.evaluate("([name, asked]) => ask(name, asked)", [name, asked])
            found = page.evaluate("([name, asked]) => ask(name, asked)", [name, asked])
            answers[name] = [
                ([_hit(ids, headings) for ids in one["ids"]], one["ms"]) for one in found
            ]
            page.close()
        browser.close()
    return answers, loading


def _hit(ids: str | Sequence[str], headings: Mapping[str, str]) -> Hit:
    """A hit by its place and, where a search knows them, its twins."""
    first, *twins = [ids] if isinstance(ids, str) else ids
    edition, _, key = first.partition("|")
    others = tuple(Twin(*twin.split("|", 1)) for twin in twins)
    return plain_hit(edition, key, headings[first], others)


def _print_quality(answers: Mapping[str, Answers]) -> None:
    for title, path in TABLES.items():
        queries = load_queries(path)
        start = 0 if path == GRADED else len(load_queries(GRADED))
        print(
            f"\n| queries {title} | queries | success@1 | success@3 | MRR | nDCG@10 | no answer |"
        )
        print("|---|--:|--:|--:|--:|--:|--:|")
        for name, found in answers.items():
            hits = [one for one, _ in found[start : start + len(queries)]]
            judged = [(q, grades(q, h)) for q, h in zip(queries, hits, strict=True)]
            empty = sum(not h for q, h in zip(queries, hits, strict=True) if q.relevant)
            silent, nothing = honesty(judged)
            row = measure(judged).row(name)
            print(f"{row} {empty} of {measure(judged).queries}, rightly {silent} of {nothing} |")


def _print_costs(answers: Mapping[str, Answers], facts: Mapping[str, Any]) -> None:
    print("\n| in Chromium | p50 | p95 | loading | KiB with brotli |\n|---|--:|--:|--:|--:|")
    for name, milliseconds in facts["loading"].items():
        times = [ms for _, ms in answers[name]]
        late = statistics.quantiles(times, n=20)[-1]
        version = facts["versions"].get(name, "")
        print(
            f"| {name} {version} | {statistics.median(times):.2f} ms | {late:.2f} ms "
            f"| {milliseconds:.0f} ms | {facts[name]['brotli'] / 1024:.0f} |"
        )


if __name__ == "__main__":
    main()
