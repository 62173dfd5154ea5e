"""``lawbase build``: the main job."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from lawbase.commands.shared import report


@click.command("build")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to make everything in.  [default: build/ or the user's cache]",
)
@click.option("--force", is_flag=True, help="Make everything anew.")
@click.option("--verify", is_flag=True, help="Make nothing; look for damage in what was made.")
def command(output: Path | None, force: bool, verify: bool) -> None:
    """Make the knowledge base, the search index and the site.

    What is fresh is not made again: a second build ends at once. What was damaged is. With
    --verify, ends with 1 when something is damaged or missing.

    Example: lawbase build --output build
    """
    from lawbase.building import build, default_home

    home = output or default_home()
    if verify:
        _verify(home)
        return
    started = time.perf_counter()
    made = build(home, "site", report, thoroughly=True, anew=force)
    if made:
        click.echo(f"{home}: {', '.join(made)} made in {time.perf_counter() - started:.1f} s")
    else:
        click.echo(f"{home}: everything is fresh, nothing to make")
    click.echo(f"the site: {home / 'site' / 'index.html'}")


def _verify(home: Path) -> None:
    from lawbase.building import damage

    damaged = damage(home)
    for path in damaged:
        click.echo(f"{path}: damaged or missing")
    if damaged:
        sys.exit(1)
    click.echo(f"{home}: everything is as it was made")
