"""Every kind of page: valid, accessible, narrow enough, light enough, without a complaint."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.accessibility import DESK, PHONE, hurdles, look_at, looked_at, thin_out
from tests.browser.conftest import KINDS, MORE, forget, to, until

LIGHT_ENOUGH = 60_000
NARROWEST = 320
PAPER: ViewportSize = {"width": 680, "height": 960}
"""A sheet of A4 between its margins, in CSS pixels."""

RUNS_OVER = """[...document.querySelectorAll(".year, .place, .edition-mark")]
    .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
"""The marks of texts that don't fit the column that they stand in."""

CLOSED = "details:not([open]) :is(.footnote, .odd p, .inline .words, .stages li, .findings li, td)"
WRONG_ON_PAPER = f"""() => {{
  const shows = (e) => {{
    const {{ width, height }} = e.getBoundingClientRect();
    return e.checkVisibility({{ visibilityProperty: true }}) && width && height;
  }};
  const all = (selector) => [...document.querySelectorAll(selector)];
  const wrong = all(".top, .bar, .foot, .chooser, .filter").filter(shows);
  wrong.push(...all("{CLOSED}").filter((e) => !shows(e)));
  const told = wrong.map((e) => e.outerHTML.slice(0, 120));
  return all("main :is(h1, h2)").some(shows) ? told : [...told, "no heading"];
}}"""
"""Tools that are printed, and what is closed on the screen and isn't printed."""

MOVED = 0.05
"""The shift of a page's parts that a reader notices."""
SHIFTED = """() => new Promise((tell) => new PerformanceObserver((list) => {
  const found = list.getEntries().filter((e) => !e.hadRecentInput);
  tell(found.reduce((sum, e) => sum + e.value, 0));
}).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => tell(0), 100))"""
"""How far a page moved under its reader while it came."""


class Watched(NamedTuple):
    """A page of a kind, loaded under the site's policy on a phone and at a desk.

    It knows how far its parts moved each time, and what it complained of so far.
    """

    kind: str
    page: Page
    shifts: list[float]
    complaints: list[str]


@pytest.fixture(scope="module")
def viewer(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """One page for all kinds, since a process for each costs as much as a test, and its complaints.

    What it complains of is kept, under the site's policy.
    """
    with looked_at(browser, *DESK) as page:
        session = page.context.new_cdp_session(page)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        yield page, complaints


PARAMS = [*KINDS, *(pytest.param(kind, marks=pytest.mark.whole) for kind in MORE)]


@pytest.fixture(scope="module", params=PARAMS)
def watched(
    viewer: tuple[Page, list[str]], address: str, request: pytest.FixtureRequest
) -> Watched:
    """A page of every kind, loaded for all that is looked at by a reader who comes anew."""
    page, complaints = viewer
    forget(page, address)
    complaints.clear()
    shifts = []
    for look in (PHONE, DESK):
        look_at(page, *look)
        shifts.append(shift_of(page, address + request.param))
    return Watched(request.param, page, shifts, complaints)


def shift_of(page: Page, address: str) -> float:
    """How far a page moves under its reader while it comes.

    One whose script came late where others work is given a second chance.
    """
    page.goto(address)
    shift: float = page.evaluate(SHIFTED)
    if shift >= MOVED:
        page.goto("about:blank")
        page.goto(address)
        shift = page.evaluate(SHIFTED)
    return shift


def file_of(site: Path, kind: str) -> Path:
    """The file of a page."""
    return site / kind if kind.endswith(".html") else site / kind / "index.html"


def test_html_is_valid(site: Path, packages: Path, tmp_path: Path) -> None:
    for kind in KINDS:
        shutil.copy(file_of(site, kind), tmp_path / (kind.replace("/", "_") + ".html"))
    jar = packages / "vnu-jar" / "build" / "dist" / "vnu.jar"
    about_policy = ["--filterpattern", ".*Content Security Policy.*"]
    for_a_short_run = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"]
    command = ["java", *for_a_short_run, "-jar", str(jar), "--format", "gnu", *about_policy]
    command += map(str, tmp_path.iterdir())
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""


def test_a_page_holds_still_fits_its_screen_and_complains_of_nothing(watched: Watched) -> None:
    assert max(watched.shifts) < MOVED
    page = watched.page
    look_at(page, *DESK)
    assert page.evaluate(RUNS_OVER) == []
    for width in (PHONE[1], NARROWEST):
        look_at(page, PHONE[0], width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.complaints == []


@pytest.mark.parametrize("language", ["cs", "sr", "sr-Cyrl", "pl", "en"])
def test_the_head_of_a_page_is_one_row_on_every_phone(page: Page, base: str, language: str) -> None:
    page.goto(to(base, f"{language}/"))
    heights = set()
    for width in (360, 375, 390, 412, 430):
        look_at(page, PHONE[0], width)
        heights.add(page.evaluate("document.querySelector('header').offsetHeight"))
    assert len(heights) == 1


def test_a_page_is_reached_by_keys_and_prints_without_its_tools(watched: Watched) -> None:
    page = watched.page
    look_at(page, *DESK)
    page.evaluate("document.body.tabIndex = -1; document.body.focus()")
    page.keyboard.press("Tab")
    if watched.kind != "404.html":  # its links start at the root: none leads to a place on itself
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        until(page, "document.activeElement.id === 'main'")
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    assert page.evaluate(WRONG_ON_PAPER) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    assert watched.complaints == []


def test_a_page_keeps_nobody_out(watched: Watched, packages: Path) -> None:
    """It comes last, when all has come that the page asks for: the page is thinned out for it."""
    page = watched.page
    thin_out(page)
    for look in (DESK, PHONE):
        look_at(page, *look)
        assert hurdles(page, packages, "html") == []
    page.wait_for_load_state("networkidle")
    assert watched.complaints == []


def test_a_law_page_is_light(site: Path) -> None:
    @cache
    def weight(file: Path) -> int:
        return len(gzip.compress(file.read_bytes(), 6))

    heaviest = 0
    for page in sorted(site.glob("*-*/[0-9]*/index.html")):
        html = page.read_text("utf-8")
        needed = {page} | {
            (page.parent / path).resolve()
            for path in re.findall(r'(?:src|rel="stylesheet" href)="([^"?]+)\?', html)
        }
        heaviest = max(heaviest, sum(map(weight, needed)))
    assert 0 < heaviest < LIGHT_ENOUGH
