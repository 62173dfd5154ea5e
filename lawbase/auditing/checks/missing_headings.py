"""Titles and headings that only this text lacks, or only it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Provision, Text

MISSING = "missing-heading"
ADDITIONAL = "additional-heading"
NAMES = (MISSING, ADDITIONAL)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Headings that a sister and another year have and this text lacks, or the other way round."""
    for text, provision in evidence.texts():
        if provision.kind == "provision" and provision.heading:
            yield from _additional(evidence, text, provision)
        if provision.kind in ("law", "provision") and not _is_headed(provision):
            near = [
                t for e in evidence.sisters(text.edition) for t in _headed(evidence, text, e.id)
            ]
            far = [t for e in evidence.others(text.edition) for t in _headed(evidence, text, e.id)]
            if near and (far or provision.kind == "law"):
                yield _finding(evidence, text, provision, [*near, *far])


def _additional(evidence: Evidence, text: Text, provision: Provision) -> Iterator[Finding]:
    """A heading that no other text has, at this address neither, where two years could have it."""
    near = _partners(evidence, text, evidence.sisters(text.edition))
    far = _partners(evidence, text, evidence.others(text.edition))
    here = [Text(sister.id, text.key) for sister in evidence.sisters(text.edition)]
    beside = [t for t in (*near, *far, *here) if t in evidence]
    if near and far and not any(evidence.provision(t).heading for t in beside):
        yield finding(
            text,
            ADDITIONAL,
            "info",
            0.7,
            "Only this text prints a heading here; it may be left over from an older edition.",
            printed=provision.heading,
            evidence=[f"{evidence.cite(t)} has none" for t in (*near, *far)],
        )


def _partners(evidence: Evidence, text: Text, editions: Iterable[Edition]) -> list[Text]:
    """What stands for a text in editions; of a paragraph and its parts only the parts."""
    return [
        partner
        for e in editions
        for partner in evidence.partners(text, e.id)
        if not any(t.key.startswith(f"{partner.key}.") for t in evidence.partners(text, e.id))
    ]


def _is_headed(provision: Provision) -> bool:
    """Whether it has a heading, or a text before its children that is as short as one."""
    return bool(provision.heading) or bool(provision.children and provision.text)


def _headed(evidence: Evidence, text: Text, edition_id: str) -> list[Text]:
    """What stands for a text in another edition and has a heading."""
    there = [Text(edition_id, key) for key in evidence.translate(text, edition_id)]
    return [t for t in there if t in evidence and evidence.provision(t).heading]


def _finding(evidence: Evidence, text: Text, provision: Provision, headed: list[Text]) -> Finding:
    law = provision.kind == "law"
    return finding(
        text,
        MISSING,
        "error" if law else "warning",
        0.95 if law else 0.8,
        "The others print a heading here; this text doesn't.",
        evidence=[f"{evidence.cite(t)}: “{evidence.provision(t).heading}”" for t in headed],
    )
