"""A text of a law that holds a script: it must appear as text wherever the law appears."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.hostile.outcome import RIGHT, Tally, command, copied_checkout, tally
from lawbase.publishing.exports.formats import FORMATS

SCRIPT = "<script>alert('&amp; \"x\"')</script>"
MARK = "alert('"
RUNNING = re.compile(r"<script\b[^>]*>\s*alert\(|<[^>]*\son\w+=", re.IGNORECASE)
PLACES = {
    "cs-2007": ("Jakákoli nedostatečná nabídka", "Jakákoli {} nedostatečná nabídka"),
    "pl-2017": ("Jeżeli odzywka niewystarczająca", "Jeżeli {} odzywka niewystarczająca"),
}


def tallies() -> Iterator[Tally]:
    """The corpus with scripts in two of its laws: built, searched and exported."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = copied_checkout(Path(folder) / "checkout")
        for edition, (before, after) in PLACES.items():
            _inject(checkout / "corpus" / edition, before, after.format(SCRIPT))
        _run(checkout, "build")
        yield tally("pages of a site whose laws hold a script", _pages(checkout / "build" / "site"))
        yield tally("exports of laws that hold a script", _exports(checkout))


def _inject(edition: Path, before: str, after: str) -> None:
    source = edition / "source.txt"
    text = source.read_text(encoding="utf-8")
    if before not in text:
        raise SystemExit(f"{source}: “{before}” is no longer there")
    source.write_text(text.replace(before, after, 1), encoding="utf-8", newline="")
    digest = f'sha256 = "{hashlib.sha256(source.read_bytes()).hexdigest()}"'
    profile = (edition / "edition.toml").read_text(encoding="utf-8")
    profile = re.sub(r'^sha256 = "\w+"$', digest, profile, count=1, flags=re.MULTILINE)
    (edition / "edition.toml").write_text(profile, encoding="utf-8")


def _run(checkout: Path, *arguments: str) -> None:
    done = command(*arguments, checkout=checkout, within=900)
    if done.returncode:
        raise SystemExit(f"lawbase {' '.join(arguments)}: {done.stderr}")


def _pages(site: Path) -> Iterator[str]:
    """Only pages that hold the text count; none of them may run it."""
    for page in sorted(site.rglob("*.html")):
        html = page.read_text(encoding="utf-8")
        if RUNNING.search(html):
            yield f"{page.relative_to(site)} runs it"
        elif "alert(" in html:
            yield RIGHT


def _exports(checkout: Path) -> Iterator[str]:
    for name in FORMATS:
        if name == "schema":
            continue
        target = checkout / f"export-{name}"
        _run(checkout, "export", name, "--output", str(target))
        files = sorted(p for p in target.rglob("*") if p.is_file()) if target.is_dir() else [target]
        texts = [text for file in files for text in _texts(name, file)]
        held = any(MARK in text and "<script>" in text for text in texts)
        yield RIGHT if held or name in ("skos", "csv") else f"{name} doesn't hold the text"


def _texts(name: str, file: Path) -> list[str]:
    """The texts in an export, as a reader of its format gets them."""
    if name in ("akn", "tmx", "graphml"):
        root = ElementTree.parse(file).getroot()
        return ["".join(node.itertext()) for node in [root]]
    if name == "sqlite":
        database = sqlite3.connect(file)
        return [row[0] for row in database.execute("SELECT text FROM provisions")]
    if name == "csv":
        return [str(row) for row in csv.reader(file.open(encoding="utf-8"))]
    text = file.read_text(encoding="utf-8")
    if name in ("jsonl", "jsonld", "opensearch"):
        lines = text.split("\n") if file.suffix in (".jsonl", ".ndjson") else [text]
        return [_flat(json.loads(line)) for line in lines if line.strip()]
    return [text]


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(map(_flat, value.values()))
    if isinstance(value, list):
        return " ".join(map(_flat, value))
    return str(value)
