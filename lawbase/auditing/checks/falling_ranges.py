"""Ranges whose end is less than their beginning: ``3000 - 2490``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import plain
from lawbase.model import Finding

FALLING = "falling-range"
NAMES = (FALLING,)

RANGE = re.compile(r"(?<![\w.–-])(\d+)\s?[-–]\s?(\d+)(?![\w–-])")


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every range of numbers that falls."""
    for text, _ in evidence.texts():
        for found in RANGE.finditer(plain(evidence, text)):
            if int(found[1]) > int(found[2]):
                yield finding(
                    text,
                    FALLING,
                    "error",
                    0.97,
                    f"The range “{found[0]}” ends below its beginning.",
                    printed=found[0],
                )
