"""Two sentences side by side: what they share and add by hand, and what must hold of every comparison and score."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.model import Document, FloatArray
from meadow.vectors.cells import cells_of_rows
from meadow.vectors.logistic import logistic
from meadow.vectors.sameness.comparison import Comparison, compare_at_best, compare_rows
from meadow.vectors.sameness.links import is_subsumed, subsumption_links, who_else
from meadow.vectors.sameness.novelty import novel_rows, novelty
from meadow.vectors.sameness.rows import letter_cells, sentence_rows, word_cells
from meadow.vectors.sameness.scoring import SIGNS, covered, features, same, shipped_weights
from meadow.vectors.sameness.wording import read_wording, shared_wording
from meadow.vectors.view import StoryView, view_documents

SENTENCES = (
    "The ferry Blue Heron sank off Marlow on Wednesday.",
    "The ferry Blue Heron sank off Marlow on Wednesday.",
    "The ferry Blue Heron sank off Marlow on Wednesday after water entered a hatch.",
    "The ferry Blue Heron did not sink off Marlow on Wednesday.",
    "Did the ferry Blue Heron sink off Marlow on Wednesday?",
    "12 people died when the ferry Blue Heron sank off Marlow.",
    "14 people died when the ferry Blue Heron sank off Marlow.",
    "The council wants a tax on tea.",
)


def view_of(*sentences: str) -> StoryView:
    return view_documents(
        [Document(f"d{number:02d}", text=text, language="en") for number, text in enumerate(sentences)]
    )


VIEW = view_of(*SENTENCES)
ROWS = sentence_rows(VIEW)
places = st.integers(0, len(SENTENCES) - 1)


def pairs(*given_pairs: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    first, second = zip(*given_pairs, strict=True)
    return np.array(first, np.int32), np.array(second, np.int32)


def compared(first: int, second: int) -> Comparison:
    return compare_rows(ROWS, ROWS, *pairs((first, second)))


def only(values: FloatArray) -> float:
    (value,) = values.tolist()
    return float(value)


def test_equal_sentences_share_all_and_add_nothing() -> None:
    both = compared(0, 1)
    assert (only(both.overlap), only(both.denial), only(both.asking)) == (1.0, 0.0, 0.0)
    assert only(both.cosine) == pytest.approx(1.0)
    for side in (both.forward, both.backward):
        assert only(side.held) == pytest.approx(1.0)
        assert [only(getattr(side, name)) for name in ("terms_added", "names_added", "numbers_added")] == [0.0] * 3


def test_what_one_adds_to_the_other_by_hand() -> None:
    # Nine words, all of which stand in the fourteen of the longer one: R_s = 2 · 9 / 23.
    both = compared(0, 2)
    assert only(both.overlap) == pytest.approx(18 / 23)
    assert (only(both.forward.terms_added), only(both.forward.weight_added)) == (0.0, 0.0)
    # "water", "entered" and "hatch" have content, "after" and "a" have none.
    assert (only(both.backward.terms_added), only(both.backward.function_words_added)) == (3.0, 2.0)
    assert only(both.backward.weight_added) > 0
    assert (only(both.forward.length), only(both.backward.length)) == (9.0, 14.0)
    assert only(both.terms_apart) == 0.0


def test_a_denial_a_question_and_another_number_are_seen() -> None:
    assert only(compared(0, 3).denial) == 1.0
    assert only(compared(0, 4).asking) == 1.0
    tolls = compared(5, 6)
    assert (only(tolls.numbers_shared), only(tolls.numbers_apart)) == (0.0, 1.0)
    assert (only(tolls.forward.numbers_added), only(tolls.backward.numbers_added)) == (1.0, 1.0)
    # A number that only one gives is added, and not apart.
    assert (only(compared(0, 5).numbers_apart), only(compared(0, 5).backward.numbers_added)) == (0.0, 1.0)


@given(places, places)
def test_a_comparison_seen_from_the_other_side_is_the_same(first: int, second: int) -> None:
    there, back = compared(first, second), compared(second, first)
    for field in fields(Comparison):
        if field.name not in ("forward", "backward"):
            assert getattr(there, field.name).tolist() == pytest.approx(getattr(back, field.name).tolist()), field.name
    for field in fields(type(there.forward)):
        ours, theirs = getattr(there.forward, field.name), getattr(back.backward, field.name)
        assert ours.tolist() == pytest.approx(theirs.tolist()), field.name
    assert same(there).tolist() == pytest.approx(same(back).tolist())


@given(places, places)
def test_no_coverage_is_higher_than_what_words_and_then_letters_allow(first: int, second: int) -> None:
    every = np.arange(len(VIEW))
    terms = cells_of_rows(VIEW.counts("terms").matrix, every)
    best, nearer = (
        compare_at_best(word_cells(VIEW, every), terms, *pairs((first, second)), letters=letters)
        for letters in (None, letter_cells(VIEW, terms))
    )
    both = compared(first, second)
    for side in ("forward", "backward"):
        by_words, by_letters, found = (only(covered(each, getattr(each, side))) for each in (best, nearer, both))
        assert by_words >= by_letters - 1e-9
        assert by_letters >= found - 1e-9


@given(places, places, st.sampled_from(sorted(SIGNS)), st.floats(0.0, 3.0))
def test_what_is_shared_never_lowers_a_score_and_what_is_added_never_raises_it(
    first: int, second: int, name: str, more: float
) -> None:
    both = compared(first, second)
    before = only(covered(both, both.forward))
    owner = both.forward if hasattr(both.forward, name) else both
    raised = replace(owner, **{name: getattr(owner, name) + more})
    after = only(covered(both, raised) if owner is both.forward else covered(raised, both.forward))  # type: ignore[arg-type]
    assert 0.0 <= before <= 1.0
    if SIGNS[name] > 0:
        assert after >= before - 1e-12
    elif SIGNS[name] < 0:
        assert after <= before + 1e-12


def test_counts_enter_by_their_logarithm_and_names_and_numbers_up_to_three() -> None:
    both = compared(2, 0)
    crowded = replace(both, names_shared=np.array([9.0]), numbers_shared=np.array([9.0]))
    values = features(crowded, replace(both.forward, terms_added=np.array([math.e - 1.0])))
    assert (only(values["names_shared"]), only(values["numbers_shared"])) == (3.0, 3.0)
    assert only(values["terms_added"]) == pytest.approx(1.0)
    assert set(values) == set(SIGNS)


def test_a_score_is_added_up_from_the_first_feature_to_the_last_however_many_pairs_there_are() -> None:
    every = pairs(*((first, second) for first in range(8) for second in range(8)))
    for count in (0, 1, 2, 9, 64):
        both = compare_rows(ROWS, ROWS, every[0][:count], every[1][:count])
        sides = []
        for coverage in (both.forward, both.backward):
            values, side = features(both, coverage), np.ones(count)
            for table in shipped_weights().values():
                total = np.full(count, table["constant"])
                for name in (name for name in SIGNS if name in table):
                    total += table[name] * values[name]
                side *= np.where(values["held"] > 0, logistic(total), 0.0)
            assert covered(both, coverage).tobytes() == side.tobytes()
            sides.append(side)
        assert same(both).tobytes() == np.minimum(*sides).tobytes()


def test_without_a_common_letter_group_nothing_is_covered() -> None:
    both = compared(0, 7)
    apart = replace(both.forward, held=np.zeros(1))
    assert only(covered(both, apart)) == 0.0
    assert {name for table in shipped_weights().values() for name in table} <= {*SIGNS, "constant"}


# --- who covers whom ---


@pytest.mark.parametrize(
    ("first", "second", "subsumed"),
    [(0, 1, True), (0, 2, True), (2, 0, False), (0, 3, False), (4, 0, False), (5, 6, False), (0, 7, False)],
    ids=["equal", "longer", "shorter", "denied", "asked", "another number", "something else"],
)
def test_who_is_subsumed(first: int, second: int, subsumed: bool) -> None:
    both = compared(first, second)
    assert bool(is_subsumed(both, both.forward, 0.85)[0]) is subsumed


def test_two_words_in_common_are_too_few_unless_the_sentences_are_equal() -> None:
    few = view_of("Divers left.", "Divers left the wreck at night in a storm.", "Divers left.")
    rows = sentence_rows(few)
    both = compare_rows(rows, rows, *pairs((0, 1), (0, 2)))
    assert is_subsumed(both, both.forward, 0.0).tolist() == [False, True]


def test_links_are_in_order_and_equal_sentences_link_both_ways() -> None:
    links = subsumption_links(VIEW)
    assert links == sorted(links)
    assert {(0, 1), (1, 0), (0, 2)} <= set(links)
    assert not {(2, 0), (0, 3), (3, 0), (5, 6), (6, 5)} & set(links)


def test_a_chosen_sentence_speaks_for_those_that_it_covers_and_none_for_a_chosen_one() -> None:
    (standing,) = who_else(VIEW, [2])
    assert {0, 1} <= set(standing)
    assert not {2, 3, 4, 5, 6, 7} & set(standing)
    first, second = who_else(VIEW, [0, 2])
    # The second is equal to the first one chosen, which covers it as well as the longer one at least.
    assert first == [1]
    assert second == []
    assert who_else(VIEW, []) == []
    assert who_else(VIEW, [7]) == [[]]


# --- what is new ---


def test_a_known_row_is_never_new_and_neither_is_what_it_says_already() -> None:
    assert novel_rows(VIEW, [2]).tolist() == [False, False, False, True, True, True, True, True]
    assert novel_rows(VIEW, []).all()
    assert not novel_rows(VIEW, range(len(VIEW))).any()


def test_a_new_number_for_an_old_fact_is_new() -> None:
    assert novel_rows(VIEW, [5])[6]


def test_several_known_sentences_cover_one_together() -> None:
    view = view_of(
        "The ferry Blue Heron sank off Marlow.",
        "Water entered the ferry Blue Heron through a hatch.",
        "The ferry Blue Heron sank off Marlow, water entered through a hatch.",
    )
    assert novel_rows(view, [0])[2]
    assert not novel_rows(view, [0, 1])[2]


def test_a_view_is_asked_about_beside_another() -> None:
    yesterday = view_documents([Document("other", text=SENTENCES[2], language="en")])
    assert novelty(view_of(SENTENCES[0], SENTENCES[7]), yesterday).tolist() == [False, True]


@pytest.mark.parametrize(("known", "named"), [([-1], -1), ([99], 99), ([-2, 99], -2)])
def test_a_row_that_is_not_there_is_refused(known: list[int], named: int) -> None:
    with pytest.raises(InputError) as caught:
        novel_rows(VIEW, known)
    assert str(caught.value).startswith(f"There is no sentence {named} among the known ones of this story.")
    assert caught.value.allowed == f"Sentences are numbered 0 to {len(VIEW) - 1}."


# --- how it is put ---


def test_words_pairs_and_runs_in_common_by_hand() -> None:
    view = view_of("Old divers left the wreck.", "The wreck old divers left.")
    shared = shared_wording(read_wording(view, np.arange(2)), *pairs((0, 1)))
    # All five words; of the pairs old-divers, divers-left, left-wreck two; of three runs "old divers left" only.
    assert [only(side) for side in shared.words] == [1.0, 1.0]
    assert [only(side) for side in shared.pairs] == pytest.approx([2 / 3, 2 / 3])
    assert [only(side) for side in shared.runs] == pytest.approx([1 / 3, 1 / 3])


def test_a_sentence_of_one_word_has_no_pairs_and_shares_none() -> None:
    view = view_of("Divers.", "Divers left.")
    shared = shared_wording(read_wording(view, np.arange(2)), *pairs((0, 1)))
    assert [only(side) for side in (*shared.words, *shared.pairs, *shared.runs)] == [1.0, 0.5, 0.0, 0.0, 0.0, 0.0]


def test_weights_of_features_that_there_are_not_are_an_error() -> None:
    rows = sentence_rows(view_of(*SENTENCES[:2]))
    compared = compare_rows(rows, rows, np.array([0], np.int32), np.array([1], np.int32))
    tables = {name: {"constant": 0.0, "held": 1.0} for name in ("subject", "detail")}
    assert same(compared, tables).tolist() == covered(compared, compared.forward, tables).tolist()
    with pytest.raises(KeyError, match="helt"):
        same(compared, {**tables, "detail": {"constant": 0.0, "helt": 1.0}})
    with pytest.raises(KeyError, match="constant"):
        same(compared, {**tables, "detail": {"held": 1.0}})
