"""TMX 1.4b: the threads as a translation memory, by what they say and since when."""

from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from lawbase import __version__
from lawbase.export.markup import XML_LANG, document
from lawbase.export.names import text_urn
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Change, Contrast, Provision, Text, Thread
from lawbase.storage import write_file

DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n'
UNCHANGED = frozenset({"none", "punctuation", "unchanged"})
"""The kinds of changes and contrasts that leave a rule as it was."""

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
    """Write the file ``output``: units of a thread's texts that say the same, a variant a text.

    Texts of two years stand in one unit only where the rule didn't change between them, so that
    changed law isn't offered as a translation; each unit carries its years. A variant has its
    edition, key, citation and URN as properties. Its segment is the provision's heading, text and
    tail, each on a line; a text without a word is left out, and so is a unit without a text.
    """
    root = ET.Element("tmx", version="1.4")
    ET.SubElement(root, "header", HEADER)
    body = ET.SubElement(root, "body")
    same = unchanged(kb)
    for thread in kb.aligned.threads:
        for texts in wordings(kb, thread, same):
            unit = _unit(kb, thread, texts)
            if unit.find("tuv") is not None:
                body.append(unit)
    text = document(root, mixed={"seg"}, doctype=DOCTYPE)
    write_file(output, text, mark='creationtool="lawbase"')


def unchanged(kb: KnowledgeBase) -> frozenset[tuple[Text, Text]]:
    """The pairs of an older and a newer text that say the same, citations included."""
    pairs: list[Change | Contrast] = [*kb.aligned.changes, *kb.aligned.contrasts]
    return frozenset(
        (Text(pair.from_edition, pair.from_key), Text(pair.to_edition, pair.to_key))
        for pair in pairs
        if pair.kind in UNCHANGED
    )


def wordings(
    kb: KnowledgeBase, thread: Thread, same: Container[tuple[Text, Text]]
) -> Iterator[tuple[Text, ...]]:
    """The texts of a thread, those of a year together with the year before where nothing changed:
    where each of the older texts is the same as each of the newer ones."""
    years = grouped((kb.edition(text.edition).year, text) for text in thread.texts)
    wording: tuple[Text, ...] = ()
    before: tuple[Text, ...] = ()
    for year in sorted(years):
        if not all((old, new) in same for old in before for new in years[year]):
            yield wording
            wording = ()
        before = years[year]
        wording += before
    yield wording


def _unit(kb: KnowledgeBase, thread: Thread, texts: Iterable[Text]) -> ET.Element:
    years = "+".join(dict.fromkeys(str(kb.edition(text.edition).year) for text in texts))
    unit = ET.Element("tu", tuid=f"{thread.id}@{years}")
    for text in texts:
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
        "x-urn": text_urn(kb, edition.id, provision.key),
    }
    for name, value in properties.items():
        ET.SubElement(variant, "prop", type=name).text = value
    ET.SubElement(variant, "seg").text = segment(provision)
    return variant


def segment(provision: Provision) -> str:
    """The words of a provision: heading, text and tail on lines of their own."""
    return "\n".join(filter(None, (provision.heading, provision.text, provision.tail)))
