"""What changed: the pairs of editions, the map of each, a page for each law, what to learn anew."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Literal, get_args

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.aligning.changes import LawChanges, alone
from lawbase.grouping import grouped
from lawbase.model import Alignment, Contrast, Edition, Key, Provision
from lawbase.site.comparison import SIGNS, ComparedRow, EditionComparison
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, for_all, plan_across
from lawbase.site.redline import Redline, redline

Direction = Literal["forth", "back"]
Side = tuple[Provision, ...]
RELATIONS = {"forth": ("new", "dropped", "moved"), "back": ("dropped", "new", "moved")}
"""What came, went and moved, by the names that they have from the older to the newer text."""


def plan_compare(site: Site) -> Iterator[Page]:
    """The pairs, their maps, their laws."""
    words = ("compare.title", "compare.lead")
    yield from plan_across(site, "compare/", "compare_pairs.html", *words)
    for comparison in site.comparisons:
        titled, mapped = partial(_pair, comparison), partial(_map, comparison)
        yield from plan_across(
            site, comparison.folder, "compare_map.html", titled, "compare.lead", mapped
        )
        for law in comparison.laws:
            yield _law_page(site.context_of(comparison.old), comparison, law)


def _pair(comparison: EditionComparison, site: PageContext) -> str:
    old, new = site.mark(comparison.old), site.mark(comparison.new)
    return site.ui.text("compare.pair", old=old, new=new)


def _map(comparison: EditionComparison, _: PageContext) -> dict[str, object]:
    every = (row for law in comparison.laws for row in comparison.rows(law))
    rows = list({row.key: row for row in every}.values())
    lists = {
        "new": [row for row in rows if row.kind == "new"],
        "dropped": [row for row in rows if row.kind == "dropped"],
        "moved": [row for row in rows if row.moved],
    }
    return {"comparison": comparison, "lists": lists}


def _law_page(site: PageContext, comparison: EditionComparison, law: int) -> Page:
    summaries = {
        way: site.each(partial(summary_in_words, comparison=comparison, law=law, way=way))
        for way in get_args(Direction)
    }
    said = f"{site.law_heading(law)}: {summaries['forth'][site.ui.id]}."
    return for_all(
        site,
        comparison.folder,
        comparison.laws,
        law,
        template="compare.html",
        titles=site.each(lambda each: f"{each.cite(str(law))}: {_pair(comparison, each)}"),
        description=f"{_pair(comparison, site)}. {said}",
        finds=lambda: {
            "law": law,
            "comparison": comparison,
            "summaries": summaries,
            "rows": list(_rows(site, comparison, law)),
        },
    )


def _rows(
    site: PageContext, comparison: EditionComparison, law: int
) -> Iterator[tuple[ComparedRow, Redline]]:
    """The rows of a law with their texts as a reader sees them."""
    for row in comparison.rows(law):
        found = redline(site.site.typesetter, row, same_language=comparison.same_language)
        yield row, found.converted(*map(site.script_of, comparison.pair))


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
    """How much changed, as ``summarize`` counts: ``5 reworded, 1 new``.

    Told with it is how much nobody has read, and what the law has lost to others.
    """
    changes = comparison.summary.of_law(law)
    counted = {
        "substance": changes.kinds.get("substance", 0),
        "reworded": changes.kinds.get("wording", 0),
        **_relations(changes, way),
        "elsewhere": comparison.left(law),
        "reference": changes.kinds.get("reference", 0),
        "unread": changes.kinds.get("unread", 0),
    }
    parts = (site.ui.count(number, f"summary.{name}") for name, number in counted.items() if number)
    none = "changed.none" if comparison.same_language else "changed.none.sense"
    return ", ".join(parts) or site.ui.text(none)


class Changed(Struct, frozen=True):
    """What is to be learnt anew: pairs that changed in substance, or what came or went.

    ``read`` says of it what an editor did. Places of which he says the same stand together, with
    all that he ``notes`` of them. A pair that the two texts shown can't tell, since one lacks it,
    is another text's.
    """

    old: Side
    new: Side
    read: Contrast | Alignment
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """The address under which it is listed: the new one, if it has one."""
        return (self.new or self.old)[0].key

    @property
    def saying(self) -> object:
        """What tells it from others of its law: what is said of it, else its places."""
        said: tuple[object, ...] = tuple(self.read.what.values()) or (*self.old, *self.new)
        return law_of(self.key), bool(self.old), bool(self.new), said


def plan_changes(site: Site) -> Iterator[Page]:
    """One page a language, where the corpus holds texts of two versions of the Laws."""
    if len(site.years) > 1:
        words, old, new = ("anew.title", "anew.lead"), site.years[0], site.years[-1]
        yield from plan_across(
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
    """The texts of the first version and of the last one that tell a reader most."""
    years = site.site.years[0], site.site.years[-1]
    first, last = ([e for e in site.kb.law_editions if e.year == year] for year in years)
    best = site.kb.best_pair(product(first, last), site.ui.language)
    assert best is not None
    return best


def _changed(site: PageContext, old: Edition, new: Edition, found: list[Contrast]) -> list[Changed]:
    read = [
        Changed(*_ends(site, c), c)
        for c in (*found, *_lacking(site, old, new))
        if c.reviewed and c.kind == "substance"
    ]
    lone = sorted(alone(site.kb, old.id, new.id), key=lambda a: a.to_key is None)
    ends = ((*_ends(site, a), a) for a in lone)
    came_or_went = [
        Changed(tuple(_own(site, p) for p in gone), tuple(_own(site, p) for p in come), a)
        for gone, come, a in ends
    ]
    alike = grouped((each.saying, each) for each in (*read, *came_or_went)).values()
    return sorted(map(_together, alike), key=lambda each: key_order(each.key))


def _ends(site: PageContext, read: Contrast | Alignment) -> tuple[Side, Side]:
    """The older and the newer text of a pair, none where there is none."""
    ends = ((read.from_edition, read.from_key), (read.to_edition, read.to_key))
    old, new = (tuple(site.kb.provisions(edition, [key or ""])) for edition, key in ends)
    return old, new


def _together(alike: Sequence[Changed]) -> Changed:
    """What is said in one sentence, with all its places."""
    old, new = (
        tuple(dict.fromkeys(text for each in alike for text in getattr(each, side)))
        for side in ("old", "new")
    )
    reads = (each.read for each in alike)
    noted = (read.note for read in reads if isinstance(read, Contrast) and read.note)
    return Changed(old, new, alike[0].read, tuple(dict.fromkeys(noted)))


def _lacking(site: PageContext, old: Edition, new: Edition) -> list[Contrast]:
    """What other texts of the two versions tell of a rule that one of the two shown lacks."""
    found: dict[frozenset[Provision], Contrast] = {}
    for c in site.kb.aligned.contrasts:
        years = tuple(site.kb.edition(id).year for id in (c.from_edition, c.to_edition))
        ends = (text for side in _ends(site, c) for text in side)
        rule = frozenset(text for end in ends for text in site.kb.texts(end.edition, end.key))
        if years == (old.year, new.year) and not {old.id, new.id} <= {t.edition for t in rule}:
            found.setdefault(rule, c)
    return list(found.values())


def _own(site: PageContext, text: Provision) -> Provision:
    """A rule in the reader's language, where a text of the same year has it."""
    year = site.kb.edition(text.edition).year
    texts = ((t, site.kb.edition(t.edition)) for t in site.kb.texts(text.edition, text.key))
    return next((t for t, e in texts if (e.year, e.language) == (year, site.ui.language)), text)
