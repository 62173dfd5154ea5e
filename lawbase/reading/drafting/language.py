"""A first language file: how the texts cite, from what stands before and after addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import snowballstemmer
from msgspec import Struct

from lawbase.address import Level, label_at
from lawbase.model import Edition
from lawbase.profile import load_toml
from lawbase.reading.drafting.guesses import Guess
from lawbase.reading.problems import toml_value
from lawbase.text import LOOK_ALIKES, WORD, any_of, fold, shared_beginning

_LABELS = r"(?:[\s.]?\d{1,2}(?!\d)(?:[\s.]?\(?[a-z]{1,2}\)|[a-z](?!\w))?|\([a-z]\))?(?:\([ivx]+\))?"
_ADDRESS = rf"\d{{1,2}}[\s.]?[A-Z](?!\w*[^\W\d_]{{2}}){_LABELS}"
_PART = rf"(?:[A-H]{_LABELS}|\(\w{{1,2}}\)|\d{{1,2}}\([a-z]\))(?!\w)"
_PART_OR_LETTER = rf"(?:{_PART}|[A-H](?!\w))"
_NAME = r"[^\W\d_]+\.?|§+"
_NUMBER = r"\d{1,2}(?![\d%]|\s*%|[.,]\d)"
_DECIMALS = r"\d{1,2}(?:\.\d{1,2})+(?!\d)"
_ITEM = r"[a-h](?:\)|\s*[,.;:])"
_ARTICLE = r"(?:\w{1,3}[\s’'])?"
"""An article before a word, or none."""
_VOWELS = "aeiouyаеиоуяюыі"
_MOST_STOP_WORDS = 60
_MANY = 0.1
_MOST_ENDINGS = 30
_SHORT = 3
"""So few letters has a short term, which stands as a headword by itself."""


def draft_language(
    edition: Edition, title_word: str, layout: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """A language file begun for the language of an edition, as TOML with its evidence.

    ``title_word`` stands in the titles of the laws; ``layout`` is that of the edition's profile,
    which tells how its index sends to other topics and how its labels count.
    """
    texts = [text for p in edition.provisions for text in (p.text, p.tail, p.heading) if text]
    labels = layout.get("labels", {})
    whole = " | ".join(texts)
    letters = _letters_of_labels(whole, labels.get("counted", {}))
    whole = _in_latin(whole, letters)
    known = citing_words(edition.language)
    decimals = r"(?:\.\d" in labels.get("whole", "")
    naming = _naming(whole, title_word, known, decimals=decimals)
    cited = naming
    if not naming.law_after and _titled_behind(edition, title_word):
        cited = naming._replace(law_after=_met(whole, [title_word.lower()]))
    own = {
        "see": {*layout.get("index", {}).get("see", ()), *_met(whole, known.see)},
        "letters": letters,
        "decimals": decimals,
    }
    citing = _citing_word(title_word, naming.law, whole)
    meaning = Guess([*known.meaning], "they ask for a definition")
    asking = [meaning.toml("meaning")] if known.meaning else []
    rows = [
        f'id = "{edition.language}"',
        f'name = "{edition.language}"      # what the language calls itself',
        "\n[citation]      # how a citation is printed; {} is the address",
        *_citation(edition, citing, whole, naming.law_after),
        "\n[references]",
        *_references(whole, cited, known, own),
        "\n[sentences]",
        _abbreviations(whole).toml("abbreviations"),
        "\n[search]",
        _stop_words(texts, edition).toml("stop"),
        *asking,
        "\n[terms]",
        *_stemming(known.stemmer, whole),
    ]
    return "\n".join(rows) + "\n"


def _titled_behind(edition: Edition, word: str) -> bool:
    """Whether titles of laws are like ``12. člen``: so are some citations beside ``členu 12``."""
    labels = (p.label for p in edition.provisions if p.kind == "law")
    return word.isalpha() and next(labels, "")[:1].isdigit()


class _Naming(NamedTuple):
    """The words that name laws and parts of them, before their labels and behind."""

    law: list[str]
    unit: list[str]
    law_after: list[str]
    unit_after: list[str]


def _naming(whole: str, title_word: str, known: CitingWords, *, decimals: bool) -> _Naming:
    """The words that name laws and parts; where they stand behind labels, none stand before."""
    sure = rf"\(?(?:{_PART}|{_ITEM})"
    labels = rf"{sure}|{_NUMBER}"
    whole_numbers = rf"{_DECIMALS}|" if decimals else ""
    part = rf"(?:{whole_numbers}\(\w\)|{_PART}|[A-H]|{_NUMBER})"
    behind = _words_behind(whole, [title_word, *known.law], _NUMBER)
    parts_behind = _words_behind(whole, known.unit, part)
    law: list[str] = []
    unit: list[str] = []
    if not behind:
        law = _words_before(whole, [title_word, *known.law], _NUMBER, _ADDRESS)
        naming = [word for word in law if _names_laws(word, title_word, whole, known.unit)]
        law = [
            word
            for word in law
            if any(_is_form(word, other) or _inflects(word, other) for other in naming)
        ]
    if not parts_behind:
        words = [*known.unit, *known.law] if law else known.unit
        before = rf"{labels}|[a-h](?!\w)"
        unit = _words_before(whole, words, before, sure if known.unit else labels, law)
    return _Naming(law, unit, behind, parts_behind)


_EVIDENCE = {
    "law": "words before addresses like 12C1, in every form that was met",
    "unit": "words before a part of a law, like C2 or (a)",
    "law_after": "words behind the numbers of laws",
    "unit_after": "words behind the labels of parts",
    "see": "words that send to a law or topic",
    "footnote": "words for a footnote",
    "of": "words between two parts of one citation, or a footnote and its law",
    "joining": "words between two addresses",
    "through": "words between the ends of a range",
    "above": "words after a part before the citing one",
    "below": "words after a part behind the citing one",
    "small": "words of one letter, which no label stands for when bare",
    "letters": "the letters of labels",
    "decimals": "the labels are addresses in numbers",
    "previous": "a part before, unlabelled",
    "next": "a part behind, unlabelled",
}


def _references(
    whole: str, naming: _Naming, known: CitingWords, own: Mapping[str, Any]
) -> Iterator[str]:
    """The keys of ``[references]`` that have a value; ``own`` are those that the layout tells."""
    parts = (*naming.unit, *naming.unit_after, *known.unit)
    notes, of = _notes(whole, known.footnote, (*naming.law, *naming.law_after))
    found = {
        **naming._asdict(),
        **own,
        "footnote": notes,
        "of": {*_between_parts(whole, naming.unit), *of},
        "joining": {*_between(whole), *_joined_behind(whole, known.joining, naming.law_after)},
        "through": [w for w in known.through if re.search(rf"\d\S*\s+{re.escape(w)}\s+\d", whole)],
        "above": _met(whole, known.above),
        "below": _met(whole, known.below),
        "small": _small(whole),
        "previous": _beside(whole, parts, known.previous),
        "next": _beside(whole, parts, known.next),
    }
    for key, evidence in _EVIDENCE.items():
        if value := found[key]:
            yield Guess(sorted(value) if isinstance(value, set) else value, evidence).toml(key)


class CitingWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``citing.toml`` knows of a language; see ``ReferenceVocabulary``.

    ``stemmer`` is the algorithm of Snowball for it, or for one that inflects alike; ``alphabets``
    are the ways in which labels count in letters that aren't Latin, the usual one first; with
    ``game`` the name of the game begins; ``meaning`` asks for a definition.
    """

    stemmer: str = ""
    alphabets: tuple[str, ...] = ()
    game: str = ""
    preface: tuple[str, ...] = ()
    law: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    footnote: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()


