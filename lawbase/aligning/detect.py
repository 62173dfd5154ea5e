"""A change of the original, detected behind two translations."""

from __future__ import annotations

from lawbase.aligning.units import Unit
from lawbase.model import Detection


class Detector:
    """Judges aligned pairs of two years."""

    def detect(self, old: Unit, new: Unit) -> Detection:
        """What speaks for a change of the original from one text to the other."""
        kind = "wording" if old.numbers != new.numbers else "unchanged"
        return Detection(kind, 0.6 if kind == "wording" else 0.2, (), (), (), "no sign")  # type: ignore[arg-type]
