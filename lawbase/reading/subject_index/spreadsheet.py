"""What a spreadsheet made of an index's references, undone.

A cell that looks like a number is stored as one: ``47E1`` is shown as ``4,70E+02``, and the list
``49,50`` as ``49,5``.
"""

from __future__ import annotations

import re

from lawbase.errors import LawbaseError

_SCIENTIFIC = re.compile(r"(?P<whole>\d),(?P<part>\d+)E\+(?P<power>\d+)")
_DECIMAL = re.compile(r"(?P<whole>\d+),(?P<part>\d)")
LAWS = range(1, 100)


def restored(refs: str) -> str:
    """References as they were typed.

    A number in scientific notation was a law with the letter E and a number below it, in the one
    way that has its value. A decimal fraction was a list of two laws, the second of which lost its
    zero; a list ascends, so ``4,5`` is left alone.

    >>> restored("4,70E+02"), restored("49,5"), restored("4,5"), restored("53,54")
    ('47E1', '49,50', '4,5', '53,54')

    Raises:
        LawbaseError: when there is no such law, or more than one.
    """
    if match := _SCIENTIFIC.fullmatch(refs):
        return _law_of_number(match)
    match = _DECIMAL.fullmatch(refs)
    if match and int(match["part"]) < int(match["whole"]) < int(match["part"]) * 10:
        return f"{match['whole']},{match['part']}0"
    return refs


def _law_of_number(number: re.Match[str]) -> str:
    digits = int(number["whole"] + number["part"])
    power = int(number["power"]) - len(number["part"])
    value = digits * 10**power if power >= 0 else digits // 10**-power
    laws = [f"{law}E{n}" for n in range(1, 10) for law in LAWS if law * 10**n == value]
    if len(laws) != 1:
        meant = " or ".join(laws) or "no law"
        raise LawbaseError(f"“{number[0]}” is a spreadsheet's number and may mean {meant}")
    return laws[0]
