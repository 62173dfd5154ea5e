"""Records that contradict each other, with digests that were made to agree.

A value of a small build's knowledge base is changed, or left out of a list, and every export is
made. Whatever it writes then is right: nobody can tell a forged law from another.
"""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.hostile.building import Small
from benchmarks.hostile.outcome import RIGHT, Tally, attempt, tally
from lawbase.export import FORMATS, exporter
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import write_manifest

WORDS = ("", "zz-2001", "99.Z.9", "def.x", "1#fn9", "\0", "en")
NUMBERS = (-(10**9), -1, 0, 1, 10**6)
Place = tuple[Any, ...]
"""Where in a record: keys and numbers of items."""


def tallies(times: int) -> Iterator[Tally]:
    """That many forged bases, each in all formats."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        whole = Small.made(folder).home / "knowledge"
        layers = {file.name: json.loads(file.read_bytes()) for file in whole.glob("*.json")}
        every = {name: [*_places(layer)] for name, layer in layers.items()}
        places = {name: found for name, found in every.items() if found}
        outcomes: dict[str, list[str]] = {name: [] for name in FORMATS}
        for dice in map(random.Random, range(times)):
            name = dice.choice([*places])
            place = dice.choice(places[name])
            forged = folder / "forged"
            shutil.copytree(whole, forged)
            layer = json.loads(json.dumps(layers[name]))
            _change(layer, place, dice)
            (forged / name).write_text(json.dumps(layer, ensure_ascii=False), encoding="utf-8")
            write_manifest(forged)
            for format_name, found in outcomes.items():
                found.append(attempt(partial(_exported, forged, format_name)))
            shutil.rmtree(forged)
        for format_name, found in outcomes.items():
            yield tally(f"a value of a record forged, then exported as {format_name}", found)


def _places(value: Any, above: Place = ()) -> Iterator[Place]:
    """All places of single values, and of the first item of each list."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        if isinstance(value, list) and value:
            yield (*above, None)
        for name, each in items:
            yield from _places(each, (*above, name))
    elif above:
        yield above


def _change(layer: Any, place: Place, dice: random.Random) -> None:
    *above, last = place
    for name in above:
        layer = layer[name]
    if last is None:
        del layer[dice.randrange(len(layer))]
    elif isinstance(layer[last], bool):
        layer[last] = not layer[last]
    elif isinstance(layer[last], int | float):
        layer[last] = dice.choice(NUMBERS)
    else:
        layer[last] = dice.choice(WORDS)


def _exported(forged: Path, name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        exporter(name)(KnowledgeBase.open(forged), Path(folder, "x"))
    return RIGHT
