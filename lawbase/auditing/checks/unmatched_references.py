"""Citations that only one text has, or only one text lacks, at the same provision."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.address import law_of
from lawbase.auditing.checks.disagreeing_references import compare_all
from lawbase.auditing.citations import Cited, Comparison, likeness
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding, named
from lawbase.model import Finding, Key, Reference, Severity, Text

MISSING = "missing-reference"
ADDITIONAL = "additional-reference"
NAMES = (MISSING, ADDITIONAL)


def check(evidence: Evidence) -> Iterator[Finding]:
    """What a sister cites and this text doesn't; what this text cites and no other does."""
    told: dict[Text, set[Key]] = {}
    for text, provision in evidence.texts():
        above = told.get(Text(text.edition, provision.parent or ""), set())
        told[text] = set(above)
        comparisons = compare_all(evidence, text)
        sisters = {sister.id for sister in evidence.sisters(text.edition)}
        near = [comparison for comparison in comparisons if comparison.edition in sisters]
        far = [comparison for comparison in comparisons if comparison.edition not in sisters]
        if near:
            yield from _missing(evidence, text, near, far, told[text])
            yield from _additional(evidence, text, near, far)


def _missing(
    evidence: Evidence,
    text: Text,
    near: list[Comparison],
    far: list[Comparison],
    told: set[Key],
) -> Iterator[Finding]:
    """A citation that the other years lack too is new in this year, or else additional there.

    What is ``told`` already, of the paragraph above too, is not told again.
    """
    for cited in (cited for comparison in near for cited in comparison.lacking if cited.keys):
        key = cited.keys[0]
        backing = [c for comparison in far for c in comparison.lacking if _is_cited(key, c.keys)]
        new = not far or _is_later(evidence, text, far)
        if key in told or _is_own(text.key, key) or not (backing or new):
            continue
        told.add(key)
        severity: Severity = "warning" if backing else "info"
        yield finding(
            text,
            MISSING,
            severity,
            0.85 if backing else 0.5,
            f"The others cite {named(key)} here; this text doesn't.",
            expected=key,
            evidence=[_said(evidence, c) for c in (cited, *backing)],
        )


def _is_cited(key: Key, keys: tuple[Key, ...]) -> bool:
    return any(likeness(key, other) in ("same", "coarser", "finer") for other in keys)


def _is_own(place: Key, key: Key) -> bool:
    """Whether the key is the law that the text itself belongs to: “this law” may stand for it."""
    return key == str(law_of(place))


def _additional(
    evidence: Evidence, text: Text, near: list[Comparison], far: list[Comparison]
) -> Iterator[Finding]:
    if not far or _is_later(evidence, text, far):
        return
    told: set[str] = set()
    for reference in evidence.citations(text):
        everywhere = all(reference in comparison.alone for comparison in (*near, *far))
        if everywhere and reference.raw not in told and reference.status != "dangling":
            told.add(reference.raw)
            yield _finding(evidence, text, reference, (*near, *far))


def _is_later(evidence: Evidence, text: Text, far: list[Comparison]) -> bool:
    year = evidence.edition(text.edition).year
    return all(evidence.edition(comparison.edition).year < year for comparison in far)


def _finding(
    evidence: Evidence, text: Text, reference: Reference, comparisons: tuple[Comparison, ...]
) -> Finding:
    silent = [
        evidence.cite(partner)
        for comparison in comparisons
        for partner in evidence.partners(text, comparison.edition)
    ]
    return finding(
        text,
        ADDITIONAL,
        "info",
        0.6,
        f"Only this text has the citation “{reference.raw}” here.",
        printed=reference.raw,
        evidence=[f"{name} has none" for name in silent],
    )


def _said(evidence: Evidence, cited: Cited) -> str:
    return f"{evidence.cite(cited.text)} prints “{cited.reference.raw}”"
