"""Words proposed for a new language are written into the glossary one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.aligning.proposals import TermProposal, accept_term
from lawbase.errors import LawbaseError

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
