"""The architecture page is what the code says: its rooms, their order, and the drawing.

``pytest tests/test_architecture.py --refresh-golden`` draws the rooms anew.
"""

from __future__ import annotations

import re

import pytest

from lawbase.building import products
from tests.imports import PAGE, below, drawing, imports, modules, order, room

MAKERS = {
    "texts": ("reading.corpus", "citations.glossary"),
    "knowledge": ("citations.link", "aligning.align", "auditing.audit", "auditing.accepted"),
    "contents": ("search.contents",),
    "search": ("search.contents", "site.search_data"),
    "site": ("site.site",),
}
"""The modules that make each product, as ``compiling`` and ``building`` call them."""

HOW = {"lawbase.progress", "lawbase.parallel"}
"""What says nothing about what is made, only how."""


def test_the_page_lists_every_room() -> None:
    found = {room(name) for name in modules()} - {"", "__main__"}
    assert sorted(order()) == sorted(found)


@pytest.mark.slow
def test_no_module_imports_a_room_above_its_own() -> None:
    places = {name: place for place, name in enumerate(order())}
    assert not [
        (module, other)
        for module, imported in imports().items()
        for other in imported
        if room(module) in places and places.get(room(other), -1) > places[room(module)]
    ]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not [module for module in modules() if module in below(module, imports())]


def test_the_drawing_is_the_one_of_the_code(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    block = f"```mermaid\n{drawing()}\n```"
    drawn = re.sub(r"```mermaid\n.*?```", lambda _: block, page, flags=re.S)
    if request.config.getoption("--refresh-golden"):
        PAGE.write_text(drawn, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == drawn, "draw it anew with --refresh-golden"


@pytest.mark.parametrize("product", MAKERS)
def test_whatever_makes_a_product_is_among_its_inputs(product: str) -> None:
    makers = {f"lawbase.{name}" for name in MAKERS[product]}
    assert makers <= modules().keys()
    needed = makers.union(*(below(maker, imports()) for maker in makers)) - HOW
    made = next(made for name, made in products().items() if name == product)
    inputs = set(made.inputs)
    assert not [path for path in inputs if not path.exists()]
    files = {modules()[name] for name in needed}
    assert not [f for f in files if not any(f == i or i in f.parents for i in inputs)]


def test_readers_of_the_knowledge_never_parse_a_source() -> None:
    for module in modules():
        if room(module) in {"search", "site", "export"}:
            assert "reading" not in {room(other) for other in below(module, imports())}
