"""TMX 1.4b: the threads as a translation memory."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from lawbase import __version__
from lawbase.export.markup import XML_LANG, document
from lawbase.export.names import text_urn
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision, Thread
from lawbase.storage import write_file

DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n'
HEADER = {
    "creationtool": "lawbase",
    "creationtoolversion": __version__,
    "segtype": "paragraph",
    "o-tmf": "lawbase",
    "adminlang": "en",
    "srclang": "*all*",
    "datatype": "plaintext",
}


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: a unit a thread, a variant for each of its texts.

    A variant tells its edition, key, citation and URN as properties. Its segment is the
    provision's heading, text and tail, each on a line; a thread without a word is left out.
    """
    root = ET.Element("tmx", version="1.4")
    ET.SubElement(root, "header", HEADER)
    body = ET.SubElement(root, "body")
    for thread in kb.aligned.threads:
        unit = _unit(kb, thread)
        if unit.find("tuv") is not None:
            body.append(unit)
    text = document(root, mixed={"seg"}, doctype=DOCTYPE)
    write_file(output, text, mark='creationtool="lawbase"')


def _unit(kb: KnowledgeBase, thread: Thread) -> ET.Element:
    unit = ET.Element("tu", tuid=thread.id)
    for text in thread.texts:
        provision = kb.provision(text.edition, text.key)
        if provision and segment(provision):
            unit.append(_variant(kb, provision))
    return unit


def _variant(kb: KnowledgeBase, provision: Provision) -> ET.Element:
    edition = kb.edition(provision.edition)
    variant = ET.Element("tuv", {XML_LANG: edition.language})
    properties = {
        "x-edition": edition.id,
        "x-key": provision.key,
        "x-citation": kb.cite(edition.id, provision.key),
        "x-urn": text_urn(edition, provision.key),
    }
    for name, value in properties.items():
        ET.SubElement(variant, "prop", type=name).text = value
    ET.SubElement(variant, "seg").text = segment(provision)
    return variant


def segment(provision: Provision) -> str:
    """The words of a provision: heading, text and tail on lines of their own."""
    return "\n".join(filter(None, (provision.heading, provision.text, provision.tail)))
