"""The command ``lawbase``: each of its commands is a module that is loaded when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from lawbase import __version__
from lawbase.errors import LawbaseError, NotFoundError

COMMANDS = {
    "build": "Make the knowledge base, the search index and the site.",
    "search": "Find the law that governs what happened, in any language.",
    "show": "Show a law or a paragraph.",
    "refs": "Show what a provision cites and what cites it.",
    "parallel": "Show a provision in all texts side by side.",
    "diff": "Show how a provision changed between editions.",
    "trace": "Follow one provision through all editions.",
    "term": "Show a term in all languages, its definitions and uses.",
    "index": "Look up a topic in the books' own subject indexes.",
    "audit": "List what is odd in the source texts.",
    "check": "Validate the corpus: profiles, corrections, conservation.",
    "export": "Write the knowledge base in an open format.",
    "serve": "Serve the built site and its search on this machine.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, from the module of that name."""
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"lawbase.commands.{name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, from their one-line descriptions."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lawbase")
def cli() -> None:
    """The Laws of Duplicate Bridge in Czech, Serbian and Polish, editions of 2007 and 2017.

    Example: lawbase search "výnos mimo pořadí"
    """


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; problems end in one sentence on standard error, never a traceback."""
    try:
        return cli.main(args=arguments, prog_name="lawbase")
    except LawbaseError as error:
        click.echo(f"lawbase: {error}", err=True)
        sys.exit(1 if isinstance(error, NotFoundError) else 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
