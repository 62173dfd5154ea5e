"""All editions, one edition, and how to come by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawbase.aligning.changes import Summary, earlier_first, summarize
from lawbase.aligning.concordance import Concordance
from lawbase.api.answer import Answer
from lawbase.api.paragraph import Paragraph
from lawbase.building import build, default_home, open_knowledge
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.lookup import read_address, read_key
from lawbase.model import Concept, Edition, Situation
from lawbase.storage import folder_digest

if TYPE_CHECKING:
    from lawbase.search.search import Searcher
    from lawbase.search.understood import Understood


def load(home: Path | str | None = None) -> Laws:
    """The knowledge base, made first if it is missing or stale.

    ``home`` is the folder that ``lawbase build --output`` made; by default the one it makes
    without the option.

    Raises:
        LawbaseError: when there is no folder ``home``, or the texts can't be read.
    """
    if home is not None and not Path(home).is_dir():
        making = f"“lawbase build --output {home}”"
        raise LawbaseError(f"there is no such folder; {making} makes it", file=home)
    folder = Path(home) if home is not None else default_home()
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
        return EditionOfLaws(self, self.kb.edition(edition_id))

    def __iter__(self) -> Iterator[EditionOfLaws]:
        """All editions."""
        return (EditionOfLaws(self, edition) for edition in self.kb.editions)

    def __len__(self) -> int:
        """The number of editions."""
        return len(self.kb.editions)

    def __repr__(self) -> str:
        return f"Laws({', '.join(edition.id for edition in self.kb.editions)})"

    def search(self, query: str, *editions: str, limit: int = 10) -> Answer:
        """What ``lawbase search`` answers, in the texts of some editions or of all.

        Raises:
            LawbaseError: when there is no edition of one of the ids.
        """
        for edition in editions:
            self.kb.edition(edition)
        return Answer(self, self._searcher.search(query, editions, (), limit))

    def understand(self, query: str, *editions: str) -> Understood:
        """What a query means, for an engine that holds the finished tokens of an export.

        Its JSON is the argument of ``lawbase.search`` in PostgreSQL;
        ``lawbase.export.opensearch.search_parameters`` makes a search of OpenSearch of it.
        """
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
        read = partial(read_address, languages=self.kb.languages.values())
        return Concordance(self.kb.editions, self.kb.aligned.alignments, old, new, read)

    def changes(self, old: str, new: str) -> Summary:
        """What changed between two editions, given by their ids: counted by law, new, dropped.

        Raises:
            LawbaseError: when there is no edition of that id, or the first isn't the earlier one.
        """
        return summarize(self.kb, *earlier_first(self.kb, old, new))

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The lines of ``<kind>.jsonl`` as ``lawbase export jsonl`` writes them.

        ``pandas.DataFrame(laws.rows("references"))`` is a table of them.

        Raises:
            LawbaseError: when there are no lines of that kind.
        """
        import msgspec

        from lawbase.export.jsonl import lines

        kinds = lines(self.kb)
        if kind not in kinds:
            raise LawbaseError(f"there are no rows “{kind}”; there are {', '.join(kinds)}")
        return [msgspec.to_builtins(line) for line in kinds[kind].rows(self.kb)]

    @cached_property
    def _searcher(self) -> Searcher:
        from lawbase.search.search import Searcher

        build(self._home, "search")
        if folder_digest(self._home / "knowledge") != self.kb.digest:
            raise LawbaseError("the laws were rebuilt meanwhile; call lawbase.load() again")
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

    def __getitem__(self, citation: str | int) -> Paragraph:
        """A provision by a citation in any spelling, by its key, or a law by its number.

        Raises:
            LawbaseError: when it is not a citation.
            NotFoundError: when the edition has no such provision.
        """
        kb = self.laws.kb
        key = read_key(str(citation), kb)
        provision = kb.provision(self.id, key)
        if provision is None:
            raise NotFoundError(kb.lacking(self.id, key))
        return Paragraph(self.laws, provision)

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

    def search(self, query: str, limit: int = 10) -> Answer:
        """What ``lawbase search --edition`` answers."""
        return self.laws.search(query, self.id, limit=limit)


def concepts_called(kb: KnowledgeBase, word: str) -> list[Concept]:
    """The concepts with that word in any language; else those with a word that contains it.

    Raises:
        NotFoundError: when there is none.
    """
    from lawbase.text import fold

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
