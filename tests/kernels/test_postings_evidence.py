"""Postings where means, dates and near stories count: by hand in both forms, and to the last bit on real weights."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels import postings
from meadow.kernels.postings import Postings
from meadow.kernels.postings_rows import Followed, Rows, Rules, empty_answers, empty_state, pack, unpack, unpack_state
from real_rows import reals
from uncompiled import with_plain_loops

PlainPostings: type[Postings] = with_plain_loops(postings, loops="postings").Postings
FORMS = (PlainPostings, Postings)
Cells = dict[int, float]


def rows_of(lines: list[Cells], *, dates: list[float] | None = None, times: list[float] | None = None) -> Rows:
    """Return rows of weights by term, whose factors are the weights; every cell stands for one occurrence."""
    weights = np.array([weight for line in lines for weight in line.values()], np.float64)
    return Rows(
        ends=np.cumsum([0, *map(len, lines)], dtype=np.int64),
        terms=np.array([term for line in lines for term in line], np.int32),
        counts=np.ones(len(weights)),
        weights=weights,
        factors=weights,
        times=np.array(times if times is not None else range(len(lines)), np.float64),
        alone=np.zeros(len(lines), np.bool_),
        dates=np.array(dates if dates is not None else [math.nan] * len(lines), np.float64),
    )


def near_of(followed: Followed) -> list[list[int]]:
    return [part.tolist() for part in np.split(followed.near, followed.near_ends[1:-1])]


_lines = st.lists(st.dictionaries(st.integers(0, 9), reals, max_size=6), max_size=25)
_rules = st.builds(
    Rules,
    threshold=st.floats(0, 2),
    keep_over=st.sampled_from([0.0, 0.5, 40.0]),
    window=st.sampled_from([math.inf, 3.0]),
    mean=st.booleans(),
    half_life=st.sampled_from([math.inf, 2.0]),
    reach=st.sampled_from([math.inf, 3.0]),
    near=st.sampled_from([0, 2, 40]),
    near_from=st.floats(0, 500),
)


@given(_lines, _rules, st.data())
def test_both_forms_have_the_same_bits_on_real_weights(lines: list[Cells], rules: Rules, data: st.DataObject) -> None:
    dates = data.draw(st.lists(st.one_of(st.just(math.nan), st.floats(0, 9)), min_size=len(lines), max_size=len(lines)))
    rows = rows_of(lines, dates=dates)
    if not rules.mean:
        rules = Rules(rules.threshold, rules.keep_over, rules.window, half_life=rules.half_life, reach=rules.reach)
    plain, compiled = PlainPostings(rules), Postings(rules)
    expected, found = plain.follow(rows), compiled.follow(rows)
    assert [part.tobytes() for part in found] == [part.tobytes() for part in expected]
    assert plain.state().packed() == compiled.state().packed()
    for number in range(len(lines)):
        one, other = plain.centroid(number), compiled.centroid(number)
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one.documents == other.documents
            assert [part.tobytes() for part in one[1:]] == [part.tobytes() for part in other[1:]]


@pytest.mark.parametrize("form", FORMS)
class TestMeans:
    """Similarity as a mean product over the document's product with itself."""

    def test_a_mean_is_over_the_documents_of_a_story(self, form: type[Postings]) -> None:
        # The story sums to 3 + 1 over two documents: the third, 2, has a mean product of 2 · 4 / 2 and 4 with itself.
        followed = form(Rules(0.3, mean=True)).follow(rows_of([{0: 3.0}, {0: 1.0}, {0: 2.0}]))
        assert followed.stories.tolist() == [0, 0, 0]
        assert followed.similarities.tolist() == [0.0, 3.0 / 1.0, 4.0 / 4.0]

    def test_who_is_just_as_similar_as_asked_for_joins(self, form: type[Postings]) -> None:
        rows = rows_of([{0: 1.0, 1: 1.0}, {0: 1.0}])
        # 1 · 1 over 1: a document that is a part of another is wholly like it.
        assert form(Rules(1.0, mean=True)).follow(rows).opened.tolist() == [True, False]
        assert form(Rules(1.0000001, mean=True)).follow(rows).opened.tolist() == [True, True]

    def test_a_gap_halves_and_one_beyond_reach_leaves_nothing(self, form: type[Postings]) -> None:
        rows = rows_of([{0: 1.0}, {0: 1.0}], dates=[0.0, 4.0])
        for rules, similarity in (
            (Rules(9.0, mean=True), 1.0),
            (Rules(9.0, mean=True, half_life=4.0), 0.5),
            (Rules(9.0, mean=True, half_life=2.0), 1 / 3),
            (Rules(9.0, mean=True, reach=4.0), 1.0),
            (Rules(9.0, mean=True, reach=3.9), 0.0),
        ):
            assert form(rules).follow(rows).similarities.tolist() == [0.0, similarity]

    def test_time_runs_both_ways_and_a_story_is_as_late_as_its_last_document(self, form: type[Postings]) -> None:
        # Days 5, 9, 7: the story is of day 9 after the second, and two days away from the third, which is earlier.
        rows = rows_of([{0: 1.0}] * 3, dates=[5.0, 9.0, 7.0])
        followed = form(Rules(0.1, mean=True, half_life=4.0)).follow(rows)
        assert followed.similarities.tolist() == [0.0, 1 / 2, 1 / 1.5]

    def test_without_a_date_nothing_fades_and_the_story_keeps_its_own(self, form: type[Postings]) -> None:
        rows = rows_of([{0: 1.0}] * 3, dates=[5.0, math.nan, 9.0])
        postings = form(Rules(0.1, mean=True, half_life=4.0))
        assert postings.follow(rows).similarities.tolist() == [0.0, 1.0, 1 / 2]
        assert postings.state().dates.tolist() == [9.0]

    def test_stories_near_a_document_are_told_closest_first_and_no_more_than_asked_for(
        self, form: type[Postings]
    ) -> None:
        # Products with the last: 3, 1, 2 and 3 again; from 2 on they are near, and of equal ones the first comes first.
        lines: list[Cells] = [{0: 3.0, 1: 9.0}, {0: 1.0, 2: 9.0}, {0: 2.0, 3: 9.0}, {0: 3.0, 4: 9.0}, {0: 1.0}]
        for most, near in ((0, []), (1, [0]), (2, [0, 3]), (3, [0, 3, 2]), (9, [0, 3, 2])):
            rules = Rules(50.0, mean=True, near=most, near_from=2.0)
            followed = form(rules).follow(rows_of(lines))
            assert followed.opened.all()
            assert near_of(followed)[-1] == near
            assert followed.closest.tolist()[-1] == 0

    def test_a_closed_story_is_near_nobody(self, form: type[Postings]) -> None:
        rows = rows_of([{0: 1.0, 1: 5.0}, {0: 1.0, 2: 5.0}, {0: 1.0, 3: 5.0}], times=[0.0, 5.0, 8.0])
        rules = Rules(50.0, window=4.0, mean=True, near=5)
        assert near_of(form(rules).follow(rows)) == [[], [], [1]]

    def test_many_stories_are_looked_at_in_blocks_and_none_is_missed(self, form: type[Postings]) -> None:
        # A hundred stories that differ in one weight: the heaviest stands now in the first block, now at a border.
        for heaviest in (0, 31, 32, 33, 63, 64, 99):
            lines: list[Cells] = [{0: 1.0 + (at == heaviest), at + 1: 50.0} for at in range(100)]
            followed = form(Rules(900.0, mean=True, near=1)).follow(rows_of([*lines, {0: 1.0}]))
            assert followed.closest[-1] == heaviest
            assert near_of(followed)[-1] == [heaviest]
            assert followed.similarities[-1] == 2.0


