"""Whatever a client sends to the server ends in a right answer or a plain refusal."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from lawbase.errors import LawbaseError
from lawbase.site.headers import HEADERS
from lawbase.site.serving import Newest, Served, SiteHandler, SiteServer, make_server
from lawbase.storage import (
    FolderReader,
    folder_digest,
    replacing_folder,
    write_inside,
    write_manifest,
)

SECRET = b"not for strangers"
PAGE = "<!doctype html><title>Pravidlo 27</title>"
MISSING = "<!doctype html><title>není zde</title>"
PATIENCE = 60.0
"""Seconds until a client is given up, more than a busy machine lets one wait; a test of clients
that are given up sets fewer."""


def answer(query: str, editions: tuple[str, ...], languages: tuple[str, ...], limit: int) -> bytes:
    """A search that says what it was asked."""
    if editions == ("xx",):
        raise LawbaseError("there is no edition “xx”")
    if query == "fall over":
        raise ZeroDivisionError
    asked = {"query": query, "editions": editions, "languages": languages, "limit": limit}
    return json.dumps(asked).encode()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SiteServer]:
    """A site of one law, with a secret beside it and a link that leads out to it."""
    site = tmp_path / "site"
    (site / "cs-2007" / "27").mkdir(parents=True)
    (site / "cs-2007" / "27" / "index.html").write_text(PAGE, encoding="utf-8")
    (site / "404.html").write_text(MISSING, encoding="utf-8")
    (tmp_path / "secret.txt").write_bytes(SECRET)
    write_manifest(site)
    (site / "out").symlink_to(tmp_path)
    (site / "stray.html").write_bytes(SECRET)
    monkeypatch.setattr(SiteHandler, "timeout", PATIENCE)
    version = Served(FolderReader(site), answer)
    made = make_server(lambda: version, 0)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def ask(server: SiteServer, path: str, method: str = "GET") -> tuple[int, bytes]:
    """The status and body of an answer."""
    client = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    try:
        client.request(method, path)
        response = client.getresponse()
        return response.status, response.read()
    finally:
        client.close()


def send(server: SiteServer, data: bytes) -> bytes:
    """Everything that comes back for some bytes."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=60) as client:
        pieces = []
        try:
            client.sendall(data)
            with suppress(OSError):  # a server that has closed already is no longer connected
                client.shutdown(socket.SHUT_WR)
            while piece := client.recv(65536):
                pieces.append(piece)
        except ConnectionError:
            pass
        return b"".join(pieces)


def is_well(server: SiteServer) -> bool:
    """Whether it still gives its page."""
    return ask(server, "/cs-2007/27/") == (200, PAGE.encode())


OUTWARDS = [
    "/../secret.txt",
    "/cs-2007/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/cs-2007/%2e%2e/%2e%2e/secret.txt",
    "/.%00./secret.txt",
    "/secret.txt%00.html",
    "//secret.txt",
    "///etc/passwd",
    "/%2fetc/passwd",
    "/file:///etc/passwd",
    "/....//secret.txt",
    "/%252e%252e/secret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/%ff",
    "/%ff/",
    "/cs-2007/%e2%28%a1/",
    "/%ed%a0%80",
    "/cs-2007/27/index.html/",
    "/out/secret.txt",
    "/out/",
    "/out",
    "/stray.html",
    "/.lawbase.json",
    "/" + "a" * 5000,
    "/" + "a/" * 5000,
    "/cs-2007",
    "/cs-2007/",
    "http://example.org/../secret.txt",
]


