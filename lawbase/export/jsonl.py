"""JSON Lines: everything the knowledge base holds, a file a kind, one object a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.export import lines
from lawbase.export.folders import replacing_export
from lawbase.export.lines import Extent
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Change, Contrast, Finding, LexiconEntry, Situation
from lawbase.profile import LanguageProfile

Languages = Mapping[str, LanguageProfile]


def export(kb: KnowledgeBase, languages: Languages, output: Path) -> None:
    """Write the folder ``output`` with a ``.jsonl`` file for every kind of line.

    Raises:
        LawbaseError: when a text is not in Unicode's normal form C, which would move offsets.
    """
    with replacing_export(output, ".jsonl") as folder:
        for name in line_types(kb):
            data = encode(LINES[name](kb, languages), name)
            (folder / f"{name}.jsonl").write_bytes(data)


def encode(records: Iterable[Struct], name: str) -> bytes:
    """The records as lines of JSON in UTF-8; what has no fixed order is sorted."""
    encoder = msgspec.json.Encoder(order="deterministic")
    data = encoder.encode_lines(records)
    for number, line in enumerate(data.decode().split("\n"), 1):
        if not unicodedata.is_normalized("NFC", line):
            raise LawbaseError(
                "is not in Unicode's normal form C", file=f"{name}.jsonl", line=number
            )
    return data


def line_types(kb: KnowledgeBase) -> dict[str, type[Struct]]:
    """The record of each file's lines, by the file's name without its ending."""
    return {
        "editions": lines.EditionLine,
        "provisions": lines.ProvisionLine,
        "references": lines.ReferenceLine,
        "terms": lines.term_line(lines.glossary_languages(kb.concepts)),
        "term_uses": lines.TermUseLine,
        "alignments": Alignment,
        "changes": Change,
        "contrasts": Contrast,
        "index": lines.IndexLine,
        "findings": Finding,
        "threads": lines.ThreadLine,
        "situations": Situation,
        "lexicon": LexiconEntry,
        "notes": lines.NoteLine,
        "claims": lines.ClaimLine,
    }


def editions(kb: KnowledgeBase, _: Languages) -> Iterable[lines.EditionLine]:
    """The editions, in the knowledge base's order."""
    for e in kb.editions:
        source = lines.SourceLine(e.source.file, e.source.sha256, e.source.length)
        yield lines.EditionLine(
            e.id, e.language, e.year, e.title, e.revision, e.status, e.laws, source,
            publisher=e.publisher, scope=e.scope, complete=e.complete,
            version=kb.version(e.id), revisions=e.revisions,
        )  # fmt: skip


def provisions(kb: KnowledgeBase, languages: Languages) -> Iterable[lines.ProvisionLine]:
    """The provisions of all editions, in the order of the books."""
    for edition in kb.editions:
        profile = languages[edition.language]
        for provision in edition.provisions:
            yield lines.provision_line(provision, profile.cite(provision.key))


def references(kb: KnowledgeBase, _: Languages) -> Iterable[lines.ReferenceLine]:
    """The targets of all citations."""
    for r in kb.links.references:
        target = Extent(r.target.start, r.target.end) if r.target else Extent(r.start, r.end)
        yield lines.ReferenceLine(
            r.edition, r.from_key, r.raw, r.start, r.end, r.to, r.kind, r.status, r.candidates,
            part=r.part, rule=r.rule, target=target,
        )  # fmt: skip


def terms(kb: KnowledgeBase, _: Languages) -> Iterable[Struct]:
    """The glossary; a language that has no word for a concept has an empty list."""
    spoken = lines.glossary_languages(kb.concepts)
    line = lines.term_line(spoken)
    for concept in kb.concepts:
        words = (concept.words.get(language, ()) for language in spoken)
        yield line(
            concept.id, *words, concept.definitions, concept.slang, concept.unlinked,
            concept.excepted,
        )  # fmt: skip


def term_uses(kb: KnowledgeBase, _: Languages) -> Iterable[lines.TermUseLine]:
    """Every use of a concept in running text."""
    for u in kb.links.uses:
        yield lines.TermUseLine(u.edition, u.key, u.concept, u.start, u.end, u.part)


def index(kb: KnowledgeBase, _: Languages) -> Iterable[lines.IndexLine]:
    """The rows of the books' own subject indexes."""
    for edition in kb.editions:
        for e in edition.index:
            source = Extent(e.source.start, e.source.end)
            yield lines.IndexLine(
                e.edition, e.topic, e.subtopic, e.refs, e.see, e.raw, source, kb.targets(e)
            )


def threads(kb: KnowledgeBase, _: Languages) -> Iterable[lines.ThreadLine]:
    """Every provision through all editions."""
    for thread in kb.aligned.threads:
        yield lines.ThreadLine(
            thread.id, tuple(lines.PlaceLine(text.edition, text.key) for text in thread.texts)
        )


def notes(kb: KnowledgeBase, _: Languages) -> Iterable[lines.NoteLine]:
    """Where the print is wrong."""
    for edition in kb.editions:
        for n in edition.notes:
            source = Extent(n.source.start, n.source.end)
            yield lines.NoteLine(n.edition, n.key, n.printed, n.read_as, n.why, source)


def claims(kb: KnowledgeBase, _: Languages) -> Iterable[lines.ClaimLine]:
    """What every character of every source was read as."""
    for edition in kb.editions:
        for c in edition.claims:
            yield lines.ClaimLine(edition.id, c.start, c.end, c.role, c.key)


LINES: dict[str, Callable[[KnowledgeBase, Languages], Iterable[Struct]]] = {
    "editions": editions,
    "provisions": provisions,
    "references": references,
    "terms": terms,
    "term_uses": term_uses,
    "alignments": lambda kb, _: kb.aligned.alignments,
    "changes": lambda kb, _: kb.aligned.changes,
    "contrasts": lambda kb, _: kb.aligned.contrasts,
    "index": index,
    "findings": lambda kb, _: kb.findings,
    "threads": threads,
    "situations": lambda kb, _: kb.situations,
    "lexicon": lambda kb, _: kb.aligned.lexicon,
    "notes": notes,
    "claims": claims,
}
