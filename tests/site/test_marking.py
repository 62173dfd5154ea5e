"""Which uses of terms are marked."""

from __future__ import annotations

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Concept, Edition, Links, Part, Reference, TermUse
from lawbase.site.typesetting import marked_uses
from lawbase.text import Span
from tests.site.invented import edition, provision

DEFINED = Concept("dummy", {"cs": ("stůl",)}, definitions={"cs-2007": "def.Stůl"})
ELSEWHERE = Concept("bid", {"cs": ("nabídka",)}, definitions={"pl-2017": "def.Odzywka"})
NOWHERE = Concept("hall", {"cs": ("sál",)})

Uses = list[tuple[str, str, int, Part]]


def book(identifier: str, *keys: str) -> Edition:
    """An edition whose texts are all long enough."""
    return edition(
        identifier, [provision(identifier, key, "stůl nabídka sál stůl") for key in keys]
    )


def marked(
    found: Edition, *uses: tuple[str, str, int, Part], references: tuple[Reference, ...] = ()
) -> list[tuple[str, str, int]]:
    """The marked uses of an edition as key, concept and start."""
    links = Links(
        references, tuple(TermUse(found.id, k, c, s, s + 4, part) for k, c, s, part in uses)
    )
    kb = KnowledgeBase(
        {
            "editions": (found,),
            "links": links,
            "aligned": Aligned(),
            "concepts": (DEFINED, ELSEWHERE, NOWHERE),
            "situations": (),
            "beyond": (),
            "findings": (),
        }
    )
    places = marked_uses(kb)
    return [(key, u.concept, u.start) for (_, key), us in places.items() for u in us]


def test_the_first_use_of_a_section_is_marked() -> None:
    found = book("cs-2007", "1", "1.A", "1.A.1", "1.B", "1.A.1#fn1")
    uses: Uses = [
        (key, "dummy", at, "text") for key in ("1.A", "1.A.1", "1.B", "1.A.1#fn1") for at in (0, 17)
    ]
    assert marked(found, *uses) == [("1.A", "dummy", 0), ("1.B", "dummy", 0)]


def test_only_what_the_edition_defines_is_marked() -> None:
    uses: Uses = [("1", c, 0, "text") for c in ("dummy", "bid", "hall")]
    assert marked(book("cs-2007", "1"), *uses) == [("1", "dummy", 0)]


def test_an_edition_without_definitions_borrows_them() -> None:
    uses: Uses = [("1", c, n, "text") for n, c in enumerate(("dummy", "bid", "hall"))]
    assert marked(book("cs-2017", "1"), *uses) == [("1", "dummy", 0), ("1", "bid", 1)]


def test_headings_links_and_own_definitions_are_left() -> None:
    found = book("cs-2007", "def.Stůl", "1")
    reference = Reference(
        "cs-2007",
        "1",
        "stůl",
        0,
        4,
        "def.Stůl",
        "definition",
        "ok",
        ("def.Stůl",),
        "text",
        "test",
        Span(0, 4),
    )
    uses: Uses = [("def.Stůl", "dummy", 0, "text"), ("1", "dummy", 0, "heading"),
            ("1", "dummy", 0, "text"), ("1", "dummy", 17, "text")]  # fmt: skip
    assert marked(found, *uses, references=(reference,)) == [("1", "dummy", 17)]