def citing_words(language: str) -> CitingWords:
    """The words that a language is known to cite laws with, few or none."""
    return _known().get(language, CitingWords())


def alphabets_of(language: str) -> tuple[str, ...]:
    """The alphabets that labels of a language may count in; of an unknown one, all known ones.

    >>> alphabets_of("bg")
    ('абвгдежзийклмнопр', 'абвгдежзиклмнопр')
    """
    every = (alphabet for words in _known().values() for alphabet in words.alphabets)
    return citing_words(language).alphabets or tuple(dict.fromkeys(every))


def names_a_preface(title: str) -> bool:
    """Whether a title begins with a word for a preface in any language.

    >>> names_a_preface("VORWORT"), names_a_preface("Predgovor 2017"), names_a_preface("Uvod")
    (True, True, False)
    """
    first = next(iter(WORD.findall(title)), "")
    return any(fold(first) == fold(word) for words in _known().values() for word in words.preface)


def names_the_game(text: str) -> bool:
    """Whether a text names bridge in any language.

    >>> names_the_game("PRAWO BRYDŻA SPORTOWEGO"), names_the_game("Правила бриджу")
    (True, True)
    """
    folded = fold(text)
    return any(words.game and fold(words.game) in folded for words in _known().values())


@cache
def _known() -> dict[str, CitingWords]:
    return load_toml(Path(__file__).with_name("citing.toml"), dict[str, CitingWords])


