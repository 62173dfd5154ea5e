"""How the provisions of one language changed between two years, word by word, and how many did."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.aligning.concordance import Concordance, Concordances
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Change, ChangeClass, Key, Op, Provision
from lawbase.relations import standing
from lawbase.text import blanked

Tag = Literal["equal", "insert", "delete", "replace"]

PairKind = Literal["unchanged", "punctuation", "reference", "unread", "wording", "substance"]
GRAVITY: tuple[PairKind, ...] = get_args(PairKind)

SHORT = 3
"""The most letters of a word that is exchanged with the changes on both of its sides."""
_TOKEN = re.compile(r"\w+|[^\w\s]|^\s+$")


class _Step(NamedTuple):
    """A run of tokens of either text, ``[start, end)`` by their numbers, that is equal or not."""

    equal: bool
    old: tuple[int, int]
    new: tuple[int, int]


def word_changes(old: str, new: str) -> tuple[Op, ...]:
    """The operations that make the new text of the old one: their sides rebuild both exactly.

    Whole words are exchanged, and what stands between two changes is exchanged with them when it
    is but a mark or a short word. Texts that differ in nothing but spacing are equal.

    >>> word_changes("Použije se Pravidlo 16D.", "Použije se Pravidlo 16C.")
    (('equal', 'Použije se Pravidlo', 'Použije se Pravidlo'), ('replace', ' 16D', ' 16C'), \
('equal', '.', '.'))
    """
    olds, news = tokens(old), tokens(new)
    matcher = SequenceMatcher(None, olds, news, autojunk=False)
    steps = [_Step(tag == "equal", (a, b), (c, d)) for tag, a, b, c, d in matcher.get_opcodes()]
    starts = _starts(old), _starts(new)
    return tuple(
        (_tag(step), _piece(old, starts[0], step.old), _piece(new, starts[1], step.new))
        for step in _joined(steps, olds)
    ) or ((("equal", old, new),) if old or new else ())


def tokens(text: str) -> list[str]:
    """The words and marks of a text.

    >>> tokens("(viz Pravidlo 16D)")
    ['(', 'viz', 'Pravidlo', '16D', ')']
    """
    return _TOKEN.findall(text)


def _joined(steps: Iterable[_Step], olds: Sequence[str]) -> list[_Step]:
    """The steps, with two changes and the little that stands between them made one."""
    joined: list[_Step] = []
    for step in steps:
        if not step.equal and len(joined) > 1 and _is_little(olds[slice(*joined[-1].old)]):
            joined.pop()
            before = joined.pop()
            step = _Step(False, (before.old[0], step.old[1]), (before.new[0], step.new[1]))
        joined.append(step)
    return joined


def _is_little(words: Sequence[str]) -> bool:
    return sum(word.isalnum() for word in words) <= 1 and all(len(word) <= SHORT for word in words)


def _tag(step: _Step) -> Tag:
    if step.equal:
        return "equal"
    old, new = (start < end for start, end in (step.old, step.new))
    return "replace" if old and new else "delete" if old else "insert"


def _starts(text: str) -> list[int]:
    """Where the piece of every token begins: behind the token before it; and the text's end."""
    ends = [match.end() for match in _TOKEN.finditer(text)]
    return [0, *ends[:-1], len(text)]


def _piece(text: str, starts: Sequence[int], step: tuple[int, int]) -> str:
    return text[starts[step[0]] : starts[step[1]]]


def changes_of(
    kb: KnowledgeBase, alignments: Iterable[Alignment], concordances: Concordances
) -> Iterator[Change]:
    """How the texts of every two editions of one language and different years differ."""
    for link in alignments:
        old, new = kb.edition(link.from_edition), kb.edition(link.to_edition)
        if old.year != new.year and old.language == new.language:
            found = [p for t in link.texts if (p := kb.provision(t.edition, t.key)) and p.text]
            if len(found) == 2:
                yield _change(kb, found[0], found[1], concordances(old.year, new.year))


def _change(kb: KnowledgeBase, old: Provision, new: Provision, concordance: Concordance) -> Change:
    kind = _kind(old.text, new.text)
    if kind == "wording" and _is_renumbering(kb, old, new, concordance):
        kind = "reference"
    return Change(
        from_edition=old.edition,
        from_key=old.key,
        to_edition=new.edition,
        to_key=new.key,
        ops=word_changes(old.text, new.text),
        kind=kind,
        moved=old.key != new.key,
    )


def _kind(old: str, new: str) -> ChangeClass:
    if tokens(old) == tokens(new):
        return "none"
    return "punctuation" if _words(old) == _words(new) else "wording"


def _is_renumbering(
    kb: KnowledgeBase, old: Provision, new: Provision, concordance: Concordance
) -> bool:
    """Whether all else is the same, and the citations changed as the concordance says."""
    before, after = (
        [r for r in kb.references_from(p.edition, p.key) if r.part == "text"] for p in (old, new)
    )
    bare = [
        _words(blanked(p.text, ((r.start, r.end) for r in found)))
        for p, found in ((old, before), (new, after))
    ]
    if bare[0] != bare[1] or len(before) != len(after):
        return False
    return all(
        one.raw == other.raw
        if one.to is None or other.to is None
        else other.to in concordance.holding(one.to)
        for one, other in zip(before, after, strict=True)
    )


def _words(text: str) -> list[str]:
    return [token.casefold() for token in tokens(text) if token.isalnum()]


