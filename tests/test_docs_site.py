"""The documentation as a site: every page in its place, every link whole, the code's own words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

DECISIONS = [p for p in sorted((ROOT / "docs/decisions").glob("*.md")) if p.name != "README.md"]
STATUS = re.compile(r"\*(In force since|Superseded on) 20\d\d-\d\d-\d\d( by \[.+\]\(.+\.md\))?\.\*")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; a warning of MkDocs (a broken link, a page in no menu) is an error.

    Told to be quiet, MkDocs would count no warning.
    """
    folder = tmp_path_factory.mktemp("docs")
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    line = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(
        [*line, "--site-dir", str(folder)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_readme_is_the_first_page_and_its_links_hold(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    assert "scripts/site" in html
    for link in re.findall(r'<a href="((?!https?:|#)[^"#]+)', html):
        assert (site / link).exists(), link
    assert (site / "benchmarks" / "REPORT.html").is_file()


def test_the_reference_is_made_of_docstrings(site: Path) -> None:
    html = (site / "reference.html").read_text("utf-8")
    for name in ("lawbase.load", "lawbase.api.Laws", "lawbase.address.Address", "lawbase.model"):
        assert f'id="{name}' in html


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_a_date_and_a_status_and_is_listed(page: Path) -> None:
    text = page.read_text("utf-8")
    assert STATUS.fullmatch(text.splitlines()[2])
    title = text.splitlines()[0].removeprefix("# ")
    assert f"[{title}]({page.name})" in (page.parent / "README.md").read_text("utf-8")


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    fetching = re.compile(
        r"""<(?:script|img|iframe)[^>]+src="(?:https?:)?//|<link[^>]+stylesheet[^>]+//"""
    )
    for page in site.rglob("*.html"):
        html = page.read_text("utf-8")
        assert not fetching.search(html), page
        assert 'class="mermaid"' not in html, page
    assert "&lt;- " in (site / "architecture.html").read_text("utf-8")
