"""The multilingual glossary: ``corpus/terms.toml``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from lawbase.citations.rows import Row, load_rows
from lawbase.model import Concept, Edition

FIELDS = {"id", "slang", "unlinked", "except", "definitions"}


def load_concepts(
    path: Path, languages: Collection[str], editions: Iterable[Edition]
) -> tuple[Concept, ...]:
    """The concepts of a glossary, in the order of the file.

    A row has an ``id``, words under the id of each language, and as needed ``slang``, ``unlinked``
    and ``except`` (words by language) and ``definitions`` (a headword as printed, by edition).

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice, a word that an edition's text would be linked by to two concepts, a headword
            that its edition doesn't define.
    """
    editions = tuple(editions)
    linked = {edition.language for edition in editions}
    defined = {
        edition.id: {p.key for p in edition.provisions if p.kind == "definition"}
        for edition in editions
    }
    concepts: dict[str, Concept] = {}
    owners: dict[tuple[str, str], str] = {}
    for row in load_rows(path, "concept"):
        concept = _concept(row, languages)
        row.require_plain_id(concept.id)
        if concept.id in concepts:
            raise row.error(f"the id “{concept.id}” is given twice", "id")
        _check_unlinked(concept, row)
        for language in sorted(linked & concept.words.keys()):
            _check_owner(concept, language, row, owners)
        _check_definitions(concept, row, defined)
        concepts[concept.id] = concept
    return tuple(concepts.values())


def _concept(row: Row, languages: Collection[str]) -> Concept:
    values = row.values
    for key in values.keys() - FIELDS - set(languages):
        raise row.error(f"“{key}” is neither a field of a concept nor a language", key)
    told = values.get("definitions", {})
    definitions: dict[str, str] = row.convert(told, dict[str, str], "definitions")
    words = {
        key: row.convert(words, tuple[str, ...], key)
        for key, words in values.items()
        if key not in FIELDS
    }
    data = {
        "id": values.get("id"),
        "words": words,
        "slang": values.get("slang", {}),
        "unlinked": values.get("unlinked", {}),
        "excepted": values.get("except", {}),
        "definitions": {edition: f"def.{headword}" for edition, headword in definitions.items()},
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


def _check_definitions(concept: Concept, row: Row, defined: dict[str, set[str]]) -> None:
    for edition, key in concept.definitions.items():
        if edition not in defined:
            raise row.error(f"there is no edition “{edition}”", "definitions")
        if key not in defined[edition]:
            headword = key.partition(".")[2]
            raise row.error(f"{edition} doesn't define “{headword}”", "definitions")
