"""What an editor read of the changes: loaded, checked against the texts, told of every edition."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from lawbase.aligning.align import align_editions
from lawbase.aligning.readings import load_readings
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Contrast, Edition, Links, PartSpan
from tests.aligning.invented import KEYS, LANGUAGES, edition, law_texts, sentence, translated

OLD, SISTER, NEW = "aa-2007", "bb-2007", "cc-2017"
CHANGED = """\
[[change]]
from = "2.A.1"
to = "2.A.1"
kind = "substance"
sure = 2
removed = {{ "aa-2007" = ["{old}"], "bb-2007" = ["{sister}"], "aa-1997" = ["a text not here"] }}
added = {{ "cc-2017" = ["{new}"] }}
[change.what]
en = "It is another rule."
"""


TEXTS = law_texts([key for key in KEYS if key[0] in "128"])
EDITIONS = (
    edition(OLD, TEXTS),
    edition(SISTER, translated(TEXTS, "bb")),
    edition(NEW, translated(TEXTS, "cc")),
)


def two_words(text: str) -> str:
    return " ".join(text.split()[1:3])


def quoting(template: str = CHANGED) -> str:
    quotes = {
        "old": TEXTS["2.A.1"],
        "sister": translated(TEXTS, "bb")["2.A.1"],
        "new": translated(TEXTS, "cc")["2.A.1"],
    }
    return template.format(**{name: two_words(text) for name, text in quotes.items()})


def read(
    folder: Path,
    entries: str,
    unchanged: str = "",
    beside: str = f'"{SISTER}"',
    editions: Sequence[Edition] = EDITIONS,
) -> Aligned:
    (folder / "1.toml").write_text(
        f'between = ["{OLD}", "{NEW}"]\nbeside = [{beside}]\nunchanged = [{unchanged}]\n\n'
        + entries,
        encoding="utf-8",
    )
    kb = KnowledgeBase(
        {"languages": LANGUAGES, "editions": editions, "concepts": (), "links": Links()}
    )
    return align_editions(kb, readings=load_readings(folder))


ADDED, GONE = "9.A.1", "8.C.3"
ALONE = f"""\
[[new]]
to = "{ADDED}"
[new.what]
en = "It is a new rule."

