"""What the commands share: options, progress, finding what a citation names, plain printing."""

import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from lawbase.building import ProductName, build, folder_of, open_knowledge
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Contrast, Finding, Key, Provision, Severity, Text
from lawbase.profile import data_folder
from lawbase.terminal import width

MAKING = {
    "texts": "reading and linking the texts",
    "knowledge": "aligning and auditing the texts",
    "contents": "gathering what search knows",
    "search": "making the search index",
    "site": "making the site",
}

COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "info": "blue"}
"""The severities, the gravest first, and how they are shown."""
MOST_LISTED = 12
T = TypeVar("T")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
home_option = click.option(
    "--build",
    "home",
    type=click.Path(path_type=Path, file_okay=False),
    help="The build folder.  [default: build/ or the user's cache]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def edition_option(*, multiple: bool = False) -> Decorator:
    """``--edition ID``."""
    return click.option(
        "--edition",
        "editions" if multiple else "edition",
        multiple=multiple,
        metavar="ID",
        help="Edition, e.g. cs-2017.",
        shell_complete=editions_like,
    )


def editions_like(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The ids that begin as typed, for the shell to complete."""
    profiles = data_folder("corpus").glob("*/edition.toml")
    return sorted(p.parent.name for p in profiles if p.parent.name.startswith(typed))


class WholeNumber(click.IntRange):
    """A whole number between two bounds, or from one on; what is none is told which it may be."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            most = "on" if self.max is None else f"to {self.max}"
            self.fail(f"“{value}” is not a whole number from {self.min} {most}", param, ctx)


def counted(number: int, one: str, several: str = "") -> str:
    """A number with the word for what is counted.

    >>> counted(1, "citation"), counted(0, "citation"), counted(2, "entry", "entries")
    ('1 citation', '0 citations', '2 entries')
    """
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def listed(items: Sequence[str]) -> str:
    """The first of some items, and how many more there are.

    >>> listed(["16", "17"]), listed([str(law) for law in range(1, 16)])
    ('16, 17', '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more')
    """
    more = len(items) - MOST_LISTED
    return ", ".join(items[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def one_text(words: Sequence[str]) -> str:
    """The words of an argument as one text; bytes that are no text are replaced."""
    return " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def question(name: str, argument: str, *, required: bool = True) -> Decorator:
    """A command that asks the knowledge base: words, ``--json`` and ``--build``.

    Its function gets the knowledge base, the words of the argument as one text, ``as_json`` and
    what else it declares.
    """

    def made(function: Callable[..., None]) -> click.Command:
        @click.command(name)
        @click.argument(argument, nargs=-1, required=required)
        @json_option
        @home_option
        @wraps(function)
        def answer(home: Path | None, **given: Any) -> None:
            given[argument] = one_text(given[argument])
            function(open_kb(home), **given)

        return answer

    return made


def report(product: str) -> None:
    """Say what is being made, on standard error, if anybody can be told."""
    with suppress(OSError):
        click.echo(f"lawbase: {MAKING[product]} …", err=True)


def open_kb(home: Path | None) -> KnowledgeBase:
    """The knowledge base, made first if it is missing or stale."""
    return open_knowledge(folder_of(home), report)


def open_built(home: Path | None, product: ProductName, opened: Callable[[Path], T]) -> T:
    """What is opened of a build folder, a product made first if it is missing, stale or damaged."""
    folder = folder_of(home)
    build(folder, product, report)
    try:
        return opened(folder)
    except LawbaseError as error:
        click.echo(f"lawbase: {error}; rebuilding it", err=True)
        build(folder, product, report, thoroughly=True)
        return opened(folder)


def edition_title(kb: KnowledgeBase, edition_id: str) -> str:
    """An edition's id, and what superseded it: ``cs-2007 (superseded by 2017)``."""
    year = kb.superseded_by(edition_id)
    return f"{edition_id} (superseded by {year})" if year else edition_id


def place_title(kb: KnowledgeBase, text: Text | Provision) -> str:
    """A place as it is printed, behind its edition: ``cs-2007 Pravidlo 16D2``."""
    return f"{text.edition} {kb.cite(text.edition, text.key)}"


def place_titles(kb: KnowledgeBase, texts: Iterable[Text | Provision]) -> str:
    """Places as they are printed, one after another."""
    return ", ".join(place_title(kb, text) for text in texts)


def print_governing(kb: KnowledgeBase, edition: str, key: Key, indent: str = "") -> None:
    """Say where a definition that isn't in the texts in force says what it did, if it is known."""
    if places := place_titles(kb, kb.governing(edition, key)):
        said = f"{kb.superseded_by(edition)}: no longer among the definitions, see {places}"
        click.secho(wrap(said, indent), fg="green")


def audit_says(kb: KnowledgeBase, finding: Finding, language: str = "en") -> str:
    """The audit's sentence of a finding, in a language that it speaks, else in English."""
    from lawbase.auditing.messages import languages, load_messages, plain

    messages = load_messages(language if language in languages() else "en")
    return plain(kb, messages.message_of(finding), finding.edition)


def print_note(contrast: Contrast | None) -> None:
    """Print what an editor noted beside a change, such as a text that doesn't take part in it."""
    if contrast and contrast.note:
        click.echo(wrap(f"note: {contrast.note}", "    "))


def print_older_wording(kb: KnowledgeBase, edition: str, key: Key, language: str = "en") -> None:
    """Say, below an editor's note of a year, where a text of it keeps the older wording."""
    for finding in kb.older_wording_on(edition, key):
        said = f"! {edition} {kb.cite(edition, key)}: {audit_says(kb, finding, language)}"
        click.secho(wrap(said, "    "), fg="yellow")


def wrap(text: str, indent: str = "") -> str:
    """A paragraph wrapped for the terminal."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent)


def wrap_apart(texts: Iterable[str], indent: str) -> str:
    """Texts that stand apart, as a heading and what follows it do: each begins a line."""
    return "\n".join(wrap(text, indent) for text in texts if text)


def print_json(record: object) -> None:
    """One JSON value on standard output, UTF-8 as it is."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")


def print_rows(rows: Iterable[Sequence[str]]) -> None:
    """Columns, the last one free."""
    table = [list(row) for row in rows]
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]) - 1)] if table else []
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[-1]]).rstrip())
