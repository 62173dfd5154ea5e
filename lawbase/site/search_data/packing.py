"""Numbers and stems as printable text that compresses well and is read back quickly.

A small number is one symbol, so that what is frequent stays recognisable to a compressor. No
symbol needs escaping in a JavaScript string.
"""

from collections.abc import Iterable
from functools import cache
from itertools import repeat

from lawbase.errors import LawbaseError
from lawbase.text import shared_beginning

_SYMBOLS = "".join(chr(code) for code in range(35, 127) if code != 92)
_BASE = len(_SYMBOLS)
_LONG = 90
_WORD_CUTS = "".join(chr(code) for code in range(65, 91))
_STEM_CUTS = "".join(chr(code) for code in range(48, 65))


def numbers(values: Iterable[int], single: int = 30) -> str:
    """Numbers from 0 upwards, small ones in one symbol, ``single`` of them; others in two or four.

    >>> numbers([0, 29, 30, 5490])
    '#@A#~#`A'
    """
    return "".join(map(_number, values, repeat(single)))


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


def word_list(words: Iterable[tuple[str, str, str, bool]]) -> str:
    """Sorted words, each as what it changes of the one before, with how its stem comes from it.

    A word is given with its plain form, its stem, and whether a text has it. A capital says how
    many letters of the word before to cut, the rest what to add; then, if the stem isn't the plain
    form, a symbol for the letters to cut from this and what to add; a dot if a text has the word.

    >>> word_list([("hráč", "hrac", "hrac", False), ("hráčem", "hracem", "hrac", True)])
    'AhráčAem2.'
    """
    found = []
    last = ""
    for word, form, stem, written in words:
        code = _change(form, stem, _STEM_CUTS) if stem != form else ""
        found.append(_change(last, word, _WORD_CUTS) + code + "." * written)
        last = word
    return "".join(found)


def _change(before: str, after: str, cuts: str) -> str:
    """A symbol for how many letters to cut, the last one for all, and the letters to add."""
    shared = shared_beginning(before, after)
    cut = len(before) - shared
    return cuts[cut] + after[shared:] if cut < len(cuts) - 1 else cuts[-1] + after


@cache  # most of several hundred thousand numbers are small
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
