"""Building the index from its contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from lawbase.knowledge import KnowledgeBase
from lawbase.search.contents import Contents, gather_contents
from lawbase.search.documents import PassageMaker
from lawbase.search.engine import EngineEntry, write_whoosh
from lawbase.search.suggest import SUGGESTIONS, gather_suggestions
from lawbase.search.tables import EQUIVALENTS, TABLES, VOCABULARY, Passage, ToldSituation
from lawbase.search.weighing import Terms, weigh, weigh_profiles
from lawbase.storage import replacing_folder, write_inside


def build_index(kb: KnowledgeBase, folder: Path, topics: bool = True) -> None:
    """Make the index of a knowledge base in a folder, aside, and swap it in whole.

    ``topics`` says whether the books' own subject indexes help to find.
    """
    contents = gather_contents(kb, topics)
    shown = map(PassageMaker(kb).passage, contents.documents)
    entries = _entries(weigh(contents.fields), shown, contents)
    with replacing_folder(folder, mend=True) as aside:
        write_whoosh(aside, entries)
        parts = {
            VOCABULARY: contents.vocabulary,
            TABLES: contents.tables,
            EQUIVALENTS: contents.equivalents,
            SUGGESTIONS: gather_suggestions(kb),
        }
        for name, part in parts.items():
            write_inside(aside, name, msgspec.json.encode(part))


def _entries(
    weighed: Iterable[Terms], passages: Iterable[Passage], contents: Contents
) -> Iterator[EngineEntry]:
    for terms, passage in zip(weighed, passages, strict=True):
        yield EngineEntry(terms, msgspec.json.encode(passage))
    for terms in contents.entry_terms:
        yield EngineEntry(terms, b"")
    told = weigh_profiles(contents.profile_counts)
    for profile, terms in zip(contents.profiles, told, strict=True):
        yield EngineEntry(terms, msgspec.json.encode(ToldSituation(profile.id, profile.titles)))
