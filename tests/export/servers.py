"""A real PostgreSQL server for the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def _binary(name: str) -> str:
    """A program of PostgreSQL; Debian keeps those of the server out of the path."""
    debian = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
    path = os.pathsep.join([os.environ["PATH"], *reversed(debian)])
    found = shutil.which(name, path=path)
    assert found, "install postgresql (scripts/test-tools does)"
    return found


@contextmanager
def postgres_server() -> Iterator[str]:
    """A new server on a socket of its own: how to connect to it. It refuses to be run by root."""
    initdb, pg_ctl = _binary("initdb"), _binary("pg_ctl")
    owner = "postgres" if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="pg"))
    if owner:
        shutil.chown(home, owner)
    data, options = str(home / "data"), f"-k {home} -c listen_addresses= -c fsync=off"

    def run(*command: str) -> None:
        subprocess.run(command, check=True, user=owner, cwd=home, stdout=subprocess.DEVNULL)

    try:
        run(initdb, "-D", data, "-U", "reader", "-A", "trust", "-E", "UTF8", "--locale=C")
        run(pg_ctl, "-D", data, "-o", options, "-l", str(home / "log"), "-w", "start")
        try:
            yield f"host={home} user=reader dbname=postgres"
        finally:
            run(pg_ctl, "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def load(script: Path, server: str) -> subprocess.CompletedProcess[str]:
    """Run a script with ``psql``."""
    command = [_binary("psql"), "-X", "-q", server, "-f", str(script)]
    return subprocess.run(command, capture_output=True, text=True)
