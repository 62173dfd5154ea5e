"""Queries that nobody in their right mind would type, each asked twice.

An answer is right when it takes less than a second of processor time, is valid JSON in UTF-8, and
is the same again.
"""

from __future__ import annotations

import gc
import random
import time
import unicodedata
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.hostile.outcome import RIGHT, Tally, attempt, tally
from lawbase.search.results import SearchResult
from lawbase.search.search import Searcher

SECONDS = 1.0
BLOCK = 128
OF_A_BLOCK = 6

WHOOSH = (
    "*", "?", "ren*", "re?ons", "*:*", "text:renons", "renons AND", "NOT renons", "(renons OR",
    "renons^9", "renons~2", "[a TO z]", "{a TO z]", "'renons'", '"renons"~5', "r\"ren.*\"",
    "every:*", "cs:renons", "common:@dummy", "@dummy", "\\", "a\\:b", "+renons -barva", "...",
)  # fmt: skip
SQL = (
    "' OR '1'='1", "'; DROP TABLE laws; --", "1 UNION SELECT * FROM x", "renons' --", "%' OR 1 --",
    "x'); DELETE FROM documents WHERE ('1'='1", "\"renons\" NEAR/3 \"karta\"", "renons MATCH 'x'",
    "$1; SELECT pg_sleep(9)", "{\"query\": {\"match_all\": {}}}", "${jndi:ldap://x}",
)  # fmt: skip
HTML = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "\"><svg/onload=1>",
    "javascript:alert(1)", "</title><script>", "{{7*7}}", "{% raw %}", "<!--", "]]>",
)  # fmt: skip
CITATIONS = (
    "Law 0", "Law 100", "Law 999999999999999999999", "27B1a" * 200, "1-93", "93-1", "law:1-99999",
    "law:93-1", "law:-", "law:" + "9" * 5000, "year:0", "year:" + "9" * 5000, "year:²", "edition:",
    "edition:../../etc", "lang:xx", "in:nothing", "16D2 1807", "12C1(e)(ii)(a)(b)(c)", "§ 27",
    "27B1a 27B1b 27B1c " * 50, "def.", "#fn1", "²⁷B1", "２７Ｂ１", "٢٧", "XVII", "27.B.1.a.i.x.y",
    "Laws " + ", ".join(map(str, range(1, 94))),
)  # fmt: skip
MARKS = (
    "‮snoner", "\u200frenons\u200e", "re\u00adnons", "re\u200bnons", "\ufeffrenons", "re\u0301nons",
    "n\u0303" * 500, "e" + "\u0301" * 5000, "\u202e" * 1000, "ﬁrst", "ſtih", "İSTANBUL", "ŉ", "ǆ",
    "\ud800", "renons\udfff", "\x00", "re\x00nons", "\x1b[31mrenons", "\r\nrenons\r\n", "\v\f\x85",
)  # fmt: skip


def tallies(folder: Path) -> Iterator[Tally]:
    """Every kind of query, asked of the index in a folder."""
    searcher = Searcher.open(folder)
    gc.freeze()  # as a server does: what was tried before in this process is no matter of a query
    kinds: dict[str, Iterable[str]] = {
        "queries in the syntax of Whoosh": WHOOSH,
        "SQL and other languages of databases": SQL,
        "HTML and templates": HTML,
        "citations and filters of nothing": CITATIONS,
        "marks, controls and halves of characters": MARKS,
        "every ASCII control character in a word": [f"re{chr(n)}nons" for n in [*range(32), 127]],
        "queries of 10,000 characters": _long(),
        f"a sample of every {BLOCK} characters of Unicode": _blocks(),
        "random characters": _noise(1000),
    }
    for kind, queries in kinds.items():
        yield tally(kind, [attempt(partial(_asked, searcher, query)) for query in queries])


def _asked(searcher: Searcher, query: str) -> str:
    started = time.process_time()
    first = msgspec.json.encode(searcher.search(query))
    seconds = time.process_time() - started
    if msgspec.json.decode(first, type=SearchResult).query is None:
        return "no query in the answer"
    if msgspec.json.encode(searcher.search(query)) != first:
        return f"another answer the second time: {query[:60]!r}"
    return RIGHT if seconds < SECONDS else f"{seconds:.1f} s: {query[:60]!r}"


def _long() -> Iterator[str]:
    dice = random.Random(10_000)
    words = ("renons", "výnos", "pořadí", "karta", "dummy", "тихи", "играч", "27B1", "60%", "♠")
    yield "renons " * 1429
    yield "a" * 10_000
    yield "ř" * 10_000
    yield '"' * 10_000
    yield "(" * 10_000
    yield '"renons" ' * 1111
    yield "27B1a " * 1667
    yield "27" * 5000
    yield "law:1 " * 1667
    yield " " * 10_000
    yield "-".join("x" * 5000)
    for _ in range(50):
        yield " ".join(dice.choices(words, k=2000))[:10_000]
    for _ in range(50):
        yield "".join(dice.choices("renosvýpořadíklicitadražba ", k=10_000))


def _blocks() -> Iterator[str]:
    dice = random.Random(BLOCK)
    for start in range(0, 0x110000, BLOCK):
        block = map(chr, range(start, start + BLOCK))
        found = [c for c in block if unicodedata.category(c) not in ("Cn", "Cs")]
        if found:
            sample = "".join(dice.choices(found, k=OF_A_BLOCK))
            yield sample
            yield f"renons {sample} 27B1"


def _noise(times: int) -> Iterator[str]:
    dice = random.Random(times)
    for _ in range(times):
        reach = dice.choice((0x80, 0x2000, 0xD800))
        length = dice.choice((1, 3, 10, 60, 300))
        yield "".join(chr(dice.randrange(reach)) for _ in range(length))
