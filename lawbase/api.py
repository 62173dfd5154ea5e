"""The laws as Python objects, for a program or a notebook.

All editions, one edition, a provision with its links, and what a search answers.

Examples:
    >>> laws = load()  # doctest: +SKIP
    >>> laws["cs-2017"]["27B1"].heading  # doctest: +SKIP
    >>> [each.citation for each in laws["pl-2017"]["12C1e"].cited_by]  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from lawbase.aligning.changes import Summary, earlier_first, summarize
from lawbase.aligning.concordance import Concordance
from lawbase.building import build, folder_of, open_knowledge, open_together
from lawbase.citations.lookup import Place, provisions_cited, read_key, read_place
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    Change,
    Concept,
    Contrast,
    Edition,
    Finding,
    Key,
    Provision,
    Reference,
    Situation,
    Text,
    Thread,
)
from lawbase.search import USUAL_HITS
from lawbase.text import fold

if TYPE_CHECKING:
    from lawbase.search.results import Hit, SearchResult
    from lawbase.search.search import Searcher
    from lawbase.search.understood import Understood


def load(home: Path | str | None = None) -> Laws:
    """The knowledge base, made first if it is missing or stale.

    ``home`` is the folder that ``lawbase build --output`` made; by default the one it makes
    without the option.

    Raises:
        LawbaseError: when there is no folder ``home``, or the texts can't be read.
    """
    folder = folder_of(home)
    return Laws(open_knowledge(folder, at_once=True), folder)


class Laws:
    """All editions: ``laws["cs-2017"]["27B1"]``, ``laws.search("renons")``."""

    def __init__(self, kb: KnowledgeBase, home: Path):
        self.kb = kb
        self._home = home

    def __getitem__(self, edition_id: str) -> EditionOfLaws:
        """An edition by its id.

        Raises:
            LawbaseError: when there is none of that id.
        """
        if not isinstance(edition_id, str):
            raise LawbaseError(f"an edition is asked for by its id, not by {edition_id!r}")
        return EditionOfLaws(self, self.kb.edition(edition_id))

    def provisions(self, citation: str) -> list[Paragraph]:
        """What a citation names in every edition that has it, what is in force first.

        An edition may stand before it, ``cs-2017:27B1a``, and a URN of the exports is read too,
        ``ldb:2017:pl:12.C``.

        Raises:
            LawbaseError: when it is not a citation, or of an edition that isn't there.
            NotFoundError: when nothing stands there.
        """
        return [Paragraph(self, each) for each in provisions_cited(citation, self.kb)]

    def __iter__(self) -> Iterator[EditionOfLaws]:
        """All editions."""
        return (EditionOfLaws(self, edition) for edition in self.kb.editions)

    def __len__(self) -> int:
        """The number of editions."""
        return len(self.kb.editions)

    def __repr__(self) -> str:
        return f"Laws({', '.join(edition.id for edition in self.kb.editions)})"

    def search(self, query: str, *editions: str, limit: int = USUAL_HITS) -> Answer:
        """What ``lawbase search`` answers, in the texts of some editions or of all.

        Raises:
            LawbaseError: when there is no edition of one of the ids, or the limit is below 1.
        """
        if limit < 1:
            raise LawbaseError(f"a limit is 1 or more, not {limit}")
        for edition in editions:
            self.kb.edition(edition)
        return Answer(self, self._searcher.search(query, editions, (), limit))

    def understand(self, query: str, *editions: str) -> Understood:
        """What a query means, for an engine that holds the finished tokens of an export.

        Its JSON is the argument of ``lawbase.search`` in PostgreSQL;
        ``lawbase.export.opensearch.search_parameters`` makes a search of OpenSearch of it.

        Raises:
            LawbaseError: when there is no edition of one of the ids.
        """
        for edition in editions:
            self.kb.edition(edition)
        return self._searcher.understand(query, editions)

    def term(self, word: str) -> list[Concept]:
        """The glossary's concepts that a word of any language names, or is part of.

        Raises:
            NotFoundError: when there is none.
        """
        return concepts_called(self.kb, word)

    @property
    def situations(self) -> tuple[Situation, ...]:
        """What happens at a table, and the provisions to read."""
        return self.kb.situations

    def concordance(self, old: int, new: int) -> Concordance:
        """Which address of one year is which of another, whatever the language.

        ``laws.concordance(2007, 2017).read("16D2")`` is ``("16.C.2",)``, and its
        ``was("Pravidlo 72C")`` is ``("23",)``: both read any spelling.

        Raises:
            LawbaseError: when there are no laws of a year, or the first isn't the earlier one.
        """
        years = sorted({edition.year for edition in self.kb.law_editions})
        for year in (old, new):
            if year not in years:
                known = ", ".join(map(str, years))
                raise LawbaseError(f"there are no laws of {year}; there are those of {known}")
        if old >= new:
            raise LawbaseError(f"{old} is not earlier than {new}")
        return Concordance.of(self.kb, old, new, partial(read_key, kb=self.kb))

    def changes(self, old: str, new: str) -> Summary:
        """What changed between two editions, given by their ids: counted by law, new, dropped.

        Either may be the earlier one.

        Raises:
            LawbaseError: when there is no edition of that id, or both are of one year.
        """
        return summarize(self.kb, *earlier_first(self.kb, old, new))

    def diff(self, citation: str, old: str, new: str) -> Difference:
        """How a provision and all below it changed between two editions, given by their ids.

        Either may be the earlier one. A place of one of them, ``pl-2017:16C2``, is followed into
        the other.

        Raises:
            LawbaseError: when it is not a citation, there is no edition of an id, both are of one
                year, or it is a place of other editions.
            NotFoundError: when no edition has the provision.
        """
        return difference(self.kb, read_place(citation, self.kb), *earlier_first(self.kb, old, new))

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The lines of ``<kind>.jsonl`` as ``lawbase export jsonl`` writes them.

        ``pandas.DataFrame(laws.rows("references"))`` is a table of them.

        Raises:
            LawbaseError: when there are no lines of that kind.
        """
        from lawbase.export.jsonl import lines

        kinds = lines(self.kb)
        if kind not in kinds:
            raise LawbaseError(f"there are no rows “{kind}”; there are {', '.join(kinds)}")
        return [msgspec.to_builtins(line) for line in kinds[kind].rows(self.kb)]

    @cached_property
    def _searcher(self) -> Searcher:
        from lawbase.search.search import Searcher

        build(self._home, "search")
        opened = partial(Searcher.open, self._home / "search")
        searcher, knowledge = open_together(self._home, opened, "search")
        if knowledge != self.kb.digest:
            raise LawbaseError("the laws were rebuilt meanwhile; call lawbase.load() again")
        return searcher


