"""Numbers and stems as printable text that compresses well and is read back quickly.

A small number is one symbol, so that what is frequent stays recognisable to a compressor. No
symbol needs escaping in a JavaScript string.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from lawbase.errors import LawbaseError

_SYMBOLS = "".join(chr(code) for code in range(35, 127) if code != 92)
_BASE = len(_SYMBOLS)
_LONG = 90
_CUTS = "".join(chr(code) for code in range(65, 91))


def numbers(values: Iterable[int], single: int = 30) -> str:
    """Numbers from 0 upwards, small ones in one symbol, ``single`` of them; others in two or four.

    >>> numbers([0, 29, 30, 5490])
    '#@A#~#`A'
    """
    return "".join(_number(value, single) for value in values)


def gaps(ascending: Iterable[int]) -> list[int]:
    """What lies between ascending numbers.

    >>> gaps([0, 1, 5])
    [0, 0, 3]
    """
    found, last = [], -1
    for value in ascending:
        found.append(value - last - 1)
        last = value
    return found


def zigzag(value: int) -> int:
    """A number of either sign as one from 0 upwards, small ones staying small.

    >>> zigzag(0), zigzag(-1), zigzag(1)
    (0, 1, 2)
    """
    return 2 * value if value >= 0 else -2 * value - 1


def stem_code(form: str, stem: str) -> str:
    """How a word's stem comes from its plain form: a capital for the letters to cut, and the rest.

    >>> stem_code("hracem", "hrac"), stem_code("je", "byt")
    ('C', 'Cbyt')
    """
    shared = _shared(form, stem)
    return _CUTS[len(form) - shared] + stem[shared:]


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _number(value: int, single: int) -> str:
    if 0 <= value < single:
        return _SYMBOLS[value]
    if 0 <= value < single + (_LONG - single) * _BASE:
        high, low = divmod(value - single, _BASE)
        return _SYMBOLS[single + high] + _SYMBOLS[low]
    if not 0 <= value < _BASE**3:
        raise LawbaseError(f"the number {value} is too large for the search data")
    digits = (value // _BASE**2, value // _BASE % _BASE, value % _BASE)
    return _SYMBOLS[_LONG] + "".join(_SYMBOLS[digit] for digit in digits)
