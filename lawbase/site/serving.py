"""The built site and its search over HTTP, on this machine only."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from lawbase.errors import LawbaseError

LOOPBACK = "127.0.0.1"
SEARCH_PATH = "/search.json"
LONGEST_QUERY = 1000
USUAL_HITS = 10
MOST_HITS = 50
SECONDS_A_CLIENT_MAY_TAKE = 10

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The Content-Security-Policy that the site needs: nothing inline, nothing from elsewhere."""

MEDIA_TYPES = {
    **SimpleHTTPRequestHandler.extensions_map,
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml; charset=utf-8",
}

Search = Callable[[str, tuple[str, ...], int], bytes]
"""A query, the editions asked for, the number of hits -> the answer as JSON."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Files of the site, and ``/search.json?q=…&edition=…&limit=…``."""

    timeout = SECONDS_A_CLIENT_MAY_TAKE
    protocol_version = "HTTP/1.1"
    extensions_map = MEDIA_TYPES

    def __init__(self, *args: Any, search: Search, directory: str):
        self._search = search
        super().__init__(*args, directory=directory)

    def do_GET(self) -> None:
        """A file of the site, or an answer of the search."""
        if urlsplit(self.path).path == SEARCH_PATH:
            self._answer()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """What ``do_GET`` answers, without its body."""
        if urlsplit(self.path).path == SEARCH_PATH:
            self._answer()
        else:
            super().do_HEAD()

    def send_head(self) -> Any:
        """A file, or the site's own page for what isn't there."""
        if not self._inside():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        """Every answer says that the site loads nothing from elsewhere."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """A folder without a page is not shown."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page for what isn't there; a plain sentence for the rest."""
        page = Path(self.directory) / "404.html"
        if code == HTTPStatus.NOT_FOUND and page.is_file():
            self._send(HTTPStatus.NOT_FOUND, page.read_bytes(), "text/html; charset=utf-8")
        else:
            super().send_error(code, message, explain)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged."""

    def _inside(self) -> bool:
        """Whether the path, with all its links followed, lies in the site."""
        site = Path(self.directory).resolve()
        try:
            return Path(self.translate_path(self.path)).resolve().is_relative_to(site)
        except (OSError, ValueError):
            return False

    def _answer(self) -> None:
        """The answer of the search, or one sentence on why there is none."""
        asked = parse_qs(urlsplit(self.path).query)
        query = asked.get("q", [""])[0][:LONGEST_QUERY]
        hits = _hits(asked.get("limit", [""])[0])
        try:
            status, body = HTTPStatus.OK, self._search(query, tuple(asked.get("edition", [])), hits)
        except LawbaseError as error:
            status, body = HTTPStatus.BAD_REQUEST, _error(str(error))
        except Exception as error:
            reason = f"this could not be answered ({type(error).__name__})"
            status, body = HTTPStatus.INTERNAL_SERVER_ERROR, _error(reason)
        self._send(status, body, "application/json; charset=utf-8")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _hits(limit: str) -> int:
    """How many hits are asked for: ten unless it is a number, and never too many."""
    if not (limit.isascii() and limit.isdigit()):
        return USUAL_HITS
    return min(int(limit), MOST_HITS) if len(limit) < 5 else MOST_HITS


def _error(sentence: str) -> bytes:
    return json.dumps({"error": sentence}, ensure_ascii=False).encode()


class SiteServer(ThreadingHTTPServer):
    """A thread a client; a client that goes away is no trouble."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that broke off needs no report."""


def make_server(site: Path, search: Search, port: int) -> SiteServer:
    """A server of a built site; port 0 takes any free one."""
    return SiteServer((LOOPBACK, port), partial(SiteHandler, search=search, directory=str(site)))
