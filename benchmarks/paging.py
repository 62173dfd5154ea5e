"""A page in Markdown whose sections are made one by one and can be made anew alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path


class Page:
    """A page as it is, by the titles of its sections."""

    def __init__(self, file: Path):
        self._file = file
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        found = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
        self._sections = dict(zip(found[1::2], map(str.strip, found[2::2]), strict=True))

    def put(self, title: str, parts: Iterable[str]) -> None:
        """Replace a section, or add it, by parts that are parted by empty lines."""
        self._sections[title] = "\n\n".join(part.strip() for part in parts if part.strip())

    def section(self, title: str) -> str:
        """What a section says, or nothing where there is none."""
        return self._sections.get(title, "")

    def lines(self) -> list[str]:
        """The lines of all sections."""
        return [line for text in self._sections.values() for line in text.splitlines()]

    def write(self, opening: str, titles: Iterable[str]) -> None:
        """Write the page: the opening, a list of the sections there are, and these in order."""
        known = [title for title in titles if title in self._sections]
        contents = "\n".join(f"- [{title}](#{_anchor(title)})" for title in known)
        sections = (f"## {title}\n\n{self._sections[title]}" for title in known)
        text = "\n\n".join([opening.strip(), contents, *sections]) + "\n"
        self._file.write_text(text, encoding="utf-8")


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
