"""The command ``lawbase``: each of its commands is a module that is loaded when it is called."""

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from lawbase import __version__
from lawbase.errors import LawbaseError, NotFoundError, require_unix
from lawbase.terminal import forget_output, prepare_streams, visible, wants_colour

LONGEST_SENTENCE = 1000
COMMANDS = {
    "build": "Make the knowledge base, the search index and the site.",
    "search": "Find the law that governs what happened, in any language.",
    "show": "Show a law or a paragraph.",
    "refs": "Show what a provision cites and what cites it.",
    "parallel": "Show a provision in all texts side by side.",
    "diff": "Show how a provision changed between editions.",
    "changes": "List what changed between two editions, and what nobody has read yet.",
    "trace": "Follow one provision through all editions.",
    "term": "Show a term in all languages, its definitions and uses.",
    "terms": "Propose the glossary of a new language.",
    "index": "Look up a topic in the books' own subject indexes.",
    "audit": "List what is odd in the source texts.",
    "check": "Validate the corpus: profiles, corrections, conservation.",
    "new": "Draft the profile of a new edition from its source.",
    "export": "Write the knowledge base in an open format.",
    "draft": "Write a translator's worklist for laws that a language lacks, or check one.",
    "query": "Show how a query is understood, or print it for another engine.",
    "serve": "Serve the built site and its search on this machine.",
}


class ClosedOutput(Exception):  # noqa: N818
    """Nobody reads the output any more."""


class CutOff(Exception):  # noqa: N818
    """What Python itself reads, such as a module that it compiled, breaks off."""


@contextmanager
def _told_apart() -> Iterator[None]:
    """Keep click from taking for a “no” or for Ctrl-C what is neither."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedOutput from error
    except EOFError as error:
        raise CutOff(error) from error


class LazyGroup(click.Group):
    """A group whose commands are imported only when they run."""

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """The context of a call; help is printed while it is made."""
        with _told_apart():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _told_apart():
            return super().invoke(ctx)

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
        context.with_resource(_reading(corpus))
    if not wants_colour():
        context.color = False
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@contextmanager
def _reading(corpus: str) -> Iterator[None]:
    """Let a corpus stand in for ours as long as the command runs, and no longer."""
    before = os.environ.get("LAWBASE_CORPUS")
    os.environ["LAWBASE_CORPUS"] = corpus
    try:
        yield
    finally:
        if before is None:
            del os.environ["LAWBASE_CORPUS"]
        else:
            os.environ["LAWBASE_CORPUS"] = before


def main(arguments: list[str] | None = None) -> None:
    """Run the command line: 0 is done, 1 is “no”, 2 is misuse, 3 is a fault of lawbase itself.

    Problems end in one sentence on standard error; ``LAWBASE_TRACEBACK=1`` shows where a fault is.
    A reader of the output that goes away, as ``head`` does, ends it quietly with 141.
    """
    prepare_streams()
    if arguments is None:
        gc.disable()  # a command is over before there is anything worth collecting
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, ClosedOutput):
        forget_output()
        code = 141
    except OSError as error:
        what = f"{error.filename}: cannot be used" if error.filename else "cannot write the answer"
        code = _report(2, f"{what} ({error.strerror})")
        forget_output()
    if arguments is None:
        os._exit(code)  # taking a knowledge base apart object by object takes longer than asking it
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    try:
        require_unix()
        code = cli.main(args=arguments, prog_name="lawbase", standalone_mode=False)
    except LawbaseError as error:
        return _report(1 if isinstance(error, NotFoundError) else 2, str(error))
    except click.ClickException as error:
        return _report(error.exit_code, _message(error))
    except (click.Abort, KeyboardInterrupt):
        return _report(130, "stopped")
    except (OSError, ClosedOutput):
        raise
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except Exception as error:
        if os.environ.get("LAWBASE_TRACEBACK"):
            raise
        return _report(3, f"a fault of its own, please report it: {type(error).__name__}: {error}")
    return code if isinstance(code, int) else 0


def _message(error: click.ClickException) -> str:
    """What is wrong with the command line, and where to read how it goes."""
    sentence = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    asked = f"; see “{context.command_path} --help”" if context else ""
    return f"{sentence[:1].lower()}{sentence[1:]}{asked}"


def _report(code: int, sentence: str) -> int:
    with suppress(OSError):
        shown = visible(" ".join(sentence.split()))
        if len(shown) > LONGEST_SENTENCE:  # it quotes what was typed, which may be anything
            shown = f"{shown[: LONGEST_SENTENCE // 2]} … {shown[-LONGEST_SENTENCE // 2 :]}"
        click.echo(f"lawbase: {shown}", err=True)
    return code
