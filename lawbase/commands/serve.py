"""``lawbase serve``: the built site and its search on this machine."""

import gc
import signal
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Lock

import click
import msgspec

from lawbase.building import open_together
from lawbase.commands.shared import WholeNumber, home_option, open_built
from lawbase.commands.watching import served_edition
from lawbase.errors import LawbaseError
from lawbase.profile import data_folder
from lawbase.search.postgres import PostgresEngine
from lawbase.search.results import SearchResult
from lawbase.search.search import Searcher
from lawbase.search.tables import TABLES, VOCABULARY, understanding_of
from lawbase.site.serving import Newest, Served, make_server
from lawbase.storage import FolderReader, folder_digest


@click.command("serve")
@click.option("--port", default=8000, show_default=True, type=WholeNumber(0, 65535))
@click.option("--watch", metavar="ID", help="One edition as it is read, anew at every save.")
@click.option(
    "--database", metavar="URL", help="A PostgreSQL with the laws: postgresql://… answers searches."
)
@home_option
def command(port: int, watch: str | None, database: str | None, home: Path | None) -> None:
    """Serve the built site and its search over HTTP on this machine.

    Programs ask /search.json?q=…&edition=…&language=…&limit=… With --database, a PostgreSQL
    answers that has loaded “lawbase export postgres”; what a query means is still decided here.
    With --watch, it shows one edition of the corpus as a page, with what is wrong with it, while
    you edit its profile; nothing is built.

    Example: lawbase serve --port 8000
    """
    if watch:
        served = served_edition(data_folder("corpus"), watch)
        _serve(lambda: served, port, watch)
    elif database:
        with closing(PostgresEngine(database)) as engine:
            newest = _newest(home, engine)
            if search := newest().search:
                search("law:1", (), (), 1)  # a database that can't answer is told of at once
            _serve(newest, port, "the site")
    else:
        _serve(_newest(home), port, "the site")


def _newest(home: Path | None, engine: PostgresEngine | None = None) -> Callable[[], Served]:
    """What the last build made, after what is stale was built."""

    def opened(folder: Path) -> Newest:
        return Newest(partial(folder_digest, folder), partial(_opened, folder, engine))

    return open_built(home, "site", opened)


def _serve(newest: Callable[[], Served], port: int, named: str) -> None:
    """Serve until Ctrl-C."""
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


def _opened(folder: Path, engine: PostgresEngine | None) -> Served:
    """The pages and the search of one build, where a database may do the ranking.

    Raises:
        DamagedError: when they are of two.
    """

    def opened() -> tuple[FolderReader, Callable[..., SearchResult]]:
        pages, searcher = FolderReader(folder / "site"), Searcher.open(folder / "search")
        if engine is None:
            return pages, searcher.search
        index = FolderReader(folder / "search")
        understanding = understanding_of(index.read(VOCABULARY), index.read(TABLES))
        return pages, partial(searcher.search, rank=partial(engine.rank, understanding))

    (pages, answer), _ = open_together(folder, opened, "site", "search")
    lock = Lock()

    def search(
        query: str, editions: tuple[str, ...], languages: tuple[str, ...], limit: int
    ) -> bytes:
        with lock:
            found = answer(query, editions, languages, limit)
        if found.is_refused:
            raise LawbaseError(found.message)
        return msgspec.json.encode(found)

    return Served(pages, search)
