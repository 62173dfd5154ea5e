"""What is odd in the sources: the page that lists it, and its words on any page.

What the audit and editors say of a text is said as the pages of a language say it: a place becomes
a link, an edition its mark, and a quotation keeps the language of its book.
"""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from lawbase.address import KeyParts
from lawbase.auditing.messages import (
    Messages,
    Piece,
    fill_gaps,
    in_no_language,
    languages,
    load_messages,
    values_of,
)
from lawbase.grouping import grouped
from lawbase.model import (
    Cited,
    EditionName,
    Finding,
    Key,
    Place,
    Quotation,
    SourceNote,
    Value,
    Values,
)
from lawbase.site.context import PageContext, Site
from lawbase.site.interface import GAP, Interface
from lawbase.site.page import Page, plan_across


def plan_findings(site: Site) -> Iterator[Page]:
    """The list of findings."""
    words = ("room.findings", "findings.lead")
    yield from plan_across(site, "findings/", "findings.html", *words, _findings)


def _findings(site: PageContext) -> dict[str, object]:
    checks = {
        edition.id: grouped((f.check, f) for f in site.kb.findings if f.edition == edition.id)
        for edition in site.kb.editions
    }
    entries = (entry for edition in site.kb.editions for entry in edition.index)
    topics = {(entry.edition, entry.key): entry.topic for entry in entries}
    shown = [e for e in site.kb.editions if checks[e.id] or e.notes]
    return {"checks": checks, "place": partial(_place, site, topics), "shown": shown}


def _place(
    site: PageContext, topics: dict[tuple[str, Key], str], edition: str, key: Key
) -> tuple[str, str | None]:
    """How a place that a finding names is cited, and the link; it may be about nothing there is."""
    parts = KeyParts.of(key)
    if not key or parts.book != "index":
        return site.short(edition, key) if key else "", site.href(edition, key)
    topic = topics.get((edition, key))
    words = site.shown(edition, parts.name.replace("/", " › "))
    return words, site.topic(edition, topic) if topic else None


def finding_message(site: PageContext, finding: Finding) -> Markup:
    """What was found, in the language of an interface; its own places go without their edition."""
    return _said(site, _messages(site.ui).message_of(finding), finding.edition)


def finding_in_each(site: PageContext, finding: Finding) -> Markup:
    """The same for a script to say in the reader's language: its gaps are marked by their names."""
    gaps: dict[str, Markup] = {}
    for name, value in values_of(finding).items():
        items = value if isinstance(value, tuple) else (value,)
        words = Markup(", ").join(_value(site, item, finding.edition) for item in items)
        gaps[name] = GAP.format(name, words)
    named: Values = {name: Quotation(name, "") for name in gaps}
    pieces = fill_gaps(_messages(site.ui).checks[finding.check].message, named)
    said = (gaps[p.words] if isinstance(p, Quotation) else site.ui.written(str(p)) for p in pieces)
    return Markup('<span data-t="finding.{}">{}</span>').format(
        finding.check, Markup("").join(said)
    )


def messages_of(site: Site, ui: Interface) -> dict[str, str]:
    """What pages of texts say of findings in the language of an interface, by names for scripts."""
    checks = _messages(ui).checks
    found = sorted({finding.check for finding in site.kb.findings})  # lest a new one move others
    names = {f"check.{check}": ui.written(checks[check].name) for check in found}
    return names | {f"finding.{check}": ui.in_script(checks[check].message) for check in found}


def names_its_place(finding: Finding) -> bool:
    """Whether the sentence itself says where it is."""
    return Place(finding.edition, finding.key) in finding.values.values()


def witnessed(site: PageContext, finding: Finding) -> list[Markup]:
    """What speaks for a finding, sentence by sentence."""
    return [_said(site, pieces, "") for pieces in _messages(site.ui).witnessed(finding)]


def check_name(ui: Interface, check: str) -> str:
    """What an interface calls a check of the audit."""
    return ui.written(_messages(ui).checks[check].name)


def reason(site: PageContext, note: SourceNote) -> Markup:
    """Why a place is read otherwise than it is printed; in English, where nothing else is known."""
    words = _reason(site, note)
    return quoted(site, words, "en") if words == note.why else Markup.escape(words)


def reason_in_each(site: PageContext, note: SourceNote) -> dict[str, str]:
    """The same in each language of the interface; nothing where it is known in English only."""
    return site.each(lambda each: _reason(each, note)) if note.within or note.why_in else {}


def _reason(site: PageContext, note: SourceNote) -> str:
    if note.within:
        return site.ui.text("slip.early", place=site.short(note.edition, note.within))
    said = note.why_in.get(site.ui.language)
    return site.ui.written(said) if said else note.why


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
            words = _cited(site, of, key)
            if of != edition:
                words = Markup("{} {}").format(site.mark(of), words)
            return _linked(site, of, key, words)
        case Cited(of, key):
            place = KeyParts.of(key).address
            words = (
                Markup.escape(in_no_language(key)) if key == str(place) else _cited(site, of, key)
            )
            return _linked(site, of, key, words)
        case Quotation(_, language) if site.ui.language in value.also:
            return Markup.escape(site.ui.written(value.also[site.ui.language]))
        case Quotation(words, language):
            return quoted(site, words, language or site.kb.edition(edition).language)
        case EditionName(of):
            return Markup.escape(site.mark(of))
    return Markup.escape(value)


def _cited(site: PageContext, edition: str, key: Key) -> Markup:
    """A place as its edition cites it."""
    return quoted(site, site.kb.cite(edition, key), site.kb.edition(edition).language)


def _linked(site: PageContext, edition: str, key: str, words: Markup) -> Markup:
    href = site.href(edition, key)
    return Markup('<a href="{}">{}</a>').format(href, words) if href else words
