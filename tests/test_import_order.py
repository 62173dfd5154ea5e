"""Help loads nothing that it doesn't need."""

from __future__ import annotations

import subprocess
import sys


def test_help_is_instant_because_it_imports_no_stage() -> None:
    code = (
        "import sys\nfrom lawbase.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in "
        "{'whoosh', 'jinja2', 'markdown', 'msgspec', 'snowballstemmer'}), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"
