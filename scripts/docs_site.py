"""What MkDocs needs to show pages that lie outside ``docs/``: they join in, and links follow.

The README is the first page. A link that leaves ``docs/`` for a file of the repository leads to a
copy of that file, so that the same Markdown works on a code host and on the site. Drawings become
lists, so that nothing is fetched from elsewhere.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(!?\[[^\]]*\]\()(?!\w+:|#)([^)#\s]+)")
MERMAID = re.compile(r"```mermaid\n(.*?)```", re.DOTALL)
ARROW = re.compile(r"(\w+) --> (\w+)")
OUTSIDE = ("README.md", "CHANGELOG.md", "SECURITY.md", "corpus/README.md", "benchmarks/REPORT.md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside, and whatever any page links to."""
    for name in OUTSIDE:
        files.append(_file(ROOT / name, config))
    for page in [file for file in files if file.is_documentation_page()]:
        for target in _targets(page):
            known = files.get_file_from_path(_on_site(target))
            if target.is_file() and known is None:
                files.append(_file(target, config))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let the links of a page lead to where things are on the site."""
    source = Path(page.file.abs_src_path or "")
    here = PurePosixPath(page.file.src_uri).parent

    def moved(match: re.Match[str]) -> str:
        target = (source.parent / match[2]).resolve()
        if target.is_dir():
            target /= "README.md"
        if not target.is_relative_to(ROOT):
            return match[0]
        return match[1] + os.path.relpath(_on_site(target), here)

    return MERMAID.sub(_listed, LINK.sub(moved, markdown))


def _listed(drawing: re.Match[str]) -> str:
    """A drawing as lines of text: what Mermaid draws, the site would fetch from another host."""
    below: defaultdict[str, list[str]] = defaultdict(list)
    for above, name in ARROW.findall(drawing[1]):
        below[name].append(above)
    width = max(map(len, below))
    lines = (f"{name:{width}} <- {', '.join(above)}" for name, above in below.items())
    return "\n".join(["```text", *lines, "```"])


def _targets(page: File) -> list[Path]:
    source = Path(page.abs_src_path or "")
    found = LINK.finditer(source.read_text(encoding="utf-8"))
    return [(source.parent / match[2]).resolve() for match in found]


def _on_site(file: Path) -> str:
    """The path of a file of the repository below the root of the site."""
    path = file.relative_to(ROOT).as_posix()
    return "index.md" if path == "README.md" else path.removeprefix("docs/")


def _file(path: Path, config: MkDocsConfig) -> File:
    return File.generated(config, _on_site(path), abs_src_path=str(path))
