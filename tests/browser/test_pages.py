"""Every kind of page: valid, accessible, narrow enough, light enough, without a complaint."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility import hurdles, looked_at
from tests.browser.conftest import KINDS

LIGHT_ENOUGH = 60_000


def file_of(site: Path, kind: str) -> Path:
    """The file of a page."""
    return site / kind if kind.endswith(".html") else site / kind / "index.html"


def test_html_is_valid(site: Path, packages: Path, tmp_path: Path) -> None:
    for kind in KINDS:
        shutil.copy(file_of(site, kind), tmp_path / (kind.replace("/", "_") + ".html"))
    jar = packages / "vnu-jar" / "build" / "dist" / "vnu.jar"
    command = ["java", "-jar", str(jar), "--format", "gnu", *map(str, tmp_path.iterdir())]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nobody_is_kept_out(
    browser: Browser, address: str, packages: Path, scheme: str, width: int
) -> None:
    found = {}
    with looked_at(browser, scheme, width) as page:
        for kind in KINDS:
            page.goto(address + kind)
            found[kind] = hurdles(page, packages, "html")
    assert found == {kind: [] for kind in KINDS}


def test_nothing_is_wider_than_a_small_phone_and_nothing_complains(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    complaints: list[tuple[str, str]] = []
    page.on("pageerror", lambda error: complaints.append((page.url, str(error))))
    page.on(
        "console",
        lambda m: complaints.append((page.url, m.text)) if m.type == "error" else None,
    )
    for kind in KINDS:
        page.goto(address + kind)
        page.wait_for_load_state("networkidle")
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            complaints.append((page.url, "scrolls sideways"))
    context.close()
    assert complaints == []


def test_a_law_page_is_light(site: Path) -> None:
    heaviest = 0
    for page in sorted(site.glob("*-*/[0-9]*/index.html")):
        html = page.read_text("utf-8")
        needed = {page} | {
            (page.parent / path).resolve()
            for path in re.findall(r'(?:src|rel="stylesheet" href)="([^"?]+)\?', html)
        }
        heaviest = max(heaviest, sum(len(gzip.compress(f.read_bytes(), 6)) for f in needed))
    assert 0 < heaviest < LIGHT_ENOUGH
