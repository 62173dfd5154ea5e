"""A guess at one key of a profile, with what speaks for it and for its nearest rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawbase.reading.problems import TomlValue, toml_value


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


def counted(found: Mapping[str, int]) -> str:
    """What was found and how often, for a comment."""
    return ", ".join(f"“{what}” {times} times" for what, times in found.items())


def excerpt(text: str, length: int = 50) -> str:
    """The first words of a line, for a comment."""
    words = " ".join(text.split())
    return words if len(words) <= length else f"{words[: length - 1]}…"
