"""Sentences of a sister that a text has nothing of, and is too short to have.

Both must hold: the text is shorter than its partner lets expect by about that sentence, and the
words that the learned lexicon has for the sentence don't stand in it or around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.similarity import Similarity
from lawbase.model import Finding, Text
from lawbase.text import sentences

MISSING = "missing-sentence"
NAMES = (MISSING,)

SHORT = 0.8
"""Which part of the sentence the text is short of, at least."""
FOREIGN = 0.35
"""Which part of the sentence's words, by rarity, may stand in the text all the same."""
SENTENCE = 30
"""How many characters a sentence has at least."""
TELLING = 80
"""From how many characters on a text tells how long translations are."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every sentence of a partner that nothing in a text corresponds to."""
    similarity = Similarity(evidence)
    ratios: dict[tuple[str, str], float] = {}
    for text, provision in evidence.texts():
        for sister in evidence.sisters(text.edition):
            partners = evidence.partners(text, sister.id)
            if partners and provision.kind not in ("definition", "preface", "introduction"):
                pair = (text.edition, sister.id)
                if pair not in ratios:
                    ratios[pair] = _ratio(evidence, *pair)
                yield from _lacking(evidence, text, partners, ratios[pair], similarity)


def _lacking(
    evidence: Evidence,
    text: Text,
    partners: Sequence[Text],
    ratio: float,
    similarity: Similarity,
) -> Iterator[Finding]:
    back = (own for partner in partners for own in evidence.partners(partner, text.edition))
    ours = tuple(dict.fromkeys(back))
    short = ratio * _length(evidence, partners) - _length(evidence, ours)
    around = {near for own in ours for near in evidence.around(own) if near in evidence}
    for partner in partners:
        said = evidence.provision(partner).text
        for span in sentences(said, evidence.profile(partner.edition).sentences.abbreviations):
            sentence = " ".join(said[span.start : span.end].split())
            fits = len(sentence) < SENTENCE or short < SHORT * ratio * len(sentence)
            if not fits and similarity.covered(partner.edition, sentence, around) < FOREIGN:
                yield finding(
                    text,
                    MISSING,
                    "info",
                    0.6,
                    "A sentence of the other text has nothing to correspond to here.",
                    evidence=[f"{evidence.cite(partner)}: “{sentence}”"],
                )


def _ratio(evidence: Evidence, edition: str, sister: str) -> float:
    """How long a text of an edition is, usually, for each character of the sister's."""
    ratios = []
    for text, provision in evidence.texts():
        partners = evidence.partners(text, sister) if text.edition == edition else ()
        alone = len(partners) == 1 and evidence.partners(partners[0], edition) == (text,)
        if alone and len(provision.text) > TELLING:
            ratios.append(len(provision.text) / max(_length(evidence, partners), 1))
    return median(ratios) if ratios else 1.0


def _length(evidence: Evidence, texts: Sequence[Text]) -> int:
    provisions = (evidence.provision(text) for text in texts)
    return sum(len(provision.text) + len(provision.tail) for provision in provisions)
