"""``lawbase serve``: the built site and its search on this machine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import home_option, report
from lawbase.errors import LawbaseError

if TYPE_CHECKING:
    from lawbase.site.serving import Served


@click.command("serve")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--watch", metavar="ID", help="One edition as it is read, anew at every save.")
@home_option()
def command(port: int, watch: str | None, home: Path | None) -> None:
    """Serve the built site and its search over HTTP on this machine.

    Programs ask /search.json?q=…&edition=…&limit=… With --watch, it shows one edition of the corpus
    as a page, with what is wrong with it, while you edit its profile; nothing is built.

    Example: lawbase serve --port 8000
    """
    if watch:
        from lawbase.commands.watching import served_edition
        from lawbase.profile import data_folder

        served = served_edition(data_folder("corpus"), watch)
        _serve(lambda: served, port, watch)
    else:
        from lawbase.building import default_home

        _serve(_newest(home or default_home()), port, "the site")


def _newest(folder: Path) -> Callable[[], Served]:
    """What the last build made, after what is stale was built."""
    from lawbase.building import build
    from lawbase.site.serving import Newest
    from lawbase.storage import folder_digest

    changed, opened = partial(folder_digest, folder), partial(_opened, folder)
    build(folder, "site", report)
    try:
        return Newest(changed, opened)
    except LawbaseError as error:
        click.echo(f"lawbase: {error}; rebuilding it", err=True)
        build(folder, "site", report, thoroughly=True)
        return Newest(changed, opened)


def _serve(newest: Callable[[], Served], port: int, named: str) -> None:
    """Serve until Ctrl-C."""
    import gc
    import signal

    from lawbase.site.serving import make_server

    try:
        server = make_server(newest, port)
    except OSError as error:
        raise LawbaseError(f"port {port} cannot be used ({error.strerror})") from error
    click.echo(f"{named}: http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends it)")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    gc.freeze()
    gc.enable()
    with suppress(KeyboardInterrupt), server:
        server.serve_forever()


def _opened(folder: Path) -> Served:
    """The pages and the search of one build.

    Raises:
        DamagedError: when they are of two.
    """
    from threading import Lock

    import msgspec

    from lawbase.building import open_together
    from lawbase.search.search import Searcher
    from lawbase.site.serving import Served
    from lawbase.storage import FolderReader

    def opened() -> tuple[FolderReader, Searcher]:
        return FolderReader(folder / "site"), Searcher.open(folder / "search")

    (pages, searcher), _ = open_together(folder, opened, "site", "search")
    lock = Lock()

    def search(query: str, editions: tuple[str, ...], limit: int) -> bytes:
        with lock:
            return msgspec.json.encode(searcher.search(query, editions, (), limit))

    return Served(pages, search)
