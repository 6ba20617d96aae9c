"""SumBasic by hand, and every pick against the published rule."""

import numpy as np
from hypothesis import given, settings

from meadow.model import Document
from meadow.rank.sumbasic import sumbasic
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view


def test_by_hand() -> None:
    story = view(["Red fox.", "Red owl.", "Red hen, grey owl.", "The and of."])
    # Of 8 content words red has 3, owl 2, the others 1. "Red owl" has the highest mean, (3 + 2)/2/8, and holds red. Then
    # red is 9/64 = 0.141, owl 4/64 and fox, hen, grey 0.125: red still leads, and of its sentences "red fox" has the most,
    # (0.141 + 0.125)/2. Then hen and grey lead, and one sentence has them. The last sentence has no content word.
    assert sumbasic(story).values.tolist() == [0.75, 1.0, 0.5, 0.0]


def test_what_has_been_said_comes_later() -> None:
    story = view(["Ferry capsized.", "Captain rescued."], ["Ferry capsized.", "Harbour closed."])
    order = np.argsort(-sumbasic(story).values).tolist()
    assert order[0] == 0
    assert order.index(2) > order.index(1)


@given(documents)
@settings(max_examples=60, deadline=None)
def test_every_pick_is_the_heaviest_sentence_with_the_most_probable_word(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    holds = story.counts("terms").matrix.toarray() > 0
    occurrences = story.counts("terms").matrix.sum(axis=0)
    probabilities = occurrences / max(1.0, occurrences.sum())
    values = sumbasic(story).values
    order = [row for row in np.argsort(-values, kind="stable").tolist() if values[row] > 0]
    assert values[order].tolist() == [1 - place / len(story) for place in range(len(order))]
    left = set(np.flatnonzero(holds.any(axis=1)).tolist())
    for row in order:
        in_play = holds[sorted(left)].any(axis=0)
        top = int(np.where(in_play, probabilities, -1.0).argmax())
        means = {other: probabilities[holds[other]].mean() for other in left if holds[other, top]}
        assert means[row] >= max(means.values()) * (1 - 1e-12)
        probabilities[holds[row]] **= 2
        left.remove(row)
    assert all(probabilities[holds[row]].max() == 0 for row in left)


def test_a_sentence_repeated_many_times_is_used_up() -> None:
    story = view(*[["Ferry capsized."]] * 40, ["Owl seen."])
    values = sumbasic(story).values
    # Both words have probability 40/82, nearly ½: some ten squarings take that to 0.
    assert 8 <= int((values[:-1] > 0).sum()) <= 14
    assert values[-1] > 0
