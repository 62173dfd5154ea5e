"""The laws as Python objects, for a program or a notebook.

Examples:
    >>> laws = load()  # doctest: +SKIP
    >>> laws["cs-2017"]["27B1"].heading  # doctest: +SKIP
    >>> [each.citation for each in laws["pl-2017"]["12C1e"].cited_by]  # doctest: +SKIP
"""

from lawbase.api.laws import Answer, EditionOfLaws, Laws, Paragraph, load

__all__ = ["Answer", "EditionOfLaws", "Laws", "Paragraph", "load"]
