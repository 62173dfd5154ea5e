"""Everything that the pages are made of, gathered before the first one is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Provision, SourceNote
from lawbase.profile import LanguageProfile
from lawbase.site.comparison import Comparison, comparisons_of
from lawbase.site.interface import Interface, load_interfaces
from lawbase.site.layers import Layers
from lawbase.site.passages import Passages, Words
from lawbase.site.routes import Routes, cite_short, link, trace_page
from lawbase.site.settings import Settings, load_settings
from lawbase.site.strands import Strands


@dataclass(frozen=True)
class Gathered:
    """The knowledge base, the languages and the site's own sources, with their look-ups."""

    kb: KnowledgeBase
    languages: dict[str, LanguageProfile]
    sources: Path
    settings: Settings
    interfaces: dict[str, Interface]
    layers: Layers
    routes: Routes

    @cached_property
    def voices(self) -> dict[str, Interface]:
        """The interface that the pages of each edition speak."""
        first = next(iter(self.interfaces.values()))
        of_language = {i.language: i for i in reversed(self.interfaces.values())}
        return {e.id: of_language.get(e.language, first) for e in self.kb.editions}

    @cached_property
    def passages(self) -> Passages:
        """The provisions' words as HTML."""
        return Passages(self.layers, self.routes, self.voices)

    @cached_property
    def strands(self) -> Strands:
        """The provisions followed through the editions."""
        return Strands(self.layers)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The pairs of editions that are compared."""
        return comparisons_of(self.layers)

    @cached_property
    def law_numbers(self) -> tuple[int, ...]:
        """The numbers of all laws in any edition."""
        return tuple(sorted({n for laws in self.layers.laws.values() for n in laws}))

    def cite(self, ui: Interface, key: Key) -> str:
        """A key as the interface's language cites it in full."""
        return ui.written(self.languages[ui.language].cite(key))

    def cite_in(self, edition: str, key: Key) -> str:
        """A key as the edition's language cites it, with the year: ``Pravidlo 27B1(b), 2017``."""
        found = self.kb.edition(edition)
        return f"{self.languages[found.language].cite(key)}, {found.year}"

    def short(self, edition: str, key: Key) -> str:
        """A key as short as the edition's language can cite it."""
        language = self.kb.edition(edition).language
        if (language, key) not in self._short:
            self._short[language, key] = cite_short(key, self.languages[language])
        return self._short[language, key]

    @cached_property
    def _short(self) -> dict[tuple[str, Key], str]:
        return {}

    def mark(self, edition: Edition) -> str:
        """An edition in a few letters: ``CS 2007``."""
        return f"{edition.language.upper()} {edition.year}"

    def reading(self, ui: Interface, note: SourceNote) -> str:
        """What was read where the print is wrong: a place as it is cited, a thing by its name."""
        if self.kb.provision(note.edition, note.read_as):
            return self.short(note.edition, note.read_as)
        return ui.words.texts.get(f"reading.{note.read_as}", note.read_as)

    def leading_edition(self, ui: Interface) -> Edition | None:
        """The edition whose headings an interface shows: complete rather than new."""
        own = [e for e in self.layers.law_editions if e.language == ui.language]
        return max(own, key=lambda edition: (edition.complete, edition.year), default=None)

    def leading_comparison(self, ui: Interface) -> Comparison | None:
        """The pair that tells an interface's readers most: in their language, or else complete."""
        return max(
            self.comparisons,
            key=lambda c: (
                c.same_language and c.new.language == ui.language,
                ui.language in (c.old.language, c.new.language),
                len(c.laws),
            ),
            default=None,
        )

    def tag(self, ui: Interface, edition: str) -> str:
        """The language tag of an edition's text as an interface shows it."""
        own = self.voices[edition]
        return ui.words.html if ui.script and ui.language == own.language else own.words.html

    def heading(self, ui: Interface, edition: str, key: Key) -> str:
        """A provision's heading as an interface shows it."""
        provision = self.kb.provision(edition, key)
        return self.shown(ui, edition, provision.heading) if provision else ""

    def shown(self, ui: Interface, edition: str, text: str) -> str:
        """A text of an edition as an interface shows it: its own language in its own script."""
        return ui.written(text) if ui.language == self.kb.edition(edition).language else text

    def words(self, ui: Interface, provision: Provision) -> Words:
        """A provision's words as an interface shows them: its own language in its own script."""
        same = ui.language == self.kb.edition(provision.edition).language
        return self.passages.words(provision, ui.script if same else None)

    def trace(self, ui: Interface, key: Key) -> str:
        """A link to where a provision is traced; a footnote is traced at its bearer."""
        base = key.partition("#")[0]
        page = trace_page(base)
        return link(f"{ui.id}/trace/{page}/", base if base != page else "")

    def page(self, ui: Interface, *folders: object) -> str:
        """A link to a page across editions in an interface's language."""
        return link("".join(f"{folder}/" for folder in (ui.id, *folders)))


def gather(kb: KnowledgeBase, languages: dict[str, LanguageProfile], sources: Path) -> Gathered:
    """Load the site's sources and make ready what the pages ask for."""
    settings = load_settings(sources)
    interfaces = load_interfaces(sources, settings.interfaces)
    return Gathered(kb, languages, sources, settings, interfaces, Layers(kb), Routes(kb.editions))
