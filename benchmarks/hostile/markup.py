"""A text of a law that holds a script: it must appear as text wherever the law appears."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from lxml import html
from rdflib import Graph

from benchmarks.hostile.outcome import RIGHT, Tally, command, copied_checkout, seal, tally
from lawbase.export import FORMATS
from lawbase.storage import files_in

SCRIPT = "<script>alert('&amp; \"x\"')</script>"
MARK = "alert('"
PLACES = {
    "cs-2007": ("Jakákoli {} nedostatečná nabídka", "Balíček — 52 {} hracích karet"),
    "pl-2017": ("Jeżeli {} odzywka niewystarczająca",),
}
"""Texts of laws and of a definition, with the place where the script goes."""
WITHOUT_TEXTS = {"schema", "csv"}
"""The formats that hold no text of a provision, and so nothing of the script."""


def tallies() -> Iterator[Tally]:
    """The corpus with scripts in two of its laws and a definition: built and exported."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = copied_checkout(Path(folder) / "checkout")
        for edition, places in PLACES.items():
            _inject(checkout / "corpus" / edition, places)
        _run(checkout, "build")
        yield tally("pages of a site whose laws hold a script", _pages(checkout / "build" / "site"))
        yield tally("exports of laws that hold a script", _exports(checkout))


def _inject(edition: Path, places: Iterable[str]) -> None:
    source = edition / "source.txt"
    text = source.read_text(encoding="utf-8")
    for place in places:
        before = place.replace("{} ", "")
        if before not in text:
            raise SystemExit(f"{source}: “{before}” is no longer there")
        text = text.replace(before, place.format(SCRIPT), 1)
    source.write_text(text, encoding="utf-8", newline="")
    seal(edition)


def _run(checkout: Path, *arguments: str) -> None:
    done = command(*arguments, checkout=checkout, within=900)
    if done.returncode:
        raise SystemExit(f"lawbase {' '.join(arguments)}: {done.stderr}")


def _pages(site: Path) -> Iterator[str]:
    """Only pages that hold the text count; none may run it, and none show it otherwise."""
    for page in sorted(site.rglob("*.html")):
        tree = html.fromstring(page.read_text(encoding="utf-8"))
        code = [script.text or "" for script in tree.iter("script")]
        code += tree.xpath("//@*[starts-with(name(), 'on')]")
        if any("alert" in each for each in code):
            yield f"{page.relative_to(site)} runs it"
        elif MARK in (shown := tree.text_content()):
            whole = shown.count(SCRIPT) == shown.count(MARK)
            yield RIGHT if whole else f"{page.relative_to(site)} shows it otherwise"


def _exports(checkout: Path) -> Iterator[str]:
    """What holds the texts must hold the script as text, and nothing of it otherwise."""
    for name in FORMATS:
        target = checkout / f"export-{name}"
        _run(checkout, "export", name, "--output", str(target))
        inside = (target / file for file in files_in(target))
        files = list(inside) if target.is_dir() else [target]
        texts = [text for file in files for text in _texts(name, file)]
        found, whole = (sum(t.count(part) for t in texts) for part in (MARK, f"<script>{MARK}"))
        right = found == whole and (found == 0) == (name in WITHOUT_TEXTS)
        yield RIGHT if right else f"{name} holds the script {found} times, {whole} times as text"


def _texts(name: str, file: Path) -> list[str]:
    """The texts in an export, as a reader of its format gets them."""
    if name in ("akn", "tmx", "graphml"):
        return ["".join(ElementTree.parse(file).getroot().itertext())]
    if name == "sqlite":
        database = sqlite3.connect(file)
        return [row[0] for row in database.execute("SELECT text FROM provisions")]
    if name == "skos":
        return [str(value) for value in Graph().parse(file, format="turtle").objects()]
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
