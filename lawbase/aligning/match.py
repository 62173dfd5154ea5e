"""Which provision of one side is which of the other: one to one, by the weight of the evidence.

Every admissible pair is weighed by itself first. Then what is thought of its neighbours, parents,
children and of the provisions it cites counts too, and the pairs are chosen again.
"""

from collections.abc import Mapping

from lawbase.aligning.score import Evidence, Scorers, agreement, weigh_pair, weighted
from lawbase.aligning.units import Matches, Pair, Side, Unit, one_to_one
from lawbase.grouping import grouped

RULES = frozenset({"law", "provision", "footnote"})
ROUNDS = 2
NEAREST = 4


class Matcher:
    """Two sides, the pairs that may be one, and what speaks for each in ``evidence``."""

    def __init__(self, ours: Side, theirs: Side, texts: Scorers, headings: Scorers):
        self._ours, self._theirs = ours, theirs
        pairs = _admissible(ours, theirs, texts, headings)
        self._alone = {
            pair: weigh_pair(ours, theirs, texts, headings, pair) for pair in sorted(pairs)
        }
        self.evidence = self._alone

    def match(self) -> Matches:
        """The chosen partner of every place of ours that has one."""
        links = choose(self.evidence)
        for _ in range(ROUNDS):
            context = Context(self._ours, self._theirs, links)
            self.evidence = {
                pair: evidence | context.weigh(*pair) for pair, evidence in self._alone.items()
            }
            links = choose(self.evidence)
        return links


class Context:
    """What speaks for a pair when others are believed to be linked."""

    def __init__(self, ours: Side, theirs: Side, links: Matches):
        self._ours, self._theirs = ours, theirs
        self._links = links
        self._back = {j: i for i, j in links.items()}
        self._addresses = {ours.columns[i].key: theirs.columns[j].key for i, j in links.items()}

    def weigh(self, i: int, j: int) -> Evidence:
        """The evidence of parents and children, of the order, and of the citations.

        A paragraph is at home below its parent, whatever law that is in: where parents are known
        they speak instead of the law.
        """
        return weighted(
            {
                "bearer" if self._ours.leads[i].is_note else "home": self._above(i, j),
                "children": self._children(i, j),
                "order": (self._step(i, j, -1) + self._step(i, j, 1)) / 2,
                "citations": self._citations(i, j),
            }
        )

    def _above(self, i: int, j: int) -> float:
        """1 when the one's parent is the other's, -1 when it is another's; so with bearers."""
        one, other = self._ours.parent[i], self._theirs.parent[j]
        is_note = self._ours.leads[i].is_note
        if one is None or other is None or is_note != self._theirs.leads[j].is_note:
            return 0.0
        if self._links.get(one) == other:
            return 1.0
        return -1.0 if one in self._links or other in self._back else 0.0

    def _children(self, i: int, j: int) -> float:
        """A heading without words of its own is known by what it contains.

        Of texts the parts may have changed, so that only those that are linked tell anything.
        """
        ours, theirs = self._ours.children[i], self._theirs.children[j]
        if not (ours or theirs):
            return 0.0
        shared = sum(self._links.get(child) in theirs for child in ours)
        texted = self._ours.texted[i] and self._theirs.texted[j]
        found = 4 * shared / (len(ours) + len(theirs)) - 1
        return max(0.0, found) if texted else found

    def _step(self, i: int, j: int, step: int) -> float:
        """1 when the neighbours on one side are linked, 0.5 when there's a gap between them."""
        ahead = self._links.get(i + step)
        if ahead is None:
            return 0.0
        distance = (ahead - j) * step
        return 1.0 if distance == 1 else 0.5 if distance == 2 else 0.0

    def _citations(self, i: int, j: int) -> float:
        ours, theirs = self._ours.leads[i].cites, self._theirs.leads[j].cites
        return agreement({self._addresses.get(key, key) for key in ours}, theirs)


def choose(evidence: Mapping[Pair, Evidence]) -> Matches:
    """The pairs that something speaks for, the strongest first, each place at most once."""
    return one_to_one({pair: sum(weights.values()) for pair, weights in evidence.items()})


def _admissible(ours: Side, theirs: Side, texts: Scorers, headings: Scorers) -> set[Pair]:
    """The pairs worth weighing: alike in words or heading, or believable without that."""
    pairs = texts.nearest(NEAREST) | headings.nearest(NEAREST)
    there = grouped((_shelf(unit), j) for j, unit in enumerate(theirs.leads))
    for i, one in enumerate(ours.leads):
        beside = there.get(_shelf(one), ())
        pairs.update((i, j) for j in beside if _believable(one, theirs.leads[j]))
    return {(i, j) for i, j in pairs if _shelf(ours.leads[i])[0] == _shelf(theirs.leads[j])[0]}


def _believable(one: Unit, other: Unit) -> bool:
    """Whether two provisions of a law may be one whatever their words."""
    if not one.words or not other.words or (one.is_note and other.is_note):
        return True
    return one.key == other.key or not one.concepts.keys().isdisjoint(other.concepts)


def _shelf(unit: Unit) -> tuple[str, int | None]:
    """What may be compared: the laws' provisions with each other, others with their kind."""
    return ("rules", unit.law) if unit.kind in RULES else (unit.kind, None)
