"""A guess at one key of a profile, with what speaks for it and for its nearest rival."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from lawbase.errors import LawbaseError
from lawbase.profile import in_words
from lawbase.reading.patterns import decoded
from lawbase.reading.problems import TomlValue, toml_value
from lawbase.reading.source import Layout

UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Guess:
    """A value for a key of a profile, why it is believed, and what else was nearly believed."""

    value: TomlValue
    evidence: str
    rival: str = ""

    def toml(self, key: str) -> str:
        """The key and its value, with the reasons as comments above."""
        reasons = (_comment(said) for said in (self.evidence, self.rival) if said)
        return "\n".join((*reasons, f"{key} = {toml_value(self.value)}"))


def _comment(said: str) -> str:
    """A comment of one line; signs that TOML has none of are shown as unknown ones."""
    shown = (sign if sign.isprintable() else UNKNOWN for sign in said)
    return f"# {''.join(shown)}"


def layout_told(table: Mapping[str, Guess], record: type[Layout]) -> Layout:
    """The guesses at a table of the layout, as the reader's record of it.

    Raises:
        LawbaseError: when a value that was set by hand doesn't fit.
    """
    told = {key: guess.value for key, guess in table.items()}
    try:
        return msgspec.convert(told, record, dec_hook=decoded)
    except msgspec.ValidationError as error:
        raise LawbaseError(
            f"what was set by hand can't be read: {in_words(error, record)}"
        ) from error


def how_often(found: Mapping[str, int]) -> str:
    """What was found and how often, for a comment."""
    return ", ".join(f"“{what}” {times}×" for what, times in found.items())


def excerpt(text: str, length: int = 50) -> str:
    """The first words of a line, for a comment."""
    words = " ".join(text.split())
    return words if len(words) <= length else f"{words[: length - 1]}…"
