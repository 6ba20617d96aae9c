"""Pairs worth comparing: bounded, complete for small stories, and not lost in a story of copies."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy import sparse

from meadow.model import Document
from meadow.vectors.cells import Longs, bounded_runs
from meadow.vectors.sameness import candidate_pairs, copies
from meadow.vectors.sameness import pairs as pairs_module
from meadow.vectors.sameness.pairs import neighbours_among
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, documents, view


def _pairs(story: StoryView, **options: object) -> set[tuple[int, int]]:
    first, second = candidate_pairs(story, **options)  # type: ignore[arg-type]
    return set(zip(first.tolist(), second.tolist(), strict=True))


@given(documents)
def test_pairs_are_ordered_unique_and_cross_documents(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    first, second = candidate_pairs(story)
    assert first.dtype == second.dtype == np.int32
    assert (first < second).all()
    assert (story.document_of[first] != story.document_of[second]).all()
    listed = list(zip(first.tolist(), second.tolist(), strict=True))
    assert listed == sorted(set(listed))


@given(documents)
def test_in_a_small_story_every_similar_pair_of_contents_is_there(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    original = copies(story)
    units = story.counts("terms").unit_rows().toarray()
    found = {tuple(sorted((int(original[a]), int(original[b])))) for a, b in _pairs(story, across_documents_only=False)}
    for a, b in combinations(sorted(set(original.tolist())), 2):
        if units[a] @ units[b] >= 0.1 + 1e-9:
            assert (a, b) in found


def test_copies_meet_the_first_one_only() -> None:
    story = view(*[["The ferry capsized off Skerra.", "The captain was rescued by boats."]] * 4)
    assert copies(story).tolist() == [0, 1] * 4
    assert _pairs(story) == {(0, 2), (0, 4), (0, 6), (1, 3), (1, 5), (1, 7)}


def test_a_copy_elsewhere_steps_in_where_the_first_ones_share_a_document() -> None:
    story = view(
        ["Ferry capsized near harbour.", "Ferry capsized near harbour wall."], ["Ferry capsized near harbour."]
    )
    assert (1, 2) in _pairs(story)
    assert (0, 1) not in _pairs(story)
    assert (0, 1) in _pairs(story, across_documents_only=False)


def test_the_number_of_neighbours_is_bounded() -> None:
    story = view(*[[f"Ferry capsized near harbour wall number{number}."] for number in range(30)])
    first, second = candidate_pairs(story, neighbours=3)
    assert 0 < len(first) <= 3 * 30
    assert len(second) == len(first)


def test_languages_are_not_mixed_and_empty_stories_have_no_pairs() -> None:
    english = Document("a", text="Ferry Skerra Aurora.", language="en", spans=((0, 20),))
    dutch = Document("b", text="Ferry Skerra Aurora.", language="nl", spans=((0, 20),))
    assert _pairs(view_documents([english, dutch])) == set()
    assert _pairs(view_documents([])) == set()
    assert _pairs(view(["..."], ["..."])) == set()


def test_a_very_long_sentence_costs_no_more_than_its_look_ups() -> None:
    long = " ".join(f"word{number}" for number in range(4_000))
    story = view([long], [long + " ferry"], ["A ferry capsized off Skerra."])
    assert (0, 1) in _pairs(story)


def test_neighbours_among_two_sets_of_rows() -> None:
    story = view(["Ferry capsized.", "Bakers strike."], ["Ferry capsized off Skerra."])
    first, second = neighbours_among(story, np.array([2]), np.array([0, 1]))
    assert (first.tolist(), second.tolist()) == ([2], [0])


@pytest.mark.parametrize("rows", [60, 240])
def test_pairs_grow_with_the_sentences_and_not_with_their_square(rows: int) -> None:
    random = np.random.default_rng(0)
    words = [f"term{number}" for number in range(40)]
    story = view(*[[" ".join(random.choice(words, 8)) + "."] for _ in range(rows)])
    assert len(candidate_pairs(story, neighbours=5)[0]) <= 5 * rows


def test_copies_within_a_document_are_paired_where_that_is_asked_for() -> None:
    text = "Divers left the old wreck at night. Divers left the old wreck at night."
    view = view_documents([Document("a", text=text, language="en")])
    first, second = candidate_pairs(view, across_documents_only=False)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [(0, 1)]
    assert [len(each) for each in candidate_pairs(view)] == [0, 0]


@pytest.mark.parametrize("at_once", [1, 7, 40])
def test_pairs_looked_up_in_pieces_are_the_same(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    story = view(*[[f"Ferry {number} capsized near the harbour wall.", "Divers left it."] for number in range(12)])
    whole = _pairs(story)
    monkeypatch.setattr("meadow.vectors.sameness.pairs._CHUNK_LOOKUPS", at_once)
    read: list[tuple[int, int]] = []

    def watched(asked: sparse.csr_array, spread: Longs, *, most: int) -> list[tuple[int, int]]:
        read.extend(bounded_runs(asked, spread, most=most))
        return read

    monkeypatch.setattr(pairs_module, "bounded_runs", watched)
    assert _pairs(story) == whole
    # Every row is looked up once, in more than one piece.
    assert [start for start, _ in read] == [0, *(stop for _, stop in read[:-1])]
    assert len(read) > 1
