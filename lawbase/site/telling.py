"""What the knowledge base says in English of a text, as the pages of a language say it.

Findings, notes on the print and states of editions name places and quote what is printed. A place
becomes a link, an edition its mark, and a quotation keeps the language and letters of its book.
"""

from __future__ import annotations

from markupsafe import Markup

from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface


def told(site: Gathered, ui: Interface, english: str, edition: str) -> Markup:
    """A sentence about an edition in an interface's language, or in English if it has no phrase.

    One that begins with the id of another edition quotes that one.
    """
    quoted = _edition_of(site, english) or edition

    def tell(gap: str, value: str) -> str:
        if gap.startswith("place"):
            return _place(site, ui, value, edition)
        if gap.startswith("edition"):
            return _with_marks(site, value)
        return _tagged(site, ui, value, quoted)

    english_one = Markup('<span lang="en">{}</span>').format(_with_marks(site, english))
    return ui.phrasebook.say(english, tell) or english_one


def _place(site: Gathered, ui: Interface, name: str, edition: str) -> str:
    """A place as a link if it is there; one named without an edition is a place of this one."""
    other = _edition_of(site, name)
    of = other or edition
    key = site.places[of].get(name.removeprefix(f"{other} "))
    href = site.routes.href(of, key) if key else None
    words = _tagged(site, ui, _with_marks(site, name), of)
    return Markup('<a href="{}">{}</a>').format(href, words) if href else words


def _edition_of(site: Gathered, words: str) -> str | None:
    """The edition that words name first."""
    first = words.partition(" ")[0]
    return first if first in site.places else None


def _with_marks(site: Gathered, words: str) -> str:
    for edition in site.layers.law_editions:
        words = words.replace(edition.id, site.mark(edition))
    return words


def _tagged(site: Gathered, ui: Interface, words: str, edition: str) -> str:
    """Words of an edition with the tag of its language where that isn't the page's."""
    html = site.voices[edition].words.html
    if html == ui.words.html or not any(map(str.isalpha, words)):
        return words
    return Markup('<span lang="{}">{}</span>').format(html, words)
