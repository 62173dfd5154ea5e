"""Every command and every Python example of the pages runs, and so does every help."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

from lawbase.building import damage
from lawbase.cli import COMMANDS, cli
from lawbase.export import FORMATS
from tests.commands.running import run
from tests.commands.test_command_line import examples
from tests.conftest import ROOT
from tests.editions.corpora import run_in, two_editions

SINGLE = ("README.md", "CHANGELOG.md", "SECURITY.md", "corpus/README.md", "benchmarks/REPORT.md")
PAGES = [*(ROOT / page for page in SINGLE), *sorted((ROOT / "docs").rglob("*.md"))]
RUN_BY_ITS_OWN_TEST = {"formats.md", "adding-an-edition.md"}
CODE = re.compile(r"^```\w*\n([\s\S]*?)^```|^(?: {4}.*\n?)+", re.MULTILINE)
ANSWERS_NO = {"lawbase search obdélník"}
OTHER_CORPUS = "eo-2030"


def blocks(page: Path) -> list[str]:
    """The blocks of code of a page, fenced or indented."""
    found = CODE.finditer(page.read_text(encoding="utf-8"))
    return [match[1] if match[1] is not None else match[0] for match in found]


def commands(program: str) -> list[str]:
    """The lines of all pages that call a program, without their comments, each once."""
    pages = [page for page in PAGES if page.name not in RUN_BY_ITS_OWN_TEST]
    lines = [line.strip() for page in pages for block in blocks(page) for line in block.split("\n")]
    called = [re.sub(r"\s+#.*", "", line) for line in lines if line.startswith(program)]
    return list(dict.fromkeys(called))


def words(line: str) -> list[str]:
    """The arguments of a command, as a real shell takes the line apart."""
    script = f'lawbase() {{ printf "%s\\0" "$@"; }}\n{line}\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.split("\0")[:-1]


LAWBASE = [line for line in commands("lawbase ") if OTHER_CORPUS not in line]
TOUR = "\n".join(blocks(ROOT / "docs" / "tour.md"))
EXPORTS = [line for line in LAWBASE if re.match("lawbase export .*--output", line)]
AT_ONCE = [line for line in LAWBASE if line not in EXPORTS and "lawbase serve" not in line]
PIPES = [line for line in commands("printf ") if "lawbase" in line]


@pytest.fixture
def folder(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, where ``build`` is what was built."""
    (tmp_path / "build").symlink_to(home)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAWBASE_HOME", str(home))
    return tmp_path


def test_the_pages_have_commands() -> None:
    assert len(LAWBASE) > 40
    assert {argument for line in LAWBASE for argument in words(line)[:1]} >= {*COMMANDS} - {"new"}


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", AT_ONCE)
def test_a_command_of_the_pages(line: str) -> None:
    outcome = run(*words(line))
    assert outcome.code == (1 if line in ANSWERS_NO else 0), outcome.err
    assert outcome.out.strip()
    assert not outcome.err


def test_what_the_pages_export_is_a_format() -> None:
    """Each is exported where its own page is tried."""
    assert {words(line)[1] for line in EXPORTS} <= {*FORMATS}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", PIPES)
def test_a_pipe_of_the_pages(line: str) -> None:
    done = in_bash(line)
    assert done.stdout.count("\n") == 2
    assert not done.stderr


@pytest.mark.usefixtures("folder")
def test_a_shell_completes_by_what_the_tour_tells_it() -> None:
    (line,) = (line.strip() for line in TOUR.splitlines() if line.strip().startswith("eval "))
    done = in_bash(f"set -eu\n{line}\ncomplete -p lawbase")
    assert done.stdout.endswith(" lawbase\n")
    assert not done.stderr


def in_bash(script: str) -> subprocess.CompletedProcess[str]:
    """What a script of a page prints, with this checkout's ``lawbase`` on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path}
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in ("build", "serve", "new")])
def test_the_example_in_a_help(command: str) -> None:
    on_the_pages = [shlex.split(line)[1:] for line in AT_ONCE]
    for example in examples(command):
        if example not in on_the_pages:
            outcome = run(*example)
            assert outcome.code == 0, outcome.err
            assert outcome.out.strip()


@pytest.mark.slow
def test_the_example_of_a_build_makes_everything_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, home = two_editions(tmp_path / "corpus"), tmp_path / "home"
    monkeypatch.setenv("LAWBASE_HOME", str(home))
    (example,) = examples("build")
    for _ in range(2):
        outcome = run_in(corpus, *example)
        assert outcome.code == 0, outcome.err
        assert f"{home}: texts, knowledge, contents, search, site made in " in outcome.out
        stages = re.findall(r"^(\w+) +[\d.]+ +[\d.]+ +\d+%$", outcome.out, re.MULTILINE)
        assert {"reading", "linking", "aligning", "auditing", "pages", "indexing"} <= {*stages}
    assert damage(home) == []


@pytest.mark.slow
def test_serving_answers_pages_and_searches(folder: Path) -> None:
    command = [sys.executable, "-m", "lawbase", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            with urllib.request.urlopen(found[0], timeout=20) as page:
                assert b"<!doctype html>" in page.read().lower()
            with urllib.request.urlopen(f"{found[0]}search.json?q=renons", timeout=20) as answer:
                assert b'"hits":[{' in answer.read()
        finally:
            server.terminate()


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_python_of_a_page(page: Path) -> None:
    if page.name in RUN_BY_ITS_OWN_TEST:
        return
    names: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
        exec(compile(code, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_in_passing_exists(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    for line in re.findall(r"`lawbase ([^`]+)`", text):
        name, *words = line.split()
        command = cli.get_command(None, name) if not name.startswith("-") else cli  # type: ignore[arg-type]
        assert command, f"there is no command {name}"
        known = {option for parameter in command.params for option in parameter.opts}
        options = {word for word in words if word.startswith("--")}
        assert options <= known | {"--help"}, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)", file.read_text(encoding="utf-8"), re.M)
            assert anchor in {
                re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings
            }


@pytest.mark.parametrize("line", commands("python "))
def test_a_module_that_the_pages_run_is_there(line: str) -> None:
    found = re.match(r"python -m ([\w.]+)", line)
    assert found, "it is run as a module, so that it finds its neighbours"
    spec = find_spec(found[1])
    assert spec and spec.origin
    assert '\nif __name__ == "__main__":\n' in Path(spec.origin).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", commands("scripts/"))
def test_a_script_of_the_pages_is_there(script: str) -> None:
    file = ROOT / script.split()[0]
    assert os.access(file, os.X_OK)
    assert re.search(r"^# Usage: " + re.escape(script.split()[0]), file.read_text(), re.M)