def _letters_of_labels(whole: str, counted: Mapping[Level, str]) -> dict[str, str]:
    """The letters of labels that aren't Latin: those they count in, or those that look alike."""
    if counted:
        return {
            letter: label_at(place, level)
            for level, own in counted.items()
            for place, letter in enumerate(own.split(), 1)
            if len(letter) == 1
        }
    alike = rf"(?<=\d){any_of(LOOK_ALIKES)}(?!\w*[^\W\d_])|(?<=\(){any_of(LOOK_ALIKES)}(?=\))"
    return {letter: LOOK_ALIKES[letter] for letter in sorted({*re.findall(alike, whole)})}


def _in_latin(text: str, letters: Mapping[str, str]) -> str:
    """A text with the letters of labels in Latin, which no word consists of."""
    single = rf"(?<![^\W\d_])(?:{any_of(letters)})(?![^\W\d_])"
    return re.sub(
        single,
        lambda match: letters[match[0]] if match[0].isupper() else match[0],
        re.sub(rf"{single}(?=\))", lambda match: letters[match[0]], text),
    )


def _words_before(
    whole: str, known: Sequence[str], before: str, surely: str, others: Collection[str] = ()
) -> list[str]:
    """The words that stand ``before`` something: known ones in all their forms, and others.

    An unknown one mostly stands before what is ``surely`` meant, or before it at least often; one
    that stands between two such, or right before ``others``, is none.
    """
    met = _counted(re.findall(rf"(?<!\w)({_NAME})(?:\s+|(?<=§))(?={before})", whole))
    sure = _counted(re.findall(rf"(?<!\w)({_NAME})(?:\s+|(?<=§))(?={surely})", whole))
    everywhere = _counted(re.findall(_NAME, whole))
    sends = re.findall(rf"({_NAME})\s+{_ARTICLE}(?i:{any_of(others)})(?!\w)", whole)
    none = {*_counted(sends), *_between(whole), *others}
    seeds = {seed.lower() for seed in known if seed}
    seeds |= {
        word
        for word, times in sure.items()
        if len(word.rstrip(".")) > 2 and word not in none
        if times >= max(2, (0.6 if others else 0.2) * everywhere[word])
    }
    forms = {word for word in met + sure if any(_is_form(word, seed) for seed in seeds)}
    if not others:
        forms |= {word for word in sure if any(_inflects(word, seed) for seed in seeds)}
    return sorted(forms - none)


def _inflects(word: str, seed: str) -> bool:
    """Whether two words may be forms of one whose end changes: ``neni``, ``nenet``."""
    alike = shared_beginning(fold(word), fold(seed))
    return alike >= 3 and max(len(word), len(seed)) - alike <= 3


def _names_laws(word: str, title_word: str, whole: str, units: Sequence[str]) -> bool:
    """Whether a word names laws in this book, and not parts of what another word names.

    It stands in their titles, abbreviates what does, or stands before an address like 12C1, or
    before a number and the name of a part, as in “lain 26 kohta B”.
    """
    title, bare = fold(title_word), fold(word.rstrip("."))
    same = word.strip("§") == title.strip("§") or _is_form(word, title_word.lower())
    begins = not title or same or title.startswith(bare)
    addressed = rf"(?:{_ADDRESS}|{_NUMBER}\s+([^\W\d_]+)\s+{_PART_OR_LETTER})"
    named = re.finditer(rf"(?<!\w)(?i:{re.escape(word)})\s*{addressed}", whole)
    return begins or any(
        match[1] is None or any(_is_form(match[1].lower(), unit) for unit in units)
        for match in named
    )


def _words_behind(whole: str, known: Sequence[str], before: str) -> list[str]:
    """The forms of known words that stand behind a label, where most stand there and few before.

    Of small letters, which may be words too, only those behind such a word are asked.
    """
    seeds = {seed.lower() for seed in known if seed}

    def behind(label: str) -> Counter[str]:
        pattern = rf"(?<![\w.,]){label}\.?\s+([^\W\d_]+\.?|§+)(?!\w)"
        met = (word.lower() for word in re.findall(pattern, whole))
        words = Counter(word if word in seeds else word.rstrip(".") for word in met)
        alike = (w for w in words if any(_is_form(w, s) or _inflects(w, s) for s in seeds))
        return Counter({word: words[word] for word in alike})

    forms = behind(before)
    ahead = len(re.findall(rf"(?i:{any_of(forms)})\s+{before}", whole)) if forms else 0
    if forms.total() <= max(2, 2 * ahead):
        return []
    return sorted(forms | behind(rf"(?i:{any_of(forms)})\s+[a-h]"))