[[dropped]]
from = "{GONE}"
sure = 2
[dropped.what]
en = "The rule is gone."
"""


def read_of_others(folder: Path, entries: str) -> Aligned:
    """The same of laws of which one provision went, and one came."""
    (folder / "1.toml").write_text(
        f'between = ["{OLD}", "{NEW}"]\nbeside = ["{SISTER}"]\n\n{entries}', encoding="utf-8"
    )
    later = {key: text for key, text in TEXTS.items() if key != GONE}
    later |= {ADDED: sentence("nothing like it stood there")}
    editions = (
        edition(OLD, TEXTS),
        edition(SISTER, translated(TEXTS, "bb")),
        edition(NEW, translated(later, "cc")),
    )
    kb = KnowledgeBase(
        {"languages": LANGUAGES, "editions": editions, "concepts": (), "links": Links()}
    )
    return align_editions(kb, readings=load_readings(folder))


def told(aligned: Aligned, old: str, key: str) -> Contrast:
    return next(c for c in aligned.contrasts if (c.from_edition, c.from_key) == (old, key))


def test_a_reading_speaks_of_no_edition_that_was_not_read(tmp_path: Path) -> None:
    aligned = read(tmp_path, quoting(), beside="")
    assert told(aligned, OLD, "2.A.1").reviewed
    unread = told(aligned, SISTER, "2.A.1")
    assert not unread.reviewed and not unread.what
    detected = unread.detected
    assert (unread.kind, unread.score) == (detected.kind, detected.score)
    assert (unread.added, unread.removed) == (detected.added, detected.removed)


@pytest.mark.slow
def test_nor_is_one_taken_over_to_two_texts_of_one_language_of_which_one_was_not_read(
    tmp_path: Path,
) -> None:
    later = edition("aa-2017", TEXTS)
    editions = (EDITIONS[0], later, EDITIONS[-1])
    for beside, was_read in (("", False), (f'"{later.id}"', True)):
        aligned = read(tmp_path, quoting(), beside=beside, editions=editions)
        records = {"languages": LANGUAGES, "editions": editions, "concepts": (), "links": Links()}
        kb = KnowledgeBase({**records, "aligned": aligned})
        link = next(a for a in kb.alignments(OLD, later.id) if a.from_key == "2.A.1")
        contrast = kb.contrast(link)
        assert contrast and contrast.reviewed == was_read and bool(contrast.what) == was_read


def test_a_reading_of_two_editions_speaks_of_those_read_beside_them(tmp_path: Path) -> None:
    aligned = read(tmp_path, quoting())
    for old, language in ((OLD, "aa"), (SISTER, "bb")):
        contrast = told(aligned, old, "2.A.1")
        text = TEXTS["2.A.1"] if language == "aa" else translated(TEXTS, language)["2.A.1"]
        assert contrast.reviewed and contrast.kind == "substance" and contrast.sure == 2
        assert contrast.what == {"en": "It is another rule."}
        start = text.index(two_words(text))
        assert contrast.removed == (PartSpan("text", start, start + len(two_words(text))),)
        assert len(contrast.added) == 1


def test_what_was_not_read_is_not_called_unchanged_by_an_editor(tmp_path: Path) -> None:
    aligned = read(tmp_path, "", '["2.A.1", "2.A.1"]')
    assert told(aligned, OLD, "2.A.1").reviewed and told(aligned, OLD, "2.A.1").score < 0.1
    assert not told(aligned, OLD, "2.A.2").reviewed


def test_what_is_unchanged_may_say_which_text_says_otherwise(tmp_path: Path) -> None:
    entry = (
        '[[change]]\nfrom = "2.A.1"\nto = "2.A.1"\nkind = "unchanged"\n'
        '[change.what]\nen = "Nothing changed; one text says otherwise."\n'
    )
    contrast = told(read(tmp_path, entry), OLD, "2.A.1")
    assert contrast.reviewed and contrast.kind == "unchanged"
    assert contrast.what == {"en": "Nothing changed; one text says otherwise."}


@pytest.mark.slow
def test_the_detector_never_sees_the_reading(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    read_, unread = read(tmp_path, quoting()), read(tmp_path / "none", "")
    assert [c.detected for c in read_.contrasts] == [c.detected for c in unread.contrasts]


def test_a_reading_of_a_pair_that_is_not_aligned_is_told(tmp_path: Path) -> None:
    aligned = read(tmp_path, "", '["2.A.1", "8.A.1"]')
    assert [n.decision for n in aligned.needless] == ["unchanged: 2.A.1 → 8.A.1"]


@pytest.mark.slow
def test_what_came_and_what_went_is_told_of_all_texts_of_their_years(tmp_path: Path) -> None:
    aligned = read_of_others(tmp_path, ALONE)
    said = {
        (a.from_edition, a.relation, a.texts[0].key): (a.what, a.sure)
        for a in aligned.alignments
        if a.what
    }
    new, gone = ({"en": "It is a new rule."}, 3), ({"en": "The rule is gone."}, 2)
    assert said == {
        **{(old, "new", ADDED): new for old in (OLD, SISTER)},
        **{(old, "dropped", GONE): gone for old in (OLD, SISTER)},
    }
    assert not aligned.needless


def test_a_reading_of_what_is_neither_new_nor_dropped_is_told(tmp_path: Path) -> None:
    entries = ALONE.replace(ADDED, "2.A.1").replace(GONE, "2.A.2")
    aligned = read_of_others(tmp_path, entries)
    assert [n.decision for n in aligned.needless] == ["new: 2.A.1", "dropped: 2.A.2"]


@pytest.mark.parametrize(
    ("entry", "line", "message"),
    [
        (ALONE.replace(ADDED, "99.A"), 4, "cc-2017 has no “99.A”"),
        (ALONE.replace(GONE, "99.A"), 9, "aa-2007 has no “99.A”"),
        (ALONE.replace("sure = 2", "sure = 0"), 11, "“0” is no value of “sure”; there are 1, 2, 3"),
        (ALONE.replace("[[new]]\nto", "[[new]]\nfrom"), 5, "from"),
        (ALONE + "\n" + ALONE, 15, "is read twice"),
    ],
)
def test_a_wrong_entry_of_what_came_or_went_is_told_with_its_line(
    tmp_path: Path, entry: str, line: int, message: str
) -> None:
    with pytest.raises(LawbaseError, match=message) as caught:
        read_of_others(tmp_path, entry)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("entry", "line", "message"),
    [
        (quoting().replace('["', '["x', 1), 10, "aa-2007 2.A.1 doesn't say “x"),
        (quoting().replace('from = "2.A.1"', 'from = "99.A"'), 5, "aa-2007 has no “99.A”"),
        (quoting().replace("aa-1997", "cc-2017"), 10, "cc-2017 is no text of 2007"),
        (
            quoting().replace("sure = 2", "sure = 4"),
            9,
            "“4” is no value of “sure”; there are 1, 2, 3",
        ),
        (quoting().replace("substance", "unchanged"), 5, "stands in the list at the top"),
        (quoting().replace("substance", "big"), 8, "“big” is no value of “"),
        (quoting() + "\n" + quoting(), 15, "is read twice"),
    ],
)
def test_a_wrong_entry_is_told_with_its_line(
    tmp_path: Path, entry: str, line: int, message: str
) -> None:
    with pytest.raises(LawbaseError, match=message) as caught:
        read(tmp_path, entry)
    assert caught.value.line == line


def test_no_folder_means_nothing_was_read(tmp_path: Path) -> None:
    assert load_readings(tmp_path / "changes") == ()
