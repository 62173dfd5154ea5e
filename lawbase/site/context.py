"""The site as a whole, and as a reader of one language sees it: what views and templates ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from markupsafe import Markup

from lawbase.address import KeyParts, key_order, law_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Language, Provision, SourceNote
from lawbase.profile import LanguageProfile
from lawbase.search.contents import FrameCounts
from lawbase.site.comparison import EditionComparison, comparisons_of
from lawbase.site.glossary import Glossary
from lawbase.site.guides import Guides
from lawbase.site.interface import Interface, load_interfaces
from lawbase.site.routes import PARTS, Routes, cite_short, link, topic_anchor
from lawbase.site.scripts import ScriptTable
from lawbase.site.settings import ChapterRange, Settings, load_settings
from lawbase.site.typesetting import SetText, Typesetter

Frames = Mapping[str, FrameCounts]


class Site:
    """The knowledge base, the site's own sources, and where everything is.

    ``frames`` tell what the ways of saying a situation speak of, by its id.
    """

    def __init__(self, kb: KnowledgeBase, sources: Path, frames: Frames = MappingProxyType({})):
        self.kb = kb
        self.sources = sources
        self.frames = frames
        self.settings: Settings = load_settings(sources)
        self.interfaces = load_interfaces(sources, self.settings.interfaces)
        spoken = {self.interface_of(e.id).language for e in kb.editions} | {self.settings.common}
        self.interfaces = {id: ui for id, ui in self.interfaces.items() if ui.language in spoken}
        self.routes = Routes(kb.editions)
        self.context = cache(lambda ui: PageContext(self, self.interfaces[ui]))
        self.chapters_in = cache(self._chapters_in)
        self.typesetter = Typesetter(self)

    def prepare(self) -> None:
        """Work out what many pages show, once, before they are spread over processes."""
        for edition in self.kb.editions:
            for provision in edition.provisions:
                self.typesetter.words(provision)
        for comparison in self.comparisons:
            for law in comparison.laws:
                comparison.rows(law)

    def interface_of(self, edition_id: str) -> Interface:
        """The interface that the pages of an edition speak.

        It is the one of its language, else of the language that its language's file names for it,
        else the common one.
        """
        profile = self.kb.profile(edition_id)
        speaking = {ui.language: ui for ui in reversed(self.interfaces.values())}
        found = (speaking.get(language) for language in (profile.id, profile.interface))
        return next(filter(None, found), self.interfaces[self.settings.common])

    def context_of(self, edition: Edition) -> PageContext:
        """The site as the pages of an edition show it."""
        return self.context(self.interface_of(edition.id).id)

    @property
    def first(self) -> PageContext:
        """The site as pages that speak all languages show it: in the first one."""
        return self.context(next(iter(self.interfaces)))

    def term(self, concept_id: str) -> str:
        """A link to a term on the page of its letter in the common language."""
        return link(self._term_pages[concept_id], concept_id)

    @cached_property
    def _term_pages(self) -> dict[str, str]:
        letters = self.common.glossary.letters
        return {concept.id: found.folder for found in letters for concept in found.concepts}

    @property
    def common(self) -> PageContext:
        """The site as pages for readers of all languages are printed."""
        return self.context(self.settings.common)

    def mark(self, edition: Edition) -> str:
        """An edition in a few letters: ``CS 2007``."""
        return f"{edition.language.upper()} {edition.year}"

    @cached_property
    def comparisons(self) -> tuple[EditionComparison, ...]:
        """The pairs of editions that are compared."""
        return comparisons_of(self.kb)

    @cached_property
    def law_numbers(self) -> tuple[int, ...]:
        """The numbers of all laws in any edition."""
        return tuple(sorted({n for e in self.kb.law_editions for n in self.kb.laws(e.id)}))

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years of the versions of the Laws that there are texts of, in order."""
        return tuple(sorted({edition.year for edition in self.kb.law_editions}))

    @cached_property
    def rooms(self) -> dict[str, bool]:
        """The rooms across editions by name, and whether there is anything to show in each."""
        kb = self.kb
        shown: dict[str, object] = {
            "search": True,
            "parallel": self.law_numbers,
            "trace": self.law_numbers,
            "situations": kb.situations,
            "compare": kb.law_editions[1:],
            "concordance": self.years[1:],
            "terms": kb.concepts,
            "index": any(edition.index for edition in kb.editions),
            "references": self.law_numbers,
            "findings": kb.findings or any(edition.notes for edition in kb.editions),
            "about": True,
        }
        return {room: bool(found) for room, found in shown.items()}

    @cached_property
    def guides(self) -> Guides:
        """The guides' sections and the laws that they explain."""
        return Guides(self.kb)

    @cached_property
    def chapters(self) -> tuple[tuple[ChapterRange, tuple[int, ...]], ...]:
        """The chapters with the numbers of their laws, as far as any edition has them."""
        return tuple(
            (chapter, found)
            for chapter in self.settings.chapters
            if (found := tuple(n for n in chapter.numbers if n in self.law_numbers))
        )

    def _chapters_in(self, edition_id: str) -> dict[int, ChapterRange | Provision | None]:
        """The chapter that each law of an edition stands in.

        It is one of the book's own where they stand elsewhere than in the others, or where the
        interface has no names for them in the book's language.
        """
        laws, own = self.kb.laws(edition_id), self._printed_chapters(edition_id)
        common = {number: self.settings.chapter_of(number) for number in laws}
        opening = {chapter.key: common[number] for number, chapter in reversed(own.items())}
        alike = all(chapter and f"chapter.{chapter.id}" == key for key, chapter in opening.items())
        spoken = self.interface_of(edition_id).language == self.kb.edition(edition_id).language
        if not own or (spoken and alike):
            return {**common}
        return {number: own.get(number) for number in laws}

    def _printed_chapters(self, edition_id: str) -> dict[int, Provision]:
        """The chapter in a book that each law stands in, without parts of chapters."""
        found: dict[int, Provision] = {}
        chapter = None
        for p in self.kb.edition(edition_id).provisions:
            if p.kind == "chapter" and "." not in KeyParts.of(p.key).name:
                chapter = p
            elif p.kind == "law" and chapter:
                found[int(p.key)] = chapter
        return found

    def tag(self, edition_id: str) -> str:
        """The language tag of an edition's text as it is printed."""
        return self.tag_of_language(self.kb.edition(edition_id).language)

    def tag_of_language(self, language: str) -> str:
        """The language tag of words in a language as they are printed."""
        interfaces = self.interfaces.values()
        return next((ui.html for ui in interfaces if language in (ui.id, ui.language)), language)


