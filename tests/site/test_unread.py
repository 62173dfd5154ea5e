"""A pair of two languages that nobody has read: no page says of it more than what is detected."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import data_folder
from lawbase.site.context import Site
from lawbase.site.page import Page
from lawbase.site.rendering import Renderer
from lawbase.site.views import plan_everything
from tests.conftest import nobody_has_read

SPOKEN = ("cs", "sr", "sr-Cyrl", "pl", "en")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(knowledge: KnowledgeBase) -> Site:
    """The site of a base of which no pair has been read."""
    return Site(nobody_has_read(knowledge), data_folder("site"))


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """Pages that tell of changes, as HTML."""
    wanted = re.compile(
        r"[\w-]+/(compare/sr-2007/pl-2017/|matrix/|)|compare/sr-2007/pl-2017/(31|12)/"
    )
    renderer = Renderer(site, defaultdict(lambda: "~/asset"))
    pages = (planned for planned in plan_everything(site) if isinstance(planned, Page))
    return {page.path: renderer.render(page) for page in pages if wanted.fullmatch(page.path)}


def test_rows_and_laws_are_called_unread(site: Site) -> None:
    for comparison in site.comparisons:
        if comparison.same_language:
            continue
        for law in comparison.laws:
            assert comparison.state(law) == "unread"
            for row in comparison.rows(law):
                assert row.kind in ("unread", "new", "dropped", "absent")
                assert row.altered


def test_what_is_detected_is_told_in_the_reader_s_language(
    site: Site, pages: dict[str, str]
) -> None:
    page = pages["compare/sr-2007/pl-2017/31/"]
    assert "nije pregledano; verovatno" in page
    assert "nije pregledano; program ne vidi promenu" in page
    assert "reči koje ni u jednom tekstu iz 2007. nemaju parnjaka" in page
    assert "words without" not in page
    # what a script says instead, by its name
    said = {ui: {name: site.interfaces[ui].texts[name] for name in told(page)} for ui in SPOKEN}
    assert any("није прегледано; вероватно" in text for text in said["sr-Cyrl"].values())
    assert any("słowa bez odpowiednika w tekstach z {old} r." in t for t in said["pl"].values())


def told(page: str) -> set[str]:
    """The names of what a page says in the reader's language."""
    return set(re.findall(r'data-t="([\w.-]+)"', page))


@pytest.mark.parametrize("language", SPOKEN)
def test_map_matrix_and_comparison_never_say_unchanged(
    site: Site, pages: dict[str, str], language: str
) -> None:
    say = site.interfaces[language].text
    nothing = [
        say(f"{name}{sense}")
        for name in ("change.unchanged", "changed.none")
        for sense in ("", ".sense")
    ]
    for path, page in pages.items():
        if path.startswith((f"{language}/compare/", "compare/")):
            said = re.sub(r'<p class="legend.*?</p>| (class|data-t)="[^"]*"', "", page)
            assert not any(words in said for words in nothing)
    matrix = pages[f"{language}/matrix/"]
    polish = re.findall(r'<td class="(\w+)[^"]*"><a href="[^"]*/pl-2017/', matrix)
    assert polish and set(polish) <= {"unread", "new"}
