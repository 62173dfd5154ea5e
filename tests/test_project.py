"""What the project says of itself in several places is the same everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement

from lawbase import __version__
from tests.conftest import ROOT

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


@pytest.mark.slow
def test_the_tests_of_a_file_share_a_core() -> None:
    files = [f"tests/test_{name}.py" for name in ("address", "docstrings", "import_order")]
    command = [sys.executable, "-m", "pytest", "-n", "2", "-vv", "-p", "no:cacheprovider", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = set(re.findall(r"\[(gw\d)\].* PASSED (tests/\w+\.py)::", done.stdout))
    assert len(found) == len(files)
    assert len({core for core, _ in found}) == 2
