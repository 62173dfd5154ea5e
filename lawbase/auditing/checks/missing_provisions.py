"""Provisions, footnotes and definitions that one text of a year has and its sister lacks.

An edition of another year decides which of the two is odd: what it has too is missing in the one,
what it lacks too is additional in the other, perhaps left over from an older edition.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.address import law_of
from lawbase.auditing.evidence import SURE, Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Key, Provision, ProvisionKind, Severity, Text

MISSING: dict[ProvisionKind, str] = {
    "law": "missing-provision",
    "provision": "missing-provision",
    "footnote": "missing-footnote",
    "definition": "missing-definition",
}
ADDITIONAL: dict[ProvisionKind, str] = {
    "law": "additional-provision",
    "provision": "additional-provision",
    "footnote": "additional-footnote",
    "definition": "additional-definition",
}
DISPLACED = "displaced-footnote"
NAMES = (DISPLACED, *dict.fromkeys(MISSING.values()), *dict.fromkeys(ADDITIONAL.values()))


def check(evidence: Evidence) -> Iterator[Finding]:
    """What stands in one text of a year only, told of the text that the other years speak against.

    Of several levels that are missing only the uppermost is told.
    """
    for text, provision in evidence.texts():
        if provision.kind in MISSING and not _is_editors_note(provision):
            for sister in evidence.sisters(text.edition):
                if _is_lacked(evidence, text, sister) and not _is_told_above(
                    evidence, provision, sister
                ):
                    there = _footnote_elsewhere(evidence, provision, sister)
                    if there is None:
                        yield _judge(evidence, text, provision, sister)
                    elif text.edition < sister.id:
                        yield _displaced(evidence, text, there)


def _is_editors_note(provision: Provision) -> bool:
    """A footnote that has a mark instead of a number is the publisher's, not the law's."""
    return provision.kind == "footnote" and not provision.key.partition("#fn")[2].isdigit()


def _is_lacked(evidence: Evidence, text: Text, sister: Edition) -> bool:
    said = any(
        evidence.provision(below).text or evidence.provision(below).tail
        for below in evidence.below(text)
    )
    reaches = evidence.covers(sister.id, text.key)
    return bool(said) and reaches and not evidence.has(text, sister.id)


def _is_told_above(evidence: Evidence, provision: Provision, sister: Edition) -> bool:
    above = provision.bearers[0] if provision.bearers else provision.parent
    return above is not None and _is_lacked(evidence, Text(provision.edition, above), sister)


def _footnote_elsewhere(evidence: Evidence, provision: Provision, sister: Edition) -> Text | None:
    """A footnote that the sister has in the same law, and that nothing here corresponds to."""
    if provision.kind != "footnote":
        return None
    for other in sister.provisions:
        there = Text(sister.id, other.key)
        if (
            other.kind == "footnote"
            and law_of(other.key) == law_of(provision.key)
            and not evidence.has(there, provision.edition)
        ):
            return there
    return None


def _displaced(evidence: Evidence, text: Text, there: Text) -> Finding:
    return finding(
        text,
        DISPLACED,
        "warning",
        0.7,
        f"This footnote seems to be the one that {there.edition} has at another place of the law.",
        printed=evidence.excerpt(text),
        evidence=[_quote(evidence, there)],
    )


def _judge(evidence: Evidence, text: Text, provision: Provision, sister: Edition) -> Finding:
    others = evidence.others(text.edition)
    having = [edition for edition in others if evidence.has(text, edition.id, SURE)]
    lacking = [
        edition
        for edition in others
        if edition not in having and evidence.covers(edition.id, text.key)
    ]
    year = evidence.edition(text.edition).year
    if not having and lacking and all(edition.year > year for edition in lacking):
        return _additional(evidence, text, provision, (sister, *lacking))
    return _missing(evidence, text, provision, sister, having)


def _missing(
    evidence: Evidence, text: Text, provision: Provision, sister: Edition, having: list[Edition]
) -> Finding:
    backed: Severity = "warning" if provision.kind == "definition" else "error"
    there = [
        partner
        for edition in having
        for below in evidence.below(text)
        for partner in evidence.partners(below, edition.id)
    ]
    key = _local(evidence, text, sister)
    return finding(
        Text(sister.id, key),
        MISSING[provision.kind],
        backed if having else "warning",
        0.9 if having else 0.55,
        f"{evidence.profile(sister.id).cite(key)} is missing here; the others have it.",
        evidence=[_quote(evidence, witness) for witness in (text, *there[:2])],
    )


def _local(evidence: Evidence, text: Text, sister: Edition) -> Key:
    """What a key would be in the sister: a definition has its word there for a headword."""
    for concept in evidence.concepts:
        words = concept.words.get(sister.language, ())
        if words and concept.definitions.get(text.edition) == text.key:
            return f"def.{words[0]}"
    return text.key


def _additional(
    evidence: Evidence, text: Text, provision: Provision, lacking: tuple[Edition, ...]
) -> Finding:
    shifted = _pushes_on(evidence, text, lacking[0])
    severity: Severity = "warning" if provision.kind in ("law", "provision") else "info"
    names = ", ".join(edition.id for edition in lacking)
    return finding(
        text,
        ADDITIONAL[provision.kind],
        "error" if shifted else severity,
        0.9 if shifted else 0.6,
        "Only this text has this; it may be left over from an older edition.",
        printed=evidence.excerpt(text),
        evidence=[
            f"nothing in {names} corresponds to it",
            *(["what follows stands one label further on than there"] if shifted else []),
        ],
    )


def _pushes_on(evidence: Evidence, text: Text, sister: Edition) -> bool:
    """Whether what follows has, in the sister, the label that this has here."""
    parent = evidence.provision(text).parent
    if parent is None:
        return False
    siblings = evidence.provision(Text(text.edition, parent)).children
    after = siblings[siblings.index(text.key) + 1 :] if text.key in siblings else ()
    return any(
        Text(sister.id, text.key) in evidence.partners(Text(text.edition, following), sister.id)
        for following in after[:1]
    )


def _quote(evidence: Evidence, text: Text) -> str:
    return f"{evidence.cite(text)}: “{evidence.excerpt(text)}”"
