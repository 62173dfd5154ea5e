"""What the project says of itself in several places is the same everywhere."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement

from lawbase import __version__
from tests.conftest import PAGES_OF_EVERY_KIND, ROOT, shared_by

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = [*PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)]
LOCKED = dict(
    re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements-dev.txt").read_text("utf-8"), re.M)
)


@pytest.mark.parametrize("wanted", WANTED)
def test_the_lock_has_a_version_within_the_bounds(wanted: str) -> None:
    requirement = Requirement(wanted)
    name = re.sub(r"[-_.]+", "-", requirement.name).lower()
    assert name in LOCKED, "run scripts/lock"
    assert requirement.specifier.contains(LOCKED[name])


def test_the_lock_names_no_host() -> None:
    assert not re.search(r"https?:|file:", (ROOT / "requirements-dev.txt").read_text("utf-8"))


def test_the_version_has_its_section_in_the_changelog() -> None:
    assert re.search(rf"^## {re.escape(__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), re.M)


def test_the_supported_pythons_are_those_of_the_matrix() -> None:
    supported = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    workflow = (ROOT / ".github/workflows/test.yml").read_text("utf-8")
    assert re.findall(r"python: \[(.+)\]", workflow) == [", ".join(f'"{v}"' for v in supported)]
    matrix = (ROOT / "scripts/matrix").read_text("utf-8")
    assert [f"{version}:highest" for version in supported] == re.findall(
        r"3\.\d+:highest", matrix.partition("  set -- ")[2]
    )


def test_tests_share_a_core_by_their_file_a_costly_fixture_or_a_kind_of_page() -> None:
    assert shared_by("tests/test_address.py::test_x[1]") == "tests/test_address.py"
    assert shared_by("tests/export/test_real_laws.py::test_x") == "exported"
    first, second = (shared_by(f"{PAGES_OF_EVERY_KIND}::test_x[{kind}]") for kind in ("cs/", "en/"))
    assert first != second
    assert shared_by(f"{PAGES_OF_EVERY_KIND}::test_y[cs/]") == first
