"""Numbers that a file counts by itself, written out as its lists print them."""

from string import ascii_lowercase

_WORTH = (900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_ROMANS = ("cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i")


def numeral(number: int, style: str) -> str:
    """A number as ``decimal``, ``letter`` or ``roman``; from a thousand on, and below one, Arabic.

    After ``z`` letters are doubled, as in Word: ``numeral(28, "letter")`` is ``bb``.
    """
    if not 0 < number < 1000:
        return str(number)
    if style == "letter":
        rounds, place = divmod(number - 1, len(ascii_lowercase))
        return ascii_lowercase[place] * (rounds + 1)
    if style == "roman":
        written = ""
        for worth, sign in zip(_WORTH, _ROMANS, strict=True):
            times, number = divmod(number, worth)
            written += times * sign
        return written
    return str(number)
