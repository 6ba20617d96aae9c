"""Numbers that only grow: who holds what they were keeps it, in memory that all share."""

from __future__ import annotations

import itertools

import numpy as np

from meadow.model import Document
from meadow.text.background import default_background
from meadow.vectors.growing import GrowingArray
from meadow.vectors.view import view_documents
from meadow.vectors.vocabulary import PlainReader, Vocabulary


def test_what_was_given_out_stays_as_it_was() -> None:
    row = GrowingArray[np.int32](np.int32)
    given = []
    for start in range(0, 5_000, 7):
        row.extend(np.arange(start, start + 7, dtype=np.int32))
        given.append(row.values)
    assert all(np.array_equal(each, np.arange(7 * (place + 1))) for place, each in enumerate(given))
    assert len(row) == 5_005
    assert row.values.dtype == np.int32


def test_answers_share_memory_until_the_room_is_full() -> None:
    # 1,024 numbers have room at first; the next one moves all into an array of 2 · 1,025.
    row = GrowingArray[np.float64](np.float64)
    row.extend(np.ones(1_000))
    first = row.values
    row.extend(np.ones(24))
    assert np.shares_memory(first, row.values)
    row.extend(np.ones(1))
    assert not np.shares_memory(first, row.values)
    second = row.values
    row.extend(np.ones(1_025))
    assert np.shares_memory(second, row.values)


def test_rarities_of_one_story_and_the_next_are_one_array() -> None:
    vocabulary, background = Vocabulary("en", PlainReader("words", "en")), default_background("en")
    vocabulary.read(["The ferry sank."])
    before = vocabulary.idf(background)
    vocabulary.read(["The harbour was closed."])
    after = vocabulary.idf(background)
    assert np.array_equal(after, background.idf(vocabulary.words))
    assert np.array_equal(before, after[:3])
    assert np.shares_memory(before, after)


def test_views_that_are_kept_hold_no_rarities_of_their_own() -> None:
    # Word lists of thousands of words beside each of hundreds of kept stories filled hundreds of megabytes.
    views = [
        view_documents([Document(f"g{number}", text=f"The ferry{number} sank at quay{number}.", language="en")])
        for number in range(50)
    ]
    arrays = [view.words("words")[0].idf for view in views]
    assert sum(not np.shares_memory(one, other) for one, other in itertools.pairwise(arrays)) <= 1
