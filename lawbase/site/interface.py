"""The words of the interface, one file a language: ``site/interface/<id>.toml``.

An interface is either written out or derived from another one by a table of letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from markupsafe import Markup, escape
from msgspec import Struct, structs

from lawbase.errors import LawbaseError
from lawbase.profile import load_toml
from lawbase.site.scripts import ScriptTable
from lawbase.text import Alphabet


class PluralRule(Struct, frozen=True, forbid_unknown_fields=True):
    """When a plural form is used: for these numbers, or these last digits but not those two."""

    numbers: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    not_last_two: tuple[int, ...] = ()

    def covers(self, number: int) -> bool:
        """Whether the rule speaks of the number."""
        return number in self.numbers or (
            number % 10 in self.last and number % 100 not in self.not_last_two
        )


class InterfaceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file of a language that is written out.

    ``language`` is the id of the laws' language it belongs to, ``html`` its tag in pages,
    ``alphabet`` its letters in order, with spaces between them.
    ``counts`` hold a form for each plural rule and ``other`` for the rest.
    """

    id: str
    language: str
    html: str
    name: str
    short: str
    alphabet: str
    plural: dict[str, PluralRule]
    chapters: dict[str, str]
    texts: dict[str, str]
    counts: dict[str, dict[str, str]]
    laws: dict[str, str] = {}


class DerivedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file of a language that is derived from another by its letters."""

    id: str
    derived_from: str
    html: str
    name: str
    short: str
    alphabet: str
    script: ScriptTable
    texts: dict[str, str] = {}


class Interface(Struct, frozen=True, dict=True):
    """One language of the interface, ready to speak."""

    words: InterfaceFile
    script: ScriptTable | None = None

    @cached_property
    def alphabet(self) -> Alphabet:
        """The order of its words."""
        return Alphabet(tuple(self.words.alphabet.split()))

    @property
    def id(self) -> str:
        """Its id, which is its folder in the site."""
        return self.words.id

    @property
    def html(self) -> str:
        """Its language tag in pages."""
        return self.words.html

    @property
    def language(self) -> str:
        """The language of the laws that it belongs to."""
        return self.words.language

    def text(self, key: str, **values: object) -> str:
        """A text by its name, with its gaps filled; HTML when a value is.

        Raises:
            LawbaseError: when the language has no such text.
        """
        try:
            text = self.words.texts[key]
            marked = any(isinstance(value, Markup) for value in values.values())
            return (Markup(escape(text)) if marked else text).format(**values)
        except KeyError as error:
            raise LawbaseError(f"the interface “{self.id}” lacks {error} for “{key}”") from error

    def named(self, kind: str, name: str) -> str:
        """What the interface calls a thing of some kind; its own name when it has no word yet.

        The things are named by data that may grow: checks of the audit, stages of play.
        """
        return self.words.texts.get(f"{kind}.{name}") or name.replace("-", " ")

    def count(self, number: int, key: str) -> str:
        """A number with its noun in the right form: ``3 odstavce``."""
        forms = self.words.counts[key]
        form = next(
            (name for name, rule in self.words.plural.items() if rule.covers(number)), "other"
        )
        return forms[form].format(n=number)

    def written(self, text: str) -> str:
        """A text of this interface's language in the interface's script."""
        return self.script.convert(text) if self.script else text


def load_interfaces(sources: Path, ids: tuple[str, ...]) -> dict[str, Interface]:
    """The interfaces of the site, in the order of the settings.

    Raises:
        LawbaseError: when a file is missing or malformed, or a text has no counterpart elsewhere.
    """
    folder = sources / "interface"
    written: dict[str, Interface] = {}
    for identifier in ids:
        path = folder / f"{identifier}.toml"
        if "derived_from" in _top_level_keys(path):
            derived = load_toml(path, DerivedFile)
            written[identifier] = _derive(derived, _load_written(sources, derived.derived_from))
        else:
            written[identifier] = _load_written(sources, identifier)
    _check_same_texts(folder, written)
    return written


def _top_level_keys(path: Path) -> set[str]:
    return set(load_toml(path, dict))


def _load_written(sources: Path, identifier: str) -> Interface:
    words = load_toml(sources / "interface" / f"{identifier}.toml", InterfaceFile)
    return Interface(words)


def _derive(derived: DerivedFile, written: Interface) -> Interface:
    script, base = derived.script, written.words
    words = structs.replace(
        base,
        id=derived.id,
        html=derived.html,
        name=derived.name,
        short=derived.short,
        alphabet=derived.alphabet,
        chapters=_converted(script, base.chapters),
        texts=_converted(script, base.texts) | derived.texts,
        counts={key: _converted(script, forms) for key, forms in base.counts.items()},
    )
    return Interface(words, script)


def _converted(script: ScriptTable, texts: Mapping[str, str]) -> dict[str, str]:
    return {key: _outside_gaps(script, text) for key, text in texts.items()}


def _outside_gaps(script: ScriptTable, text: str) -> str:
    """Convert a text, but not the names of its gaps: ``{n} strana``."""
    pieces: list[str] = []
    for piece in text.replace("{", "\0{").replace("}", "}\0").split("\0"):
        pieces.append(piece if piece.startswith("{") else script.convert(piece))
    return "".join(pieces)


def _check_same_texts(folder: Path, interfaces: Mapping[str, Interface]) -> None:
    first = next(iter(interfaces.values())).words
    for interface in interfaces.values():
        words = interface.words
        lacking = sorted(
            (first.texts.keys() ^ words.texts.keys())
            | (first.counts.keys() ^ words.counts.keys())
            | (first.chapters.keys() ^ words.chapters.keys())
        )
        if lacking:
            names = ", ".join(lacking)
            raise LawbaseError(
                f"“{first.id}” and “{interface.id}” don't have the same texts: {names}",
                file=folder / f"{interface.id}.toml",
            )
