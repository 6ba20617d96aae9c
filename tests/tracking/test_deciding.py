"""What decided at a second look: each rule by hand, for what became one and for what stayed two, in any stream."""

import json
import math
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.model import Decision
from meadow.tracking.deciding import decide
from meadow.tracking.evidence import evidence
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows
from meadow.tracking.second_look import Look, Thresholds, look_again

RULES = Thresholds(0.3, 0.5, 0.5, few_alike=1 / 3, few_join=1.5)


def _look(
    rows: list[list[float]],
    sizes: list[float],
    *,
    days: list[float] | None = None,
    near: Near | None = None,
    rules: Thresholds = RULES,
) -> Look:
    """Return a look at runs whose documents have these mean weights, each beside each if nothing else is said."""
    dates, counts = np.array(days or [math.nan] * len(rows)), np.array(sizes)
    given = SummedRows(sparse.csr_array(np.array(rows) * counts[:, None]), counts, Spans(dates, dates))
    beside = Near(*np.triu_indices(len(rows), 1)) if near is None else near
    return look_again(given, beside, rules, Fading(10.0, math.inf))


def _decided(look: Look, one: int, other: int) -> Decision:
    (decision,) = decide(look, [one], [other])
    return replace(decision, value=round(decision.value, 9), threshold=round(decision.threshold, 9))


def test_runs_that_grew_together_tell_their_mean_similarity() -> None:
    # 0.6 · 0.7 in common, of one pair: 0.3 · (1 + 1/3) is asked for.
    look = _look([[0.6, 0.6, 0.0], [0.7, 0.0, 0.6]], [1, 1])
    assert _decided(look, 1, 0) == Decision("alike", 0.42, 0.4, 1)
    # Two days of ten leave ten twelfths of it, 0.35, and four pairs need 0.3 · (1 + 1/12).
    look = _look([[0.6, 0.6, 0.0], [0.7, 0.0, 0.6]], [2, 2], days=[0.0, 2.0])
    assert _decided(look, 0, 1) == Decision("alike", 0.35, 0.325, 4)


def test_clusters_that_stay_small_tell_what_they_lack() -> None:
    look = _look([[0.6, 0.6, 0.0], [0.4, 0.0, 0.6]], [1, 1])
    assert _decided(look, 0, 1) == Decision("alike", 0.24, 0.4, 1)


def test_clusters_that_have_shown_themselves_tell_the_share_of_their_cohesions() -> None:
    # Within 0.41 each, between 0.25: under 0.3, and 0.61 of what holds them together. Nine pairs need 0.5 · (1 + 1/6).
    rows = [[0.5, 0.4, 0.0, 0.0], [0.5, 0.0, 0.4, 0.0]]
    share = 0.25 / 0.41
    assert _decided(_look(rows, [3, 3]), 1, 0) == Decision("join", round(share, 9), round(0.5 * 7 / 6, 9), 9)
    # 0.2 · 0.5 between; cohesions 0.41 and 0.2.
    rows = [[0.5, 0.4, 0.0, 0.0], [0.2, 0.0, 0.4, 0.0]]
    share = 0.1 / math.sqrt(0.41 * 0.2)
    assert _decided(_look(rows, [3, 4]), 1, 0) == Decision("join", round(share, 9), round(0.5 * (1 + 1.5 / 12), 9), 12)


def test_a_stray_tells_its_share_of_the_storys_cohesion() -> None:
    # Cohesion 0.32, in common 0.4 · 0.5 = 0.2 and 0.4 · 0.3 = 0.12.
    for weight, share in ((0.5, 0.625), (0.3, 0.375)):
        look = _look([[0.4, 0.4, 0.0], [weight, 0.0, 0.1]], [3, 1])
        assert _decided(look, 1, 0) == _decided(look, 0, 1) == Decision("stray", share, 0.5, 3)


def test_what_was_never_looked_at_side_by_side_says_so() -> None:
    nothing = Near(np.zeros(0, np.int64), np.zeros(0, np.int64))
    look = _look([[0.8, 0.0], [0.8, 0.1]], [1, 1], near=nothing)
    assert _decided(look, 0, 1) == Decision("unseen", 0.64, 0.4, 1)


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=2, max_size=12),
    st.sampled_from([0.1, 0.3, 0.6]),
)
def test_one_story_is_at_the_threshold_or_over_and_two_are_under_it(rows: list[list[int]], threshold: float) -> None:
    cells, sizes = [[0.15 * cell for cell in row] for row in rows], [1.0 + at % 4 for at in range(len(rows))]
    rules = Thresholds(threshold, 0.5, 0.4, few_alike=0.3, few_join=1.5)
    look = _look(cells, sizes, rules=rules)
    ones, others = (each.tolist() for each in np.triu_indices(len(rows), 1))
    decided = decide(look, ones, others)
    for one, other, each in zip(ones, others, decided, strict=True):
        together = look.stories[one] == look.stories[other]
        # Where nothing is left out of a look, only rounding is.
        assert each.rule == "unseen" or (each.value >= each.threshold - 1e-12 if together else True)
        assert together or each.rule == "unseen" or each.value < each.threshold + 1e-12
        assert each.pairs >= 1


def test_nothing_is_decided_about_nothing() -> None:
    assert decide(_look([[0.5, 0.1]], [1]), [], []) == []


def test_a_snapshot_from_before_events_told_what_decided_them_is_taken_up() -> None:
    tracker = evidence()
    older = json.loads(json.dumps(tracker.snapshot())) | {"version": 3}
    older["events"] = [{"kind": "merge", "story_id": "a", "after": 4, "into": "b", "documents": []}]
    tracker.restore(older)
    assert [event.decided for event in tracker.take_events()] == [None]
