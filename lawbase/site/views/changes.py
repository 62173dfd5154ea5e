"""What a director must learn anew: what changed in substance, in the order of the book."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.aligning.changes import summarize
from lawbase.grouping import grouped
from lawbase.model import Contrast, Edition, Key, Text
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Plan, plan_room


class Changed(Struct, frozen=True):
    """A provision to learn anew: what an editor read of a pair, or one that came or went.

    ``missing`` has no partner in the newer text that is shown, and no other one says that it went.
    """

    old: Text | None
    new: Text | None
    contrast: Contrast | None = None
    missing: bool = False

    @property
    def key(self) -> Key:
        """The address under which it is listed: the new one, if it has one."""
        text = self.new or self.old
        return text.key if text else ""


def plan_changes(site: Site) -> Iterator[Plan]:
    """One page a language, where the corpus holds texts of two versions of the Laws."""
    if len(site.years) > 1:
        words, old, new = ("anew.title", "anew.lead"), site.years[0], site.years[-1]
        yield from plan_room(
            site, "changes/", "changes.html", *words, _changes, room="compare", old=old, new=new
        )


def _changes(site: PageContext) -> dict[str, object]:
    old, new = compared(site)
    found = [
        c for c in site.kb.aligned.contrasts if (c.from_edition, c.to_edition) == (old.id, new.id)
    ]
    laws = grouped((law_of(each.key), each) for each in _changed(site, old, new, found))
    read = sum(contrast.reviewed for contrast in found)
    return {"old": old, "new": new, "laws": laws, "pairs": len(found), "read": read}


def compared(site: PageContext) -> tuple[Edition, Edition]:
    """The text of the first version and of the last one that tell a reader most.

    Complete texts come first, and of these the reader's own language.
    """

    def first(year: int) -> Edition:
        texts = [edition for edition in site.kb.law_editions if edition.year == year]
        return max(texts, key=lambda e: (e.complete, e.language == site.ui.language))

    return first(site.site.years[0]), first(site.site.years[-1])


def _changed(site: PageContext, old: Edition, new: Edition, found: list[Contrast]) -> list[Changed]:
    read = [
        Changed(Text(old.id, c.from_key), Text(new.id, c.to_key), c)
        for c in found
        if c.reviewed and c.kind == "substance"
    ]
    told = summarize(site.kb, old.id, new.id)
    came = [Changed(None, _own(site, new, key)) for key in told.new if law_of(key)]
    went = [
        Changed(_own(site, old, key), None, missing=not _went(site, old, new, key))
        for key in told.dropped
        if law_of(key)
    ]
    return sorted([*read, *came, *went], key=lambda each: key_order(each.key))


def _own(site: PageContext, edition: Edition, key: Key) -> Text:
    """The text of a rule in the reader's language, where one of the same year has it."""
    own = (edition.year, site.ui.language)
    texts = ((text, site.kb.edition(text.edition)) for text in site.texts(edition.id, key))
    return next((t for t, e in texts if (e.year, e.language) == own), Text(edition.id, key))


def _went(site: PageContext, old: Edition, new: Edition, key: Key) -> bool:
    """Whether another text of the newer version shows as well that a provision was dropped."""
    others = (e for e in site.kb.law_editions if e.year == new.year and e.id != new.id)
    links = (link for other in others for link in site.kb.aligned_with(old.id, key, other.id))
    return any(link.relation == "dropped" for link in links)
