"""``lawbase export``: the knowledge base in an open format."""

from pathlib import Path

import click

from lawbase.building import open_contents, require_apart
from lawbase.commands.shared import home_option, open_built, open_kb, print_rows
from lawbase.export import FORMATS, TOKENED, exporter
from lawbase.storage import is_stream


def _formats_like(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The formats that begin as typed, for the shell to complete."""
    return [name for name in FORMATS if name.startswith(typed)]


@click.command("export")
@click.argument("format_name", metavar="FORMAT", required=False, shell_complete=_formats_like)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Folder or file to write; the schema is printed without it.",
)
@home_option
def command(format_name: str | None, output: Path | None, home: Path | None) -> None:
    """Write the knowledge base in an open format; without FORMAT, list the formats.

    Example: lawbase export jsonl --output laws
    """
    if format_name is None:
        print_rows(FORMATS.items())
        return
    export = exporter(format_name)
    if output is None and format_name == "schema":
        from lawbase.export import schema

        click.echo(schema.text(open_kb(home)), nl=False)
        return
    if output is None:
        raise click.UsageError("say where to write it: --output PATH")
    require_apart(output, home)
    if format_name in TOKENED:
        contents = open_built(home, "contents", open_contents)
        export(contents.kb, output, contents)
    else:
        export(open_kb(home), output)
    click.echo(f"{output}: {format_name} written", err=is_stream(output))
