"""What the site is called, where it lives, and how its laws are grouped: ``site/site.toml``."""

import re
from pathlib import Path

from msgspec import Struct

from lawbase.model import Key
from lawbase.profile import load_toml

_ADDRESS = re.compile(r"""https?://[^\s<>"'?#/]+/([^\s<>"'?#]+/)?""")


class ChapterRange(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the laws: its printed number and its first and last law."""

    id: str
    laws: tuple[int, int]
    suit: str

    @property
    def numbers(self) -> range:
        """The numbers of its laws."""
        return range(self.laws[0], self.laws[1] + 1)


class Pictures(Struct, frozen=True, forbid_unknown_fields=True):
    """The pictures that a reader taps to say what happened; all are named by parts of frames.

    ``seats`` tells who sits where at a table, both sides being as the left, ``beside`` who else is
    there; ``happenings`` have for each frame what happened, and the card that stands for it.
    """

    seats: dict[str, tuple[str, ...]]
    beside: tuple[str, ...]
    happenings: dict[str, dict[str, str]]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The site's own settings; ``base_url`` ends in a slash and is used where a link must be whole.

    ``guiding`` lists the situations that an empty search offers first; ``titles`` are names of laws
    by language and number, for a language that no text here is in; ``common`` is the interface of
    pages that show all languages and are there once.
    """

    name: str
    base_url: str
    interfaces: tuple[str, ...]
    common: str
    chapters: tuple[ChapterRange, ...]
    pictures: Pictures
    guiding: tuple[Key, ...] = ()
    titles: dict[str, dict[Key, str]] = {}

    def __post_init__(self) -> None:
        if not _ADDRESS.fullmatch(self.base_url):
            raise ValueError(
                f"base_url = “{self.base_url}” is no address like “https://laws.example/”"
            )
        if self.common not in self.interfaces:
            raise ValueError(f"common = “{self.common}” is none of the interfaces")

    def chapter_of(self, law: int) -> ChapterRange | None:
        """The chapter that a law stands in."""
        return next((chapter for chapter in self.chapters if law in chapter.numbers), None)


def load_settings(sources: Path) -> Settings:
    """Read the settings of the site whose sources are in a folder.

    Raises:
        LawbaseError: with file and line, when the file is missing or malformed, its ``base_url`` no
            address that ends in a slash, or its ``common`` no interface.
    """
    return load_toml(sources / "site.toml", Settings)
