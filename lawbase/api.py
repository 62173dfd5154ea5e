"""The laws as Python objects, for a program or a notebook.

>>> laws = load()                                     # doctest: +SKIP
>>> laws["cs-2017"]["27B1"].heading                   # doctest: +SKIP
>>> [p.citation for p in laws["pl-2017"]["12C1e"].cited_by]   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from lawbase.building import build, open_knowledge
from lawbase.errors import NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.lookup import read_key
from lawbase.model import Change, Concept, Edition, Finding, Key, Provision, Reference
from lawbase.products import default_home
from lawbase.profile import LanguageProfile, data_folder, load_languages

if TYPE_CHECKING:
    from lawbase.searching.results import SearchResult
    from lawbase.searching.search import Searcher


def load(home: Path | None = None) -> Laws:
    """The knowledge base, made first if it is missing or stale.

    ``home`` is the folder that ``lawbase build --output`` made; by default the one it makes
    without the option.
    """
    folder = home or default_home()
    return Laws(open_knowledge(folder), load_languages(data_folder("corpus")), folder)


class Laws:
    """All editions: ``laws["cs-2017"]["27B1"]``, ``laws.search("renons")``."""

    def __init__(self, kb: KnowledgeBase, languages: dict[str, LanguageProfile], home: Path):
        self.kb = kb
        self.languages = languages
        self._home = home

    def __getitem__(self, edition_id: str) -> EditionOfLaws:
        """An edition by its id.

        Raises:
            LawbaseError: when there is none of that id.
        """
        return EditionOfLaws(self, self.kb.edition(edition_id))

    def __iter__(self) -> Iterator[EditionOfLaws]:
        """All editions."""
        return (EditionOfLaws(self, edition) for edition in self.kb.editions)

    def __len__(self) -> int:
        """The number of editions."""
        return len(self.kb.editions)

    def __repr__(self) -> str:
        return f"Laws({', '.join(edition.id for edition in self.kb.editions)})"

    def search(self, query: str, *editions: str, limit: int = 10) -> SearchResult:
        """What ``lawbase search`` answers."""
        return self._searcher.search(query, editions, (), limit)

    @cached_property
    def _searcher(self) -> Searcher:
        from lawbase.searching.search import Searcher

        build(self._home, "search")
        return Searcher.open(self._home / "search")


class EditionOfLaws:
    """One edition; its laws in order when iterated."""

    def __init__(self, laws: Laws, record: Edition):
        self.laws = laws
        self.record = record

    @property
    def id(self) -> str:
        """Its id, like ``cs-2017``."""
        return self.record.id

    def __getitem__(self, citation: str) -> Paragraph:
        """A provision by a citation in any spelling, or by its key.

        Raises:
            LawbaseError: when it is not a citation.
            NotFoundError: when the edition has no such provision.
        """
        kb = self.laws.kb
        key = read_key(citation, kb, self.laws.languages.values())
        provision = kb.provision(self.id, key)
        if provision is None:
            raise NotFoundError(f"{self.id} has no provision {key}")
        return Paragraph(self.laws, provision)

    def __iter__(self) -> Iterator[Paragraph]:
        """Its laws (of the guide: its sections)."""
        top = [p for p in self.record.provisions if p.kind in ("law", "section")]
        return (Paragraph(self.laws, provision) for provision in top)

    def __len__(self) -> int:
        """The number of its provisions at every depth."""
        return len(self.record.provisions)

    def __repr__(self) -> str:
        return f"EditionOfLaws({self.id}: {self.record.title})"


class Paragraph:
    """A law, paragraph, definition, footnote …, with what it is linked to."""

    def __init__(self, laws: Laws, record: Provision):
        self.laws = laws
        self.record = record

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
        return self.laws.languages[self.edition.record.language].cite(self.key)

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
        """What is odd about it."""
        place = (self.record.edition, self.key)
        return [f for f in self.laws.kb.findings if (f.edition, f.key) == place]

    def __str__(self) -> str:
        return "\n".join(self._lines(0))

    def __repr__(self) -> str:
        return f"Paragraph({self.record.edition} {self.citation})"

    def _repr_html_(self) -> str:
        title = escape(f"{self.citation}, {self.record.edition}")
        return f"<section><h4>{title}</h4>{self._html()}</section>"

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
            raise NotFoundError(f"{self.record.edition} has no provision {key}")
        return Paragraph(self.laws, provision)
