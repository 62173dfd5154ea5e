"""Citations that lead nowhere, elsewhere than the other texts', or that only one text has.

A sister of the same year speaks first; an edition of another year, its addresses translated,
decides between them; where it cannot, the sense of the text does.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from lawbase.address import KeyParts, key_order, law_of
from lawbase.auditing.citing import (
    CitationPair,
    Comparison,
    PartnerCitation,
    Sense,
    are_alike,
    compare_all,
)
from lawbase.auditing.collation import Collation, GapValue
from lawbase.model import Cited, EditionName, Finding, Key, Provision, Reference, Severity, Witness

SURE = 0.8
"""The confidence from which a disagreement is called an error."""
EVEN = 0.5
"""The confidence from which the text rather than its partner is in doubt."""
LEFT_OVER = 0.45
"""The confidence in a citation being left over from an older edition."""
CHANGED = 0.4
"""The confidence in a slip where only texts of another year can be asked, which agree."""
AROUND = 6
"""With how many words before it a citation is quoted that a text lacks."""
LABELS = re.compile(r"(?<!\w)(?:\d+[A-Z]|[a-z]\d+)(?!\w)")
DISAGREEING = {
    "other law": "reference-to-other-law",
    "same law": "reference-to-other-paragraph",
    "coarser": "less-precise-reference",
}


def dangling_references(laws: Collation) -> Iterator[Finding]:
    """Every citation that leads to nothing, with what the other texts cite at the same place."""
    for text in laws.texts():
        for reference in laws.citations(text):
            if reference.status == "dangling":
                pairs = [*_pairs(laws, text, reference).values()]
                likely = _most_cited(laws, text, pairs)
                citing = [pair.other for pair in pairs if pair.key == likely]
                yield laws.finding(
                    text,
                    "dangling-reference",
                    grade=None,
                    printed=reference.raw,
                    expected=likely,
                    witnesses=_prints(laws, text, pairs),
                    likely=Cited(text.edition, likely) if likely else None,
                    **_who_cites(laws, text, likely, citing),
                )


def _pairs(laws: Collation, text: Provision, reference: Reference) -> dict[str, CitationPair]:
    """What stands for a citation in each edition that has anything for it."""
    compared = laws.made(compare_all, text)
    return {c.edition: pair for c in compared for pair in c.pairs if pair.own == reference}


def _most_cited(laws: Collation, text: Provision, pairs: Iterable[CitationPair]) -> Key:
    """What most of the others cite, as an address that this edition has or reaches to."""
    votes = Counter(
        pair.key
        for pair in pairs
        if laws.kb.provision(text.edition, pair.key) or not laws.kb.reaches(text.edition, pair.key)
    )
    return min(votes, key=lambda key: (-votes[key], key_order(key)), default="")


def disagreeing_references(laws: Collation) -> Iterator[Finding]:
    """Every citation that the sisters dispute, where the majority or the sense is against it."""
    for text in laws.texts():
        for reference in laws.citations(text):
            if reference.status != "dangling":
                yield from _judge(laws, text, reference)


def _judge(laws: Collation, text: Provision, reference: Reference) -> Iterator[Finding]:
    pairs = _pairs(laws, text, reference)
    agreeing = [edition for edition, pair in pairs.items() if pair.likeness == "same"]
    against = {edition: p for edition, p in pairs.items() if p.likeness in DISAGREEING}
    sisters = {s.id for s in laws.sisters(text.edition) if laws.partners(text, s.id)}
    disputing = [pair for edition, pair in against.items() if edition in sisters or not sisters]
    if not disputing or sisters & {*agreeing}:
        return
    pair = disputing[0]
    supporters = [p for p in against.values() if are_alike(p.key, pair.key)]
    outvoted = len(supporters) - len(agreeing)
    others = _prints(laws, text, against.values())
    citing = [supporter.other for supporter in supporters if supporter.key == pair.key]
    finding = partial(_disputed, laws, text, pair, others, citing)
    if not sisters:
        agreed = outvoted == len(against) > 1
        if agreed and pair.likeness != "coarser":
            yield finding(CHANGED)
    elif outvoted > 1:
        yield finding(0.95)
    elif outvoted == 1:
        doubt = laws.made(Sense, text.edition).doubt(text, reference, pair.key)
        if pair.likeness == "coarser":
            doubt = 0.65
        if doubt >= EVEN:
            yield finding(round(min(doubt, 0.9), 2))
    elif pair.likeness == "coarser" and _is_later(laws, text, agreeing):
        yield finding(LEFT_OVER)


def _is_later(laws: Collation, text: Provision, editions: Iterable[str]) -> bool:
    """Whether the editions are all older."""
    year = laws.kb.edition(text.edition).year
    return all(laws.kb.edition(edition).year < year for edition in editions)


def _disputed(
    laws: Collation,
    text: Provision,
    pair: CitationPair,
    witnesses: list[Witness],
    citing: list[PartnerCitation],
    confidence: float,
) -> Finding:
    """One disputed citation; it is ``stale`` where an older text prints the same address."""
    printed = pair.own.to or ""
    years = {laws.kb.edition(c.text.edition).year for c in citing if c.reference.to == printed}
    older = {year for year in years if year < laws.kb.edition(text.edition).year}
    severity: Severity = "error" if confidence >= SURE and pair.likeness != "coarser" else "warning"
    return laws.finding(
        text,
        DISAGREEING[pair.likeness],
        grade=(severity if confidence >= EVEN else "info", confidence),
        printed=pair.own.raw,
        expected=pair.key,
        witnesses=witnesses,
        cited=Cited(text.edition, printed),
        other=Cited(text.edition, pair.key),
        stale=max(older, default=None),
        **_who_cites(laws, text, pair.key, citing),
    )


def _editions(texts: Iterable[Provision]) -> tuple[EditionName, ...]:
    """The editions of some texts, each once."""
    return tuple(EditionName(edition) for edition in dict.fromkeys(t.edition for t in texts))


def _who_cites(
    laws: Collation, text: Provision, key: Key, citing: list[PartnerCitation]
) -> dict[str, GapValue]:
    """Who cites an address of ours: ``editions`` by the same, ``renumbered`` by another, ``there``.

    What is 16C in one year may be printed as 16D in another. What lies beyond the end of ours is
    told by the address in a sister, ``edition``.
    """
    having = laws.edition_with(key, text.edition)
    renumbered = {c.text: c.reference.to or "" for c in citing if c.reference.to != key}
    there = {to: Cited(other.edition, to) for other, to in renumbered.items()}
    return {
        "editions": _editions(c.text for c in citing if c.text not in renumbered) or None,
        "renumbered": _editions(renumbered) or None,
        "there": tuple(there.values()) or None,
        "edition": EditionName(having) if renumbered and having else None,
    }


def _prints(laws: Collation, text: Provision, pairs: Iterable[CitationPair]) -> list[Witness]:
    """What other texts print at the same place, and which address of ours that is, if any."""
    return [
        laws.witness(
            pair.other.text,
            "prints-address",
            words=pair.other.reference.raw,
            cited=Cited(text.edition, pair.key)
            if laws.kb.reaches(text.edition, pair.key)
            else None,
        )
        for pair in pairs
    ]


def unmatched_references(laws: Collation) -> Iterator[Finding]:
    """What a sister cites and this text doesn't; what this text cites and no other does."""
    reported: dict[tuple[str, Key], set[Key]] = {}
    for text in laws.texts():
        told = reported.get((text.edition, text.parent or ""), ())
        reported[text.edition, text.key] = here = set(told)
        sisters = {sister.id for sister in laws.sisters(text.edition)}
        near = [c for c in laws.made(compare_all, text) if c.edition in sisters]
        far = [c for c in laws.made(compare_all, text) if c.edition not in sisters]
        if near and text.kind not in ("preface", "introduction"):
            yield from _missing(laws, text, near, far, here)
            yield from _additional(laws, text, near, far)


