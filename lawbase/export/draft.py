"""A translator's draft: a new year's laws in a language that has only the year before.

Each provision of the edition ``beside`` that the language lacks becomes units to translate: its
words there, and the older text of the language with its citations renumbered, sentence by sentence:
what can be kept, what to look at, what the older text lacks, what is new.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import Address, law_of
from lawbase.aligning.concordance import Concordance
from lawbase.citations.link import link_editions
from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    PARTS,
    Alignment,
    Contrast,
    Edition,
    Key,
    Language,
    Part,
    Provision,
    Reference,
)
from lawbase.profile import LanguageProfile
from lawbase.text import Span, blanked, form_pattern, sentences

Advice = Literal["keep", "look", "lacking", "new"]
"""``lacking`` is what the law had already and only the older text hasn't."""
DraftPart = Literal[Part, "headword"]
"""A definition's headword is a word to translate too."""
WARNING = "DRAFT. This is not a text of the Laws."
SAID = ("unchanged", "reference")
"""The kinds of contrasts whose words stay, once citations are renumbered."""

WHOLE = 0.6
"""The part of a sentence that is new from which all of it is."""
NUMBER = re.compile(r"\d+")
PLAIN = 3
"""From which number on a word for it means nothing else, as “one” and “second” do."""


class DraftSentence(Struct, frozen=True):
    """A sentence of the older text, or one that only the other language has."""

    mark: Advice
    text: str
    beside: str = ""


class DraftUnit(Struct, frozen=True):
    """A part of a provision to translate.

    ``beside`` is what it says in the other language; ``what`` says what changed in the law, at the
    one part of a provision where most of it changed; ``terms`` are words of it with those that the
    language's own texts of the year chose.
    """

    key: Key
    part: DraftPart
    citation: str
    beside: str
    sentences: tuple[DraftSentence, ...]
    what: str
    terms: tuple[tuple[str, str], ...]

    @property
    def proposal(self) -> str:
        """The older text as far as it is there."""
        return " ".join(sentence.text for sentence in self.sentences if sentence.text)

    @property
    def kept(self) -> str:
        """The older text when all of it can be kept, else nothing."""
        return self.proposal if all(s.mark == "keep" for s in self.sentences) else ""


class Draft(Struct, frozen=True):
    """What is to be translated into ``language`` so that it has the laws of ``year``.

    ``laws`` are the first and the last; None are all, and the definitions.
    """

    language: Language
    year: int
    like: str
    beside: str
    units: tuple[DraftUnit, ...] = ()
    laws: tuple[int, int] | None = None

    @property
    def edition(self) -> str:
        """The id that the edition will have."""
        return f"{self.language}-{self.year}"


class Written(Struct, frozen=True):
    """A unit as the translator left it; an empty text isn't done.

    ``gone`` is how many of its rows were in the draft and aren't in the file any more.
    """

    key: Key
    part: DraftPart
    text: str
    gone: int = 0


class Problem(Struct, frozen=True):
    """What is still to be done for a unit, or doesn't agree with the text beside it."""

    key: Key
    part: DraftPart
    problem: str


def make_draft(
    kb: KnowledgeBase,
    language: Language,
    year: int,
    like: str,
    beside: str,
    laws: tuple[int, int] | None = None,
) -> Draft:
    """The draft of what a language lacks of a year's laws.

    Args:
        kb: the knowledge base, with its contrasts.
        language: the language to translate into.
        year: the year of the laws.
        like: the edition of the language whose words are kept where they can be.
        beside: the edition of that year that is translated.
        laws: the first and last law to draft; by default all, and the definitions.

    Raises:
        LawbaseError: when the editions aren't laws of that language and that year.
    """
    old, new = kb.edition(like), kb.edition(beside)
    if old.language != language or not old.laws or new.year != year or old.year >= year:
        raise LawbaseError(f"--like must be an older text in “{language}”, --beside one of {year}")
    drafter = _Drafter(kb, language, old, new)
    wanted = (p for p in new.provisions if within(p, laws) and not drafter.has(p))
    units = tuple(unit for p in wanted for unit in drafter.units(p))
    return Draft(language, year, like, beside, units, laws)


def within(provision: Provision, laws: tuple[int, int] | None) -> bool:
    """Whether a draft of these laws has a provision; one of all laws has the definitions too."""
    law = law_of(provision.key)
    if laws is None:
        return law is not None or provision.kind == "definition"
    return law is not None and laws[0] <= law <= laws[1]


