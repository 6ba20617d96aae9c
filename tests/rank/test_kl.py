"""KLSum: each next sentence leaves the least divergence of the story's words from the summary's."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import SpecError
from meadow.model import Document, FloatArray
from meadow.rank import RANKERS
from meadow.rank.kl import kl
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view


def divergence(counts: FloatArray, chosen: list[int], smoothing: float) -> float:
    """Return KL(P ‖ S) by its definition."""
    story = counts.sum(axis=0) / counts.sum()
    held = counts[chosen].sum(axis=0) + smoothing
    return float((story * np.log(story / (held / held.sum()))).sum())


def test_by_hand() -> None:
    story = view(["Red fox.", "Red.", "Grey owl."])
    # P: red 2/5, fox, grey and owl 1/5 each. With smoothing 1 the sentences alone give S of red, fox, grey, owl:
    first = 2 / 5 * math.log((2 / 5) / (2 / 6)) + 1 / 5 * (
        math.log((1 / 5) / (2 / 6)) + 2 * math.log((1 / 5) / (1 / 6))
    )
    second = 2 / 5 * math.log((2 / 5) / (2 / 5)) + 3 / 5 * math.log((1 / 5) / (1 / 5))
    third = 2 / 5 * math.log((2 / 5) / (1 / 6)) + 1 / 5 * (
        math.log((1 / 5) / (1 / 6)) + 2 * math.log((1 / 5) / (2 / 6))
    )
    assert second == 0 < first < third
    counts = story.counts("terms").matrix.toarray()
    assert [divergence(counts, [row], 1.0) for row in range(3)] == pytest.approx([first, second, third])
    assert np.argsort(-kl(story, smoothing=1.0).values)[0] == 1


@given(documents, st.sampled_from([0.01, 0.1, 1.0]))
@settings(max_examples=60, deadline=None)
def test_every_pick_leaves_the_least_divergence(made: list[Document], smoothing: float) -> None:
    story = view_documents(made, background=FLAT)
    counts = story.counts("terms").matrix.toarray()
    values = kl(story, smoothing=smoothing).values
    order = [row for row in np.argsort(-values, kind="stable").tolist() if values[row] > 0]
    assert sorted(order) == np.flatnonzero(counts.any(axis=1)).tolist()
    for place, row in enumerate(order):
        with_each = {other: divergence(counts, [*order[:place], other], smoothing) for other in order[place:]}
        assert with_each[row] <= min(with_each.values()) + 1e-9


@given(documents)
@settings(max_examples=30, deadline=None)
def test_beyond_its_depth_sentences_follow_by_the_divergence_with_each_of_them_next(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    counts = story.counts("terms").matrix.toarray()
    values = kl(story, depth=2).values
    order = [row for row in np.argsort(-values, kind="stable").tolist() if values[row] > 0]
    rest = [divergence(counts, [*order[:2], row], 0.1) for row in order[2:]]
    assert all(earlier <= later + 1e-9 for earlier, later in pairwise(rest))


@pytest.mark.parametrize(("setting", "allowed"), [("depth=0", "at least 1"), ("smoothing=0", "from 1e-06 to 100")])
def test_settings_out_of_range_say_what_is_allowed(setting: str, allowed: str) -> None:
    with pytest.raises(SpecError, match=allowed):
        RANKERS.build(f"kl({setting})")(view(["Red fox."]))
