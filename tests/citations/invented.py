"""Small invented editions, for what the corpus doesn't show or shows only among much else."""

from __future__ import annotations

from functools import partial

from lawbase.model import Edition, Provision
from tests import invented

provision = partial(invented.provision, "xx-2007")


def edition(*provisions: Provision, language: str = "cs", complete: bool = True) -> Edition:
    """An edition of these provisions."""
    return invented.edition("xx-2007", provisions, language=language, complete=complete)


def laws(*keys: str) -> tuple[Provision, ...]:
    """Provisions without text."""
    return tuple(map(provision, keys))
