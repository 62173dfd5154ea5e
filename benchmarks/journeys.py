"""Three journeys of a reader with a phone, timed in a browser on a processor slowed 4 times.

    python -m benchmarks.journeys SITE

The clock runs from each tap until what it leads to stands on the screen, and rests while the reader
looks; of five journeys the quickest counts, since others may use the machine too. Every journey
leads to a text in force.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.measuring import heading, row
from lawbase.site.serving import Served, make_server
from lawbase.storage import FolderReader
from tests.browser.chromium import chromium

SLOWED = 4
TIMES = 5
PATIENCE = 60_000


class Journey:
    """A phone in a reader's hand: what was tapped so far, and how long it took."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.address = address
        self.taps = 0
        self.seconds = 0.0

    def start(self, path: str) -> None:
        """Where the reader is when the journey begins."""
        self.page.goto(self.address + path)

    def tap(self, link: Locator, seen: Locator) -> None:
        """Tap and wait until something stands on the screen."""
        link.scroll_into_view_if_needed()
        self.taps += 1
        self.timed(link.tap, seen)

    def timed(self, act: Callable[[], object], seen: Locator) -> None:
        """Do something else than tap and wait as well."""
        started = time.perf_counter()
        act()
        expect(seen).to_be_in_viewport(timeout=PATIENCE)
        self.seconds += time.perf_counter() - started


def by_words(journey: Journey) -> None:
    """A lead out of turn, typed on the front page."""
    page = journey.page
    journey.start("cs/")
    box, answer = page.locator("#search-input"), page.locator(".search-hit [role=gridcell]").first
    journey.tap(box, box)
    journey.timed(lambda: box.fill("výnos mimo pořadí"), answer)
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
    journey.tap(answer, page.locator("main :is(.number, :target)").last)
    assert re.search(r"-2017/5[3-6]/", page.url), page.url


def at_the_table(journey: Journey) -> None:
    """A lead out of turn, found at the table."""
    page = journey.page
    journey.start("cs/")
    stage = page.locator(".stages h2 a[href*=lead]")
    journey.tap(page.locator(".bar").get_by_role("link", name="U stolu"), page.locator(".pictures"))
    journey.tap(stage, page.locator(".situation").first)
    card = page.locator("#opening-lead-out-of-turn")
    provision = card.locator("a", has_text=re.compile("2017 · 54")).first
    journey.tap(card.locator("h2 a"), provision)
    journey.tap(provision, page.locator("main .number"))
    assert "-2017/54/" in page.url, page.url


def cited_and_back(journey: Journey) -> None:
    """A citation of Law 27 followed, and back."""
    page = journey.page
    journey.start("cs-2017/27/")
    citation = page.locator("main .words a.citation").first
    go = page.locator(".preview").get_by_role("link", name=re.compile("^Otevřít"))
    journey.tap(citation, go)
    journey.tap(go, page.locator("main .number"))
    assert not page.url.endswith("/27/"), page.url
    journey.timed(page.go_back, citation)


def compared(journey: Journey) -> None:
    """Law 27 compared with that of before."""
    page = journey.page
    journey.start("cs-2017/27/")
    link = page.locator(".bar [data-compared]")
    journey.tap(link, page.locator(".change-row").first)


JOURNEYS = (by_words, at_the_table, cited_and_back, compared)


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The site on loopback, under its own headers."""
    version = Served(FolderReader(site))
    server = make_server(lambda: version, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def travelled(browser: Browser, address: str, journey: Callable[[Journey], None]) -> Journey:
    """One journey by a reader who has never been here."""
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True, locale="cs")  # type: ignore[arg-type]
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    made = Journey(page, address)
    journey(made)
    context.close()
    return made


def main(site: Path) -> None:
    """Print the journeys."""
    print(heading("journey", "taps", "seconds"))
    with served(site) as address, chromium() as browser:
        for journey in JOURNEYS:
            made = [travelled(browser, address, journey) for _ in range(TIMES)]
            seconds = min(each.seconds for each in made)
            told = (journey.__doc__ or "").rstrip(".")
            print(row(told, made[0].taps, f"{seconds:.2f}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
