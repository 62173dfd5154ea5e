"""``lawbase build``: the main job."""

from __future__ import annotations

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
def command(output: Path | None, force: bool) -> None:
    """Make the knowledge base, the search index and the site.

    What is fresh is not made again: a second build ends at once.

    Example: lawbase build --output build
    """
    from lawbase.building import build, default_home

    home = output or default_home()
    started = time.perf_counter()
    made = build(home, "site", report, thoroughly=True, anew=force)
    if made:
        click.echo(f"{home}: {', '.join(made)} made in {time.perf_counter() - started:.1f} s")
    else:
        click.echo(f"{home}: everything is fresh, nothing to make")
    click.echo(f"the site: {home / 'site' / 'index.html'}")
