"""Small invented editions, for what the corpus doesn't show or shows only among much else."""

from __future__ import annotations

from lawbase.address import Address, law_of
from lawbase.model import Edition, Provision, ProvisionKind, SourceFile
from lawbase.text import Span


def provision(
    key: str,
    text: str = "",
    kind: ProvisionKind = "provision",
    heading: str = "",
    bearers: tuple[str, ...] = (),
) -> Provision:
    """A provision with what linking looks at; its parent follows from its key."""
    parent = None
    if law_of(key) and "#" not in key:
        above = Address.parse(key).parent
        parent = str(above) if above else None
    return Provision(
        edition="xx-2007",
        key=key,
        kind=kind,
        parent=parent,
        label="",
        heading=heading,
        text=text,
        tail="",
        source=Span(0, 0),
        bearers=bearers,
    )


def edition(*provisions: Provision, language: str = "cs", complete: bool = True) -> Edition:
    """An edition of these provisions."""
    return Edition(
        id="xx-2007",
        language=language,
        year=2007,
        title="",
        revision="",
        status="",
        publisher="",
        scope="",
        laws=(1, 93),
        complete=complete,
        source=SourceFile("source.txt", "", 0),
        provisions=provisions,
    )


def laws(*keys: str) -> tuple[Provision, ...]:
    """Provisions without text."""
    return tuple(provision(key) for key in keys)
