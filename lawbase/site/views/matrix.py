"""What became of each provision: in the matrix of all texts, and in the concordance of two years.

The matrix has provisions down, texts across, and says which text applied which change.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Literal

from msgspec import Struct

from lawbase.address import KeyParts, key_order, law_of
from lawbase.aligning.changes import PairKind, gravest, kind_of
from lawbase.aligning.concordance import among
from lawbase.grouping import grouped
from lawbase.model import Alignment, Edition, Key, Relation, Text, Thread
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, plan_across

ConcordanceLine = tuple[Key | None, Key | None, Relation]
CellState = PairKind | Literal["first", "new", "dropped", "missing", "outside"]


class Cell(Struct, frozen=True):
    """One text of a rule: where it stands, and how it differs from the version before.

    ``first`` is a text of the first version, ``outside`` one that doesn't reach there, ``unread``
    one in another language than all earlier ones that no editor held against any of them.
    ``shape`` says that the rule was split or merged; ``elsewhere`` are then the keys, in rows of
    their own, that a text without one in this row has it under.
    """

    edition: Edition
    keys: tuple[Key, ...]
    state: CellState
    moved: bool = False
    shape: str = ""
    elsewhere: tuple[Key, ...] = ()


class MatrixRow(Struct, frozen=True):
    """One rule through all texts."""

    key: Key
    cells: tuple[Cell, ...]

    @property
    def states(self) -> list[str]:
        """What the filters of the page go by."""
        states = {cell.state for cell in self.cells}
        return sorted(states & {"substance", "missing"})


LawRows = dict[int | None, tuple[MatrixRow, ...]]
"""The rows of the matrix by law; None has those of no law."""


def plan_matrix(site: Site) -> Iterator[Page]:
    """One page a language, where there is more than one text of the laws.

    The rows are the same in all languages.
    """
    if site.rooms["compare"]:
        words, laws = ("matrix.title", "matrix.lead"), _laws(site)
        yield from plan_across(
            site, "matrix/", "matrix.html", *words, lambda _: {"laws": laws}, room="compare"
        )


def plan_concordance(site: Site) -> Iterator[Page]:
    """The concordance of the first and the last year that any edition has, if there are two."""
    if site.rooms["concordance"]:
        words, old, new = ("concordance.title", "concordance.lead"), site.years[0], site.years[-1]
        yield from plan_across(
            site, "concordance/", "concordance.html", *words, _concordance, old=old, new=new
        )


def _concordance(site: PageContext) -> dict[str, object]:
    old, new = site.site.years[0], site.site.years[-1]
    return {"old_year": old, "new_year": new, "rows": _lines(site, old, new)}


def _lines(site: PageContext, old: int, new: int) -> list[tuple[ConcordanceLine, list[str]]]:
    """A provision's addresses in both years, and the pairs of speaking editions that say so."""
    witnesses: defaultdict[ConcordanceLine, list[str]] = defaultdict(list)
    for a in among(site.kb.aligned.alignments, site.kb.aligned.voices):
        ends = (site.kb.edition(a.from_edition), site.kb.edition(a.to_edition))
        if (ends[0].year, ends[1].year) == (old, new) and old < new:
            pair = f"{site.mark(ends[0])}–{site.mark(ends[1])}"
            witnesses[a.from_key, a.to_key, a.relation].append(pair)
    laws = [row for row in witnesses if KeyParts.of(row[0] or row[1] or "").is_paragraph]
    return [(row, witnesses[row]) for row in sorted(laws, key=_order)]


def _order(row: ConcordanceLine) -> tuple[object, ...]:
    old, new, _ = row
    return key_order(old or new or ""), old is None, key_order(new or "0")


def _laws(site: Site) -> LawRows:
    rows = [
        _row(site, thread)
        for thread in site.kb.aligned.threads
        if any(KeyParts.of(text.key).is_paragraph for text in thread.texts)
    ]
    rows.sort(key=lambda row: key_order(row.key))
    return grouped((law_of(row.key), row) for row in rows)


def _row(site: Site, thread: Thread) -> MatrixRow:
    newest = max(thread.texts, key=lambda text: site.kb.edition(text.edition).year)
    cells = tuple(_cell(site, thread, edition) for edition in site.kb.law_editions)
    return MatrixRow(newest.key, cells)


def _cell(site: Site, thread: Thread, edition: Edition) -> Cell:
    keys = thread.keys_in(edition.id)
    if not keys:
        return _elsewhere(site, thread, edition)
    if _is_first(site, edition):
        return Cell(edition, keys, "first")
    earlier = [e.id for e in site.kb.law_editions if e.year < edition.year]
    sources = {text.key for text in thread.texts if text.edition in earlier}
    held = _links(site, [Text(edition.id, key) for key in keys], earlier)
    links = [link for link in held if len(link.texts) > 1]
    if not sources and not links:
        return Cell(edition, keys, "new" if held else "unread")
    moved = bool(sources) and sources.isdisjoint(keys)
    return Cell(edition, keys, _known(site, links), moved, _shape(links))


def _elsewhere(site: Site, thread: Thread, edition: Edition) -> Cell:
    """An edition without a text of a rule: it may have it with others, or have it in several."""
    held = _links(site, thread.texts, [edition.id])
    links = [link for link in held if _shape([link])]
    if not links:
        return Cell(edition, (), _absence(site, thread, edition, held))
    ends = {text.key for link in links for text in link.texts if text.edition == edition.id}
    state: CellState = "first" if _is_first(site, edition) else _known(site, links)
    return Cell(edition, (), state, False, _shape(links), tuple(sorted(ends, key=key_order)))


def _is_first(site: Site, edition: Edition) -> bool:
    return edition.year == min(e.year for e in site.kb.law_editions)


def _links(site: Site, texts: Iterable[Text], others: Iterable[str]) -> list[Alignment]:
    """What is known of some texts in other editions: what they are aligned with, or that nothing is
    there."""
    ends = product(texts, others)
    return [a for text, other in ends for a in site.kb.aligned_with(text.edition, text.key, other)]


def _known(site: Site, links: Iterable[Alignment]) -> PairKind:
    """How a text differs from earlier ones, as far as it was read against any of them."""
    return gravest(kind for link in links if (kind := kind_of(site.kb, link)) != "unread")


def _shape(links: Iterable[Alignment]) -> str:
    return next((a.relation for a in links if a.relation in ("split", "merged")), "")


def _absence(site: Site, thread: Thread, edition: Edition, links: Iterable[Alignment]) -> CellState:
    """Why an edition has no text of a rule, as far as that is known."""
    voices = site.kb.aligned.voices
    years = {site.kb.edition(t.edition).year for t in thread.texts if t.edition in voices}
    if edition.year in years:
        reached = all(site.kb.reaches(edition.id, text.key) for text in thread.texts)
        return "missing" if reached else "outside"
    return "dropped" if any(link.relation == "dropped" for link in links) else "outside"