def _joined_behind(whole: str, known: Sequence[str], behind: Sequence[str]) -> list[str]:
    """The known joining words that are met; with what stands before the number, such as articles.

    The words behind the numbers tell the end of such a list: ``a 42. és a 43. szabály``.
    """
    met = _met(whole, known)
    listed = rf"{_NUMBER}\.?\s+((?i:{any_of(met)})\s+[^\W\d_]{{1,3}})\s+{_NUMBER}\.?\s+"
    phrases = re.findall(rf"{listed}(?i:{any_of(behind)})(?!\w)", whole) if met and behind else []
    return [*met, *_counted(phrases)]


def _is_form(word: str, seed: str) -> bool:
    """Whether a word is a known one, or looks like another form of it."""
    if word == seed or len(seed) < 4 or not seed.isalpha():
        return word == seed
    found, known = fold(word), fold(seed)
    if len(known) == 4 and known[-1] in _VOWELS:  # črka: črk, črko, črkama
        return found.startswith(known[:-1]) and len(found) <= len(known) + 3
    return found.startswith(known[: max(4, len(known) - 1)])


def _met(whole: str, known: Sequence[str]) -> list[str]:
    """Those of the known words that the texts hold."""
    return [word for word in known if re.search(rf"(?<!\w)(?i:{re.escape(word)})(?!\w)", whole)]


def _beside(whole: str, parts: Sequence[str], known: Sequence[str]) -> list[str]:
    """The words for a part together with a word for the one before it, or after it."""
    pair = re.compile(r"(?=(?<!\w)([^\W\d_]+) ([^\W\d_]+)(?! ?[\d(]))")
    return sorted(
        {
            f"{a} {b}"
            for a, b in pair.findall(whole.lower())
            for name, word in ((a, b), (b, a))
            if any(_is_form(name, part) for part in parts)
            and any(_is_form(word, seed) for seed in known)
        }
    )


def _counted(found: Iterable[str]) -> Counter[str]:
    return Counter(word.lower() for word in found)


def _small(whole: str) -> list[str]:
    found = _counted(re.findall(r"(?<![\w(.])(?<!\d )([^\W\d_A-Z])(?![\w).])", whole))
    return sorted(word for word, times in found.items() if times >= 3 and len(word) == 1)


def _between_parts(whole: str, unit: Sequence[str]) -> list[str]:
    """The words between two parts of one citation: ``Buchstabe d der Ziffer 1``."""
    forms = rf"(?i:{any_of(unit)})"
    part = rf"{forms}\s+\(?(?:{_PART}|\d|[a-h])\)?"
    return sorted(
        _counted(re.findall(rf"{part}\s+([^\W\d_]{{2,4}})\s+{forms}\s+[\d(A-Ha-h]", whole))
    )


