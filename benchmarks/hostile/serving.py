"""The real server under 2,000 requests by 50 clients, beside slow ones and nonsense."""

from __future__ import annotations

import json
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, attempt, tally

CLIENTS = 50
SLOW = 30
TRAVERSALS = (
    "/../{}", "/%2e%2e/{}", "/..%2f{}", "/cs-2007/../../{}", "//{}", "/%2e%2e%2f%2e%2e%2f{}",
    "/..%5c{}", "/....//{}", "/.%00./{}", "/{}%00.html", "/%252e%252e/{}", "/cs/%2e%2e/%2e%2e/{}",
)  # fmt: skip
SECRETS = (".lawbase.json", "knowledge/editions.json", "search/tables.json", "../../etc/passwd")


def tallies(home: Path, requests: int) -> Iterator[Tally]:
    """A server of a finished build, and what it makes of its clients."""
    with _server(home) as port:
        yield tally("paths that lead out of the site", _traversals(port))
        yield tally("bytes that are no HTTP", _nonsense(port, 200))
        times: list[float] = []
        slow = [_slow_client(port) for _ in range(SLOW)]
        outcomes = _crowd(port, home / "site", requests, times)
        name = f"{requests:,} requests by {CLIENTS} clients, beside {SLOW} slow ones"
        result = tally(name, outcomes)
        for client in slow:
            client.close()
        middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        told = f"{name} (p50 {1000 * middle:.0f} ms, p95 {1000 * late:.0f} ms)"
        yield Tally(told, result.right, result.refused, result.otherwise)


@contextmanager
def _server(home: Path) -> Iterator[int]:
    line = [sys.executable, "-m", "lawbase", "serve", "--port", "0", "--build", str(home)]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found
        try:
            yield int(found[1])
        finally:
            server.terminate()


def _get(port: int, path: str) -> tuple[int, bytes]:
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        client.request("GET", path)
        response = client.getresponse()
        return response.status, response.read()
    finally:
        client.close()


def _traversals(port: int) -> Iterator[str]:
    for pattern in TRAVERSALS:
        for secret in SECRETS:
            status, body = _get(port, pattern.format(secret))
            leaked = b'"inputs"' in body or b"root:" in body or b'"provisions"' in body
            yield RIGHT if status in (301, 404) and not leaked else f"{status} for {pattern}"


def _nonsense(port: int, times: int) -> Iterator[str]:
    dice = random.Random(times)
    for _ in range(times):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            line = dice.choice((b"", b"GET / HTTP/1.1\r\n", b"POST /search.json HTTP/1.1\r\n"))
            client.sendall(line + dice.randbytes(dice.randrange(1, 5000)) + b"\r\n\r\n")
    yield from (_is_well(port) for _ in range(times))


def _is_well(port: int) -> str:
    status, body = _get(port, "/")
    return RIGHT if status == 200 and b"<title>" in body else f"{status} afterwards"


def _slow_client(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    client.sendall(b"GET / HT")
    return client


def _crowd(port: int, site: Path, requests: int, times: list[float]) -> list[str]:
    """Pages and searches in turn, each held against the file or the query."""
    dice = random.Random(requests)
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("index.html"))
    words = (
        "renons",
        "výnos mimo pořadí",
        "27B1a",
        "пас преко реда",
        "castling",
        "fałszywy renons",
    )
    asked = [dice.choice(pages) if n % 2 else dice.choice(words) for n in range(requests)]

    def one(number: int) -> str:
        started = time.perf_counter()
        outcome = attempt(lambda: _answered(port, site, asked[number], page=bool(number % 2)))
        times.append(time.perf_counter() - started)
        return outcome

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(one, range(requests)))


def _answered(port: int, site: Path, asked: str, *, page: bool) -> str:
    if page:
        status, body = _get(port, f"/{quote(asked)}")
        return (
            RIGHT if (status, body) == (200, (site / asked).read_bytes()) else f"{status} {asked}"
        )
    status, body = _get(port, f"/search.json?q={quote(asked)}")
    return RIGHT if status == 200 and json.loads(body)["query"] == asked else f"{status} {asked}"
