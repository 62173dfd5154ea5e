"""The main job: sources -> knowledge base -> search index -> site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from lawbase.knowledge import KnowledgeBase
from lawbase.products import Product, code, libraries, locked
from lawbase.profile import data_folder
from lawbase.storage import replacing_folder

ProductName = Literal["knowledge", "search", "site"]
Report = Callable[[str], None]


def products() -> dict[ProductName, Product]:
    """What a build makes, in order."""
    corpus = data_folder("corpus")
    stages = ("reading", "citations", "aligning", "auditing", "compiling.py")
    stemmer = libraries("snowballstemmer")
    knowledge = Product("knowledge", (corpus, *code(*stages), *stemmer), _make_knowledge)
    index = (*code("search"), *libraries("whoosh"), *stemmer)
    search = Product("search", index, _make_search, after=knowledge)
    pages = (data_folder("site"), *code("site", "search", "markup.py"))
    site = Product("site", (*pages, *libraries("jinja2", "markdown")), _make_site, after=search)
    return {"knowledge": knowledge, "search": search, "site": site}


def build(home: Path, upto: ProductName = "site", report: Report = lambda _: None) -> list[str]:
    """Make what is stale, up to a product; gives the names of what was made.

    Raises:
        LawbaseError: for whatever is wrong with an input; what was there before stays whole.
    """
    wanted = list(_upto(upto))
    if wanted[-1].is_fresh(home):
        return []
    made = []
    with locked(home):
        for product in wanted:
            if not product.is_fresh(home):
                report(product.name)
                product.build(home)
                made.append(product.name)
    return made


def open_knowledge(home: Path, report: Report = lambda _: None) -> KnowledgeBase:
    """The knowledge base, made first if it is missing or stale."""
    build(home, "knowledge", report)
    return KnowledgeBase.open(home / "knowledge")


def _upto(name: ProductName) -> list[Product]:
    every = products()
    return [every[n] for n in list(every)[: list(every).index(name) + 1]]


def _make_knowledge(_: Path, folder: Path) -> None:
    from lawbase.compiling import compile_corpus

    kb = compile_corpus(data_folder("corpus"))
    with replacing_folder(folder) as aside:
        kb.save(aside)


def _make_search(home: Path, folder: Path) -> None:
    from lawbase.profile import load_languages
    from lawbase.search.index import build_index

    kb = KnowledgeBase.open(home / "knowledge")
    build_index(kb, load_languages(data_folder("corpus")), folder)


def _make_site(home: Path, folder: Path) -> None:
    from lawbase.site.site import build_site

    build_site(KnowledgeBase.open(home / "knowledge"), data_folder("site"), folder)
