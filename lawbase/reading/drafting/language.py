"""A first language file: how the texts cite, from what stands before and after addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import snowballstemmer
from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.model import Edition
from lawbase.profile import load_toml
from lawbase.reading.drafting.guesses import Guess, toml_value
from lawbase.text import WORD, any_of, fold

_LABELS = r"(?:[\s.]?\d{1,2}(?!\d)(?:[\s.]?\(?[a-z]{1,2}\)|[a-z](?!\w))?|\([a-z]\))?(?:\([ivx]+\))?"
_ADDRESS = rf"\d{{1,2}}\s?[A-Z](?!\w*[^\W\d_]{{2}}){_LABELS}"
_PART = rf"(?:[A-H]{_LABELS}|\(\w{{1,2}}\)|\d{{1,2}}\([a-z]\))(?!\w)"
_NAME = r"[^\W\d_]+\.?|§+"
_NUMBER = r"\d{1,2}(?![\d%]|\s*%|[.,]\d)"
_ITEM = r"[a-h](?:\)|\s*[,.;:])"
_ARTICLE = r"(?:\w{1,3}[\s’'])?"
"""An article before a word, or none."""
_MOST_STOP_WORDS = 60
_MOST_ENDINGS = 30


def draft_language(edition: Edition, title_word: str, see: Sequence[str] = ()) -> str:
    """A language file begun for the language of an edition, as TOML with its evidence.

    ``title_word`` stands in the titles of the laws, ``see`` are the words by which the index sends
    to another topic.
    """
    texts = [text for p in edition.provisions for text in (p.text, p.tail, p.heading) if text]
    whole = " | ".join(texts)
    known = citing_words(edition.language)
    labels = rf"\(?(?:{_PART}|{_ITEM})|{_NUMBER}"
    behind = _words_behind(whole, [title_word, *known.law], _NUMBER)
    parts_behind = _words_behind(whole, known.unit, rf"(?:\(\w\)|{_PART}|[A-H]|{_NUMBER})")
    law = unit = []
    if not behind:
        law = _with_known(whole, _law_words(whole, title_word), known.law, _NUMBER)
    if not parts_behind:
        unit = _with_known(whole, _unit_words(whole, law), known.unit, labels)
    own = _own(whole, law + unit) if law or unit else []
    parts = (*unit, *parts_behind, *known.unit)
    references = {
        "law": Guess(law, "words before addresses like 12C1, in every form that was met"),
        "unit": Guess(unit, "words before a part of a law, like C2 or (a)"),
        "law_after": Guess(behind, "words behind the numbers of laws"),
        "unit_after": Guess(parts_behind, "words behind the labels of parts"),
        "see": Guess(
            sorted({*see, *_see_words(whole, law), *_met(whole, known.see)}),
            "words that send to a law or topic",
        ),
        "of": Guess(_between_parts(whole, unit), "words between two parts of one citation"),
        "joining": Guess(
            sorted({*_joining(whole, law), *_joined_behind(whole, known.joining, behind)}),
            "words between two addresses",
        ),
        "through": Guess(
            [w for w in known.through if re.search(rf"\d\S*\s+{re.escape(w)}\s+\d", whole)],
            "words between the ends of a range",
        ),
        "above": Guess(_met(whole, known.above), "words after a part before the citing one"),
        "below": Guess(_met(whole, known.below), "words after a part behind the citing one"),
        "small": Guess(_small(whole), "words of one letter, which no label stands for when bare"),
        "own": Guess(own, "“of this law”, and the like"),
        "previous": Guess(_beside(whole, parts, known.previous), "a part before, unlabelled"),
        "next": Guess(_beside(whole, parts, known.next), "a part behind, unlabelled"),
    }
    rows = [
        f'id = "{edition.language}"',
        f'name = "{edition.language}"      # what the language calls itself',
        "\n[citation]      # how a citation is printed; {} is the address",
        *_citation(edition, title_word, law, behind=bool(behind)),
        "\n[references]",
        *(guess.toml(key) for key, guess in references.items() if guess.value),
        "\n[sentences]",
        _abbreviations(whole).toml("abbreviations"),
        "\n[search]",
        _stop_words(texts).toml("stop"),
        "\n[terms]",
        *_stemming(known.stemmer, whole),
    ]
    return "\n".join(rows) + "\n"


class CitingWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``citing.toml`` knows of a language; see ``ReferenceVocabulary``.

    ``stemmer`` is the algorithm of Snowball for it, or for one that inflects alike.
    """

    stemmer: str = ""
    law: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()
    next: tuple[str, ...] = ()


