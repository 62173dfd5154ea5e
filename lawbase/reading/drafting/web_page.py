"""A web page -> plain text: blocks on lines of their own, lists with their numbers, notes."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.profile import read_whole
from lawbase.reading.drafting.alphabetical import define
from lawbase.reading.drafting.counting import numeral
from lawbase.reading.patterns import SUPERSCRIPTS

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_LINES = {"br", "li", "tr"}
_PARAGRAPHS = re.compile(
    "address|article|aside|blockquote|caption|d[dlt]|details|div|fieldset|figcaption|figure"
    "|footer|form|h[1-6]|header|hr|main|menu|ol|p|pre|section|summary|table|tbody|tfoot|thead|ul"
)
_LISTS = {"ol", "ul", "menu"}
_UNSEEN = ("script", "style", "head", "nav", "template")
_NOTES = {"li", "p", "div", "dd", "aside", "section"}
_BACK = {"↩", "↑", "^", "⏎", "⤴"}
_PLAIN = {raised: digit for digit, raised in SUPERSCRIPTS.items()}
_STYLES = {"a": "letter", "A": "LETTER", "i": "roman", "I": "ROMAN"}
_CSS = {"lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A"} | {
    "lower-roman": "i",
    "upper-roman": "I",
    "none": "none",
}
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)")
_HIDDEN = "//*[@hidden or contains(translate(@style, ' ', ''), 'display:none')]"
_UP, _DOWN, _GLUE = "\ufdd0", "\ufdd1", "\ufdd2"  # what no text has
_COLUMNS = "\xa0\xa0\xa0"
"""Blanks that stay: those of the source are white space, which a page shows as it likes."""
_WHITE = " \t\n\r\f"
_RETURNS = 3
"""How often a page's way back to its top stands on a line of its own, at least."""
_BACK_LINK = re.compile(rf"(?m)^\s*[\[(]?{_UP}[\[(]?([^\d\n{_UP}]+)[\])]?{_UP}[\])]?$")
_CONTENTS = re.compile(rf"(?m)(?:^\s*(?:\w+\. )?{_DOWN}[^\n{_DOWN}]+{_DOWN}$\s*){{4,}}")
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DECLARED = re.compile(rb"""(?i)(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""")
_MEANT = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254"}
"""What browsers read instead of a charset that a page declares."""


def page_source(data: bytes) -> str:
    """A web page's source, in the charset that it declares unless it is UTF-8 anyhow.

    >>> page_source('<meta charset="iso-8859-2">żółw'.encode("iso-8859-2"))[-4:]
    'żółw'

    Raises:
        UnicodeDecodeError: when it is neither UTF-8 nor what it declares.
        LookupError: when it isn't UTF-8 and what it declares is unknown.
    """
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return data.decode(charset)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:1024])
        if not declared:
            raise
        charset = codecs.lookup(declared[1].decode("ascii")).name
        return data.decode(_MEANT.get(charset, charset))


