"""A guess at one key of a profile, with what speaks for it and for its nearest rival."""

from __future__ import annotations

import re
from dataclasses import dataclass

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


def excerpt(text: str, length: int = 50) -> str:
    """The first words of a line, for a comment."""
    words = " ".join(text.split())
    return words if len(words) <= length else f"{words[: length - 1]}…"
