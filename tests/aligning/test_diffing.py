"""Word differences: readable, and exact."""

from hypothesis import given
from hypothesis import strategies as st

from lawbase.aligning.changes import word_changes

TEXTS = st.text(st.sampled_from("ab c d.,;(éž)1\n\u00a0"), max_size=60)


@given(TEXTS, TEXTS)
def test_the_sides_rebuild_both_texts(old: str, new: str) -> None:
    ops = word_changes(old, new)
    assert "".join(was for _, was, _ in ops) == old
    assert "".join(now for _, _, now in ops) == new


@given(TEXTS, TEXTS)
def test_operations_say_what_they_do(old: str, new: str) -> None:
    for operation, was, now in word_changes(old, new):
        assert {
            "equal": was.split() == now.split() or "".join(was.split()) == "".join(now.split()),
            "insert": not was and bool(now),
            "delete": bool(was) and not now,
            "replace": bool(was) and bool(now),
        }[operation]


@given(TEXTS)
def test_a_text_is_equal_to_itself(text: str) -> None:
    assert all(operation == "equal" for operation, _, _ in word_changes(text, text))


def test_whole_words_are_exchanged() -> None:
    assert word_changes("vedoucí má přidělit", "vedoucí může přidělit") == (
        ("equal", "vedoucí", "vedoucí"),
        ("replace", " má", " může"),
        ("equal", " přidělit", " přidělit"),
    )


def test_a_short_word_between_two_changes_goes_with_them() -> None:
    ops = word_changes("hráč na řadě draží", "hráč u na stolu draží")
    assert [operation for operation, _, _ in ops] == ["equal", "replace", "equal"]


def test_a_long_word_between_two_changes_stays() -> None:
    ops = word_changes("každý obránce smí hrát", "jeden obránce musí hrát")
    assert [o for o, _, _ in ops] == ["replace", "equal", "replace", "equal"]


def test_spacing_alone_is_no_change() -> None:
    assert word_changes("viz  Pravidlo\n16", "viz Pravidlo 16") == (
        ("equal", "viz  Pravidlo\n16", "viz Pravidlo 16"),
    )
