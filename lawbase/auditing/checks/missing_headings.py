"""Titles and headings that the other texts print and this one doesn't."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Finding, Provision, Text

MISSING = "missing-heading"
NAMES = (MISSING,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """A law or paragraph without a heading that has one in a sister and in another year."""
    for text, provision in evidence.texts():
        if provision.kind in ("law", "provision") and not _is_headed(provision):
            near = [
                t for e in evidence.sisters(text.edition) for t in _headed(evidence, text, e.id)
            ]
            far = [t for e in evidence.others(text.edition) for t in _headed(evidence, text, e.id)]
            if near and (far or provision.kind == "law"):
                yield _finding(evidence, text, provision, [*near, *far])


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
