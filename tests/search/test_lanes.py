"""Numbers side by side in a single one."""

from __future__ import annotations

import random
from array import array

from lawbase.search.ranking import Lanes

SIZE = 50


def test_numbers_are_added_and_compared_each_in_its_lane() -> None:
    dice = random.Random(1)
    one, other = (array("Q", (dice.randrange(1 << 60) for _ in range(SIZE))) for _ in range(2))
    lanes = Lanes(SIZE)
    sums = lanes.apart(lanes.joined(one) + lanes.joined(other))
    expected = [a + b for a, b in zip(one, other, strict=True)]
    single, tops = sums
    assert single.tolist() == expected
    assert list(tops) == [number >> 56 for number in expected]
    assert lanes.nearly_most(sums) == max(expected) >> 56 << 56
    for least in (1, expected[7], expected[7] + 1, max(expected), max(expected) + 1, 1 << 65):
        reaching = [n for n, number in enumerate(expected) if number >> 56 >= least >> 56]
        assert list(lanes.reaching(sums, least)) == reaching