def _notes(whole: str, known: Sequence[str], law: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words for a footnote that stand before laws or numbers, and those between it and a law.

    Most are known in one form, ``Fußnote``; ``opombo k členu 12`` has another.
    """
    ahead = rf"(?=(?:([^\W\d_]{{1,6}})\s+)?(?:(?i:{any_of(law)})\s*)?\d)"
    met = re.findall(rf"(?<!\w)([^\W\d_]+)\s+{ahead}", whole)
    found = {
        (word.lower(), of.lower())
        for word, of in met
        if any(_is_form(word.lower(), seed) for seed in known)
    }
    return sorted({word for word, _ in found}), sorted({of for _, of in found if of})


def _between(whole: str) -> list[str]:
    """The words between two addresses."""
    found = re.findall(rf"{_ADDRESS},?\s+([^\W\d_A-Z][^\W\d_]*)\s+(?={_ADDRESS})", whole)
    return sorted(word for word, _ in _counted(found).most_common(4))


def _citing_word(title_word: str, law: Sequence[str], whole: str) -> str:
    """The word of the laws' titles as the text cites it, or the usual one if that is another."""
    forms = [form for form in law if _is_form(form, title_word.lower())]
    if law and not forms:
        said = _counted(
            re.findall(rf"(?<!\w)({any_of(law)})\s*(?={_NUMBER})", whole, re.IGNORECASE)
        )
        return said.most_common(1)[0][0].capitalize() if said else law[0].capitalize()
    same = (form.capitalize() for form in forms if fold(form) == fold(title_word))
    return next(same, title_word) if title_word.isupper() else title_word


def _citation(edition: Edition, word: str, whole: str, behind: Sequence[str]) -> list[str]:
    """The form of citations: that of most in the text, around the word and around small letters."""
    stop = ""
    if behind:
        met = re.findall(rf"\d(\.?)\s+(?i:{any_of(behind)})(?!\w)", whole)
        stop = Counter(met).most_common(1)[0][0] if met else "."
    cited = f"{{}}{stop} {word.lower() or behind[0]}" if behind else f"{word} {{}}".strip()
    forms = Counter(re.findall(r"(?<!\w)\d{1,2}[A-Z]\d{0,2}(?:(\()[a-h]\)|[a-h](?!\w))", whole))
    item = "{}" if forms[""] > forms["("] else "({})"
    titles = {p.key: p.heading for p in edition.provisions if p.key in ("preface", "intro")}
    return [
        f"law = {toml_value(cited)}",
        f"item = {toml_value(item)}      # around a lower-case label",
        'footnote = "* {}"      # the word for a footnote before {}',
        'definition = "„{}“"',
        f"preface = {toml_value(titles.get('preface', '') or '—')}",
        f"introduction = {toml_value(titles.get('intro', '') or '—')}",
        'chapter = "{}"',
        'section = "{}"',
    ]


def _abbreviations(whole: str) -> Guess:
    found = _counted(re.findall(r"(?<![\w.])([^\W\d_]{1,6}\.)(?=\s+[^\W\d_A-Z])", whole))
    words = sorted(word for word, times in found.items() if times >= 2)
    return Guess(words, "they end with a stop before a small letter, twice and more")


def _stop_words(texts: Sequence[str], edition: Edition) -> Guess:
    held = _held(texts)
    defined = [p.key.removeprefix("def.") for p in edition.provisions if p.kind == "definition"]
    named = " ".join((*defined, *(row.topic for row in edition.index)))
    terms = {word.lower() for word in WORD.findall(named) if len(word) > 3}
    terms |= {word.lower() for word in defined if len(word) == _SHORT}
    headed = {word for word in _held(p.heading for p in edition.provisions) if len(word) > 2}
    rare = {word for word in headed if held[word] < _MANY * len(texts)}
    short = [
        word
        for word, times in held.most_common(4 * _MOST_STOP_WORDS)
        if len(word) <= 5 and times >= 3 and word not in rare
        if not any(_varies(word, term) for term in terms)
    ]
    why = "short words that most texts hold, without those that are defined or stand in headings"
    return Guess(sorted(short[:_MOST_STOP_WORDS]), why)


def _held(texts: Iterable[str]) -> Counter[str]:
    """How many texts hold each word."""
    return Counter(
        word
        for text in texts
        for word in sorted({word.lower() for word in WORD.findall(text) if word.isalpha()})
    )


def _varies(word: str, term: str) -> bool:
    """Whether a short word is a term, or one with another end of a letter or two."""
    alike = shared_beginning(fold(word), fold(term))
    return alike >= max(3, len(word) - 2) and len(term) - alike <= 2


def _stemming(stemmer: str, whole: str) -> list[str]:
    if stemmer in snowballstemmer.algorithms():
        return [f'stemmer = "{stemmer}"      # an algorithm of Snowball']
    return [
        "# Snowball has no algorithm for it; these endings are cut off instead",
        _endings(whole).toml("endings"),
    ]


def _endings(whole: str) -> Guess:
    """The ends of words that alternate: what stands behind beginnings that are met with others."""
    words = sorted({w.lower() for w in WORD.findall(whole) if w.isalpha() and len(w) > 4})
    ends: dict[str, set[str]] = {}
    for word in words:
        for cut in range(min(4, len(word) - 3)):
            ends.setdefault(word[: len(word) - cut], set()).add(word[len(word) - cut :])
    counted: Counter[str] = Counter()
    for alternating in ends.values():
        if len(alternating) > 1:
            counted.update(sorted(end for end in alternating if end))
    common = [end for end, times in counted.most_common(_MOST_ENDINGS) if times >= 5]
    endings = dict.fromkeys(sorted(common, key=lambda end: (-len(end), end)), "")
    return Guess(endings, "ends of words that alternate behind the same beginning")
