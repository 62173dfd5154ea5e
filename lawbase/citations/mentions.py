"""Citations as they stand in a text: found by their form, without knowing what they lead to.

Everything that looks like a list of labels is matched first; named rules then say what makes it a
citation. What it leads to is the business of ``resolving``.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, structs

from lawbase.address import LEVELS, Address, between, decimal_address, step_levels
from lawbase.citations.grammar import DECIMALS, PARTING, YEAR, Grammar
from lawbase.text import Span

CitingPlace = Literal["above", "below"]
Steps = tuple[str, ...]
Introduction = Literal["law", "unit", "under", "footnote", "bare", "none"]

SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:])\W*$")
CLAUSE_END = re.compile(r"\s*(?:[.,;:)\]]|$)")
LETTER_AND_NUMBER = re.compile(r"[^\W\d_](?:[.(]?|(?P<apart>\s))\d")
_WORD_BEFORE = r"(?:[^\W\d_]+\s)?"
"""A word before the one that sends to a quoted headword: ``(Se även „Rättelse“)``."""
COUNT = re.compile(r"\d+(?![\w.])")
TWO_DIGITS_AND_LETTER = re.compile(r"[1-9]\d[^\W\d_]")


class Target(Struct, frozen=True):
    """One thing that a mention names: a law and labels, or labels alone.

    ``start`` and ``end`` span its words in the text. The targets inside a range share its span.

    >>> str(Target(0, 4, 27, ("B", "1"))), str(Target(0, 2, None, ("C", "2")))
    ('27.B.1', '.C.2')
    """

    start: int
    end: int
    law: int | None
    steps: Steps

    @property
    def address(self) -> Address:
        """Where it leads, by itself in no law: in Law 0."""
        return Address(self.law or 0, self.steps)

    def __str__(self) -> str:
        return ".".join(("" if self.law is None else str(self.law), *self.steps))


class Mention(Struct, frozen=True):
    """A citation in a text: ``text[start:end] == raw``.

    ``introduced`` says by what kind of word, which ``raw`` includes; a *bare* one has none, and is
    a citation only where the text has such a part. ``place`` says that *above* or *below* follows.
    A mention of a definition has a ``headword``, one of another edition its ``year``; one that
    names the part before or after by words alone has neither targets nor these.
    """

    start: int
    end: int
    raw: str
    introduced: Introduction
    targets: tuple[Target, ...] = ()
    place: CitingPlace | None = None
    headword: str | None = None
    year: int | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The span of each target, or of the headword."""
        spans = tuple(Span(target.start, target.end) for target in self.targets)
        return spans or (Span(self.start, self.end),)


def find_mentions(text: str, grammar: Grammar) -> tuple[Mention, ...]:
    """Every citation in a text, in order; they don't overlap.

    A target is an address (``Pravidla 42 a 43``) or labels that the place of the text completes
    (``odstavec C2 níže``); “this law” without a label is no citation.
    """
    found: list[Mention] = []
    for match in _citations(text, grammar):
        mention = _mention(text, match, grammar)
        whole = _joined(found[-1], mention, text, grammar) if found else None
        found[len(found) - bool(whole) :] = [whole or mention]
    cited = {mention.start for mention in found}
    found.extend(named for named in _definitions(text, grammar) if named.start not in cited)
    ends = [(mention.start, mention.end) for mention in found]
    for match in grammar.neighbour.finditer(text):
        if all(match.end() <= start or end <= match.start() for start, end in ends):
            place: CitingPlace = "above" if match["above"] else "below"
            found.append(Mention(*match.span(), match[0], "unit", place=place))
    return tuple(sorted(found, key=lambda mention: mention.start))


def _citations(text: str, grammar: Grammar) -> Iterator[re.Match[str]]:
    """The lists of targets that are citations; of another list, only the first target is none."""
    match = grammar.mention.search(text)
    while match:
        admitted = any(admits(text, match) for admits in ADMITTED)
        if admitted:
            yield match
        first = grammar.target.match(text, match.start("list"))
        end = match.end() if admitted or not first else first.end()
        match = grammar.mention.search(text, end)


def _names_a_law(_text: str, match: re.Match[str]) -> bool:
    """``Pravidla 42 a 43``, ``42. szabály``, ``Pravidlo D níže``; but not ``pravidla A``."""
    labels = match["list"]
    address = LETTER_AND_NUMBER.match(labels)
    certain = labels[0].isdigit() or (address and not address["apart"]) or _has_end(match)
    return bool((match["law"] or match["law_after"]) and certain)


def _names_a_part(_text: str, match: re.Match[str]) -> bool:
    """``odstavec 2.c)``, ``C2 pont``, ``poznámka 3``."""
    return bool(match["unit"] or match["unit_after"] or match["note"])


def _stands_under(text: str, match: re.Match[str]) -> bool:
    """``pod A dozvoljava``; a number only where the clause ends: ``kao pod 3, ako``."""
    certain = not match["list"].isdigit() or _has_end(match) or CLAUSE_END.match(text, match.end())
    return bool(match["under"] and certain and not _is_bare_letter(match))


