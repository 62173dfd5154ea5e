"""What people call things, written by hand: the glossary ``corpus/terms.toml``, the situations at a
table, ``corpus/situations/``, a file a stage of the game, and ``corpus/beyond.toml``, what people
ask that the laws don't answer.

All are rows ``[[concept]]``, ``[[situation]]`` or ``[[question]]`` with an ``id``, fields, and a
field for each language, whose faults are told with the line that they stand on.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.model import Concept, Edition, QuestionBeyond, Situation
from lawbase.parallel import spread
from lawbase.profile import in_words, is_there, load_tables, load_toml, read_utf8

R = TypeVar("R")
T = TypeVar("T", Concept, Situation, QuestionBeyond)
PLAIN_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
STAGES = "stages.toml"
CONCEPT_FIELDS = {"id", "slang", "unlinked", "except", "definitions"}
SITUATION_FIELDS = {"id", "provisions"}
QUESTION_FIELDS = {"id", "kind", "names"}


class Stages(Struct, frozen=True, forbid_unknown_fields=True):
    """``stages.toml``: the stages of the game in their order, each the name of a file beside it."""

    stages: tuple[str, ...]


def load_concepts(
    path: Path, languages: Collection[str], editions: Iterable[Edition]
) -> tuple[Concept, ...]:
    """The concepts of a glossary, in the order of the file; none when there is no such file.

    A row has an ``id``, words under the id of each language, and as needed ``slang``, ``unlinked``
    and ``except`` (words by language) and ``definitions`` (a headword as printed, by edition; those
    of an edition that isn't there are left out).

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice, a word that a text would be linked by to two concepts, a headword
            that its edition doesn't define.
    """
    editions = tuple(editions)
    defined = {
        edition.id: {p.key for p in edition.provisions if p.kind == "definition"}
        for edition in editions
    }
    concepts: dict[str, Concept] = {}
    owners: dict[tuple[str, str], str] = {}
    for row in load_rows(path, "concept") if is_there(path) else ():
        concept = _concept(row, languages)
        _check_unlinked(concept, row)
        for language in concept.words:
            _check_owner(concept, language, row, owners)
        row.enter(_defined_here(concept, row, defined), concepts)
    return tuple(concepts.values())


def load_situations(
    folder: Path, languages: Collection[str], editions: Iterable[Edition]
) -> tuple[Situation, ...]:
    """The situations, in the order of the stages and of their files.

    A row has an ``id``, ``provisions`` (keys by year, in the order of reading) and, for each
    language, a table with its ``title`` and the ``words`` people use; those that were collected
    later stand apart as ``added``. A provision that no edition of its year has is left out, and
    a situation that leads nowhere then.

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice, a file that is no stage.
    """
    keys = _keys_by_year(editions)
    situations: dict[str, Situation] = {}
    stages = _stages(folder)
    read = spread(lambda stage: load_rows(folder / f"{stage}.toml", "situation"), stages)
    for stage, rows in zip(stages, read, strict=True):
        for row in rows:
            row.enter(_led_here(_situation(row, stage, languages), keys), situations)
    return tuple(situation for situation in situations.values() if situation.provisions)


def load_beyond(path: Path, languages: Collection[str]) -> tuple[QuestionBeyond, ...]:
    """What people ask that the laws don't answer; nothing when there is no such file.

    A row has an ``id``, a ``kind`` (what such questions are about, for the answer to say), for each
    language ways of asking and, as ``names``, the things that alone tell such a question.

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice.
    """
    questions: dict[str, QuestionBeyond] = {}
    for row in load_rows(path, "question") if is_there(path) else ():
        own, words = row.parted(QUESTION_FIELDS, languages)
        row.enter(row.convert({**own, "words": words}, QuestionBeyond), questions)
    return tuple(questions.values())


def left_out(corpus: Path, editions: Sequence[Edition]) -> Iterator[LawbaseError]:
    """What glossary and situations say of editions and provisions that a corpus doesn't hold.

    A corpus may hold some editions of another; so this is no fault, but may be a slip.
    """
    ids, keys = {edition.id for edition in editions}, _keys_by_year(editions)
    terms = corpus / "terms.toml"
    for row in load_rows(terms, "concept") if is_there(terms) else ():
        for edition in sorted(row.values.get("definitions", {}).keys() - ids):
            yield row.error(f"there is no edition “{edition}”", "definitions")
    for stage in _stages(corpus / "situations"):
        for row in load_rows(corpus / "situations" / f"{stage}.toml", "situation"):
            for year, provisions in row.values["provisions"].items():
                for key in provisions:
                    if key not in keys.get(year, ()):
                        yield row.error(f"no edition of {year} has {key}", key, "provisions")


class Row(NamedTuple):
    """One table of an array of tables, ``[[concept]]``, by its name, file, lines and their text."""

    values: dict[str, Any]
    name: str
    path: Path
    lines: range
    text: list[str]

    def convert(self, data: object, record: type[R], *keys: str) -> R:
        """Data of this row, found under the keys if they are given, as a typed record.

        Raises:
            LawbaseError: with file and line, when it doesn't fit.
        """
        try:
            return msgspec.convert(data, record)
        except msgspec.ValidationError as error:
            steps = re.findall(r"[\w-]+", str(error).rpartition("`$")[2])
            raise self.error(in_words(error, record), *keys, *steps) from error

    def parted(
        self, fields: Collection[str], languages: Collection[str]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The values of fields, and those of languages.

        Raises:
            LawbaseError: when one is neither a field's nor a language's.
        """
        own = {key: value for key, value in self.values.items() if key in fields}
        others = {key: value for key, value in self.values.items() if key not in fields}
        for key in others.keys() - set(languages):
            raise self.error(f"“{key}” is neither a field of a {self.name} nor a language", key)
        return own, others

    def enter(self, record: T, records: dict[str, T]) -> None:
        """Keep the record of this row under its id, which names a page and a URN.

        Raises:
            LawbaseError: when the id isn't small letters and digits with hyphens between them, or
                is another row's.
        """
        if not PLAIN_ID.fullmatch(record.id):
            message = f"the id “{record.id}” may hold only a-z, 0-9 and single hyphens"
            raise self.error(message, "id")
        if record.id in records:
            raise self.error(f"the id “{record.id}” is given twice", "id")
        records[record.id] = record

    def error(self, message: str, *keys: str) -> LawbaseError:
        """A fault of this row, at the line of the first of the keys that it prints."""
        for key in keys:
            said = re.compile(rf"\W*(?:\w+\.)?{re.escape(key)}\b|.*\"{re.escape(key)}\"")
            for line in self.lines:
                if said.match(self.text[line]):
                    return LawbaseError(message, file=self.path, line=line + 1)
        return LawbaseError(message, file=self.path, line=self.lines.start + 1)


def load_rows(path: Path, table: str) -> list[Row]:
    """The rows ``[[table]]`` of a file, in order.

    Raises:
        LawbaseError: with file and line, when the file isn't TOML or holds anything else.
    """
    text = read_utf8(path).splitlines()
    found = load_tables(path, table, dict[str, Any])
    bounds = pairwise([*(line - 1 for _, line in found), len(text)])
    return [
        Row(row, table, path, range(*between), text)
        for (row, _), between in zip(found, bounds, strict=True)
    ]


def _concept(row: Row, languages: Collection[str]) -> Concept:
    own, words = row.parted(CONCEPT_FIELDS, languages)
    data = {
        "id": None,  # told where there is none
        **own,
        "words": {key: row.convert(said, tuple[str, ...], key) for key, said in words.items()},
        "excepted": own.get("except", {}),
    }
    return row.convert(data, Concept)


def _check_unlinked(concept: Concept, row: Row) -> None:
    for language, words in concept.unlinked.items():
        for word in words:
            if word not in concept.words.get(language, ()):
                raise row.error(f"“{word}” is unlinked, but no word of “{concept.id}”", "unlinked")


def _check_owner(
    concept: Concept, language: str, row: Row, owners: dict[tuple[str, str], str]
) -> None:
    for word in concept.words[language]:
        if word in concept.unlinked.get(language, ()):
            continue
        owner = owners.setdefault((language, word.lower()), concept.id)
        if owner != concept.id:
            raise row.error(f"“{word}” belongs to “{owner}” already", word)


def _defined_here(concept: Concept, row: Row, defined: dict[str, set[str]]) -> Concept:
    """A concept with the keys of its definitions in the editions that are there."""
    here = {e: headword for e, headword in concept.definitions.items() if e in defined}
    for edition, headword in here.items():
        if f"def.{headword}" not in defined[edition]:
            raise row.error(f"{edition} doesn't define “{headword}”", "definitions")
    return replace(concept, definitions={e: f"def.{word}" for e, word in here.items()})


def _stages(folder: Path) -> tuple[str, ...]:
    file = folder / STAGES
    stages = load_toml(file, Stages).stages if is_there(file) else ()
    for other in sorted(folder.glob("*.toml")):
        if other.name != STAGES and other.stem not in stages:
            raise LawbaseError(f"“{other.stem}” is not among the stages in {STAGES}", file=other)
    return stages


def _situation(row: Row, stage: str, languages: Collection[str]) -> Situation:
    own, texts = row.parted(SITUATION_FIELDS, languages)
    joined = {language: _joined(text) for language, text in texts.items()}
    return row.convert({**own, "stage": stage, "texts": joined}, Situation)


def _joined(text: Any) -> Any:
    """A language's table with all its ways of saying in one list; what is none is told later."""
    said = [text[n] for n in ("words", "added") if n in text] if isinstance(text, dict) else []
    if not said:
        return text
    malformed = [words for words in said if not isinstance(words, list)]
    return {**text, "words": malformed[0] if malformed else [*chain.from_iterable(said)]}


def _led_here(situation: Situation, keys: dict[str, set[str]]) -> Situation:
    """A situation with the provisions that an edition of their year has."""
    here = {
        year: tuple(key for key in provisions if key in keys.get(year, ()))
        for year, provisions in situation.provisions.items()
    }
    return replace(situation, provisions={year: path for year, path in here.items() if path})


def _keys_by_year(editions: Iterable[Edition]) -> dict[str, set[str]]:
    keys: dict[str, set[str]] = defaultdict(set)
    for edition in editions:
        keys[str(edition.year)] |= {provision.key for provision in edition.provisions}
    return keys
