"""Whoosh pickles its tables of contents; a folder that somebody else made must run nothing."""

from __future__ import annotations

import io
import pickle
import warnings
from importlib import import_module
from types import SimpleNamespace
from typing import IO, Any

OF_AN_INDEX = frozenset(
    {
        ("whoosh.fields", "Schema"),
        ("whoosh.fields", "TEXT"),
        ("whoosh.fields", "STORED"),
        ("whoosh.formats", "Frequency"),
        ("whoosh.analysis.analyzers", "CompositeAnalyzer"),
        ("whoosh.analysis.tokenizers", "RegexTokenizer"),
        ("whoosh.analysis.filters", "DelimitedAttributeFilter"),
        ("whoosh.codec.whoosh3", "W3Codec"),
        ("whoosh.codec.whoosh3", "W3Segment"),
        ("collections", "defaultdict"),
        ("builtins", "int"),
        ("__builtin__", "float"),
        ("_codecs", "encode"),
        ("re", "_compile"),
    }
)
"""All that an index of ours names; none of it runs anything."""


IMPORTED = ("analysis", "fields", "filedb.filestore", "index", "reading", "writing")


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in OF_AN_INDEX:
            raise pickle.UnpicklingError(f"an index has no {module}.{name}")
        return super().find_class(module, name)


def guard_whoosh() -> None:
    """Import Whoosh, and make it unpickle nothing but what an index of ours names.

    Its code is older than what newer Pythons warn of in its syntax.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in IMPORTED:
            import_module(f"whoosh.{name}")
        from whoosh import columns, index
        from whoosh.codec import whoosh3
        from whoosh.filedb import structfile

    structfile.load_pickle = _load
    whoosh3.loads = columns.loads = _loads
    index.pickle = SimpleNamespace(
        loads=_loads, dumps=pickle.dumps, PicklingError=pickle.PicklingError
    )


def _load(file: IO[bytes]) -> Any:
    return _Unpickler(file).load()


def _loads(data: bytes) -> Any:
    return _load(io.BytesIO(data))