class EditionOfLaws:
    """One edition; its laws in order when iterated."""

    def __init__(self, laws: Laws, record: Edition):
        self.laws = laws
        self.record = record

    @property
    def id(self) -> str:
        """Its id, like ``cs-2017``."""
        return self.record.id

    def __getitem__(self, citation: str | int) -> Paragraph:
        """A provision by a citation in any spelling, by its key, or a law by its number.

        Raises:
            LawbaseError: when it is not a citation.
            NotFoundError: when the edition has no such provision.
        """
        if not isinstance(citation, (str, int)) or isinstance(citation, bool):
            raise LawbaseError(
                f"a provision is asked for by a citation or a law's number, not by {citation!r}"
            )
        (provision,) = provisions_cited(str(citation), self.laws.kb, self.id)
        return Paragraph(self.laws, provision)

    def __contains__(self, asked: object) -> bool:
        """Whether it has a provision: a paragraph, or what leads to one in square brackets."""
        if isinstance(asked, Paragraph):
            return asked.record.edition == self.id
        try:
            return isinstance(asked, (str, int)) and bool(self[asked])
        except LawbaseError:
            return False

    def __iter__(self) -> Iterator[Paragraph]:
        """Its laws (of the guide: its sections)."""
        return (p for p in self.paragraphs if p.record.kind in ("law", "section"))

    def __len__(self) -> int:
        """The number of its laws or sections."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"EditionOfLaws({self.id}: {self.record.title})"

    @property
    def paragraphs(self) -> Iterator[Paragraph]:
        """Its provisions at every depth, with definitions and footnotes, in the book's order."""
        return (Paragraph(self.laws, provision) for provision in self.record.provisions)

    def search(self, query: str, limit: int = USUAL_HITS) -> Answer:
        """What ``lawbase search --edition`` answers."""
        return self.laws.search(query, self.id, limit=limit)


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
        above = self.laws.kb.parent(self.record)
        return Paragraph(self.laws, above) if above else None

    @property
    def children(self) -> list[Paragraph]:
        """The paragraphs one level below."""
        return [Paragraph(self.laws, below) for below in self.laws.kb.children(self.record)]

    @property
    def footnotes(self) -> list[Paragraph]:
        """The footnotes it calls."""
        return self._beside(self.record.footnotes)

    @property
    def references(self) -> list[Reference]:
        """Its citations, resolved."""
        return list(self.laws.kb.references_from(*self._place))

    @property
    def cites(self) -> list[Paragraph]:
        """What it cites, where that exists."""
        return self._beside(r.to for r in self.references if r.to and r.status == "ok")

    @property
    def cited_by(self) -> list[Paragraph]:
        """What cites it or anything inside of it, from outside, as ``lawbase refs`` counts."""
        return self._beside(dict.fromkeys(r.from_key for r in self.laws.kb.citing(*self._place)))

    @property
    def twins(self) -> list[Paragraph]:
        """The same provision in the other editions."""
        return [Paragraph(self.laws, twin) for twin in self.laws.kb.twins(*self._place)]

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
        uses = self.laws.kb.uses_in(*self._place)
        used = {use.concept for use in uses}
        return [concept for concept in self.laws.kb.concepts if concept.id in used]

    @property
    def changes(self) -> list[Change]:
        """How it changed in a later edition of its language."""
        return list(self.laws.kb.changes_from(*self._place))

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

    def _beside(self, keys: Iterable[Key]) -> list[Paragraph]:
        found = self.laws.kb.provisions(self.record.edition, keys)
        return [Paragraph(self.laws, provision) for provision in found]


