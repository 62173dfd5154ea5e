"""Marks over text, differences woven into one text, paragraphs and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from lawbase.markup import Mark, Point
from lawbase.model import Op, Run, Table
from lawbase.site.redline import deletions, spans_of
from lawbase.site.typesetting import Overlay, blocks, inline, paragraph_starts, usual_gap
from lawbase.text import Span
from tests.site.invented import provision


def annotate(
    text: str,
    marks: Iterable[Mark[str]],
    points: Iterable[Point[str]] = (),
    span: Span | None = None,
) -> str:
    """A text with marks and points as HTML."""
    return str(inline(text, Overlay(tuple(marks), tuple(points)), span))


def test_an_inner_mark_is_cut_where_an_outer_one_ends() -> None:
    html = annotate("abcd", [Mark(1, 3, "a", 0), Mark(2, 4, "b", 1)])
    assert html == "a<a>b<b>c</b></a><b>d</b>"


def test_of_two_links_that_overlap_the_first_stays() -> None:
    assert annotate("abcd", [Mark(0, 3, "a", 0), Mark(2, 4, "b", 0)]) == "<a>abc</a>d"
    assert annotate("abcd", [Mark(0, 2, "a", 0), Mark(0, 3, "b", 0)]) == "<b>abc</b>d"


def test_a_footnote_mark_waits_for_the_end_of_a_link() -> None:
    html = annotate("abcd", [Mark(1, 3, "a", 0)], [Point(2, "<i>1</i>"), Point(4, "<i>2</i>")])
    assert html == "a<a>bc</a><i>1</i>d<i>2</i>"


def test_what_looks_like_html_is_text() -> None:
    html = annotate("<b>&amp;", [Mark(0, 3, "em")])
    assert html == "<em>&lt;b&gt;</em>&amp;amp;"


texts = st.text(alphabet="ab<&\n ", max_size=12)
spans = st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 2))


@given(texts, st.lists(spans, max_size=6), st.lists(st.integers(0, 12), max_size=3))
def test_tags_nest_and_the_text_is_all_there(
    text: str, found: list[tuple[int, int, int]], points: list[int]
) -> None:
    marks = [
        Mark(start, min(end, len(text)), f"m{rank}", rank)
        for start, end, rank in found
        if start < len(text)
    ]
    html = annotate(text, marks, [Point(p, "<i></i>") for p in points if p <= len(text)])
    assert unescape(re.sub(r"<[^>]*>", "", html)) == text
    opened: list[str] = []
    for closing, name in re.findall(r"<(/?)(\w+)>", html):
        if closing:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert not opened


def test_marks_are_cut_to_a_stretch() -> None:
    html = annotate("abcdefghi", [Mark(0, 3, "a"), Mark(5, 9, "b")], span=Span(2, 6))
    assert html == "<a>c</a>de<b>f</b>"


ops = st.lists(
    st.one_of(
        st.tuples(st.just("equal"), st.text("xy ", min_size=1, max_size=4)).map(
            lambda o: (o[0], o[1], o[1])
        ),
        st.tuples(st.just("delete"), st.text("ab", min_size=1, max_size=4), st.just("")),
        st.tuples(st.just("insert"), st.just(""), st.text("cd", min_size=1, max_size=4)),
        st.tuples(st.just("replace"), st.text("ab", min_size=1), st.text("cd", min_size=1)),
    ),
    max_size=6,
)


@given(ops)
def test_a_woven_text_holds_both_texts(change: list[Op]) -> None:
    old = "".join(op[1] for op in change)
    new = "".join(op[2] for op in change)
    come = [Mark(s.start, s.end, "ins") for s in spans_of(change, "new")]
    html = annotate(new, [Mark(0, len(new), "a", 0), *come], deletions(change))
    ins, gone = (re.compile(f"<{tag}>.*?</{tag}>") for tag in ("ins", "del"))
    assert re.sub(r"<[^>]*>|\s", "", ins.sub("", html)) == old.replace(" ", "")
    assert re.sub(r"<[^>]*>|\s", "", gone.sub("", html)) == new.replace(" ", "")


def test_paragraphs_and_tables_stand_in_their_places() -> None:
    table = Table(4, 7, ("A", ""), (("♥", "1"),), "caption")
    html = blocks("one\na 1\ntwo", Overlay((Mark(8, 11, "a"),), ()), [table])
    assert html.startswith("<p>one</p><div") and html.endswith("</div><p><a>two</a></p>")
    assert '<th scope="col">A</th><td></td>' in html
    assert '<th scope="row"><span class="suit red">♥</span></th><td>1</td>' in html
    assert "<caption>caption</caption>" in html


def test_a_blank_line_begins_a_paragraph_but_a_turned_page_does_not() -> None:
    text = "A full line of words that ends. A new paragraph goes on a line its page turned here."
    pieces = [(0, 100, 31), (32, 134, 31), (64, 168, 20)]
    runs = tuple(Run(*piece) for piece in pieces)
    found = provision("cs-2007", "preface", text, maps={"text": runs})
    assert paragraph_starts(found, "text", usual=1) == (32,)
    assert paragraph_starts(found, "text", usual=5) == ()
    lines = provision("cs-2007", "1", "a b c", maps={"text": (Run(0, 0, 1), Run(2, 2, 1))})
    assert usual_gap([lines, found, lines]) == 1


def test_an_empty_span_marks_nothing() -> None:
    assert annotate("ab", [Mark(1, 1, "a")]) == "ab"
    assert Span(0, 0).start == 0