def _missing(
    laws: Collation,
    text: Provision,
    near: list[Comparison],
    far: list[Comparison],
    reported: set[Key],
) -> Iterator[Finding]:
    """A citation that the other years lack too is new in this year, or else additional there.

    What is ``reported`` already, of the paragraph above too, is not reported again.
    """
    new = _is_later(laws, text, (comparison.edition for comparison in far))
    for lacked in (lacked for comparison in near for lacked in comparison.lacking if lacked.keys):
        key = lacked.keys[0]
        backing = [c for comparison in far for c in comparison.lacking if _is_cited(key, c.keys)]
        citing = [c for c in near if any(_is_cited(key, other.keys) for other in c.lacking)]
        alone = 2 * len(citing) <= len(near)
        if key in reported or alone or _is_own(text.key, key) or not (backing or new):
            continue
        reported.add(key)
        yield laws.finding(
            text,
            "missing-reference",
            grade=("warning" if backing else "info", 0.85 if backing else 0.5),
            printed="",
            expected=key,
            witnesses=[
                laws.witness(c.text, "prints", words=_surrounded(laws, c.reference))
                for c in (lacked, *backing)
            ],
            cited=Cited(text.edition, key),
            **_who_cites(laws, text, key, [c for c in (lacked, *backing) if key in c.keys]),
        )


def _surrounded(laws: Collation, reference: Reference) -> str:
    """A citation with the words before it, which tell where in a text it would stand."""
    before, raw, _ = laws.kb.citing_sentence_parts(reference)
    first, *words = before.rsplit(maxsplit=AROUND) or [""]
    lead = f"… {before[len(first) :].lstrip()}" if len(words) == AROUND else before
    return f"{lead}{raw}"


def _is_cited(key: Key, keys: tuple[Key, ...]) -> bool:
    return any(are_alike(key, other) for other in keys)


def _is_own(place: Key, key: Key) -> bool:
    """Whether the key is the law that the text itself belongs to: “this law” may stand for it."""
    return key == str(law_of(place))


def _additional(
    laws: Collation, text: Provision, near: list[Comparison], far: list[Comparison]
) -> Iterator[Finding]:
    if _is_later(laws, text, (comparison.edition for comparison in far)):
        return
    reported: set[str] = set()
    for reference in laws.citations(text):
        everywhere = all(reference in comparison.alone for comparison in (*near, *far))
        if everywhere and reference.raw not in reported and reference.status != "dangling":
            reported.add(reference.raw)
            others = [p for c in (*near, *far) for p in laws.partners(text, c.edition)]
            yield laws.finding(
                text,
                "additional-reference",
                printed=reference.raw,
                witnesses=[laws.witness(partner, "has-none") for partner in others],
                editions=_editions(others),
            )


def misprinted_references(laws: Collation) -> Iterator[Finding]:
    """Every label that is printed in the letters of another level: ``2C`` for the item 2c."""
    for text in laws.texts():
        for reference in laws.citations(text):
            address = KeyParts.of(reference.to or "").address
            span = reference.target
            if address is None or span is None:
                continue
            meant = "".join(address.steps[-2:])
            said = text.part(reference.part)[span.start : span.end]  # type: ignore[arg-type]
            for printed in LABELS.findall(said):
                if printed != meant and printed.lower() == meant.lower():
                    yield laws.finding(
                        text,
                        "misprinted-reference",
                        printed=reference.raw,
                        expected=str(address),
                        cited=Cited(text.edition, str(address)),
                    )


CHECKS = (
    dangling_references,
    disagreeing_references,
    unmatched_references,
    misprinted_references,
)
