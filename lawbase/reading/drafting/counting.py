"""Numbers that a file counts by itself, written out as its lists print them."""

from __future__ import annotations

from string import ascii_lowercase

_ROMANS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_PLACES = (("i", "v", "x"), ("x", "l", "c"), ("c", "d", "m"))


def numeral(number: int, style: str) -> str:
    """A number as ``decimal``, ``letter`` or ``roman``; as Arabic where the style has no sign.

    After ``z`` letters are doubled, as in Word: ``numeral(28, "letter")`` is ``bb``.
    """
    if style == "letter" and number > 0:
        rounds, place = divmod(number - 1, len(ascii_lowercase))
        return ascii_lowercase[place] * (rounds + 1)
    if style == "roman" and 0 < number < 1000:
        digits = reversed(list(zip(reversed(str(number)), _PLACES, strict=False)))
        return "".join(_ROMANS[int(digit)].translate(_signs(place)) for digit, place in digits)
    return str(number)


def _signs(place: tuple[str, str, str]) -> dict[int, str]:
    return dict(zip(map(ord, "ivx"), place, strict=True))
