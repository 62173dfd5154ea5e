"""``lawbase diff``: how a provision changed between editions."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

import click
from msgspec.structs import replace

from lawbase.aligning.changes import kind_of
from lawbase.api import difference, judged
from lawbase.citations.lookup import read_place
from lawbase.commands.shared import (
    editions_like,
    place_titles,
    print_json,
    print_note,
    print_older_wording,
    question,
    wrap,
    wrap_apart,
)
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Change, Contrast, Key, PartSpan
from lawbase.search.results import interface_sentences

MARKED = re.compile(r"\[-.+?-\]|\{\+.+?\+\}", re.DOTALL)
NAMES = {"moved": "moved to", "split": "split, part in", "merged": "merged into"}


@question("diff", "citation")
@click.option(
    "--from", "old", metavar="ID", help="The earlier edition.", shell_complete=editions_like
)
@click.option("--to", "new", metavar="ID", help="The later edition.", shell_complete=editions_like)
def command(
    kb: KnowledgeBase, citation: str, old: str | None, new: str | None, as_json: bool
) -> None:
    """Show how a provision and all below it changed between two editions.

    In one language word by word. Between languages what an editor read of the change, or else what
    is detected, with the words that carry it: [-gone-] in the old text, {+new+} in the new one.
    Without --from and --to, between two editions that both reach to that law, of one language
    where there are such.

    A place of one edition (pl-2017:16C2) is followed into the other.

    Example: lawbase diff 64
    """
    place = read_place(citation, kb)
    old, new = two_editions(kb, old, new, *place)
    found = difference(kb, place, old, new)
    old_only, new_only = (
        list(_unmatched(kb, one, [t.key for t in found.unmatched if t.edition == one], other))
        for one, other in ((old, new), (new, old))
    )
    if not found.alignments and not found.new:
        _, key = place
        lacking = [kb.lacking(e, key) for e in (old, new) if not kb.provision(e, key)]
        nothing = [f"{old} and {new} have nothing in common at {key}"]
        raise NotFoundError([*nothing, *old_only, *lacking][-1])
    if as_json:
        print_json(found)
        return
    click.secho(f"{old} → {new}", fg="green")
    for link in (*found.alignments, *found.new):
        print_pair(kb, link)
    for line in (*old_only, *new_only):
        click.secho(line, bold=True)


def _unmatched(
    kb: KnowledgeBase, edition: str, unmatched: Sequence[Key], other: str
) -> Iterator[str]:
    """What is told of the provisions of an edition that another one lacks without dropping them."""
    gaps = kb.gaps(edition, unmatched, other)
    for key in gaps:
        twins = (
            t for t in kb.twins(edition, key) if kb.edition(t.edition).year == _year(kb, other)
        )
        found = place_titles(kb, twins)
        why = f"it is {found}" if found else "nothing tells what became of it"
        yield f"{key}  in {edition}, not in {other}; {why}"
    beyond = [key for key in unmatched if key not in gaps]
    if beyond:
        yield uncompared(kb, edition, beyond, other)


def uncompared(kb: KnowledgeBase, edition: str, keys: Sequence[Key], other: str) -> str:
    """What is told of provisions that the text of another edition doesn't reach to."""
    more = f" and {len(keys) - 1} more of {edition}" if keys[1:] else ""
    ends = kb.lacking(other, kb.counterpart(edition, keys[0], other))
    return f"{keys[0]}{more}: not compared, {ends}"


def _year(kb: KnowledgeBase, edition: str) -> int:
    return kb.edition(edition).year


def print_pair(kb: KnowledgeBase, link: Alignment) -> None:
    """Print what became of one provision: word by word, or through the other language."""
    if len(link.texts) == 1:
        _print_lone(kb, link)
        return
    change, contrast = kb.change(link), kb.contrast(link)
    where = f"  {NAMES[link.relation]} {link.to_key}" if link.relation in NAMES else ""
    own = contrast and (contrast.from_edition, contrast.to_edition) == (
        link.from_edition,
        link.to_edition,
    )
    if contrast and own:
        kind = judged(contrast)
    elif change or contrast:
        kind = kind_of(kb, link)
    elif _year(kb, link.from_edition) == _year(kb, link.to_edition):
        kind = "the same rule; words aren't compared within a year"
    else:
        kind = "" if where else "still there"
    click.secho(f"{link.from_key}{where}  {kind}".rstrip(), bold=True)
    if contrast and (what := contrast.what.get("en")):
        here = own or contrast.kind == "unchanged"
        click.echo(wrap(what if here else _elsewhere(contrast, kind, what), "    "))
        print_older_wording(kb, link.to_edition, link.to_key or "")
        print_note(contrast)
    if change and change.kind in ("wording", "punctuation", "reference"):
        click.echo(_words(change))
    elif contrast and own:
        _print_contrast(kb, contrast)


