"""One answer to one question: the command line, the Python API, the site and the exports agree."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lxml import html

import lawbase
from lawbase.address import KeyParts, law_of
from lawbase.aligning.changes import PairKind, gravest, kind_of
from lawbase.api import Laws
from lawbase.export import jsonl
from lawbase.knowledge import KnowledgeBase
from tests.commands.running import run

PAIR = ("cs-2007", "pl-2017")
LISTED = ("substance", "wording", "new", "dropped", "moved", "reference")


@pytest.fixture(scope="module")
def laws(home: Path) -> Laws:
    return lawbase.load(home)


@pytest.fixture(scope="module")
def exported(knowledge: KnowledgeBase) -> dict[str, list[dict[str, Any]]]:
    """The lines of the JSON Lines export, by kind."""
    kinds = jsonl.lines(knowledge)
    wanted = ("references", "provisions", "findings", "threads")
    return {
        kind: [
            json.loads(line)
            for line in jsonl.encode(kinds[kind].rows(knowledge), kind).splitlines()
        ]
        for kind in wanted
    }


def page(file: Path) -> Any:
    return html.document_fromstring(file.read_text("utf-8"))


def words(text: str) -> str:
    return " ".join(text.split())


def asked(*line: str) -> Any:
    """What a command answers as JSON."""
    return json.loads(run(*line, "--json").out)


def quoted_on_the_site(home: Path, edition: str) -> Iterator[tuple[str, str]]:
    """The key or anchor of who cites and the words quoted, from every law's list of them."""
    for file in sorted((home / "site" / edition).glob("*/index.html")):
        for item in page(file).xpath("//section[@class='cited']//li[q]"):
            href = item.xpath("./a/@href")[0]
            law, _, anchor = href.rpartition("/index.html")
            key = anchor.removeprefix("#") or law.rpartition("/")[2]
            yield key, words(item.xpath("string(q)"))


@pytest.mark.parametrize("edition", ["cs-2007", "sr-2007", "cs-2017", "pl-2017"])
def test_a_citing_sentence_is_the_same_everywhere(
    edition: str, home: Path, knowledge: KnowledgeBase, exported: dict[str, list[dict[str, Any]]]
) -> None:
    told: dict[str, set[str]] = {}
    for reference in knowledge.links.references:
        if reference.edition == edition:
            sentence = words(knowledge.citing_sentence(reference))
            told.setdefault(reference.from_key, set()).add(sentence)
    shown = list(quoted_on_the_site(home, edition))
    assert len(shown) > 100
    for key, quote in shown:
        pieces = [piece.strip() for piece in quote.split("…")]
        sentences = told.get(key) or set().union(*told.values())  # a definition has a plain anchor
        assert any(all(p in sentence for p in pieces) for sentence in sentences), (key, quote)
    printed = words(run("refs", "16", "--edition", edition, "--build", str(home)).out)
    lines = [r for r in exported["references"] if r["edition"] == edition and r["kind"] != "index"]
    texts = {(p["edition"], p["key"]): p for p in exported["provisions"]}
    cited = [r for r in lines if r["to"] and KeyParts.of(r["to"]).law == 16]
    assert len(cited) > 10
    for row in cited:
        text = words(texts[edition, row["from"]][row["part"]])
        quoted = [s for s in told[row["from"]] if s in printed and s in text]
        assert any(words(row["raw"]) in sentence for sentence in quoted), row


@pytest.mark.slow
def test_changes_are_counted_once(home: Path, laws: Laws) -> None:
    pairs = [
        (file.parents[1].name, file.parent.name)
        for file in sorted((home / "site" / "cs" / "compare").glob("*/*/index.html"))
    ]
    assert ("cs-2007", "pl-2017") in pairs
    for old, new in pairs:
        if laws.kb.edition(old).year >= laws.kb.edition(new).year:
            continue
        summary = laws.changes(old, new)
        said = asked("changes", "--from", old, "--to", new, "--build", str(home))
        assert said["laws"] == json.loads(msgspec.json.encode(summary))["laws"]
        table = page(home / "site/cs/compare" / old / new / "index.html").xpath("//table")[0]
        shown = {row.xpath("string(th)"): numbers(row) for row in table.xpath(".//tbody/tr")}
        for law in summary.laws:
            if law.law and str(law.law) in shown:
                told = law.kinds | law.relations
                counts = [law.total, *(told.get(name, 0) for name in LISTED)]
                assert shown[str(law.law)] == counts, (old, new, law.law)
                led = page(home / "site/compare" / old / new / str(law.law) / "index.html")
                lead = led.xpath("string(//p[@class='lead forth'])")
                found = Counter(map(int, re.findall(r"\d+", lead)))
                assert found >= Counter(filter(None, counts[1:])), (old, new, law.law, lead)


