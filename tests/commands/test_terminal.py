"""Standard streams that are full, closed, a terminal or none: quiet, and the right exit code."""

from __future__ import annotations

import json
import os
import pty
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lawbase.building import damage
from lawbase.terminal import visible
from tests.conftest import ROOT

LAWBASE = f"{shlex.quote(sys.executable)} -m lawbase"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line in bash, in which ``lawbase`` is the command."""
    code = f'lawbase() {{ {LAWBASE} "$@"; }}; {line}'
    variables = {**os.environ, **environment}
    return subprocess.run(
        ["bash", "-c", code], cwd=ROOT, capture_output=True, env=variables, timeout=120
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", ["show 27", "search renons", "audit --json", "--help"])
def test_a_reader_that_goes_away_ends_it_quietly(home: Path, command: str) -> None:
    assert home.is_dir()
    done = shell(f'lawbase {command} | true; echo "${{PIPESTATUS[0]}}"')
    assert done.stderr == b""
    assert done.stdout.strip() in (b"141", b"0")


@pytest.mark.parametrize("command", ["show 27", "show 27 --json", "search renons --json", "--help"])
def test_a_full_output_is_told_in_one_sentence(home: Path, command: str) -> None:
    assert home.is_dir()
    done = shell(f"lawbase {command} > /dev/full")
    assert done.stderr == b"lawbase: cannot write the answer (No space left on device)\n"
    assert done.returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["show 27 --json", "search --stdin --json", "refs 27B1"])
def test_closed_streams_read_and_write_nothing(home: Path, command: str, closed: str) -> None:
    assert home.is_dir()
    done = shell(f"lawbase {command} {closed}" + ("" if "<" in closed else " < /dev/null"))
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_misuse_without_anywhere_to_tell_it_is_still_a_misuse() -> None:
    assert shell("lawbase nosuch >&- 2>&-").returncode == 2
    assert shell("lawbase nosuch 2> /dev/full").returncode == 2


@pytest.mark.slow
def test_control_characters_are_shown_and_not_sent(home: Path) -> None:
    assert home.is_dir()
    done = shell(r"""lawbase show $'\e[2J\u009b27\u202e'; lawbase term $'\e]0;x\a'""")
    assert b"\\u001b[2J\\u009b27\\u202e" in done.stderr
    assert b"\\u001b]0;x\\u0007" in done.stderr
    assert not set(done.stdout + done.stderr) & {0x1B, 0x07}
    asked = shell(r"""lawbase search $'renons\u202e\u0085' --json""")
    assert json.loads(asked.stdout)["query"] == "renons\u202e\u0085"
    assert "\u202e".encode() not in asked.stdout


def test_what_is_visible_stays_as_it_is() -> None:
    text = "Član 27\tB1\nżółw čćžšđ — „“ ♠ \x1b[1mbold\x1b[0m"
    assert visible(text) == text


def seen(line: str, columns: int = 80, **environment: str) -> bytes:
    """What a terminal is sent."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    variables = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "TERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "lawbase", *shlex.split(line)],
        cwd=ROOT,
        stdout=theirs,
        stdin=theirs,
        env={**variables, "TERM": "xterm", **environment},
    ):
        os.close(theirs)
        got = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            got += piece
    os.close(ours)
    return got


@pytest.mark.slow
def test_colours_are_for_terminals_that_want_them(home: Path) -> None:
    assert home.is_dir()
    assert b"\x1b[" in seen("show 27B1a")
    assert b"\x1b[" not in seen("show 27B1a", NO_COLOR="1")
    assert b"\x1b[" not in seen("search renons", TERM="dumb")
    assert b"\x1b[" not in shell("lawbase show 27B1a").stdout


@pytest.mark.parametrize("columns", [40, 100])
def test_texts_fill_the_terminal(home: Path, columns: int) -> None:
    assert home.is_dir()
    lines = seen("show 27B1a", columns, NO_COLOR="1").decode().splitlines()
    assert columns - 20 < max(map(len, lines)) <= columns


@pytest.mark.slow
def test_paths_in_no_encoding_and_too_long(home: Path, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(bytes(tmp_path) + b"/build\xff\xfe"))
    odd.mkdir()
    for name in ("texts", "knowledge", "contents", "search", ".lawbase.json"):
        copy = shutil.copytree if (home / name).is_dir() else shutil.copy
        copy(home / name, odd / name)
    done = shell("lawbase search renons --json", LAWBASE_HOME=str(odd))
    assert (done.returncode, done.stderr) == (0, b"")
    written = shell(f"lawbase export csv --output {shlex.quote(str(odd))}/laws$'\\xfe'.csv")
    assert written.returncode == 0
    for line, told in (
        ("show 27 --build", b"there is no such folder"),
        ("build --output", b"cannot write here (File name too long)"),
        ("export csv --output", b"cannot write here (File name too long)"),
        ("export jsonl --output", b"cannot write here (File name too long)"),
    ):
        done = shell(f"lawbase {line} /tmp/{'a' * 300}")
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        assert told in done.stderr


def test_a_flipped_bit_is_told_and_never_shown(home: Path, tmp_path: Path) -> None:
    for name in ("texts", "knowledge", ".lawbase.json"):
        copy = shutil.copytree if (home / name).is_dir() else shutil.copy2
        copy(home / name, tmp_path / name)
    file = tmp_path / "knowledge" / "editions.json"
    times = file.stat()
    file.write_bytes(file.read_bytes().replace(b"26B", b"27B", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    done = shell(f"lawbase show 27B1a --build {tmp_path}")
    assert (done.returncode, done.stdout) == (2, b"")
    advice = f"run “lawbase build --output {tmp_path}”"
    assert done.stderr.decode() == f"lawbase: {file}: is damaged; {advice}\n"
    missing = [tmp_path / name for name in ("contents", "search", "site")]
    assert damage(tmp_path) == [file, *missing]
    verified = shell(f"lawbase build --verify --output {tmp_path}")
    assert verified.returncode == 1
    assert f"{file}: damaged or missing" in verified.stdout.decode()


@pytest.mark.slow
def test_an_export_to_standard_output_is_nothing_but_the_export(home: Path, tmp_path: Path) -> None:
    assert home.is_dir()
    shell(f"lawbase export csv --output {tmp_path}/laws.csv")
    done = shell("lawbase export csv --output /dev/stdout")
    assert done.stdout == (tmp_path / "laws.csv").read_bytes()
    shell(f"lawbase export csv --output /dev/stdout >> {tmp_path}/both.csv")
    assert (tmp_path / "both.csv").read_bytes() == done.stdout
