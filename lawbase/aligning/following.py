"""One provision followed: its thread, and where parts of it went or came from."""

from __future__ import annotations

from msgspec import Struct

from lawbase.model import Aligned, Alignment, Key, Text, Thread


class Journey(Struct, frozen=True):
    """A provision's thread and the alignments that lead out of it.

    ``partings`` are splits and mergers with texts of other threads, ``ends`` the editions in which
    it was dropped, or was not there yet.
    """

    thread: Thread
    partings: tuple[Alignment, ...]
    ends: tuple[Alignment, ...]


def follow(aligned: Aligned, edition: str, key: Key) -> Journey | None:
    """The journey of a provision through all editions; None when it's aligned with nothing.

    A provision has a thread even when it's the only text of it.
    """
    place = Text(edition, key)
    thread = next((t for t in aligned.threads if place in t.texts), None)
    if thread is None:
        return None
    texts = set(thread.texts)
    partings: list[Alignment] = []
    ends: list[Alignment] = []
    for alignment in aligned.alignments:
        sides = [
            Text(name, end)
            for name, end in (
                (alignment.from_edition, alignment.from_key),
                (alignment.to_edition, alignment.to_key),
            )
            if end is not None
        ]
        inside = sum(side in texts for side in sides)
        if inside == 1:
            (partings if len(sides) == 2 else ends).append(alignment)
    return Journey(thread, tuple(partings), tuple(ends))
