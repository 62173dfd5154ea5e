"""What every export's test needs: invented laws, the real ones, and a database server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from lawbase.building import open_contents
from lawbase.export import FORMATS, TOKENED, exporter
from lawbase.knowledge import KnowledgeBase
from tests.export.invented_laws import invented
from tests.export.servers import load, postgres_server


@pytest.fixture
def kb() -> KnowledgeBase:
    return invented()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """How to connect to a PostgreSQL server."""
    with postgres_server() as connection:
        yield connection


@pytest.fixture(scope="session")
def laws(knowledge: KnowledgeBase) -> KnowledgeBase:
    """The knowledge base of the whole corpus."""
    return knowledge


@pytest.fixture(scope="session")
def exported(home: Path, once: Callable[..., Path]) -> Path:
    """A folder with the whole corpus in every format, each under its name."""

    def export(folder: Path) -> None:
        contents = open_contents(home)
        for name in FORMATS:
            given = (contents,) if name in TOKENED else ()
            exporter(name)(contents.kb, folder / name, *given)

    return once("exports", export)


@pytest.fixture(scope="session")
def loaded(exported: Path, server: str) -> str:
    """How to connect to a database that holds the whole corpus; it is to be read only."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE laws")
    whole = server.replace("dbname=postgres", "dbname=laws")
    done = load(exported / "postgres", whole)
    assert (done.returncode, done.stderr) == (0, "")
    return whole
