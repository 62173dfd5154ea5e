"""What the knowledge base says in English, said in another language.

Findings, notes on the print and states of editions are sentences with values in them. A phrase
gives such a sentence with gaps for the values; a sentence that fits it is said in the phrase's
words, with its own values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

_GAP = re.compile(r"\{(\w+)\}")


class Phrasebook:
    """Phrases of one language, by the English ones; those that say most are tried first.

    >>> book = Phrasebook({"The word “{word}” is odd.": "Slovo „{word}“ je divné."})
    >>> str(book.say("The word “kema” is odd.", lambda gap, value: value))
    'Slovo „kema“ je divné.'
    """

    def __init__(self, phrases: Mapping[str, str]):
        self._phrases = phrases
        order = sorted(phrases, key=lambda phrase: -len(_GAP.sub("", phrase)))
        self._patterns = [(_pattern(phrase), phrases[phrase]) for phrase in order]

    def say(self, text: str, tell: Callable[[str, str], str]) -> Markup | None:
        """The text in this language; None if no phrase fits.

        ``tell`` gives the words, or the HTML, for a gap's name and its value.
        """
        for pattern, phrase in self._patterns:
            if found := pattern.fullmatch(text):
                values = {
                    gap: self._phrases.get(value) or tell(gap, value)
                    for gap, value in found.groupdict().items()
                }
                return Markup(escape(phrase)).format(**values)
        return None


def _pattern(phrase: str) -> re.Pattern[str]:
    pieces = _GAP.split(phrase)
    return re.compile(
        "".join(
            f"(?P<{piece}>.+)" if place % 2 else re.escape(piece)
            for place, piece in enumerate(pieces)
        ),
        re.DOTALL,
    )