def test_the_difference_of_a_law_shows_all_that_is_counted_in_it(laws: Laws) -> None:
    for old, new in (("cs-2007", "pl-2017"), ("cs-2007", "cs-2017"), ("sr-2007", "pl-2017")):
        for law in laws.changes(old, new).laws:
            if law.law is None:
                continue
            found = laws.diff(str(law.law), old, new)
            kinds: dict[str, list[PairKind]] = {}
            for link in found.alignments:
                key = link.to_key
                if key and law_of(key) == law.law and laws.kb.speaks(link.texts[-1]):
                    kinds.setdefault(key, []).append(kind_of(laws.kb, link))
            assert Counter(map(gravest, kinds.values())) == law.kinds, (old, new, law.law)


def test_what_the_texts_leave_open_is_said_wherever_a_reading_is(home: Path, laws: Laws) -> None:
    pages = [page(file) for file in (home / "site/compare/cs-2007/pl-2017").glob("*/index.html")]
    shown = {
        is_open: {
            json.loads(span.get("data-s"))["en"]
            for each in pages
            for line in each.xpath("//p[@class='what']")
            if bool(line.xpath(".//*[@data-t='anew.open']")) == is_open
            for span in line.xpath("./span[@data-s]")
        }
        for is_open in (True, False)
    }
    pairs = laws.kb.all_contrasts()
    read = [
        c for c in pairs if (c.from_edition, c.to_edition) == PAIR and c.what and law_of(c.to_key)
    ]
    assert shown[True] & {c.what["en"] for c in read} == {c.what["en"] for c in read if c.sure == 1}
    assert shown[False] and shown[True].isdisjoint(shown[False])


def test_what_changed_is_quoted_as_print_does_it(knowledge: KnowledgeBase) -> None:
    contrasts, alignments = knowledge.aligned.contrasts, knowledge.aligned.alignments
    said = {words for c in contrasts for words in (*c.what.values(), c.note)}
    said |= {words for link in alignments for words in link.what.values()}
    assert len(said) > 100
    assert not [words for words in said if re.search(r"\"|(?<!\w)'.+?'(?!\w)", words)]


def numbers(row: Any) -> list[int]:
    """The figures of a row of the table, an empty cell as 0."""
    return [int(cell.text_content().strip() or 0) for cell in row.xpath("./td")[1:]]


def test_findings_are_the_same_everywhere(
    home: Path, laws: Laws, exported: dict[str, list[dict[str, Any]]]
) -> None:
    audited = asked("audit", "--build", str(home))
    assert audited == exported["findings"]
    listed = page(home / "site/en/findings/index.html")
    titles = listed.xpath("//details/summary/text()")
    shown = sum(int(re.findall(r"\((\d+)\)", title)[-1]) for title in titles)
    slips = sum(len(edition.notes) for edition in laws.kb.editions)
    assert shown == len(listed.xpath("//ul[@class='findings']/li")) == len(audited) + slips
    borne = [f for e in laws for p in e.paragraphs for f in p.findings]
    at_a_provision = [f for f in laws.kb.findings if f.key and not f.key.startswith("index/")]
    missing = [f for f in at_a_provision if f not in borne]
    assert [f for f in missing if laws.kb.provision(f.edition, f.key)] == []


def test_twins_are_the_same_everywhere(
    home: Path, laws: Laws, exported: dict[str, list[dict[str, Any]]]
) -> None:
    threads = {
        (text["edition"], text["key"]): {(t["edition"], t["key"]) for t in row["texts"]}
        for row in exported["threads"]
        for text in row["texts"]
    }
    for edition in laws:
        for paragraph in edition.paragraphs:
            place = (edition.id, paragraph.key)
            twins = {(t.record.edition, t.key) for t in paragraph.twins}
            assert twins == threads.get(place, {place}) - {place}, place
    for journey in asked("trace", "64", "--build", str(home)):
        texts = {(t["edition"], t["key"]) for t in journey["texts"]}
        assert texts == threads[min(texts)]
    for citation in ("27B1", "64A1"):
        (row,) = asked("parallel", citation, "--edition", "pl-2017", "--build", str(home))[:1]
        place = ("pl-2017", row["pl-2017"]["key"])
        assert {(e, text["key"]) for e, text in row.items()} == threads[place]
