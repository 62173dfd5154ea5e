"""What an editor decided where the print is wrong: ``corpus/<edition>/corrections.toml``.

A correction names one place of the source and says how it is read. It never changes a word of
the law, only the structure: which label is meant, what is a heading, where something belongs.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.profile import load_toml, table_lines
from lawbase.text import Span

CorrectionKind = Literal[
    "label", "begins", "orphan", "text", "heading", "before", "reference", "index"
]


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision.

    ``at`` is an excerpt that stands once in the source and contains ``printed`` once; ``\\n`` in it
    is a line end. What ``read_as`` means depends on ``kind``:

    - ``label``: the label at this place is meant as the address ``read_as`` (``12.C.1.e``);
    - ``begins``: the provision ``read_as`` begins here, though no label is printed;
    - ``orphan``: the label stands for nothing and belongs to the provision ``read_as``;
    - ``text``: what looks like a label, a heading or furniture is text (``read_as`` is empty);
    - ``heading``: ``printed`` is the heading of the address ``read_as``;
    - ``before``: ``printed`` belongs to the provision ``read_as`` though it stands elsewhere;
    - ``reference``: the citation is meant as the address ``read_as``;
    - ``index``: the references are meant as ``read_as`` (keys parted by ``;``), or the entry that
      begins here is what ``read_as`` says: ``topic`` or ``subtopic``.
    """

    kind: CorrectionKind
    at: str
    printed: str
    read_as: str
    why: str


class CorrectionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """All corrections of an edition."""

    correction: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A correction and the span of its ``printed`` in the source."""

    correction: Correction
    span: Span


class Corrections:
    """The corrections of one edition, found in its source; each must be used by the reader."""

    def __init__(self, placed: tuple[Placed, ...], file: Path):
        self._placed = placed
        self._file = file
        self._used: set[int] = set()
        self._numbers = {
            (p.correction.kind, p.span.start): number for number, p in enumerate(placed)
        }

    @classmethod
    def load(cls, folder: Path, source: str) -> Corrections:
        """Read the file and find every correction in the source.

        Raises:
            LawbaseError: with file and line, when the file is malformed or a correction doesn't
                match exactly one place of the source.
        """
        file = folder / "corrections.toml"
        corrections = load_toml(file, CorrectionFile).correction
        lines = table_lines(file, "correction", len(corrections))
        placed = tuple(
            _place(correction, source, file, line)
            for correction, line in zip(corrections, lines, strict=True)
        )
        return cls(placed, file)

    @property
    def all(self) -> tuple[Placed, ...]:
        """All corrections, in the order of the file."""
        return self._placed

    def of_kind(self, kind: CorrectionKind) -> tuple[Placed, ...]:
        """All corrections of one kind, in the order of the file."""
        return tuple(placed for placed in self._placed if placed.correction.kind == kind)

    def at(self, kind: CorrectionKind, offset: int) -> Correction | None:
        """The correction of that kind whose ``printed`` begins at a source offset, now used."""
        number = self._numbers.get((kind, offset))
        if number is None:
            return None
        self._used.add(number)
        return self._placed[number].correction

    def check_all_used(self) -> None:
        """Fail on a correction that changed nothing.

        Raises:
            LawbaseError: with file and line of the first one.
        """
        lines = table_lines(self._file, "correction", len(self._placed))
        for number, line in enumerate(lines):
            if number not in self._used:
                printed = self._placed[number].correction.printed
                raise LawbaseError(
                    f"the correction of “{printed}” changes nothing", file=self._file, line=line
                )


def _place(correction: Correction, source: str, file: Path, line: int) -> Placed:
    places = source.count(correction.at)
    if places != 1:
        found = "nowhere" if not places else f"{places} times"
        raise LawbaseError(f"“{correction.at}” stands {found} in the source", file=file, line=line)
    if correction.at.count(correction.printed) != 1:
        raise LawbaseError(
            f"“{correction.printed}” must stand once in “{correction.at}”", file=file, line=line
        )
    start = source.index(correction.at) + correction.at.index(correction.printed)
    return Placed(correction, Span(start, start + len(correction.printed)))
