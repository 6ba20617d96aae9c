"""Who writes headlines: as many as the plan says, nobody much more than others, and the same each time."""

from __future__ import annotations

from collections import Counter

import pytest

from meadow.errors import UsageError
from meadow.studies.writers import References, assign_writers, writes

STORIES = [f"story{number}" for number in range(100)]
JUDGES = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo"]


@pytest.mark.golden("H7")
def test_one_judge_writes_for_all_stories_and_five_for_a_tenth() -> None:
    chosen = assign_writers(STORIES, JUDGES, References(), seed=1)
    assert Counter(map(len, chosen.values())) == {1: 90, 5: 10}
    assert all(len(set(own)) == len(own) for own in chosen.values())
    load = Counter(judge for own in chosen.values() for judge in own)
    assert sum(load.values()) == 140
    assert max(load.values()) - min(load.values()) <= 1
    assert (
        chosen
        == assign_writers(STORIES, JUDGES, References(), seed=1)
        != assign_writers(STORIES, JUDGES, References(), seed=2)
    )


def test_who_comes_later_fills_what_is_wanting_and_moves_nobody() -> None:
    first = assign_writers(STORIES, JUDGES[:2], References(), seed=1)
    assert Counter(map(len, first.values())) == {1: 90, 2: 10}
    later = assign_writers(STORIES, JUDGES[:4], References(), seed=1, held=first)
    assert all(later[story][: len(own)] == own for story, own in first.items())
    assert Counter(map(len, later.values())) == {1: 90, 4: 10}
    assert assign_writers(STORIES, [], References(), seed=1) == {story: [] for story in STORIES}


def test_what_is_no_part_of_the_plan_is_written_by_all() -> None:
    writers = {"a": ["Ana"]}
    assert [writes(writers, "a", "Ana"), writes(writers, "a", "Bo"), writes(writers, "a~again", "Bo")] == [
        True,
        False,
        False,
    ]
    assert writes(writers, "practice", "Bo")
    assert writes(None, "a", "Bo")


def test_an_impossible_plan_is_reported() -> None:
    with pytest.raises(UsageError, match="part=2 and extra=4 is impossible"):
        assign_writers(STORIES, JUDGES, References(part=2), seed=1)
