"""``lawbase check``: is the corpus, or one edition of it, whole and explained?"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from lawbase.address import KeyParts
from lawbase.citations.glossary import left_out
from lawbase.citations.grammar import Grammar
from lawbase.citations.link import link_editions
from lawbase.citations.mentions import find_mentions
from lawbase.commands.shared import COLOURS, counted, listed, print_rows
from lawbase.commands.watching import require_edition, wait_for_a_save
from lawbase.compiling import malformed_tables
from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import LanguageProfile, data_folder, load_language
from lawbase.reading.corpus import CheckReport, check_corpus, check_edition, read_edition
from lawbase.reading.problems import Fault

BAR = 30
MOST_LOST = 12
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
    it, and what can't be read of the glossary and the other tables beside it. Ends with 1 when
    anything that is wrong in the corpus keeps it from being built.

    Example: lawbase check
    """
    folder = data_folder("corpus")
    if edition is None:
        if beside or show or watch:
            raise click.UsageError("--beside, --show and --watch are for one EDITION; name it")
        failed = _check_all(folder)
    else:
        failed = _check_one(folder, edition, beside, show)
    while edition and watch:
        wait_for_a_save(folder, edition)
        click.clear()
        failed = _check_one(folder, edition, beside, show)
    if failed:
        sys.exit(1)


def _check_all(folder: Path) -> bool:
    """Check the whole corpus and print a line or two for each edition; whether it failed."""
    reports = check_corpus(folder)
    for report in reports:
        if report.problems:
            worst, *others = report.problems
            more = f" (and {len(others)} more: lawbase check {report.edition})" if others else ""
            told = f"{report.edition}: {worst.as_error()}{more}"
            click.secho(told, fg=COLOURS[worst.severity])
        if report.read and not report.failed:
            click.echo(f"{report.edition}: {_explained(report)}, {_contents(report.read)}")
    if any(report.failed for report in reports):
        return True
    editions = tuple(report.read for report in reports if report.read)
    if malformed := list(malformed_tables(editions, folder)):
        for error in malformed:
            click.secho(str(error), fg=COLOURS["error"])
        return True
    for absent in grouped((slip.file, slip) for slip in left_out(folder, editions)).values():
        more = f" (and {len(absent) - 1} more in this file)" if absent[1:] else ""
        told = f"{absent[0]}{more}; what is said of it is left out"
        click.secho(told, fg=COLOURS["warning"])
    return False


def _check_one(folder: Path, edition: str, beside: str | None, show: bool) -> bool:
    """Check one edition and print all of it that is wrong; whether it failed."""
    for asked in filter(None, (edition, beside)):
        require_edition(folder, asked)
    report = check_edition(folder / edition)
    read = report.read
    if read:
        full = round(BAR * report.explained)
        click.echo(f"{'█' * full}{'░' * (BAR - full)} {_explained(report)}\n{_contents(read)}")
        if show:
            _print_outline(read)
        _print_difference(folder / edition, read)
    for problem in report.problems:
        _print_problem(problem, folder / edition)
    profile = _profile(folder, read.language) if read else None
    if not read or not profile:
        return True
    for line in _citations(read, profile):
        click.echo(line)
    malformed = _malformed(folder, read)
    for error in malformed:
        click.secho(str(error), fg=COLOURS["error"])
    misread = list(_examples(profile))
    for line in misread:
        click.secho(line, fg=COLOURS["warning"])
    unlike = bool(beside and not _print_parity(read, folder, beside))
    failed = report.failed or bool(malformed) or unlike
    if not (failed or report.problems or misread):
        click.secho(f"nothing red or yellow was found; {LOOKED_FOR}", fg="green")
    return failed


def _malformed(folder: Path, read: Edition) -> list[LawbaseError]:
    """What is wrong with the tables beside an edition, or with another's language file."""
    try:
        return list(malformed_tables((read,), folder))
    except LawbaseError as error:
        return [error]


def _profile(folder: Path, language: str) -> LanguageProfile | None:
    """The profile of a language, if it is there and can be read; the report tells if not."""
    try:
        return load_language(folder / "languages" / f"{language}.toml")
    except LawbaseError:
        return None


def _explained(report: CheckReport) -> str:
    """How much of a text belongs to something, never rounded up to all of it."""
    length = report.read.source.length if report.read else 0
    return f"{int(10_000 * report.explained) / 100:.2f} % of {length} characters"


def _contents(read: Edition) -> str:
    kinds = [p.kind for p in read.provisions]
    found = {
        ("law", "laws"): kinds.count("law"),
        ("provision below", "provisions below"): kinds.count("provision"),
        ("definition", "definitions"): kinds.count("definition"),
        ("footnote", "footnotes"): kinds.count("footnote"),
        ("index row", "index rows"): len(read.index),
        ("section", "sections"): kinds.count("section"),
        ("correction", "corrections"): len(read.notes),
    }
    return ", ".join(counted(n, *names) for names, n in found.items() if n)


