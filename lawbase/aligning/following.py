"""One provision followed: its thread, and where parts of it went or came from."""

from __future__ import annotations

from lawbase.model import Aligned, Alignment, Key, Text, Thread


class Journey(Thread, frozen=True):
    """A provision's thread with the alignments that lead out of it.

    ``partings`` are splits and mergers with texts of other threads, ``ends`` the editions in which
    it was dropped, or was not there yet.
    """

    partings: tuple[Alignment, ...]
    ends: tuple[Alignment, ...]


def follow(aligned: Aligned, edition: str, key: Key) -> Journey | None:
    """The journey of a provision through all editions; None when there's no such provision."""
    place = Text(edition, key)
    thread = next((t for t in aligned.threads if place in t.texts), None)
    if thread is None:
        return None
    inside = set(thread.texts)
    leaving = [a for a in aligned.alignments if len(inside & set(a.texts)) == 1]
    return Journey(
        thread.id,
        thread.texts,
        partings=tuple(a for a in leaving if len(a.texts) == 2),
        ends=tuple(a for a in leaving if len(a.texts) == 1),
    )
