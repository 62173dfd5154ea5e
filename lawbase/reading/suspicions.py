"""What was read as text but looks like something else: told, with what would mend it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from statistics import median

from lawbase.address import ROMANS, Address, KeyParts, sibling
from lawbase.model import Edition, Provision
from lawbase.reading.elements import ReadElement
from lawbase.reading.headings import NEARLY_ALL, lettered
from lawbase.reading.outline import Outline, OutlineNode, opened, place_of
from lawbase.reading.pages import RULE, Line, PageLayout, ends_clause, ends_sentence
from lawbase.reading.patterns import CAPITAL, LabelPatterns, masked, numbered
from lawbase.reading.problems import toml_value
from lawbase.reading.sections import Section
from lawbase.reading.source import Source

_OFTEN = 3
_TWICE = 2
_TOO_LONG = 12
_FIRST = ("A", "a", "1", "I", "i")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TITLED = re.compile(rf"[\W\d_]*{CAPITAL}")
"""What begins a line that may be a running head: whatever stands before its first letter."""
_ENTRY = re.compile(r"[^\W\d_][^.,:;=–—]{1,40}(?:\s+[–—-]|\s*[:=—])\s+\S")
"""What begins an entry of definitions, whatever parts its headword from its text."""
_LISTED = re.compile(
    r"(?P<open>[(\[]?)(?P<label>(?:\d{1,2}\.)*\d{1,2}|[^\W\d_]|[ivx]{1,4})(?P<close>[.)\]°/:]{1,2}|(?=\t|\s{2}))\s+\S"
)
"""What begins an entry of a list, whatever its labels."""
_MARKERS = (
    re.compile(r"(?<=[\w.,)“”\"])[⁰¹²³⁴-⁹]+"),
    re.compile(r"(?<=[^\W\d_]{3})\d{1,2}(?![\w.,]*\d|[^\W\d_])"),
    re.compile(r"(?<=[^\W\d_]{2})[*†‡]+(?!\w)"),
)
"""Markers of footnotes: raised, glued to a word, starred."""


def tell_running_heads(
    lines: Sequence[Line],
    sections: Sequence[Section],
    layout: PageLayout,
    labels: LabelPatterns,
    source: Source,
) -> None:
    """Tell lines that belong to the pages: they return at their edges, or with other numbers.

    Those of the title page may return in the sections, whose own titles were taken away there.
    """
    read = [s for s in sections if s.name not in ("index", "aside")]
    starts = {line.start for section in read for line in (*section.title, *section.lines)}
    first = min(starts, default=0)
    families: defaultdict[str, list[tuple[Line, bool]]] = defaultdict(list)
    for line, after in pairwise(
        line for line in lines if line.start <= first or line.start in starts
    ):
        at_edge = "page" in (line.gap, after.gap)
        apart = line.gap != "none" and after.gap != "none"
        of_page = _TITLED.match(line.text) or (at_edge and apart and line.short)
        if (at_edge or apart) and of_page and not labels.printed(line.text):
            families[masked(line.text)].append((line, at_edge))
    for words, family in families.items():
        own = [line for line, _ in family if line.start in starts]
        often = _TWICE if len(_WORD.findall(words)) >= _OFTEN else _OFTEN
        pages = {line.page for line, at_edge in family if at_edge}
        returns = len({line.text for line, _ in family}) >= often or len(pages) > 1
        if own and returns:
            patterns = [*(known.text for known in layout.furniture), numbered(words)]
            said = {"times": len(family), "furniture": toml_value(patterns)}
            cost = sum(len(line.text) for line, _ in family)
            source.tell_line("running-head", own[0].traced, cost, **said)


def tell_entries(lines: Sequence[Line], labels: LabelPatterns, source: Source) -> None:
    """Tell paragraphs before the laws that begin like definitions, where no definitions are."""
    paragraphs = [
        line
        for before, line in zip((None, *lines), lines, strict=False)
        if before is None or line.gap != "none" or ends_sentence(before.text)
    ]
    front = takewhile(lambda line: not labels.law.match(line.text), paragraphs)
    entries = [line for line in front if _ENTRY.match(line.text)]
    if len(entries) >= _OFTEN:
        cost = sum(len(line.text) for line in entries)
        source.tell_line("entries-outside", entries[0].traced, cost, more=len(entries) - 1)


def tell_oddities(outline: Outline, labels: LabelPatterns, source: Source) -> None:
    """Tell what an outline leaves unexplained: unused levels, labels that no sequence leads to."""
    used = {node.address.level for node in outline.nodes}
    for level, pattern in labels.by_level.items():
        if level != "law" and level not in used:
            path = f"layout.labels.{level}"
            source.tell_profile("no-label", path, 100, level=level, pattern=pattern.text)
    for line in outline.front:
        source.tell_line("before-the-laws", line.traced, len(line.text))
    _tell_suspects(outline, labels, source)
    for address, line in outline.slips:
        _tell_slip(address, line, outline, source)
    _tell_leaps(outline.nodes, source)
    _tell_lists(outline.nodes, source)


def _tell_suspects(outline: Outline, labels: LabelPatterns, source: Source) -> None:
    """Tell labels that continue nothing; where one is the first of its level, a label above it.

    Those that follow it go on from it, and only the one above is told.
    """
    known = {node.address for node in outline.nodes}
    suspects = {line.start for line in outline.suspects}
    for node in outline.nodes:
        own = [line for line in node.lines if line.start in suspects]
        begins = own and _paragraph_above(own[0], node, labels)
        missing = node.address.parent and sibling(node.address.parent, +1)
        if begins and missing and missing not in known:
            said: dict[str, object] = {"missing": missing, "read_as": missing}
            said |= source.place(begins.start, begins.text.split()[0])
            source.tell_line("label-above-missing", own[0].traced, 600, **said)
            continue
        for line in own:
            source.tell_line("no-sequence", line.traced, 300, read_as="")


def _paragraph_above(line: Line, node: OutlineNode, labels: LabelPatterns) -> Line | None:
    """Where the paragraph right above a first label begins, if a provision ends before it."""
    printed = labels.printed(line.text)
    above = node.lines[: node.lines.index(line)]
    begun = [below for own, below in pairwise(above) if ends_sentence(own.text)]
    return begun[-1] if printed and printed["label"] in _FIRST and begun else None


def _tell_slip(address: Address, line: Line, outline: Outline, source: Source) -> None:
    """Tell a label that is printed twice or has none before it, with the correction to paste."""
    number = next(n for n, node in enumerate(outline.nodes) if node.address == address)
    label, before = outline.nodes[number].label, sibling(address, -1)
    said: dict[str, object] = {"address": address, "missing": before, "read_as": address}
    said |= source.place(label.origins[0], label.text)
    unlabelled = [
        below
        for node in outline.nodes[:number]
        if node.address.parent == address.parent
        for own, below in pairwise(node.lines)
        if below.gap == "blank" and ends_clause(own.text)
    ]
    if any(node.address == before for node in outline.nodes):
        source.tell_line("label-twice", line.traced, 300, **said)
    elif not unlabelled:
        source.tell_line("label-left-out", line.traced, 300, **said)
    else:
        begins = unlabelled[-1]
        said |= {"read_as": before, **source.place(begins.start, begins.text.split()[0])}
        source.tell_line("label-missing", line.traced, 600, **said)


def _tell_leaps(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell labels before which several are missing: only a correction can read one so."""
    known = {node.address for node in nodes}
    for node in (node for node in nodes if node.address.steps and node.lines):
        before = [sibling(node.address, step) for step in (-2, -1)]
        if all(before) and not known.intersection(before):
            line = f"{node.label.text} {node.lines[0].text}".strip()[:40]
            said = {"line": line, "address": node.address, "missing": before[1]}
            source.tell("label-leaps", node.lines[0].start, 300, **said)


