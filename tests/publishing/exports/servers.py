"""A real PostgreSQL server for the tests, where one is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def _binary(name: str) -> str | None:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(installed[-1]) if installed else None)


def _owner() -> str | None:
    """Who the server runs as: it refuses to be run by root."""
    users = {user.pw_name for user in pwd.getpwall()}
    if os.geteuid():
        return pwd.getpwuid(os.geteuid()).pw_name
    return "postgres" if "postgres" in users else None


@contextmanager
def postgres_server() -> Iterator[str | None]:
    """A new server on a socket of its own: how to connect to it, or None when there is none."""
    initdb, pg_ctl, owner = _binary("initdb"), _binary("pg_ctl"), _owner()
    if not (initdb and pg_ctl and _binary("psql") and owner):
        yield None
        return
    home = Path(tempfile.mkdtemp(prefix="pg"))
    shutil.chown(home, owner)
    data, options = str(home / "data"), f"-k {home} -c listen_addresses= -c fsync=off"

    def run(*command: str) -> None:
        user = owner if os.geteuid() == 0 else None
        subprocess.run(command, check=True, user=user, cwd=home, stdout=subprocess.DEVNULL)

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
    command = [str(_binary("psql")), "-X", "-q", server, "-f", str(script)]
    return subprocess.run(command, capture_output=True, text=True)
