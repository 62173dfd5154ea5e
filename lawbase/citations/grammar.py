"""The grammar of citations, put together from a language's words.

A citation is a list of targets, most often after a word for a law or for a part of one, and
sometimes before a word such as *above*. The words belong to a language and are data; how labels are
spelled is the same in every language and stands here.
"""

import re
from collections.abc import Callable, Iterable
from string import ascii_lowercase, ascii_uppercase

from lawbase.address import ROMANS
from lawbase.profile import LanguageProfile
from lawbase.text import any_of

CAPITALS = "".join(letter for letter in ascii_uppercase if letter not in "IVXLM")
"""The letters of paragraphs; the others number chapters: ``deo V``."""
GAP = r"[\s\u00a0]+"
END = r"(?!\w)"
NUMBER = r"[1-9]\d?(?!\d|[.,:]\d|\s?%)"
DECIMALS = r"[1-9]\d?(?:\.[1-9]\d?){1,4}(?!\d|\s?%)"
"""An address in numbers: ``27.2.1``."""
PARTING = "[/:-]"
"""What stands between the labels of one address, without spaces."""
ROMAN = any_of(ROMANS)
INNER_ROMAN = rf"(?:\s?[(\[]{ROMAN}[)\]]|\s?{ROMAN}\)|\.?{ROMAN}{END})"
YEAR = r"(?:19|20)\d\d"
NEVER = any_of(())


