"""The whole site offline, after one visit and with consent."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from threading import Thread

from playwright.sync_api import BrowserContext, Page, expect

from lawbase.site.serving import Served, make_server
from lawbase.storage import MARKER, FolderReader, write_manifest
from tests.browser.conftest import until

RENEWED = """navigator.serviceWorker.getRegistration()
  .then((site) => site.update().then(() => site, () => site))
  .then((site) => new Promise((done) => {
    const look = () => (site.installing ? setTimeout(look, 50) : done());
    look();
  }))"""
"""Looks for a new worker; ends when it is installed or was refused."""
NOTED = """window.noted = [];
  new MutationObserver((found) => found.forEach(({ addedNodes }) => {
    for (const node of addedNodes) noted.push(node.textContent);
  })).observe(document.body, { childList: true });"""
"""Keeps what is said in passing and is gone soon."""


def test_nothing_is_stored_before_the_reader_agrees(page: Page, address: str) -> None:
    page.goto(address + "cs-2007/27/")
    page.get_by_role("button", name="Číst bez připojení").click()
    expect(page.locator("dialog.help")).to_contain_text("Uložit celý web")
    count = "navigator.serviceWorker.getRegistrations().then((found) => found.length)"
    assert page.evaluate(count) == 0


def test_the_stored_site_is_read_with_the_network_cut(
    context: BrowserContext, page: Page, address: str
) -> None:
    page.goto(address + "cs/")
    page.get_by_role("button", name="Číst bez připojení").click()
    page.get_by_role("button", name="Uložit").click()
    expect(page.locator("dialog.help")).to_contain_text("Celý web je uložen", timeout=60_000)
    expect(page.get_by_role("button", name="Uložit")).to_have_count(0)
    expect(page.get_by_role("button", name="Smazat")).to_be_enabled()
    context.set_offline(True)
    for path, title in (
        ("cs-2007/27/", "Pravidlo 27"),
        ("terms/d/", "Pojmy"),
        ("parallel/72/", "72"),
        ("trace/27/index.html", "27"),
    ):
        page.goto(address + path)
        assert title in page.title()
    page.goto(address + "cs/")
    page.goto(address + "cs-2007/27/")
    page.locator('.words a:text-is("Pravidlo 31")').hover()
    expect(page.locator(".preview")).to_contain_text("Jestliže mimo pořadí")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Číst bez připojení").click()
    page.get_by_role("button", name="Smazat").click()
    expect(page.locator("dialog.help")).to_contain_text("smazán")
    assert page.evaluate("caches.keys()") == []


def test_a_returning_reader_is_told_of_a_new_version_and_never_gets_a_mixture(
    page: Page, site: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy, copy_function=os.link)

    def deployed() -> Served:
        return Served(FolderReader(copy), lambda *_: b"{}")

    server = make_server(deployed, 0)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    page.goto(address + "cs/")
    page.get_by_role("button", name="Číst bez připojení").click()
    page.get_by_role("button", name="Uložit").click()
    expect(page.locator("dialog.help")).to_contain_text("Celý web je uložen", timeout=60_000)
    stored = page.evaluate("caches.keys()")
    worker = copy / "worker.js"
    (copy / MARKER).unlink()
    code = worker.read_text("utf-8")

    worker.unlink()  # a deployment that is half done: the worker is new, a pack isn't there yet
    worker.write_text(re.sub(r"sha256-[\w+/]{10}", "sha256-AAAAAAAAAA", code, count=1), "utf-8")
    write_manifest(copy)
    page.reload()
    page.evaluate(RENEWED)
    page.goto(address + "cs-2007/27/")
    assert "Pravidlo 27" in page.title()
    assert stored[0] in page.evaluate("caches.keys()")

    worker.write_text(re.sub(r'"version":"\w+"', '"version":"0123456789abcdef"', code), "utf-8")
    write_manifest(copy)
    page.evaluate(NOTED)
    page.evaluate(RENEWED)
    until(page, "noted.some((text) => text.includes('nová verze webu'))")
    assert page.evaluate("caches.keys()") == ["lawbase-0123456789abcdef"]
    answer = page.evaluate(
        "fetch('../../cs/').then((r) => r.headers.get('Content-Security-Policy'))"
    )
    assert "frame-ancestors 'none'" in answer
    server.shutdown()
    server.server_close()
