"""What kind of change it is, and what can be told of one across languages."""

from lawbase.aligning.concordance import Concordance
from lawbase.model import Aligned, Links, Reference
from lawbase.text import Span
from tests.aligning.invented import Texts, align, edition, law_texts, sentence, translated

OLD, NEW = "aa-2007", "aa-2017"
WORDS = sentence("the text that changes")


def citation(name: str, key: str, text: str, raw: str, to: str) -> Reference:
    start = text.index(raw)
    end = start + len(raw)
    return Reference(
        name, key, raw, start, end, to, "absolute", "ok", (to,), "text", "test", Span(start, end)
    )


def cited(old: str, new: str, raw: str, to: str) -> Links:
    """The citation ``raw`` of the old text, and ``6C2`` in the new one."""
    return Links(
        (citation(OLD, "4.B.2", old, raw, to), citation(NEW, "4.B.2", new, "6C2", "6.C.2"))
    )


def changed(old: str, new: str, links: Links | None = None, **more: str) -> Aligned:
    """The law with one paragraph reworded and whatever more."""
    texts = law_texts()
    return align(
        edition(OLD, texts | {"4.B.2": old}),
        edition(NEW, {k: t for k, t in (texts | {"4.B.2": new} | more).items() if t}),
        links=links,
    )


def kind(aligned: Aligned) -> str:
    return next(c.kind for c in aligned.changes if c.from_key == "4.B.2")


def test_the_same_words_are_no_change() -> None:
    assert kind(changed(WORDS, WORDS.replace(" ", "  "))) == "none"


def test_a_provision_that_only_moved_shows_no_difference() -> None:
    texts = law_texts()
    moved: Texts = texts | {"2.A.1": texts["6.C.2"], "6.C.2": texts["2.A.1"]}
    aligned = align(edition(OLD, texts), edition(NEW, moved))
    change = next(c for c in aligned.changes if c.from_key == "2.A.1")
    assert change.moved and change.kind == "none"
    assert all(operation == "equal" for operation, _, _ in change.ops)


def test_marks_and_capitals_are_punctuation() -> None:
    assert kind(changed(WORDS, f"{WORDS.capitalize()}.")) == "punctuation"


def test_other_words_are_wording() -> None:
    assert kind(changed(WORDS, f"{WORDS} nolo")) == "wording"


def test_a_renumbered_citation_is_a_reference() -> None:
    texts = law_texts()
    old, new = f"{WORDS} see 2A1", f"{WORDS} see 6C2"
    swapped = {"2.A.1": texts["6.C.2"], "6.C.2": texts["2.A.1"]}
    links = cited(old, new, "2A1", "2.A.1")
    assert kind(changed(old, new, links, **swapped)) == "reference"


def test_a_citation_of_something_else_is_wording() -> None:
    old, new = f"{WORDS} see 2A1", f"{WORDS} see 6C2"
    assert kind(changed(old, new, cited(old, new, "2A1", "2.A.1"))) == "wording"


def test_the_concordance_reads_a_citation_both_ways() -> None:
    texts = law_texts()
    swapped = texts | {"2.A.1": texts["6.C.2"], "6.C.2": texts["2.A.1"]}
    editions = (edition(OLD, texts), edition(NEW, {**swapped, "9.A": sentence("new")}))
    aligned = align(*editions)
    concordance = Concordance(editions, aligned.alignments, 2007, 2017)
    assert concordance.read("2.A.1") == concordance.becomes("2.A.1") == ("6.C.2",)
    assert concordance.was("6.C.2") == ("2.A.1",)
    rows = [(row.old, row.new) for row in concordance.rows()]
    assert (("2.A.1",), ("6.C.2",)) in rows and ((), ("9.A",)) in rows


def test_across_languages_numbers_citations_and_length_are_told() -> None:
    texts = law_texts()
    old = texts | {"4.B.2": f"{WORDS} 30 cards see 2A1"}
    new = translated(texts | {"4.B.2": WORDS}, "bb")
    new["4.B.2"] += " 40 see 7C3"
    new["5.A.1"] += " " + translated({"x": sentence("more", 20)}, "bb")["x"]
    links = Links(
        (
            citation(OLD, "4.B.2", old["4.B.2"], "2A1", "2.A.1"),
            citation("bb-2017", "4.B.2", new["4.B.2"], "7C3", "7.C.3"),
        )
    )
    aligned = align(edition(OLD, old), edition("bb-2017", new), links=links)
    told = {contrast.from_key: contrast for contrast in aligned.contrasts}
    assert told["4.B.2"].numbers_gone == ("30",) and told["4.B.2"].numbers_new == ("40",)
    assert told["4.B.2"].cites_gone == ("2.A.1",) and told["4.B.2"].cites_new == ("7.C.3",)
    assert told["5.A.1"].length > 1.6
    assert told["6.A.1"].length == 0.0 and not told["6.A.1"].cites_gone
    assert not any(contrast.reviewed for contrast in aligned.contrasts)


def test_a_citation_of_a_whole_may_become_one_of_a_part_that_its_text_went_to() -> None:
    texts = law_texts()
    old, new = f"{WORDS} see 2A", f"{WORDS} see 6C2"
    links = cited(old, new, "2A", "2.A")
    swapped = {"2.A.1": texts["6.C.2"], "6.C.2": texts["2.A.1"]}
    assert kind(changed(old, new, links, **swapped)) == "reference"
    assert kind(changed(old, new, links)) == "wording"
