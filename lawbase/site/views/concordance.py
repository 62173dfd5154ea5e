"""The concordance of two years: what a citation of one is in the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.model import Edition, Key, Relation
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link


class ConcordanceRow(Struct, frozen=True):
    """A provision's addresses in both years, and the pairs of editions that bear witness."""

    old: Link | None
    new: Link | None
    old_key: Key | None
    new_key: Key | None
    relation: Relation
    witnesses: tuple[str, ...]


class ConcordanceView(Struct, frozen=True):
    """The rows of two years."""

    old_year: int
    new_year: int
    rows: tuple[ConcordanceRow, ...]


def plan_concordance(site: Gathered) -> Iterator[Plan]:
    """The concordance of the first and the last year that any edition has."""
    yield from plan_across(site, "concordance/", _concordance_page)


def _concordance_page(site: Gathered, ui: Interface) -> Page:
    years = sorted({edition.year for edition in site.layers.law_editions})
    view = ConcordanceView(years[0], years[-1], _rows(site, ui))
    return across(
        site,
        ui,
        "concordance/",
        template="concordance.html",
        title=ui.text("concordance.title", old=years[0], new=years[-1]),
        description=ui.text("concordance.lead", old=years[0], new=years[-1]),
        view=view,
    )


def _rows(site: Gathered, ui: Interface) -> tuple[ConcordanceRow, ...]:
    witnesses: defaultdict[tuple[Key | None, Key | None, Relation], list[str]] = defaultdict(list)
    for old, new in _pairs(site):
        pair = f"{site.mark(old)}–{site.mark(new)}"
        for found in site.layers.forward.get((old.id, new.id), {}).values():
            for a in found:
                witnesses[a.from_key, a.to_key, a.relation].append(pair)
        for found in site.layers.backward.get((old.id, new.id), {}).values():
            for a in found:
                if a.from_key is None:
                    witnesses[None, a.to_key, a.relation].append(pair)
    laws = [w for w in witnesses if _is_of_law(w[0] or w[1] or "")]
    laws.sort(key=lambda w: (key_order(w[0] or w[1] or ""), w[0] is None, key_order(w[1] or "0")))
    return tuple(
        ConcordanceRow(_link(site, ui, old), _link(site, ui, new), old, new, relation, tuple(found))
        for old, new, relation in laws
        for found in [witnesses[old, new, relation]]
    )


def _pairs(site: Gathered) -> Iterator[tuple[Edition, Edition]]:
    """All pairs of an edition of the first year and one of the last."""
    years = sorted({edition.year for edition in site.layers.law_editions})
    for old in site.layers.law_editions:
        for new in site.layers.law_editions:
            if (old.year, new.year) == (years[0], years[-1]) and old.year < new.year:
                yield old, new


def _is_of_law(key: Key) -> bool:
    return law_of(key) is not None and "#" not in key


def _link(site: Gathered, ui: Interface, key: Key | None) -> Link | None:
    if key is None:
        return None
    profile = site.languages[ui.language]
    words = profile.cite(key).removeprefix(profile.citation.law.format("")).strip()
    return Link(site.trace(ui, key), words)
