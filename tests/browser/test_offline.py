"""The whole site offline, after one visit and with consent."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect


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
    context.set_offline(True)
    for path, title in (
        ("cs-2007/27/", "Pravidlo 27"),
        ("en/terms/dummy/", "dummy"),
        ("sr-Cyrl/parallel/72/", "Члан 72"),
        ("pl/trace/27.B/index.html", "27B"),
    ):
        page.goto(address + path)
        assert title in page.title()
    page.goto(address + "cs-2007/27/")
    page.locator('.words a:text-is("Pravidlo 31")').hover()
    expect(page.locator(".preview")).to_contain_text("Jestliže mimo pořadí")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Číst bez připojení").click()
    page.get_by_role("button", name="Smazat").click()
    expect(page.locator("dialog.help")).to_contain_text("smazán")
    assert page.evaluate("caches.keys()") == []
