"""Where terms stand: in which documents' headings and texts, and in which entry points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from lawbase.search.contents import Contents
from lawbase.search.documents import Field
from lawbase.search.tables import COMMON
from lawbase.site.search_data.symbols import gaps, numbers

Places = dict[str, dict[int, int]]
"""By term: the numbers of the places where it stands, and how often."""

OWN: tuple[Field, ...] = ("heading", "text")


class Postings:
    """Where the terms of every field of the index stand.

    What the words of texts are is told by the texts themselves; so only what is common to all
    languages is listed by documents. Entry points have words of their own language alone; they are
    numbered from the first one of the field's language on.
    """

    def __init__(self, contents: Contents):
        self._own = {name: _own_places(contents, name) for name in OWN}
        self._entry_points = _entry_places(contents)
        self._languages = [entry_point.stretch.language for entry_point in contents.entry_points]

    def in_documents(self, terms: Sequence[str]) -> dict[str, dict[str, str]]:
        """The documents of terms that are common to all languages."""
        return {f"{name}s": _packed(self._own[name], terms) for name in OWN}

    def in_entry_points(self, field: str, terms: Sequence[str]) -> dict[str, str]:
        """The entry points of a field's terms."""
        first = self._languages.index(field) if field in self._languages else 0
        counted = {
            term: {entry_point - first: often for entry_point, often in entry_points.items()}
            for term, entry_points in self._entry_points[field].items()
        }
        return _packed(counted, terms)


def _own_places(contents: Contents, name: Field) -> Places:
    places: Places = {}
    for document, fields in enumerate(contents.fields):
        for (field, _), terms in fields.items():
            for term in (term for index, term in terms if index == COMMON and field == name):
                often = places.setdefault(term, {})
                often[document] = often.get(document, 0) + 1
    return places


def _entry_places(contents: Contents) -> dict[str, Places]:
    places: defaultdict[str, Places] = defaultdict(dict)
    for entry_point, fields in enumerate(contents.entry_terms):
        for index, terms in fields.items():
            for term in terms:
                places[index].setdefault(term, {})[entry_point] = 1
    return places


def _packed(places: Places, terms: Iterable[str]) -> dict[str, str]:
    """Of every term: in how many places it stands, the gaps between them, how often in each."""
    counts: list[int] = []
    between: list[int] = []
    times: list[int] = []
    for term in terms:
        found = sorted(places.get(term, {}).items())
        counts.append(len(found))
        between.extend(gaps(place for place, _ in found))
        times.extend(often - 1 for _, often in found)
    packed = {"counts": numbers(counts), "gaps": numbers(between)}
    return packed | ({"times": numbers(times)} if any(times) else {})
