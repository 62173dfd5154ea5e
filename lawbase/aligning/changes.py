"""How the provisions of one language changed between two years, and what kind of change it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from lawbase.aligning.concordance import Concordance
from lawbase.aligning.diffing import tokens, word_changes
from lawbase.model import Alignment, Change, ChangeClass, Edition, Key, Provision, Reference

Place = tuple[str, Key]


class Comparer:
    """Compares texts that cite; ``concordance`` tells how citations should have changed."""

    def __init__(self, references: Iterable[Reference], concordance: Concordance):
        self._cited: defaultdict[Place, list[Reference]] = defaultdict(list)
        for reference in references:
            if reference.part == "text":
                self._cited[reference.edition, reference.from_key].append(reference)
        self._concordance = concordance

    def compare(self, old: Provision, new: Provision) -> Change:
        """What became of one text in another."""
        return Change(
            from_edition=old.edition,
            from_key=old.key,
            to_edition=new.edition,
            to_key=new.key,
            ops=word_changes(old.text, new.text),
            kind=self._kind(old, new),
            moved=old.key != new.key,
        )

    def _kind(self, old: Provision, new: Provision) -> ChangeClass:
        if tokens(old.text) == tokens(new.text):
            return "none"
        if _words(old.text) == _words(new.text):
            return "punctuation"
        return "reference" if self._differ_in_citations(old, new) else "wording"

    def _differ_in_citations(self, old: Provision, new: Provision) -> bool:
        """Whether all else is the same, and the citations changed as the concordance says."""
        before, after = self._citations(old), self._citations(new)
        if _words(_bare(old.text, before)) != _words(_bare(new.text, after)):
            return False
        return len(before) == len(after) and all(map(self._is_renumbered, before, after))

    def _citations(self, provision: Provision) -> list[Reference]:
        return self._cited[provision.edition, provision.key]

    def _is_renumbered(self, before: Reference, after: Reference) -> bool:
        if before.to is None or after.to is None:
            return before.raw == after.raw
        return after.to in self._concordance.holding(before.to)


def changes_of(
    old: Edition, new: Edition, alignments: Iterable[Alignment], comparer: Comparer
) -> Iterator[Change]:
    """The changes of all provisions of two editions that are aligned and have a text."""
    olds = {provision.key: provision for provision in old.provisions}
    news = {provision.key: provision for provision in new.provisions}
    for alignment in alignments:
        if alignment.from_key is not None and alignment.to_key is not None:
            before, after = olds[alignment.from_key], news[alignment.to_key]
            if before.text and after.text:
                yield comparer.compare(before, after)


def _words(text: str) -> list[str]:
    return [token.casefold() for token in tokens(text) if token.isalnum()]


def _bare(text: str, citations: Sequence[Reference]) -> str:
    for citation in citations:
        text = text[: citation.start] + " " * (citation.end - citation.start) + text[citation.end :]
    return text
