"""An edition looked at again whenever one saves its profile: in the terminal, or as a page."""

from __future__ import annotations

import time
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.errors import LawbaseError

if TYPE_CHECKING:
    from lawbase.model import Provision
    from lawbase.reading.corpus import CheckReport

SECONDS_BETWEEN_LOOKS = 0.5
STYLE = (
    "body{max-width:42em;margin:2em auto;padding:0 1em;font:1em/1.5 serif}"
    ".error{color:#a00}.warning{color:#860}section{margin-left:calc(2em*var(--depth))}"
    "pre{background:#eee;padding:.5em;overflow:auto}"
)


def saved(folder: Path, edition: str) -> dict[Path, int]:
    """When each file that an edition is read from was saved last."""
    found: dict[Path, int] = {}
    for file in (*(folder / edition).iterdir(), *(folder / "languages").glob("*.toml")):
        with suppress(OSError):  # an editor is just replacing it
            found[file] = file.stat().st_mtime_ns
    return found


def wait_for_a_save(folder: Path, edition: str) -> None:
    """Return when one of the files of an edition was saved."""
    before = saved(folder, edition)
    while saved(folder, edition) == before:
        time.sleep(SECONDS_BETWEEN_LOOKS)


def serve_edition(folder: Path, edition: str, port: int) -> None:
    """Serve an edition as a page, read anew after every save, until Ctrl-C.

    Raises:
        LawbaseError: when there is no such edition, or the port cannot be used.
    """
    if not (folder / edition / "edition.toml").exists():
        raise LawbaseError(f"there is no edition “{edition}” in {folder}")
    try:
        server = _Server(("127.0.0.1", port), _handler(folder, edition))
    except OSError as error:
        raise LawbaseError(f"port {port} cannot be used ({error.strerror})") from error
    click.echo(f"{edition}: http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends it)")
    with suppress(KeyboardInterrupt), server:
        server.serve_forever()


class _Server(HTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that left before its answer needs no report."""


def _handler(folder: Path, edition: str) -> type[BaseHTTPRequestHandler]:
    from lawbase.reading.corpus import check_edition

    last: dict[str, object] = {}

    class Handler(BaseHTTPRequestHandler):
        """Answers every request with the edition as it is now."""

        def do_GET(self) -> None:
            """The page, read anew if something was saved since."""
            now = saved(folder, edition)
            if last.get("saved") != now:
                last.update(saved=now, page=page_of(check_edition(folder / edition)).encode())
            body = last["page"]
            assert isinstance(body, bytes)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header(
                "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"
            )
            self.send_header("Refresh", "2")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the terminal quiet."""

    return Handler


def page_of(report: CheckReport) -> str:
    """The page of an edition: what is wrong with it, then all of its provisions."""
    problems = "".join(
        f'<p class="{p.severity}">{escape(str(p.as_error()))}</p>'
        + (f"<pre>{escape(p.paste)}</pre>" if p.paste else "")
        for p in report.problems
    )
    read = report.read
    rows = "".join(map(_row, read.provisions)) if read else ""
    language = read.language if read else "en"
    return (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">'
        f"<title>{escape(report.edition)}</title><style>{STYLE}</style>"
        f"<h1>{escape(read.title if read else report.edition)}</h1>"
        f"<p>{100 * report.explained:.2f} %</p>{problems}{rows}</html>"
    )


def _row(provision: Provision) -> str:
    from lawbase.address import KeyParts

    depth = KeyParts.of(provision.key).depth
    head = f"<b>{escape(f'{provision.label} {provision.heading}'.strip())}</b>"
    words = "".join(f"<p>{escape(text)}</p>" for text in (provision.text, provision.tail) if text)
    return f'<section id="{escape(provision.key)}" style="--depth:{depth}">{head}{words}</section>'
