"""The built site and its search over HTTP, on this machine only."""

import io
import json
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import MimeTypes
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from lawbase.errors import LawbaseError, UnreachableError
from lawbase.search import MOST_HITS, USUAL_HITS
from lawbase.site.headers import FOR_EVER, HEADERS, NAMED_BY_CONTENT, REVALIDATED
from lawbase.storage import DamagedError

LOOPBACK = "127.0.0.1"
SEARCH_PATH = "/search.json"
PARAMETERS = ("q", "edition", "language", "limit")
MISSING = "404.html"
LONGEST_QUERY = 1000
MOST_CLIENTS = 200
HANDLES_OF_OUR_OWN = 40  # what the program holds open besides its clients
SECONDS_A_REQUEST_MAY_TAKE = 10

TEXT, JSON = "text/plain; charset=utf-8", "application/json; charset=utf-8"
_TYPES = MimeTypes()  # those that the standard library knows, not those of the machine
_TYPES.add_type("text/javascript", ".js")

REFUSAL = b"too many clients at once; try again\n"
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s"
) % (len(REFUSAL), REFUSAL)

Search = Callable[[str, tuple[str, ...], tuple[str, ...], int], bytes]
"""A query, the editions asked for, the number of hits -> the answer as JSON."""


class Pages(Protocol):
    """Files by their paths."""

    def holds(self, name: str) -> bool:
        """Whether there is such a file."""

    def read(self, name: str) -> bytes:
        """The content of a file."""


class Served(NamedTuple):
    """What one build made, as long as it is served: its pages and its search, if it has one."""

    pages: Pages
    search: Search | None = None


class Newest:
    """The version of the last build that has finished.

    While a build is under way, the version before is served on.
    """

    def __init__(self, identified: Callable[[], str], opened: Callable[[], Served]):
        """
        Args:
            identified: gives the digest of the last build, quickly.
            opened: opens what the last build made.

        Raises:
            LawbaseError: when it can't be opened.
        """
        self._identified, self._open = identified, opened
        self._digest = identified()
        self._version = opened()
        self._opening = threading.Lock()

    def __call__(self) -> Served:
        """The version to answer from."""
        digest = self._identified()
        if digest and digest != self._digest and self._opening.acquire(blocking=False):
            try:
                self._version, self._digest = self._open(), digest
            except LawbaseError:
                pass  # a build is under way
            finally:
                self._opening.release()
        return self._version


