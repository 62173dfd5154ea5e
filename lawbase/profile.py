"""Profiles: what belongs to a language or an edition, as data with the rules for reading it.

A profile is a TOML file. It is validated against a frozen record when it is loaded, and what is
wrong with it is reported with its file and line.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from lawbase.address import KeyParts
from lawbase.errors import LawbaseError
from lawbase.model import Key, Version
from lawbase.storage import content_of
from lawbase.text import STEERING

T = TypeVar("T")
Year = Annotated[int, Meta(ge=0, le=9999)]
"""A year of an edition, 0 for a companion; ids, links and tables have four digits for it."""
Words = tuple[Annotated[str, Meta(min_length=1)], ...]
OneLetter = Annotated[str, Meta(pattern=r"^[^\W\d_]\Z")]
SLOT = "{}"
"""What stands in a template for what is filled in."""


def filled(template: str, value: str) -> str:
    """A template with its ``{}`` exchanged for a value, and nothing else.

    >>> filled("Law {}", "27B1")
    'Law 27B1'
    """
    return template.replace(SLOT, value)


def noted(cited: str, template: str, number: str) -> str:
    """A footnote as it is cited, one of no known number without it.

    >>> noted("Law 71", "note {}", "1"), noted("Law 71", "note {}", "")
    ('Law 71, note 1', 'Law 71, note')
    """
    return f"{cited}, {filled(template, number).strip()}"


class CitationStyle(Struct, frozen=True, forbid_unknown_fields=True):
    """How a language prints an address: ``law`` with ``{}``, and what stands around an item.

    In every template ``{}`` stands once; ``preface`` and ``introduction`` are names.
    """

    law: str
    item: str
    footnote: str
    definition: str
    preface: str
    introduction: str
    chapter: str
    section: str

    def __post_init__(self) -> None:
        for name in ("law", "item", "footnote", "definition", "chapter", "section"):
            template = getattr(self, name)
            if template.count(SLOT) != 1 or re.search(r"[{}]", filled(template, "")):
                raise ValueError(f"{name} = “{template}” lacks {SLOT}, once and with nothing in it")


class MentionExample(Struct, frozen=True, forbid_unknown_fields=True):
    """A text and the citations in it: what is printed and the targets it names.

    A target is an address, or labels after a dot where the law is left out: ``16.C``, ``.C.2``.
    """

    text: str
    finds: dict[str, tuple[str, ...]]


class ReferenceVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that a language cites provisions with, every form that its texts use.

    ``law`` and ``unit`` name a law and a part of one, ``law_after`` and ``unit_after`` do so behind
    the number (“12. szabály”), ``apart`` are words that may part it from its number; ``see`` and
    ``under`` stand before a label without such a word, outside and inside of the citation;
    ``joining`` and ``through`` make lists and ranges; ``above``, ``below`` and ``own`` (“of this
    law”) may follow; ``previous`` and ``next`` are whole citations without a label (“the previous
    paragraph”); ``footnote`` and ``of`` lead to a law's footnote; ``edition`` holds patterns with
    ``{}`` for the year of another edition. ``small`` are words of one letter, which no label stands
    for when bare; ``letters`` are those of labels that don't count in Latin ones, each with what it
    stands for (``{ "Б" = "B" }``); ``slips`` lists what a letter is misprinted as. ``decimals``
    says that addresses are cited in numbers too: ``27.2.1`` for 27B1.
    """

    law: Words = ()
    apart: Words = ()
    unit: Words = ()
    law_after: Words = ()
    unit_after: Words = ()
    see: Words = ()
    under: Words = ()
    joining: Words = ()
    through: Words = ()
    above: Words = ()
    below: Words = ()
    own: Words = ()
    previous: Words = ()
    next: Words = ()
    footnote: Words = ()
    of: Words = ()
    edition: Words = ()
    small: tuple[OneLetter, ...] = ()
    letters: dict[OneLetter, str] = {}
    slips: dict[OneLetter, OneLetter] = {}
    decimals: bool = False
    examples: tuple[MentionExample, ...] = ()
    counterexamples: Words = ()

    @property
    def laws(self) -> tuple[str, ...]:
        """Every word for a law, wherever it stands."""
        return self.law + self.law_after

    @property
    def between(self) -> tuple[str, ...]:
        """Every word that may stand between two labels, or between a word for a law and one."""
        return self.unit + self.apart


class TermVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """How a language's words are brought to one form before they are compared.

    ``stemmer`` names an algorithm of Snowball, which leaves some forms of one word apart and brings
    some words together: ``endings`` are the ends of its stems that are exchanged, ``forms`` the
    words whose stem is given, one that ends with ``*`` for all that begin so. ``alike`` and
    ``unlike`` are examples: forms of one word, and words that only look like it.
    """

    stemmer: str = ""
    endings: dict[str, str] = {}
    forms: dict[str, str] = {}
    alike: tuple[tuple[str, ...], ...] = ()
    unlike: tuple[tuple[str, ...], ...] = ()


class SentenceVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """``abbreviations``: words that end with a full stop which ends no sentence."""

    abbreviations: tuple[str, ...] = ()


class BidVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """``over`` stand between a bid and the one that it was made over (``1 heart over 1 spade``),
    an ``instead`` between a bid and the one that was meant (``1 heart, but I meant 1 spade``);
    ``suits`` are words for them that in other places mean something else, by the concept;
    ``insufficient`` and ``sufficient`` are examples whose first bid is or isn't too low,
    ``unintended`` such whose first bid wasn't meant."""

    over: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    suits: dict[str, tuple[str, ...]] = {}
    insufficient: tuple[str, ...] = ()
    sufficient: tuple[str, ...] = ()
    unintended: tuple[str, ...] = ()


class SearchVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """What a language's queries need besides the words of its texts.

    ``stop`` are words that say nothing about what is looked for, ``question`` those that say a
    little (who, when, may); ``meaning`` ask what something is or is for, ``difference`` in what two
    things differ; ``citation`` stand before an address in a query besides the words for a law;
    ``bids`` say which of two bids came later; ``same`` are groups of everyday words that
    ask for the same, such as the aspects of a verb; ``spellings`` are exchanged, letters for
    letters, in a word that is not known as it is typed, or a number in digits for its word;
    ``beginnings`` deny a word (un-), or make it another one of its family (over-).
    ``frames`` are everyday words for who did what, with what, when, and how it was out of order, by
    names that all languages share; ``joining`` words begin a clause that may be a question of its
    own.
    """

    stop: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()
    difference: tuple[str, ...] = ()
    bids: BidVocabulary = BidVocabulary()
    frames: dict[str, tuple[str, ...]] = {}
    joining: tuple[str, ...] = ()
    citation: tuple[str, ...] = ()
    same: tuple[tuple[str, ...], ...] = ()
    spellings: dict[str, str] = {}
    beginnings: tuple[str, ...] = ()


ModalStep = Literal[
    "may", "should", "shall", "must", "should not", "shall not", "may not", "must not"
]
Grades = dict[ModalStep, tuple[str, ...]]


class AuditVocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """The words by which the audit compares texts of different languages.

    ``*`` stands for the rest of a word. ``numbers`` are the words for a number that is given in
    digits; ``opposites`` the two sides of an opposite, ``grades`` the words that allow, advise,
    order and forbid. The names of opposites and grades are the same everywhere.
    ``grade_examples`` are sentences that are read as such a step.
    """

    numbers: dict[str, tuple[str, ...]] = {}
    opposites: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    grades: Grades = {}
    grade_examples: Grades = {}


class EngineAnalysis(Struct, frozen=True, forbid_unknown_fields=True):
    """What OpenSearch has for a language: an ``analyzer`` by its name, or ``filters`` for one.

    The filter ``snowball`` is made for the language that ``snowball`` names.
    """

    analyzer: str = "standard"
    filters: tuple[str, ...] = ()
    snowball: str = ""


class LanguageProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """One language: ``corpus/languages/<id>.toml``.

    ``script`` writes the letters of the language's second script, if it has one, in its first.
    ``iso639`` is its code of three letters. ``interface`` names the language whose interface its
    readers see as long as there is none of its own.
    """

    id: str
    name: str
    citation: CitationStyle
    iso639: str = ""
    interface: str = ""
    opensearch: EngineAnalysis = EngineAnalysis()
    script: dict[str, str] = {}
    references: ReferenceVocabulary = ReferenceVocabulary()
    terms: TermVocabulary = TermVocabulary()
    sentences: SentenceVocabulary = SentenceVocabulary()
    search: SearchVocabulary = SearchVocabulary()
    audit: AuditVocabulary = AuditVocabulary()

    def in_first_script(self, text: str) -> str:
        """A text with the letters of the second script written in the first: ``Члан 27Б1``."""
        pairs = [(ord(letter), first) for letter, first in self.script.items()]
        capitals = [(ord(chr(letter).upper()), first.capitalize()) for letter, first in pairs]
        return text.translate(dict([*pairs, *capitals]))

    def cite(self, key: Key) -> str:
        """Print a key as people of this language cite it, e.g. ``Pravidlo 27B1(b)``.

        An entry of a subject index is its topics: ``Dummy / Rights``.
        """
        parts, style = KeyParts.of(key), self.citation
        if parts.address:
            cited = filled(style.law, parts.address.format(item=style.item))
        else:
            named = {
                "def": style.definition,
                "preface": style.preface,
                "intro": style.introduction,
                "chapter": style.chapter,
                "guide": style.section,
                "index": "{}",
            }
            cited = filled(named[parts.book], parts.name.replace("/", " / "))
        return cited if parts.bearer == key else noted(cited, style.footnote, parts.footnote)


class VersionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the Laws as ``corpus/versions.toml`` describes it."""

    year: Year
    since: str = ""
    source: str = ""


class VersionTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``corpus/versions.toml``."""

    prevailing: str = ""
    version: tuple[VersionRow, ...] = ()


def load_versions(corpus: Path, years: Iterable[int]) -> tuple[Version, ...]:
    """The versions of the Laws, the oldest first; each is superseded by the next.

    ``years`` are those of the texts at hand: a year that the file doesn't list, or any if there
    is no such file, is a version of which only the year is known.
    """
    path = corpus / "versions.toml"
    table = load_toml(path, VersionTable) if is_there(path) else VersionTable()
    listed = {row.year: row for row in table.version}
    every = sorted({*listed, *years})
    rows = [listed.get(year, VersionRow(year)) for year in every]
    return tuple(
        Version(row.year, row.since, after, table.prevailing, row.source)
        for row, after in zip_longest(rows, every[1:])
    )


def is_there(table: Path) -> bool:
    """Whether a corpus has a table that it needn't have; a link to nothing is one to be told."""
    return os.path.lexists(table)


BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before a text; it is none of the text."""


def load_toml(path: Path, record: type[T]) -> T:
    """Read a TOML file as a typed record.

    Raises:
        LawbaseError: with file and line, when the file is missing, not UTF-8, not TOML, holds a
            control sign, or does not fit the record.
    """
    text = read_utf8(path).removeprefix(BYTE_ORDER_MARK)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(error, path, text) from error
    except (RecursionError, ValueError) as error:
        line = _monstrous_line(text)
        message = "holds a number of thousands of digits or brackets nested hundreds deep"
        raise LawbaseError(message, file=path, line=line) from error
    _refuse_steering(data, path, text)
    try:
        return msgspec.convert(data, record)
    except msgspec.ValidationError as error:
        sentence, line = in_words(error, record), line_of_path(text, str(error))
        raise LawbaseError(sentence, file=path, line=line) from error


_SHOWN = 40
"""So many characters of a line are shown at most."""
_EXPECTED = {
    "Invalid value": "a value: a text in quotes, a number, true, false, a [list] or a {table}",
    "Invalid statement": "a key or a [table]",
    "Invalid initial character for a key part": "a key",
    "Expected '=' after a key in a key/value pair": "= and a value",
    "Expected newline or end of document after a statement": "the end of a line",
    "Expected ']' at the end of a table declaration": "the ] of a [table]",
    "Expected ']]' at the end of an array declaration": "the ]] of a [[table]]",
    "Unclosed array": "a comma, or the ] of a list",
    "Unclosed inline table": "a comma, or the } of a table",
    "Unterminated string": "the quote that ends a text",
}
"""What should stand where the parser of TOML stops, by what it says itself."""
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "list": "a list",
    "object": "a table",
    "dict": "a table",
    "null": "nothing",
}
"""What TOML's values are called, by msgspec's names for them and by Python's."""


