"""Entry points: short texts that lead to provisions, each one more way to ask for them.

A heading leads to its own provision, a glossary word to its definitions and to the headings that
speak of it, a topic of a book's subject index to what it lists. A situation leads to what should
be read, in order; all its ways of saying in every language are one profile, and each of its titles
leads to it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.model import Concept, Language
from lawbase.search.documents import Document, Stretch
from lawbase.search.figures import FIGURES, EntryKind
from lawbase.text import form_pattern

STRAIGHT = FIGURES.ranking.straight

NOWHERE = ""
"""The edition that situations stand in."""


SHORT = 3
"""Ways of asking with so many words hold no word by chance."""


class EntryPoint(Struct, frozen=True):
    """A text in one language, and the places it leads to, each with a share in per cent.

    A title leads to its situation alone, by its id.
    """

    kind: EntryKind
    stretch: Stretch
    targets: tuple[tuple[EditionKey, int], ...]


class Profile(Struct, frozen=True):
    """A situation: the ways in which people say it, and the places that it leads to, with shares.

    ``ways`` are the title and the ways of saying of every language. What people ask that the laws
    don't answer is told alike, and leads nowhere.
    """

    id: str
    titles: dict[str, str]
    ways: tuple[Stretch, ...]
    targets: tuple[tuple[EditionKey, int], ...]

    @property
    def languages(self) -> frozenset[Language]:
        """The languages in which somebody has said it."""
        return frozenset(way.language for way in self.ways)


def heading_entries(documents: Iterable[Document]) -> Iterator[EntryPoint]:
    """The heading of every provision that has one."""
    for document in documents:
        place = (document.edition, document.key)
        for stretch in document.fields["heading"]:
            yield EntryPoint("heading", stretch, ((place, STRAIGHT),))


def term_entries(kb: KnowledgeBase) -> Iterator[EntryPoint]:
    """The words of every concept, slang among them, in every language."""
    headings = _headings_by_concept(kb)
    for concept in kb.concepts:
        targets = dict.fromkeys(concept.definitions.items(), STRAIGHT)
        for place, share in headings[concept.id]:
            targets.setdefault(place, share)
        for language, word in _words(concept):
            stretch = Stretch(word, language)
            yield EntryPoint("term", stretch, tuple(targets.items()))


def topic_entries(kb: KnowledgeBase) -> Iterator[EntryPoint]:
    """The entries of the books' own subject indexes."""
    for edition in kb.editions:
        for entry in edition.index:
            targets = tuple(((edition.id, key), STRAIGHT) for key in kb.targets(entry))
            if targets:
                stretch = Stretch(f"{entry.topic} {entry.subtopic}".strip(), edition.language)
                yield EntryPoint("topic", stretch, targets)


def situation_profiles(kb: KnowledgeBase) -> Iterator[Profile]:
    """What people say of every situation."""
    for situation in kb.situations:
        targets = (
            ((edition.id, key), _share(place))
            for edition in kb.editions
            for place, key in enumerate(situation.provisions.get(str(edition.year), ()))
        )
        ways = (
            Stretch(words, language)
            for language, text in situation.texts.items()
            for words in (text.title, *text.words)
        )
        titles = {language: text.title for language, text in situation.texts.items()}
        yield Profile(situation.id, titles, tuple(ways), tuple(targets))


def title_entries(kb: KnowledgeBase, situations: Iterable[Profile]) -> Iterator[EntryPoint]:
    """The title of every situation, in every language, unless it asks what something is.

    Who names the thing alone needn't ask that, and for who does the glossary knows it.
    """
    asking = _asking(kb)
    for situation in situations:
        for language, title in situation.titles.items():
            if asking[language].match(title):
                continue
            target = ((NOWHERE, situation.id), STRAIGHT)
            yield EntryPoint("title", Stretch(title, language), (target,))


def beyond_profiles(kb: KnowledgeBase) -> Iterator[Profile]:
    """What people ask that the laws don't answer; it leads nowhere.

    In a longer way, a word that no other way has, nor one of a situation, tells nothing of such
    questions, and is left out.
    """
    asked = [spoken for question in kb.beyond for spoken in question.words.items()]
    told = [(name, t.words) for situation in kb.situations for name, t in situation.texts.items()]
    often: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, ways in (*asked, *told):
        often[name].update(chain.from_iterable(set(_words_of(way)) for way in ways))
    for question in kb.beyond:
        kept = (
            Stretch(" ".join(w for w in words if often[name][w] > 1 or len(words) <= SHORT), name)
            for name, ways in question.words.items()
            for words in map(_words_of, ways)
        )
        yield Profile(question.id, {}, tuple(kept), ())


def _words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _share(place: int) -> int:
    return max(STRAIGHT - 15 * place, 25)


def _words(concept: Concept) -> Iterator[tuple[str, str]]:
    for words in (concept.words, concept.slang):
        for language, forms in words.items():
            for form in forms:
                yield language, form


def _asking(kb: KnowledgeBase) -> dict[str, re.Pattern[str]]:
    """By language, the words that ask for a meaning."""
    return {name: form_pattern(x.search.meaning) for name, x in kb.languages.items()}


def _headings_by_concept(kb: KnowledgeBase) -> defaultdict[str, list[tuple[EditionKey, int]]]:
    """The headings that use a concept, each with the share of it that the concept takes.

    Words that ask for a meaning don't count, so that the heading "Definition of a revoke" is about
    nothing but the revoke.
    """
    found: defaultdict[str, list[tuple[EditionKey, int]]] = defaultdict(list)
    asking = _asking(kb)
    for use in kb.links.uses:
        provision = kb.provision(use.edition, use.key)
        if use.part == "heading" and provision is not None:
            told = asking[kb.edition(use.edition).language].sub("", provision.heading).strip()
            share = round(STRAIGHT * (use.end - use.start) / (len(told) or len(provision.heading)))
            found[use.concept].append(((use.edition, use.key), share))
    return found