@pytest.mark.parametrize("form", FORMS)
class TestByHand:
    """Stories opened, joined and closed by whoever decides elsewhere."""

    def test_candidates_are_those_that_share_a_term_in_the_order_they_were_opened(self, form: type[Postings]) -> None:
        postings = form(Rules(9.0))
        postings.follow(rows_of([{0: 3.0, 1: 4.0}, {2: 1.0}, {1: 2.0}]))
        asked = rows_of([{1: 1.0}], times=[3.0])
        numbers, values = postings.candidates(asked)
        # Cosines 4/5 and 1; the second story has no word of it.
        assert numbers.tolist() == [0, 2]
        assert values.tolist() == pytest.approx([0.8, 1.0])
        # Who asks changes nothing.
        assert postings.candidates(asked)[1].tolist() == values.tolist()

    def test_candidates_fade_with_the_days_between(self, form: type[Postings]) -> None:
        rules = Rules(9.0, half_life=4.0, reach=7.0)
        postings = form(rules)
        postings.follow(rows_of([{0: 1.0, 1: 1e-9}, {0: 1.0, 2: 1e-9}, {0: 1.0}], dates=[0.0, 6.0, math.nan]))
        _, values = postings.candidates(rows_of([{0: 1.0}], dates=[8.0], times=[9.0]))
        assert values.tolist() == pytest.approx([0.0, 1 / 1.5, 1.0])

    def test_a_row_joins_as_so_many_documents(self, form: type[Postings]) -> None:
        postings = form(Rules(0.5, keep_over=1.0))
        rows = rows_of([{0: 8.0, 1: 3.0}])
        number = postings.open(0.0)
        postings.join(number, rows, documents=4)
        found = postings.centroid(number)
        assert found is not None
        # 8/4 is over 1 and stays, 3/4 is not and never came in.
        assert (found.documents, found.terms.tolist(), found.weights.tolist()) == (4, [0], [8.0])

    def test_many_stories_opened_by_hand_keep_their_numbers(self, form: type[Postings]) -> None:
        postings = form(Rules(0.5))
        numbers = [postings.open(float(at)) for at in range(600)]
        assert numbers == list(range(600))
        for number in numbers[::7]:
            postings.close(number)
        left = [number for number in numbers if number % 7]
        assert postings.state().numbers.tolist() == left
        assert postings.open(600.0) == 600
        assert postings.centroid(7) is None
        assert postings.centroid(8) is not None

    def test_terms_of_any_number_find_room(self, form: type[Postings]) -> None:
        postings = form(Rules(0.5))
        rows = rows_of([{5: 1.0}, {70_000: 1.0}, {5: 1.0}, {70_000: 2.0}])
        assert postings.follow(rows).stories.tolist() == [0, 1, 0, 1]
        assert postings.candidates(rows_of([{900_000: 1.0}]))[0].tolist() == []


def test_an_empty_stream_leaves_the_empty_state() -> None:
    for form in FORMS:
        postings = form(Rules(0.5, mean=True, near=3))
        followed = postings.follow(rows_of([]))
        assert [len(part) for part in followed] == [0, 0, 0, 0, 1, 0]
        assert postings.state().packed() == empty_state().packed()


def test_a_state_is_the_same_bytes_whatever_the_machine_s_order_of_bytes() -> None:
    numbers = np.array([1, -2, 2**40], np.int64)
    assert pack(numbers) == pack(numbers.astype(">i8")) == pack(numbers.astype("<i8"))
    assert unpack(pack(numbers), "<i8").tolist() == numbers.tolist()
    assert unpack(pack(numbers), "<i8").dtype == np.int64
    values = np.array([0.1, math.inf, -0.0])
    assert unpack(pack(values), "<f8").tobytes() == values.tobytes()


def test_a_state_lacks_nothing_and_answers_have_room_for_those_near() -> None:
    packed = empty_state().packed()
    with pytest.raises(KeyError, match="weights"):
        unpack_state({name: text for name, text in packed.items() if name != "weights"})
    answers = empty_answers(3, 2)
    assert [len(part) for part in answers] == [3, 3, 3, 3, 4, 6]
