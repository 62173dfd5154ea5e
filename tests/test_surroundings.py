"""Settings, limits, streams, disks and names: a part of what ``scripts/reliability`` tries."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.hostile import surroundings as around
from benchmarks.hostile.building import Small
from benchmarks.hostile.outcome import REFUSED, RIGHT
from lawbase.export import FORMATS
from tests.conftest import Some

pytestmark = pytest.mark.slow
MOUNTS = (
    shutil.which("unshare")
    and not subprocess.run(
        ["unshare", "--map-root-user", "--mount", "true"], capture_output=True
    ).returncode
)
mounting = pytest.mark.skipif(not MOUNTS, reason="no disk may be mounted here")
WELL = {RIGHT, REFUSED}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return Small.made(tmp_path_factory.mktemp("small"))


def test_no_setting_changes_an_answer_or_a_build(small: Small, some: Some) -> None:
    names = list(around.SETTINGS)
    assert {around.asked(small, name) for name in some(names, 4)} == {RIGHT}
    assert {around.built(small, name) for name in some(names[1:], 8)} == {RIGHT}


@pytest.mark.parametrize("limit", ["-f 100", "-n 8"])
def test_a_limit_of_the_shell_leaves_nothing_half_done(small: Small, limit: str) -> None:
    assert WELL.issuperset(around.limited(small, limit))


def test_what_cannot_be_told_is_done_all_the_same(small: Small) -> None:
    assert list(around.streamed(small, "2>/dev/full")) == [RIGHT, RIGHT]
    assert list(around.streamed(small, around.FULL)) == [REFUSED, RIGHT]


@pytest.mark.parametrize("told", around.STRANGE)
def test_what_is_no_file_is_named_and_not_waited_for(small: Small, some: Some, told: str) -> None:
    for file in some(around.FILES, 6):
        assert around.strange(small, file, around.STRANGE[told]) == REFUSED


@pytest.mark.parametrize("spelling", around.SPELLINGS)
def test_a_table_means_the_same_however_it_was_saved(
    small: Small, some: Some, spelling: str
) -> None:
    ended = {around.spelt(small, file, spelling) for file in some(around.TABLES, 5)}
    assert ended <= ({RIGHT} if spelling in around.THE_SAME else WELL)


def test_nothing_is_written_among_the_texts(small: Small, some: Some) -> None:
    ways = [(way, place) for way in around.WAYS for place in around.AMONG]
    assert {around.among(small, *way) for way in some(ways, 3)} == {REFUSED}


def test_nothing_is_exported_over_a_build(small: Small, some: Some) -> None:
    assert {around.into_build(small, place) for place in some(around.PLACES, 2)} == {REFUSED}


@mounting
def test_a_disk_that_fills_up_leaves_what_was_there(small: Small, some: Some) -> None:
    assert {around.full_disk(small, name) for name in some(list(FORMATS), 4)} == {REFUSED}


@mounting
def test_a_corpus_that_cannot_be_written_is_read(small: Small) -> None:
    assert list(around.read_only(small)) == [RIGHT, RIGHT, REFUSED]


def test_a_name_is_taken_as_it_is(small: Small, some: Some) -> None:
    *names, too_long = around.NAMES
    assert {around.named(small, name) for name in some(names, 2)} == {RIGHT}
    assert around.named(small, too_long) == REFUSED


def test_no_clock_hides_damage(small: Small, some: Some) -> None:
    assert {around.timed(small, seconds) for seconds in some(around.TIMES, 2)} == {RIGHT}


def test_links_are_followed_to_a_build_and_not_below_it(small: Small) -> None:
    assert list(around.linked(small)) == [RIGHT, REFUSED, RIGHT, REFUSED]


def test_the_small_build_is_as_it_was(small: Small) -> None:
    assert small.mended() == RIGHT
    assert Path(small.home, "site", "index.html").exists()
