"""Texts of one year that stand at each other's place, or say different things at the same one."""

from collections.abc import Iterator
from itertools import pairwise

from lawbase.auditing.citing import Sense
from lawbase.auditing.collation import Collation, opening_words
from lawbase.model import Edition, EditionName, Finding, Key, Provision

MARGIN = 0.1
"""How much more alike texts are one way than the other, at least, of 8 that is possible."""
SURE = 0.9
"""From how much on the words of a sister say that nothing is crossed."""
LITTLE = 0.15
"""How much of their words, both ways together, two texts that say different things share."""
WORDS = 8
"""How many words both have at least; of short texts the lexicon knows too little."""
APART = frozenset({"definition", "preface", "introduction"})

Two = tuple[Provision, Provision]


def swapped_labels(laws: Collation) -> Iterator[Finding]:
    """Every two neighbours that are more like the sister's the other way round.

    Another year that has the labels too says which of the two texts is odd; else their own
    citations do: what a text cites under one label fits what it prints under the other. Of an
    edition that doesn't speak for its year, whose lexicon may be small, the alignment must say so.
    """
    for text in laws.texts():
        for two in _neighbours(laws, text):
            for sister in laws.sisters(text.edition):
                theirs = _same_labels(laws, two, sister)
                asked = theirs and (laws.is_voice(text.edition) or _crossed(laws, two, theirs))
                confidence = _odd(laws, two, theirs) if theirs and asked else 0.0
                if theirs and confidence:
                    one, other = two
                    yield laws.finding(
                        one,
                        "swapped-labels",
                        grade=("error" if confidence > 0.8 else "warning", confidence),
                        printed=one.key,
                        expected=other.key,
                        witnesses=[laws.quote(one), laws.quote(theirs[0])],
                        place=one,
                        other=other,
                        edition=EditionName(theirs[0].edition),
                    )


def _neighbours(laws: Collation, parent: Provision) -> Iterator[Two]:
    for one, two in pairwise(laws.kb.children(parent)):
        if _are_leaves(one, two):
            yield one, two


def _are_leaves(*texts: Provision) -> bool:
    return all(text.text.strip() and not text.children for text in texts)


def _same_labels(laws: Collation, two: Two, edition: Edition) -> Two | None:
    """The leaves of another edition at the same two labels."""
    one, other = (laws.kb.provision(edition.id, text.key) for text in two)
    return (one, other) if one and other and _are_leaves(one, other) else None


def _crossed(laws: Collation, two: Two, theirs: Two) -> bool:
    """Whether each is aligned with what the sister has at the other's label."""
    pairs = zip(two, reversed(theirs), strict=True)
    return all(laws.partners(ours, there.edition) == (there,) for ours, there in pairs)


def _straight(laws: Collation, two: Two, theirs: Two) -> float:
    """How much more alike they are label by label than the other way round."""
    alike = laws.similarity.alike
    straight = alike(two[0], theirs[0]) + alike(two[1], theirs[1])
    return straight - alike(two[0], theirs[1]) - alike(two[1], theirs[0])


def _odd(laws: Collation, two: Two, theirs: Two) -> float:
    """How sure it is that our labels are the odd ones; 0 when the sister's are, or none.

    The lexicon that speaks between us and the sister has learned from the odd pair too; another
    year outvotes it unless it is sure.
    """
    near = _straight(laws, two, theirs)
    if near > SURE:
        return 0.0
    far = [
        (_straight(laws, two, labels), _straight(laws, theirs, labels))
        for edition in laws.others(two[0].edition)
        if (labels := _same_labels(laws, two, edition)) is not None
    ]
    ours, there = sum(one for one, _ in far), sum(other for _, other in far)
    if ours < -MARGIN and there > MARGIN:
        return 0.9
    if near > -MARGIN or (ours > MARGIN and there < -MARGIN):
        return 0.0
    return _by_citations(laws, two, theirs)


def _by_citations(laws: Collation, two: Two, theirs: Two) -> float:
    """Our labels are the odd ones when our citations fit them no better than the sister's do."""
    keys = (two[0].key, two[1].key)
    ours, there = (_doubt(laws, t[0].edition, *keys) for t in (two, theirs))
    return 0.75 if ours >= there else 0.0


def _doubt(laws: Collation, edition: str, one: Key, two: Key) -> float:
    """How much the citations of either key seem to mean the other one; 0.5 when there are none."""
    sense = laws.made(Sense, edition)
    other = {one: two, two: one}
    doubts = [
        sense.doubt(text, reference, other[reference.to])
        for text in laws.kb.edition(edition).provisions
        for reference in laws.citations(text)
        if reference.to in other
    ]
    return sum(doubts) / len(doubts) if doubts else 0.5


def unlike_texts(laws: Collation) -> Iterator[Finding]:
    """Every pair of one year that only its place holds together, told of the later edition.

    The alignment paired them because of where they stand; the words speak strongly against it.
    """
    for alignment in laws.kb.aligned.alignments:
        texts = [
            p
            for t in alignment.texts
            for p in laws.kb.provisions(t.edition, [t.key])
            if _is_long(p)
        ]
        for one, other in pairwise(texts):
            same_year = laws.kb.edition(one.edition).year == laws.kb.edition(other.edition).year
            if same_year and laws.similarity.shared(one, other) <= LITTLE:
                witnesses, printed = [laws.quote(one)], opening_words(other)
                yield laws.finding(
                    other, "unlike-text", printed=printed, witnesses=witnesses, place=one
                )


def _is_long(text: Provision) -> bool:
    return len(text.text.split()) >= WORDS and text.kind not in APART


CHECKS = (swapped_labels, unlike_texts)
