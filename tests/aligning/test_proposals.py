"""Words proposed for a new language are written into the glossary one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.aligning.proposals import TermProposal, accept_term
from lawbase.citations.glossary import load_concepts
from lawbase.errors import LawbaseError
from tests.editions.corpora import run_in, two_editions

GLOSSARY = """# A glossary

[[concept]]
id = "law"
en = ["law"]
cs = ["pravidlo"]
unlinked = { cs = ["pravidlo"] }

[[concept]]
id = "dummy"
en = ["dummy"]
"""
WORDED = ("cs", "en", "eo")


def test_an_accepted_word_stands_below_those_of_the_other_languages(tmp_path: Path) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(GLOSSARY, encoding="utf-8")
    accept_term(file, "sk", TermProposal("law", "pravidlo", "why"))
    accept_term(file, "sk", TermProposal("dummy", "tichý hráč", "why"))
    told = file.read_text(encoding="utf-8")
    assert 'cs = ["pravidlo"]\nsk = ["pravidlo"]\nunlinked' in told
    assert told.endswith('en = ["dummy"]\nsk = ["tichý hráč"]\n')
    with pytest.raises(LawbaseError, match="has no concept “trump”"):
        accept_term(file, "sk", TermProposal("trump", "tromf", "why"))


def test_a_name_that_another_concept_has_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(GLOSSARY, encoding="utf-8")
    accept_term(file, "sk", TermProposal("law", "pravidlo", "why"))
    before = file.read_text(encoding="utf-8")
    for language, proposal, told in (
        ("sk", TermProposal("dummy", "Pravidlo", "why"), "“Pravidlo” belongs to “law” already"),
        ("cs", TermProposal("dummy", "pravidlo", "why"), "“pravidlo” belongs to “law” already"),
        ("sk", TermProposal("law", "zákon", "why"), "“law” has “pravidlo” already"),
    ):
        with pytest.raises(LawbaseError, match=told):
            accept_term(file, language, proposal)
    assert file.read_text(encoding="utf-8") == before


def test_accepting_goes_on_behind_a_name_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = two_editions(tmp_path / "corpus")
    file = corpus / "terms.toml"
    file.write_text(GLOSSARY + '\n[[concept]]\nid = "trick"\nen = ["trick"]\n', encoding="utf-8")
    words = {"law": "regulo", "dummy": "regulo", "trick": "preno"}
    proposals = tuple(TermProposal(concept, word, "why") for concept, word in words.items())
    monkeypatch.setattr("lawbase.commands.terms.open_kb", lambda _: None)
    monkeypatch.setattr("lawbase.commands.terms.propose_terms", lambda *_: proposals)
    outcome = run_in(corpus, "terms", "propose", "eo", "--accept", stdin="y\ny\n")
    assert outcome.code == 0
    assert "dummy: nothing is written, “regulo” belongs to “law” already" in outcome.out
    assert "2 of 3 words written" in outcome.out
    words_of = {concept.id: concept.words.get("eo") for concept in load_concepts(file, WORDED, ())}
    assert words_of == {"law": ("regulo",), "dummy": None, "trick": ("preno",)}


def test_a_glossary_that_cannot_be_read_fails_the_check_of_an_edition(tmp_path: Path) -> None:
    corpus = two_editions(tmp_path / "corpus")
    whole = run_in(corpus, "check", "eo-2030")
    twice = GLOSSARY.replace('["law"]', '["dummy"]')
    (corpus / "terms.toml").write_text(twice, encoding="utf-8")
    outcome = run_in(corpus, "check", "eo-2030")
    assert (whole.code, outcome.code) == (0, 1)
    assert "terms.toml:10: “dummy” belongs to “law” already" in outcome.out
