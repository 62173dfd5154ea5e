"""How a transcript looks: the layout table of its profile."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.profile import read_utf8
from lawbase.reading.labels import LabelPatterns
from lawbase.reading.profile import EditionFolder, compiled
from lawbase.reading.tables import TableLayout


class NoteLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How footnotes are printed: ``start`` matches where a note begins and has the group ``label``,
    ``marker`` matches what calls it, ``{}`` in it standing for the label.
    """

    start: str
    marker: str

    def marker_of(self, number: int, file: Path) -> re.Pattern[str]:
        """The pattern of the markers that call a note."""
        return compiled(self.marker.format(number), file)


class TranscriptLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a transcript looks.

    What stands before the end of ``opening`` is unrelated to the laws. ``page_end`` closes a page;
    notes stand right before it. ``furniture`` patterns match anywhere in a page, also in the
    middle of a sentence. A label's pattern, and that of a note's ``start``, are tried where a word
    begins.
    """

    opening: str
    page_end: str
    labels: LabelPatterns
    footnotes: NoteLayout
    furniture: tuple[str, ...] = ()
    tables: tuple[TableLayout, ...] = ()


def transcript_layout(folder: EditionFolder) -> TranscriptLayout:
    """The layout table of an edition's profile, validated.

    Raises:
        LawbaseError: with file and line, when it is malformed.
    """
    path = folder.path / "edition.toml"
    try:
        return msgspec.convert(folder.profile.layout, TranscriptLayout)
    except msgspec.ValidationError as error:
        lines = read_utf8(path).splitlines()
        line = next((n for n, text in enumerate(lines, 1) if text.startswith("[layout")), 1)
        raise LawbaseError(str(error).replace("$", "layout"), file=path, line=line) from error
