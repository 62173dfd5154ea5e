"""Two editions compared: the list of pairs, the map of a pair, and a page for each law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Literal, get_args

from lawbase.aligning.changes import LawChanges
from lawbase.site.comparison import SIGNS, ComparedRow, EditionComparison
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, across, for_all, plan_across, plan_room
from lawbase.site.redline import Redline, redline

Direction = Literal["forth", "back"]
RELATIONS = {"forth": ("new", "dropped", "moved"), "back": ("dropped", "new", "moved")}
"""What came, went and moved, by the names that they have from the older to the newer text."""


def plan_compare(site: Site) -> Iterator[Plan]:
    """The pairs, their maps, their laws."""
    yield from plan_room(site, "compare/", "compare_pairs.html", "compare.title", "compare.lead")
    for comparison in site.comparisons:
        yield from plan_across(site, comparison.folder, _pair_page, comparison)
        context = site.context(site.interface_of(comparison.old.id).id)
        for law in comparison.laws:
            make = partial(_law_page, context, comparison, law)
            yield Plan(f"{comparison.folder}{law}/", make)


def _pair(site: PageContext, comparison: EditionComparison) -> str:
    old, new = site.mark(comparison.old), site.mark(comparison.new)
    return site.ui.text("compare.pair", old=old, new=new)


def _pair_page(site: PageContext, folders: str, comparison: EditionComparison) -> Page:
    every = (row for law in comparison.laws for row in comparison.rows(law))
    rows = list({row.key: row for row in every if comparison.speaks(row)}.values())
    return across(
        site,
        folders,
        template="compare_map.html",
        title=_pair(site, comparison),
        description=site.ui.text("compare.lead"),
        view={
            "comparison": comparison,
            "lists": {
                "new": [row for row in rows if row.kind == "new"],
                "dropped": [row for row in rows if row.kind == "dropped"],
                "moved": [row for row in rows if row.moved],
            },
        },
    )


def _law_page(site: PageContext, comparison: EditionComparison, law: int) -> Page:
    told = {
        way: site.each(partial(summary_in_words, comparison=comparison, law=law, way=way))
        for way in get_args(Direction)
    }
    said = f"{site.law_heading(law)}: {told['forth'][site.ui.id]}."
    return for_all(
        site,
        comparison.folder,
        comparison.laws,
        law,
        template="compare.html",
        titles=site.each(lambda each: f"{each.cite(str(law))}: {_pair(each, comparison)}"),
        description=f"{_pair(site, comparison)}. {said}",
        view={
            "law": law,
            "comparison": comparison,
            "told": told,
            "rows": list(_rows(site, comparison, law)),
        },
    )


def _rows(
    site: PageContext, comparison: EditionComparison, law: int
) -> Iterator[tuple[ComparedRow, Redline]]:
    """The rows of a law with their texts as a reader sees them."""
    for row in comparison.rows(law):
        if comparison.speaks(row):
            found = redline(site.site.typesetter, row, same_language=comparison.same_language)
            script_of = (site.script_of(edition) for edition in comparison.pair)
            yield row, found.converted(*script_of)


def signs_in(changes: LawChanges, way: Direction) -> str:
    """The signs of what came, went and moved in a law."""
    return "".join(SIGNS[name] for name in _relations(changes, way))


def _relations(changes: LawChanges, way: Direction) -> dict[str, int]:
    """How many provisions came, went and moved, as a reader who goes one way calls it."""
    named = zip(RELATIONS["forth"], RELATIONS[way], strict=True)
    return {name: found for name, own in named if (found := changes.relations.get(own, 0))}


def summary_in_words(
    site: PageContext, comparison: EditionComparison, law: int, way: Direction = "forth"
) -> str:
    """How much changed: ``5 reworded, 1 new``, and how much of it nobody has read."""
    kinds = Counter(row.kind for row in comparison.rows(law) if comparison.speaks(row))
    counted = {
        "substance": kinds["substance"],
        "reworded": kinds["wording"],
        **_relations(comparison.summary.of_law(law), way),
        "reference": kinds["reference"],
        "unread": kinds["unread"],
    }
    parts = (site.ui.count(number, f"summary.{name}") for name, number in counted.items() if number)
    return ", ".join(parts) or site.ui.text("changed.none")