def in_words(error: msgspec.ValidationError, record: object) -> str:
    """What doesn't fit a record, said of the file's own keys; what is ours already stays.

    >>> try:
    ...     msgspec.convert({"year": "2017"}, VersionRow)
    ... except msgspec.ValidationError as error:
    ...     print(in_words(error, VersionRow))
    “year” must be a whole number, not a text
    """
    from msgspec.inspect import type_info

    sentence, _, place = str(error).partition(" - at `")
    steps = re.findall(r"[^`.\[\]]+", place.rpartition("$")[2].replace("[...]", ".*"))
    name = next((step for step in reversed(steps) if step[0].isalpha()), "")
    if lacking := re.fullmatch(r"Object missing required field `(.*)`", sentence):
        return f"“{name}” lacks “{lacking[1]}”" if name else f"“{lacking[1]}” is missing"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", sentence):
        return f"“{unknown[1]}” is no key of “{name}”" if name else f"“{unknown[1]}” is no key here"
    if odd := re.fullmatch(r"Invalid enum value (.*)", sentence):
        known = ", ".join(map(str, _choices(type_info(record), steps)))
        there = f"; there are {known}" if known else ""
        return f"“{odd[1].strip(chr(39))}” is no value of “{name}”{there}"
    wanted = re.fullmatch(r"Expected `([^`]+)`(?: (.*?))?(?:, got `?(\w+)`?)?", sentence)
    if not wanted:
        return sentence
    kinds, more, got = wanted.groups()
    kind = next(filter(None, map(_KINDS.get, kinds.split(" | "))), kinds)
    more = f" {more}" if more else ""
    but = f", not {_KINDS.get(got, got)}" if got else ""
    return f"{f'“{name}”' if name else 'it'} must be {kind}{more}{but}"


def _choices(kind: Any, steps: Sequence[str]) -> Sequence[object]:
    """The values that a record allows at a place in it, where they are listed."""
    if values := getattr(kind, "values", ()):
        return tuple(values)
    for inner in getattr(kind, "types", ()):
        if choices := _choices(inner, steps):
            return choices
    inner = getattr(kind, "item_type", None) or getattr(kind, "value_type", None)
    if inner:
        return _choices(inner, steps[1:])
    fields = {field.encode_name: field.type for field in getattr(kind, "fields", ())}
    return _choices(fields[steps[0]], steps[1:]) if steps and steps[0] in fields else ()


_ESCAPED = re.compile(r'\\[^"\\nt]')
"""An escape that may stand for such a sign; quotes, backslashes and new lines don't."""


def _refuse_steering(data: object, path: Path, text: str) -> None:
    """Refuse a TOML file with signs that steer a terminal or a writing, also as its escapes."""
    left = [data] if _ESCAPED.search(text) or STEERING.search(text) else []
    while left:
        found = left.pop()
        if isinstance(found, dict):
            left += (*found, *found.values())
        elif isinstance(found, list):
            left += found
        elif isinstance(found, str) and (odd := STEERING.search(found)):
            written = (odd[0], r"\b" if odd[0] == "\b" else f"{ord(odd[0]):04x}")
            lines = enumerate(text.lower().split("\n"), 1)
            line = next((n for n, row in lines if any(sign in row for sign in written)), None)
            message = f"holds the sign U+{ord(odd[0]):04X}, which no text may hold"
            raise LawbaseError(message, file=path, line=line)


def load_tables(path: Path, name: str, record: type[T]) -> list[tuple[T, int]]:
    """The tables ``[[name]]`` of a TOML file, as typed records, each with its line, from 1.

    Raises:
        LawbaseError: with file and line, as ``load_toml`` does, and when there is anything else.
    """
    fields = [(name, tuple[record, ...], ())]  # type: ignore[valid-type]
    whole = msgspec.defstruct("Tables", fields, forbid_unknown_fields=True)
    records = getattr(load_toml(path, whole), name)
    return list(zip(records, table_lines(path, name, len(records)), strict=True))


