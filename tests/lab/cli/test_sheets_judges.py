"""The sheets on judges, by hand: agreement on answers, subsumption and clusterings, feedback, concepts and utility."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.cli.sheet_cells import cells, column, heads, tables, texts, value
from meadow.errors import InputError, UsageError
from meadow.lab.evaluate import agreement
from meadow.lab.evaluate.utility import JudgeTable, relative_utility, with_subsumption
from meadow.lab.evaluate.utility_scores import Unit
from meadow.lab.families import agreement as agreement_family
from meadow.lab.families import concepts, feedback, utility
from meadow.lab.families.agreement import JudgesAnswers
from meadow.lab.families.utility import JudgedExtracts, Rate, make_rates
from meadow.lab.files.answers import AnswerTable, Feedback
from meadow.lab.files.extracts import Subsumption
from meadow.lab.files.labels import Labelling
from meadow.lab.tables.sheet import Sheet
from meadow.model import Concept, SentenceRef

ITEMS = ("a", "b", "c", "d")


def ratings(**judges: tuple[str | float | None, ...]) -> AnswerTable:
    numeric = all(isinstance(each, float | None) for given_ in judges.values() for each in given_)
    return AnswerTable(ITEMS, judges, numeric)


def agreed(said: Any, **options: Any) -> Sheet:
    return agreement_family.sheet(JudgesAnswers(said), **options)


class TestAnswers:
    """`agreement.sheet` of answers: every two judges, then all together."""

    def test_every_two_judges_have_a_row_and_all_of_them_two_figures(self) -> None:
        table = ratings(Ada=(1.0, 2.0, 3.0, 4.0), Ben=(1.0, 2.0, 3.0, 4.0), Cem=(4.0, 3.0, 2.0, 1.0))
        sheet = agreed(table, level="ordinal")
        pairs, overall = tables(sheet)
        assert heads(pairs) == ["first", "second", "items", "Spearman", "Kendall", "Pearson", "kappa"]
        same, opposite, also = cells(pairs)
        assert same == ("Ada", "Ben", 4, 1.0, 1.0, 1.0, 1.0)
        # In reverse no item has the same answer: kappa is (0 - 1/4)/(1 - 1/4).
        assert opposite[:2] == ("Ada", "Cem")
        assert opposite[2:] == pytest.approx((4, -1.0, -1.0, -1.0, -1 / 3))
        assert also[:2] == ("Ben", "Cem")
        assert [row[0] for row in cells(overall)] == ["Krippendorff's alpha (ordinal)", "Fleiss' kappa"]
        assert value(sheet)["judges"] == 3
        assert list(value(sheet)["pairs"][0]) == ["first", "second", "items", "spearman", "kendall", "pearson", "kappa"]
        assert value(sheet)["measure"] == "agreement"
        assert [line.split(":")[0] for line in sheet.signatures] == ["measure"] * 4
        assert value(sheet)["items"] == 4
        assert value(sheet)["alpha"] == agreement.krippendorff_alpha(list(table.judges.values()), level="ordinal")
        assert sheet.notes == []

    def test_an_item_that_one_of_two_left_out_counts_for_other_pairs_only(self) -> None:
        table = ratings(Ada=(1.0, 2.0, None, 4.0), Ben=(2.0, 2.0, 3.0, None), Cem=(1.0, 3.0, 2.0, 4.0))
        sheet = agreed(table, level="interval")
        assert [row[:3] for row in cells(tables(sheet)[0])] == [
            ("Ada", "Ben", 2), ("Ada", "Cem", 3), ("Ben", "Cem", 3),
        ]  # fmt: skip
        assert value(sheet)["fleiss"] is None
        assert any("every judge to every item" in note for note in sheet.notes)

    def test_words_have_kappa_and_no_correlation(self) -> None:
        table = ratings(Ada=("yes", "no", "yes", "no"), Ben=("yes", "no", "no", "no"))
        sheet = agreed(table)
        ((_, _, items, *correlations, kappa),) = cells(tables(sheet)[0])
        assert (items, correlations) == (4, [None, None, None])
        # They agree on 3 of 4; by chance on (2/4)(1/4) + (2/4)(3/4) = 1/2.
        assert kappa == pytest.approx(0.5)
        assert sheet.notes == ["Correlations need numbers, but some answers are not."]

    @pytest.mark.parametrize(("weights", "lost"), [(None, 1 / 3), ("linear", 2 / 9), ("quadratic", 1 / 8)])
    def test_weights_reach_kappa_and_its_signature(self, weights: str | None, lost: float) -> None:
        table = ratings(Ada=(1.0, 2.0, 3.0, 4.0), Ben=(2.0, 2.0, 3.0, 4.0))
        sheet = agreed(table, level="nominal", weights=weights)
        # One of four answers is one step off: 1/4 against what chance costs, 12/16, 18/16 steps, 32/16 squared steps.
        assert cells(tables(sheet)[0])[0][-1] == pytest.approx(1 - lost)
        assert any(f"cohen_kappa(weights={weights or 'none'})" in line for line in sheet.signatures)

    def test_a_judge_who_always_says_the_same_has_no_correlation_and_that_is_told(self) -> None:
        table = ratings(Ada=(3.0, 3.0, 3.0, 3.0), Ben=(1.0, 2.0, 3.0, 4.0))
        sheet = agreed(table)
        assert cells(tables(sheet)[0])[0][3:6] == (None, None, None)
        assert any("give one answer only" in note for note in sheet.notes)

    def test_where_all_say_the_same_alpha_is_undefined(self) -> None:
        table = ratings(Ada=(3.0,) * 4, Ben=(3.0,) * 4)
        sheet = agreed(table)
        assert value(sheet)["alpha"] is None
        assert any(note.startswith("Alpha is undefined") for note in sheet.notes)

    def test_one_judge_or_none_cannot_agree(self) -> None:
        with pytest.raises(InputError, match=r"There are answers of Ada only. Agreement needs two judges"):
            agreed(ratings(Ada=(1.0, 2.0, 3.0, 4.0)))
        with pytest.raises(InputError, match="There are answers of no judge only"):
            agreed(AnswerTable((), {}, numeric=False))

    def test_two_who_share_no_item_are_named(self) -> None:
        table = ratings(Ada=(1.0, None, 3.0, None), Ben=(None, 2.0, None, 4.0))
        with pytest.raises(InputError, match="The judges 'Ada' and 'Ben' answered no item both") as refused:
            agreed(table)
        assert refused.value.given == "Ada and Ben"


class TestSubsumption:
    """`agreement.sheet` of subsumers: + or − for each sentence, and how many sentences so many judges agree on."""

    def test_the_sign_says_whether_most_name_a_subsumer(self) -> None:
        answers: dict[str, list[tuple[str, ...]]] = {"a1": [("b1",), ("b1",), ()], "a2": [(), (), ()]}
        sheet = agreed(answers)
        scores, levels = tables(sheet)
        assert cells(scores) == [("a1", "+2"), ("a2", "-3")]
        assert value(sheet)["scores"] == {"a1": 2, "a2": -3}
        named = {row[0]: row[1:] for row in cells(levels)}
        assert named[2.0] == (1.0, 0.0)
        assert named[3.0] == (0.0, 1.0)
        by_level = value(sheet)["levels"]
        assert {level: counts for level, counts in by_level.items() if any(counts.values())} == {
            "3": {"plus": 0, "minus": 1},
            "2": {"plus": 1, "minus": 0},
        }
        assert any("judges:3" in line and "sentences:2" in line for line in sheet.signatures)


class TestClusterings:
    """`agreement.sheet` of clusterings: judges who group the same items."""

    def test_judges_who_agree_agree_wholly_and_all_stand_beside_chance(self) -> None:
        one = {"a": "x", "b": "x", "c": "y", "d": "y"}
        judges = [Labelling("Ada", one), Labelling("Ben", {item: label * 2 for item, label in one.items()})]
        sheet = agreed(judges, draws=5, seed=3)
        pairs, sizes = tables(sheet)
        assert heads(pairs) == ["first", "second", "V_beta", "V_0.5", "NVI"]
        assert cells(pairs)[0] == ("Ada", "Ben", 1.0, 1.0, 0.0)
        assert [row[0] for row in cells(pairs)] == ["Ada", "mean", "random"]
        assert cells(sizes) == [("Ada", 4.0, 2.0, 2.0), ("Ben", 4.0, 2.0, 2.0)]
        assert sheet.notes == []
        assert pairs.title == ""

    def test_items_in_no_cluster_are_taken_two_ways(self) -> None:
        judges = [
            Labelling("Ada", {"a": "x", "b": "x", "c": None, "d": None}),
            Labelling("Ben", {"a": "x", "b": "x", "c": "y", "d": "y"}),
        ]
        sheet = agreed(judges, draws=5, seed=3)
        assert [table.title for table in tables(sheet)][:2] == [
            "Items in no cluster as singletons", "Items in no cluster as bucket",
        ]  # fmt: skip
        ways = value(sheet)["ways"]
        assert list(ways) == ["singletons", "bucket"]
        assert ways["bucket"][0]["V_beta"] == pytest.approx(1.0)
        assert ways["singletons"][0]["V_beta"] < 1.0
        assert column(tables(sheet)[2], "sentences") == {"Ada": 2.0, "Ben": 4.0}

    def test_a_judge_without_clusters_has_no_size_and_that_is_told(self) -> None:
        judges = [Labelling("Ada", dict.fromkeys(ITEMS)), Labelling("Ben", dict.fromkeys(ITEMS, "x"))]
        sheet = agreed(judges, draws=5, seed=3)
        assert cells(tables(sheet)[-1])[0] == ("Ada", 0.0, 0.0, None)
        assert sheet.notes == ["A judge without clusters has no sentences per cluster."]


class TestFeedback:
    """`feedback.sheet`: shares of answers."""

    GIVEN = (
        Feedback("Hard?", "a lot", "ferry"),
        Feedback("Hard?", "a little", "wolf"),
        Feedback("Hard?", "a little", "wolf"),
        Feedback("Clear?", "yes", None),
    )

    def test_shares_of_a_question_are_of_those_who_answered_it(self) -> None:
        sheet = feedback.sheet(self.GIVEN)
        (table,) = tables(sheet)
        assert heads(table) == ["question", "a little", "a lot", "yes"]
        assert cells(table) == [("Hard?", pytest.approx(2 / 3), pytest.approx(1 / 3), 0.0), ("Clear?", 0.0, 0.0, 1.0)]
        assert table.title == ""
        assert any("answers:4" in line for line in sheet.signatures)

    def test_topics_have_tables_of_their_own_and_who_has_none_counts_in_all(self) -> None:
        sheet = feedback.sheet(self.GIVEN, topics=True)
        assert [table.title for table in tables(sheet)] == ["all", "ferry", "wolf"]
        shares = value(sheet)["shares"]
        assert shares["wolf"] == {"Hard?": {"a little": 1.0}}
        assert set(shares["all"]) == {"Hard?", "Clear?"}

    @given(st.lists(st.tuples(st.sampled_from("QR"), st.sampled_from("abc"), st.sampled_from(["x", "y"])), min_size=1))
    def test_the_shares_of_each_question_add_up_to_one(self, rows: list[tuple[str, str, str]]) -> None:
        sheet = feedback.sheet([Feedback(*row) for row in rows], topics=True)
        shares = value(sheet)["shares"]
        for questions in shares.values():
            assert all(sum(answers.values()) == pytest.approx(1.0) for answers in questions.values())
        assert all(sum(map(float, row[1:])) == pytest.approx(1.0) for table in tables(sheet) for row in cells(table))


class TestConcepts:
    """`concepts.sheet`: how many of each kind, and which may be one."""

    def test_concepts_are_counted_by_kind_and_those_that_may_be_one_are_named(self) -> None:
        marked = {
            "ferry": [
                Concept("Otto Brandt", "person", ("Otto Brandt",), 1),
                Concept("Brandt", "person", ("Brandt",), 1),
            ],
            "wolf": [Concept("Ninemile Council", "organisation", ("Ninemile Council",), 1)],
        }
        sheet = concepts.sheet(marked)
        counts, pairs = tables(sheet)
        assert heads(counts) == ["topic", "person", "organisation", "factor", "concepts"]
        assert cells(counts) == [("ferry", 2.0, 0.0, 0.0, 2.0), ("wolf", 0.0, 1.0, 0.0, 1.0)]
        assert [row[:3] for row in cells(pairs)] in (
            [("ferry", "Otto Brandt", "Brandt")], [("ferry", "Brandt", "Otto Brandt")],
        )  # fmt: skip
        assert pairs.title == "May be one and the same"
        assert sheet.notes == []
        assert value(sheet)["topics"] == {
            "ferry": {"person": 2, "organisation": 0, "factor": 0},
            "wolf": {"person": 0, "organisation": 1, "factor": 0},
        }

    def test_concepts_of_two_topics_are_never_one(self) -> None:
        marked = {topic: [Concept("Otto Brandt", "person", ("Otto Brandt",), 1)] for topic in ("ferry", "wolf")}
        sheet = concepts.sheet(marked)
        assert len(tables(sheet)) == 1
        assert value(sheet)["collapses"] == []
        assert sheet.notes == ["No two concepts of a topic look like one."]


# Table 6 of the MEAD paper: three judges, four sentences.
SCORES = ((10.0, 8.0, 2.0, 5.0), (10.0, 9.0, 3.0, 6.0), (5.0, 8.0, 4.0, 9.0))
JUDGES = JudgeTable(("one", "two", "three"), tuple(SentenceRef("d", n) for n in range(4)), SCORES)
FIRST, OTHER = frozenset({0, 3}), frozenset({1, 3})


class TestRates:
    """`make_rates`: at which lengths utility is measured."""

    @staticmethod
    def rates(**given_: Any) -> list[Rate]:
        extracts, others = (tuple(given_.pop(name, ())) for name in ("extracts", "others"))
        return make_rates(JudgedExtracts(JUDGES, (), extracts, others), **given_)

    def test_without_anything_there_are_nine_rates(self) -> None:
        assert [rate.name for rate in self.rates()] == [f"{percent} %" for percent in range(10, 100, 10)]
        assert [rate.count for rate in self.rates(percents=[25, 50, 75, 100])] == [1, 2, 3, 4]

    def test_one_extract_is_measured_at_its_own_length_or_at_the_longer_of_two(self) -> None:
        assert self.rates(extracts=[FIRST]) == [Rate("2 sentences", 2, FIRST)]
        longer = frozenset({0, 1, 2})
        assert self.rates(extracts=[FIRST], others=[longer]) == [Rate("3 sentences", 3, FIRST, longer)]
        assert self.rates(extracts=[frozenset()])[0].count == 1  # an empty extract is worth nothing, at one sentence

    def test_a_number_of_sentences_or_rates_go_before_it(self) -> None:
        assert self.rates(count=1, extracts=[FIRST])[0].count == 1
        assert [rate.extract for rate in self.rates(percents=[25, 50], extracts=[OTHER, FIRST])] == [OTHER, FIRST]

    @pytest.mark.parametrize(
        ("given_", "words"),
        [
            ({"percents": [10], "count": 2}, "--percent and --count were both given. Choose one."),
            ({"others": [OTHER]}, "--compare was given without --extract."),
            ({"percents": [10, 20], "extracts": [FIRST]}, "--extract names 1 extracts for 2 rates."),
            ({"extracts": [FIRST], "others": [OTHER, OTHER]}, "--compare names 2 extracts for 1 rates."),
        ],
    )
    def test_what_does_not_go_together_is_refused(self, given_: dict[str, object], words: str) -> None:
        with pytest.raises(UsageError) as refused:
            self.rates(**given_)
        assert words in str(refused.value)


class TestUtility:
    """`utility.sheet`."""

    def test_one_rate_shows_the_judges_against_each_other(self) -> None:
        sheet = utility.sheet(JudgedExtracts(JUDGES, ("mead",), (FIRST,)))
        scores, matrix = tables(sheet)
        expected = relative_utility(SCORES, count=2, extract=FIRST)
        assert cells(scores) == [
            ("2 sentences", "mead", 2.0, expected.agreement, expected.random, expected.system, expected.normalized)
        ]
        assert heads(matrix) == ["who picks", "one", "two", "three", "J_i"]
        # What judge one would pick (sentences 0 and 1) is worth 13 of the 17 that judge three can have.
        assert column(matrix, "three")["one"] == pytest.approx(13 / 17)
        assert [row[-1] for row in cells(matrix)] == list(expected.per_judge)

    def test_several_rates_leave_the_matrix_out_and_without_an_extract_s_is_open(self) -> None:
        sheet = utility.sheet(JudgedExtracts(JUDGES), percent=(25, 50))
        (table,) = tables(sheet)
        assert [row[:2] for row in cells(table)] == [("25 %", "–"), ("50 %", "–")]
        assert [row[-2:] for row in cells(table)] == [(None, None), (None, None)]
        assert sheet.notes[0] == "S and D need an extract: give --extract."
        values = value(sheet)["rates"]
        assert [each["system"] for each in values] == [None, None]

    def test_two_systems_are_compared_by_what_each_is_worth_to_each_judge(self) -> None:
        sheet = utility.sheet(JudgedExtracts(JUDGES, ("mead", "lead"), (FIRST,), (OTHER,)))
        (test,) = value(sheet)["comparisons"]
        assert (test["first"], test["second"], test["measure"]) == ("mead", "lead", "S at 2 sentences")
        # Shares of the best two: 15/18, 16/19 and 14/17 against 13/18, 15/19 and 17/17.
        shares = [15 / 18 - 13 / 18, 16 / 19 - 15 / 19, 14 / 17 - 17 / 17]
        assert test["difference"] == pytest.approx(sum(shares) / 3)
        assert test["pairs"] == 3

    def test_a_judge_who_finds_nothing_useful_has_no_say(self) -> None:
        table = JudgeTable(("one", "none"), JUDGES.sentences, (SCORES[0], (0.0,) * 4))
        sheet = utility.sheet(JudgedExtracts(table, ("a", "b"), (FIRST,), (OTHER,)))
        (test,) = value(sheet)["comparisons"]
        assert test["pairs"] == 1
        assert (test["low"], test["high"]) == (None, None)
        assert any("at least two units (judge)" in note for note in sheet.notes)

    def test_links_take_credit_from_what_is_subsumed(self) -> None:
        links = Subsumption(((3, 0),), credit=0.5, notes=("1 of 1 links are between sentences that were judged.",))
        judged = JudgedExtracts(JUDGES, ("mead",), (FIRST,), subsumption=links)
        sheet = utility.sheet(judged)
        expected = with_subsumption(SCORES, links.links, count=2, credit=0.5, extract=FIRST)
        assert cells(tables(sheet)[0])[0][5] == expected.system
        assert expected.system != relative_utility(SCORES, count=2, extract=FIRST).system
        assert links.notes[0] in sheet.notes
        with pytest.raises(UsageError, match="--intervals cannot be had with --links"):
            utility.sheet(judged, intervals="judges")

    @pytest.mark.parametrize("unit", ["judges", "sentences"])
    def test_intervals_hold_their_score_and_say_over_what(self, unit: Unit) -> None:
        table = tables(utility.sheet(JudgedExtracts(JUDGES, ("mead",), (FIRST,)), intervals=unit))[-1]
        assert table.title == f"Intervals of 95 %, over {unit}"
        assert [row[:2] for row in cells(table)] == [("2 sentences", letter) for letter in "JRSD"]
        measured = relative_utility(SCORES, count=2, extract=FIRST)
        scores = (measured.agreement, measured.random, measured.system)
        for (_, _, low, high), score in zip(cells(table), scores, strict=False):
            assert score is not None
            assert low - 1e-9 <= score <= high + 1e-9

    def test_without_an_extract_s_and_d_have_no_interval(self) -> None:
        sheet = utility.sheet(JudgedExtracts(JUDGES), percent=(50,), intervals="sentences")
        assert [row[2:] for row in cells(tables(sheet)[-1])][2:] == [(None, None), (None, None)]
        assert texts(sheet) == []
