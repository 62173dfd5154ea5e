"""SKOS: the glossary as a concept scheme in Turtle."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from lawbase.export.names import text_urn, urn
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Language
from lawbase.storage import write_file

SCHEME = "ldb:glossary"
PREFIXES = {
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dct": "http://purl.org/dc/terms/",
}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: a concept scheme with every concept of the glossary.

    The preferred word of a language is its ``prefLabel``, the others are ``altLabel``, and slang,
    which search knows and no text prints, is ``hiddenLabel``. What an edition defines is a
    ``definition`` in its language, and the defining text its ``dct:source``.
    """
    blocks = ["\n".join(f"@prefix {name}: <{iri}> ." for name, iri in PREFIXES.items())]
    tops = [("skos:hasTopConcept", f"<{urn('concept', concept.id)}>") for concept in kb.concepts]
    blocks.append(_subject(SCHEME, [("a", "skos:ConceptScheme"), *tops]))
    for concept in kb.concepts:
        blocks.append(_subject(urn("concept", concept.id), _statements(kb, concept)))
    write_file(output, "\n\n".join(blocks) + "\n", mark="<ldb:glossary>")


def _statements(kb: KnowledgeBase, concept: Concept) -> Iterator[tuple[str, str]]:
    yield "a", "skos:Concept"
    yield "skos:topConceptOf", f"<{SCHEME}>"
    yield "skos:notation", _literal(concept.id)
    for language in dict.fromkeys((*concept.words, *concept.slang)):
        yield from _labels(concept, language)
    for edition_id, key in concept.definitions.items():
        edition, definition = kb.edition(edition_id), kb.provision(edition_id, key)
        if definition:
            yield "skos:definition", _literal(definition.text, edition.language)
        yield "dct:source", f"<{text_urn(kb, edition_id, key)}>"


def _labels(concept: Concept, language: Language) -> Iterator[tuple[str, str]]:
    """The labels of one language, no word twice: SKOS wants the three kinds to be disjoint."""
    words = concept.words.get(language, ())
    ranked = [*zip(("skos:prefLabel",), words, strict=False)]
    ranked += [("skos:altLabel", word) for word in words[1:]]
    ranked += [("skos:hiddenLabel", word) for word in concept.slang.get(language, ())]
    kinds: dict[str, str] = {}
    for kind, word in ranked:
        kinds.setdefault(word, kind)
    for word, kind in kinds.items():
        yield kind, _literal(word, language)


def _subject(iri: str, statements: Iterable[tuple[str, str]]) -> str:
    return f"<{iri}>\n  " + " ;\n  ".join(f"{name} {value}" for name, value in statements) + " ."


def _literal(text: str, language: Language = "") -> str:
    return f'"{text.translate(_ESCAPES)}"' + (f"@{language}" if language else "")
