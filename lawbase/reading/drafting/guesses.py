"""A guess at one key of a profile, with what speaks for it and for its nearest rival."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+")
TomlValue = str | bool | int | list[str] | list[int] | list[list[int]] | dict[str, str]


@dataclass(frozen=True, slots=True)
class Guess:
    """A value for a key of a profile, why it is believed, and what else was nearly believed."""

    value: TomlValue
    evidence: str
    rival: str = ""

    def toml(self, key: str) -> str:
        """The key and its value, with the reasons as comments above."""
        rival = f"\n# {self.rival}" if self.rival else ""
        return f"# {self.evidence}{rival}\n{key} = {toml_value(self.value)}"


def toml_value(value: TomlValue) -> str:
    """A value as TOML writes it, patterns as literal strings.

    >>> toml_value(r"\\d+"), toml_value(["a"]), toml_value([[1, 16], [72, 72]])
    ("'\\\\d+'", "['a']", '[[1, 16], [72, 72]]')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        if "'" in value or "\n" in value:
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        return f"'{value}'"
    if isinstance(value, dict):
        pairs = (f"{toml_value(k)} = {toml_value(v)}" for k, v in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return str(value)


def literal(text: str) -> str:
    """A pattern for a text as it stands, any white space for what isn't a single space.

    >>> literal("Laws 2017 |  page 12")
    'Laws 2017 \\\\|\\\\s+page 12'
    """
    parts = re.split(r"(\s{2,}|[^\S ])", text)
    escaped = (r"\s+" if part.isspace() and part != " " else re.escape(part) for part in parts)
    return re.sub(r"\\([ #&~@=<>:,;!\"'%/–—-])", r"\1", "".join(escaped))


def masked(text: str) -> str:
    """A text with a sign in place of every number: what lines that return have in common."""
    return _NUMBER.sub("#", text)


def numbered(text: str, number: str = r"\d+") -> str:
    """A pattern for all texts that look alike once they are masked.

    >>> numbered(masked("page 12"))
    'page \\\\d+'
    """
    return literal(text).replace("#", number)


def counted(found: Mapping[str, int]) -> str:
    """What was found and how often, for a comment."""
    return ", ".join(f"“{what}” {times} times" for what, times in found.items())


def excerpt(text: str, length: int = 50) -> str:
    """The first words of a line, for a comment."""
    words = " ".join(text.split())
    return words if len(words) <= length else f"{words[: length - 1]}…"
