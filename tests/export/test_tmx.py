"""The translation memory: valid by its DTD, a unit a thread, every text with its address."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from lawbase.export import tmx

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


def test_a_unit_a_thread_with_all_its_languages(root, kb):
    units = {unit.get("tuid"): unit for unit in root.iter("tu")}
    assert list(units) == [thread.id for thread in kb.aligned.threads]
    assert [v.get(LANG) for v in units["2001:1.A"].iter("tuv")] == ["xa", "xb", "xa"]


def test_a_variant_carries_its_text_and_address(root, kb):
    for variant in root.iter("tuv"):
        told = {prop.get("type"): prop.text for prop in variant.iter("prop")}
        provision = kb.provision(told["x-edition"], told["x-key"])
        assert variant.findtext("seg") == tmx.segment(provision)
        assert told["x-urn"].endswith(f":{variant.get(LANG)}:{provision.key}")
    assert root.findtext(".//seg") == "THE LEAD\nSo ends the lead, says Rule 1A1."