class _Drafter:
    def __init__(self, kb: KnowledgeBase, language: Language, old: Edition, new: Edition):
        self._kb = kb
        self._old, self._new = old, new
        self._language = kb.languages[language]
        self._done = {e.id for e in kb.editions if (e.language, e.year) == (language, new.year)}
        self._concordance = Concordance.of(kb, old.year, new.year)

    def has(self, provision: Provision) -> bool:
        """Whether the language has this provision of the year already."""
        twins = self._kb.twins(provision.edition, provision.key)
        return any(text.edition in self._done for text in twins)

    def units(self, provision: Provision) -> Iterator[DraftUnit]:
        """The parts of a provision that have words."""
        found = self._kb.aligned_with(self._new.id, provision.key, self._old.id)
        links = tuple(link for link in found if link.from_key is not None)
        contrasts = [contrast for link in links if (contrast := self._kb.contrast(link))]
        there = [part for part in PARTS if provision.part(part)]
        citation = self._language.cite(provision.key)
        if provision.kind == "definition":
            headword = self._headword(provision, links)
            word = headword.text or provision.label
            citation = self._language.cite(f"def.{word}")
            yield DraftUnit(
                provision.key, "headword", citation, provision.label, (headword,), "", ()
            )
        noted = grouped((_noted_at(c, there), c) for c in contrasts if there)
        for part in there:
            notes = (c.what.get(self._language.id) for c in noted.get(part, ()))
            proposed = [s for link in links for s in self._proposed(link, part)]
            yield DraftUnit(
                key=provision.key,
                part=part,
                citation=citation,
                beside=provision.part(part),
                sentences=tuple(self._with_added(proposed, provision, part, contrasts)),
                what=" ".join(filter(None, notes)),
                terms=tuple(self._terms(provision, part)),
            )

    def _headword(self, provision: Provision, links: Iterable[Alignment]) -> DraftSentence:
        """The headword of the older definition, or the other language's where there is none."""
        older = (self._kb.provision(self._old.id, link.from_key or "") for link in links)
        found = next((p.label for p in older if p and p.kind == "definition"), "")
        return DraftSentence("keep", found) if found else DraftSentence("new", "", provision.label)

    def _proposed(self, link: Alignment, part: Part) -> Iterator[DraftSentence]:
        """The sentences of the older text; those that may have changed are to be looked at."""
        provision = self._kb.provision(self._old.id, link.from_key or "")
        if provision is None:
            return
        contrast = self._kb.contrast(link)
        text = provision.part(part)
        cited = [r for r in self._kb.references_from(self._old.id, provision.key) if r.part == part]
        for span in sentences(text, self._language.sentences.abbreviations):
            own = [r for r in cited if span.start <= r.target.start < span.end]
            renumbered, sure = self._renumbered(text, span, own)
            dropped = contrast and any(r.to in contrast.cites_gone for r in own)
            stays = not dropped and _stays(contrast, part, span)
            kept = sure and link.relation in ("same", "moved") and stays
            yield DraftSentence("keep" if kept else "look", renumbered)

    def _renumbered(self, text: str, span: Span, cited: list[Reference]) -> tuple[str, bool]:
        """A sentence with its citations as the new year numbers them, and whether all are sure."""
        out, sure = text[span.start : span.end], True
        for reference in sorted(cited, key=lambda r: -r.target.start):
            if reference.to is None or reference.status != "ok":
                sure = False
                continue
            became = self._concordance.becomes(reference.to)
            if became == (reference.to,):
                continue
            start, end = reference.target.start - span.start, reference.target.end - span.start
            words = _renamed(out[start:end], reference.to, became[0]) if len(became) == 1 else None
            sure = sure and words is not None
            out = out[:start] + (words or out[start:end]) + out[end:]
        return out, sure

    def _with_added(
        self,
        proposed: list[DraftSentence],
        provision: Provision,
        part: Part,
        contrasts: list[Contrast],
    ) -> Iterator[DraftSentence]:
        """The sentences with what the older text has nothing of, in the other language's words.

        Where both have as many sentences, or only a part of one is new, the older one at its place
        is to be looked at instead.
        """
        text = provision.part(part)
        changed = (contrast for contrast in contrasts if contrast.kind not in SAID)
        added_here = (s for c in changed for s in c.added if s.part == part)
        spans = [Span(s.start, s.end) for s in added_here]
        cited = {key for contrast in contrasts for key in contrast.cites_new}
        there = self._kb.references_from(provision.edition, provision.key)
        spans += [r.target for r in there if r.part == part and r.to in cited]
        found = sentences(text, self._kb.profile(self._new.id).sentences.abbreviations)
        shares = {n: _share(here, spans) for n, here in enumerate(found)}
        added = {
            n: text[here.start : here.end]
            for n, here in enumerate(found)
            if not proposed or shares[n]
        }
        looked: dict[int, list[str]] = {}
        for n, words in added.items():
            if proposed and (len(proposed) == len(found) or shares[n] < WHOLE):
                place = round(n * (len(proposed) - 1) / max(len(found) - 1, 1))
                looked.setdefault(place, []).append(words)
        for n, sentence in enumerate(proposed):
            look = DraftSentence("look", sentence.text, " ".join(looked.get(n, ())))
            yield look if n in looked else sentence
        placed = {words for several in looked.values() for words in several}
        mark: Advice = "lacking" if not proposed and self._had(provision, part) else "new"
        yield from (DraftSentence(mark, "", w) for w in added.values() if w not in placed)

    def _had(self, provision: Provision, part: Part) -> bool:
        """Whether any text of the older year has this part of the rule."""
        twins = self._kb.twins(provision.edition, provision.key)
        older = (t for t in twins if self._kb.edition(t.edition).year == self._old.year)
        return any(text.part(part) for text in older)

    def _terms(self, provision: Provision, part: Part) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for use in self._kb.uses_in(provision.edition, provision.key):
            words = self._chosen.get(use.concept)
            if use.part == part and words and use.concept not in seen:
                seen.add(use.concept)
                yield provision.part(part)[use.start : use.end], words

    @cached_property
    def _chosen(self) -> dict[str, str]:
        """By concept, the glossary's word that the language's texts of the year print most."""
        chosen = {}
        for concept in self._kb.concepts:
            words = concept.words.get(self._language.id, ())
            printed = " ".join(
                self._kb.provision(use.edition, use.key).part(use.part)[use.start : use.end].lower()  # type: ignore[union-attr]
                for use in self._kb.uses_of(concept.id)
                if use.edition in self._done
            )
            counts = {word: printed.count(word.lower()[:-1] or word) for word in words}
            if words:
                chosen[concept.id] = max(words, key=lambda word: counts[word])
        return chosen


