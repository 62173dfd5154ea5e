"""A law in all its texts: side by side, and each of its provisions through the years."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from lawbase.address import KeyParts, key_order, law_of
from lawbase.model import Key, Provision
from lawbase.site.comparison import merged
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, for_all, plan_across
from lawbase.site.redline import woven
from lawbase.site.typesetting import SetText

Course = tuple[list[Key], tuple[Provision, ...]]
"""The addresses of a provision that lie on the page, and its texts."""


def plan_parallel(site: Site) -> Iterator[Page]:
    """The list of laws, and a page of all texts side by side for each."""
    yield from _plan_laws(site, "parallel", ("parallel.title", "parallel.lead"), _parallel_page)


def plan_trace(site: Site) -> Iterator[Page]:
    """The list of laws, and a page of its provisions through the years for each."""
    yield from _plan_laws(site, "trace", ("trace.title", "trace.lead"), _trace_page)


def _plan_laws(
    site: Site, folder: str, words: tuple[str, str], page: Callable[[PageContext, int], Page]
) -> Iterator[Page]:
    yield from plan_across(site, f"{folder}/", "laws.html", *words, lambda _: {"folder": folder})
    for law in site.law_numbers:
        yield page(site.common, law)


def _parallel_page(site: PageContext, law: int) -> Page:
    return for_all(
        site,
        "parallel/",
        site.site.law_numbers,
        law,
        template="parallel.html",
        titles=site.each(lambda each: each.law_title("parallel.law", law)),
        description=site.ui.text("parallel.description", law=site.cite(str(law))),
        finds=lambda: {"law": law, "rows": list(_rows(site, law))},
    )


def _rows(site: PageContext, law: int) -> Iterator[tuple[str, int, list[list[Provision]]]]:
    """The provisions of a law and its footnotes, in one order: an anchor, the depth, each in all.

    In an edition there are one, several where it was split, or none; the anchor is the first of its
    addresses in the law that no row before has.
    """
    taken: set[str] = set()
    for found in merged(
        [site.kb.texts(edition.id, key) for key in site.kb.with_descendants(edition.id, str(law))]
        for edition in site.kb.law_editions
    ):
        key = next(p.key for p in found if law_of(p.key) == law)
        depth = KeyParts.of(key).depth
        if any(p.text or p.tail or (depth and p.heading) for p in found):
            more = (f"{key}-{number}" for number in count(2))
            anchor = key if key not in taken else next(a for a in more if a not in taken)
            taken.add(anchor)
            cells = [[p for p in found if p.edition == e.id] for e in site.kb.law_editions]
            yield anchor, depth, cells


def _trace_page(site: PageContext, law: int) -> Page:
    cited = str(law)
    found = (site.kb.with_descendants(edition.id, cited) for edition in site.kb.law_editions)
    keys = sorted({key for keys in found for key in keys}, key=key_order)
    return for_all(
        site,
        "trace/",
        site.site.law_numbers,
        law,
        template="trace.html",
        titles=site.each(lambda each: each.ui.text("trace.of", citation=each.cite(cited))),
        description=_lead(site, cited),
        finds=lambda: {
            "law": law,
            "leads": site.each(lambda each: _lead(each, cited)),
            "courses": _courses(site, keys),
            "woven": partial(_woven, site),
            "parts": [key for key in keys if KeyParts.of(key).depth == 1 and "#" not in key],
        },
    )


def _lead(site: PageContext, law: Key) -> str:
    return site.ui.text("trace.description", citation=site.cite(law))


def _courses(site: PageContext, keys: list[Key]) -> list[Course]:
    """Every provision that has one of the addresses in any edition, once, where it's met first.

    The address of one without words of its own leads to what follows, which is below it, or to the
    last one.
    """
    met: dict[tuple[Provision, ...], list[Key]] = {}
    taken: set[Key] = set()
    for key in keys:
        for edition in site.kb.law_editions:
            if site.kb.provision(edition.id, key):
                anchors = met.setdefault(site.kb.texts(edition.id, key), [])
                anchors.extend([] if key in taken else [key])
                taken.add(key)
    courses: list[Course] = []
    waiting: list[Key] = []
    for texts, anchors in met.items():
        if any(text.speaks for text in texts):
            courses.append((list(dict.fromkeys((*anchors, *waiting))), texts))
            waiting = []
        else:
            waiting += anchors
    if courses:
        courses[-1][0].extend(waiting)
    return courses


def _woven(site: PageContext, new: Provision) -> tuple[SetText, int | None]:
    """A text woven with the older one of its language, and the year of that, if there is one."""
    for comparison in site.site.comparisons:
        if comparison.same_language and comparison.new.id == new.edition:
            row = comparison.row(new)
            found = woven(site.site.typesetter, row) if row.kind != "unchanged" else None
            if found:
                return found.converted(site.script_of(new.edition)), comparison.old.year
    return site.words(new), None