@pytest.mark.parametrize("path", OUTWARDS, ids=lambda path: path[:30])
def test_no_path_leads_out_of_the_site(server: SiteServer, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    got = send(server, request)
    assert SECRET not in got
    assert b"root:" not in got
    assert got.startswith((b"HTTP/1.1 404", b"HTTP/1.1 301"))
    assert is_well(server)


def test_a_redirect_stays_on_the_site(server: SiteServer) -> None:
    got = send(server, b"GET //example.org/%2e%2e/../cs-2007/27 HTTP/1.0\r\n\r\n")
    assert b"Location: //" not in got
    assert b"Location: http" not in got


MALFORMED = [
    b"",
    b"\r\n\r\n",
    b"GET",
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1.1\r\n\r\n",
    b"GET / HTTP/x\r\n\r\n",
    b"G\xc3\x89T / HTTP/1.1\r\n\r\n",
    b"GET  /  HTTP/1.1 \r\n\r\n",
    b"BREW /pot HTTP/1.1\r\n\r\n",
    b"POST /search.json HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd",
    b"PUT / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    b"DELETE /cs-2007/27/ HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
    b"GET / HTTP/1.1\r\n: empty\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"q" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nIf-Modified-Since: yesterday\r\n\r\n",
    b"GET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n",
    b"GET / HTTP/1.1\r\nRange: bytes=9-1,-,x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    bytes(range(256)) * 300,
    b"\x00" * 70_000,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"CONNECT example.org:443 HTTP/1.1\r\n\r\n",
    b"GET /cs-2007/27/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: repr(data[:25]))
def test_what_is_not_http_is_refused(server: SiteServer, data: bytes) -> None:
    got = send(server, data)
    assert b"Traceback" not in got
    assert is_well(server)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_written(server: SiteServer, method: str) -> None:
    assert ask(server, "/cs-2007/27/", method)[0] == 501
    assert is_well(server)


def test_a_head_has_no_body(server: SiteServer) -> None:
    assert ask(server, "/search.json?q=renons", "HEAD") == (200, b"")
    assert ask(server, "/nowhere", "HEAD") == (404, b"")


def test_what_is_not_there_is_told_by_the_page_of_the_site(server: SiteServer) -> None:
    assert ask(server, "/nowhere/") == (404, MISSING.encode())


def searched(server: SiteServer, query: str) -> dict[str, object]:
    """What the search was asked, with ``query`` as it stands in an address."""
    status, body = ask(server, f"/search.json?{query}")
    assert status == 200
    found: dict[str, object] = json.loads(body)
    return found


@pytest.mark.parametrize(
    ("limit", "hits"),
    [("&limit=5", 5), ("&limit=1", 1), ("&limit=200", 200), ("&limit=", 10), ("", 10)],
)
def test_so_many_hits_as_asked_for(server: SiteServer, limit: str, hits: int) -> None:
    assert searched(server, f"q=renons{limit}")["limit"] == hits


@pytest.mark.parametrize("limit", ["abc", "0", "-1", "201", "1.5", "9" * 6000, "%D9%A3"])
def test_a_limit_that_is_no_number_of_hits_is_refused(server: SiteServer, limit: str) -> None:
    status, body = ask(server, f"/search.json?q=renons&limit={limit}")
    said = f"limit must be a whole number from 1 to 200, not “{unquote(limit)[:20]}”"
    assert (status, json.loads(body)) == (400, {"error": said})


@pytest.mark.parametrize(
    "query", ["\0", "\x1b[2J", "‮renons", "a\r\nSet-Cookie: b", "<script>", "' OR 1=1 --", "💥"]
)
def test_any_text_can_be_asked(server: SiteServer, query: str) -> None:
    assert searched(server, f"q={quote(query)}")["query"] == query


def test_a_language_is_asked_for_as_on_the_command_line(server: SiteServer) -> None:
    found = searched(server, "q=renons&language=pl&language=sr&edition=cs-2017")
    assert (found["languages"], found["editions"]) == (["pl", "sr"], ["cs-2017"])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "say what to search for: q=…"),
        ("q=", "say what to search for: q=…"),
        ("q=+&limit=5", "say what to search for: q=…"),
        ("q=%FF", "“%FF” is no text in UTF-8"),
        ("q=a%ed%a0%80b", "“%ED” is no text in UTF-8"),
        ("q=x&edition=%c0", "“%C0” is no text in UTF-8"),
        ("q=x&lang=pl", "there is no parameter “lang”; there are q, edition, language, limit"),
    ],
)
def test_what_is_not_asked_rightly_is_refused(server: SiteServer, query: str, said: str) -> None:
    status, body = ask(server, f"/search.json?{query}")
    assert (status, json.loads(body)) == (400, {"error": said})


