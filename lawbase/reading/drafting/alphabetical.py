"""Words in alphabetical order, whatever the alphabet: headwords of definitions stand so."""

import re
from collections.abc import Sequence
from itertools import pairwise

from lawbase.text import fold

_ENTRY = 2
_FEW = 3


def rise(words: Sequence[str]) -> bool:
    """Whether words are mostly in alphabetical order, whatever the alphabet."""
    initials = [re.sub(r"[\W\d]", "", fold(word))[:1] for word in words]
    pairs = list(pairwise(initials))
    in_order = sum(a <= b for a, b in pairs)
    return len({a for a, _ in pairs}) >= _FEW and in_order >= 0.7 * len(pairs)


def define(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of a table are entries: headwords in alphabetical order, each with its text."""
    return all(len(row) == _ENTRY for row in rows) and rise([row[0] for row in rows])
