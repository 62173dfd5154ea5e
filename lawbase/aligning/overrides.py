"""What a person decided about an alignment: ``corpus/alignments.toml``.

Each entry speaks of two editions and holds for their years, in whatever language::

    [[override]]
    between = ["cs-2007", "pl-2017"]
    from = "30.B.2.b"
    to = "30.B.1.a"
    relation = "moved"
    reason = "Both say what the partner of a player who passed out of turn may call."

``same`` and ``moved`` make the two each other's only partner, ``split`` and ``merged`` add the link
to those that they have, ``apart`` removes it; ``dropped`` (without ``to``) and ``new`` (without
``from``) remove all that a provision has.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawbase.aligning.units import Pair, Side
from lawbase.errors import LawbaseError
from lawbase.model import Key, Needless
from lawbase.profile import is_there, load_tables

Decision = Literal["same", "moved", "split", "merged", "apart", "dropped", "new"]
SIDES: dict[Decision, tuple[bool, bool]] = {"dropped": (True, False), "new": (False, True)}


class Override(
    Struct, frozen=True, rename={"from_key": "from", "to_key": "to"}, forbid_unknown_fields=True
):
    """One decision, its reason, and the place in its file."""

    between: tuple[str, str]
    relation: Decision
    reason: str
    from_key: Key | None = None
    to_key: Key | None = None
    file: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise ValueError("a reason is missing")
        sides = SIDES.get(self.relation, (True, True))
        if (self.from_key is not None, self.to_key is not None) != sides:
            raise ValueError(f"“{self.relation}” needs other sides")

    def __str__(self) -> str:
        ends = " → ".join(filter(None, (self.from_key, self.to_key)))
        return f"{self.relation}: {ends} ({self.between[0]}, {self.between[1]})"

    def outlived(self) -> Needless:
        """What is told of it when it changed nothing."""
        edition = self.between[0 if self.from_key else 1]
        key, file = self.from_key or self.to_key or "", Path(self.file).name
        return Needless(edition, key, str(self), file, self.reason)

    def error(self, message: str) -> LawbaseError:
        """A fault of this entry, told with its place."""
        return LawbaseError(message, file=self.file, line=self.line)

    def apply(self, ours: Side, theirs: Side, pairs: frozenset[Pair]) -> frozenset[Pair]:
        """The pairs of places as this decision leaves them.

        Raises:
            LawbaseError: with file and line, when an edition lacks the provision.
        """
        i = self._place(ours, self.between[0], self.from_key)
        j = self._place(theirs, self.between[1], self.to_key)
        if self.relation == "apart":
            return pairs - {(i, j)}
        if self.relation in ("split", "merged"):
            return pairs | {(i, j)}
        kept = frozenset(pair for pair in pairs if pair[0] != i and pair[1] != j)
        return kept if self.relation in SIDES else kept | {(i, j)}

    def _place(self, side: Side, edition: str, key: Key | None) -> int:
        if key is None:
            return -1
        there = {of for of, _ in side.places}
        if edition not in there:
            instead = " or ".join(sorted(there))
            raise self.error(f"{edition} follows {instead} to the other year; decide for that text")
        if (edition, key) not in side.places:
            raise self.error(f"{edition} has no “{key}”")
        return side.places[edition, key]


def load_overrides(path: Path) -> tuple[Override, ...]:
    """The decisions of a file in its order; none when there is no such file.

    Raises:
        LawbaseError: with file and line, when an entry is malformed or lacks a side.
    """
    found = load_tables(path, "override", Override) if is_there(path) else ()
    return tuple(replace(override, file=path.name, line=line) for override, line in found)


def overruled(
    ours: Side, theirs: Side, pairs: Iterable[Pair], overrides: Iterable[Override]
) -> tuple[frozenset[Pair], tuple[Override, ...]]:
    """The pairs as a person left them, and the decisions that changed nothing."""
    left = frozenset(pairs)
    needless: list[Override] = []
    for override in overrides:
        before, left = left, override.apply(ours, theirs, left)
        if left == before:
            needless.append(override)
    return left, tuple(needless)
