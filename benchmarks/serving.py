"""What a request to ``lawbase serve`` takes on a connection that is kept.

    python -m benchmarks.serving

One client asks for a page again and again, then some 150 of the graded queries twice: the first
time, when words are met that no query had before, and the second are told apart. Milliseconds are
those of the clock, from the request until its answer is read, so a busy machine makes them longer;
beside them stands what the server takes of a processor.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlsplit

from benchmarks.measuring import heading, row
from lawbase.building import default_home
from lawbase.site.serving import SEARCH_PATH
from tests.search.grading import GRADED, OWN, load_queries

ASKED = 150
PAGE = "/cs-2007/27/index.html"
SERVE = [sys.executable, "-m", "lawbase", "serve", "--port", "0"]
NANOSECONDS = 1e6


def asking(connection: HTTPConnection, path: str) -> float:
    """The milliseconds until an answer is read."""
    started = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (path, answer.status)
    return 1000 * (time.perf_counter() - started)


def processor(server: int) -> float:
    """The milliseconds of a processor that all threads of a server took so far."""
    tasks = Path(f"/proc/{server}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / NANOSECONDS


def main() -> None:
    """Print a Markdown table."""
    texts = [q.text for path in (GRADED, OWN) for q in load_queries(path)]
    queries = [f"{SEARCH_PATH}?q={quote(text)}" for text in texts[:: len(texts) // ASKED]]
    home = ["--build", str(default_home())]
    with subprocess.Popen([*SERVE, *home], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = urlsplit(server.stdout.readline().split()[2])
        with closing(HTTPConnection(str(address.hostname), address.port)) as connection:
            asking(connection, PAGE)  # the connection is there
            print(heading("a request", "p50", "p95", "of a processor"))
            for name, paths in (
                ("a page", [PAGE] * ASKED),
                (f"`{SEARCH_PATH}`, first", queries),
                (f"`{SEARCH_PATH}`, again", queries),
            ):
                before = processor(server.pid)
                times = [asking(connection, path) for path in paths]
                took = (processor(server.pid) - before) / len(paths)
                most = statistics.quantiles(times, n=20)[-1]
                told = (statistics.median(times), most, took)
                print(row(name, *(f"{t:.2f} ms" for t in told)))
        server.terminate()


if __name__ == "__main__":
    main()
