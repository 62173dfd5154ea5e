"""Tables of a TOML file, row by row, whose faults are told with the line that they stand on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from lawbase.errors import LawbaseError
from lawbase.profile import load_toml, read_utf8, table_lines

T = TypeVar("T")
PLAIN_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Row:
    """One table of an array of tables: ``[[concept]]``."""

    def __init__(self, values: dict[str, Any], path: Path, lines: range, text: list[str]):
        self.values = values
        self._path = path
        self._lines = lines
        self._text = text

    def convert(self, data: object, record: type[T], *keys: str) -> T:
        """Data of this row, found under the keys if they are given, as a typed record.

        Raises:
            LawbaseError: with file and line, when it doesn't fit.
        """
        try:
            return msgspec.convert(data, record)
        except msgspec.ValidationError as error:
            steps = re.findall(r"[\w-]+", str(error).rpartition("`$")[2])
            raise self.error(str(error), *keys, *steps) from error

    def require_plain_id(self, name: str) -> None:
        """An id names a page and a URN.

        Raises:
            LawbaseError: when it isn't small letters and digits, with hyphens between them.
        """
        if not PLAIN_ID.fullmatch(name):
            raise self.error(f"the id “{name}” may hold only a-z, 0-9 and single hyphens", "id")

    def error(self, message: str, *keys: str) -> LawbaseError:
        """A fault of this row, at the line of the first of the keys that it prints."""
        for key in keys:
            said = re.compile(rf"\W*(?:\w+\.)?{re.escape(key)}\b|.*\"{re.escape(key)}\"")
            for line in self._lines:
                if said.match(self._text[line]):
                    return LawbaseError(message, file=self._path, line=line + 1)
        return LawbaseError(message, file=self._path, line=self._lines.start + 1)


def load_rows(path: Path, table: str) -> list[Row]:
    """The rows ``[[table]]`` of a file, in order.

    Raises:
        LawbaseError: with file and line, when the file isn't TOML or holds anything else.
    """
    data = load_toml(path, dict[str, list[dict[str, Any]]])
    text = read_utf8(path).splitlines()
    for other in data.keys() - {table}:
        line = next(n for n, content in enumerate(text, 1) if f"[{other}]" in content)
        raise LawbaseError(f"a table “{other}” is not expected here", file=path, line=line)
    rows = data.get(table, [])
    starts = [line - 1 for line in table_lines(path, table, len(rows))]
    bounds = pairwise([*starts, len(text)])
    return [
        Row(row, path, range(start, end), text)
        for row, (start, end) in zip(rows, bounds, strict=True)
    ]
