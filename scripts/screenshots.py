"""Pictures of eight kinds of pages, on a phone and on a desk, light and dark."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.chromium import chromium

PAGES = {
    "home": "cs/index.html",
    "law": "cs-2007/27/index.html",
    "search": "cs/search/index.html?q=výnos mimo pořadí",
    "parallel": "parallel/27/index.html",
    "compare": "compare/cs-2007/cs-2017/24/index.html",
    "changes": "cs/compare/cs-2007/cs-2017/index.html",
    "term": "terms/d/index.html",
    "situations": "pl/situations/play/index.html",
}
SIZES = {390: 844, 1280: 800}
QUALITY = 62


def take(page: Page, address: str, file: Path) -> None:
    """One picture of what a reader sees first."""
    page.goto(address)
    page.wait_for_timeout(900)
    page.screenshot(path=file, type="jpeg", quality=QUALITY, animations="disabled")


def main(site: Path, output: Path) -> None:
    """All pictures, named ``<page>-<width>-<scheme>.jpg``."""
    output.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for width, height in SIZES.items():
            for scheme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                for name, path in PAGES.items():
                    address = f"{site.resolve().as_uri()}/{path}"
                    take(page, address, output / f"{name}-{width}-{scheme}.jpg")
                page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