def _is_seen(_text: str, match: re.Match[str]) -> bool:
    """``viz C1``, ``viz 27B``, ``iz 2. i 3``; but not ``viz 3``."""
    return bool(match["see"] and not COUNT.match(match["list"]) and not _is_bare_letter(match))


def _is_placed(text: str, match: re.Match[str]) -> bool:
    """``A2 ovog Člana``, ``1 i 2 iznad, kada``; but not ``3 výše uvedené``."""
    placed = _has_end(match) and (CLAUSE_END.match(text, match.end()) or match["list"].isupper())
    return bool(match["own"] or placed) and not _is_bare_letter(match)


def _tells_by_itself(_text: str, match: re.Match[str]) -> bool:
    """``13F``: a bid has one digit."""
    address = TWO_DIGITS_AND_LETTER.match(match["list"])
    return address is not None and address[0][-1].isupper()


def _may_be_part(text: str, match: re.Match[str]) -> bool:
    """``except as B1a tells``, ``as A allows``: a capital, if the text around has such a part.

    Parted from its number, a letter that begins a sentence may be a word (``A 4., a 12C2``), and
    one before many numbers counts things: ``N 1, 5, 9``. Without a number it stands behind a word
    in small letters.
    """
    labels, before = match["list"], text[: match.start()]
    if len(labels) == 1:
        behind = re.search(r"([^\W\d_]{2}) $", before)
        return labels.isupper() and bool(behind and behind[1].islower())
    address = LETTER_AND_NUMBER.match(labels)
    counts = address and address["apart"] and ("," in labels or SENTENCE_BEGINS.search(before))
    return bool(address) and not counts and labels[0].isupper()


ADMITTED = (
    _names_a_law,
    _names_a_part,
    _stands_under,
    _is_seen,
    _is_placed,
    _tells_by_itself,
    _may_be_part,
)


def _has_end(match: re.Match[str]) -> bool:
    return bool(match["own"] or match["above"] or match["below"])


def _is_bare_letter(match: re.Match[str]) -> bool:
    return len(match["list"]) == 1 and match["list"].islower()


def _mention(text: str, match: re.Match[str], grammar: Grammar) -> Mention:
    start = match.start("list") if match["see"] else match.start()
    end = _own_bracket_end(text, start, match.end())
    introduced = _introduction(match)
    after: Introduction = "law" if match["law"] or match["law_after"] else introduced
    targets = list(read_targets(match["list"], match.start("list"), grammar, after=after))
    placed = (match["above"] or match["below"]) and not text[targets[-1].start].isdigit()
    if match["law"] and (match["unit_after"] or (placed and len(targets) > 1)):
        targets[-1] = _own_part(text, targets[-1], grammar)
    if match["rest"] and not targets[-1].steps:
        _, steps = _read(match["rest"].translate(grammar.latin), "unit")
        targets[-1] = structs.replace(targets[-1], steps=steps)
    targets[0] = structs.replace(targets[0], start=start)
    targets[-1] = structs.replace(targets[-1], end=end)
    year = re.search(YEAR, match["edition"] or "")
    return Mention(
        start,
        end,
        text[start:end],
        introduced,
        tuple(targets),
        "above" if match["above"] else "below" if match["below"] else None,
        year=int(year[0]) if year else None,
    )


def _own_part(text: str, last: Target, grammar: Grammar) -> Target:
    """The last target of a law's list as a part of the citing law, if it names no law.

    A word behind it tells: ``Madde 86B ve (a) bendi``, ``Laws 78D and (a) below`` are a law and the
    item a of the text's own.
    """
    law, steps = _read(text[last.start : last.end].translate(grammar.latin), "unit")
    return last if law else Target(last.start, last.end, None, steps)


def _joined(first: Mention, second: Mention, text: str, grammar: Grammar) -> Mention | None:
    """The mention of which two are parts: ``odstavec B pravidla 27``, ``przepis 27B1 lit. a``."""
    ahead, last = first.targets[-1], second.targets[0]
    if not grammar.between.fullmatch(text, first.end, second.start):
        return None
    span = {"start": first.start, "end": second.end, "raw": text[first.start : second.end]}
    if first.introduced == "unit" and second.introduced == "law" and not last.steps:
        if ahead.law is None and len(second.targets) == 1:
            targets = [structs.replace(target, law=last.law) for target in first.targets]
            targets[-1] = structs.replace(targets[-1], end=second.end)
            return structs.replace(second, **span, targets=tuple(targets))
    elif first.introduced in ("law", "unit", "none") and second.introduced == "unit":
        whole = _composed(ahead, last)
        if whole and first.place is None:
            targets = [*first.targets[:-1], whole]
            for target in second.targets[1:]:
                completed = target if target.law else _completed(target, targets[-1])
                targets.append(completed)
            return structs.replace(first, **span, targets=tuple(targets), place=second.place)
    return None


def _introduction(match: re.Match[str]) -> Introduction:
    if match["footnote"] or match["note"]:
        return "footnote"
    if match["law"] or match["law_after"]:
        return "law"
    if match["unit"] or match["unit_after"]:
        return "unit"
    if match["under"]:
        return "under"
    certain = match["see"] or _has_end(match) or match["list"][0].isdigit()
    return "none" if certain else "bare"


