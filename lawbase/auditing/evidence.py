"""The texts held against each other: the look-ups that the checks share.

A text is one provision in one edition. Its partners are the texts of other editions that carry the
same rule. Editions of the same year say the same in another language; an edition of another year
says what was meant before or since, once its addresses are translated by the alignment.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations

from lawbase.address import Address, key_order, law_of
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Edition,
    Key,
    Provision,
    Reference,
    TermUse,
    Text,
)
from lawbase.profile import LanguageProfile
from lawbase.stemming import Stemmer

EXCERPT = 12
"""How many words evidence quotes of a text."""
DOUBTFUL = 0.6
"""The score below which an alignment only says that nothing better was found."""
SURE = 0.75
"""The score from which an alignment tells that a text is there."""
CITING = frozenset({"absolute", "relative"})


class Evidence:
    """Everything that is known of the texts of the law; companions that are no law are left out."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        self.editions = kb.law_editions
        self.companions = tuple(edition for edition in kb.editions if edition.laws is None)
        self.links = kb.links
        self.aligned = kb.aligned
        self.concepts = kb.concepts
        self._languages = kb.languages
        self._editions = {edition.id: edition for edition in self.editions}
        self._translated: dict[tuple[Text, str], tuple[Key, ...]] = {}

    def edition(self, edition_id: str) -> Edition:
        """An edition by its id."""
        return self._editions[edition_id]

    def profile(self, edition_id: str) -> LanguageProfile:
        """The profile of an edition's language."""
        return self._languages[self._editions[edition_id].language]

    def stemmer(self, edition_id: str) -> Stemmer:
        """The stemmer of an edition's language."""
        return self._stemmers[self._editions[edition_id].language]

    def cite(self, text: Text) -> str:
        """A text as evidence names it: its edition and its citation in that language.

        >>> evidence.cite(Text("cs-2007", "9.A.4"))
        'cs-2007 Pravidlo 9A4'
        """
        return f"{text.edition} {self.profile(text.edition).cite(text.key)}"

    def __contains__(self, text: Text) -> bool:
        return text in self._provisions

    def provision(self, text: Text) -> Provision:
        """The provision of a text."""
        return self._provisions[text]

    def texts(self) -> Iterator[tuple[Text, Provision]]:
        """Every text of the law with its provision, in the order of the books."""
        yield from self._provisions.items()

    def stems(self, text: Text) -> frozenset[str]:
        """The stems of a text's words, its heading's too, without numbers."""
        return self._stems[text]

    def excerpt(self, text: Text) -> str:
        """The first words of a text, as evidence quotes them."""
        provision = self._provisions[text]
        words = (provision.text or provision.heading or provision.tail).split()
        return " ".join(words[:EXCERPT]) + (" …" if len(words) > EXCERPT else "")

    def sisters(self, edition_id: str) -> tuple[Edition, ...]:
        """The other editions of the same year."""
        year = self._editions[edition_id].year
        return tuple(e for e in self.editions if e.year == year and e.id != edition_id)

    def others(self, edition_id: str) -> tuple[Edition, ...]:
        """The editions of other years."""
        year = self._editions[edition_id].year
        return tuple(edition for edition in self.editions if edition.year != year)

    def covers(self, edition_id: str, key: Key) -> bool:
        """Whether an edition reaches as far as a key: a partial one ends somewhere."""
        edition = self._editions[edition_id]
        last = self._last.get(edition_id)
        if edition.complete or last is None:
            return True
        return law_of(key) is not None and key_order(key) <= key_order(last)

    def partners(self, text: Text, edition_id: str) -> tuple[Text, ...]:
        """The texts of another edition that carry the same rule, in the order of the book."""
        return self._partners.get(text, {}).get(edition_id, ())

    def all_partners(self, text: Text) -> dict[str, tuple[Text, ...]]:
        """A text's partners in every edition that has any, in the order of the editions."""
        found = self._partners.get(text, {})
        return {e.id: found[e.id] for e in self.editions if found.get(e.id)}

    def below(self, text: Text) -> tuple[Text, ...]:
        """A text and everything that stands under it, footnotes too, in the order of the book."""
        return self._below.get(text, ())

    def around(self, text: Text) -> frozenset[Text]:
        """A text with its parent, its children, its footnotes and what bears it."""
        provision = self._provisions[text]
        keys = [*provision.children, *provision.footnotes, *provision.bearers, text.key]
        if provision.parent is not None:
            keys.append(provision.parent)
        return frozenset(Text(text.edition, key) for key in keys)

    def has(self, text: Text, edition_id: str, least: float = DOUBTFUL) -> bool:
        """Whether another edition carries a text, or anything that stands under it.

        ``least`` is how sure the alignment must be.
        """
        return any(
            score >= least
            for below in self.below(text)
            for _, score in self._aligned.get(below, {}).get(edition_id, ())
        )

    def citations(self, text: Text) -> tuple[Reference, ...]:
        """What a text cites of the laws of its own edition, in the order of the text."""
        return self._citations.get(text, ())

    def uses(self, text: Text) -> tuple[TermUse, ...]:
        """The uses of terms in a text, in the order of the text."""
        return self._uses.get(text, ())

    def translate(self, text: Text, edition_id: str) -> tuple[Key, ...]:
        """Where another edition has what stands at an address, as far as the alignment tells.

        An address that is only a heading leads to where most of what stands under it leads. What
        lies beyond the end of a partial edition is looked up in a sister that has it.
        """
        asked = (text, edition_id)
        if asked not in self._translated:
            self._translated[asked] = self._translate(text, edition_id)
        return self._translated[asked]

    def _translate(self, text: Text, edition_id: str) -> tuple[Key, ...]:
        if text.edition == edition_id:
            return (text.key,)
        direct = self.partners(text, edition_id)
        if direct:
            return tuple(partner.key for partner in direct)
        sisters = self.sisters(text.edition)
        if text not in self:
            if any(sister.id == edition_id for sister in sisters):
                return (text.key,)
            heard = (Text(sister.id, text.key) for sister in sisters)
            return next((self.translate(t, edition_id) for t in heard if t in self), ())
        above = self._most_above(text, edition_id)
        if above:
            return (above,)
        if any(sister.id == edition_id for sister in sisters):
            there = Text(edition_id, text.key) in self or not self.covers(edition_id, text.key)
            return (text.key,) if there else ()
        return () if self.edition(edition_id).complete else self._beyond(text, edition_id)

    def _beyond(self, text: Text, edition_id: str) -> tuple[Key, ...]:
        """Where a sister has it, for what lies beyond the end of a partial edition."""
        for sister in self.sisters(edition_id):
            keys = self.translate(text, sister.id) if sister.complete else ()
            if keys and not any(self.covers(edition_id, key) for key in keys):
                return keys
        return ()

    def _most_above(self, text: Text, edition_id: str) -> Key | None:
        """The address, as deep as the text's, under which most of what is below the text leads."""
        if law_of(text.key) is None or "#" in text.key:
            return None
        depth = Address.parse(text.key).depth
        found: Counter[Key] = Counter()
        for below in self.below(text):
            for partner in self.partners(below, edition_id):
                if law_of(partner.key) is not None and "#" not in partner.key:
                    address = Address.parse(partner.key)
                    found[str(Address(address.law, address.steps[:depth]))] += 1
        if not found:
            return None
        key, count = min(found.items(), key=lambda item: (-item[1], key_order(item[0])))
        return key if 2 * count > found.total() else None

    @cached_property
    def _provisions(self) -> dict[Text, Provision]:
        return {Text(p.edition, p.key): p for edition in self.editions for p in edition.provisions}

    @cached_property
    def _stems(self) -> dict[Text, frozenset[str]]:
        return {
            text: stems_of(f"{p.heading} {p.text} {p.tail}", self.stemmer(text.edition))
            for text, p in self._provisions.items()
        }

    @cached_property
    def _last(self) -> dict[str, Key]:
        """The last address of each edition."""
        return {
            edition.id: max((p.key for p in edition.provisions), key=key_order)
            for edition in self.editions
            if edition.provisions
        }

    @cached_property
    def _aligned(self) -> dict[Text, dict[str, list[tuple[Text, float]]]]:
        """What each text is aligned with, by edition, and how surely."""
        found: dict[Text, dict[str, list[tuple[Text, float]]]] = {}
        for a in self.aligned.alignments:
            for text, partner in permutations(a.texts, 2):
                there = found.setdefault(text, {}).setdefault(partner.edition, [])
                there.append((partner, a.score))
        return found

    @cached_property
    def _partners(self) -> dict[Text, dict[str, tuple[Text, ...]]]:
        return {
            text: {edition: _sure(found) for edition, found in by_edition.items()}
            for text, by_edition in self._aligned.items()
        }

    @cached_property
    def _below(self) -> dict[Text, tuple[Text, ...]]:
        below: defaultdict[Text, list[Text]] = defaultdict(list)
        for text, provision in self._provisions.items():
            above: Key | None = text.key
            if provision.bearers:
                below[text].append(text)
                above = provision.bearers[0]
            while above is not None and Text(text.edition, above) in self:
                below[Text(text.edition, above)].append(text)
                above = self._provisions[Text(text.edition, above)].parent
        return {text: tuple(texts) for text, texts in below.items()}

    @cached_property
    def _citations(self) -> dict[Text, tuple[Reference, ...]]:
        return grouped(
            (Text(r.edition, r.from_key), r) for r in self.links.references if r.kind in CITING
        )

    @cached_property
    def _uses(self) -> dict[Text, tuple[TermUse, ...]]:
        return grouped((Text(use.edition, use.key), use) for use in self.links.uses)

    @cached_property
    def _stemmers(self) -> dict[str, Stemmer]:
        spoken = dict.fromkeys(edition.language for edition in self.editions)
        return {language: Stemmer(self._languages[language]) for language in spoken}


def stems_of(text: str, stemmer: Stemmer) -> frozenset[str]:
    """The stems of the words in a text, without numbers."""
    return frozenset(word.stem for word in stemmer.words(text) if word.stem.isalpha())


def _sure(aligned: Iterable[tuple[Text, float]]) -> tuple[Text, ...]:
    texts = {text for text, score in aligned if score >= DOUBTFUL}
    return tuple(sorted(texts, key=lambda text: key_order(text.key)))
