"""A law in all its texts: side by side, and each of its provisions through the years."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from lawbase.address import KeyParts, key_order, law_of
from lawbase.model import Key, Provision, Text
from lawbase.site.comparison import merged
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, for_all, plan_room
from lawbase.site.redline import redline
from lawbase.site.typesetting import SetText


class ParallelRow(Struct, frozen=True):
    """A provision in every edition, one or several where it was split, none where it is missing.

    ``key`` is its first address in the law of the page, ``anchor`` one that no other row has.
    """

    anchor: str
    key: Key
    depth: int
    cells: list[list[Provision]]


class Stop(Struct, frozen=True):
    """A provision in one edition, woven with the text of year ``since`` in its language."""

    provision: Provision
    woven: SetText | None
    since: int | None


class Course(Struct, frozen=True):
    """A provision through the years; ``anchors`` are its addresses that lie on this page."""

    anchors: list[Key]
    title: str
    stops: list[Stop]


def plan_parallel(site: Site) -> Iterator[Plan]:
    """The list of laws, and a page of all texts side by side for each."""
    yield from _plan_laws(site, "parallel", ("parallel.title", "parallel.lead"), _parallel_page)


def plan_trace(site: Site) -> Iterator[Plan]:
    """The list of laws, and a page of its provisions through the years for each."""
    yield from _plan_laws(site, "trace", ("trace.title", "trace.lead"), _trace_page)


def _plan_laws(
    site: Site, folder: str, words: tuple[str, str], page: Callable[[PageContext, int], Page]
) -> Iterator[Plan]:
    yield from plan_room(site, f"{folder}/", "laws.html", *words, lambda _: {"folder": folder})
    for law in site.law_numbers:
        yield Plan(f"{folder}/{law}/", partial(page, site.common, law))


def _parallel_page(site: PageContext, law: int) -> Page:
    return for_all(
        site,
        "parallel/",
        site.site.law_numbers,
        law,
        template="parallel.html",
        titles=site.each(lambda each: _title(each, law)),
        description=site.ui.text("parallel.description", law=site.cite(str(law))),
        view={
            "law": law,
            "rows": list(_rows(site, law)),
        },
    )


def _title(site: PageContext, law: int) -> str:
    said = site.ui.text("parallel.law", law=site.cite(str(law)))
    return f"{said}: {site.law_heading(law)}"


def _rows(site: PageContext, law: int) -> Iterator[ParallelRow]:
    taken: set[str] = set()
    for texts in _threads(site, law):
        row = _row(site, law, texts, taken)
        if any(_says(cell, row.depth) for cells in row.cells for cell in cells):
            taken.add(row.anchor)
            yield row


def _threads(site: PageContext, law: int) -> list[tuple[Text, ...]]:
    """The provisions of a law in any edition, each with its texts in all, in one order."""
    return merged(
        [site.texts(edition.id, p.key) for p in site.kb.law_paragraphs(edition.id, law)]
        for edition in site.kb.law_editions
    )


def _says(cell: Provision, depth: int) -> bool:
    """Whether a cell has more to say than the head of its column."""
    return bool(cell.text or cell.tail or (depth and cell.heading))


def _row(site: PageContext, law: int, texts: tuple[Text, ...], taken: set[str]) -> ParallelRow:
    cells: list[list[Provision]] = []
    for edition in site.kb.law_editions:
        found = (site.kb.provision(t.edition, t.key) for t in texts if t.edition == edition.id)
        cells.append([provision for provision in found if provision])
    key = next(p.key for group in cells for p in group if law_of(p.key) == law)
    more = (f"{key}-{number}" for number in range(2, len(taken) + 3))
    anchor = key if key not in taken else next(a for a in more if a not in taken)
    return ParallelRow(anchor, key, KeyParts.of(key).depth, cells)


def _trace_page(site: PageContext, law: int) -> Page:
    cited = str(law)
    paragraphs = (p for e in site.kb.law_editions for p in site.kb.law_paragraphs(e.id, law))
    keys = sorted({p.key for p in paragraphs}, key=key_order)
    return for_all(
        site,
        "trace/",
        site.site.law_numbers,
        law,
        template="trace.html",
        titles=site.each(lambda each: each.ui.text("trace.of", citation=each.cite(cited))),
        description=_lead(site, cited),
        view={
            "law": law,
            "leads": site.each(lambda each: _lead(each, cited)),
            "courses": _courses(site, keys),
            "parts": _parts_of(site, cited),
        },
    )


def _lead(site: PageContext, law: Key) -> str:
    return site.ui.text("trace.description", citation=site.cite(law))


def _parts_of(site: PageContext, law: Key) -> list[Key]:
    """The parts right below a law in any edition."""
    found: dict[Key, None] = {}
    for edition in site.kb.law_editions:
        provision = site.kb.provision(edition.id, law)
        found.update(dict.fromkeys(c.key for c in site.children(provision)) if provision else {})
    return sorted(found, key=key_order)


def _courses(site: PageContext, keys: list[Key]) -> list[Course]:
    """Every provision that has one of the addresses in any edition, once, where it's met first.

    The address of one without words of its own leads to what follows, which is below it, or to the
    last one.
    """
    met: dict[tuple[Text, ...], list[Key]] = {}
    taken: set[Key] = set()
    for key in keys:
        for edition in site.kb.law_editions:
            if site.kb.provision(edition.id, key):
                anchors = met.setdefault(site.texts(edition.id, key), [])
                anchors.extend([] if key in taken else [key])
                taken.add(key)
    courses: list[Course] = []
    waiting: list[Key] = []
    for texts, anchors in met.items():
        stops = list(_stops(site, texts))
        if any(site.kb.speaks(text) for text in texts):
            title = site.cite_bare(anchors[0] if anchors else stops[0].provision.key)
            courses.append(Course(list(dict.fromkeys((*anchors, *waiting))), title, stops))
            waiting = []
        else:
            waiting += anchors
    if courses:
        courses[-1].anchors.extend(waiting)
    return courses


def _stops(site: PageContext, texts: tuple[Text, ...]) -> Iterator[Stop]:
    order = {edition.id: n for n, edition in enumerate(site.kb.law_editions)}
    in_order = sorted(
        (text for text in texts if text.edition in order),
        key=lambda t: (site.kb.edition(t.edition).year, order[t.edition]),
    )
    for text in in_order:
        provision = site.kb.provision(text.edition, text.key)
        if provision:
            yield Stop(provision, *_woven(site, provision))


def _woven(site: PageContext, new: Provision) -> tuple[SetText | None, int | None]:
    """The text woven with the older one of its language."""
    for comparison in site.site.comparisons:
        if comparison.same_language and comparison.new.id == new.edition:
            row = comparison.row(new.edition, new.key)
            woven = redline(site.site.typesetter, row, same_language=True).woven
            if woven:
                return woven.converted(site.script_of(new.edition)), comparison.old.year
    return None, None
