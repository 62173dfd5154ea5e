"""A PostgreSQL that holds the export and ranks by its function ``lawbase.search``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from lawbase.errors import LawbaseError, UnreachableError
from lawbase.search.understood import Ranked, Understood

if TYPE_CHECKING:
    import psycopg

SEARCH = "SELECT edition, key, score, total FROM lawbase.search(%s, %s)"
UNDERSTANDING = "SELECT lawbase.understanding()"
ANEW = "load it anew: “lawbase export postgres --output laws.sql” and “psql --file laws.sql”"
PATIENCE = 5
"""How many seconds a server has to take a connection."""


class PostgresEngine:
    """Ranks in a database, as long as it holds the export of the build that understands queries.

    It is connected to when it is first asked, and again when it went away or was loaded anew.
    """

    def __init__(self, address: str):
        """``address`` is where the database is: a URL, or what else PostgreSQL's programs take."""
        self._address = address
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._lock = Lock()

    def rank(self, understanding: str, asked: Understood, hits: int) -> Ranked:
        """The best texts for a query as it was understood, at most so many.

        Args:
            understanding: what the index is known by that the query was understood with.
            asked: the query.
            hits: how many texts at most.

        Raises:
            UnreachableError: when no server is there.
            LawbaseError: when the program lacks what it takes to ask it, the database doesn't hold
                the export of this build, or it can't answer.
        """
        query = msgspec.json.encode(asked).decode()
        with self._asked() as database:
            ((held,),) = database.execute(UNDERSTANDING).fetchall()
            if held != understanding:
                raise LawbaseError(f"the database holds the laws of another build; {ANEW}")
            rows = database.execute(SEARCH, (query, hits)).fetchall()
        texts = tuple(((edition, key), score) for edition, key, score, _ in rows)
        return Ranked(texts, rows[0][3] if rows else 0)

    def close(self) -> None:
        """Let the server go; a question under way is broken off."""
        if self._connection is not None:
            self._connection.close()

    @contextmanager
    def _asked(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """The connection, for one question at a time; what PostgreSQL says of it in a sentence."""
        try:
            import psycopg
        except ImportError as error:
            sentence = "asking PostgreSQL needs psycopg: pip install 'lawbase[postgres]'"
            raise LawbaseError(sentence) from error
        with self._lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = psycopg.connect(
                        self._address, autocommit=True, connect_timeout=PATIENCE
                    )
                yield self._connection
            except psycopg.OperationalError as error:
                raise UnreachableError(f"PostgreSQL can't be reached ({_first(error)})") from error
            except (psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedFunction) as error:
                there = isinstance(error, psycopg.errors.UndefinedFunction)
                held = "the export of an older lawbase" if there else "no laws"
                raise LawbaseError(f"the database holds {held}; {ANEW}") from error
            except psycopg.Error as error:
                raise LawbaseError(f"PostgreSQL can't answer ({_first(error)})") from error


def _first(error: Exception) -> str:
    """The first line of what was said."""
    return str(error).strip().partition("\n")[0]
