"""One provision of one edition, with everything that it is linked to."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from lawbase.errors import NotFoundError
from lawbase.model import Change, Concept, Finding, Key, Provision, Reference, Thread

if TYPE_CHECKING:
    from lawbase.api.laws import EditionOfLaws, Laws


class Paragraph:
    """A law, paragraph, definition, footnote …, with what it is linked to.

    Two are equal when they are the same provision of the same edition.
    """

    def __init__(self, laws: Laws, record: Provision):
        self.laws = laws
        self.record = record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paragraph) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    @property
    def edition(self) -> EditionOfLaws:
        """The edition it stands in."""
        return self.laws[self.record.edition]

    @property
    def key(self) -> Key:
        """Its key, like ``27.B.1``."""
        return self.record.key

    @property
    def citation(self) -> str:
        """How its language cites it."""
        return self.laws.kb.cite(*self._place)

    @property
    def heading(self) -> str:
        """Its heading, or nothing."""
        return self.record.heading

    @property
    def text(self) -> str:
        """Its own text up to the first paragraph below it."""
        return self.record.text

    @property
    def parent(self) -> Paragraph | None:
        """What it stands in."""
        return self._beside(self.record.parent) if self.record.parent else None

    @property
    def children(self) -> list[Paragraph]:
        """The paragraphs one level below."""
        return [self._beside(key) for key in self.record.children]

    @property
    def footnotes(self) -> list[Paragraph]:
        """The footnotes it calls."""
        return [self._beside(key) for key in self.record.footnotes]

    @property
    def references(self) -> list[Reference]:
        """Its citations, resolved."""
        return list(self.laws.kb.references_from(self.record.edition, self.key))

    @property
    def cites(self) -> list[Paragraph]:
        """What it cites, where that exists."""
        return [self._beside(r.to) for r in self.references if r.to and r.status == "ok"]

    @property
    def cited_by(self) -> list[Paragraph]:
        """What cites it."""
        incoming = self.laws.kb.references_to(self.record.edition, self.key)
        citing = dict.fromkeys(r.from_key for r in incoming if r.kind != "index")
        return [self._beside(key) for key in citing]

    @property
    def twins(self) -> list[Paragraph]:
        """The same provision in the other editions."""
        texts = self.laws.kb.twins(self.record.edition, self.key)
        found = (self.laws.kb.provision(text.edition, text.key) for text in texts)
        return [Paragraph(self.laws, provision) for provision in found if provision]

    def twin(self, edition_id: str) -> Paragraph | None:
        """The same provision in one other edition, or nothing."""
        return next((t for t in self.twins if t.record.edition == edition_id), None)

    @property
    def thread(self) -> Thread | None:
        """The thread that joins it with its twins."""
        return self.laws.kb.thread(*self._place)

    @property
    def terms(self) -> list[Concept]:
        """The concepts that it uses."""
        uses = self.laws.kb.uses_in(self.record.edition, self.key)
        used = {use.concept for use in uses}
        return [concept for concept in self.laws.kb.concepts if concept.id in used]

    @property
    def changes(self) -> list[Change]:
        """How it changed in a later edition of its language."""
        return list(self.laws.kb.changes_from(self.record.edition, self.key))

    @property
    def findings(self) -> list[Finding]:
        """What is odd about it, and what is missing in it."""
        return list(self.laws.kb.findings_on(*self._place))

    def __str__(self) -> str:
        return "\n".join(self._lines(0))

    def __repr__(self) -> str:
        return f"Paragraph({self.record.edition} {self.citation})"

    def _repr_html_(self) -> str:
        title = escape(f"{self.citation}, {self.record.edition}")
        return f"<section><h4>{title}</h4>{self._html()}</section>"

    @property
    def _place(self) -> tuple[str, Key]:
        return self.record.edition, self.record.key

    def _lines(self, depth: int) -> list[str]:
        indent = "  " * depth
        first = " ".join(filter(None, (self.record.label, self.heading)))
        lines = [indent + line for line in (first, self.text) if line]
        for child in self.children:
            lines.extend(child._lines(depth + 1))
        return lines + ([indent + self.record.tail] if self.record.tail else [])

    def _html(self) -> str:
        head = f"<b>{escape(self.heading)}</b> " if self.heading else ""
        below = "".join(
            f"<li><i>{escape(child.record.label)}</i> {child._html()}</li>"
            for child in self.children
        )
        tail = f"<p>{escape(self.record.tail)}</p>" if self.record.tail else ""
        inner = f"<ul style='list-style:none'>{below}</ul>" if below else ""
        return f"{head}{escape(self.text)}{inner}{tail}"

    def _beside(self, key: Key) -> Paragraph:
        provision = self.laws.kb.provision(self.record.edition, key)
        if provision is None:
            raise NotFoundError(self.laws.kb.lacking(self.record.edition, key))
        return Paragraph(self.laws, provision)
