"""Labels that are doubled, one step off, missing, of another shape, or skip a step."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from lawbase.address import ROMANS, Address, KeyParts, is_key
from lawbase.auditing.collation import Collation, editor_reason
from lawbase.model import Cited, Edition, Finding, Key, Provision, Role, SourceNote, Text

USUAL = 0.9
"""Which part of the labels of a level have the usual shape, at least."""
WORD = re.compile(r"[^\W_]+")
STEP = re.compile(r"\d+|[^\W\d_]+")
SEPARATOR = re.compile(r"[,;]")

Step = tuple[Key, str, int]


def misprinted_labels(laws: Collation) -> Iterator[Finding]:
    """Every label, and every row of the subject index, that is read otherwise than it is printed.

    The reader or an editor decided how; here it is told as what it is, a difference of the print.
    A right label that is printed too early, as a transcript piles them up, is none, nor is what
    only the reader had to be told: which words are a heading, where a well printed row leads.
    """
    for edition in laws.editions:
        for note in edition.notes:
            claim = edition.claim_at(note.source.start)
            keys = note.read_as.split("; ")
            if claim and claim.role == "index" and all(map(is_key, keys)):
                if _leads_there(note.printed, keys):
                    continue
                yield laws.finding(
                    Text(edition.id, claim.key),
                    "misprinted-index-reference",
                    printed=note.printed,
                    expected=note.read_as,
                    witnesses=[editor_reason(note)],
                    cited=tuple(Cited(edition.id, key) for key in keys),
                )
            elif claim and claim.role in ("label", "text", "heading") and _is_address(note.read_as):
                yield from _misprinted_label(laws, note, claim.role)


def _leads_there(printed: str, keys: list[Key]) -> bool:
    """Whether a row prints the first of some addresses whole, and of each other one the end.

    >>> _leads_there("Lead: 12 C 2 (a), (b)", ["12.C.2.a", "12.C.2.b"])
    True
    >>> _leads_there("9B1, c)", ["9.B.1.c"])
    False
    """
    pieces = [STEP.findall(piece.lower()) for piece in SEPARATOR.split(printed)][-len(keys) :]
    steps = [key.lower().split(".") for key in keys]
    return pieces[0][-len(steps[0]) :] == steps[0] and all(
        piece and address[-len(piece) :] == piece
        for piece, address in zip(pieces[1:], steps[1:], strict=True)
    )


def _misprinted_label(laws: Collation, note: SourceNote, role: Role) -> Iterator[Finding]:
    text = Text(note.edition, note.read_as)
    if check := _misprint(laws, note, role):
        yield laws.finding(
            text,
            check,
            printed=note.printed if check != "missing-label" else "",
            expected="" if check == "orphan-label" else text.key,
            witnesses=[editor_reason(note)],
            place=text,
        )


def _misprint(laws: Collation, note: SourceNote, role: Role) -> str | None:
    """Which check a note belongs to; None when the printed label is the right one."""
    if role != "label":
        labelled = any(text.label for text in laws.kb.provisions(note.edition, [note.read_as]))
        return None if labelled else "missing-label"
    if not note.key:
        return "orphan-label"
    printed = _bare(note.printed)
    if printed == _bare(note.read_as.rpartition(".")[2]):
        return None
    parents = filter(None, map(laws.kb.parent, laws.kb.provisions(note.edition, [note.key])))
    labels = [_bare(text.label) for parent in parents for text in laws.kb.children(parent)]
    return "doubled-label" if labels.count(printed) > 1 else "misprinted-label"


def _is_address(read_as: str) -> bool:
    return is_key(read_as) and KeyParts.of(read_as).is_paragraph


def _bare(label: str) -> str:
    return label.strip("().[] ").lower()


def shapes(laws: Collation) -> Iterator[Finding]:
    """Every label whose punctuation is not that of its level, or that follows itself.

    A label that is read as another one is told elsewhere.
    """
    for edition in laws.editions:
        for like in _by_level(edition):
            counted = Counter(_shape(provision.label) for provision in like)
            usual, count = counted.most_common(1)[0]
            for text in like:
                label, once = text.label, text.label.split()[0]
                if label != once and set(label.split()) == {once}:
                    yield laws.finding(text, "repeated-label", printed=label, expected=once)
                elif _shape(label) != usual and count >= USUAL * len(like):
                    expected = usual.replace("x", "".join(WORD.findall(label)))
                    yield laws.finding(text, "unlike-label", printed=label, expected=expected)


def _by_level(edition: Edition) -> list[list[Provision]]:
    """The labelled paragraphs of each level whose labels are read as they are printed."""
    read_otherwise = {note.read_as for note in edition.notes}
    levels: defaultdict[str, list[Provision]] = defaultdict(list)
    for provision in edition.provisions:
        labelled = provision.kind == "provision" and provision.label
        if labelled and provision.key not in read_otherwise:
            levels[Address.parse(provision.key).level or ""].append(provision)
    return list(levels.values())


def _shape(label: str) -> str:
    return WORD.sub("x", label)


def gaps_in_labels(laws: Collation) -> Iterator[Finding]:
    """Every sequence of siblings, chapters or footnotes that skips a label.

    Footnotes may be counted anew on every page: a number that falls back skips nothing. An excerpt
    leaves chapters out with their laws.
    """
    for edition in laws.editions:
        for siblings in _sequences(edition):
            for (_, before, at), (key, label, next_at) in pairwise([("", "", 0), *siblings]):
                if next_at > at + 1:
                    text = Text(edition.id, key)
                    yield laws.finding(
                        text,
                        "gap-in-labels",
                        printed=label,
                        count=next_at - at - 1,
                        place=text,
                        before=before or None,
                        after=label,
                        first=None if before else label,
                    )


def _sequences(edition: Edition) -> Iterator[list[Step]]:
    chapters: defaultdict[str, list[Step]] = defaultdict(list)
    footnotes: list[Step] = []
    for provision in edition.provisions:
        key = KeyParts.of(provision.key)
        if key.is_paragraph:
            yield [_step(child) for child in provision.children]
        elif provision.kind == "chapter" and edition.complete:
            above, _, label = provision.key.rpartition(".")
            if label.lower() in ROMANS:
                chapters[above].append((provision.key, label, ROMANS.index(label.lower()) + 1))
        elif key.footnote.isdigit():
            footnotes.append((provision.key, key.footnote, int(key.footnote)))
    yield from chapters.values()
    if all(one[2] <= other[2] for one, other in pairwise(footnotes)):
        yield footnotes


def _step(key: Key) -> Step:
    address = Address.parse(key)
    return key, address.steps[-1], address.place


CHECKS = (misprinted_labels, shapes, gaps_in_labels)