def web_text(path: Path) -> str:
    """The text of a web page; what calls a note is raised, the note below the block that calls it.

    Lists in lists are indented. Headwords of a list of definitions stand before theirs with a
    colon; cells of a row are parted by blanks, unless one has lines of its own. Lines that only
    lead through the page are left out: a link back that returns, such as „top“, and contents whose
    lines are links. So is the row of headings above definitions.

    Raises:
        ImportError: when lxml isn't installed.
        LawbaseError: when nothing tells its charset.
        Exception: of some kinds, when it is empty or has elements in elements without end.
    """
    from lxml.html import HTMLParser, document_fromstring

    try:
        source = page_source(read_whole(path))
    except (UnicodeDecodeError, LookupError) as error:
        told = f"is neither UTF-8 nor in a charset that it declares ({error})"
        raise LawbaseError(told, file=path) from error
    reader = HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    page = document_fromstring(source.encode(), parser=reader)
    unseen = (*page.iter(*_UNSEEN), *page.xpath(_HIDDEN))
    for element in [*unseen, *_headings_of_definitions(page)]:
        element.drop_tree()
    _number_lists(page)
    _mark_links(page)
    _move_notes(page)
    text = re.sub(rf" *{_GLUE}\s*", " ", _text(page))
    text = re.sub(r"[^\S\n]+$|(?<=\n) +", "", text, flags=re.MULTILINE)
    links = Counter(_BACK_LINK.findall(text))
    text = _BACK_LINK.sub(lambda line: "" if links[line[1]] >= _RETURNS else line[0], text)
    text = re.sub(f"[{_UP}{_DOWN}]", "", _CONTENTS.sub("\n\n", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def _headings_of_definitions(page: HtmlElement) -> Iterator[HtmlElement]:
    """The rows of headings above definitions, which are no entries."""
    for table in page.iter("table"):
        first, *others = table.xpath("./tr|./*/tr") or [None]
        headed = first is not None and all(cell.tag == "th" for cell in first)
        if headed and define([[cell.text_content() for cell in row] for row in others]):
            yield first


def _number_lists(page: HtmlElement) -> None:
    """Give the items of lists the numbers that a page shows before them."""
    for list_ in page.iter("ol"):
        css = _LIST_STYLE.search(list_.get("style", ""))
        kind = _CSS.get(css[1], "1") if css else list_.get("type", "1")
        style, start = _STYLES.get(kind, kind), list_.get("start", "")
        number = int(start) if start.isdecimal() else 1
        for item in list_.iterchildren("li"):
            number = int(value) if (value := item.get("value", "")).isdecimal() else number
            written = numeral(number, style.lower())
            if style != "none":
                item.set("label", f"{written.upper() if style.isupper() else written}. ")
            number += 1


def _mark_links(page: HtmlElement) -> None:
    """Put marks around links that lead up or down the page; those to a note's call say nothing."""
    above = {"", "top"}
    for element in page.iter():
        above |= {element.get("id", ""), element.get("name", "")}
        target = element.get("href", "")
        if element.tag != "a" or not target.startswith("#"):
            continue
        if element.text_content().strip().strip("[]\ufe0e") in _BACK:
            element.clear(keep_tail=True)
        elif element.text and not len(element):
            mark = _UP if target[1:] in above else _DOWN
            element.text = f"{mark}{element.text}{mark}"


def _move_notes(page: HtmlElement) -> None:
    """Raise what calls notes, and put each note below the line that calls it first."""
    order = {element: n for n, element in enumerate(page.iter())}
    named = grouped((own, e) for e in page.iter(*_NOTES) if (own := e.get("id")))
    called: dict[str, tuple[HtmlElement, str]] = {}
    for raised in page.iter("sup"):
        around = next(raised.iterancestors("a"), raised)
        for element in raised.iter():
            sign = (element.text or "").strip(f"{_WHITE}[]{_UP}{_DOWN}")
            if not sign.isdecimal():
                continue
            element.text = sign.translate(SUPERSCRIPTS)
            target = (element if element.tag == "a" else around).get("href", "")[1:]
            if all(order[note] > order[element] for note in named.get(target, ())):
                called.setdefault(target, (element, element.text))
    for target, (call, sign) in reversed(called.items()):
        notes = named.get(target, ())
        words = " ".join("".join(note.text_content() for note in notes).split())
        own = rf"[\[(]?(?:{sign}|{sign.translate(_PLAIN)})(?!\d)[\])]?[.:]?\s*"
        words = re.sub(f"^{own}", "", re.sub(f"[{_UP}{_DOWN}]", "", words))
        if words:
            moved = page.makeelement("p")
            moved.text = f"{sign} {words}"
            _put_below(call, moved)
        for note in notes:
            if (title := _title_above(note)) is not None:
                title.drop_tree()
            note.drop_tree()


def _put_below(call: HtmlElement, note: HtmlElement) -> None:
    """Put a note before the block that follows its call, or behind the one that holds it."""
    here = next(call.iterancestors("table"), call)
    while not _is_block(here):
        after = next(filter(_is_block, here.itersiblings()), None)
        if after is not None:
            after.addprevious(note)
            return
        if here.getparent().tag == "body":
            break
        here = here.getparent()
    here.addnext(note)


def _title_above(note: HtmlElement) -> HtmlElement | None:
    """The title right above a note, if there is one."""
    here = note
    while here.getprevious() is None and here.getparent() is not None:
        here = here.getparent()
    above = here.getprevious()
    return above if above is not None and re.match("h[1-6]", above.tag) else None


def _is_block(element: HtmlElement) -> bool:
    return element.tag in _LINES or bool(_PARAGRAPHS.fullmatch(element.tag))


def _text(element: HtmlElement) -> str:
    """The text of an element, its blocks parted by ends of lines."""
    held = [_shown(element, element.text)]
    for child in element:
        held += [_text(child), _shown(element, child.tail)]
    text, tag = "".join(held), element.tag
    if tag == "br":
        return "\n"
    if tag == "tr":
        text = _row([cell.strip(_WHITE) for cell in held])
    elif tag == "li":
        text = element.get("label", "") + text.strip(_WHITE + _COLUMNS)
    elif tag in _LISTS and next(element.iterancestors("li"), None) is not None:
        text = re.sub(" *\n *", "\n", text.strip(_WHITE))
        text = re.sub("(?m)^(?=.)", _COLUMNS, text)
    elif tag == "dt" and (text := text.rstrip(_WHITE)):
        text += ("" if text[-1] in ":.-–—" else ":") + _GLUE
    end = "\n" * (tag in _LINES) or "\n\n" * _is_block(element)
    return f"{end}{text}{end}"


def _shown(element: HtmlElement, text: str | None) -> str:
    """A text with its white space as the page shows it."""
    if next(element.iterancestors("pre"), element).tag == "pre":
        return (text or "").replace(" ", "\xa0")
    return re.sub(f"[{_WHITE}]+", " ", text or "")


def _row(cells: list[str]) -> str:
    """The cells of a row, beside each other where each is one line."""
    beside = not any("\n" in cell for cell in cells)
    return (_COLUMNS if beside else "\n\n").join(filter(None, cells))
