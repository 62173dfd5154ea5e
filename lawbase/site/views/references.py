"""The laws that are cited most, and the neighbourhood of each."""

from collections import Counter
from collections.abc import Iterator

from lawbase.address import law_of
from lawbase.grouping import grouped
from lawbase.model import Edition, Key
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, for_all, plan_across

Neighbour = tuple[int, dict[str, tuple[Key, ...]], int]
"""A law that citations join with another, what cites or is cited by edition, and how often."""

_DRAWN = 11
"""So many neighbours on either side are in the picture."""


def plan_references(site: Site) -> Iterator[Page]:
    """The ranking, and the neighbourhood of every law."""
    words = ("references.title", "references.lead")
    yield from plan_across(site, "references/", "references.html", *words, _ranking)
    for law in site.law_numbers:
        yield _neighbourhood_page(site.common, law)


def _ranking(site: PageContext) -> dict[str, object]:
    counts: Counter[tuple[int, str]] = Counter()
    for r in site.kb.links.references:
        source, target = law_of(r.from_key), law_of(r.to or "")
        if r.kind != "index" and target is not None and source != target:
            counts[target, r.edition] += 1
    rows = [
        (law, heading, {edition.id: counts[law, edition.id] for edition in editions})
        for law in site.site.law_numbers
        for heading, editions in _by_rule(site, law)
    ]
    return {"rows": sorted(rows, key=lambda row: (-sum(row[2].values()), row[0]))}


def _by_rule(site: PageContext, law: int) -> Iterator[tuple[str, tuple[Edition, ...]]]:
    """The editions that have a law, those together whose laws of this number are one rule.

    Each with the rule's heading: a number may mean another rule in another year.
    """
    key = str(law)
    having = [edition for edition in site.kb.law_editions if site.kb.provision(edition.id, key)]
    rules = list(grouped((site.kb.texts(e.id, key), e) for e in having).values())
    for editions in rules:
        own = site.heading(site.by_preference(editions)[0].id, key)
        yield own if len(rules) > 1 else site.law_heading(law), editions


def _neighbourhood_page(site: PageContext, law: int) -> Page:
    return for_all(
        site,
        "references/",
        site.site.law_numbers,
        law,
        template="neighbourhood.html",
        titles=site.each(lambda each: each.law_title("neighbourhood.of", law)),
        description=site.ui.text("references.lead"),
        finds=lambda: {
            "law": law,
            "citing": _neighbours(site, law, incoming=True),
            "cited": _neighbours(site, law, incoming=False),
            "drawn": _DRAWN,
        },
    )


def _neighbours(site: PageContext, law: int, *, incoming: bool) -> list[Neighbour]:
    """The laws on one side, those that most citations join first."""
    joined = grouped(
        (other, (edition.id, key))
        for edition, key in _joined(site, law, incoming=incoming)
        if (other := law_of(key)) != law and other in site.site.law_numbers
    )
    found = [(n, grouped(dict.fromkeys(ends)), len(ends)) for n, ends in joined.items() if n]
    return sorted(found, key=lambda each: (-each[2], each[0]))


def _joined(site: PageContext, law: int, *, incoming: bool) -> Iterator[tuple[Edition, Key]]:
    """The other ends of a law's citations, in every edition."""
    for edition in site.kb.law_editions:
        for provision in site.kb.law_paragraphs(edition.id, law):
            find = site.kb.references_to if incoming else site.kb.references_from
            for r in find(edition.id, provision.key):
                key = r.from_key if incoming else r.to
                known = site.href(edition.id, key) or r.status == "outside"
                if r.kind != "index" and key and known:
                    yield edition, key
