"""What a search answers, as paragraphs to walk on from."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from lawbase.api.paragraph import Paragraph

if TYPE_CHECKING:
    from lawbase.api.laws import Laws
    from lawbase.search.results import Hit, SearchResult


class Answer:
    """The paragraphs that answer a query, best first; ``result`` has snippets and scores."""

    def __init__(self, laws: Laws, result: SearchResult):
        self.laws = laws
        self.result = result

    def __iter__(self) -> Iterator[Paragraph]:
        """The paragraph of every hit."""
        return (self._paragraph(hit) for hit in self.result.hits)

    def __len__(self) -> int:
        """The number of hits."""
        return len(self.result.hits)

    def __getitem__(self, place: int) -> Paragraph:
        """The paragraph of one hit, the best one at 0."""
        return self._paragraph(self.result.hits[place])

    def __str__(self) -> str:
        lines = [f"{h.citation} ({h.edition})  {h.heading}".rstrip() for h in self.result.hits]
        return "\n".join(lines) or self.result.message

    def __repr__(self) -> str:
        return f"Answer({self.result.query!r}: {len(self)} of {self.result.total})"

    def _repr_html_(self) -> str:
        rows = "".join(map(_row, self.result.hits))
        return f"<p>{escape(self.result.message)}</p><table>{rows}</table>"

    def _paragraph(self, hit: Hit) -> Paragraph:
        return self.laws[hit.edition][hit.key]


def _row(hit: Hit) -> str:
    head = f"<th>{escape(hit.citation)}<br><small>{escape(hit.edition)}</small></th>"
    return f"<tr>{head}<td><b>{escape(hit.heading)}</b> {_marked(hit)}</td></tr>"


def _marked(hit: Hit) -> str:
    pieces, at = [], 0
    for start, end in hit.marks:
        pieces.append(escape(hit.snippet[at:start]))
        pieces.append(f"<mark>{escape(hit.snippet[start:end])}</mark>")
        at = end
    return "".join((*pieces, escape(hit.snippet[at:])))
