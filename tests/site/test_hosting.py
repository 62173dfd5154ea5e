"""The files that tell hosts of the built site how to serve it, tried with a real nginx."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lawbase.site.headers import FOR_EVER, HEADERS, REVALIDATED
from lawbase.storage import MARKER
from tests.site.invented import invented, site_of

PAGE = "/cs-2007/1/"
SERVER = """
daemon off; master_process off; pid {home}/pid; error_log {home}/errors;
events {{ }}
http {{
  include {types}; default_type application/octet-stream; access_log off;
  client_body_temp_path {home}/1; proxy_temp_path {home}/2; fastcgi_temp_path {home}/3;
  uwsgi_temp_path {home}/4; scgi_temp_path {home}/5;
  server {{ listen unix:{home}/socket; root {site}; include {site}/nginx.conf; }}
}}
"""
TYPES = "types { text/html html; application/javascript js; text/css css; text/xml xml; }"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site, in a folder that a server may be told of."""
    folder = tmp_path_factory.mktemp("hosted") / "site"
    site_of(invented(), folder)
    return folder


class Connection(http.client.HTTPConnection):
    """A connection through a socket in a folder."""

    def __init__(self, path: Path):
        super().__init__("localhost")
        self._path = str(path)

    def connect(self) -> None:
        """Connect to the socket."""
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)


@pytest.fixture(scope="module")
def nginx(site: Path) -> Iterator[Path]:
    """The socket of an nginx that serves the site by the snippet that lies in it."""
    program = shutil.which("nginx", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))
    assert program, "install nginx (scripts/test-tools does)"
    home = site.parent
    (home / "types").write_text(TYPES)
    (home / "conf").write_text(SERVER.format(home=home, site=site, types=home / "types"))
    server = subprocess.Popen([program, "-c", home / "conf", "-e", home / "errors"])
    try:
        while not _listens(home / "socket"):
            assert server.poll() is None, (home / "errors").read_text()
            time.sleep(0.02)
        yield home / "socket"
    finally:
        server.terminate()
        server.wait()


def _listens(place: Path) -> bool:
    """Whether a socket takes connections; it is there a moment before it does."""
    try:
        with closing(Connection(place)) as connection:
            connection.connect()
    except OSError:
        return False
    return True


def asked(nginx: Path, path: str, **sent: str) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    connection = Connection(nginx)
    try:
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", PAGE, "/xa-2001", "/nowhere", "/%ff", "/worker.js"])
def test_every_answer_carries_the_headers(nginx: Path, path: str) -> None:
    _, headers, _ = asked(nginx, path)
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["Cache-Control"] == REVALIDATED


def test_a_page_is_html_and_is_not_sent_twice(site: Path, nginx: Path) -> None:
    status, headers, body = asked(nginx, PAGE)
    assert (status, headers["Content-Type"]) == (200, "text/html")
    assert body == (site / PAGE[1:] / "index.html").read_bytes()
    assert asked(nginx, PAGE, **{"If-None-Match": headers["ETag"]})[0] == 304


@pytest.mark.parametrize("path", ["/nowhere", "/%ff", "/nginx.conf", "/_headers", f"/{MARKER}"])
def test_what_is_no_page_is_told_by_a_page(site: Path, nginx: Path, path: str) -> None:
    status, _, body = asked(nginx, path)
    assert (status, body) == (404, (site / "404.html").read_bytes())


def test_what_is_named_by_its_content_is_kept_and_what_is_missing_is_not(
    site: Path, nginx: Path
) -> None:
    pack = min(path.name for path in (site / "offline").iterdir())
    _, headers, _ = asked(nginx, f"/offline/{pack}")
    assert headers["Cache-Control"] == FOR_EVER
    assert {name: headers[name] for name in HEADERS} == HEADERS
    status, headers, _ = asked(nginx, "/offline/gone.00000000.pack")
    assert (status, headers["Cache-Control"]) == (404, REVALIDATED)


def test_a_folder_leads_on_to_its_page_and_stays_on_the_host(nginx: Path) -> None:
    status, headers, _ = asked(nginx, PAGE.rstrip("/"))
    assert (status, headers["Location"]) == (301, PAGE)


def test_a_browser_knows_what_tells_it_how_to_install_the_site(nginx: Path) -> None:
    _, headers, _ = asked(nginx, "/manifest.webmanifest")
    assert headers["Content-Type"] == "application/manifest+json"
    assert {name: headers[name] for name in HEADERS} == HEADERS


def test_no_header_has_two_values_where_the_rules_of_a_host_meet(site: Path) -> None:
    """Hosts that read ``_headers`` join the values of all rules that match a path by commas."""
    rules: dict[str, dict[str, str]] = {}
    for line in (site / "_headers").read_text().splitlines():
        assert len(line) < 2000  # Cloudflare Pages reads no more
        if line.startswith("/"):
            told = rules.setdefault(line, {})
        else:
            name, colon, value = line.partition(": ")
            assert name.startswith("  ") and colon and value and "!" not in name
            told[name.strip()] = value
    assert rules == {"/*": HEADERS, "/offline/*": {"Cache-Control": FOR_EVER}}