def _tell_lists(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell two lines inside one text whose labels follow each other, or a first one's paragraph."""
    for node in nodes:
        last: dict[str, tuple[str, Line]] = {}
        for line in node.lines:
            match = _LISTED.match(line.text)
            if match is None or re.search(r"\S\s{3,}\S", line.text[match.end() :]):
                continue
            label = match["label"]
            signs = f"{match['open']}{'.' * label.count('.')}{match['close']}"
            before, first = last.get(signs, ("", line))
            if before and _follow(before, label):
                said = {"first": first.text[:30], "second": line.text[:30], "key": node.address}
                source.tell("list-inside", first.start, 500, **said)
                break
            last[signs] = label, line
        else:
            for label, line in last.values():
                if label in _FIRST and line.gap != "none":
                    source.tell_line("label-alone", line.traced, 300, key=node.address)


def _follow(before: str, label: str) -> bool:
    """Whether labels that are printed alike follow each other as numbers, numerals or letters."""
    (above, _, one), (beside, _, other) = before.rpartition("."), label.rpartition(".")
    if one.isdecimal() and other.isdecimal():
        return above == beside and int(other) == int(one) + 1
    numerals = before in ROMANS[:-1] and label == ROMANS[ROMANS.index(before) + 1]
    return numerals or (len(before) == len(label) == 1 and ord(label) == ord(before) + 1)


def tell_headings(
    nodes: Sequence[OutlineNode], elements: Sequence[ReadElement], source: Source
) -> None:
    """Tell lines inside texts that look like headings, where those of letters stand alone."""
    letters = [element for element in elements if lettered(element)]
    if sum(bool(e.heading) for e in letters) < max(_OFTEN, NEARLY_ALL * len(letters)):
        _tell_titles(nodes, source)
        return
    known = {node.address for node in nodes}
    shouted = sum(e.heading.text.isupper() for e in letters) > len(letters) / 2
    for node in (node for node in nodes if node.address.steps):
        place = place_of(node.address, "letter") + 1
        due, after_it = (opened(node.address, "letter", n) for n in (place, place + 1))
        if {due, after_it} & known:
            continue  # told as a label that is missing
        for line in _like_headings(node.lines):
            is_title = line.text.isupper() and not shouted
            problem = "title-inside" if is_title else "heading-inside"
            source.tell_line(problem, line.traced, 600, key=node.address, read_as=due)


def _tell_titles(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell lines inside texts that stand alone between paragraphs, as a chapter's title does."""
    for node in nodes:
        parted = {line.start for line, after in pairwise(node.lines) if after.gap != "none"}
        parted.add(node.lines[-1].start if node.lines else 0)
        for line in _like_headings(node.lines):
            if line.gap != "none" and line.start in parted:
                source.tell_line("title-inside", line.traced, 600, key=node.address)


def _like_headings(lines: Sequence[Line]) -> Iterator[Line]:
    """Short lines between two sentences, without a number or a mark at their end."""
    for before, line, after in zip(lines, lines[1:], (*lines[2:], None), strict=False):
        text = line.text
        apart = ends_sentence(before.text) and (after is None or after.text[0].isupper())
        titled = text[0].isupper() and text[-1].isalpha() and not re.search(r"\d|\s\s", text)
        if apart and titled and line.short:
            yield line


def tell_losses(edition: Edition, source: Source) -> None:
    """Tell markers that are left in texts, labels inside of texts, and texts of unlikely length."""
    known = {provision.key for provision in edition.provisions}
    may_have_notes = source.profile.kind != "guide"  # whose layout has none
    lengths = [len(p.text) for p in edition.provisions if p.kind == "provision" and p.text]
    usual = median(lengths) if lengths else 0
    for provision in edition.provisions:
        key, text = provision.key, provision.text
        markers = (m for pattern in _MARKERS for m in pattern.finditer(text))
        for marker in markers if may_have_notes else ():
            offset = _offset(provision, marker.start())
            source.tell("marker-left", offset, 100, marker=marker[0], key=key)
        for rule in RULE.finditer(text):
            offset = _offset(provision, rule.start())
            source.tell("rule-inside", offset, len(text) - rule.start(), key=key)
        if inside := _label_inside(provision, known):
            at, label, following = inside
            said = {"words": text[at : at + 30], "key": key, "next": following, "label": label}
            source.tell("label-inside", _offset(provision, at), len(text) - at, **said)
        if provision.kind == "provision" and len(text) > _TOO_LONG * usual > 0:
            times, cost = f"{len(text) / usual:.0f}", len(text) // 10
            source.tell("too-long", provision.source.start, cost, key=key, times=times)


def _offset(provision: Provision, at: int) -> int:
    """Where a character of a provision's text stands in the source."""
    runs = provision.maps.get("text", ())
    near = [run for run in runs if run.at <= at]
    return near[-1].source + at - near[-1].at if near else provision.source.start


def _label_inside(provision: Provision, known: set[str]) -> tuple[int, str, str] | None:
    """The next label of a provision's sequence inside of its text, where no such provision is."""
    address = KeyParts.of(provision.key).address
    if provision.kind != "provision" or address is None or not address.steps:
        return None
    following, last = sibling(address, 1), address.steps[-1]
    if following is None or provision.label.count(last) != 1:
        return None
    key, label = str(following), provision.label.replace(last, following.steps[-1])
    found = re.search(rf"(?<=[.:;!?)”“] ){re.escape(label)}\s+(?=\S)", provision.text)
    return (found.start(), label, key) if found and key not in known else None
