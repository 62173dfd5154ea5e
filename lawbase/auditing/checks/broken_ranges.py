"""Ranges that lost their dash: ``17 32`` where the others print ``17–32``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lawbase.auditing.checks.falling_ranges import RANGE
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import plain
from lawbase.model import Finding, Text

BROKEN = "broken-range"
NAMES = (BROKEN,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every range of a partner whose two ends stand side by side with nothing between them."""
    for text, _ in evidence.texts():
        said = plain(evidence, text)
        ranges: dict[str, list[Text]] = {}
        for partner in chain(*evidence.all_partners(text).values()):
            for found in RANGE.finditer(plain(evidence, partner)):
                ranges.setdefault(f"{found[1]}–{found[2]}", []).append(partner)
        for expected, witnesses in ranges.items():
            first, last = expected.split("–")
            broken = re.search(rf"(?<!\w){first}\s+{last}(?!\w)", said)
            whole = any(f"{found[1]}–{found[2]}" == expected for found in RANGE.finditer(said))
            if broken and not whole:
                yield finding(
                    text,
                    BROKEN,
                    "warning",
                    0.85,
                    f"This text prints “{broken[0]}” where the others print the range {expected}.",
                    printed=broken[0],
                    expected=expected,
                    evidence=[f"{evidence.cite(witness)} prints it" for witness in witnesses],
                )
