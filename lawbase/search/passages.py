"""Documents as they are shown: citation, headings, text cut into sentences."""

from __future__ import annotations

from collections.abc import Mapping

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision
from lawbase.profile import LanguageProfile
from lawbase.search.analysis import Analyzer
from lawbase.search.documents import Document, headword
from lawbase.search.tables import Passage
from lawbase.text import sentences

BETWEEN = " · "


class PassageMaker:
    """Makes what is shown of documents."""

    def __init__(self, kb: KnowledgeBase, languages: Mapping[str, LanguageProfile]):
        self._kb = kb
        self._languages = languages
        self._analyzer = Analyzer.of(languages)

    def passage(self, document: Document) -> Passage:
        """What is shown of a document."""
        provision = document.provision
        profile = self._languages[document.language]
        heading = headword(provision) if provision.kind == "definition" else provision.heading
        text = "\n".join(part for part in (provision.text, provision.tail) if part)
        words = [token.form for part in (heading, text) for token in self._analyzer.tokens(part)]
        return Passage(
            citation=profile.cite(document.key),
            heading=heading,
            trail=tuple(s.text.strip() for s in reversed(document.fields["above"])),
            text=text,
            sentences=tuple(
                (span.start, span.end) for span in sentences(text, profile.sentences.abbreviations)
            ),
            outline="" if text else self._outline(provision),
            words=" ".join(words),
        )

    def _outline(self, provision: Provision) -> str:
        """The headings, or else the words, of what stands directly below."""
        found = (self._kb.provision(provision.edition, key) for key in provision.children)
        shown = (child.heading or child.text for child in found if child is not None)
        return BETWEEN.join(filter(None, shown))
