"""Small invented editions in two invented tongues, for the checks to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lawbase.auditing.audit import in_english
from lawbase.auditing.checks import Check
from lawbase.auditing.collation import Collation
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Aligned,
    Alignment,
    Claim,
    Concept,
    Edition,
    Finding,
    IndexEntry,
    Key,
    Provision,
    SourceNote,
)
from lawbase.profile import (
    AuditVocabulary,
    CitationStyle,
    LanguageProfile,
    ReferenceVocabulary,
    SentenceVocabulary,
)
from tests import invented
from tests.invented import family, with_parents

Text = str | tuple[str, str]
Moves = Mapping[tuple[str, str], Mapping[Key, tuple[Key, ...]]]

STYLE = CitationStyle("{}", "{}", "note {}", "def {}", "preface", "intro", "chapter {}", "part {}")
LANGUAGES = {
    "aa": LanguageProfile(
        "aa",
        "Aa",
        STYLE,
        references=ReferenceVocabulary(
            law=("law", "laws"),
            unit=("item",),
            joining=("and",),
            above=("above",),
            below=("below",),
        ),
        sentences=SentenceVocabulary(("etc.",)),
        audit=AuditVocabulary(
            numbers={"2": ("two",), "13": ("thirteen*",)},
            opposites={"side": (("opponent*",), ("partner*",))},
            grades={"may": ("may",), "must": ("must",)},
        ),
    ),
    "bb": LanguageProfile(
        "bb",
        "Bb",
        STYLE,
        references=ReferenceVocabulary(
            law=("lex",), unit=("pars",), joining=("et",), above=("supra",), below=("infra",)
        ),
        audit=AuditVocabulary(
            numbers={"2": ("duo",), "13": ("tredecim",)},
            opposites={"side": (("adversari*",), ("soci*",))},
            grades={"may": ("licet",), "must": ("debet",)},
        ),
    ),
}


def edition(
    edition_id: str,
    texts: Mapping[Key, Text],
    *,
    year: int = 2007,
    index: Iterable[IndexEntry] = (),
    notes: Iterable[SourceNote] = (),
    claims: Iterable[Claim] = (),
    labels: dict[Key, str] | None = None,
    complete: bool = True,
) -> Edition:
    """An edition of the language that its id begins with; a text may be (heading, text)."""
    provisions = family(
        _provision(edition_id, key, texts.get(key, ""), labels or {}) for key in with_parents(texts)
    )
    return invented.edition(
        edition_id,
        provisions,
        year=year,
        index=tuple(index),
        notes=tuple(notes),
        claims=tuple(claims),
        complete=complete,
    )


def findings(
    *checks: Check | Edition,
    moves: Moves | None = None,
    concepts: tuple[Concept, ...] = (),
) -> list[Finding]:
    """What checks find in editions whose equal keys are aligned, but for the moves.

    ``moves`` says, for two editions, which keys of the first lead to which of the second.
    """
    editions = [given for given in checks if isinstance(given, Edition)]
    laws = collation(*editions, moves=moves, concepts=concepts)
    return [
        in_english(laws.kb, found)
        for check in checks
        if not isinstance(check, Edition)
        for found in check(laws)
    ]


def collation(
    *editions: Edition, moves: Moves | None = None, concepts: tuple[Concept, ...] = ()
) -> Collation:
    """The editions linked and aligned, as the checks get them."""
    kb = KnowledgeBase({"languages": LANGUAGES, "editions": editions, "concepts": concepts})
    kb.add("links", link_editions(kb))
    kb.add("aligned", Aligned(alignments=tuple(_alignments(editions, moves or {}))))
    return Collation(kb)


def realigned(laws: Collation, aligned: Aligned) -> Collation:
    """The same editions under other alignments."""
    kb = laws.kb
    layers = {"languages": kb.languages, "editions": kb.editions, "concepts": kb.concepts}
    return Collation(KnowledgeBase({**layers, "links": kb.links, "aligned": aligned}))


def told(found: Iterable[Finding]) -> list[tuple[str, Key, str, str, str]]:
    """The findings in short: edition, key, check, printed, expected."""
    return [(f.edition, f.key, f.check, f.printed, f.expected) for f in found]


def _alignments(editions: tuple[Edition, ...], moves: Moves) -> Iterator[Alignment]:
    for place, one in enumerate(editions):
        for other in editions[place + 1 :]:
            there = {p.key for p in other.provisions if p.text or p.tail}
            moved = moves.get((one.id, other.id), {})
            for provision in one.provisions:
                if provision.text or provision.tail:
                    for key in moved.get(provision.key, (provision.key,)):
                        if key in there:
                            yield Alignment(one.id, provision.key, other.id, key, "same", 1.0, {})


def _provision(edition_id: str, key: Key, text: Text, labels: dict[Key, str]) -> Provision:
    heading, body = text if isinstance(text, tuple) else ("", text)
    label = labels.get(key, key.rpartition(".")[2])
    return invented.provision(edition_id, key, body, heading, label=label)