def _noted_at(contrast: Contrast, there: Sequence[Part]) -> Part:
    """The part that what changed is said at, once: where most of it changed, else the text."""
    changed: Counter[Part] = Counter({part: part == "text" for part in there})
    for span in (*contrast.added, *contrast.removed):
        if span.part in there:
            changed[span.part] += span.end - span.start
    return changed.most_common(1)[0][0]


def _share(sentence: Span, spans: Iterable[Span]) -> float:
    """What part of a sentence the spans cover."""
    overlaps = (min(s.end, sentence.end) - max(s.start, sentence.start) for s in spans)
    return sum(max(0, overlap) for overlap in overlaps) / (sentence.end - sentence.start)


def _stays(contrast: Contrast | None, part: Part, span: Span) -> bool:
    """Whether a sentence of the older text still says what the law says."""
    if contrast is None:
        return False
    if contrast.kind == "unchanged" and contrast.what:
        return part != _noted_at(contrast, PARTS)  # an editor says how texts differ
    if contrast.kind in SAID:
        return True
    gone = [s for s in contrast.removed if s.part == part]
    touched = any(s.start < span.end and span.start < s.end for s in gone)
    return not touched and bool(contrast.removed or contrast.added)


def _renamed(words: str, old: Key, new: Key) -> str | None:
    """The words of a citation with another address, or None when they don't print it whole.

    >>> _renamed("Pravidlem 16D2", "16.D.2", "16.C.2")
    'Pravidlem 16C2'
    """
    if law_of(old) is None or law_of(new) is None or "#" in old + new:
        return None
    for item in ("{}", "({})"):
        printed = Address.parse(old).format(item=item)
        if words.endswith(printed):
            return words.removesuffix(printed) + Address.parse(new).format(item=item)
    return None


def drafted_edition(kb: KnowledgeBase, draft: Draft, written: Iterable[Written]) -> Edition:
    """The edition as far as it is there: what was translated, in the structure of ``beside``, and
    what the language had of the year before."""
    texts = {(unit.key, unit.part): unit.text for unit in written}
    done = {e.id: e for e in kb.editions if (e.language, e.year) == (draft.language, draft.year)}
    provisions = []
    for p in kb.edition(draft.beside).provisions:
        there = next((t for t in kb.twins(p.edition, p.key) if t.edition in done), None)
        parts = {
            part: texts.get((p.key, part)) or (there.part(part) if there else "") for part in PARTS
        }
        headword = texts.get((p.key, "headword")) or (there.label if there else "")
        label = headword if p.kind == "definition" and headword else p.label
        provisions.append(
            replace(
                p, edition=draft.edition, label=label, **parts,
                markers=(), footnotes=(), bearers=p.bearers, tables=(), senses=(), maps={},
            )
        )  # fmt: skip
    beside = kb.edition(draft.beside)
    return replace(
        beside, id=draft.edition, language=draft.language, status="draft",
        title=f"{draft.edition}: draft", provisions=tuple(provisions),
        index=(), notes=(), claims=(), revisions=(),
    )  # fmt: skip