def table_lines(path: Path, name: str, count: int) -> list[int]:
    """The lines, from 1, where the ``count`` tables ``[[name]]`` of a TOML file begin.

    Raises:
        LawbaseError: when the file writes them in another way, so that their lines aren't known.
    """
    header = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]\s*(?:#.*)?")
    text = read_utf8(path).splitlines()
    lines = [number for number, line in enumerate(text, 1) if header.fullmatch(line)]
    if len(lines) != count:
        raise LawbaseError(f"begin every “{name}” with a line [[{name}]]", file=path)
    return lines


def read_whole(path: Path) -> bytes:
    """What a file holds.

    Raises:
        LawbaseError: when it is missing or unreadable.
    """
    try:
        return content_of(path)
    except OSError as error:
        raise LawbaseError(f"cannot be read ({error.strerror})", file=path) from error


def read_utf8(path: Path) -> str:
    """A file's text, decoded strictly as UTF-8, line ends untouched.

    Raises:
        LawbaseError: when it is missing, unreadable, or not UTF-8 (with the line).
    """
    data = read_whole(path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LawbaseError("is not UTF-8 text", file=path, line=line) from error


def load_languages(corpus: Path) -> dict[str, LanguageProfile]:
    """All language profiles of a corpus, by id, in alphabetical order."""
    return {path.stem: load_language(path) for path in language_paths(corpus)}


def language_paths(corpus: Path) -> list[Path]:
    """The files of a corpus's languages, in alphabetical order; a file's stem is its id."""
    return sorted((corpus / "languages").glob("*.toml"))


def load_language(path: Path) -> LanguageProfile:
    """One language profile.

    Raises:
        LawbaseError: with file and line, when it is malformed, has another id than the file, or
            names a stemmer that there isn't.
    """
    import snowballstemmer  # only where languages are read from their files

    profile = load_toml(path, LanguageProfile)
    if profile.id != path.stem:
        raise LawbaseError(f"its id is “{profile.id}”, not “{path.stem}”", file=path, line=1)
    stemmer, known = profile.terms.stemmer, sorted(snowballstemmer.algorithms())
    if stemmer and stemmer not in known:
        line = line_of_path(read_utf8(path), "`$.terms.stemmer`")
        message = f"“{stemmer}” is no stemmer; there are {', '.join(known)}"
        raise LawbaseError(message, file=path, line=line)
    return profile


def data_folder(name: str) -> Path:
    """The folder ``corpus`` or ``site``: of the checkout, or as it travels in the package.

    ``$LAWBASE_CORPUS`` names a corpus of one's own, which then stands in for ours.

    Raises:
        LawbaseError: when there is no such folder.
    """
    own = os.environ.get("LAWBASE_CORPUS") if name == "corpus" else None
    if own:
        if not Path(own).is_dir():
            raise LawbaseError("no such folder", file=Path(own))
        return Path(own).resolve()
    package = Path(__file__).resolve().parent
    for folder in (package.parent / name, package / "data" / name):
        if folder.is_dir() and (package.parent / "pyproject.toml").exists() == (
            folder.parent == package.parent
        ):
            return folder
    if name == "corpus":
        raise LawbaseError("this lawbase was installed without texts; name some with --corpus DIR")
    raise LawbaseError(f"the folder “{name}” is missing from the installation")


def _no_toml(error: tomllib.TOMLDecodeError, path: Path, text: str) -> LawbaseError:
    """What stands where the parser stops, and what should; what it says of the end is of the last
    line."""
    said = re.sub(r"\s*\(at (?:line.*|end of document)\)$", "", str(error)).strip()
    place = re.search(r"at line (\d+), column (\d+)", str(error))
    lines = text.splitlines()
    number = int(place[1]) if place else len(lines)
    found = lines[number - 1][int(place[2]) - 1 :].strip()[:_SHOWN] if place else ""
    if expected := _EXPECTED.get(said):
        here = f"“{found}”" if found else "nothing"
        said = f"{here} stands where there should be {expected}"
    return LawbaseError(said, file=path, line=number)


def _monstrous_line(text: str) -> int:
    """The line with the longest number, or with the most brackets."""
    lines = text.splitlines()
    digits = [max((len(n) for n in re.findall(r"\d+", line)), default=0) for line in lines]
    sizes = [
        max(n, line.count("[") + line.count("{")) for n, line in zip(digits, lines, strict=True)
    ]
    return sizes.index(max(sizes)) + 1 if sizes else 1


def line_of_path(text: str, message: str) -> int:
    """The line, from 1, that a path like ``$.correction[2].why`` in a message points to."""
    match = re.search(r"`\$\.?([^`]*)`$", message)
    steps = re.findall(r"[^.\[\]]+", match[1]) if match else []
    lines = text.splitlines()
    line = 0
    for place, step in enumerate(steps):
        if step.isdigit():
            line = _nth_table(lines, steps[place - 1], int(step), line)
        elif step != "...":
            line = _key_line(lines, step, line)
    named = re.search(r"unknown field `(\w+)`|^(\w+) = “", message)
    if named:
        line = _key_line(lines, named[1] or named[2], line)
    return line + 1


def _nth_table(lines: list[str], name: str, number: int, line: int) -> int:
    headers = [n for n, text in enumerate(lines) if text.strip().endswith(f"{name}]]")]
    return headers[number] if number < len(headers) else line


def _key_line(lines: list[str], key: str, start: int) -> int:
    word = re.escape(key)
    wanted = re.compile(rf"\s*(?:\[+[\w.-]*\b{word}\b[\w.-]*\]+|[\"']?{word}[\"']?\s*=)")
    return next((n for n in range(start, len(lines)) if wanted.match(lines[n])), start)
