"""The ledger of a source: which element each of its characters belongs to.

The rule it keeps is conservation: every character belongs to exactly one element. White space
that nobody claims is the spacing of the page; any other unclaimed character is unexplained.
"""

import re
from bisect import bisect_right
from itertools import groupby
from operator import itemgetter

from lawbase.model import Claim, Edition, Role
from lawbase.reading.problems import Problems
from lawbase.reading.traced import INSERTED, Traced
from lawbase.text import Span

Owner = tuple[Role, str]
SPACING: Owner = ("spacing", "")


class Ledger:
    """The owners of a source's characters, filled while it is read.

    What is claimed twice or never is told to ``problems``.
    """

    def __init__(self, source: str, file: str, problems: Problems):
        self.source, self.file, self.problems = source, file, problems
        self._owners: list[Owner | None] = [None] * len(source)
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", source))]

    def claim(self, what: Traced | Span, role: Role, key: str) -> None:
        """Say what characters were read as; what belongs to another element stays with it.

        A hyphen that was undone is spacing only as long as nothing else claims it.
        """
        offsets = what.origins if isinstance(what, Traced) else range(what.start, what.end)
        twice: list[int] = []
        for offset in offsets:
            if offset == INSERTED:
                continue
            if self._owners[offset] in (None, SPACING):
                self._owners[offset] = (role, key)
            else:
                twice.append(offset)
        if twice:
            owner = self._owners[twice[0]]
            self._tell("read-twice", twice[0], len(twice), first=owner, second=(role, key))

    def claims(self) -> tuple[Claim, ...]:
        """The whole source as claims without a gap; every unexplained stretch is told."""
        for span in self.unexplained():
            self._tell("unread", span.start, span.end - span.start)
        claims: list[Claim] = []
        owners = enumerate(owner or SPACING for owner in self._owners)
        for (role, key), group in groupby(owners, key=itemgetter(1)):
            offsets = [offset for offset, _ in group]
            claims.append(Claim(offsets[0], offsets[-1] + 1, role, key))
        return tuple(claims)

    def unexplained(self, within: Span | None = None) -> list[Span]:
        """The stretches that are neither claimed nor white space; spacing inside them counts in."""
        found: list[Span] = []
        last = None
        start, end = (within.start, within.end) if within else (0, len(self.source))
        for offset in range(start, end):
            if self._owners[offset] is not None:
                last = None
            elif not self.source[offset].isspace():
                if last is None:
                    found.append(Span(offset, offset + 1))
                else:
                    found[-1] = Span(found[-1].start, offset + 1)
                last = offset
        return found

    def explained(self) -> float:
        """The share of the characters that are claimed or white space, from 0 to 1."""
        left = sum(span.end - span.start for span in self.unexplained())
        return 1 - left / max(1, len(self.source))

    def line(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return bisect_right(self._line_starts, offset)

    def _tell(self, name: str, offset: int, cost: int, **said: object) -> None:
        words = " ".join(self.source[offset : offset + 40].split())
        self.problems.tell(name, self.file, self.line(offset), cost, words=words, **said)


def unproven(edition: Edition) -> str:
    """Why the claims of an edition don't prove conservation, or nothing when they do.

    They must cover its source once and without a gap, and every character that a provision shows
    must be claimed by it.
    """
    end = 0
    for claim in edition.claims:
        if claim.start != end:
            return f"the characters from {end} to {claim.start} are claimed twice or not at all"
        end = claim.end
    if end != edition.source.length:
        return f"the characters from {end} on are not claimed"
    starts = [claim.start for claim in edition.claims]
    for provision in edition.provisions:
        for run in (run for runs in provision.maps.values() for run in runs):
            first = bisect_right(starts, run.source) - 1
            last = bisect_right(starts, run.source + run.length - 1)
            for claim in edition.claims[first:last]:
                if claim.key != provision.key:
                    return f"a character of {provision.key} belongs to {claim.key}"
    return ""
