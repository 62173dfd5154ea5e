"""What the audit and editors say of a text, as the pages of a language say it.

A place becomes a link, an edition its mark, and a quotation keeps the language of its book.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from lawbase.auditing.messages import Messages, Piece, languages, load_messages, named
from lawbase.model import Cited, EditionName, Finding, Place, Quotation, Value
from lawbase.site.context import PageContext
from lawbase.site.interface import Interface


def told(site: PageContext, finding: Finding) -> Markup:
    """What was found, in the language of an interface; its own places go without their edition."""
    return _said(site, _messages(site.ui).told(finding), finding.edition)


def names_its_place(finding: Finding) -> bool:
    """Whether the sentence itself says where it is."""
    return Place(finding.edition, finding.key) in finding.values.values()


def witnessed(site: PageContext, finding: Finding) -> list[Markup]:
    """What speaks for a finding, sentence by sentence."""
    return [_said(site, pieces, "") for pieces in _messages(site.ui).witnessed(finding)]


def check_name(ui: Interface, check: str) -> str:
    """What an interface calls a check of the audit."""
    return ui.written(_messages(ui).checks[check].name)


def quoted(site: PageContext, words: str, language: str) -> Markup:
    """Words with the tag of their language where that isn't the page's."""
    html = site.site.tag_of_language(language)
    if html == site.ui.html or not any(map(str.isalpha, words)):
        return Markup.escape(words)
    return Markup('<span lang="{}">{}</span>').format(html, words)


def _messages(ui: Interface) -> Messages:
    spoken = languages()
    return load_messages(next((id for id in (ui.id, ui.language) if id in spoken), "en"))


def _said(site: PageContext, pieces: Iterator[Piece], edition: str) -> Markup:
    return Markup("").join(
        site.ui.written(piece) if isinstance(piece, str) else _value(site, piece, edition)
        for piece in pieces
    )


def _value(site: PageContext, value: Value, edition: str) -> Markup:
    match value:
        case Place(of, key):
            words = quoted(site, site.kb.cite(of, key), site.kb.edition(of).language)
            if of != edition:
                words = Markup("{} {}").format(site.mark(of), words)
            return _linked(site, of, key, words)
        case Cited(of, key):
            return _linked(site, of, key, Markup.escape(named(key)))
        case Quotation(words, language):
            return quoted(site, words, language or site.kb.edition(edition).language)
        case EditionName(of):
            return Markup.escape(site.mark(of))
    return Markup.escape(value)


def _linked(site: PageContext, edition: str, key: str, words: Markup) -> Markup:
    href = site.href(edition, key)
    return Markup('<a href="{}">{}</a>').format(href, words) if href else words
