"""The built site on loopback, a browser before it, and the checkers."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
)

from lawbase.site.serving import Served, make_server
from lawbase.storage import FolderReader
from tests.browser.chromium import chromium

HERE = Path(__file__).parent
NODE_MODULES = HERE / "node_modules"
expect.set_options(timeout=30_000)  # what comes at once may come late where others work, too
KINDS = (
    "",
    "cs/",
    "cs-2007/",
    "cs-2007/27/",
    "cs-2017/12/",
    "cs-2007/definitions/",
    "pl-2017/preface/",
    "guide-cs/",
    "guide-cs/18/",
    "cs/parallel/",
    "parallel/27/",
    "cs/compare/",
    "sr-Cyrl/compare/sr-2007/pl-2017/",
    "cs/changes/",
    "sr-Cyrl/matrix/",
    "sr-Cyrl/",
    "cs-2017/72/",
    "compare/sr-2007/pl-2017/12/",
    "pl/concordance/",
    "trace/72/",
    "en/terms/",
    "terms/h/",
    "cs/index/",
    "sr/situations/",
    "sr/situations/lead/",
    "cs/references/",
    "references/27/",
    "cs/findings/",
    "sr-Cyrl/about/",
    "cs/search/",
    "404.html",
)
"""A page of every kind."""
MORE = (
    "en/",
    "sr-2007/",
    "pl-2017/77/",
    "cs/compare/cs-2007/cs-2017/",
    "compare/cs-2007/cs-2017/16/",
)
"""Pages of some of these kinds in other languages, of other texts."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(home: Path) -> Path:
    """The built site's folder."""
    return home / "site"


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, under its strict policy."""

    def search(query: str, *_: object) -> bytes:
        return json.dumps({"query": query}).encode()

    version = Served(FolderReader(site), search)
    server = make_server(lambda: version, 0)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=[pytest.param("http", marks=pytest.mark.whole), "file"])
def base(request: pytest.FixtureRequest, address: str, site: Path) -> str:
    """The site in a folder on disk, as most tests don't read it, and on a server."""
    return address if request.param == "http" else f"{site.as_uri()}/"


def to(base: str, path: str, query: str = "") -> str:
    """The address of a page."""
    return base + path + ("index.html" if base.startswith("file") else "") + query


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with chromium() as found:
        yield found


DESK: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A reader at a Czech desk with rights or a network of their own."""
    found = browser.new_context(viewport=DESK, color_scheme="light", locale="cs")
    yield found
    found.close()


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Page]:
    """One page for the tests of a file, since a process for each costs as much as the test."""
    context = browser.new_context(viewport=DESK, color_scheme="light", locale="cs")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, address: str) -> Iterator[Page]:
    """A page at a Czech desk of a reader who has never been here; it must not complain."""
    if "context" in request.fixturenames:
        context: BrowserContext = request.getfixturevalue("context")
        found = context.new_page()
    else:
        found = request.getfixturevalue("desk")
        forget(found, address)
    complaints: list[str] = []

    def crashed(error: Error) -> None:
        complaints.append(str(error))

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    found.on("pageerror", crashed)
    found.on("console", said)
    yield found
    found.remove_listener("pageerror", crashed)
    found.remove_listener("console", said)
    assert not complaints


def forget(page: Page, address: str) -> None:
    """Leave nothing of an earlier test: what it kept, held back, or set of the screen."""
    page.unroute_all(behavior="ignoreErrors")
    page.goto("about:blank")
    page.set_viewport_size(DESK)
    page.emulate_media(media="screen", color_scheme="light")
    page.mouse.move(0, 0)
    session = page.context.new_cdp_session(page)
    for origin in (address.rstrip("/"), "file://"):
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()


def until(page: Page, condition: str) -> None:
    """Wait until something is true. It is asked from outside: no page may evaluate a text."""
    deadline = time.monotonic() + 30
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(20)


@pytest.fixture(scope="session")
def packages(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The folder of the packages from npm, installed when they are missing."""
    once("npm", lambda _: install_packages())
    return NODE_MODULES


def install_packages() -> None:
    """Install what is missing or of another version; a registry may fail once."""
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    if all(installed_version(name) == version for name, version in wanted.items()):
        return
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
    for _ in range(2):
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
        if done.returncode == 0:
            return
    pytest.fail(f"npm install ended with {done.returncode}:\n{done.stdout}{done.stderr}", False)


def installed_version(name: str) -> str | None:
    """The version of a package that is installed; None when it isn't."""
    file = NODE_MODULES / name / "package.json"
    if not file.is_file():
        return None
    version: str = json.loads(file.read_text("utf-8"))["version"]
    return version
