"""Standard streams that may be a terminal, a file, full, closed, or speak another encoding."""

import os
import re
import sys
from collections.abc import Mapping
from io import TextIOWrapper

NARROWEST, WIDEST = 20, 120
WIDTH_OF_A_FILE = 88
_COLOUR = r"\x1b\[[\d;]*m"
_CONTROL = re.compile(
    rf"({_COLOUR})|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


class TextStream(TextIOWrapper):
    """UTF-8 wherever we are; control characters are shown, so that no text steers a terminal."""

    def write(self, text: str) -> int:
        """Write a text as it may be shown."""
        super().write(visible(text))
        return len(text)


def visible(text: str) -> str:
    r"""The text with control characters and marks of direction as escapes.

    Line ends, tabs and colours stay. The escapes are those of JSON, so JSON keeps its meaning.

    >>> visible("\x1b[2J\x1b[1m27B\x9b")
    '\\u001b[2J\x1b[1m27B\\u009b'
    """
    return _CONTROL.sub(lambda match: match[1] or f"\\u{ord(match[0]):04x}", text)


def prepare_streams() -> None:
    """Make the standard streams speak UTF-8; a closed one reads and writes nothing."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
            stream = os.fdopen(number, "w" if number else "r")
            setattr(sys, name, stream)
        if not isinstance(stream, TextIOWrapper):
            continue
        if number == 0:
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        elif not isinstance(stream, TextStream):
            lines = stream.line_buffering
            buffer = stream.detach()
            made = TextStream(buffer, "utf-8", "backslashreplace", line_buffering=lines)
            setattr(sys, name, made)


def forget_output() -> None:
    """Send what is still to be written nowhere: nobody reads it, or there is no room for it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)


def wants_colour(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether colours may be shown, where the output is a terminal."""
    return not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def width() -> int:
    """The columns that a text may fill."""
    try:
        columns = int(os.environ.get("COLUMNS", "0"))
        columns = columns or os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return WIDTH_OF_A_FILE
    return max(NARROWEST, min(columns or WIDTH_OF_A_FILE, WIDEST))
