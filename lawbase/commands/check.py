"""``lawbase check``: is the corpus, or one edition of it, whole and explained?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import print_rows
from lawbase.commands.watching import wait_for_a_save

if TYPE_CHECKING:
    from lawbase.model import Edition
    from lawbase.profile import LanguageProfile
    from lawbase.reading.corpus import CheckReport
    from lawbase.reading.problems import Fault

BAR = 30
MOST_KEYS = 12
LOOKED_FOR = (
    "what was looked for is broken sequences, notes without a marker, lost characters and what "
    "looks like a label, a heading, an entry or a page's line in the wrong place"
)


@click.command("check")
@click.argument("edition", required=False)
@click.option("--beside", metavar="ID", help="Compare with a sister edition.")
@click.option("--show", is_flag=True, help="Print the outline, with counts by level.")
@click.option("--watch", is_flag=True, help="Check again at every save; stop with Ctrl-C.")
def command(edition: str | None, beside: str | None, show: bool, watch: bool) -> None:
    """Validate the corpus, or one EDITION with everything that is wrong with it.

    Profiles, corrections, conservation: every character must have its place; then the glossary, the
    situations and what editors decided, if all editions can be read. Of an edition that can't, what
    costs most is told; for one EDITION all that is wrong, with the lines of TOML that would mend
    it. Ends with 1 when anything keeps an edition out of the knowledge base.

    Example: lawbase check
    """
    from lawbase.profile import data_folder

    folder = data_folder("corpus")
    if edition is None:
        _check_all(folder)
        return
    failed = _check_one(folder, edition, beside, show)
    while watch:
        wait_for_a_save(folder, edition)
        click.clear()
        failed = _check_one(folder, edition, beside, show)
    if failed:
        sys.exit(1)


def _check_all(folder: Path) -> None:
    from lawbase.citations.glossary import left_out
    from lawbase.compiling import load_decisions, with_tables
    from lawbase.grouping import grouped
    from lawbase.reading.corpus import check_corpus

    reports = check_corpus(folder)
    for report in reports:
        errors = [problem for problem in report.problems if problem.severity == "error"]
        worst = errors or report.problems
        if worst:
            more = f" (and {len(worst) - 1} more: lawbase check {report.edition})"
            told = f"{report.edition}: {worst[0].as_error()}{more if worst[1:] else ''}"
            click.secho(told, fg="red" if errors else "yellow")
        if report.read and not report.failed:
            click.echo(
                f"{report.edition}: {report.read.source.length} characters, "
                f"{100 * report.explained:.4f} % explained, "
                f"{len(report.read.provisions)} provisions, {len(report.read.notes)} corrections"
            )
    if any(report.failed for report in reports):
        sys.exit(1)
    editions = tuple(report.read for report in reports if report.read)
    with_tables(editions, folder)
    load_decisions(folder)
    for absent in grouped((slip.file, slip) for slip in left_out(folder, editions)).values():
        more = f" (and {len(absent) - 1} more in this file)" if absent[1:] else ""
        click.secho(f"{absent[0]}{more}; what is said of it is left out", fg="yellow")


def _check_one(folder: Path, edition: str, beside: str | None, show: bool) -> bool:
    """Check one edition and print the report; whether it failed."""
    from lawbase.errors import LawbaseError
    from lawbase.profile import load_languages
    from lawbase.reading.corpus import check_edition

    for asked in filter(None, (edition, beside)):
        if not (folder / asked / "edition.toml").exists():
            raise LawbaseError(f"there is no edition “{asked}” in {folder}")
    report = check_edition(folder / edition)
    if report.read:
        _print_summary(report, report.read)
        if show:
            _print_outline(report.read)
        _print_difference(folder / edition, report.read)
    for problem in report.problems:
        _print_problem(problem, folder / edition)
    misread: list[str] = []
    try:
        languages = load_languages(folder)
    except LawbaseError as error:
        click.secho(f"\n{error}", fg="red")
        return True
    if report.read:
        if report.read.language in languages:
            profile = languages[report.read.language]
            for line in _citations(report.read, profile):
                click.echo(line)
            misread = list(_examples(profile))
            for line in misread:
                click.secho(line, fg="yellow")
        if beside:
            _print_parity(report.read, folder, beside)
    if not (report.problems or misread):
        click.secho(f"nothing red or yellow was found; {LOOKED_FOR}", fg="green")
    return report.failed


def _print_summary(report: CheckReport, read: Edition) -> None:
    full = round(BAR * report.explained)
    bar = "█" * full + "░" * (BAR - full)
    kinds = [p.kind for p in read.provisions]
    counted = {
        "laws": kinds.count("law"),
        "provisions below": kinds.count("provision"),
        "definitions": kinds.count("definition"),
        "footnotes": kinds.count("footnote"),
        "index rows": len(read.index),
    }
    click.echo(f"{bar} {100 * report.explained:.2f} % of {read.source.length} characters")
    click.echo(", ".join(f"{n} {name}" for name, n in counted.items() if n))


def _print_outline(read: Edition) -> None:
    """The provisions as a tree, and how many there are of each level."""
    from collections import Counter

    from lawbase.address import KeyParts, step_levels

    levels: Counter[str] = Counter()
    for provision in read.provisions:
        address = KeyParts.of(provision.key).address
        depth = address.depth if address else 0
        if address and address.steps and provision.kind == "provision":
            levels[step_levels(address.steps)[-1]] += 1
        words = " ".join((provision.heading or provision.text).split())[:60]
        click.echo(f"{'  ' * depth}{provision.label or provision.key:8} {words}")
    print_rows([(level, str(n)) for level, n in levels.items()])


def _print_problem(problem: Fault, folder: Path) -> None:
    """One problem: where, what, the likely cause, what to paste."""
    color = "red" if problem.severity == "error" else "yellow"
    place = Path(problem.file).name if Path(problem.file).parent == folder else problem.file
    where = f"{place}:{problem.line}" if problem.line else place
    click.secho(f"\n{where}: {problem.message}", fg=color)
    if problem.cause:
        click.echo(f"  likely: {problem.cause}")
    if problem.paste:
        target = "corrections.toml" if "[[correction]]" in problem.paste else "edition.toml"
        click.echo(f"  for {target}:")
        for line in problem.paste.split("\n"):
            click.echo(f"    {line}")


def _citations(read: Edition, profile: LanguageProfile) -> Iterator[str]:
    """The citations, of the text and of the index, that lead nowhere in the edition."""
    from lawbase.citations.link import link_editions
    from lawbase.knowledge import KnowledgeBase

    kb = KnowledgeBase({"editions": (read,), "languages": {read.language: profile}, "concepts": ()})
    references = link_editions(kb).references
    cited = [r for r in references if not r.from_key.startswith("index")]
    lost = [r for r in references if r.status == "dangling"]
    yield f"\n{len(cited)} citations, {len(references) - len(cited)} references of the index"
    for reference in lost[:MOST_KEYS]:
        yield f"{reference.from_key} cites {reference.raw}, which isn't there"
    if len(lost) > MOST_KEYS:
        yield f"and {len(lost) - MOST_KEYS} more lead nowhere"


def _examples(profile: LanguageProfile) -> Iterator[str]:
    """The examples of the language file that are read otherwise than it says."""
    from lawbase.citations.grammar import Grammar
    from lawbase.citations.mentions import find_mentions

    grammar = Grammar(profile)
    for example in profile.references.examples:
        found = {m.raw: tuple(map(str, m.targets)) for m in find_mentions(example.text, grammar)}
        if found.keys() != example.finds.keys():
            yield f"the example “{example.text}” finds {sorted(found)}"
    for text in profile.references.counterexamples:
        for mention in find_mentions(text, grammar):
            yield f"the counterexample “{text}” finds “{mention.raw}”"


def _print_parity(read: Edition, folder: Path, beside: str) -> None:
    """What either of two editions has and the other hasn't, among the laws that both have."""
    from lawbase.reading.corpus import read_edition

    sister = read_edition(folder / beside, {read.id: read})
    ours, theirs = _law_keys(read, sister), _law_keys(sister, read)
    click.echo(f"\nbeside {beside}: {len(ours & theirs)} provisions in both")
    for title, keys in (
        (f"only in {read.id}", ours - theirs),
        (f"only in {beside}", theirs - ours),
    ):
        if keys:
            shown = ", ".join(sorted(keys)[:MOST_KEYS])
            more = f" and {len(keys) - MOST_KEYS} more" if len(keys) > MOST_KEYS else ""
            click.echo(f"  {title}: {shown}{more}")


def _law_keys(read: Edition, other: Edition) -> set[str]:
    from lawbase.address import law_of

    return {
        p.key
        for p in read.provisions
        if p.kind in ("law", "provision") and other.has_law(law_of(p.key) or 0)
    }


def _print_difference(path: Path, read: Edition) -> None:
    """What this reading gained and lost against the last one of the same folder."""
    import hashlib
    import json

    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    file = Path(click.get_app_dir("lawbase")) / "checks" / f"{name}.json"
    now = {p.key: len(p.text) for p in read.provisions}
    try:
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = now
    for title, keys in (("gained", now.keys() - before.keys()), ("lost", before.keys() - now)):
        if keys:
            click.echo(f"{title} since the last check: {', '.join(sorted(keys)[:MOST_KEYS])}")
    changed = [key for key in now.keys() & before.keys() if now[key] != before[key]]
    if changed:
        click.echo(f"texts whose length changed: {', '.join(sorted(changed)[:MOST_KEYS])}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(now, ensure_ascii=False), encoding="utf-8")
    except OSError:
        return  # Only the comparison of the next run is lost.
