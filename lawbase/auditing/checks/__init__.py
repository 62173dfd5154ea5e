"""The checks, each in a file of its own: a function from the evidence to findings, and its names.

A new check is a module with ``check`` and ``NAMES``, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lawbase.auditing.checks import (
    broken_ranges,
    dangling_references,
    definitions_in_use,
    disagreeing_numbers,
    disagreeing_references,
    doubled_words,
    falling_ranges,
    index_headings,
    index_references,
    index_topics,
    label_gaps,
    label_shapes,
    loose_ends,
    misdirected_references,
    misprinted_labels,
    missing_headings,
    missing_provisions,
    missing_sentences,
    misspelt_words,
    opposites,
    outlived_decisions,
    repeated_footnotes,
    repeated_text,
    swapped_labels,
    unlike_texts,
    unmatched_references,
    unusual_terms,
)
from lawbase.auditing.evidence import Evidence
from lawbase.model import Finding

Check = Callable[[Evidence], Iterator[Finding]]

MODULES = (
    dangling_references,
    disagreeing_references,
    unmatched_references,
    misdirected_references,
    missing_provisions,
    missing_headings,
    missing_sentences,
    unlike_texts,
    repeated_footnotes,
    repeated_text,
    doubled_words,
    misprinted_labels,
    label_shapes,
    swapped_labels,
    label_gaps,
    disagreeing_numbers,
    falling_ranges,
    broken_ranges,
    index_references,
    index_headings,
    index_topics,
    definitions_in_use,
    unusual_terms,
    opposites,
    misspelt_words,
    loose_ends,
    outlived_decisions,
)
CHECKS: tuple[Check, ...] = tuple(module.check for module in MODULES)
NAMES: frozenset[str] = frozenset(name for module in MODULES for name in module.NAMES)
