"""The texts of a language as a stream of words, which tells both what to show and what to find.

A dictionary lists every word once, with its stem; the texts are numbers of its entries. A blank
between two words isn't written; a capital is a token before the word that it begins.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision
from lawbase.search.contents import Contents
from lawbase.search.figures import Field
from lawbase.search.weighing import FieldTerm
from lawbase.site.search_data.packing import numbers, word_list
from lawbase.text import fold

END, CAPITAL, CAPITALS = "\x01", "\x02", "\x03"
"""The end of a heading or a text, a capital letter, a word in capitals."""

FREQUENT = 30
"""How many entries are numbered before all others, to take a single symbol each."""

_PIECES = re.compile(r"[^\W\d_]+|[\W\d_]+")
TextPiece = tuple[str, bool]


class WordingToken(Struct, frozen=True, array_like=True):
    """A word, or what stands between words; ``silent`` words can't be found."""

    text: str
    silent: bool = False


class Wording(Struct, frozen=True):
    """The dictionary of a language and its texts.

    ``words`` are the printed words with their stems, in the order of what they are without
    diacritics; a word that no text has stands there without them. ``mixed`` are those in mixed
    case.
    """

    words: Mapping[str, str]
    mixed: Mapping[str, str]
    tokens: tuple[WordingToken, ...]


def wording(contents: Contents, language: str) -> Wording:
    """Take the texts of a language apart, each document's heading first.

    Raises:
        LawbaseError: when the words of a text are not those that the index has of it.
    """
    stems: dict[str, str] = {}
    tokens: list[WordingToken] = []
    for document, passage, fields in zip(
        contents.documents, contents.passages, contents.own, strict=True
    ):
        if document.language != language:
            continue
        silent = _silent(document.provision, contents.kb)
        shown: dict[Field, str] = {"heading": passage.heading, "text": passage.text}
        for name, text in shown.items():
            found = list(_tokens(text, silent[name]))
            terms = fields.get((name, language), [])
            stems |= _stems(found, terms, language, f"{document.edition}:{document.key}")
            tokens += (*found, WordingToken(END))
    forms = contents.vocabulary.languages[language].forms
    printed = {fold(word) for word in stems if word == word.lower()}
    stems |= {form: found.split()[0] for form, found in forms.items() if form not in printed}
    words = sorted(stems, key=lambda word: (fold(word), word))
    return Wording(
        words={word: stems[word] for word in words if word == word.lower()},
        mixed={word: stems[word] for word in words if word != word.lower()},
        tokens=tuple(tokens),
    )


def packed(wording: Wording) -> dict[str, object]:
    """The dictionary and the numbers of the tokens.

    Numbered are first the frequent entries, then all: the words of texts, what has no stem, silent
    words. Words in mixed case stand apart with their stems.
    """
    spoken = {token.text for token in wording.tokens if not token.silent}
    written = [word for word in (*wording.words, *wording.mixed) if word in spoken]
    plain = sorted(spoken.difference(written))
    silent = sorted({token.text for token in wording.tokens if token.silent})
    entries = [
        *map(WordingToken, (*written, *plain)),
        *(WordingToken(text, True) for text in silent),
    ]
    places = {entry: place for place, entry in enumerate(entries)}
    often = Counter(wording.tokens)
    frequent = sorted(often, key=lambda token: (-often[token], places[token]))[:FREQUENT]
    codes = {entry: FREQUENT + place for entry, place in places.items()}
    codes |= {token: code for code, token in enumerate(frequent)}
    return {
        "words": word_list(
            (word, fold(word), stem, word in spoken) for word, stem in wording.words.items()
        ),
        "letters": sorted({c for word in wording.words for c in word if not c.isascii()}),
        "mixed": wording.mixed,
        "plain": plain,
        "silent": silent,
        "frequent": [places[token] for token in frequent],
        "tokens": numbers((codes[token] for token in wording.tokens), single=FREQUENT),
    }


def _silent(provision: Provision, kb: KnowledgeBase) -> dict[Field, list[tuple[int, int]]]:
    """The spans of citations in the heading and in the text, whose words can't be found."""
    tail = len(provision.text) + 1 if provision.text else 0
    found: dict[Field, list[tuple[int, int]]] = {"heading": [], "text": []}
    for reference in kb.references_from(provision.edition, provision.key):
        shift = tail if reference.part == "tail" else 0
        name: Field = "heading" if reference.part == "heading" else "text"
        found[name].append((reference.start + shift, reference.end + shift))
    return found


def _tokens(text: str, silent: Sequence[tuple[int, int]]) -> Iterator[WordingToken]:
    pieces = list(_pieces(text, silent))
    for place, (piece, hidden) in enumerate(pieces):
        if _is_word(piece):
            yield from _word_tokens(piece, hidden)
        elif not _is_blank(pieces, place):
            yield WordingToken(piece)


def _pieces(text: str, silent: Sequence[tuple[int, int]]) -> Iterator[TextPiece]:
    """Words and what stands between them; whether they are in a silent span."""
    for start, end in pairwise(sorted({0, len(text), *chain.from_iterable(silent)})):
        hidden = any(a <= start and end <= b for a, b in silent)
        yield from ((piece, hidden) for piece in _PIECES.findall(text[start:end]))


def _word_tokens(word: str, hidden: bool) -> Iterator[WordingToken]:
    small = word.lower()
    if word == small:
        yield WordingToken(word, hidden)
    elif word == small[0].upper() + small[1:]:
        yield from (WordingToken(CAPITAL), WordingToken(small, hidden))
    elif word == small.upper():
        yield from (WordingToken(CAPITALS), WordingToken(small, hidden))
    else:
        yield WordingToken(word, hidden)


def _is_word(piece: str) -> bool:
    return piece[0].isalpha()


def _is_blank(pieces: Sequence[TextPiece], place: int) -> bool:
    """Whether it is the blank that stands between two words anyway."""
    inside = pieces[place][0] == " " and 0 < place < len(pieces) - 1
    return inside and _is_word(pieces[place - 1][0]) and _is_word(pieces[place + 1][0])


def _stems(
    tokens: Iterable[WordingToken], terms: Iterable[FieldTerm], language: str, place: str
) -> dict[str, str]:
    """The stems of the words that can be found, as the index has them in the same order."""
    words = [t.text for t in tokens if not t.silent and _is_plain_word(t.text)]
    stems = [term for index, term in terms if index == language]
    if len(words) != len(stems):
        raise LawbaseError(f"the index has other words of {place} than its text")
    return dict(zip(words, stems, strict=True))


def _is_plain_word(text: str) -> bool:
    return _is_word(text) and fold(text).isalpha()
