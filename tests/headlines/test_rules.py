"""Rules about one line: old figures, states that were overtaken, ends that dangle, and what the form of a line tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.headlines.bayes_features import FEATURES
from meadow.headlines.bayes_table import BayesTable, FeatureCounts, format_table, parse_table
from meadow.headlines.closeness import centroid_of, closeness, document_closeness, sentence_closeness, trigger_words
from meadow.headlines.figures import has_old_figures
from meadow.headlines.readable import flaws, without_stop
from meadow.headlines.states import is_overtaken, is_pending, newness
from meadow.headlines.telling import strength
from meadow.headlines.title_rules import is_clickbait, is_labelled, is_source, strip_labels, strip_source
from meadow.model import Document
from meadow.text.background import IdfTable
from meadow.vectors.view import StoryView, view_documents

START = datetime(2026, 3, 2, tzinfo=UTC)


def story(texts: Sequence[str], *, hours: Sequence[float | None] | None = None, language: str = "en") -> StoryView:
    """Return a story of texts that came out a day apart, or so many hours after the first."""
    times = hours if hours is not None else [24.0 * place for place in range(len(texts))]
    return view_documents(
        [
            Document(
                f"d{place}", text=text, language=language,
                published=None if each is None else START + timedelta(hours=each),
            )
            for place, (text, each) in enumerate(zip(texts, times, strict=True))
        ]
    )  # fmt: skip


class TestFigures:
    """An early figure heads no story that ended with another."""

    @pytest.mark.parametrize(
        ("title", "later", "old"),
        [
            ("Two dead in ferry accident", "Seven people died in the accident.", True),
            ("Two dead in ferry accident", "Two people died in the accident.", False),
            ("Two dead in ferry accident", "Seven boats came to the place.", False),
            ("Three confirmed dead", "The death toll rose to five.", True),
            ("41 sheep killed by wolves", "Two people were killed in a storm.", False),
            ("41 sheep killed by wolves", "The wolves have killed 60 sheep by now.", True),
            ("Cases reach 34", "The number of cases stands at 58.", True),
            ("Cases reach 34 in Oldmere", "Oldmere has 58 schools.", False),
            ("Between 2 and 5 dead", "Seven people died.", False),
            ("Ferry sinks off Marlow", "Seven people died.", False),
            ("Water rises 3 metres", "The water rose 5 metres.", False),
        ],
    )
    def test_the_same_thing_with_another_value_is_what_makes_a_title_old(
        self, title: str, later: str, old: bool
    ) -> None:
        assert has_old_figures(story([f"{title}.", later]), 0, title) is old

    def test_the_last_document_that_counts_decides(self) -> None:
        title, there, back = "Two dead in accident", "Seven people died.", "Two people died, and not seven."
        assert has_old_figures(story([title, there]), 0, title)
        assert not has_old_figures(story([title, there, "Two people died."]), 0, title)
        # A later document that says nothing about it leaves it open.
        assert has_old_figures(story([title, there, "The wreck was lifted."]), 0, title)
        assert not has_old_figures(story([title, there, back]), 0, title)

    def test_only_what_is_surely_later_counts(self) -> None:
        title, later = "Two dead in accident", "Seven people died."
        assert not has_old_figures(story([title, later], hours=[0.0, 0.0]), 0, title)
        assert not has_old_figures(story([title, later], hours=[None, 1.0]), 0, title)
        assert not has_old_figures(story([later, title]), 1, title)

    def test_deaths_are_one_thing_under_all_their_names_in_each_language(self) -> None:
        assert has_old_figures(story(["Dos muertos.", "Fallecieron siete personas."], language="es"), 0, "Dos muertos")
        assert has_old_figures(story(["Twee doden.", "Zeven mensen zijn omgekomen."], language="nl"), 0, "Twee doden")


class TestStates:
    """What was still to come when a line was written."""

    def test_a_story_that_went_on_for_half_a_day_overtook_what_came_before(self) -> None:
        view = story(["One.", "Two.", "Three."], hours=[0.0, 11.9, 12.0])
        assert [is_overtaken(view, place) for place in range(3)] == [True, False, False]
        assert not is_overtaken(story(["One.", "Two."], hours=[0.0, 11.9]), 0)
        assert not is_overtaken(story(["One.", "Two."], hours=[None, 99.0]), 1)

    def test_without_times_nobody_can_tell_how_new_a_document_is(self) -> None:
        assert newness(story(["One.", "Two."], hours=[None, None])).tolist() == [0.5, 0.5]
        assert newness(story(["One.", "Two."], hours=[0.0, 11.0])).tolist() == [0.5, 0.5]
        assert newness(story(["One.", "Two.", "Three."], hours=[0.0, 12.0, 48.0])).tolist() == [0.0, 0.5, 1.0]
        placed = newness(story(["One.", "Two.", "Three."], hours=[0.0, 48.0, None]))
        assert sorted(placed.tolist()) == [0.0, 0.5, 1.0]

    @pytest.mark.parametrize(
        ("language", "text", "pending"),
        [
            ("en", "Rocket cleared for launch", True),
            ("en", "Rocket launched at dawn", False),
            ("en", "Crews are set to lift the wreck", True),
            ("en", "The council will vote on Monday", True),
            ("es", "El cohete, a punto de despegar", True),
            ("nl", "Raket klaar voor lancering", True),
            ("ja", "ロケット打ち上げへ", True),
            ("ja", "ロケットを打ち上げた", False),
            ("fr", "La fusée décolle", False),
        ],
    )
    def test_what_is_still_to_come(self, language: str, text: str, pending: bool) -> None:
        assert is_pending(text, language) is pending


class TestReading:
    """What a reader stumbles over."""

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Ferry sinks off Marlow", ()),
            ("— … —", ("wordless",)),
            ("“Ferry sinks off Marlow", ("unpaired marks",)),
            ("Ferry (old sinks", ("unpaired marks",)),
            ('Ferry "sinks" off "Marlow', ("unpaired marks",)),
            ("„Ferry sinks“ off Marlow", ()),
            ("The workers' ferry sinks", ()),
            ("The 'ferry sinks", ("unpaired marks",)),
            ("And ferry sinks", ("dangling start",)),
            (", ferry sinks", ("dangling start",)),
            ("Ferry sinks off the", ("dangling end",)),
            ("Ferry sinks,", ("dangling end",)),
            ("Engine is out", ()),
            ("Council takes plan B", ()),
            ("Ferry sinks off Mar…", ("cut short",)),
            ("Ferry sinks...", ("cut short",)),
            ("(And ferry sinks off the", ("unpaired marks", "dangling end")),
        ],
    )
    def test_flaws_are_named_in_order(self, text: str, wanted: tuple[str, ...]) -> None:
        assert flaws(text) == wanted
        assert flaws(f"  {text} ") == wanted

    @pytest.mark.parametrize(
        ("text", "bare"),
        [
            ("Ferry sinks.", "Ferry sinks"),
            ("Ferry sinks .", "Ferry sinks"),
            ("Ferry sinks?", "Ferry sinks?"),
            ("Talks in the U.S.", "Talks in the U.S."),
            ("It rose by 3.5.", "It rose by 3.5"),
            ("Ferry sinks...", "Ferry sinks..."),
            ("船が沈んだ。", "船が沈んだ"),
            ("", ""),
        ],
    )
    def test_a_stop_goes_and_other_marks_stay(self, text: str, bare: str) -> None:
        assert without_stop(text) == bare
        assert without_stop(without_stop(text)) == bare


class TestTelling:
    """How much a line tells by its form."""

    def test_a_whole_statement_of_eight_words_keeps_all(self) -> None:
        assert strength("Ferry Blue Heron sinks off Marlow with twelve", "en") == 1.0

    def test_half_as_many_words_keep_the_root_of_a_half(self) -> None:
        assert strength("Ferry sinks off Marlow", "en") == pytest.approx(0.5**0.5)
        assert strength("船が沈んだ", "ja") == 1.0

    @pytest.mark.parametrize(
        ("line", "kept"),
        [
            ("You won't believe what sank off Marlow today", 0.4),
            ("Nobody saw the ferry sink off Marlow today", 0.4),
            ("The man left the old ferry off Marlow", 0.7),
            ("The police left the old ferry off Marlow", 1.0),
            ("Lund is a blogger from Skerra and Marlow", 0.7),
            ("Council will vote on ferry plan next Monday", 0.8),
        ],
    )
    def test_teases_strangers_descriptions_and_forecasts_cost(self, line: str, kept: float) -> None:
        assert strength(line, "en") == pytest.approx(kept)

    @given(st.text(max_size=60), st.sampled_from(["en", "es", "nl", "ja", "xx"]))
    def test_a_strength_is_a_share(self, line: str, language: str) -> None:
        assert 0.0 <= strength(line, language) <= 1.0


class TestTitles:
    """Labels, sources and lures."""

    def test_labels_go_one_by_one_from_both_ends_but_never_the_whole(self) -> None:
        assert strip_labels("LIVE: Update 2: Ferry sinks | Opinion") == "Ferry sinks"
        assert strip_labels("[Video] Ferry sinks") == "Ferry sinks"
        assert strip_labels("Live:") == "Live:"
        assert strip_labels("Video games sell well") == "Video games sell well"
        assert is_labelled("Opinion")
        assert not is_labelled("Ferry sinks")

    def test_a_source_goes_only_from_behind_a_title(self) -> None:
        assert strip_source("Ferry sinks - Harbour Wire", "Harbour Wire") == "Ferry sinks"
        assert strip_source("Ferry sinks - Harbour Wire", None) == "Ferry sinks - Harbour Wire"
        assert strip_source("Ferry sinks (AFP)", None) == "Ferry sinks"
        assert strip_source(" - Reuters", None) == " - Reuters"
        assert is_source("The Associated Press")
        assert is_source("het ANP")
        assert not is_source("Marlow")

    @pytest.mark.parametrize("title", ["Did the ferry sink?", "Ferry sinks!", "¿Por qué?", "Ferry!! sinks"])
    def test_what_asks_or_shouts_is_a_lure_in_any_language(self, title: str) -> None:
        assert is_clickbait(title, "xx")
        assert not is_clickbait("Ferry sinks off Marlow", "xx")


class TestCloseness:
    """Cosines with the centroid."""

    VIEW = view_documents(
        [
            Document("a", text="Ferry ferry hatch.", language="en", published=START),
            Document("b", text="Ferry. Sea.", language="en", published=START + timedelta(hours=1)),
        ],
        background=IdfTable("toy", {"ferry": 4.0, "hatch": 8.0}, unknown=1.0),
    )

    def test_cosines_by_hand(self) -> None:
        # Ferry 3/2 · 4 = 6 and hatch 1/2 · 8 = 4 are kept, sea is not: the centroid is (6, 4)/√52.
        length = 52**0.5
        assert dict(trigger_words(self.VIEW)) == {"ferri": 6.0, "hatch": 4.0}
        first, ferry, sea = sentence_closeness(self.VIEW).tolist()
        # "Ferry ferry hatch" weighs (8, 8) and points halfway.
        assert first == pytest.approx((6 + 4) / (2**0.5 * length))
        assert ferry == pytest.approx(6 / length)
        assert sea == 0.0
        assert closeness(self.VIEW, ["ferry", "nothing", ""], ["en"] * 3).tolist() == pytest.approx(
            [6 / length, 0.0, 0.0]
        )

    def test_a_document_is_all_its_sentences_together(self) -> None:
        one, other = document_closeness(self.VIEW).tolist()
        assert one == pytest.approx(sentence_closeness(self.VIEW)[0])
        # (4, 0, 1) over √17.
        assert other == pytest.approx(6 * 4 / (17**0.5 * 52**0.5))
        assert centroid_of(self.VIEW) is centroid_of(self.VIEW)


counts = st.lists(st.integers(0, 9), min_size=3, max_size=3).map(tuple)
tables = st.builds(
    lambda edges, positive, negative: BayesTable(
        dict.fromkeys(FEATURES, FeatureCounts(tuple(sorted(edges)), positive, negative)), 3, 9, 'made of "tests"\n'
    ),
    st.lists(st.floats(-9, 9), min_size=2, max_size=2), counts, counts,
)  # fmt: skip


@given(tables)
def test_a_table_is_read_as_it_was_written(table: BayesTable) -> None:
    assert parse_table(format_table(table)) == table


def test_the_likeliest_sentences_come_first_and_equal_ones_in_order() -> None:
    view = story(["The ferry sank. The ferry sank. It was 12 metres long and very old indeed."])
    flat = BayesTable(dict.fromkeys(FEATURES, FeatureCounts((0.5,), (1, 1), (1, 1))), 1, 1, "flat")
    assert flat.ranked_rows(view) == [0, 1, 2]
    odds = flat.log_odds(view)
    assert np.ptp(odds) == pytest.approx(0.0)
