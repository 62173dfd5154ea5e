"""The knowledge base seen from a page: what the site asks of it that it doesn't answer at once."""

from __future__ import annotations

from functools import cached_property

from lawbase.address import law_of
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase, Place
from lawbase.model import (
    Alignment,
    Change,
    Concept,
    Edition,
    Finding,
    IndexEntry,
    Key,
    Provision,
    SourceNote,
    TermUse,
)
from lawbase.site.marking import marked_uses
from lawbase.site.paragraphs import usual_gap

Pair = tuple[str, str]


class Layers:
    """Look-ups over the layers, each built when it is first needed."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb

    @cached_property
    def laws(self) -> dict[str, dict[int, Provision]]:
        """The laws of every edition, by number."""
        return {
            edition.id: {int(p.key): p for p in edition.provisions if p.kind == "law"}
            for edition in self.kb.editions
        }

    @cached_property
    def law_editions(self) -> tuple[Edition, ...]:
        """The editions that contain laws; the others are companions."""
        return tuple(edition for edition in self.kb.editions if self.laws[edition.id])

    @cached_property
    def by_law(self) -> dict[tuple[str, int], tuple[Provision, ...]]:
        """The law and all below it but for the footnotes, in the order of the book."""
        return grouped(
            ((p.edition, law), p)
            for edition in self.kb.editions
            for p in edition.provisions
            if p.kind in ("law", "provision") and (law := law_of(p.key)) is not None
        )

    @cached_property
    def forward(self) -> dict[Pair, dict[Key, tuple[Alignment, ...]]]:
        """For a pair of editions, what became of each provision of the first one."""
        pairs = grouped(((a.from_edition, a.to_edition), a) for a in self.kb.aligned.alignments)
        return {
            pair: grouped((a.from_key, a) for a in found if a.from_key is not None)
            for pair, found in pairs.items()
        }

    @cached_property
    def backward(self) -> dict[Pair, dict[Key, tuple[Alignment, ...]]]:
        """For a pair of editions, where each provision of the second one comes from."""
        pairs = grouped(((a.from_edition, a.to_edition), a) for a in self.kb.aligned.alignments)
        return {
            pair: grouped((a.to_key, a) for a in found if a.to_key is not None)
            for pair, found in pairs.items()
        }

    @cached_property
    def changes(self) -> dict[tuple[str, Key, str, Key], Change]:
        """The changes by both their ends."""
        return {
            (c.from_edition, c.from_key, c.to_edition, c.to_key): c for c in self.kb.aligned.changes
        }

    @cached_property
    def topics(self) -> dict[Place, tuple[IndexEntry, ...]]:
        """The rows of the subject index that lead to a provision."""
        return grouped(
            ((edition.id, target), entry)
            for edition in self.kb.editions
            for entry in edition.index
            for target in self.kb.targets(entry)
        )

    @cached_property
    def notes(self) -> dict[Place, tuple[SourceNote, ...]]:
        """Where the print of a provision is wrong."""
        return grouped(((n.edition, n.key), n) for e in self.kb.editions for n in e.notes)

    @cached_property
    def findings(self) -> dict[Place, tuple[Finding, ...]]:
        """What is odd about a provision."""
        return grouped(((f.edition, f.key), f) for f in self.kb.findings)

    @cached_property
    def concepts(self) -> dict[str, Concept]:
        """The glossary by the concepts' ids."""
        return {concept.id: concept for concept in self.kb.concepts}

    @cached_property
    def marked(self) -> dict[Place, tuple[TermUse, ...]]:
        """The uses of terms that are marked in a provision."""
        return marked_uses(self.kb)

    @cached_property
    def gaps(self) -> dict[str, int]:
        """How far apart the lines of each edition's source are."""
        return {edition.id: usual_gap(edition.provisions) for edition in self.kb.editions}

    def headings(self, edition: str, key: Key) -> tuple[str, ...]:
        """The headings above a provision and its own, from the law down, without empty ones."""
        found: list[str] = []
        step: Key | None = key
        while step is not None and (provision := self.kb.provision(edition, step)):
            found.append(provision.heading)
            step = provision.parent if provision.kind != "law" else None
        return tuple(heading for heading in reversed(found) if heading)
