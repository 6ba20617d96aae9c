"""Reasons as anyone can work them out: CIDR as released on given weights, steps of a story, words and days of articles."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Assignment, Document, FloatArray, StoryEvent
from meadow.tracking.doubt import find_doubt
from meadow.tracking.events import replay
from meadow.tracking.explaining_cidr import explain_release
from meadow.tracking.explaining_evidence import story_steps
from meadow.tracking.lifecycle import phase
from meadow.tracking.second_look import SHOWN, Thresholds
from meadow.tracking.spelling import Mentions, mentions_of, shared_days
from meadow.tracking.tracker import settle, stories_from

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROWS = [{"ferry": 3.0, "skerra": 4.0}, {"wolf": 2.0}, {"ferry": 6.0, "skerra": 8.0}, {"ferry": 5.0, "wolf": 12.0}]
DOCUMENTS = [
    Document(f"d{n}", text=" ".join(row), language="en", published=MONDAY + timedelta(days=n))
    for n, row in enumerate(ROWS)
]
LOG = [
    Assignment("d0", "d0", 0.0, opened=True), Assignment("d1", "d1", 0.1, opened=True),
    Assignment("d2", "d0", 0.9, opened=False), Assignment("d3", "d0", 0.4, opened=False),
]  # fmt: skip


class TestRelease:
    """CIDR as released: the cosine with the mean of the others, cut as the release cuts."""

    def test_the_score_is_the_cosine_with_the_mean_of_the_others(self) -> None:
        (first, _, second, third) = explain_release(DOCUMENTS, LOG, ROWS, threshold=0.3, keep_over=0.0, keep_at_least=0)
        # The others of d0 have a mean of ferry 5.5, skerra 4 and wolf 6.
        mean = {"ferry": 5.5, "skerra": 4.0, "wolf": 6.0}
        length = math.hypot(*mean.values())
        assert first.score == pytest.approx((3 * 5.5 + 4 * 4.0) / (5 * length))
        assert [(term.term, round(term.weight, 9)) for term in first.shared] == [
            ("ferry", round(3 * 5.5 / (5 * length), 9)), ("skerra", round(4 * 4.0 / (5 * length), 9)),
        ]  # fmt: skip
        # d3 shares the ferry alone; the wolf is of another story.
        assert [term.term for term in third.shared] == ["ferry"]
        assert second.score is not None
        assert second.score > (third.score or 0.0)

    def test_a_document_is_decided_on_once_when_it_comes(self) -> None:
        made = explain_release(DOCUMENTS, LOG, ROWS, threshold=0.3, keep_over=0.0, keep_at_least=0)
        steps = [(step.rule, step.documents, step.value, step.threshold) for each in made for step in each.steps]
        assert steps == [
            ("alone", 0, 0.0, 0.3),
            ("alone", 0, 0.1, 0.3),
            ("closest", 1, 0.9, 0.3),
            ("closest", 2, 0.4, 0.3),
        ]

    def test_the_next_story_is_the_closest_beside_its_own(self) -> None:
        made = explain_release(DOCUMENTS, LOG, ROWS, threshold=0.3, keep_over=0.0, keep_at_least=0)
        assert [each.next_story for each in made] == [None, "d0", None, "d1"]
        assert made[3].next_score == pytest.approx(12 / 13)  # the whole of its wolf

    def test_light_terms_are_cut_from_a_mean_save_the_heaviest(self) -> None:
        cut = explain_release(DOCUMENTS, LOG, ROWS, threshold=0.3, keep_over=5.0, keep_at_least=0)
        # Of the mean of d0's others ferry 5.5 and wolf 6 are left.
        assert [term.term for term in cut[0].shared] == ["ferry"]
        kept = explain_release(DOCUMENTS, LOG, ROWS, threshold=0.3, keep_over=5.0, keep_at_least=3)
        assert [term.term for term in kept[0].shared] == ["ferry", "skerra"]


THRESHOLDS = Thresholds(0.3, 0.6, 0.4)


def table(*rows: tuple[float, ...]) -> FloatArray:
    made: FloatArray = np.array(rows, np.float64)
    return made


class TestSteps:
    """Which rule brought each document of a story in."""

    def test_two_that_are_alike_say_so_of_each_other(self) -> None:
        for steps in story_steps(table((0, 0.5), (0.5, 0)), THRESHOLDS):
            (step,) = steps
            assert (step.rule, step.documents) == ("alike", 1)
            assert step.value == pytest.approx(0.5)

    def test_one_that_came_later_says_with_how_many_it_was_linked(self) -> None:
        *_, third = story_steps(table((0, 0.9, 0.4), (0.9, 0, 0.5), (0.4, 0.5, 0)), THRESHOLDS)
        assert third[0].documents == 2
        assert third[0].value == pytest.approx(0.45)  # the mean of 0.4 and 0.5

    def test_a_stray_says_its_share_of_what_holds_the_others_together(self) -> None:
        size = int(SHOWN)
        similar = np.full((size + 1, size + 1), 0.5)
        similar[-1, :] = similar[:, -1] = 0.25
        np.fill_diagonal(similar, 0.0)
        *_, stray = story_steps(similar, THRESHOLDS)
        assert [(step.rule, step.documents) for step in stray] == [("stray", size)]
        assert stray[0].value == pytest.approx(0.5)  # a quarter beside a half
        assert stray[0].threshold == THRESHOLDS.stray


class TestDoubt:
    """Which articles of a story may belong to another."""

    FERRY = "A ferry with many people aboard capsized off Skerra near the rocks of Sant Oriel"
    WOLF = "Rangers counted wolves in Lethria and farmers asked for a permit to shoot one"

    def documents(self, *texts: str) -> list[Document]:
        return [Document(f"d{n}", text=text, language="en") for n, text in enumerate(texts)]

    def test_a_stranger_is_named_wherever_it_stands(self) -> None:
        for place in range(4):
            texts = [f"{self.FERRY} on day {n}." for n in range(3)]
            texts.insert(place, self.WOLF)
            doubt = find_doubt(self.documents(*texts))
            assert doubt is not None
            assert doubt.document_ids == (f"d{place}",)
            assert doubt.between < doubt.within

    @pytest.mark.parametrize("count", [0, 1, 2])
    def test_so_few_say_nothing_of_what_holds_a_story_together(self, count: int) -> None:
        assert find_doubt(self.documents(*(self.FERRY, self.WOLF)[:count])) is None

    def test_equal_articles_raise_no_doubt(self) -> None:
        assert find_doubt(self.documents(*[self.FERRY] * 5)) is None


class TestSpelling:
    """Words as they are written, and days that are spoken of."""

    @given(st.lists(st.frozensets(st.dates(date(2026, 3, 1), date(2026, 3, 4)), max_size=3), max_size=4))
    def test_a_shared_day_counts_the_others_that_speak_of_it(self, days: list[frozenset[date]]) -> None:
        story = [Mentions({}, {}, own) for own in days]
        for own, shared in zip(days, shared_days(story), strict=True):
            for each in shared:
                assert each.day in own
                assert each.documents == sum(each.day in other for other in days) - 1 > 0
            assert [each.documents for each in shared] == sorted((each.documents for each in shared), reverse=True)

    def test_a_document_without_a_language_is_read_in_its_own(self) -> None:
        found = mentions_of(Document("a", text="El capitán de la Petra salió de Skerra el lunes con los pasajeros."))
        assert found.spelled("skerra") == ("Skerra", "name")
        assert found.days == frozenset()


@pytest.mark.parametrize(
    ("hours", "wanted"),
    [(0, "growing"), (24, "growing"), (24.1, "quiet"), (72, "quiet"), (72.1, "closed"), (-5, "growing")],
)
def test_the_life_of_a_story_by_the_hours_since_its_last_article(hours: float, wanted: str) -> None:
    documents = [Document(name, text="x", published=MONDAY) for name in ("a", "b")]
    (story,) = stories_from(
        [Assignment("a", "a", 0.0, opened=True), Assignment("b", "a", 1.0, opened=False)], documents
    )
    assert phase(story, MONDAY + timedelta(hours=hours)) == wanted


class TestEvents:
    """A story's members after second thoughts, seen as anyone would move them."""

    MEMBERS = ("a", "b", "c", "d")

    def log(self) -> list[Assignment]:
        return [Assignment(name, name, 0.0, opened=True) for name in self.MEMBERS]

    @given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), max_size=5))
    def test_merges_bring_all_documents_of_a_story_along(self, merged: list[tuple[str, str]]) -> None:
        groups = {name: [name] for name in self.MEMBERS}
        events: list[StoryEvent] = []
        for source, target in merged:
            if source != target and source in groups and target in groups:
                groups[target] += groups.pop(source)
                events.append(StoryEvent("merge", source, len(self.MEMBERS), into=target))
        found = replay(self.log(), events)
        assert {name: sorted(own) for name, own in found.items()} == {name: sorted(own) for name, own in groups.items()}
        settled = settle(self.log(), events)
        assert [entry.document_id for entry in settled] == list(self.MEMBERS)
        assert {entry.document_id: entry.story_id for entry in settled} == {
            document: name for name, own in groups.items() for document in own
        }
        assert all(entry.opened is (entry.story_id == entry.document_id) for entry in settled)

    def test_a_log_without_second_thoughts_is_settled_as_it_is(self) -> None:
        log = self.log()
        assert settle(log, ()) is log
