"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """([part, runOnly]) => axe.run(part, { runOnly })
  .then((found) => found.violations.map((v) => [v.id, v.nodes[0].html.slice(0, 120)]))"""


@contextmanager
def looked_at(browser: Browser, scheme: str, width: int) -> Iterator[Page]:
    """A page that lets axe in and holds still."""
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        bypass_csp=True,
    )
    yield context.new_page()
    context.close()


def hurdles(page: Page, packages: Path, part: str) -> list[list[str]]:
    """The rules that a part of a page breaks, each with the first element that does."""
    page.evaluate((packages / "axe-core" / "axe.min.js").read_text("utf-8"))
    found: list[list[str]] = page.evaluate(RUN, [part, RULES])
    return found
