"""The spellings of an address that texts print: each is found, whole, in every language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.citations.mentions import find_mentions
from tests.citations.grammars import PROFILES, grammar

Labels = tuple[int, str, int, str]
SPELLINGS: dict[str, Callable[[int, str, int, str], str]] = {
    "27B1b": "{}{}{}{}".format,
    "27B1(b)": "{}{}{}({})".format,
    "27B1 (b)": "{}{}{} ({})".format,
    "27B1b)": "{}{}{}{})".format,
    "27B1[b]": "{}{}{}[{}]".format,
    "27.B.1.b": "{}.{}.{}.{}".format,
    "27B.1(b)": "{}{}.{}({})".format,
    "27 B 1 (b)": "{} {} {} ({})".format,
    "27 B 1 b": "{} {} {} {}".format,
    "27 B 1 b)": "{} {} {} {})".format,
    "27 B1(b)": "{} {}{}({})".format,
    "27 B (1) (b)": "{} {} ({}) ({})".format,
    "27B(1)(b)": "{}{}({})({})".format,
    "27(B)(1)(b)": "{}({})({})({})".format,
    "27 (B)(1)(b)": "{} ({})({})({})".format,
    "27/B/1/b": "{}/{}/{}/{}".format,
    "27-B-1-b": "{}-{}-{}-{}".format,
    "27:B1b": "{}:{}{}{}".format,
    "27, B.1.b": "{}, {}.{}.{}".format,
    "27, B1(b)": "{}, {}{}({})".format,
}
LABELS = st.tuples(
    st.integers(1, 93), st.sampled_from("ABCDEFGH"), st.integers(1, 9), st.sampled_from("bcdefgh")
)
SCRAPS = st.lists(
    st.sampled_from([*"27BCbi14.,:;/-–()[] ", "12", " and ", " to ", "Law ", "§ ", "see ", "(a)"]),
    max_size=14,
).map("".join)


@pytest.mark.slow
@pytest.mark.parametrize("language", PROFILES)
@pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)
@given(labels=LABELS)
def test_a_spelling_is_read_whole(
    language: str, spelled: Callable[..., str], labels: Labels
) -> None:
    word = PROFILES[language].references.law[0]
    cited = f"{word} {spelled(*labels)}"
    (mention,) = find_mentions(f"xx {cited}; xx", grammar(language))
    assert mention.raw == cited
    assert list(map(str, mention.targets)) == [".".join(map(str, labels))]


@pytest.mark.parametrize("language", PROFILES)
@given(scraps=SCRAPS)
def test_whatever_stands_there_is_read_without_a_fault(language: str, scraps: str) -> None:
    for mention in find_mentions(scraps, grammar(language)):
        assert scraps[mention.start : mention.end] == mention.raw
        assert all(mention.start <= t.start < t.end <= mention.end for t in mention.targets)
