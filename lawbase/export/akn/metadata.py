"""What a document says about itself: work, expression, manifestation, and what it refers to."""

from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree as ET

import msgspec
from msgspec.structs import asdict

from lawbase.export.akn.vocabulary import OWN, concept_eid
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Version
from lawbase.profile import LanguageProfile

NO_COUNTRY = "xx"
"""The laws of a game belong to no country; ISO 3166 leaves this code to its users."""

UNKNOWN_YEAR = 1
"""A date can't be left out, and the calendar of XML Schema begins with the year 1."""

EDITOR = {"source": "#lawbase"}
EDITION = f"{{{OWN}}}edition"
IN_FORCE = "in_force"
"""The eId of the time that an edition is in force."""


def metadata(
    kb: KnowledgeBase,
    edition: Edition,
    other_references: Iterable[ET.Element],
    concepts: Mapping[str, str],
) -> ET.Element:
    """The ``meta`` element of an edition's document.

    ``concepts`` are those that it uses or defines, each with a word for it.
    """
    meta = ET.Element("meta")
    meta.append(_identification(edition, kb.profile(edition.id)))
    version = kb.version(edition.id)
    lifecycle, temporal = _times(edition, version)
    meta.extend(lifecycle)
    others = list(other_references)
    if others:
        analysis = ET.SubElement(meta, "analysis", EDITOR)
        ET.SubElement(analysis, "otherReferences", EDITOR).extend(others)
    meta.extend(temporal)
    publisher = edition.publisher or "unknown"
    named = [
        ("TLCOrganization", "lawbase", "organization/lawbase", "lawbase"),
        ("TLCOrganization", "publisher", "organization/publisher", publisher),
        *([("TLCConcept", "inForce", "concept/inForce", "in force")] if version else []),
        *(("TLCTerm", concept_eid(id), f"term/{id}", word) for id, word in concepts.items()),
    ]
    references = ET.SubElement(meta, "references", EDITOR)
    for tag, name, path, shown in named:
        ET.SubElement(references, tag, eId=name, href=f"/akn/ontology/{path}", showAs=shown)
    proprietary = ET.SubElement(meta, "proprietary", EDITOR)
    ET.SubElement(proprietary, EDITION, _edition(edition))
    return meta


def _identification(edition: Edition, language: LanguageProfile) -> ET.Element:
    kind, name = ("act", "laws") if edition.laws else ("doc", edition.id)
    date = f"{edition.year or UNKNOWN_YEAR:04}-01-01"
    work = f"/akn/{NO_COUNTRY}/{kind}/{date[:4]}/{name}"
    expression = f"{work}/{language.iso639 or language.id}@{date}"
    identification = ET.Element("identification", EDITOR)
    levels = (
        ("FRBRWork", work, "", "Generation"),
        ("FRBRExpression", expression, "", "Expression"),
        ("FRBRManifestation", expression, ".xml", "Manifestation"),
    )
    for level, uri, ending, dated in levels:
        element = ET.SubElement(identification, level)
        ET.SubElement(element, "FRBRthis", value=f"{uri}/!main{ending}")
        ET.SubElement(element, "FRBRuri", value=uri + ending)
        if level == "FRBRWork":
            ET.SubElement(element, "FRBRalias", name="title", value=edition.title)
        ET.SubElement(element, "FRBRdate", date=date, name=dated)
        ET.SubElement(element, "FRBRauthor", href="#publisher")
    work_level, expression_level, manifestation_level = identification
    ET.SubElement(work_level, "FRBRcountry", value=NO_COUNTRY)
    ET.SubElement(work_level, "FRBRnumber", value=name)
    ET.SubElement(work_level, "FRBRname", value=edition.title)
    ET.SubElement(work_level, "FRBRprescriptive", value=_boolean(bool(edition.laws)))
    ET.SubElement(expression_level, "FRBRlanguage", language=edition.language)
    ET.SubElement(manifestation_level, "FRBRformat", value="application/akn+xml")
    return identification


def _times(edition: Edition, version: Version | None) -> tuple[list[ET.Element], list[ET.Element]]:
    """The events of an edition's life, and the times that it and its revised laws are in force."""
    if version is None:
        return [], []
    lifecycle = ET.Element("lifecycle", EDITOR)
    temporal = ET.Element("temporalData", EDITOR)
    end = {"end": "#until"} if version.superseded_by else {}
    for name, date, kind in _events(edition, version):
        day = date if "-" in date else f"{date}-01-01"  # XML Schema has no date without a day
        ET.SubElement(lifecycle, "eventRef", eId=name, date=day, source="#publisher", type=kind)
        if kind != "repeal":
            time = IN_FORCE + name.removeprefix("since").removeprefix("revised")
            group = ET.SubElement(temporal, "temporalGroup", eId=time)
            given = {"start": f"#{name}", "refersTo": "#inForce"} | end
            ET.SubElement(group, "timeInterval", given)
    return [lifecycle], [temporal]


def _events(edition: Edition, version: Version) -> Iterator[tuple[str, str, str]]:
    """The eId, the date or year, and the kind of every event."""
    yield "since", version.since or str(version.year), "generation"
    if version.superseded_by:
        yield "until", str(version.superseded_by), "repeal"
    for revision in edition.revisions:
        yield f"revised_{revision.year}", str(revision.year), "amendment"


def _edition(edition: Edition) -> dict[str, str]:
    """The fields of an edition; of what isn't one text or number, the JSON."""
    laws = {"laws": " ".join(map(str, edition.laws))} if edition.laws else {}
    lists = {"revisions": edition.revisions, "gaps": edition.gaps}
    return {
        "id": edition.id,
        "language": edition.language,
        "year": str(edition.year),
        "title": edition.title,
        "revision": edition.revision,
        "status": edition.status,
        "publisher": edition.publisher,
        "scope": edition.scope,
        **laws,
        "complete": _boolean(edition.complete),
        **{name: str(value) for name, value in asdict(edition.source).items()},
        **{name: msgspec.json.encode(found).decode() for name, found in lists.items() if found},
    }


def _boolean(value: bool) -> str:
    return "true" if value else "false"
