"""What happens at a table, and the provisions to read: ``corpus/situations/``, a file a stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from lawbase.citations.rows import Row, load_rows
from lawbase.errors import LawbaseError
from lawbase.model import Edition, Situation
from lawbase.profile import load_toml

STAGES = "stages.toml"

FIELDS = {"id", "provisions"}


class Stages(Struct, frozen=True, forbid_unknown_fields=True):
    """``stages.toml``: the stages of the game in their order, each the name of a file beside it."""

    stages: tuple[str, ...]


def load_situations(
    folder: Path, languages: Collection[str], editions: Iterable[Edition]
) -> tuple[Situation, ...]:
    """The situations, in the order of the stages and of their files.

    A row has an ``id``, ``provisions`` (keys by year, in the order of reading) and, for each
    language, a table with its ``title`` and the ``words`` people use; those that were collected
    later stand apart as ``added``.

    Raises:
        LawbaseError: with file and line, for a field or language that isn't known, an id given
            twice, a provision that no edition of its year has, a file that is no stage.
    """
    keys: dict[str, set[str]] = defaultdict(set)
    for edition in editions:
        keys[str(edition.year)] |= {provision.key for provision in edition.provisions}
    situations: dict[str, Situation] = {}
    for stage in _stages(folder):
        for row in load_rows(folder / f"{stage}.toml", "situation"):
            situation = _situation(row, stage, languages)
            row.require_plain_id(situation.id)
            if situation.id in situations:
                raise row.error(f"the id “{situation.id}” is given twice", "id")
            _check_provisions(situation, row, keys)
            situations[situation.id] = situation
    return tuple(situations.values())


def _stages(folder: Path) -> tuple[str, ...]:
    file = folder / STAGES
    stages = load_toml(file, Stages).stages if file.exists() else ()
    for other in sorted(folder.glob("*.toml")):
        if other.name != STAGES and other.stem not in stages:
            raise LawbaseError(f"“{other.stem}” is not among the stages in {STAGES}", file=other)
    return stages


def _situation(row: Row, stage: str, languages: Collection[str]) -> Situation:
    for key in row.values.keys() - FIELDS - set(languages):
        raise row.error(f"“{key}” is neither a field of a situation nor a language", key)
    fields = {key: value for key, value in row.values.items() if key in FIELDS}
    texts = {key: _joined(value) for key, value in row.values.items() if key not in FIELDS}
    return row.convert({**fields, "stage": stage, "texts": texts}, Situation)


def _joined(text: dict[str, Any]) -> dict[str, Any]:
    """A language's table with all its ways of saying in one list."""
    words = {"words": [*text.get("words", ()), *text.get("added", ())]} if "words" in text else {}
    return {key: value for key, value in text.items() if key != "added"} | words


def _check_provisions(situation: Situation, row: Row, keys: dict[str, set[str]]) -> None:
    for year, provisions in situation.provisions.items():
        if year not in keys:
            raise row.error(f"there is no edition of {year}", "provisions")
        for key in provisions:
            if key not in keys[year]:
                raise row.error(f"no edition of {year} has {key}", key, "provisions")
