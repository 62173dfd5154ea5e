"""The words of the interface: gettext catalogues, ``site/interface/<language>.po``.

A message is named by its context; ``messages.pot`` says it in English, which stands wherever a
catalogue has no translation. An interface may also be derived from another by a table of letters.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from msgspec import Struct, structs

from lawbase.errors import LawbaseError
from lawbase.profile import load_toml, read_utf8
from lawbase.site.scripts import ScriptTable
from lawbase.text import Alphabet

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

    Catalogue = tuple[Catalog, Callable[[int], int]]

TEMPLATE = "messages.pot"
TEMPLATE_LANGUAGE = "en"
_CHAPTER = "chapter."
GAP = Markup('<span data-g="{}">{}</span>')
"""How a page marks what fills a gap, so that a script can say the text in another language."""
_GAP = re.compile(r"\{\w*\}|[{}]")


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


class Forms(Struct, frozen=True):
    """A noun with its number: the forms of a language, and which of them a number takes."""

    forms: tuple[str, ...]
    chosen: Callable[[int], int]

    def said(self, number: int) -> str:
        """The number with its noun in the right form."""
        return self.forms[self.chosen(number)].format(n=number)


class Interface(Struct, frozen=True, dict=True):
    """One language of the interface, ready to speak.

    ``id`` is its folder in the site, ``language`` that of the laws it belongs to, ``html`` its tag
    in pages; ``letters`` are its alphabet in order; ``base`` is the interface that it is derived
    from by its ``script``.
    """

    id: str
    language: str
    html: str
    name: str
    short: str
    letters: str
    chapters: dict[str, str]
    texts: dict[str, str]
    counts: dict[str, Forms]
    script: ScriptTable | None = None
    base: str = ""

    @cached_property
    def alphabet(self) -> Alphabet:
        """The order of its words."""
        return Alphabet(tuple(self.letters.split()))

    def text(self, key: str, **values: object) -> str:
        """A text by its name, with its gaps filled; HTML when a value is.

        Raises:
            LawbaseError: when there is no such text.
        """
        try:
            text = self.texts[key]
            marked = any(isinstance(value, Markup) for value in values.values())
            return (Markup(escape(text)) if marked else text).format(**values)
        except KeyError as error:
            raise LawbaseError(f"the interface “{self.id}” lacks {error} for “{key}”") from error

    def named(self, kind: str, name: str) -> str:
        """What the interface calls a thing of some kind; its own name when it has no word yet.

        The things are named by data that may grow: checks of the audit, stages of play.
        """
        return self.texts.get(f"{kind}.{name}") or name.replace("-", " ")

    def count(self, number: int, key: str) -> str:
        """A number with its noun in the right form: ``3 odstavce``."""
        return self.counts[key].said(number)

    def written(self, text: str) -> str:
        """A text of this interface's language in the interface's script."""
        return self.script.convert(text) if self.script else text

    def in_script(self, text: str) -> str:
        """The same of a text with gaps, whose names stay: ``{n} strana``."""
        return _outside_gaps(self.script, text) if self.script else text


def load_interfaces(sources: Path, ids: tuple[str, ...]) -> dict[str, Interface]:
    """The interfaces of the site, in the order of the settings.

    Raises:
        LawbaseError: when a file is missing or malformed.
    """
    read = cache(read_catalogue)  # all share the template, and two scripts of a language its words
    return {identifier: _load(sources / "interface", identifier, read) for identifier in ids}


def _load(folder: Path, identifier: str, read: Callable[[Path], Catalogue]) -> Interface:
    derived = folder / f"{identifier}.toml"
    if derived.exists():
        letters = load_toml(derived, DerivedFile)
        return _derive(letters, _load(folder, letters.derived_from, read))
    template = folder / TEMPLATE
    file = template if identifier == TEMPLATE_LANGUAGE else folder / f"{identifier}.po"
    texts, counts = _translated(read(template), read(file), file)
    try:
        return Interface(
            id=identifier,
            language=identifier,
            html=texts.pop("language.tag"),
            name=texts.pop("language.name"),
            short=texts.pop("language.short"),
            letters=texts.pop("language.alphabet"),
            chapters={
                key.removeprefix(_CHAPTER): texts.pop(key)
                for key in tuple(texts)
                if key.startswith(_CHAPTER)
            },
            texts=texts,
            counts=counts,
        )
    except KeyError as error:
        raise LawbaseError(f"lacks a message for {error}", file=template) from error


def _translated(
    template: Catalogue, translation: Catalogue, file: Path
) -> tuple[dict[str, str], dict[str, Forms]]:
    """All texts and counts by their names: translated where a catalogue is certain of it."""
    (english, of_english), (own, of_own) = template, translation
    texts: dict[str, str] = {}
    counts: dict[str, Forms] = {}
    for message in english:
        name, said, chosen = message.context, _forms(message.id), of_english
        if not name:
            continue
        found = own.get(message.id, name)
        if found and not found.fuzzy and all(_forms(found.string)):
            _check_gaps(found, file)
            said, chosen = _forms(found.string), of_own
        if message.pluralizable:
            counts[name] = Forms(said, chosen)
        else:
            texts[name] = said[0]
    return texts, counts


def read_catalogue(file: Path) -> Catalogue:
    """A gettext catalogue, and which of its plural forms a number takes.

    Raises:
        LawbaseError: when it is missing or malformed.
    """
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(io.StringIO(read_utf8(file)), abort_invalid=True)
        chosen = c2py(catalogue.plural_expr)
        if not {*map(chosen, range(200))} <= {*range(catalogue.num_plurals)}:
            raise ValueError("“Plural-Forms” leads beyond the number of forms")
    except PoFileError as error:
        raise LawbaseError(f"malformed: {error}", file=file, line=error.lineno + 1) from error
    except (ValueError, ArithmeticError) as error:
        raise LawbaseError(f"this is no gettext catalogue: {error}", file=file) from error
    return catalogue, chosen


def _check_gaps(message: Message, file: Path) -> None:
    known, used = (_GAP.findall("".join(_forms(words))) for words in (message.id, message.string))
    for gap in used:
        if gap not in known:
            sentence = f"“{message.context}” has {gap}, which the English message lacks"
            raise LawbaseError(sentence, file=file, line=message.lineno)


def _forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ("",))


def _derive(derived: DerivedFile, written: Interface) -> Interface:
    converted = partial(_outside_gaps, derived.script)
    return structs.replace(
        written,
        id=derived.id,
        html=derived.html,
        name=derived.name,
        short=derived.short,
        letters=derived.alphabet,
        chapters={key: converted(text) for key, text in written.chapters.items()},
        texts={key: converted(text) for key, text in written.texts.items()} | derived.texts,
        counts={
            key: Forms(tuple(map(converted, each.forms)), each.chosen)
            for key, each in written.counts.items()
        },
        script=derived.script,
        base=written.id,
    )


def _outside_gaps(script: ScriptTable, text: str) -> str:
    """Convert a text, but not the names of its gaps: ``{n} strana``."""
    pieces = _GAP.split(text)
    gaps = [*_GAP.findall(text), ""]
    return "".join(script.convert(piece) + gap for piece, gap in zip(pieces, gaps, strict=True))