class _PatientReader(io.RawIOBase):
    """What a client sends, as long as the whole request comes in time."""

    def __init__(self, client: socket.socket):
        self._client = client
        self.deadline = 0.0

    def readable(self) -> bool:
        """It is read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for the next bytes, but not for longer than the request may take."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._client.settimeout(left)
        return self._client.recv_into(buffer)


class SiteHandler(BaseHTTPRequestHandler):
    """Files of the site, and ``/search.json?q=…&edition=…&language=…&limit=…``.

    ``newest`` gives the version that a request is answered from. A page of it that a later build
    has replaced is refused; no answer mixes two versions.
    """

    timeout = SECONDS_A_REQUEST_MAY_TAKE
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # an answer leaves in one piece

    def __init__(self, *args: Any, newest: Callable[[], Served]):
        self._newest = newest
        super().__init__(*args)

    def setup(self) -> None:
        """Begin with a client."""
        super().setup()
        self._reader = _PatientReader(self.connection)
        self.rfile = io.BufferedReader(self._reader)

    def handle_one_request(self) -> None:
        """A request, which has to be there in time."""
        self._reader.deadline = time.monotonic() + self.timeout
        super().handle_one_request()
        self.connection.settimeout(self.timeout)

    def do_GET(self) -> None:
        """A file of the site, or an answer of the search."""
        try:
            self._asked = urlsplit(self.path)
        except ValueError:
            self._send(HTTPStatus.BAD_REQUEST, b"this is no address\n", TEXT)
            return
        pages, search = self._newest()
        try:
            if search and self._asked.path == SEARCH_PATH:
                self._answer(search)
            else:
                self._give_file(pages)
        except DamagedError as error:
            body = f"{error.message}\n".encode()
            headers = {"Retry-After": "1", "Cache-Control": "no-store"}
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, body, TEXT, headers)

    def do_HEAD(self) -> None:
        """What ``do_GET`` answers, without its body."""
        self.do_GET()

    def end_headers(self) -> None:
        """Every answer says what the site asks of browsers."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged."""

    def _give_file(self, pages: Pages) -> None:
        asked = self._asked
        name = unquote(asked.path).removeprefix("/")
        if pages.holds(f"{name}/index.html"):
            # a path that begins with two slashes would be taken for the name of another host
            path = f"/{asked.path.lstrip('/')}/"
            address = asked._replace(scheme="", netloc="", path=path).geturl()
            self._send(HTTPStatus.MOVED_PERMANENTLY, b"", "", {"Location": address})
            return
        if name.endswith("/") or not name:
            name += "index.html"
        if not pages.holds(name):
            page = pages.read(MISSING) if pages.holds(MISSING) else b""
            self._send(HTTPStatus.NOT_FOUND, page, _kind(MISSING))
            return
        data = pages.read(name)
        digest = sha256(data).hexdigest()
        for_ever = asked.query == digest[:8] or name.startswith(NAMED_BY_CONTENT)
        headers = {
            "ETag": f'"{digest[:32]}"',
            "Cache-Control": FOR_EVER if for_ever else REVALIDATED,
        }
        if headers["ETag"] in self.headers.get("If-None-Match", ""):
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", headers)
        else:
            self._send(HTTPStatus.OK, data, _kind(name), headers)

    def _answer(self, search: Search) -> None:
        """The answer of the search, or one sentence on why there is none."""
        try:
            status, body = HTTPStatus.OK, search(*_asked(self._asked.query))
        except UnreachableError as error:
            status, body = HTTPStatus.SERVICE_UNAVAILABLE, _error(str(error))
        except LawbaseError as error:
            status, body = HTTPStatus.BAD_REQUEST, _error(str(error))
        except Exception as error:
            reason = f"this could not be answered ({type(error).__name__})"
            status, body = HTTPStatus.INTERNAL_SERVER_ERROR, _error(reason)
        self._send(status, body, JSON, {"Cache-Control": "no-store"})

    def _send(
        self, status: HTTPStatus, body: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if kind:
            self.send_header("Content-Type", kind)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _kind(name: str) -> str:
    """What a file is, by its name; all text here is UTF-8."""
    kind = _TYPES.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _asked(parameters: str) -> tuple[str, tuple[str, ...], tuple[str, ...], int]:
    """The query, the editions, the languages and the number of hits that are asked for.

    Raises:
        LawbaseError: when no query is, or there is no such parameter or number, or it is no text.
    """
    try:
        asked = parse_qs(parameters, errors="strict")
    except UnicodeDecodeError as error:
        wrong = "".join(f"%{byte:02X}" for byte in error.object[error.start : error.end])
        raise LawbaseError(f"“{wrong}” is no text in UTF-8") from error
    for name in asked:
        if name not in PARAMETERS:
            known = ", ".join(PARAMETERS)
            raise LawbaseError(f"there is no parameter “{name[:20]}”; there are {known}")
    query, editions, languages, limits = (asked.get(name, []) for name in PARAMETERS)
    if not "".join(query[:1]).strip():
        raise LawbaseError("say what to search for: q=…")
    hits = _hits(limits[0]) if limits else USUAL_HITS
    return query[0][:LONGEST_QUERY], tuple(editions), tuple(languages), hits


def _hits(limit: str) -> int:
    """How many hits are asked for.

    Raises:
        LawbaseError: when it is no number of hits that can be given.
    """
    if limit.isascii() and limit.isdigit() and len(limit) < 5 and 1 <= int(limit) <= MOST_HITS:
        return int(limit)
    raise LawbaseError(f"limit must be a whole number from 1 to {MOST_HITS}, not “{limit[:20]}”")


def _error(sentence: str) -> bytes:
    return json.dumps({"error": sentence}, ensure_ascii=False).encode()


class SiteServer(ThreadingHTTPServer):
    """A thread a client, up to so many; a client that goes away is no trouble."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        import resource  # Unix has it

        handles, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        room = max(1, handles - HANDLES_OF_OUR_OWN) if handles > 0 else MOST_CLIENTS
        self.most = min(MOST_CLIENTS, room) + threading.active_count()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Give a client a thread, or refuse it when there are too many."""
        if threading.active_count() < self.most:
            super().process_request(request, client_address)
            return
        try:
            request.setblocking(False)
            request.sendall(REFUSED)
            request.recv(65536)  # what is left unread would make the refusal be thrown away
        except OSError:
            pass
        self.shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that broke off needs no report."""


def make_server(newest: Callable[[], Served], port: int) -> SiteServer:
    """A server of a built site; port 0 takes any free one."""
    return SiteServer((LOOPBACK, port), partial(SiteHandler, newest=newest))
