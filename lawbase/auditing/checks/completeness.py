"""Provisions, footnotes, definitions, headings and sentences that one text of a year lacks.

An edition of another year decides which of two sisters is odd: what it has too is missing in the
one, what it lacks too is additional in the other, perhaps left over from an older edition.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from statistics import median

from lawbase.address import KeyParts, lies_in
from lawbase.auditing.collation import SURE, Collation, opening_words
from lawbase.model import (
    Edition,
    EditionName,
    Finding,
    Key,
    Provision,
    Severity,
    Text,
    Witness,
)
from lawbase.text import sentences

NOUNS = {"law": "provision", "provision": "provision"} | {
    kind: kind for kind in ("footnote", "definition")
}
"""What the names of checks call the kinds of provisions that they look for."""
SHORT = 0.8
"""Which part of a missing sentence the text is short of, at least."""
FOREIGN = 0.35
"""Which part of the sentence's words, by rarity, may stand in the text all the same."""
SENTENCE = 30
"""How many characters a sentence has at least."""
TELLING = 80
"""From how many characters on a text tells how long translations are."""


def provisions(laws: Collation) -> Iterator[Finding]:
    """What stands in one text of a year only, told of the text that the other years speak against.

    Of several levels that are missing only the uppermost is told.
    """
    for text in laws.texts():
        if text.kind in NOUNS and _is_comparable(laws, text):
            lacking = [s for s in laws.held_against(text.edition) if _is_lacked(laws, text, s)]
            heard = [sister for sister in lacking if laws.is_voice(sister.id)]
            for sister in lacking:
                if not _is_told_above(laws, text, sister):
                    yield from _judge(laws, text, sister, heard)


def _is_comparable(laws: Collation, text: Provision) -> bool:
    """Whether it is the law's, and it is known what it would be in another text.

    A footnote that has a mark instead of a number is the publisher's. What a definition defines is
    only known by the glossary.
    """
    if text.kind == "footnote":
        return KeyParts.of(text.key).footnote.isdigit()
    return text.kind != "definition" or bool(laws.kb.defines(text.edition, text.key))


def _is_lacked(laws: Collation, text: Provision, sister: Edition) -> bool:
    said = any(below.text or below.tail for below in laws.below(text))
    return said and laws.kb.reaches(sister.id, text.key) and not laws.has(text, sister.id)


def _is_told_above(laws: Collation, text: Provision, sister: Edition) -> bool:
    above = laws.kb.provisions(
        text.edition, [text.bearers[0] if text.bearers else text.parent or ""]
    )
    return any(_is_lacked(laws, each, sister) for each in above)


def _judge(
    laws: Collation, text: Provision, sister: Edition, heard: list[Edition]
) -> Iterator[Finding]:
    """The text is odd when it is alone in its year, or when all later years lack it too.

    Only what speaks for its year testifies: ``heard`` are such editions that lack the text too.
    Nothing is missing that a sister has at its address, or that is aligned there at all.
    """
    others = laws.others(text.edition)
    having = [edition for edition in others if laws.has(text, edition.id, SURE)]
    lacking = [e for e in others if e not in having and laws.kb.reaches(e.id, text.key)]
    year = laws.kb.edition(text.edition).year
    older = lacking and all(edition.year > year for edition in lacking)
    alone = not any(laws.has(text, edition.id) for edition in laws.sisters(text.edition))
    if alone and not having and (older or len(heard) > 1):
        if sister in heard:
            yield _additional(laws, text, (*heard, *lacking))
    elif (
        laws.is_voice(text.edition)
        and laws.kb.provision(sister.id, text.key) is None
        and not laws.has(text, sister.id, least=0.0)
    ):
        yield _missing(laws, text, sister, having)


def _missing(laws: Collation, text: Provision, sister: Edition, having: list[Edition]) -> Finding:
    backed: Severity = "warning" if text.kind == "definition" else "error"
    there = [p for e in having for below in laws.below(text) for p in laws.partners(below, e.id)]
    place = Text(sister.id, _local(laws, text, sister))
    return laws.finding(
        place,
        f"missing-{NOUNS[text.kind]}",
        grade=(backed if having else "warning", 0.9 if having else 0.55),
        witnesses=[laws.quote(witness) for witness in (text, *there[:2])],
        place=place,
    )


def _local(laws: Collation, text: Provision, sister: Edition) -> Key:
    """What a key would be in the sister: a definition has its word there for a headword.

    The number of a footnote tells nothing there; told is what would call it.
    """
    if text.bearers:
        bearer = text.bearers[0]
        return next(iter(laws.translate(bearer, text.edition, sister.id)), bearer)
    defined = laws.kb.defines(text.edition, text.key)
    words = (word for concept in defined for word in concept.words.get(sister.language, ())[:1])
    return next((f"def.{word}" for word in words), text.key)


