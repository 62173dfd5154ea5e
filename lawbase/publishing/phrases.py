"""What the knowledge base says in English, said in another language.

Findings, notes on the print and states of editions are sentences with values in them. A phrase
gives such a sentence with gaps for the values; a sentence that fits it is said in the phrase's
words, with its own values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

_GAP = re.compile(r"\{(\w+)\}")


class Phrasebook:
    """Phrases of one language, by the English ones; those that say most are tried first.

    >>> book = Phrasebook({"The word “{word}” is odd.": "Slovo „{word}“ je divné."})
    >>> str(book.say("The word “kema” is odd."))
    'Slovo „kema“ je divné.'
    """

    def __init__(self, phrases: Mapping[str, str]):
        self._phrases = phrases
        order = sorted(phrases, key=lambda phrase: -len(_GAP.sub("", phrase)))
        self._patterns = [(_pattern(phrase), phrases[phrase]) for phrase in order]

    def say(self, text: str, html: str = "") -> Markup | None:
        """The text in this language, its values tagged as ``html``; None if no phrase fits."""
        for pattern, phrase in self._patterns:
            if found := pattern.fullmatch(text):
                values = {
                    name: self._value(value, html) for name, value in found.groupdict().items()
                }
                return Markup(escape(phrase)).format(**values)
        return None

    def _value(self, value: str, html: str) -> str:
        if value in self._phrases:
            return self._phrases[value]
        if not html or not any(map(str.isalpha, value)):
            return value
        return Markup('<span lang="{}">{}</span>').format(html, value)


def _pattern(phrase: str) -> re.Pattern[str]:
    pieces = _GAP.split(phrase)
    return re.compile(
        "".join(
            f"(?P<{piece}>.+)" if place % 2 else re.escape(piece)
            for place, piece in enumerate(pieces)
        ),
        re.DOTALL,
    )
