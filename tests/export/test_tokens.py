"""The finished tokens: other engines are given the very weights that our own index holds."""

from __future__ import annotations

import pytest

from lawbase.export.tokens import token_index
from lawbase.search.contents import (
    build_index,
    gather_contents,
    load_contents,
    save_contents,
)
from lawbase.search.engine import POSTINGS, WhooshEngine
from lawbase.storage import FolderReader, replacing_folder


@pytest.fixture
def index(kb):
    return token_index(kb)


def test_every_provision_but_chapters_is_a_document(index, kb):
    places = [(p.edition, p.key) for e in kb.editions for p in e.provisions if p.kind != "chapter"]
    assert [document.place for document in index.documents] == places


def test_the_weights_are_those_of_our_own_index(index, kb, tmp_path):
    build_index(kb, tmp_path / "index")
    file = tmp_path / "index" / POSTINGS
    engine = WhooshEngine(file.read_bytes(), file)
    for field, term in [("xa", "fish"), ("xa", "suit"), ("xb", "poisson"), ("common", "@fish")]:
        name = term if field == "common" else f"{field}:{term}"
        postings = engine.postings(field, term)
        ours = dict(zip(postings.documents, postings.weights, strict=True))
        told = {n: d.weights[name] for n, d in enumerate(index.documents) if name in d.weights}
        assert told == {n: w for n, w in ours.items() if n < len(index.documents)}
        assert told


def test_contents_that_were_kept_are_not_gathered_anew(index, kb, tmp_path, monkeypatch):
    contents = gather_contents(kb)
    with replacing_folder(tmp_path / "contents") as aside:
        save_contents(contents, aside)
    kept = load_contents(FolderReader(tmp_path / "contents"), kb)
    assert kept == contents
    monkeypatch.setattr("lawbase.export.tokens.gather_contents", None)
    assert token_index(kb, kept) == index


def test_every_token_of_a_text_can_be_weighed(index):
    for document in index.documents:
        own = {*document.heading, *document.body}
        assert own <= set(document.weights)
        assert own <= set(index.informations)


def test_a_rare_token_says_more_than_a_common_one(index):
    assert index.informations["xa:mute"] > index.informations["xa:the"] > 0


def test_words_lead_to_their_tokens(index):
    assert index.forms["xa", "zert"] == ("xa:zert",)
    assert ("xb", "poisson") in index.forms