def _additional(laws: Collation, text: Provision, lacking: tuple[Edition, ...]) -> Finding:
    shifted = _pushes_on(laws, text, lacking[0])
    severity: Severity = "warning" if NOUNS[text.kind] == "provision" else "info"
    nothing = Witness(
        "nothing-corresponds", {"editions": tuple(EditionName(e.id) for e in lacking)}
    )
    return laws.finding(
        text,
        f"additional-{NOUNS[text.kind]}",
        grade=("error" if shifted else severity, 0.9 if shifted else 0.6),
        printed=opening_words(text),
        witnesses=[nothing, Witness("pushes-on", {})] if shifted else [nothing],
    )


def _pushes_on(laws: Collation, text: Provision, sister: Edition) -> bool:
    """Whether what follows has, in the sister, the label that this has here."""
    parent = laws.kb.parent(text)
    siblings = parent.children if parent else ()
    after = siblings[siblings.index(text.key) + 1 :] if text.key in siblings else ()
    following = laws.kb.provisions(text.edition, after[:1])
    return any(p.key == text.key for each in following for p in laws.partners(each, sister.id))


def differing_headings(laws: Collation) -> Iterator[Finding]:
    """Headings that a sister and another year have and this text lacks, or the other way round."""
    for text in laws.texts():
        if text.kind == "provision" and text.heading:
            yield from _additional_heading(laws, text)
        headed = text.heading or (text.children and text.text)
        if text.kind in ("law", "provision") and not headed:
            near = [t for e in laws.sisters(text.edition) for t in _headed(laws, text, e.id)]
            far = [t for e in laws.others(text.edition) for t in _headed(laws, text, e.id)]
            law = text.kind == "law"
            if near and (far or law):
                yield laws.finding(
                    text,
                    "missing-heading",
                    grade=("error" if law else "warning", 0.95 if law else 0.8),
                    witnesses=[laws.witness(t, "quotes", words=t.heading) for t in (*near, *far)],
                )


def _headed(laws: Collation, text: Provision, edition_id: str) -> list[Provision]:
    """What stands for a text in another edition and has a heading."""
    there = laws.kb.provisions(edition_id, laws.translate(text.key, text.edition, edition_id))
    return [t for t in there if t.heading]


def _additional_heading(laws: Collation, text: Provision) -> Iterator[Finding]:
    """A heading that no other text has, at this address neither, where two years could have it."""
    near = _parts(laws, text, laws.sisters(text.edition))
    far = _parts(laws, text, laws.others(text.edition))
    here = [
        t
        for sister in laws.sisters(text.edition)
        for t in laws.kb.provisions(sister.id, [text.key])
    ]
    if near and far and not any(t.heading for t in (*near, *far, *here)):
        yield laws.finding(
            text,
            "additional-heading",
            printed=text.heading,
            witnesses=[laws.witness(t, "has-none") for t in (*near, *far)],
        )


def _parts(laws: Collation, text: Provision, editions: Iterable[Edition]) -> list[Provision]:
    """What stands for a text in editions; of a paragraph and its parts only the parts."""
    partners = [laws.partners(text, edition.id) for edition in editions]
    return [
        partner
        for found in partners
        for partner in found
        if not any(t != partner and lies_in(t.key, partner.key) for t in found)
    ]


def missing_sentences(laws: Collation) -> Iterator[Finding]:
    """Every sentence of a sister that a text has nothing of, and is too short to have.

    Both must hold: the text is shorter than its partner lets expect by about that sentence, and the
    words that the learned lexicon has for the sentence don't stand in it or around it.
    """
    ratio = cache(lambda edition, sister: _ratio(laws, edition, sister))
    for text in laws.texts():
        if text.kind in ("definition", "preface", "introduction"):
            continue
        for sister in laws.sisters(text.edition):
            partners = laws.partners(text, sister.id)
            if partners:
                usual = ratio(text.edition, sister.id)
                yield from _lacking(laws, text, partners, usual)


def _lacking(
    laws: Collation, text: Provision, partners: Sequence[Provision], ratio: float
) -> Iterator[Finding]:
    back = (own for partner in partners for own in laws.partners(partner, text.edition))
    ours = tuple(dict.fromkeys(back))
    short = ratio * _length(partners) - _length(ours)
    around = {near for own in ours for near in laws.around(own)}
    for partner in partners:
        said = partner.text
        for span in sentences(said, laws.kb.profile(partner.edition).sentences.abbreviations):
            sentence = " ".join(said[span.start : span.end].split())
            fits = len(sentence) < SENTENCE or short < SHORT * ratio * len(sentence)
            if not fits and laws.similarity.covered(partner.edition, sentence, around) < FOREIGN:
                witness = laws.witness(partner, "quotes", words=sentence)
                yield laws.finding(text, "missing-sentence", witnesses=[witness])


def _ratio(laws: Collation, edition: str, sister: str) -> float:
    """How long a text of an edition is, usually, for each character of the sister's."""
    ratios = []
    for text in laws.kb.edition(edition).provisions:
        partners = laws.partners(text, sister)
        alone = len(partners) == 1 and laws.partners(partners[0], edition) == (text,)
        if alone and len(text.text) > TELLING:
            ratios.append(len(text.text) / max(_length(partners), 1))
    return median(ratios) if ratios else 1.0


def _length(texts: Sequence[Provision]) -> int:
    return sum(text.length for text in texts)


CHECKS = (provisions, differing_headings, missing_sentences)