def _elsewhere(contrast: Contrast, kind: str, what: str) -> str:
    """What an editor read of these years in other texts than the two that are compared."""
    unlike = "nothing changed in these two texts, but " if kind == "unchanged" else ""
    return f"({unlike}in {contrast.from_edition} → {contrast.to_edition}:) {what}"


def _print_contrast(kb: KnowledgeBase, contrast: Contrast) -> None:
    old = _marked(kb, contrast.from_edition, contrast.from_key, contrast.removed, "[-", "-]")
    new = _marked(kb, contrast.to_edition, contrast.to_key, contrast.added, "{+", "+}")
    if contrast.kind != "unchanged":
        click.echo(MARKED.sub(_coloured, wrap_apart(old, "    ")))
        click.echo(MARKED.sub(_coloured, wrap_apart(new, "    ")))
    if not contrast.reviewed and contrast.kind != "unchanged":
        old_year, new_year = (
            kb.edition(id).year for id in (contrast.from_edition, contrast.to_edition)
        )
        signs = (sign.key for sign in contrast.detected.speaking)
        reasons = (
            interface_sentences()[f"evidence.{sign}"].format(old=old_year, new=new_year)
            for sign in signs
        )
        click.echo(wrap("; ".join(reasons), "    "))


def _marked(
    kb: KnowledgeBase, edition: str, key: Key, spans: Iterable[PartSpan], before: str, after: str
) -> list[str]:
    """A provision's heading, text and tail with the spans between marks, its edition first."""
    provision = kb.provision(edition, key)
    assert provision is not None
    parts = {"heading": provision.heading, "text": provision.text, "tail": provision.tail}
    for span in reversed(_apart(spans)):
        text = parts[span.part]
        inside = f"{before}{text[span.start : span.end]}{after}"
        parts[span.part] = f"{text[: span.start]}{inside}{text[span.end :]}"
    texts = [text for text in parts.values() if text]
    return [f"{edition}: {''.join(texts[:1])}", *texts[1:]]


def _apart(spans: Iterable[PartSpan]) -> list[PartSpan]:
    """The spans of each part in order, those that overlap as one."""
    apart: list[PartSpan] = []
    for span in sorted(spans, key=lambda span: (span.part, span.start)):
        if apart and apart[-1].part == span.part and span.start < apart[-1].end:
            apart[-1] = replace(apart[-1], end=max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart


def two_editions(
    kb: KnowledgeBase,
    old: str | None,
    new: str | None,
    named: Collection[str] = (),
    key: Key | None = None,
) -> tuple[str, str]:
    """The editions to compare, the earlier one first: those asked for, else the best two.

    The best are of different years, and one is of those that are named with a place, if it can be.
    That the ones asked for are turned is said.

    Raises:
        LawbaseError: for an unknown edition, one edition twice, or when there are no such two.
    """
    if old and old == new:
        raise LawbaseError(f"--from and --to name the same edition, {kb.edition(old).id}")
    newest_first = sorted(kb.editions, key=lambda edition: -edition.year)
    others = [edition for edition in newest_first if edition.laws or edition.id in named]
    earlier, later = ([kb.edition(asked)] if asked else others for asked in (old, new))
    pairs = list(product(earlier, later))
    if not (old and new):
        pairs = [(a, b) for a, b in pairs if a.year < b.year or (a.year > b.year and (old or new))]
    own = [pair for pair in pairs if any(edition.id in named for edition in pair)]
    best = kb.best_pair(own or pairs, key=key)
    if best is None:
        raise LawbaseError("there is no other edition to compare with; name it with --from or --to")
    first, second = sorted(best, key=lambda edition: edition.year)
    if first is not best[0]:
        click.echo(f"{second.id} is the later one: shown from {first.id} to {second.id}", err=True)
    return first.id, second.id


def _print_lone(kb: KnowledgeBase, link: Alignment) -> None:
    """Print a provision that is new, or that one was dropped, and what an editor says of it."""
    text = link.texts[0]
    colour = "green" if link.relation == "new" else "red"
    click.secho(f"{text.key}  {link.relation}", fg=colour, bold=True)
    if what := link.what.get("en"):
        click.echo(wrap(what, "    "))
    provision = kb.provision(text.edition, text.key)
    parts = (provision.heading, provision.text, provision.tail) if provision else ()
    if words := wrap_apart(parts, "    "):
        click.echo(words)


def _words(change: Change) -> str:
    """The difference as one wrapped paragraph: deleted in [-…-], inserted in {+…+}."""
    marked = "".join(
        new if operation == "equal" else _set_apart(old, "[-", "-]") + _set_apart(new, "{+", "+}")
        for operation, old, new in change.ops
    )
    return MARKED.sub(_coloured, wrap(" ".join(marked.split()), "    "))


def _set_apart(text: str, before: str, after: str) -> str:
    """The text between marks, its outer spaces outside of them."""
    core = text.strip()
    return text.replace(core, f"{before}{core}{after}", 1) if core else text


def _coloured(marked: re.Match[str]) -> str:
    return click.style(marked[0], fg="red" if marked[0].startswith("[-") else "green")
