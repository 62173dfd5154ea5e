"""What happens at a table, and the provisions to read: ``corpus/situations.toml``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from lawbase.citations.rows import Row, load_rows
from lawbase.model import Edition, Situation

FIELDS = {"id", "stage", "provisions"}


def load_situations(
    path: Path, languages: Collection[str], editions: Iterable[Edition]
) -> tuple[Situation, ...]:
    """The situations, in the order of the file.

    A row has an ``id``, its ``stage`` of the game, ``provisions`` (keys by year, in the order of
    reading) and, for each language, a table with its ``title`` and the ``words`` people use.

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice, a provision that no edition of its year has.
    """
    keys: dict[str, set[str]] = defaultdict(set)
    for edition in editions:
        keys[str(edition.year)] |= {provision.key for provision in edition.provisions}
    situations: dict[str, Situation] = {}
    for row in load_rows(path, "situation"):
        situation = _situation(row, languages)
        row.require_plain_id(situation.id)
        if situation.id in situations:
            raise row.error(f"the id “{situation.id}” is given twice", "id")
        _check_provisions(situation, row, keys)
        situations[situation.id] = situation
    return tuple(situations.values())


def _situation(row: Row, languages: Collection[str]) -> Situation:
    for key in row.values.keys() - FIELDS - set(languages):
        raise row.error(f"“{key}” is neither a field of a situation nor a language", key)
    fields = {key: value for key, value in row.values.items() if key in FIELDS}
    texts = {key: value for key, value in row.values.items() if key not in FIELDS}
    return row.convert({**fields, "texts": texts}, Situation)


def _check_provisions(situation: Situation, row: Row, keys: dict[str, set[str]]) -> None:
    for year, provisions in situation.provisions.items():
        if year not in keys:
            raise row.error(f"there is no edition of {year}", "provisions")
        for key in provisions:
            if key not in keys[year]:
                raise row.error(f"no edition of {year} has {key}", key, "provisions")
