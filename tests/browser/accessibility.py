"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """([part, runOnly]) => axe
  .run(part, { runOnly, resultTypes: ["violations"], preload: false })
  .then((found) => found.violations.map((v) => [v.id, v.nodes[0].html.slice(0, 120)]))"""

THIN = """() => {
  const name = (e) => `${e.tagName}.${e.className}[${e.getAttributeNames().sort()}]`
    + Boolean(e.textContent.trim());
  const step = (e) => `${name(e.parentElement)} ${name(e)}`;
  const thin = (parent) => {
    const seen = {};
    for (const child of parent.tagName === "TR" ? [] : [...parent.children]) {
      const built = [child, ...child.querySelectorAll("*")].map(step);
      if (built.every((one) => seen[one] > 1)) child.remove();
      else for (const one of new Set(built)) seen[one] = (seen[one] ?? 0) + 1;
    }
    for (const child of parent.children) thin(child);
  };
  thin(document.body);
}"""
"""Of neighbours that hold the same in the same the first two stay, and what brings more."""

Scheme = Literal["light", "dark"]
DESK: tuple[Scheme, int] = ("light", 1280)
PHONE: tuple[Scheme, int] = ("dark", 360)
"""Colours and width: between the two, every rule of the style sheets is seen."""


@contextmanager
def looked_at(browser: Browser, scheme: Scheme, width: int) -> Iterator[Page]:
    """A page that holds still, at a Czech desk."""
    context = browser.new_context(reduced_motion="reduce", has_touch=True, locale="cs")
    page = context.new_page()
    look_at(page, scheme, width)
    yield page
    context.close()


def look_at(page: Page, scheme: Scheme, width: int) -> None:
    """Show the page in other colours and at another width, without loading it again."""
    page.emulate_media(media="screen", color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})


def thin_out(page: Page) -> None:
    """Leave two of the neighbours that are built alike: of a thousand rows axe finds the same."""
    page.evaluate(THIN)


def hurdles(page: Page, packages: Path, part: str) -> list[list[str]]:
    """The rules that a part of a page breaks, each with the first element that does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((packages / "axe-core" / "axe.min.js").read_text("utf-8"))
    found: list[list[str]] = page.evaluate(RUN, [part, RULES])
    return found
