"""What share of lawbase's lines and branches the tests reach, by room.

    python -m benchmarks.coverage [PYTEST ARGUMENTS…]

What a test starts as a process of its own isn't counted, nor what a time limit or a kill ends;
``scripts/coverage`` prints which lines are left.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import heading, row

ROOT = Path(__file__).resolve().parent.parent
ALL = "**all**"


def main() -> int:
    """Run the tests and print what they reach; gives the exit code of the tests."""
    with TemporaryDirectory() as folder:
        measured = Path(folder, "coverage.json")
        options = ("--cov=lawbase", "--cov-branch", f"--cov-report=json:{measured}")
        line = (sys.executable, "-m", "pytest", "--numprocesses", "logical", *options)
        done = subprocess.run((*line, *sys.argv[1:]), cwd=ROOT, stdout=sys.stderr, check=False)
        files = json.loads(measured.read_text("utf-8"))["files"]
    there, reached = Counter[str](), Counter[str]()
    for name, file in files.items():
        told = file["summary"]
        for room in (Path(name).parts[1].removesuffix(".py"), ALL):
            there[room] += told["num_statements"] + told["num_branches"]
            reached[room] += told["covered_lines"] + told["covered_branches"]
    print(heading("room", "lines and branches", "reached", "share"))
    for room in sorted(there, key=lambda room: (room == ALL, room)):
        print(row(room, there[room], reached[room], f"{reached[room] / there[room]:.3f}"))
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