class PageContext:
    """What a page in one language of the interface shows of the knowledge base.

    A text in the interface's own language is shown in the interface's script.
    """

    def __init__(self, site: Site, ui: Interface):
        self.site = site
        self.ui = ui
        self.kb = site.kb
        self.settings = site.settings
        self.chapters = site.chapters
        self.glossary = Glossary(site.kb.concepts, ui)
        self.short = cache(self._short)
        self.law_heading = cache(self._law_heading)

    def mark(self, edition: Edition | str) -> str:
        """An edition in a few letters, or the title of one without laws."""
        found = self.kb.edition(edition) if isinstance(edition, str) else edition
        return self.site.mark(found) if found.laws else found.title

    def tag(self, edition_id: str) -> str:
        """The language tag of an edition's text as it's shown here."""
        return self.tag_of(self.kb.edition(edition_id).language)

    def foreign(self, edition_id: str) -> Markup:
        """The attribute that marks an edition's text on a page that speaks another language."""
        tag = self.tag(edition_id)
        return Markup() if tag == self.ui.html else Markup(' lang="{}"').format(tag)

    def shown(self, edition_id: str, text: str) -> str:
        """A text of an edition as it's shown here."""
        return self.ui.written(text) if self._is_own(edition_id) else text

    def href(self, edition_id: str, key: Key | None) -> str | None:
        """The link to a provision, or None when the edition doesn't have it."""
        return self.site.routes.href(edition_id, key) if key else None

    def label(self, provision: Provision) -> str:
        """A provision's label as it is printed, but once where a slip doubles it: ``a) a)``."""
        return " ".join(dict.fromkeys(provision.label.split()))

    def anchor(self, provision: Provision) -> str:
        """The anchor of a provision on its page."""
        return self.site.routes.anchor(provision.edition, provision.key)

    def page(self, *folders: object) -> str:
        """A link to a page across editions in this language."""
        return link("".join(f"{folder}/" for folder in (self.ui.id, *folders)))

    def comparison(self, comparison: EditionComparison, law: int | None = None) -> str:
        """A link to the map of two editions, or to one of their laws."""
        return link(f"{comparison.folder}{law}/") if law else self.page("compare", *comparison.pair)

    def parallel(self, law: int) -> str:
        """A link to a law in all texts side by side."""
        return link(f"parallel/{law}/")

    def references(self, law: int) -> str:
        """A link to the laws that cite a law and that it cites."""
        return link(f"references/{law}/")

    def chapter_name(self, chapter: ChapterRange | Provision | None) -> str:
        """What a chapter is called: in this language, or as a book calls its own."""
        if isinstance(chapter, Provision):
            label = chapter.label.rstrip(" .:–—-")
            own = filter(None, (label, self.shown(chapter.edition, chapter.heading)))
            return " · ".join(own)
        return self.ui.chapters[chapter.id] if chapter else ""

    def law_title(self, name: str, law: int) -> str:
        """A text about a law, by its name, and what the law is called."""
        return f"{self.ui.text(name, law=self.cite(str(law)))}: {self.law_heading(law)}"

    def law_heading_in_each(self, law: int) -> dict[str, str]:
        """A law's name in every language of the interface."""
        return self.each(lambda each: each.law_heading(law))

    def trace(self, key: Key) -> str:
        """A link to where a provision is traced; a footnote is traced at its bearer."""
        parts = KeyParts.of(key)
        return link(f"trace/{parts.law}/", parts.bearer if parts.depth else "")

    def written_in_each(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Texts by language as every language of the interface writes its own, else in English."""
        return self.each(lambda each: each.ui.written(texts.get(each.ui.language) or texts["en"]))

    def each(self, said: Callable[[PageContext], str]) -> dict[str, str]:
        """What is said in every language of the interface, by its id."""
        return {ui: said(self.site.context(ui)) for ui in self.site.interfaces}

    def topic(self, edition_id: str, topic: str) -> str:
        """A link to a topic of an edition's subject index."""
        return f"{self.page('index')}#{topic_anchor(edition_id, topic)}"

    def law_href(self, number: int) -> str:
        """A link to a law as it is in force.

        Where the reader's language has no text in force, to where its older text stands beside
        the one in force in another language; without any text of its own, to all side by side,
        or to the only one that there is.
        """
        laws = (self.kb.laws(edition.id).get(number) for edition in self.kb.law_editions)
        texts = list(filter(None, laws))
        first, *beside = self.kb.preferred(texts, self.ui.language)
        if self._is_own(first.edition) or len(texts) == 1:
            return self.href(first.edition, first.key) or self.parallel(number)
        shown = {first.edition, *(text.edition for text in beside)}
        pairs = (c for c in self.site.comparisons if number in c.laws and {*c.pair} == shown)
        both = next(pairs, None)
        return self.comparison(both, number) if both else self.parallel(number)

    def current(self, provision: Provision) -> Provision | None:
        """Where a superseded provision, or the first of what was in it, stands in force."""
        if self.kb.in_force(provision.edition):
            return None
        whole = self.kb.whole(provision)
        found = (self.kb.texts_in_force(each.edition, each.key) for each in whole)
        return next((texts[0] for texts in found if texts), None)

    def current_edition(self, edition_id: str, part: str = "") -> Edition | None:
        """The edition in force that has a part which a superseded one has, its language first."""
        if self.kb.version(edition_id) is None or self.kb.in_force(edition_id):
            return None
        language = self.kb.edition(edition_id).language
        having = (
            edition
            for edition in self.kb.law_editions
            if self.kb.in_force(edition.id) and (not part or part in self.parts(edition))
        )
        return min(having, key=lambda edition: self.kb.rank(edition.id, language), default=None)

    def revised(self, edition: Edition, law: int) -> int | None:
        """The year of a revision, later than the rest of an edition, that it has a law in."""
        return max((r.year for r in edition.revisions if law in r.laws), default=None)

    def extent(self, edition: Edition) -> str:
        """The laws of a text, up to where it breaks off: ``1–16, 72B``."""
        whole, last = edition.extent(), self.kb.breaks_off(edition.id)
        if last is None:
            return whole
        return whole.removesuffix(str(law_of(last))) + self.short(edition.id, last)

    def by_preference(self, editions: Iterable[Edition]) -> list[Edition]:
        """Editions in the order in which a reader wants them."""
        return sorted(editions, key=lambda edition: self.kb.rank(edition.id, self.ui.language))

    def cite(self, key: Key) -> str:
        """A key as this language cites it in full."""
        return self.ui.written(self._profile.cite(key))

    def cite_in(self, edition_id: str, key: Key) -> str:
        """A key as the edition's language cites it, with the year: ``Pravidlo 27B1(b), 2017``."""
        return f"{self.kb.cite(edition_id, key)}, {self.kb.edition(edition_id).year}"

    def tag_of(self, language: Language) -> str:
        """The language tag of words in a language as they're shown here."""
        own = language == self.ui.language
        return self.ui.html if own else self.site.tag_of_language(language)

    def cite_bare(self, key: Key) -> str:
        """A key as short as this language can cite it."""
        return cite_short(key, self._profile, self._footnote)

    def words(self, provision: Provision) -> SetText:
        """A provision's words as HTML."""
        return self.site.typesetter.words(provision, self.script_of(provision.edition))

    def script_of(self, edition_id: str) -> ScriptTable | None:
        """The script in which an edition's words are shown, when it's not the printed one."""
        return self.ui.script if self._is_own(edition_id) else None

    def below(self, provision: Provision) -> list[tuple[Key, Provision | None]]:
        """The provisions right below one, among them those that its text misses, in order."""
        found = self.kb.children(provision)
        below: list[tuple[Key, Provision | None]] = [(child.key, child) for child in found]
        for key in self.kb.missing_below(provision.edition, provision.key):
            order = key_order(key)
            place = next((n for n, (k, _) in enumerate(below) if key_order(k) > order), len(below))
            below.insert(place, (key, None))
        return below

    def elsewhere(self, edition_id: str, key: Key) -> list[Provision]:
        """The texts of an address in the other editions: of the same year first, then in force."""
        year = self.kb.edition(edition_id).year
        editions = self.by_preference(self.kb.law_editions)
        editions.sort(key=lambda edition: edition.year != year)
        there = (self.kb.provision(e.id, key) for e in editions if e.id != edition_id)
        return list(filter(None, there))

    def heading(self, edition_id: str, key: Key) -> str:
        """A provision's heading."""
        provision = self.kb.provision(edition_id, key)
        return self.shown(edition_id, provision.heading) if provision else ""

    def headings(self, edition_id: str, key: Key) -> list[str]:
        """The headings above a provision and its own, from the law down, without empty ones."""
        found: list[str] = []
        provision = self.kb.provision(edition_id, key)
        while provision is not None:
            found.append(self.shown(edition_id, provision.heading))
            provision = self.kb.parent(provision) if provision.kind != "law" else None
        return [heading for heading in reversed(found) if heading]

    def opening(self, edition_id: str, key: Key, length: int) -> str:
        """The first words of a provision or of what is below it, its heading first."""
        provision = self.kb.provision(edition_id, key)
        while provision is not None:
            words = provision.heading or provision.text
            if words:
                return self.shown(edition_id, first_words(words, length))
            provision = next(iter(self.kb.children(provision)), None)
        return ""

    def reading(self, note: SourceNote) -> str:
        """What was read where the print is wrong: a place as it is cited, a thing by its name."""
        if self.kb.provision(note.edition, note.read_as):
            return self.short(note.edition, note.read_as)
        return self.ui.texts.get(f"reading.{note.read_as}", note.read_as)

    def parts(self, edition: Edition) -> list[str]:
        """The folders of an edition's parts around the laws."""
        kinds = {provision.kind for provision in edition.provisions}
        return [folder for kind, folder in PARTS.items() if kind in kinds]

    @cached_property
    def leading_edition(self) -> Edition | None:
        """The edition whose headings are shown: complete rather than new."""
        own = [e for e in self.kb.law_editions if e.language == self.ui.language]
        return max(own, key=lambda edition: (edition.complete, edition.year), default=None)

    @property
    def _profile(self) -> LanguageProfile:
        """The interface's language; that of the first text where the corpus has no file of it."""
        return self.kb.languages.get(self.ui.language) or self.kb.profile(self.kb.editions[0].id)

    @property
    def _footnote(self) -> str:
        """What this language calls a footnote, with a gap for its number."""
        return self.ui.written(self._profile.citation.footnote)

    def _is_own(self, edition_id: str) -> bool:
        return self.kb.edition(edition_id).language == self.ui.language

    def _short(self, edition_id: str, key: Key) -> str:
        """A key as short as the edition's language can cite it."""
        profile = self.kb.profile(edition_id)
        return self.shown(edition_id, cite_short(key, profile, self._footnote))

    def _law_heading(self, number: int) -> str:
        """A law's name for readers of this language: their edition's, or the interface's own.

        Where neither names it, the first edition that does.
        """
        key = str(number)
        own = [e for e in self.by_preference(self.kb.law_editions) if self._is_own(e.id)]
        titles = self.site.settings.titles.get(self.ui.language, {})
        named = [self.heading(e.id, key) for e in own]
        others = (self.heading(e.id, key) for e in self.kb.law_editions)
        return next(filter(None, (*named, self.ui.written(titles.get(key, "")), *others)), "")


def first_words(text: str, length: int) -> str:
    """The first words of a text.

    >>> first_words("some words here", 11)
    'some words …'
    """
    line = text.partition("\n")[0]
    return line if len(line) <= length else line[:length].rpartition(" ")[0] + " …"
