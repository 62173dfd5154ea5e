"""``lawbase build``: the main job."""

import sys
import time
from pathlib import Path

import click

from lawbase.building import build, damage, default_home
from lawbase.commands.shared import print_rows, report
from lawbase.progress import Stage, listening


@click.command("build")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to build into.  [default: build/ or the user's cache]",
)
@click.option("--force", is_flag=True, help="Rebuild everything, even what is fresh.")
@click.option("--verify", is_flag=True, help="Build nothing; look for damage in what was built.")
@click.option("--profile", is_flag=True, help="Show how long each stage took.")
def command(output: Path | None, force: bool, verify: bool, profile: bool) -> None:
    """Make the knowledge base, the search index and the site.

    What is fresh is not made again: a second build ends at once. What was damaged is. With
    --verify, ends with 1 when something is damaged or missing.

    Example: lawbase build --force --profile
    """
    home = output or default_home()
    if verify:
        _verify(home)
        return
    started = time.perf_counter()
    terminal = sys.stderr.isatty()
    stages: list[Stage] = []

    def show(stage: str, done: int, total: int) -> None:
        count = f" {done} of {total}" if total else ""
        _write_line(f"{time.perf_counter() - started:5.1f} s  {stage}{count} …")

    with listening(stages, show if terminal else None):
        said = (lambda _: None) if terminal else report
        made = build(home, "site", said, thoroughly=True, anew=force)
    if terminal:
        _write_line("")
    if made:
        click.echo(f"{home}: {', '.join(made)} made in {time.perf_counter() - started:.1f} s")
    else:
        click.echo(f"{home}: everything is up to date")
    if profile:
        _print_profile(stages)
    click.echo(f"the site: {home / 'site' / 'index.html'}")


def _write_line(text: str) -> None:
    """Write over the line of a terminal that says what is going on."""
    sys.stderr.flush()
    sys.stderr.buffer.write(f"\r\x1b[K{text}".encode())
    sys.stderr.buffer.flush()


def _print_profile(stages: list[Stage]) -> None:
    """A row a stage: seconds by the clock, of the processors, and the share of these."""
    spent = sum(stage.processor for stage in stages) or 1
    rows = [
        (
            stage.name,
            f"{stage.seconds:.1f}",
            f"{stage.processor:.1f}",
            f"{stage.processor / spent:.0%}",
        )
        for stage in stages
    ]
    print_rows([("stage", "seconds", "processor", "share"), *rows])


def _verify(home: Path) -> None:
    damaged = damage(home)
    for path in damaged:
        click.echo(f"{path}: damaged or missing")
    if damaged:
        sys.exit(1)
    click.echo(f"{home}: no damage found")