class Answer(list[Paragraph]):
    """The paragraphs that answer a query, best first; ``result`` has snippets and scores."""

    def __init__(self, laws: Laws, result: SearchResult):
        super().__init__(laws[hit.edition][hit.key] for hit in result.hits)
        self.laws = laws
        self.result = result

    def __str__(self) -> str:
        lines = [f"{h.citation} ({h.edition})  {h.heading}".rstrip() for h in self.result.hits]
        return "\n".join(lines) or self.result.message

    def __repr__(self) -> str:
        return f"Answer({self.result.query!r}: {len(self)} of {self.result.total})"

    def _repr_html_(self) -> str:
        rows = "".join(map(_row, self.result.hits))
        return f"<p>{escape(self.result.message)}</p><table>{rows}</table>"


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


class Difference(Struct, frozen=True):
    """How what stands at an address changed between two editions, with all below it.

    ``from_edition`` is the earlier one.
    ``alignments`` tell what became of each provision of the earlier one, then what came here from
    elsewhere in it; ``new`` what the later one has besides; ``changes`` are those of one language
    word by word, ``contrasts`` how the original changed. ``unmatched`` are the provisions of either
    that the other one lacks, though it didn't drop them.
    """

    alignments: tuple[Alignment, ...]
    new: tuple[Alignment, ...]
    changes: tuple[Change, ...]
    contrasts: tuple[Contrast, ...]
    from_edition: str
    to_edition: str
    unmatched: tuple[Text, ...]

    def _repr_html_(self) -> str:
        told: dict[tuple[Key | None, Key | None], str]
        told = {(c.from_key, c.to_key): _said(c) for c in self.contrasts}
        for c in self.changes:
            ends = (c.from_key, c.to_key)
            told[ends] = "<br>".join(filter(None, (told.get(ends), _redlined(c))))
        rows = "".join(
            f"<tr><th>{escape(a.from_key or '')}</th><td>{a.relation}</td>"
            f"<th>{escape(a.to_key or '')}</th>"
            f"<td>{told.get((a.from_key, a.to_key)) or escape(a.what.get('en', ''))}</td></tr>"
            for a in (*self.alignments, *self.new)
        )
        title = escape(f"{self.from_edition} → {self.to_edition}")
        return f"<p>{title}</p><table>{rows}</table>"


