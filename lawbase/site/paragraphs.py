"""Where the print begins a new paragraph inside a provision's text.

The text itself is one line; its runs tell how far apart its pieces stand in the source. A wider
gap than a line end is a blank line. It begins a paragraph where what precedes it ends a sentence,
or where a line that isn't full is followed by a capital; else it is a page that was turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from lawbase.model import Part, Provision, Run

_ENDS = tuple('.:;!?)”“"')
_FULL = 0.66


def usual_gap(provisions: Iterable[Provision]) -> int:
    """The distance in characters between the ends and the starts of most lines of an edition."""
    gaps = Counter(
        _gap(before, after)
        for provision in provisions
        for before, after in pairwise(_runs(provision, "text"))
    )
    return max(gaps, key=lambda gap: (gaps[gap], -gap), default=0)


def paragraph_starts(provision: Provision, part: Part, usual: int) -> tuple[int, ...]:
    """The offsets in a part of a provision where a paragraph begins, without the first."""
    runs = _runs(provision, part)
    text = provision.part(part)
    longest = max((run.length for run in runs), default=0)
    return tuple(
        after.at
        for before, after in pairwise(runs)
        if _gap(before, after) > usual
        and (
            text[: before.at + before.length].rstrip().endswith(_ENDS)
            or (before.length < _FULL * longest and text[after.at].isupper())
        )
    )


def _runs(provision: Provision, part: Part) -> tuple[Run, ...]:
    return tuple(run for run in provision.maps.get(part, ()) if run.source >= 0)


def _gap(before: Run, after: Run) -> int:
    return after.source - before.source - before.length
