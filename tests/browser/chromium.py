"""Debian's Chromium, found and started: for the tests, the pictures and the benchmarks.

Its headless shell is the same engine without windows, for half of the processor's time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = ("--disable-gpu", "--disable-quic")
"""Beside those that Playwright gives to every Chromium."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, closed in the end."""
    path = shutil.which("chromium-headless-shell")
    assert path, "install chromium-headless-shell (scripts/test-tools does)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