def citing_words(language: str) -> CitingWords:
    """The words that a language is known to cite laws with, few or none."""
    table = load_toml(Path(__file__).with_name("citing.toml"), dict[str, CitingWords])
    return table.get(language, CitingWords())


def _with_known(whole: str, guessed: Iterable[str], known: Sequence[str], before: str) -> list[str]:
    """The guessed words, and the known ones that stand ``before`` something, in all their forms."""
    met = _counted(re.findall(rf"(?<!\w)({_NAME})(?:\s+|(?<=§))(?={before})", whole))
    forms = {word for word in met if any(_is_form(word, seed) for seed in known)}
    return sorted({*guessed, *forms})


def _words_behind(whole: str, known: Sequence[str], before: str) -> list[str]:
    """The forms of known words that stand behind a label, where most stand there and few before."""
    pattern = rf"(?<![\w.,]){before}\.?\s+([^\W\d_]+|§+)(?!\w)"
    forms = {
        word: times
        for word, times in _counted(re.findall(pattern, whole)).items()
        if any(_is_form(word, seed.lower()) for seed in known if seed)
    }
    ahead = len(re.findall(rf"(?i:{any_of(forms)})\s+{before}", whole)) if forms else 0
    return sorted(forms) if sum(forms.values()) > max(2, 2 * ahead) else []


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
    whole = len(seed) > 3 and seed.isalpha()
    return word == seed or (whole and fold(word).startswith(fold(seed)[: max(4, len(seed) - 1)]))


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


