"""The translation memory: valid by its DTD, a unit a thread, every text with its address."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree
from msgspec.structs import replace

from lawbase.export import tmx
from lawbase.knowledge import KnowledgeBase

DTD = Path(__file__).with_name("tmx14.dtd")
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def root(kb, tmp_path) -> etree._Element:
    tmx.export(kb, tmp_path / "laws.tmx")
    return etree.parse(tmp_path / "laws.tmx").getroot()


def test_it_is_valid_by_the_dtd(root):
    dtd = etree.DTD(str(DTD))
    assert dtd.validate(root), dtd.error_log


def test_the_dtd_would_catch_a_fault(root):
    del root.find(".//tuv").attrib[LANG]
    assert not etree.DTD(str(DTD)).validate(root)


def test_texts_of_a_year_share_a_unit(root, kb):
    units = {unit.get("tuid"): unit for unit in root.iter("tu")}
    assert list(units)[:2] == ["2001:1@2001", "2001:1.A@2001"]
    assert {name.partition("@")[0] for name in units} == {t.id for t in kb.aligned.threads}
    assert [v.get(LANG) for v in units["2001:1.A@2001"].iter("tuv")] == ["xa", "xb"]
    assert sum(1 for _ in root.iter("tuv")) == sum(len(t.texts) for t in kb.aligned.threads)


def test_a_text_without_words_is_no_variant(kb, tmp_path):
    first, *others = kb.editions
    silent = tuple(
        replace(p, heading="", text="", tail="") if p.key == "1.A" else p for p in first.provisions
    )
    editions = (replace(first, provisions=silent), *others)
    layers = {"languages": kb.languages, "versions": kb.versions, "aligned": kb.aligned}
    tmx.export(KnowledgeBase(layers | {"editions": editions}), tmp_path / "laws.tmx")
    units = etree.parse(tmp_path / "laws.tmx").getroot().iter("tu")
    (unit,) = (unit for unit in units if unit.get("tuid") == "2001:1.A@2001")
    assert [v.get(LANG) for v in unit.iter("tuv")] == ["xb"]


def rewritten(kb: KnowledgeBase, **kinds: str) -> KnowledgeBase:
    """The base whose fish changed otherwise from 2001 to 2011."""
    change, contrast = kb.aligned.changes[0], kb.aligned.contrasts[0]
    aligned = replace(
        kb.aligned,
        changes=(replace(change, kind=kinds["change"]),),
        contrasts=(replace(contrast, kind=kinds["contrast"]),),
    )
    layers = {"languages": kb.languages, "versions": kb.versions, "editions": kb.editions}
    return KnowledgeBase(layers | {"aligned": aligned})


@pytest.mark.parametrize(
    ("change", "contrast", "units"),
    [
        ("none", "unchanged", ["2001:2@2001+2011"]),
        ("punctuation", "unchanged", ["2001:2@2001+2011"]),
        ("wording", "unchanged", ["2001:2@2001", "2001:2@2011"]),
        ("none", "substance", ["2001:2@2001", "2001:2@2011"]),
        ("reference", "reference", ["2001:2@2001", "2001:2@2011"]),
    ],
)
def test_changed_law_is_not_offered_as_a_translation(kb, tmp_path, change, contrast, units):
    tmx.export(rewritten(kb, change=change, contrast=contrast), tmp_path / "laws.tmx")
    written = etree.parse(tmp_path / "laws.tmx").iter("tu")
    assert [u.get("tuid") for u in written if u.get("tuid").startswith("2001:2@")] == units


def test_a_variant_carries_its_text_and_address(root, kb):
    for variant in root.iter("tuv"):
        told = {prop.get("type"): prop.text for prop in variant.iter("prop")}
        provision = kb.provision(told["x-edition"], told["x-key"])
        assert variant.findtext("seg") == tmx.segment(provision)
        assert told["x-urn"].endswith(f":{variant.get(LANG)}:{provision.key}")
    assert root.findtext(".//seg") == "THE LEAD\nSo ends the lead, says Rule 1A1."