def _own_bracket_end(text: str, start: int, end: int) -> int:
    """Where a mention ends that took the bracket of the clause around it: ``(viz C1d)``."""
    raw = text[start:end]
    if not raw.endswith(")") or raw.count(")") <= raw.count("("):
        return end
    opened = text.rfind("(", 0, start) > text.rfind(")", 0, start)
    return end - 1 if opened and text[end : end + 1] != ")" else end


def _definitions(text: str, grammar: Grammar) -> Iterator[Mention]:
    """``(Srovnej též Náprava)``, ``= Klamavá hláška``: the name of a definition, all by itself."""
    for match in grammar.headword.finditer(text):
        headword = match["headword"]
        before = _WORD_BEFORE if match["quote"] else ""
        opening = rf"^[ —-]*|\({before}" + r"|[;.]\s" * bool(match["quote"])
        opened = re.search(rf"(?:{opening})$", text[: match.start()])
        closed = re.match(r"[ .]*$|\s?[»«]|[)”“\"’‘]", text[match.end() :])
        if opened and closed and (match["quote"] or headword[0].isupper()):
            start, end = match.span("headword")
            yield Mention(start, end, headword, "none", headword=headword)


def read_targets(
    labels: str, start: int, grammar: Grammar, *, after: Introduction
) -> tuple[Target, ...]:
    """The targets of a list that stands at ``start`` of its text, in order, ranges filled.

    A number by itself is a law's only ``after`` a word for a law. A target that leaves out what it
    shares with the one before it takes it from there: ``A1 nebo 2`` names A1 and A2. A law and,
    after a comma, labels in it (``27, B.1.b``) are one.
    """
    targets: list[Target] = []
    for match in grammar.target.finditer(labels):
        before = targets[-1] if targets else None
        through = before is not None and bool(grammar.through.fullmatch(match["joint"]))
        counts_on = through and bool(before and before.steps)
        labelled = match["labels"].translate(grammar.latin)
        law, steps = _read(labelled, after, counts_on=counts_on)
        target = Target(start + match.start("labels"), start + match.end("labels"), law, steps)
        in_law = before is not None and not before.steps and match["joint"].strip() == ","
        if before is not None and law is None and in_law:
            targets[-1] = structs.replace(before, end=target.end, steps=steps)
            continue
        if before is not None and law is None:
            target = _completed(target, before)
        if before is not None and through:
            targets.extend(_between(before, target))
        targets.append(target)
    return tuple(targets)


def _read(
    spelled: str, after: Introduction, *, counts_on: bool = False
) -> tuple[int | None, Steps]:
    """The law, if it is named, and the labels: ``27B1``, ``C2``, ``(a)``, ``2.c)``.

    ``12C`` is a law's letter; after a word for a part it is the item c. ``counts_on`` says that a
    number ends a range of labels.
    """
    if re.fullmatch(DECIMALS, spelled) and (address := decimal_address(spelled)):
        return address.law, address.steps
    if spelled.isdigit():
        names_law = after == "law" and not counts_on
    else:
        label = "[A-Za-z]" if after == "law" else "[A-Z]"
        names_law = bool(re.match(rf"\d+(?:[\s.(]*|{PARTING}){label}", spelled))
        if after == "unit" and re.fullmatch(r"\d+[A-Z]", spelled):
            names_law = False
    if names_law:
        address = Address.parse(re.sub(PARTING, " ", spelled))
        return address.law, address.steps
    steps = Address.parse(f"1 {spelled}").steps
    if spelled.lstrip("([")[0].islower():
        steps = tuple(step.lower() for step in steps)
    return None, steps


def _composed(before: Target, target: Target) -> Target | None:
    """The target of which two are parts: ``C Ziffer 2`` is C2, and so is ``bod 2 odstavce C``."""
    if target.law is not None:
        return None
    above, below = _depths(before.steps), _depths(target.steps)
    if not above or above[-1] < below[0]:
        return Target(before.start, target.end, before.law, before.steps + target.steps)
    if before.law is None and below[-1] < above[0]:
        return Target(before.start, target.end, None, target.steps + before.steps)
    return None


def _completed(target: Target, before: Target) -> Target:
    return Target(target.start, target.end, before.law, completed(target.steps, before.steps))


def completed(steps: Steps, above: Steps) -> Steps:
    """Labels with those that they leave out: the ones of an address above their level.

    >>> completed(("2",), ("A", "1", "b"))
    ('A', '2')
    """
    first = _depths(steps)[0]
    shared = sum(depth < first for depth in _depths(above))
    return above[:shared] + steps


def _between(first: Target, last: Target) -> Iterator[Target]:
    """The targets that a range leaves out: between ``12C1`` and ``12C3`` stands 12C2."""
    if (first.law is None) == (last.law is None):
        for address in between(first.address, last.address):
            law = None if last.law is None else address.law
            yield Target(first.start, last.end, law, address.steps)


def _depths(steps: Steps) -> list[int]:
    return [LEVELS.index(level) for level in step_levels(steps)]
