"""The sentence of a provision in which something is cited, with the citation marked."""

from __future__ import annotations

import re

from markupsafe import Markup, escape
from msgspec import Struct

from lawbase.model import Key, Reference
from lawbase.site.gathered import Gathered

_END = re.compile(r"[.!?;:]\s+(?=[^\W\d_a-z])|\n")
_REACH = 160


class Quote(Struct, frozen=True):
    """A stretch of text around a citation; ``before`` and ``after`` tell whether it was cut."""

    before: str
    cited: str
    after: str

    @property
    def html(self) -> Markup:
        """The quotation with its citation in ``mark``."""
        return Markup("{}<mark>{}</mark>{}").format(
            escape(self.before), escape(self.cited), escape(self.after)
        )


def quote(site: Gathered, reference: Reference) -> Quote:
    """The sentence around a reference, shortened when it is long."""
    provision = site.kb.provision(reference.edition, reference.from_key)
    if provision is None or reference.part not in ("heading", "text", "tail"):
        return Quote("", reference.raw, "")
    return quoted(provision.part(reference.part), reference.start, reference.end)  # type: ignore[arg-type]


def quoted(text: str, start: int, end: int) -> Quote:
    """The sentence around ``[start, end)``, at most some dozen words on either side.

    >>> quoted("One. See Law 2 now. Three.", 9, 14)
    Quote(before='See ', cited='Law 2', after=' now.')
    """
    before, after = text[:start], text[end:]
    begins = max((m.end() for m in _END.finditer(before)), default=0)
    stop = _END.search(after)
    before = before[begins:]
    after = after[: stop.start() + 1].rstrip("\n") if stop else after
    if len(before) > _REACH:
        before = "… " + before[-_REACH:].partition(" ")[2]
    if len(after) > _REACH:
        after = after[:_REACH].rpartition(" ")[0] + " …"
    return Quote(before, text[start:end], after)


def opening(text: str, length: int = 120) -> str:
    """The first words of a text.

    >>> opening("some words here", 11)
    'some words …'
    """
    line = text.partition("\n")[0]
    return line if len(line) <= length else line[:length].rpartition(" ")[0] + " …"


def opening_of(site: Gathered, edition: str, key: Key, length: int = 120) -> str:
    """A provision's heading, or the first words in it or below it."""
    provision = site.kb.provision(edition, key)
    while provision is not None:
        if provision.heading or provision.text:
            return opening(provision.heading or provision.text, length)
        below = provision.children[:1]
        provision = site.kb.provision(edition, below[0]) if below else None
    return ""
