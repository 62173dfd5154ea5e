"""What the search in the page weighs, how soon it is ready, how long a keystroke takes.

    python -m benchmarks.search_browser SITE

Bytes are as a server would send them, compressed with brotli; milliseconds are processor time, that
of the first answer with what a Czech reader needs for it, and that of everything there. A keystroke
is told twice: what it takes to find and to cut the snippets of the hits that the page draws while
one types, and with everything that the page does until it is drawn, suggestions, rows, layout and
painting; the reader begins to type when the page is at rest, having unpacked what it will need.
Calling the page from outside takes a while too, told as the middle of calls that do nothing; it is
part of each keystroke's time.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

import brotli
from playwright.sync_api import CDPSession, Page

from benchmarks.measuring import heading, row
from tests.browser.chromium import chromium

SLOWED = 4
CALLS = 75
AWHILE, LITTLE = 500, 0.02
"""A page is at rest that takes so little of the processor for a while: milliseconds, seconds."""
TYPED = ("nahradil nedostatečnou nabídku kontrem", "czy obrońca może zapytać partnera", "50Д1")
LOAD = """async ([names, typed]) => {
  await lawbase.load("assets/search.js");
  const { engine, parts, first } = lawbase.searching;
  const paths = (names ?? first.cs).map((name) => parts[name]);
  await Promise.all([engine, ...paths].map((path) => lawbase.load(path)));
  window.searcher = new lawbase.engine.Searcher(lawbase.parts);
  const { hits, expanded } = searcher.search(typed);
  for (const hit of hits) searcher.snippet(hit, expanded);
}"""
OPEN = """async () => {
  window.searcher = (await lawbase.search.attach()).searcher;
}"""
TYPE = """(text) => {
  const { hits, expanded } = searcher.search(text, { limit: 5, reader: "cs" });
  for (const hit of hits) searcher.snippet(hit, expanded);
}"""
NOTHING = "(text) => undefined"

DRAW = """(text) => new Promise((drawn) => {
  const input = document.getElementById("search-input");
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(drawn));
})"""
"""A keystroke in the panel; at the second frame the first one has been drawn."""


def task_seconds(session: CDPSession) -> float:
    """What the page's tasks have taken on the processor so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def spent(page: Page, session: CDPSession, code: str, argument: object) -> float:
    """The milliseconds of processor time that a script takes."""
    before = task_seconds(session)
    page.evaluate(code, argument)
    return 1000 * (task_seconds(session) - before)


def names_of(site: Path) -> list[str]:
    """The parts of the data."""
    return sorted(file.stem for file in site.glob("search/*.js"))


def weigh(site: Path) -> None:
    """Print the kilobytes of each part of the data, and of all."""
    sizes = {f.stem: len(brotli.compress(f.read_bytes())) for f in sorted(site.glob("search/*.js"))}
    print(heading("data", *sizes, "all"))
    print(row("kB", *(f"{size / 1000:.0f}" for size in (*sizes.values(), sum(sizes.values())))))


def opened(page: Page, site: Path) -> CDPSession:
    """Open the panel of a page on a slow processor and wait until it is at rest."""
    session = started(page, site)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.keyboard.press("/")
    page.wait_for_selector("#search-results[aria-busy=false]", timeout=60_000)
    before = -1.0
    while (now := task_seconds(session)) - before > LITTLE:
        before = now
        page.wait_for_timeout(AWHILE)
    page.evaluate(OPEN)
    return session


def started(page: Page, site: Path) -> CDPSession:
    """Open a page whose processor time is counted."""
    page.goto(f"{site.resolve().as_uri()}/cs-2007/27/index.html")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def main(site: Path) -> None:
    """Print all figures."""
    weigh(site)
    with chromium() as browser:
        page = browser.new_page()
        session = started(page, site)
        first, ready = (
            spent(page, session, LOAD, [names, "nedostatečná nabídka"]) * SLOWED
            for names in (None, names_of(site))
        )
        page = browser.new_page()
        session = opened(page, site)
        call = statistics.median(spent(page, session, NOTHING, "") for _ in range(CALLS))
        found = typed(page, session, TYPE)
        page = browser.new_page()
        drawn = typed(page, opened(page, site), DRAW)
    columns = ("first answer", "with all", "a keystroke, p50", "p95", "with drawing, p50", "p95")
    print("\n" + heading(f"ms, slowed {SLOWED} times", *columns, "a call"))
    print(row("in a page", f"{first:.0f}", f"{ready:.0f}", *found, *drawn, f"{call:.1f}"))


def typed(page: Page, session: CDPSession, code: str) -> list[str]:
    """The median and the 95th percentile of what keystrokes take."""
    keys = [
        spent(page, session, code, text[:length])
        for text in TYPED
        for length in range(1, len(text) + 1)
    ]
    return [f"{x:.1f}" for x in (statistics.median(keys), statistics.quantiles(keys, n=20)[-1])]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