class Grammar:
    """The patterns of one language, compiled once.

    ``mention`` matches a list of targets with what stands before and after it, admissible or not;
    ``target`` one target inside a list, ``through`` what makes two a range; ``between`` what may
    stand between two mentions that name one thing together; ``headword`` the name
    of a definition after *see*; ``neighbour`` a part that words alone name: *the previous item*.
    ``rest`` is what stands behind the word in ``16. gr. C2``.
    ``latin`` is a table for ``str.translate`` that writes labels of a second script in Latin.
    """

    def __init__(self, profile: LanguageProfile):
        self.words = profile.references
        self.latin = str.maketrans(_both_cases(profile.script) | self.words.letters)
        self._transcribe = _transcriber(profile.script)
        labels = rf"{self._labels()}|\A{self._small()}"
        self.target = re.compile(rf"(?P<joint>{self._joint()})?(?P<labels>{labels})")
        self.through = re.compile(self._through())
        self.between = re.compile(rf",?{GAP}(?:{self._any(self.words.of)}{GAP})?")
        self.mention = re.compile(self._mention())
        self.headword = re.compile(self._headword())
        self.neighbour = re.compile(
            rf"(?P<above>{self._any(self.words.previous)})|(?P<below>{self._any(self.words.next)})"
        )

    def _mention(self) -> str:
        words = self.words
        apart = rf"(?:{GAP}{self._any(words.apart)})?"
        law = rf"{self._any(words.law)}(?:{GAP}{self._any(words.law)})?{apart}"
        of = rf"(?:{GAP}{self._any(words.of)})?"
        places = rf"(?P<above>{self._any(words.above)})|(?P<below>{self._any(words.below)})"
        years = "|".join(self._phrase(form) for form in words.edition) or NEVER
        return (
            rf"(?:(?:(?P<footnote>{self._any(words.footnote)}){of}{GAP})?(?P<law>{law})\s*"
            rf"|(?P<note>{self._any(words.footnote)}){GAP}"
            rf"|(?P<unit>{self._any(words.unit)})\s*"
            rf"|(?P<under>{self._any(words.under)}){GAP}"
            rf"|(?P<see>{self._any(words.see)}){GAP}"
            r"|(?<![\w.,]))"
            rf"(?P<list>(?(unit)(?:{self._labels()}|{self._lone()})|{self._labels()})"
            rf"(?:{self._joint()}{self._labels()})*)"
            rf"(?:\.?{GAP}(?:(?P<law_after>{self._any(words.law_after)})"
            rf"(?:,?{GAP}(?P<rest>(?={self._letters(CAPITALS)}){self._labels()})"
            rf"(?!{GAP}{self._any(words.unit_after)}))?"
            rf"|(?P<unit_after>{self._any(words.unit_after)})))?"
            rf"(?:{GAP}(?P<edition>{years}))?"
            rf"(?:\.?{GAP}(?:(?P<own>{self._any(words.own)})|{places}))*"
        )

    def _labels(self) -> str:
        """The labels of one target, in every spelling.

        ``27B1(a)``, ``27 B 1 a)``, ``27 B 1 a``, ``27/B/1/a``, ``27(B)(1)(a)``, ``C1d``.
        """
        upper, lower = (self._letters(letters) for letters in (CAPITALS, ascii_lowercase))
        numeral = rf"(?:\.?{NUMBER}|\({NUMBER}\))"
        bracketed = rf"[(\[]{lower}[)\]]"
        item = rf"(?:[\s.]?{bracketed}|\s?\.?{lower}\)|\.?{lower}(?={INNER_ROMAN}|{END}))"
        inner = rf"{item}?{INNER_ROMAN}?"
        not_a_word = rf"(?![{''.join(self.words.small)}]{END})" if self.words.small else ""
        spellings = (
            rf"{NUMBER}\.?{upper}{numeral}?{inner}",
            rf"{NUMBER}{PARTING}{upper}(?:{PARTING}?{NUMBER}(?:{PARTING}{lower}{END})?)?{inner}",
            rf"{NUMBER}\s?\({upper}\)(?:\s?\({NUMBER}\))?{inner}",
            rf"{NUMBER}{GAP}{upper}(?!{GAP}\d\d)(?:{GAP}{NUMBER}{GAP}{not_a_word}{lower}\)?{END}"
            rf"|{GAP}{NUMBER}|\s\({NUMBER}\)|{numeral})?{inner}",
            rf"{upper}{GAP}{NUMBER}{inner}",
            rf"{upper}{numeral}?{inner}",
            rf"{NUMBER}(?:{item}{INNER_ROMAN}?)?",
            rf"(?:{bracketed}|{lower}\)){INNER_ROMAN}?",
            rf"{not_a_word}{lower}",
            rf"[(\[]{ROMAN}[)\]]",
        )
        decimals = (DECIMALS,) if self.words.decimals else ()
        return rf"(?:{'|'.join((*decimals, *spellings))}){END}"

    def _small(self) -> str:
        """A letter that may be a word."""
        return rf"[{''.join(self.words.small)}]{END}" if self.words.small else NEVER

    def _lone(self) -> str:
        """One that is a label, as nothing follows that the word would lead to: ``letra a,``."""
        ends = rf"\s*(?:[,.;:)]|$)|{GAP}{self._any(self.words.own)}|{self._joint()}{self._labels()}"
        return rf"{self._small()}(?={ends})"

    def _joint(self) -> str:
        """What joins a target to the one before it; a comma joins no number that counts things."""
        joining = self._any(self.words.joining)
        goes_on = rf"{joining}|{self._any(self.words.through)}|{self._letters(CAPITALS)}{END}"
        comma = rf"\s*,\s*(?!{NUMBER}{GAP}(?!{goes_on}))"
        lists = rf"\.?(?:\s*,\s*|{GAP}){joining}{GAP}|\.?{comma}|\s*/\s*|{self._through()}"
        return rf"(?:{lists})"

    def _through(self) -> str:
        return rf"(?:\s*[-–—]\s*|{GAP}{self._any(self.words.through)}{GAP})"

    def _headword(self) -> str:
        phrase = r"(?P<headword>[^\W\d_]+(?:[\s-][^\W\d_]+)*)"
        also = rf"(?:{GAP}[^\W\d_]+){{0,2}}?\s*"
        quote = rf"(?P<quote>{also}[„“”\"«»‘’‚]\s*)"
        return rf"(?P<see>{self._any(self.words.see)})(?:{quote}|\s*){phrase}"

    def _any(self, words: Iterable[str]) -> str:
        """Any of the words, in either case and script; nothing when there are none."""
        longest_first = sorted(set(words), key=lambda word: (-len(word), word))
        spellings = {
            form: None for word in longest_first for form in (word, self._transcribe(word))
        }
        forms = [self._phrase(form) + (END if form[-1].isalpha() else "") for form in spellings]
        return rf"(?<!\w)(?i:{'|'.join(forms)})" if forms else NEVER

    def _phrase(self, words: str) -> str:
        slips = {letter: f"[{letter}{slip}]" for letter, slip in self.words.slips.items()}
        exchanges = {" ": GAP, "\0": YEAR, **slips}
        return "".join(exchanges.get(c, re.escape(c)) for c in words.replace("{}", "\0"))

    def _letters(self, latin: str) -> str:
        """A class of letters in both scripts."""
        second = (chr(letter) for letter, written in self.latin.items() if written in latin)
        return f"[{latin}{''.join(second)}]"


def _both_cases(script: dict[str, str]) -> dict[str, str]:
    single = {letter: latin for letter, latin in script.items() if len(latin) == 1}
    return single | {letter.upper(): latin.upper() for letter, latin in single.items()}


def _transcriber(script: dict[str, str]) -> Callable[[str], str]:
    """A function that writes a word in the second script, two letters for one before one."""
    back = {latin: letter for letter, latin in script.items()}
    letters = re.compile(any_of(back))
    return lambda word: letters.sub(lambda match: back[match[0]], word)