def _alike(word: str, other: str) -> bool:
    """Whether two words look like forms of one: most of the shorter one is their common start."""
    a, b = fold(word.rstrip(".")), fold(other.rstrip("."))
    common = next(
        (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    if word.endswith(".") or other.endswith("."):
        return common == min(len(a), len(b)) and common > 0
    return common >= max(3, max(len(a), len(b)) - 4)


def _law_words(whole: str, title_word: str) -> list[str]:
    """The words before addresses, and their other forms before numbers of laws."""
    strong = _counted(re.findall(rf"({_NAME})\s*(?={_ADDRESS})", whole))
    joined = _counted(re.findall(rf"{_ADDRESS},?\s+({_NAME})\s+(?={_ADDRESS})", whole))
    likely = [
        w for w, n in strong.most_common(12) if joined[w] < 0.5 * n and (len(w) > 1 or w == "§")
    ]
    first = [title_word.lower()] if title_word else likely[:1]
    kept = {w for w in likely if _belongs(w, strong[w], first)}
    plain = _counted(re.findall(rf"({_NAME})\s*(?=\d{{1,2}}(?![\d%]|\s*%))", whole))
    for word in plain:
        if len(word) > 1 and any(_alike(word, known) for known in (*first, *kept)):
            kept.add(word)
    if "§" in {*first, *kept} and "§§" in whole:
        kept.add("§§")
    return sorted({*first, *kept} - {""})


def _belongs(word: str, times: int, first: Sequence[str]) -> bool:
    """Whether a word is a form of the first one, or stands there often enough by itself."""
    return any(_alike(word, known) for known in first) or (times >= 4 and len(word) > 2)


def _unit_words(whole: str, law: Sequence[str]) -> list[str]:
    """The words before parts of laws that stand there more often than elsewhere, with their forms.

    A word that stands before the laws themselves (*see*) is none.
    """
    sends = _counted(re.findall(rf"({_NAME})\s+{_ARTICLE}(?i:{any_of(law)})(?!\w)", whole))
    listed = _counted(re.findall(r"([^\W\d_]{4,})\s+[A-H]\s+[^\W\d_A-Z]+\s+[A-H](?!\w)", whole))
    joins = _counted(re.findall(rf"{_PART}\s+({_NAME})\s+(?={_PART})", whole))
    everywhere = _counted(re.findall(_NAME, whole))
    known = {*law, *sends, *joins}
    sure = _counted(re.findall(rf"({_NAME})\s+(?=\(?{_PART})", whole))
    letters = any_of(letter for letter in "abcdefgh" if letter not in _small(whole))
    bare = rf"(?:\d(?![\d%]|\s*%|[.,]\d|,?\s+\d)|{letters}(?![\w’']))"
    likely = _counted(re.findall(rf"([^\W\d_]{{3,}})\s+(?={bare})", whole))
    likely += _counted(re.findall(rf"([^\W\d_]{{3,7}}\.)\s+(?={letters}(?!\w))", whole))
    found = {
        word: sure[word] + likely[word] + listed[word]
        for word in sure + likely + listed
        if word not in known and len(word.rstrip(".")) > 2
    }

    def stands_there(words: Collection[str], share: float) -> bool:
        often = sum(found[word] for word in words)
        return often >= 2 and often >= share * sum(everywhere[word] for word in words)

    kept = {word for word in found if stands_there([word], 0.6)}
    for word in found:
        forms = [other for other in found if _alike(word, other)]
        stopped = word.endswith(".") and everywhere[word[:-1]] > found[word]
        if (
            sum(sure[form] for form in forms) >= 2 and stands_there(forms, 0.2) and not stopped
        ) or (any(_alike(word, other) for other in kept) and found[word] > 0.5 * everywhere[word]):
            kept.add(word)
    return sorted(kept)


def _small(whole: str) -> list[str]:
    found = _counted(re.findall(r"(?<![\w(.])(?<!\d )([^\W\d_A-Z])(?![\w).])", whole))
    return sorted(word for word, times in found.items() if times >= 3)


def _see_words(whole: str, law: Sequence[str]) -> list[str]:
    """What stands in brackets before laws, an article between them or none."""
    phrase = rf"\(({_NAME}(?: [^\W\d_]+)?)\s+{_ARTICLE}(?i:{any_of(law)})\s*\d"
    found = _counted(re.findall(phrase, whole))
    return [words for words, times in found.most_common(4) if times >= 2]


def _between_parts(whole: str, unit: Sequence[str]) -> list[str]:
    """The words between two parts of one citation: ``Buchstabe d der Ziffer 1``."""
    forms = rf"(?i:{any_of(unit)})"
    part = rf"{forms}\s+\(?(?:{_PART}|\d|[a-h])\)?"
    return sorted(
        _counted(re.findall(rf"{part}\s+([^\W\d_]{{2,4}})\s+{forms}\s+[\d(A-Ha-h]", whole))
    )


def _joining(whole: str, law: Sequence[str]) -> list[str]:
    """The words between two addresses, or between two laws."""
    small = r"([^\W\d_A-Z][^\W\d_]*)"
    found = _counted(re.findall(rf"{_ADDRESS},?\s+{small}\s+(?=\d{{1,2}}(?:[A-Z]|[,.;)]))", whole))
    found += _counted(re.findall(rf"{_PART},?\s+{small}\s+(?={_PART}[\s,.;)])", whole))
    laws = rf"(?i:{any_of(law)})\s*\d{{1,2}}\s+{small}\s+(?=\d{{1,2}}(?!\d|\s*%))"
    found += _counted(re.findall(laws, whole))
    return sorted(word for word, _ in found.most_common(4))


def _own(whole: str, words: Sequence[str]) -> list[str]:
    """The commonest word before a law's or a part's name without a number, with every such name."""
    forms = any_of(words)
    pairs = [
        (a.lower(), b.lower())
        for a, b in re.findall(rf"\b([^\W\d_]{{3,}})\s+((?i:{forms}))(?!\w)(?!\s*[\d(A-H])", whole)
    ]
    common = Counter(a for a, _ in pairs).most_common(1)
    if not common or common[0][1] < 2:
        return []
    return sorted({f"{a} {b}" for a, b in pairs if a == common[0][0]})


def _citation(edition: Edition, title_word: str, law: Sequence[str], *, behind: bool) -> list[str]:
    word = title_word or (law[0].capitalize() if law else "")
    cited = f"{{}}. {word.lower()}" if behind else f"{word} {{}}".strip()
    items = Counter(
        p.label.replace(KeyParts.of(p.key).address.steps[-1], "{}")  # type: ignore[union-attr]
        for p in edition.provisions
        if (address := KeyParts.of(p.key).address)
        and address.depth > 1
        and address.steps[-1].islower()
    )
    item = next((label for label, _ in items.most_common(3) if label.count("{}") == 1), "({})")
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


def _stop_words(texts: Sequence[str]) -> Guess:
    held: Counter[str] = Counter()
    for text in texts:
        held.update(sorted({word.lower() for word in WORD.findall(text) if word.isalpha()}))
    short = [w for w, n in held.most_common(4 * _MOST_STOP_WORDS) if len(w) <= 5 and n >= 3]
    return Guess(sorted(short[:_MOST_STOP_WORDS]), "short words that most texts hold")


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
    told = dict.fromkeys(sorted(common, key=lambda end: (-len(end), end)), "")
    return Guess(told, "ends of words that alternate behind the same beginning")