@pytest.mark.parametrize("asked", ["http://[", "http://[x]/search.json?q=a", "//[::1/"])
def test_an_address_that_is_none_is_refused(server: SiteServer, asked: str) -> None:
    got = send(server, f"GET {asked} HTTP/1.1\r\nConnection: close\r\n\r\n".encode())
    assert got.startswith((b"HTTP/1.1 400", b"HTTP/1.1 404"))
    assert is_well(server)


def test_signs_that_nobody_needs_are_passed_over(server: SiteServer) -> None:
    assert searched(server, "q=%zz&&&=")["query"] == "%zz"


def test_a_long_query_is_cut(server: SiteServer) -> None:
    assert searched(server, f"q={'a' * 10_000}")["query"] == "a" * 1000


def test_a_search_that_refuses_is_told_in_one_sentence(server: SiteServer) -> None:
    status, body = ask(server, "/search.json?q=renons&edition=xx")
    assert (status, json.loads(body)) == (400, {"error": "there is no edition “xx”"})


def test_a_search_that_falls_over_takes_nothing_with_it(server: SiteServer) -> None:
    status, body = ask(server, "/search.json?q=fall%20over")
    assert (status, json.loads(body)) == (
        500,
        {"error": "this could not be answered (ZeroDivisionError)"},
    )
    assert is_well(server)


def slow_clients(server: SiteServer) -> list[socket.socket]:
    """Clients that begin a request and leave it at that."""
    address = ("127.0.0.1", server.server_port)
    slow = [socket.create_connection(address, timeout=60) for _ in range(50)]
    for client in slow:
        client.sendall(b"GET /cs-2007/27/ HTT")
    return slow


def test_slow_clients_hold_up_nobody(server: SiteServer) -> None:
    slow = slow_clients(server)
    assert is_well(server)
    for client in slow:
        client.close()


def test_slow_clients_are_let_go(server: SiteServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SiteHandler, "timeout", 0.5)
    for client in slow_clients(server):
        assert client.recv(1000) == b""
        client.close()


def test_a_client_that_leaves_in_mid_answer_is_no_trouble(server: SiteServer) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=60) as client:
            client.sendall(b"GET /cs-2007/27/ HTTP/1.1\r\nHost: x\r\n\r\n")
    assert is_well(server)


@pytest.mark.parametrize(
    ("clients", "requests"), [(10, 200), pytest.param(50, 2000, marks=pytest.mark.whole)]
)
def test_many_clients_each_get_their_own_answer(
    server: SiteServer, clients: int, requests: int
) -> None:
    def one(number: int) -> bool:
        if number % 2:
            return is_well(server)
        return searched(server, f"q=query{number}")["query"] == f"query{number}"

    with ThreadPoolExecutor(clients) as pool:
        assert all(pool.map(one, range(requests)))


def headers_of(server: SiteServer, path: str, **sent: str) -> tuple[int, dict[str, str]]:
    """The status and headers of an answer."""
    client = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    try:
        client.request("GET", path, headers=sent)
        response = client.getresponse()
        return response.status, dict(response.getheaders())
    finally:
        client.close()


@pytest.mark.parametrize("path", ["/cs-2007/27/", "/nowhere", "/search.json?q=a", "/cs-2007"])
def test_every_answer_carries_the_policy(server: SiteServer, path: str) -> None:
    found = headers_of(server, path)[1]
    assert {name: found[name] for name in HEADERS} == HEADERS


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    policy = dict(rule.split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split("; "))
    assert policy.pop("default-src") == policy.pop("frame-ancestors") == "'none'"
    assert set(policy.values()) == {"'self'"}
    assert HEADERS["X-Content-Type-Options"] == "nosniff"
    assert HEADERS["Referrer-Policy"] == "no-referrer"


def test_a_page_that_is_known_is_not_sent_again(server: SiteServer) -> None:
    status, first = headers_of(server, "/cs-2007/27/")
    assert (status, first["Cache-Control"]) == (200, "no-cache")
    status, again = headers_of(server, "/cs-2007/27/", **{"If-None-Match": first["ETag"]})
    assert (status, again["ETag"]) == (304, first["ETag"])
    assert headers_of(server, "/cs-2007/27/", **{"If-None-Match": '"other"'})[0] == 200