def check_draft(kb: KnowledgeBase, draft: Draft, written: Iterable[Written]) -> list[Problem]:
    """What is missing in a draft, and where its citations and numbers aren't those beside it."""
    units = list(written)
    edition = drafted_edition(kb, draft, units)
    layers = {"languages": kb.languages, "editions": (edition,), "concepts": kb.concepts}
    references = link_editions(KnowledgeBase(layers)).references
    cited = grouped(((r.from_key, r.part), r) for r in references)
    return [
        Problem(unit.key, unit.part, problem)
        for unit in units
        for problem in _problems(kb, draft, unit, cited.get((unit.key, unit.part), ()))
    ]


def absent_units(made: Draft, written: Iterable[Written]) -> list[Problem]:
    """The units that a draft has when it is made, and a file that was worked on hasn't."""
    there = {(unit.key, unit.part) for unit in written}
    return [
        Problem(unit.key, unit.part, "is missing in the file")
        for unit in made.units
        if (unit.key, unit.part) not in there
    ]


def is_unfilled(made: Draft, written: Iterable[Written]) -> bool:
    """Whether nobody has worked on a draft: all that it says is what could be kept."""
    kept = {(unit.key, unit.part): unit.kept for unit in made.units}
    return all(
        unit.text in ("", kept.get((unit.key, unit.part))) and not unit.gone for unit in written
    )


def _problems(
    kb: KnowledgeBase, draft: Draft, unit: Written, cited: tuple[Reference, ...]
) -> Iterator[str]:
    if unit.gone:
        yield f"lacks {unit.gone} of the rows that the draft had for it"
        return
    if not unit.text:
        yield "is still missing"
        return
    provision = kb.provision(draft.beside, unit.key)
    if provision is None:
        yield f"isn't in {draft.beside}"
        return
    if unit.part == "headword":
        return
    there = [r for r in kb.references_from(draft.beside, unit.key) if r.part == unit.part]
    wanted = {r.to for r in there if r.to and law_of(r.to)}
    found = {r.to for r in cited if r.to and law_of(r.to)}
    for missing in sorted(wanted - found):
        yield f"doesn't cite {missing}, as {draft.beside} does"
    for extra in sorted(found - wanted):
        yield f"cites {extra}, which {draft.beside} doesn't"
    other = Numbers.of(provision.part(unit.part), there, kb.profile(draft.beside))
    own = Numbers.of(unit.text, cited, kb.languages[draft.language])
    for number in other.beyond(own):
        yield f"lacks the number {number}"
    for number in own.beyond(other):
        yield f"has the number {number}, which {draft.beside} hasn't"


class Numbers(Struct, frozen=True):
    """The numbers of a text that belong to no citation, in digits and in words."""

    digits: Counter[str]
    words: Counter[str]

    @classmethod
    def of(cls, text: str, cited: Iterable[Reference], language: LanguageProfile) -> Numbers:
        """The numbers of a text in a language."""
        said = blanked(text, ((r.start, r.end) for r in cited))
        forms = language.audit.numbers.items()
        words = {number: len(form_pattern(found).findall(said)) for number, found in forms}
        return cls(Counter(NUMBER.findall(said)), Counter(words))

    def beyond(self, other: Numbers) -> list[str]:
        """The numbers that the other text has less often, ascending, however either writes them."""
        plain = Counter({n: count for n, count in self.words.items() if int(n) >= PLAIN})
        return sorted((self.digits + plain - other.digits - other.words).elements(), key=int)


def preview(edition: Edition) -> str:
    """A page to read a draft on: the laws that were begun, with what isn't there yet."""
    there = {p.key for p in edition.provisions if any(map(p.part, PARTS))}
    begun = {law for key in there if (law := law_of(key)) is not None}
    shown = (p for p in edition.provisions if p.key in there or law_of(p.key) in begun)
    rows = "\n".join(map(_row, shown))
    title = escape(edition.title)
    return (
        f'<!doctype html>\n<html lang="{edition.language}">\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>body{{max-width:42em;margin:2em auto;font:1em/1.5 serif}}"
        ".draft{background:#fd6;padding:.5em}.missing{color:#a00}</style>\n"
        f'<h1>{title}</h1>\n<p class="draft">{WARNING}</p>\n{rows}\n</html>\n'
    )


def _row(provision: Provision) -> str:
    words = "".join(f"<p>{escape(text)}</p>" for text in (provision.text, provision.tail) if text)
    heading = f"<b>{escape(provision.label)} {escape(provision.heading)}</b>"
    missing = "" if words or provision.heading else '<p class="missing">…</p>'
    key = f"def.{provision.label}" if provision.kind == "definition" else provision.key
    return f'<section id="{escape(key)}">{heading}{words}{missing}</section>'
