"""What simpler ways would give: addresses or lengths to align by, difflib on whole laws.

    python -m benchmarks.simple_ways

Aligned are the provisions with words of cs-2007 and pl-2017, another year in another language,
judged by a reading of all laws (tests/gold; what it leaves open doesn't count). By address: equal
ones are one. By length: the cheapest way through both books in order, as Gale and Church align
sentences, one to one, one to two, or to none. By both: lengths within laws of one number.

Compared are Laws 1-40 of cs-2007 and cs-2017: how many words are shown as kept, how many of them
wrongly, because they are those of another provision by the same reading (without Law 22, two parts
of which changed places in cs-2017 alone), and how often two changes are parted by a single word,
which is what makes a difference hard to read. No decision of an editor helps lawbase in this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import Match, SequenceMatcher

from benchmarks.corpus import Corpus
from benchmarks.measuring import heading, measured, row
from lawbase.address import law_of
from lawbase.aligning.align import align_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Change, Edition, Key, Provision
from tests.conftest import GOLD, read_tsv

OLD, FOREIGN, NEW = "cs-2007", "pl-2017", "cs-2017"
LAWS = sorted({*range(1, 41)} - {22})
ALONE = 4.5
"""The cost of a provision without a partner: the logarithm of the odds against one."""
SPREAD = 6.8
"""How much lengths of translations vary, as Gale and Church found it."""
Pair = tuple[Key, Key]
Pairs = set[Pair]
Word = tuple[str, Key]


def main() -> None:
    """Align, judge, compare, print."""
    corpus = Corpus()
    kb = corpus.link(corpus.editions)
    taken = measured(lambda: align_editions(kb))
    kb.add("aligned", taken.result)
    _print_alignment(kb, taken.seconds)
    _print_differences(kb)


def _print_alignment(kb: KnowledgeBase, seconds: float) -> None:
    old, new = (_texted(kb.edition(name)) for name in (OLD, FOREIGN))
    ours = {
        (a.from_key, a.to_key)
        for a in kb.aligned.alignments
        if (a.from_edition, a.to_edition) == (OLD, FOREIGN) and a.from_key and a.to_key
    }
    ways: dict[str, Callable[[], Pairs]] = {
        "by address": lambda: {(p.key, p.key) for p in old} & {(p.key, p.key) for p in new},
        "by length": lambda: _by_length(old, new),
        "by length within laws": lambda: _by_length_within_laws(old, new),
    }
    print(heading("aligned", "precision", "recall", "F1", "of those that moved", "seconds"))
    keys = {p.key for p in old}, {p.key for p in new}
    for name, way in ways.items():
        taken = measured(way)
        _print_row(name, taken.result, keys, taken.seconds)
    _print_row("lawbase, all five texts", ours, keys, seconds)


def _print_row(name: str, found: Pairs, keys: tuple[set[Key], set[Key]], seconds: float) -> None:
    truth, known = _truth()
    truth = {(a, b) for a, b in truth if a in keys[0] and b in keys[1]}
    judged = {(a, b) for a, b in found if (a in known[0] or b in known[1]) and a in keys[0]}
    judged = {(a, b) for a, b in judged if b in keys[1]}
    precision, recall, both = _figures(judged, truth)
    moved = _figures({p for p in judged if p[0] != p[1]}, {p for p in truth if p[0] != p[1]})[2]
    told = [f"{figure:.3f}" for figure in (precision, recall, both, moved)]
    print(row(name, *told, f"{seconds:.2f}"))


def _figures(found: Pairs, truth: Pairs) -> tuple[float, float, float]:
    right = len(found & truth)
    precision, recall = right / max(1, len(found)), right / len(truth)
    return precision, recall, 2 * right / (len(found) + len(truth))


def _truth() -> tuple[Pairs, tuple[set[Key], set[Key]]]:
    """The pairs that were read with certainty, and the keys of either side that were."""
    rows = [(r["key2007"], r["key2017"]) for r in read_tsv(GOLD / "concordance.tsv")]
    own = read_tsv(GOLD / "concordance-own.tsv")
    rows += [(r["key2007"], r["key2017"]) for r in own if r["status"] == "sure"]
    known = {old for old, _ in rows if old}, {new for _, new in rows if new}
    return {(old, new) for old, new in rows if old and new}, known


def _texted(edition: Edition) -> list[Provision]:
    return [p for p in edition.provisions if p.kind in ("law", "provision") and p.text]


def _by_length_within_laws(old: Sequence[Provision], new: Sequence[Provision]) -> Pairs:
    laws = sorted({law for p in old if (law := law_of(p.key))})
    found: Pairs = set()
    for law in laws:
        ours, theirs = ([p for p in side if law_of(p.key) == law] for side in (old, new))
        found |= _by_length(ours, theirs)
    return found


def _by_length(old: Sequence[Provision], new: Sequence[Provision]) -> Pairs:
    """The cheapest way through both sides: one to one, one to two, two to one, or to none."""
    ours, theirs = ([len(p.text) for p in side] for side in (old, new))
    best: list[list[tuple[float, int, int]]] = []
    for i in range(len(ours) + 1):
        best.append([])
        for j in range(len(theirs) + 1):
            ways = [(0.0, 0, 0)] if i == j == 0 else []
            for a, b in ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1)):
                if a <= i and b <= j:
                    before = best[i - a][j - b][0]
                    ways.append((before + _cost(ours[i - a : i], theirs[j - b : j]), a, b))
            best[i].append(min(ways))
    return set(_way_back(best, old, new))


def _way_back(
    best: Sequence[Sequence[tuple[float, int, int]]],
    old: Sequence[Provision],
    new: Sequence[Provision],
) -> Iterator[tuple[Key, Key]]:
    i, j = len(old), len(new)
    while i or j:
        _, a, b = best[i][j]
        yield from ((p.key, q.key) for p in old[i - a : i] for q in new[j - b : j])
        i, j = i - a, j - b


def _cost(ours: Sequence[int], theirs: Sequence[int]) -> float:
    if not ours or not theirs:
        return ALONE
    one, other = sum(ours), sum(theirs)
    deviation = abs(other - one) / math.sqrt(SPREAD * (one + other) / 2)
    return deviation**2 / 2 + (ALONE / 2 if len(ours) + len(theirs) > 2 else 0.0)


def _print_differences(kb: KnowledgeBase) -> None:
    """Words that are shown as kept, and those of them that another provision says."""
    print("\n" + heading("compared", "words kept", "wrongly", "a word apart"))
    laws = [(_words(kb.edition(OLD), law), _words(kb.edition(NEW), law)) for law in LAWS]
    for name, junk in (("difflib on whole laws", True), ("the same, autojunk off", False)):
        blocks = [_difflib(*law, junk) for law in laws]
        kept = [pair for law, one in zip(laws, blocks, strict=True) for pair in _kept(law, one)]
        print(row(name, len(kept), _wrong(kept), _apart([b.size for b in one] for one in blocks)))
    changes = [
        (change, _kept_words(change))
        for change in kb.aligned.changes
        if (change.from_edition, change.to_edition) == (OLD, NEW)
        and law_of(change.from_key) in LAWS
        and law_of(change.to_key) in LAWS
    ]
    kept = [(c.from_key, c.to_key) for c, equal in changes for _ in range(sum(equal))]
    apart = _apart(equal for _, equal in changes)
    print(row("lawbase, in aligned provisions", len(kept), _wrong(kept), apart))


def _wrong(kept: Iterable[Pair]) -> int:
    """How many words are kept in two provisions that are known not to be one."""
    truth, (old, new) = _truth()
    return sum(pair[0] in old and pair[1] in new and pair not in truth for pair in kept)


def _apart(equal: Iterable[Sequence[int]]) -> int:
    """How many single words stand between two changes."""
    return sum(words == 1 for one in equal for words in one[1:-1])


def _words(edition: Edition, law: int) -> list[tuple[str, Key]]:
    """The words of a law in order, each with the provision that says it."""
    parts = (p for p in edition.provisions if law_of(p.key) == law and p.kind != "footnote")
    return [(word, p.key) for p in parts for word in f"{p.text} {p.tail}".split()]


def _difflib(old: Sequence[Word], new: Sequence[Word], junk: bool) -> list[Match]:
    ours, theirs = ([word for word, _ in side] for side in (old, new))
    return SequenceMatcher(None, ours, theirs, autojunk=junk).get_matching_blocks()[:-1]


def _kept(law: tuple[Sequence[Word], Sequence[Word]], blocks: Iterable[Match]) -> Iterator[Pair]:
    """For every word that is shown as kept, the two provisions that say it."""
    old, new = law
    for block in blocks:
        for n in range(block.size):
            yield old[block.a + n][1], new[block.b + n][1]


def _kept_words(change: Change) -> list[int]:
    return [len(new.split()) for kind, _, new in change.ops if kind == "equal" and new.strip()]


if __name__ == "__main__":
    main()
