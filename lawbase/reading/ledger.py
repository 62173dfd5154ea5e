"""The ledger of a source: which element each of its characters belongs to.

The rule it keeps is conservation: every character belongs to exactly one element. White space
that nobody claims is the spacing of the page; any other unclaimed character is unexplained.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from lawbase.errors import LawbaseError
from lawbase.model import Claim, Role
from lawbase.reading.traced import INSERTED, Traced
from lawbase.text import Span

Owner = tuple[Role, str]
SPACING: Owner = ("spacing", "")


@dataclass(slots=True)
class Ledger:
    """The owners of a source's characters, filled while it is read."""

    source: str
    file: str
    _owners: list[Owner | None] = field(init=False)

    def __post_init__(self) -> None:
        self._owners = [None] * len(self.source)

    def claim(self, what: Traced | Span, role: Role, key: str) -> None:
        """Say what characters were read as.

        Raises:
            LawbaseError: when one of them belongs to another element already.
        """
        offsets = what.origins if isinstance(what, Traced) else range(what.start, what.end)
        for offset in offsets:
            if offset == INSERTED:
                continue
            if self._owners[offset] is not None:
                raise LawbaseError(
                    f"“{self._excerpt(offset)}” was read twice, "
                    f"as {self._owners[offset]} and as {(role, key)}",
                    file=self.file,
                    line=self.line(offset),
                )
            self._owners[offset] = (role, key)

    def claims(self) -> tuple[Claim, ...]:
        """The whole source as claims without a gap.

        Raises:
            LawbaseError: at the first character that is neither claimed nor white space.
        """
        unexplained = self.unexplained()
        if unexplained:
            raise LawbaseError(
                f"“{self._excerpt(unexplained[0])}” was not read as anything",
                file=self.file,
                line=self.line(unexplained[0]),
            )
        claims: list[Claim] = []
        owners = enumerate(owner or SPACING for owner in self._owners)
        for (role, key), group in groupby(owners, key=lambda pair: pair[1]):
            offsets = [offset for offset, _ in group]
            claims.append(Claim(offsets[0], offsets[-1] + 1, role, key))
        return tuple(claims)

    def unexplained(self) -> list[int]:
        """The offsets of all characters that are neither claimed nor white space."""
        return [
            offset
            for offset, owner in enumerate(self._owners)
            if owner is None and not self.source[offset].isspace()
        ]

    def line(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return self.source.count("\n", 0, offset) + 1

    def _excerpt(self, offset: int) -> str:
        return " ".join(self.source[offset : offset + 40].split())
