"""The files for OpenSearch: pairs of lines, fields that the mapping has, analysers that exist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lawbase.export import opensearch
from lawbase.export.tokens import token_index
from lawbase.profile import EngineAnalysis, LanguageProfile
from tests.export.invented_laws import style

BUILT_IN = {"standard", "czech", "english", "polish"}
BUILT_IN_FILTERS = {"lowercase", "serbian_normalization"}


@pytest.fixture
def folder(kb, tmp_path) -> Path:
    opensearch.export(kb, tmp_path / "out")
    return tmp_path / "out"


def documents(folder: Path) -> list[tuple[dict, dict]]:
    text = (folder / "documents.ndjson").read_text("utf-8")
    assert text.endswith("\n")
    lines = [json.loads(line) for line in text.splitlines()]
    return list(zip(lines[::2], lines[1::2], strict=True))


def test_every_document_follows_what_to_do_with_it(folder, kb):
    pairs = documents(folder)
    assert len(pairs) == len(token_index(kb).documents)
    ids = [action["index"]["_id"] for action, _ in pairs]
    assert len(set(ids)) == len(ids)
    assert ids[0] == "xa-2001/preface"


def test_all_but_chapters_is_a_document(folder, kb):
    provisions = [p for edition in kb.editions for p in edition.provisions]
    told = {f"{p.edition}/{p.key}" for p in provisions if p.kind != "chapter"}
    assert {action["index"]["_id"] for action, _ in documents(folder)} == told
    assert len(told) < len(provisions)


def paths(value: dict, above: str = ""):
    for name, inner in value.items():
        if isinstance(inner, dict) and name != "weights":
            yield from paths(inner, f"{above}{name}.")
        else:
            yield above + name


def mapped(properties: dict, above: str = ""):
    for name, field in properties.items():
        if "properties" in field:
            yield from mapped(field["properties"], f"{above}{name}.")
        else:
            yield above + name, field


def test_the_strict_mapping_has_every_field(folder):
    body = json.loads((folder / "index.json").read_text("utf-8"))
    fields = dict(mapped(body["mappings"]["properties"]))
    assert body["mappings"]["dynamic"] == "strict"
    for _, document in documents(folder):
        assert set(paths(document)) <= set(fields)


def check_analysis(body: dict) -> None:
    """Every analyser and filter that is named is built in or made here."""
    analysis = body["settings"]["analysis"]
    known = BUILT_IN | set(analysis["analyzer"])
    fields = dict(mapped(body["mappings"]["properties"])).values()
    assert {field["analyzer"] for field in fields if "analyzer" in field} <= known
    filters = BUILT_IN_FILTERS | set(analysis["filter"])
    chains = [analyzer.get("filter", []) for analyzer in analysis["analyzer"].values()]
    assert {name for chain in chains for name in chain} <= filters


def test_analysers_exist(folder):
    check_analysis(json.loads((folder / "index.json").read_text("utf-8")))


def test_a_language_without_an_analyser_of_its_own_gets_a_chain():
    chain = EngineAnalysis(filters=("lowercase", "snowball"), snowball="Quenya")
    profile = LanguageProfile(id="xq", name="Q", citation=style("{}"), opensearch=chain)
    body = opensearch.index_body({"xq": profile})
    check_analysis(body)
    assert body["settings"]["analysis"]["filter"]["snowball_xq"]["language"] == "Quenya"
    assert body["mappings"]["properties"]["text"]["properties"]["xq"]["analyzer"] == "xq"


def test_the_corpus_names_analysers_that_exist():
    from lawbase.profile import data_folder, load_languages

    check_analysis(opensearch.index_body(load_languages(data_folder("corpus"))))


def test_tokens_are_those_of_our_search(folder, kb):
    index = {d.place: d for d in token_index(kb).documents}
    for _, document in documents(folder):
        known = index[document["edition"], document["key"]]
        assert document["tokens"].split() == list(known.body)
        assert document["heading_tokens"].split() == list(known.heading)


def test_a_document_tells_whether_its_text_is_in_force(folder):
    told = {d["edition"]: (d["in_force"], d["superseded_by"]) for _, d in documents(folder)}
    superseded = (False, 2011)
    assert told == {
        "xa-2001": superseded, "xb-2001": superseded, "xa-2011": (True, None),
        "guide-xa": (None, None),
    }  # fmt: skip
