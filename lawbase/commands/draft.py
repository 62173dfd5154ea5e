"""``lawbase draft``: a translator's worklist for the laws of a year that a language lacks."""

import sys
from pathlib import Path
from typing import get_args

import click

from lawbase.building import require_apart
from lawbase.commands.shared import counted, editions_like, home_option, open_kb, print_rows, wrap
from lawbase.errors import LawbaseError
from lawbase.export.draft import (
    WARNING,
    Advice,
    Draft,
    absent_units,
    check_draft,
    drafted_edition,
    is_unfilled,
    make_draft,
    preview,
    within,
)
from lawbase.export.draft_files import read_draft, write_draft
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import write_file


@click.command("draft")
@click.option("--language", metavar="ID", help="The language to translate into.")
@click.option("--year", type=int, help="The year of the laws.")
@click.option("--like", metavar="ID", shell_complete=editions_like, help="Its older edition.")
@click.option("--beside", metavar="ID", shell_complete=editions_like, help="What is translated.")
@click.option("--laws", metavar="A-B", help="Only these laws, e.g. 57-64.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write: .xlf or .xlsx.")
@click.option(
    "--check", "checked", type=click.Path(path_type=Path), help="Draft to read back and check."
)
@click.option("--preview", type=click.Path(path_type=Path), help="Page to write of what is there.")
@home_option
def command(
    language: str | None,
    year: int | None,
    like: str | None,
    beside: str | None,
    laws: str | None,
    output: Path | None,
    checked: Path | None,
    preview: Path | None,
    home: Path | None,
) -> None:
    """Write a worklist for translators, or check one that was worked on.

    A unit has the text to translate, the older text with its citations renumbered, sentence by
    sentence: keep, look, lacking (the law had it, and the older text hasn't) or new. In a
    spreadsheet a hyphen in the column “translation” leaves a sentence out. Checking lists what is
    missing and which citations and numbers disagree; it ends with 1 when anything does.

    \b
    Example: lawbase draft --language cs --year 2017 --like cs-2007 \\
      --beside pl-2017 --laws 57-64 --output laws.xlsx
    """
    for written in filter(None, (output, preview)):
        require_apart(written, home)
    if checked:
        _check(checked, preview, home)
        return
    if not (language and year and like and beside and output):
        given = {
            "language": language,
            "year": year,
            "like": like,
            "beside": beside,
            "output": output,
        }
        missing = ", ".join(f"--{name}" for name, value in given.items() if not value)
        raise click.UsageError(f"a worklist needs {missing} too")
    kb, asked = open_kb(home), _range(laws)
    draft = make_draft(kb, language, year, like, beside, asked)
    if not draft.units:
        raise LawbaseError(_nothing_to_do(kb, draft, asked))
    write_draft(draft, output)
    sentences = [sentence for unit in draft.units for sentence in unit.sentences]
    counts = ", ".join(
        f"{sum(s.mark == mark for s in sentences)} {mark}" for mark in get_args(Advice)
    )
    click.echo(f"{output}: {counted(len(draft.units), 'unit')}; sentences: {counts}")
    older = (p.key for p in kb.edition(like).provisions if within(p, asked))
    if gaps := kb.gaps(like, older, beside):
        why = f"nothing in {beside} is known to match, of {like}: {', '.join(gaps)}"
        click.secho(wrap(f"not in the worklist, since {why}"), fg="yellow")


def _nothing_to_do(kb: KnowledgeBase, draft: Draft, laws: tuple[int, int] | None) -> str:
    """Why a draft is empty: the language has all of it, or the text beside it has nothing there."""
    first, last = laws or (1, max(kb.laws(draft.beside), default=1))
    called = f"Law {first}" if first == last else f"Laws {first}–{last}"
    there = any(first <= law <= last for law in kb.laws(draft.beside))
    has_all = f"“{draft.language}” has all of it from {draft.year} already"
    why = has_all if there else f"not in {draft.beside}"
    return f"there is nothing to translate of {called}: {why}"


def _check(file: Path, page: Path | None, home: Path | None) -> None:
    draft, written = read_draft(file)
    kb = open_kb(home)
    made = make_draft(kb, draft.language, draft.year, draft.like, draft.beside, draft.laws)
    absent = absent_units(made, written)
    done, total = sum(1 for unit in written if unit.text), len(written) + len(absent)
    untouched = not absent and is_unfilled(made, written)
    problems = [] if untouched else [*check_draft(kb, draft, written), *absent]
    if untouched:
        kept = f"; {counted(done, 'is', 'are')} kept from {draft.like}" if done else ""
        click.echo(f"nothing has been filled in yet: {counted(total, 'unit')}{kept}")
    else:
        print_rows((p.key, p.part, p.problem) for p in problems)
        there = f"{done} of {counted(total, 'unit')} {'is' if done == 1 else 'are'} there"
        click.echo(f"{there}; {counted(len(problems), 'problem')}")
    if page:
        text = preview(drafted_edition(kb, draft, written))
        write_file(page, text, mark=WARNING)
        click.echo(f"{page}: preview written")
    if untouched or problems:
        sys.exit(1)


def _range(laws: str | None) -> tuple[int, int] | None:
    if laws is None:
        return None
    first, _, last = laws.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise click.UsageError("--laws wants a law or a range, like 57 or 57-64")
    if int(first) > int(last or first):
        raise click.UsageError(f"--laws {laws} ends before it begins")
    return int(first), int(last or first)
