"""What makes one reading of a transcript likelier than another: named weights, lighter is better.

A weight of 1 is a slight oddity; nothing that the print really does should cost more than about 3.
"""

from __future__ import annotations

from math import log2


def prefer_expected_presence(length: int, expected: int) -> float:
    """A heading or a text stands where the sister edition has one, and only there."""
    return 0.0 if bool(length) == bool(expected) else 3.0


def prefer_expected_length(length: int, expected: int) -> float:
    """A part is about as long as in the sister edition; each doubling makes it less likely."""
    return 0.25 * abs(log2(length / expected)) if length and expected else 0.0


def prefer_headings_of_one_sentence(ends: int) -> float:
    """No sentence ends inside a heading."""
    return 3.0 * ends


def prefer_the_first_capital(passed: int) -> float:
    """The text begins at the first word with a capital, so none is passed over."""
    return 1.0 * passed


def prefer_no_name(named: bool) -> float:
    """A word that is capitalised inside sentences too tells little by its capital."""
    return 1.5 if named else 0.0


def prefer_labels_to_text(*, continues: bool, opens_clause: bool) -> float:
    """What could be a label mostly is one, above all where a clause has ended."""
    if continues:
        return 4.0 if opens_clause else 2.0
    return 3.0 if opens_clause else 0.0


def prefer_labels_at_clause_ends(*, opens_clause: bool, after_text: bool) -> float:
    """A label in the middle of a clause is unlikely."""
    return 1.0 if after_text and not opens_clause else 0.0


def prefer_known_provisions(known: bool) -> float:
    """A provision exists in the sister edition too."""
    return 0.0 if known else 1.5


def prefer_complete_outlines(missing: int) -> float:
    """Every provision of the sister edition up to here has its place."""
    return 3.0 * missing


def prefer_labels_in_their_place(lifted: bool) -> float:
    """A label stands where its text is, and not before."""
    return 1.0 if lifted else 0.0
