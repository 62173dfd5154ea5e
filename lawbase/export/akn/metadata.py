"""What a document says about itself: work, expression, manifestation, and what it refers to."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import msgspec

from lawbase.export.akn.layers import Layers
from lawbase.export.akn.vocabulary import OWN, concept_eid
from lawbase.model import Edition
from lawbase.profile import LanguageProfile

NO_COUNTRY = "xx"
"""The laws of a game belong to no country; ISO 3166 leaves this code to its users."""

UNKNOWN_YEAR = 1
"""A date can't be left out, and the calendar of XML Schema begins with the year 1."""

EDITOR = {"source": "#lawbase"}
EDITION = f"{{{OWN}}}edition"


def metadata(edition: Edition, language: LanguageProfile, layers: Layers) -> ET.Element:
    """The ``meta`` element of an edition's document."""
    meta = ET.Element("meta")
    meta.append(_identification(edition, language))
    others = list(layers.other_references())
    if others:
        analysis = ET.SubElement(meta, "analysis", EDITOR)
        ET.SubElement(analysis, "otherReferences", EDITOR).extend(others)
    references = ET.SubElement(meta, "references", EDITOR)
    for name, shown in (("lawbase", "lawbase"), ("publisher", edition.publisher or "unknown")):
        href = f"/akn/ontology/organization/{name}"
        ET.SubElement(references, "TLCOrganization", eId=name, href=href, showAs=shown)
    for concept, word in layers.concepts().items():
        href = f"/akn/ontology/term/{concept}"
        name = concept_eid(concept)
        ET.SubElement(references, "TLCTerm", eId=name, href=href, showAs=word)
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


def _edition(edition: Edition) -> dict[str, str]:
    laws = {"laws": f"{edition.laws[0]} {edition.laws[1]}"} if edition.laws else {}
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
        "file": edition.source.file,
        "sha256": edition.source.sha256,
        "length": str(edition.source.length),
        **({"revisions": _revisions(edition)} if edition.revisions else {}),
    }


def _revisions(edition: Edition) -> str:
    """The revisions as JSON, since an attribute holds one text."""
    return msgspec.json.encode(edition.revisions).decode()


def _boolean(value: bool) -> str:
    return "true" if value else "false"
