"""What an editor decided where the print is wrong: ``corpus/<edition>/corrections.toml``.

A correction names one place of the source and says how it is read. It never changes a word of
the law, only the structure: which label is meant, what is a heading, where something belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from lawbase.address import Address
from lawbase.errors import LawbaseError
from lawbase.model import Key, Language
from lawbase.reading.problems import Problems
from lawbase.text import Span

CorrectionKind = Literal["label", "begins", "orphan", "text", "heading", "index"]
_OF_A_PROVISION: tuple[CorrectionKind, ...] = ("label", "begins", "heading")
"""The kinds whose words belong to the provision that ``read_as`` names."""


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision.

    ``at`` is an excerpt that stands once in the source and contains ``printed`` once; ``\\n`` in it
    is a line end. What ``read_as`` means depends on ``kind``:

    - ``label``: the label at this place is meant as the address ``read_as`` (``12.C.1.e``);
    - ``begins``: the provision ``read_as`` begins here, though no label is printed;
    - ``orphan``: the label, alone on its line, stands for nothing and belongs to the provision
      ``read_as``;
    - ``text``: what looks like a label, a heading or furniture is text (``read_as`` is empty);
    - ``heading``: ``printed`` is the heading of the address ``read_as``;
    - ``index``: the references are meant as ``read_as`` (keys parted by ``;``), or the entry that
      begins here is what ``read_as`` says: ``topic`` or ``subtopic``.

    ``why_in`` may say the reason in other languages than English.
    """

    kind: CorrectionKind
    at: str
    printed: str
    read_as: str
    why: str
    why_in: dict[Language, str] = {}

    def __post_init__(self) -> None:
        if self.kind in (*_OF_A_PROVISION, "orphan"):
            try:
                Address.parse(self.read_as)
            except LawbaseError as error:
                raise ValueError(error.message) from error
        elif self.kind == "text" and self.read_as:
            raise ValueError("what is text has no read_as: leave it empty")


class Placed(Struct, frozen=True):
    """A correction, the span of its ``printed`` in the source, and its line in its file."""

    correction: Correction
    span: Span
    line: int


Written = tuple[Correction, int]
"""A correction and its line in its file."""


class Corrections:
    """The corrections of one edition, found in its source; each must be used by the reader."""

    def __init__(self, placed: Sequence[Placed], file: Path):
        self.all = tuple(placed)
        self.file = file
        self._used: set[int] = set()
        self._places = {(p.correction.kind, p.span.start): p for p in placed}

    @classmethod
    def found(
        cls, written: Sequence[Written], file: Path, source: str, problems: Problems
    ) -> Corrections:
        """Find every correction of a file in the source; misfits are told and left out."""
        placed: list[Placed] = []
        for correction, line in written:
            places = source.count(correction.at) if correction.at else 0
            if places != 1:
                found = "nowhere" if not places else f"{places} times"
                problems.tell("correction-unplaced", file, line, at=correction.at, places=found)
            elif correction.at.count(correction.printed) != 1:
                said = {"printed": correction.printed, "at": correction.at}
                problems.tell("correction-unclear", file, line, **said)
            else:
                start = source.index(correction.at) + correction.at.index(correction.printed)
                span = Span(start, start + len(correction.printed))
                placed.append(Placed(correction, span, line))
        return cls(placed, file)

    def at(self, kind: CorrectionKind, offset: int) -> Placed | None:
        """The correction of that kind whose ``printed`` begins at a source offset.

        Whoever reads otherwise because of it says so to :meth:`use`.
        """
        return self._places.get((kind, offset))

    def use(self, placed: Placed) -> None:
        """Note that a correction changes what is read."""
        self._used.add(placed.line)

    def without(self, left_out: Placed) -> Corrections:
        """All but one, to see what that one changes."""
        return Corrections([placed for placed in self.all if placed != left_out], self.file)

    def tell_misfits(self, owner_of: Callable[[int], Key], problems: Problems) -> None:
        """Tell every correction that changed nothing, or speaks of another provision's words.

        ``owner_of`` gives the provision that a character of the source was read as part of.
        """
        for placed in self.all:
            correction = placed.correction
            said = {"printed": correction.printed, "read_as": correction.read_as}
            if placed.line not in self._used:
                problems.tell("correction-unused", self.file, placed.line, **said)
            elif correction.kind in _OF_A_PROVISION:
                owner = owner_of(placed.span.start)
                if owner != str(Address.parse(correction.read_as)):
                    problems.tell("correction-elsewhere", self.file, placed.line, key=owner, **said)