def test_what_is_named_by_its_content_is_kept_for_ever(server: SiteServer) -> None:
    mark = hashlib.sha256(PAGE.encode()).hexdigest()[:8]
    kept = headers_of(server, f"/cs-2007/27/index.html?{mark}")[1]["Cache-Control"]
    assert "immutable" in kept
    assert headers_of(server, "/cs-2007/27/index.html?00000000")[1]["Cache-Control"] == "no-cache"


def test_a_client_that_drips_is_dropped(
    server: SiteServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SiteHandler, "timeout", 0.5)
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=60) as client:
        client.settimeout(0.05)
        dropped = False
        for byte in (b"GET /cs-2007/27/ HTTP/1.1\r\nX: " + b"y" * 100)[:60]:  # 3 s of drops
            try:
                client.sendall(bytes([byte]))
                dropped = client.recv(100) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                dropped = True
            if dropped:
                break
    assert dropped


def test_too_many_clients_are_refused_politely(
    server: SiteServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "most", threading.active_count() + 5)
    address = ("127.0.0.1", server.server_port)
    waiting = [socket.create_connection(address, timeout=60) for _ in range(5)]
    for _ in range(20):
        assert ask(server, "/cs-2007/27/")[0] == 503
    busy = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - busy < 0.2  # it waits for a place without asking all the time
    for client in waiting:
        client.close()
    for _ in range(1000):
        if is_well(server):  # one place is free sooner than the others
            break
        time.sleep(0.02)
    else:
        pytest.fail("it never had a place again")


def test_a_kept_connection_does_not_wait_for_an_acknowledgement(server: SiteServer) -> None:
    client = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    taken = []
    for _ in range(30):
        started = time.perf_counter()
        client.request("GET", "/cs-2007/27/")
        assert client.getresponse().read() == PAGE.encode()
        taken.append(time.perf_counter() - started)
    client.close()
    # each would wait for 40 ms; a busy machine delays some of them, but not all
    assert min(taken[20:]) < 0.02


def publish(site: Path, page: str) -> None:
    """A build of a site of one page."""
    with replacing_folder(site) as aside:
        write_inside(aside, "index.html", page.encode())


def test_a_rebuilt_site_is_served_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    site = tmp_path / "site"
    ready = True

    def opened() -> Served:
        if not ready:
            raise LawbaseError("a build is under way")
        found = (site / "index.html").read_bytes()
        return Served(FolderReader(site), lambda *_: found)

    publish(site, "old")
    made = make_server(Newest(lambda: folder_digest(site), opened), 0)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        both = [ask(made, "/"), ask(made, "/search.json?q=x")]
        assert both == [(200, b"old"), (200, b"old")]
        ready = False  # the site is there, the index isn't
        publish(site, "new")
        status, told = ask(made, "/")
        assert (status, told) == (503, b"was rebuilt meanwhile; try again\n")
        assert ask(made, "/search.json?q=x") == (200, b"old")
        ready = True
        assert [ask(made, "/"), ask(made, "/search.json?q=x")] == [(200, b"new"), (200, b"new")]
        (site / "index.html").write_text("forged", "utf-8")
        assert ask(made, "/")[0] == 503
    finally:
        made.shutdown()
        made.server_close()
        thread.join()


@pytest.mark.slow
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGINT])
def test_the_server_leaves_when_told_and_says_nothing(home: Path, ended_by: signal.Signals) -> None:
    command = [sys.executable, "-m", "lawbase", "serve", "--port", "0", "--build", str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as served:
        assert served.stdout
        address = re.search(rb"http://127.0.0.1:(\d+)/", served.stdout.readline())
        assert address
        client = http.client.HTTPConnection("127.0.0.1", int(address[1]), timeout=30)
        client.request("GET", "/search.json?q=renons")
        assert client.getresponse().status == 200
        served.send_signal(ended_by)
        try:
            out, err = served.communicate(timeout=30)
        finally:
            served.kill()
        client.close()
    assert (served.returncode, out, err) == (0, b"", b"")
