"""``lawbase changes``: what changed from one edition to another, and what nobody has read yet."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from lawbase.address import key_order
from lawbase.aligning.changes import alone, earlier_first, kind_of, summarize
from lawbase.commands.diff import print_pair, two_editions, uncompared
from lawbase.commands.shared import (
    WholeNumber,
    counted,
    editions_like,
    home_option,
    json_option,
    open_kb,
    print_json,
    print_note,
    print_older_wording,
    print_rows,
    wrap,
)
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Contrast

SUBSTANCE = "substance"


@click.group("changes", invoke_without_command=True)
@click.option("--from", "old", metavar="ID", shell_complete=editions_like,
              help="The earlier edition.  [default: of the version before]")  # fmt: skip
@click.option("--to", "new", metavar="ID", shell_complete=editions_like,
              help="The later edition.  [default: of the version in force]")  # fmt: skip
@click.option("--substance", is_flag=True, help="Only what is to be done or decided otherwise.")
@click.option("--language", default="en", show_default=True, help="Language of the sentences.")
@json_option
@home_option
@click.pass_context
def command(
    context: click.Context,
    old: str | None,
    new: str | None,
    substance: bool,
    language: str,
    as_json: bool,
    home: Path | None,
) -> None:
    """List what changed between two editions, in the order of the book.

    Without --substance, a table of the laws: how many provisions were reworded, changed in
    substance, are new, were dropped and moved. With it, every change in substance, also what is new
    or was dropped: what an editor says of it, or that it is only detected.

    Example: lawbase changes --substance
    """
    kb = open_kb(home)
    _refuse_unspoken(kb, language)
    old, new = earlier_first(kb, *two_editions(kb, old, new))
    context.obj = (kb, (old, new))
    if context.invoked_subcommand:
        return
    if substance:
        found = list(_in_substance(kb, old, new))
        if as_json:
            print_json([contrast or _in_json(link) for link, contrast in found])
        else:
            _print_substance(kb, found, language)
            _print_uncompared(kb, old, new)
    else:
        _print_table(kb, old, new, as_json)


@command.command("review")
@click.option("--limit", default=10, show_default=True, type=WholeNumber(1), help="How many pairs.")
@click.pass_context
def review(context: click.Context, limit: int) -> None:
    """Show what no editor has read yet, the pairs that are the likeliest to have changed first.

    Each is printed with its texts, the words that may carry the change, and the entry that
    corpus/changes waits for. What is new or was dropped comes last.

    Example: lawbase changes review --limit 3
    """
    kb, (old, new) = context.obj
    changed = _changed(kb, old, new)
    unread = [(link, c) for link, c in changed if not (c.reviewed if c else link.what)]
    if not unread:
        known = f"all changes from {old} to {new} have been read"
        unknown = f"nothing is known of how the original changed from {old} to {new}"
        raise NotFoundError(known if changed else unknown)
    found = counted(len(unread), "change")
    are = "is" if len(unread) == 1 else "are"
    click.echo(f"{found} from {old} to {new} {are} not read yet\n")
    unread.sort(key=lambda found: (not found[1], -(found[1] or found[0]).score))
    for link, contrast in unread[:limit]:
        print_pair(kb, link)
        click.echo(_entry(kb, contrast) if contrast else _lone_entry(link))


def _refuse_unspoken(kb: KnowledgeBase, language: str) -> None:
    """Refuse a language that no editor wrote in, rather than answer in English."""
    spoken = sorted({"en", *(id for c in kb.aligned.contrasts for id in c.what)})
    if language not in spoken:
        known = ", ".join(spoken)
        raise LawbaseError(f"no change is described in “{language}”; there are {known}")


def _changed(kb: KnowledgeBase, old: str, new: str) -> list[tuple[Alignment, Contrast | None]]:
    """The aligned pairs with what is known of each, and what came or went, which has no contrast.

    They stand in the order of the book, by their new places where they have one.
    """
    pairs = (link for link in kb.alignments(old, new) if len(link.texts) == 2)
    known = [(link, contrast) for link in pairs if (contrast := kb.contrast(link))]
    found = [*known, *((link, None) for link in alone(kb, old, new))]
    return sorted(found, key=lambda each: key_order(each[0].texts[-1].key))


def _in_substance(
    kb: KnowledgeBase, old: str, new: str
) -> Iterator[tuple[Alignment, Contrast | None]]:
    """What changed in substance, as read or, where nobody read it, as detected."""
    for link, contrast in _changed(kb, old, new):
        kind = kind_of(kb, link) if contrast else SUBSTANCE
        if (contrast.kind if contrast and kind == "unread" else kind) == SUBSTANCE:
            yield link, contrast


def _in_json(link: Alignment) -> dict[str, object]:
    """What came or went as a change in substance."""
    return {"kind": SUBSTANCE, **msgspec.to_builtins(link)}


def _print_substance(
    kb: KnowledgeBase, found: list[tuple[Alignment, Contrast | None]], language: str
) -> None:
    if not found:
        raise NotFoundError("no change in substance is known between these editions")
    for link, c in found:
        places = [kb.cite(text.edition, text.key) for text in link.texts]
        if link.from_key == link.to_key:
            places.pop()
        relation = "" if c else f"  {link.relation}"
        click.secho(" → ".join(places) + relation, bold=True)
        read = (c or link).what
        what = read.get(language) or read.get("en")
        unread = f"({c.detected.grade}, detected only)" if c else "(not read)"
        click.echo(wrap(what or unread, "    "))
        if what:
            print_older_wording(kb, link.to_edition, link.to_key or "", language)
            print_note(c)


def _print_table(kb: KnowledgeBase, old: str, new: str, as_json: bool) -> None:
    summary = summarize(kb, old, new)
    if as_json:
        print_json(summary)
        return
    names = ("reference", "wording", "substance", "new", "dropped", "moved", "unread")
    rows = [
        (str(law.law or "–"), *(str((law.kinds | law.relations).get(n) or "") for n in names), "")
        for law in summary.laws
    ]
    print_rows([("law", *names, ""), *rows, ("all", *(str(summary.total(n)) for n in names), "")])
    for one, other in ((old, new), (new, old)):
        if gaps := kb.gaps(one, (p.key for p in kb.edition(one).provisions), other):
            click.echo(wrap(f"nothing in {other} is known to match, of {one}: {', '.join(gaps)}"))
    _print_uncompared(kb, old, new)


def _print_uncompared(kb: KnowledgeBase, old: str, new: str) -> None:
    """Say what was never compared, as one text doesn't reach there: that isn't unchanged."""
    for one, other in ((old, new), (new, old)):
        keys = [p.key for p in kb.edition(one).provisions]
        gaps = kb.gaps(one, keys, other)
        if beyond := [key for key in kb.unmatched(one, keys, other) if key not in gaps]:
            click.echo(wrap(uncompared(kb, one, beyond, other)))


def _lone_entry(link: Alignment) -> str:
    """What an editor would write of what came or went, to be filled."""
    end = "to" if link.to_key else "from"
    name, key = link.relation, link.texts[0].key
    return f'\n[[{name}]]\n{end} = "{key}"\n[{name}.what]\nen = ""\n'


def _entry(kb: KnowledgeBase, contrast: Contrast) -> str:
    """What an editor would write of a pair, to be filled."""
    provision = kb.provision(contrast.to_edition, contrast.to_key)
    assert provision is not None
    words = [provision.part(span.part)[span.start : span.end] for span in contrast.added]
    quoted = ", ".join(f'"{text}"' for text in words)
    return (
        f'\n[[change]]\nfrom = "{contrast.from_key}"\nto = "{contrast.to_key}"\n'
        f'kind = "{contrast.kind}"\nsure = 2\nadded = {{ "{contrast.to_edition}" = [{quoted}] }}\n'
        f'[change.what]\nen = ""\n'
    )