def judged(contrast: Contrast) -> str:
    """A judgement in a few words; only an editor says what is so."""
    if contrast.reviewed:
        open_ = ", though the texts leave it open" if contrast.sure == 1 else ""
        return f"{contrast.kind}{open_}"
    if contrast.kind == "unchanged":
        return "not read; no sign of a change"
    grade = "surely" if contrast.detected.grade == "sure" else "likely"
    return f"not read; {grade} changed: {contrast.kind}"


def _said(contrast: Contrast) -> str:
    """What an editor says and notes of a change, else the judgement; of what is unchanged, none."""
    if not contrast.reviewed:
        return judged(contrast)
    what = contrast.what.get("en", "" if contrast.kind == "unchanged" else judged(contrast))
    return "<br>".join(escape(said) for said in (what, contrast.note) if said)


def _redlined(change: Change) -> str:
    """The words that went and came; nothing where none did."""
    if change.kind == "none":
        return ""
    return "".join(
        escape(new)
        if kind == "equal"
        else "".join(f"<{tag}>{escape(t)}</{tag}>" for tag, t in (("del", old), ("ins", new)) if t)
        for kind, old, new in change.ops
    )


def difference(kb: KnowledgeBase, place: Place, old: str, new: str) -> Difference:
    """How a place and all below it changed between two editions, given by their ids.

    Raises:
        LawbaseError: when it is a place of other editions.
    """
    named, key = place
    if named and not {old, new} & {*named}:
        raise LawbaseError(f"{key} is asked for of {', '.join(named)}, not of {old} or {new}")
    own, below = _keys_followed(kb, place, old, new), _keys_followed(kb, place, new, old)
    links = [link for key in own for link in kb.aligned_with(old, key, new)]
    here = [link for key in below for link in kb.aligned_with(new, key, old)]
    links += [link for link in here if link.from_key and link.from_key not in own]
    return Difference(
        alignments=tuple(links),
        new=tuple(a for a in kb.alignments(old, new) if a.relation == "new" and a.to_key in below),
        changes=tuple(change for link in links if (change := kb.change(link))),
        contrasts=tuple(contrast for link in links if (contrast := kb.contrast(link))),
        from_edition=old,
        to_edition=new,
        unmatched=tuple(
            Text(edition, key)
            for edition, keys, other in ((old, own, new), (new, below, old))
            for key in kb.unmatched(edition, keys, other)
        ),
    )


def _keys_followed(kb: KnowledgeBase, place: Place, edition: str, other: str) -> list[Key]:
    """The keys of one of two editions to follow: at a place, with all below it.

    Where it isn't a place of that edition, those that match what the other one has there.
    """
    named, key = place
    here = [key]
    if (named and edition not in named) or not kb.provision(edition, key):
        links = kb.aligned_with(other, key, edition)
        here = [text.key for link in links for text in link.texts if text.edition == edition]
    return [below for k in here for below in kb.with_descendants(edition, k)]


def concepts_called(kb: KnowledgeBase, word: str) -> list[Concept]:
    """The concepts with that word in any language; else those with a word that contains it.

    Raises:
        NotFoundError: when there is none.
    """
    wanted = fold(word.replace("-", " "))
    named: list[Concept] = []
    near: list[Concept] = []
    for concept in kb.concepts:
        groups = (*concept.words.values(), *concept.slang.values())
        words = [fold(form) for forms in groups for form in forms] + [concept.id.replace("-", " ")]
        if wanted in words:
            named.append(concept)
        elif wanted and any(wanted in form for form in words):
            near.append(concept)
    if not named and not near:
        raise NotFoundError(f"the glossary has no term “{word}”")
    return named or near