def _print_outline(read: Edition) -> None:
    """The provisions as a tree, and how many there are of each level."""
    levels: Counter[str] = Counter()
    for provision in read.provisions:
        address = KeyParts.of(provision.key).address
        depth = address.depth if address else 0
        if address and address.level and provision.kind == "provision":
            levels[address.level] += 1
        words = " ".join((provision.heading or provision.text).split())[:60]
        click.echo(f"{'  ' * depth}{provision.label or provision.key:8} {words}")
    print_rows([(level, str(n)) for level, n in levels.items()])


def _print_problem(problem: Fault, folder: Path) -> None:
    """One problem: where, what, the likely cause, what to paste."""
    place = Path(problem.file).name if Path(problem.file).parent == folder else problem.file
    where = f"{place}:{problem.line}" if problem.line else place
    click.secho(f"\n{where}: {problem.message}", fg=COLOURS[problem.severity])
    if problem.cause:
        click.echo(f"  likely: {problem.cause}")
    if problem.paste:
        target = "corrections.toml" if "[[correction]]" in problem.paste else "edition.toml"
        click.echo(f"  for {target}:")
        for line in problem.paste.split("\n"):
            click.echo(f"    {line}")


def _citations(read: Edition, profile: LanguageProfile) -> Iterator[str]:
    """The citations, of the text and of the index, that lead nowhere in the edition."""
    kb = KnowledgeBase({"editions": (read,), "languages": {read.language: profile}, "concepts": ()})
    references = link_editions(kb).references
    cited = [r for r in references if not r.from_key.startswith("index")]
    lost = [r for r in references if r.status == "dangling"]
    indexed = counted(len(references) - len(cited), "reference")
    yield f"\n{counted(len(cited), 'citation')}, {indexed} of the index"
    for reference in lost[:MOST_LOST]:
        yield f"{reference.from_key} cites {reference.raw}, which isn't there"
    if (more := len(lost) - MOST_LOST) > 0:
        yield f"and {more} more {'leads' if more == 1 else 'lead'} nowhere"


def _examples(profile: LanguageProfile) -> Iterator[str]:
    """The examples of the language file that are read otherwise than it says."""
    grammar = Grammar(profile)
    for example in profile.references.examples:
        found = {m.raw: tuple(map(str, m.targets)) for m in find_mentions(example.text, grammar)}
        if found.keys() != example.finds.keys():
            yield f"the example “{example.text}” finds {sorted(found)}"
    for text in profile.references.counterexamples:
        for mention in find_mentions(text, grammar):
            yield f"the counterexample “{text}” finds “{mention.raw}”"


def _print_parity(read: Edition, folder: Path, beside: str) -> bool:
    """What either of two editions has and the other hasn't, as far as both texts reach.

    Whether the other could be read.
    """
    try:
        sister = read_edition(folder / beside, {read.id: read})
    except LawbaseError as error:
        click.secho(str(error), fg=COLOURS["error"])
        return False
    kb = KnowledgeBase({"editions": (read, sister)})
    ours, theirs = _law_keys(kb, read, sister), _law_keys(kb, sister, read)
    click.echo(f"\nbeside {beside}: {counted(len(ours & theirs), 'provision')} in both")
    for title, keys in (
        (f"only in {read.id}", ours - theirs),
        (f"only in {beside}", theirs - ours),
    ):
        if keys:
            click.echo(f"  {title}: {listed(sorted(keys))}")
    return True


def _law_keys(kb: KnowledgeBase, read: Edition, other: Edition) -> set[str]:
    laws = (p.key for p in read.provisions if p.kind in ("law", "provision"))
    return {key for key in laws if kb.reaches(other.id, key)}


def _print_difference(path: Path, read: Edition) -> None:
    """What this reading gained and lost against the last one of the same folder."""
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    file = Path(click.get_app_dir("lawbase")) / "checks" / f"{name}.json"
    now = {p.key: len(p.text) for p in read.provisions}
    try:
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = now
    for title, keys in (("gained", now.keys() - before.keys()), ("lost", before.keys() - now)):
        if keys:
            click.echo(f"{title} since the last check: {listed(sorted(keys))}")
    if changed := sorted(key for key in now.keys() & before if now[key] != before[key]):
        click.echo(f"texts whose length changed: {listed(changed)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(now, ensure_ascii=False), encoding="utf-8")
    except OSError:
        return  # Only the comparison of the next run is lost.
