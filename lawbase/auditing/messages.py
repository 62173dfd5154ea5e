"""What the audit says, one file a language: ``messages/<id>.toml``.

A check has a name and one sentence with gaps. What stands in square brackets is said only when all
of its gaps have a value: ``“{printed}” leads to nothing.[ The others cite {likely}.]``
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Cited, EditionName, Finding, Key, Place, Quotation, Value, Values
from lawbase.profile import load_toml

FOLDER = Path(__file__).parent / "messages"
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_GAP = re.compile(r"\{(\w+)\}")
Piece = str | Value
"""A piece of a sentence: its own words, or the value of a gap."""


class CheckWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a language calls a check, and the sentence that tells what it found."""

    name: str
    message: str


class Messages(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language; ``words`` are those that stand around them on a terminal."""

    checks: dict[str, CheckWords]
    evidence: dict[str, str]
    words: dict[str, str]

    def message_of(self, finding: Finding) -> Iterator[Piece]:
        """What was found, piece by piece.

        Raises:
            LawbaseError: for a check that the audit doesn't have.
        """
        if finding.check not in self.checks:
            raise LawbaseError(f"the audit has no check “{finding.check}”")
        return fill_gaps(self.checks[finding.check].message, values_of(finding))

    def witnessed(self, finding: Finding) -> Iterator[Iterator[Piece]]:
        """What speaks for it, sentence by sentence, each piece by piece."""
        return (fill_gaps(self.evidence[w.says], w.values) for w in finding.witnesses)


def values_of(finding: Finding) -> Values:
    """What fills the gaps of the sentence that tells a finding."""
    own = {"printed": finding.printed, "expected": finding.expected}
    quoted = {gap: Quotation(words, "") for gap, words in own.items() if words}
    return {**quoted, **finding.values}


def languages() -> tuple[str, ...]:
    """The languages that the audit speaks."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_messages(language: str) -> Messages:
    """The sentences of a language.

    Raises:
        LawbaseError: when there are none.
    """
    if language not in languages():
        known = ", ".join(languages())
        raise LawbaseError(f"the audit doesn't speak “{language}”; it speaks {known}")
    return load_toml(FOLDER / f"{language}.toml", Messages)


def fill_gaps(sentence: str, values: Values) -> Iterator[Piece]:
    """A sentence with its gaps filled; the items of a list are parted by commas.

    >>> list(fill_gaps("{n} words[ in {place}].", {"n": 2}))
    [2, ' words', '.']
    """
    for number, piece in enumerate(_OPTIONAL.split(sentence)):
        if number % 2 == 0 or set(_GAP.findall(piece)) <= values.keys():
            yield from _fill_gaps(piece, values)


def _fill_gaps(piece: str, values: Values) -> Iterator[Piece]:
    for number, said in enumerate(_GAP.split(piece)):
        if number % 2 == 0:
            if said:
                yield said
            continue
        value = values[said]
        for place, item in enumerate(value if isinstance(value, tuple) else (value,)):
            if place:
                yield ", "
            yield item


def in_no_language(key: Key) -> str:
    """A key in no language.

    >>> in_no_language("27.B.1.a"), in_no_language("35.1"), in_no_language("def.Karta")
    ('27B1a', '35.1', 'def.Karta')
    """
    parts = KeyParts.of(key)
    return key.replace(str(parts.address), parts.address.format(), 1) if parts.address else key


def plain(kb: KnowledgeBase, pieces: Iterator[Piece], edition: str = "") -> str:
    """A sentence as plain text; places of ``edition`` go without its id."""
    return "".join(p if isinstance(p, str) else _plain(kb, p, edition) for p in pieces)


def _plain(kb: KnowledgeBase, value: Value, edition: str) -> str:
    match value:
        case Place():
            cited = kb.cite(value.edition, value.key)
            return cited if value.edition == edition else f"{value.edition} {cited}"
        case Cited():
            return in_no_language(value.key)
        case Quotation():
            return value.words
        case EditionName():
            return value.edition
    return str(value)
