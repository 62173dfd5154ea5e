"""What is said of an answer, in the sentences that the site's interface has for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache

from lawbase.profile import data_folder
from lawbase.search.results import Said

TEMPLATE = "messages.pot"
# Babel reads whole catalogues, but takes longer than the search.
_MESSAGE = re.compile(r'msgctxt "([^"]+)"\nmsgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)')


@cache
def sentences(language: str = "") -> Mapping[str, str]:
    """The sentences of the interface by their names, in a language that it has, else in English."""
    folder = data_folder("site") / "interface"
    file = folder / f"{language}.po"
    text = (file if file.exists() else folder / TEMPLATE).read_text("utf-8")
    return {
        name: _joined(told) or _joined(english) for name, english, told in _MESSAGE.findall(text)
    }


def said_in(language: str, said: Iterable[Said]) -> list[str]:
    """What is said of an answer, in a language.

    >>> said_in("en", [Said("address", {"law": "12", "citation": "12Z"})])
    ['Law 12 has no 12Z.']
    """
    return [sentences(language)[f"js.search.{s.kind}"].format_map(s.values) for s in said]


def _joined(lines: str) -> str:
    return "".join(json.loads(line) for line in lines.splitlines())
