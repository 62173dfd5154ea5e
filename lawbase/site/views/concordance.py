"""The concordance of two years: what a citation of one is in the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lawbase.address import KeyParts, key_order
from lawbase.model import Key, Relation
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, across, plan_across

ConcordanceLine = tuple[Key | None, Key | None, Relation]


def plan_concordance(site: Site) -> Iterator[Plan]:
    """The concordance of the first and the last year that any edition has."""
    yield from plan_across(site, "concordance/", _concordance_page)


def _concordance_page(site: PageContext, folders: str) -> Page:
    years = sorted({edition.year for edition in site.kb.law_editions})
    old, new = years[0], years[-1]
    return across(
        site,
        folders,
        template="concordance.html",
        title=site.ui.text("concordance.title", old=old, new=new),
        description=site.ui.text("concordance.lead", old=old, new=new),
        view={"old_year": old, "new_year": new, "rows": _rows(site, old, new)},
    )


def _rows(site: PageContext, old: int, new: int) -> list[tuple[ConcordanceLine, list[str]]]:
    """A provision's addresses in both years, and the pairs of editions that bear witness."""
    witnesses: defaultdict[ConcordanceLine, list[str]] = defaultdict(list)
    for a in site.kb.aligned.alignments:
        ends = (site.kb.edition(a.from_edition), site.kb.edition(a.to_edition))
        if (ends[0].year, ends[1].year) == (old, new) and old < new:
            pair = f"{site.mark(ends[0])}–{site.mark(ends[1])}"
            witnesses[a.from_key, a.to_key, a.relation].append(pair)
    laws = [row for row in witnesses if KeyParts.of(row[0] or row[1] or "").is_paragraph]
    return [(row, witnesses[row]) for row in sorted(laws, key=_order)]


def _order(row: ConcordanceLine) -> tuple[object, ...]:
    old, new, _ = row
    return key_order(old or new or ""), old is None, key_order(new or "0")
