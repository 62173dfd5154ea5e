"""Booklets made to hurt end in an edition or in one sentence, within limits of time and memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from benchmarks.hostile import booklets
from benchmarks.hostile.outcome import REFUSED, RIGHT

AT_ONCE = {
    ".pdf": (
        "rows of a hundred thousand million signs",
        "pages that hold themselves",
        "a drawing that draws itself",
        "dictionaries in dictionaries",
        "a stream as long as itself",
        "a table of objects before itself",
        "a page that inherits from itself",
        "places that no page has",
        "a font with a table of a path",
        "a lock of a thousand million bits",
        "noise",
    ),
    ".html": ("declarations that open", "signs by numbers", "a charset of escapes"),
    ".docx": ("a text that repeats itself", "a file of the machine", "a style based on itself"),
    ".txt": ("a long number", "marks above a letter"),
}
"""Those that take so little that every run of the tests can have them."""
OTHERS = 10
"""Of the others every run has one in so many; ``--whole`` has all, and so has the benchmark."""


def every() -> Iterator[ParameterSet]:
    """All booklets, each with the mark of when it is tried."""
    for suffix, named in booklets.BOOKLETS.items():
        others = [name for name in named if name not in AT_ONCE[suffix]]
        for name in named:
            mark = pytest.mark.slow if name in others[::OTHERS] else pytest.mark.whole
            yield pytest.param(suffix, name, marks=[mark] if name in others else [])


@pytest.mark.parametrize(("suffix", "name"), [*every()])
def test_a_booklet_made_to_hurt_is_read_or_refused(
    monkeypatch: pytest.MonkeyPatch, suffix: str, name: str
) -> None:
    monkeypatch.setattr(booklets, "SECONDS", 1)
    made = booklets.BOOKLETS[suffix][name]
    assert booklets.drafted(suffix, made, name) in (RIGHT, REFUSED)


@pytest.mark.slow
def test_what_has_no_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklets, "SECONDS", 99)
    monkeypatch.setattr(booklets, "MOST_SECONDS", 1)
    each_other = booklets.PDFS["objects that are each other"]
    assert booklets.drafted(".pdf", each_other, "x") == "x: ended with -9"
