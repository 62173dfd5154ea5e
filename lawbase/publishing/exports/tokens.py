"""Finished tokens: the words of the texts as our own search compares and weighs them.

Another engine that is given these tokens, and adds up their weights, ranks as ours does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from lawbase.knowledge import KnowledgeBase, Place
from lawbase.publishing.exports.jsonl import Languages
from lawbase.searching.contents import gather_contents
from lawbase.searching.documents import Document, Stretch
from lawbase.searching.tables import COMMON
from lawbase.searching.vocabulary import Vocabulary
from lawbase.searching.weighing import Term, TermReader, Terms, weigh


class TokenDocument(Struct, frozen=True):
    """The tokens of a provision's heading and of its text, in order, and its weights by token.

    The weights, from 1 to 255, are of everything that helps to find it: the headings above it and
    the subject index have their share.
    """

    place: Place
    heading: tuple[str, ...]
    body: tuple[str, ...]
    weights: Mapping[str, int]


class TokenIndex(Struct, frozen=True):
    """All documents; the tokens of every word, by language and by the word without case and
    diacritics, the commonest first; and how much each token says."""

    documents: tuple[TokenDocument, ...]
    forms: Mapping[tuple[str, str], tuple[str, ...]]
    informations: Mapping[str, int]


def token_index(kb: KnowledgeBase, languages: Languages) -> TokenIndex:
    """The tokens of a knowledge base, one document for every provision that search can find."""
    contents = gather_contents(kb, languages)
    weighed = weigh(contents.fields)
    plain = TermReader(languages)
    found = zip(contents.documents, weighed, strict=True)
    words = contents.vocabulary.languages
    return TokenIndex(
        documents=tuple(_document(document, weights, plain) for document, weights in found),
        forms={
            (language, form): tuple(token(language, stem) for stem in stems.split())
            for language in words
            for form, stems in words[language].forms.items()
        },
        informations={
            token(index, term): weight
            for index, weights in _informations(contents.vocabulary)
            for term, weight in weights.items()
        },
    )


def _informations(vocabulary: Vocabulary) -> Iterator[tuple[str, Mapping[str, int]]]:
    yield from ((language, words.weights) for language, words in vocabulary.languages.items())
    yield COMMON, vocabulary.common


def token(index: str, term: str) -> str:
    """A term of the index as a token of its own: ``cs:hrac``, or ``@dummy`` common to all."""
    return term if index == COMMON else f"{index}:{term}"


def _document(document: Document, weights: Terms, reader: TermReader) -> TokenDocument:
    return TokenDocument(
        place=(document.edition, document.key),
        heading=_tokens(document.fields["heading"], reader),
        body=_tokens(document.fields["text"], reader),
        weights={
            token(index, term): weight
            for index, terms in weights.items()
            for term, weight in terms.items()
        },
    )


def _tokens(stretches: Iterable[Stretch], reader: TermReader) -> tuple[str, ...]:
    terms: list[Term] = reader.read(stretches)
    return tuple(token(index, term) for index, term in terms)
