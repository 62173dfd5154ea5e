"""The command ``lawbase``: each of its commands is a module that is loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from io import TextIOWrapper

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


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="lawbase")
@click.option("--corpus", metavar="DIR", help="Read the texts in DIR instead of those supplied.")
@click.pass_context
def cli(context: click.Context, corpus: str | None) -> None:
    """The Laws of Duplicate Bridge in Czech, Serbian and Polish, editions of 2007 and 2017.

    Example: lawbase search "výnos mimo pořadí"
    """
    if corpus:
        os.environ["LAWBASE_CORPUS"] = corpus
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line: 0 is done, 1 is “no”, 2 is misuse, 3 is a fault of lawbase itself.

    Problems end in one sentence on standard error; ``LAWBASE_TRACEBACK=1`` shows where a fault is.
    """
    _speak_utf8()
    try:
        code = cli.main(args=arguments, prog_name="lawbase", standalone_mode=False)
    except LawbaseError as error:
        _stop(1 if isinstance(error, NotFoundError) else 2, str(error))
    except click.ClickException as error:
        _stop(error.exit_code, _told(error))
    except (click.Abort, KeyboardInterrupt):
        _stop(130, "stopped")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        if os.environ.get("LAWBASE_TRACEBACK"):
            raise
        _stop(3, f"a fault of its own, please report it: {type(error).__name__}: {error}")
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _speak_utf8() -> None:
    """Read and write UTF-8 wherever we are; what is not text is shown as its bytes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _told(error: click.ClickException) -> str:
    """What is wrong with the command line, and where to read how it goes."""
    sentence = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    asked = f"; see “{context.command_path} --help”" if context else ""
    return f"{sentence[:1].lower()}{sentence[1:]}{asked}"


def _stop(code: int, sentence: str) -> None:
    click.echo(f"lawbase: {' '.join(sentence.split())}", err=True)
    sys.exit(code)