class LawChanges(Struct, frozen=True):
    """One law's provisions that have words, a heading among them, counted by what became of them.

    ``total`` are those of the new text. ``kinds`` counts them by what is known to have changed,
    ``relations`` by where they come from: same, moved, split, merged or new; ``dropped`` there
    are those of the old text. What moved is counted in the law it moved to. ``law``
    is None for what lies outside the laws.
    """

    law: int | None
    total: int
    kinds: dict[str, int]
    relations: dict[str, int]


class Summary(Struct, frozen=True):
    """What changed between two editions: counted by law, and the provisions that came and went.

    ``moved`` names every old place and new one of what stands elsewhere, be it but a part of what
    is there now.
    """

    from_edition: str
    to_edition: str
    laws: tuple[LawChanges, ...]
    new: tuple[Key, ...]
    dropped: tuple[Key, ...]
    moved: tuple[tuple[Key, Key], ...]

    def total(self, name: str) -> int:
        """How many changes of a kind, or provisions of a relation, there are in all laws."""
        return sum(law.kinds.get(name, 0) + law.relations.get(name, 0) for law in self.laws)

    def of_law(self, law: int | None) -> LawChanges:
        """The counts of one law."""
        return next((found for found in self.laws if found.law == law), LawChanges(law, 0, {}, {}))


def earlier_first(kb: KnowledgeBase, old: str, new: str) -> tuple[str, str]:
    """The ids of two editions, the earlier one first.

    Raises:
        LawbaseError: when there is no edition of that id, one contains no laws, or both are of one
            year.
    """
    for edition in (kb.edition(old), kb.edition(new)):
        if edition.laws is None:
            raise LawbaseError(f"{edition.id} contains no laws")
    first, second = sorted((old, new), key=lambda id: kb.edition(id).year)
    if kb.edition(first).year == kb.edition(second).year:
        raise LawbaseError(f"{old} and {new} are both of {kb.edition(old).year}")
    return first, second


def summarize(kb: KnowledgeBase, old: str, new: str) -> Summary:
    """What changed from one edition to another, by their ids: the one count that all show.

    ``summarize(kb, "cs-2007", "pl-2017").of_law(15).relations["new"]`` is how many provisions of
    Law 15 are new. Provisions without a word, not even a heading, don't count, nor what came or
    went but is no rule; a provision of several sources is *moved* when none of them stood where it
    stands.
    """
    sources: defaultdict[Key, list[Alignment]] = defaultdict(list)
    dropped: list[Key] = []
    for link in kb.alignments(old, new):
        if link.rule and kb.speaks(link.texts[-1]):
            if link.to_key:
                sources[link.to_key].append(link)
            elif link.from_key:
                dropped.append(link.from_key)
    relations = {key: _came(key, links) for key, links in sources.items()}
    kinds = {
        key: gravest(kind_of(kb, link) for link in links)
        for key, links in sources.items()
        if relations[key] != "new"
    }
    counts: defaultdict[int | None, tuple[Counter[str], Counter[str]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    for key, relation in relations.items():
        counts[law_of(key)][1][relation] += 1
    for key, kind in kinds.items():
        counts[law_of(key)][0][kind] += 1
    for key in dropped:
        counts[law_of(key)][1]["dropped"] += 1
    return Summary(
        old,
        new,
        tuple(
            LawChanges(law, relations.total() - relations["dropped"], dict(kinds), dict(relations))
            for law, (kinds, relations) in sorted(counts.items(), key=lambda found: found[0] or 0)
        ),
        new=tuple(sorted((k for k, r in relations.items() if r == "new"), key=key_order)),
        dropped=tuple(sorted(dropped, key=key_order)),
        moved=tuple(
            (link.from_key, key)
            for key, links in sorted(sources.items(), key=lambda found: key_order(found[0]))
            for link in links
            if link.from_key and standing(link.from_key) != standing(key)
        ),
    )


def alone(kb: KnowledgeBase, old: str, new: str) -> tuple[Alignment, ...]:
    """What came or went between two editions, by their ids, of which there is something to learn.

    Which words a book defines is its translator's choice: of definitions an editor must be sure.
    """
    lone = (link for link in kb.alignments(old, new) if len(link.texts) == 1)
    return tuple(
        link
        for link in lone
        if link.rule and kb.speaks(link.texts[0]) and (law_of(link.texts[0].key) or link.sure > 1)
    )


def kind_of(kb: KnowledgeBase, link: Alignment) -> PairKind:
    """The most that is known to have changed in an aligned pair of two years.

    In one language the words tell it, in two only an editor: what nobody read is ``unread``.
    """
    contrast, change = kb.contrast(link), kb.change(link)
    known: list[PairKind] = [contrast.kind] if contrast and contrast.reviewed else []
    old, new = (kb.provision(text.edition, text.key) for text in link.texts)
    if old and new and kb.edition(old.edition).language == kb.edition(new.edition).language:
        kinds = {_kind(*pair) for pair in ((old.heading, new.heading), (old.tail, new.tail))}
        kinds.add(change.kind if change else "none")
        if kinds == {"none"}:
            return "unchanged"
        known.extend(kind for kind in kinds if kind != "none")
    return gravest(known)


def gravest(kinds: Iterable[PairKind]) -> PairKind:
    """The one that matters most of some kinds; without any, nothing was read."""
    return max(kinds, key=GRAVITY.index, default="unread")


def _came(key: Key, links: Sequence[Alignment]) -> str:
    """Where a provision of the new text comes from."""
    if links[0].from_key is None:
        return "new"
    if all(standing(link.from_key or "") != standing(key) for link in links):
        return "moved"
    return links[0].relation if len(links) == 1 else "merged"
