"""The sheets on texts, by hand: ROUGE and its reconciliation, metrics, headlines, answers, reports, stories and links."""

from __future__ import annotations

import math
from typing import Any

import pytest

from lab.cli.sheet_cells import cells, column, heads, tables, texts, value
from meadow.errors import InputError, SpecError, UnknownNameError, UsageError
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.synthesis import SynthesisReport
from meadow.lab.families import baselines, corpus, headlines, metrics, pseudo_qa, subsumption, synthesis
from meadow.lab.families import rouge as rouge_family
from meadow.lab.families.baselines import BaselineTopic
from meadow.lab.families.corpus import StoryCollection
from meadow.lab.families.headlines import Headlines, Ratings
from meadow.lab.families.metrics import SystemTexts, split_items
from meadow.lab.families.pseudo_qa import QuestionedSummaries
from meadow.lab.families.rouge_ways import other_way, reconcile_sheet
from meadow.lab.families.synthesis import ComparedReports
from meadow.lab.files.answers import AnsweredQuestion
from meadow.lab.files.texts import Items
from meadow.lab.tables.sheet import Sheet
from meadow.model import Document, Sentence, SentenceRef
from stories import document

TWO = Items(
    ("ferry", "flood"),
    {
        "good": ("the ferry sank at night", "the flood came early"),
        "poor": ("a boat went down", "the flood came late today"),
    },
    (("the ferry sank at night",), ("the flood came early",)),
)
WAY: rouge.RougeOptions = {"dialect": "google", "stem": False}


def scored(texts_: Items, /, *metrics: str, **options: Any) -> Sheet:
    return rouge_family.sheet(rouge_family.Texts(texts_), metrics=metrics, **{"stem": False, **options})


class TestRouge:
    """`rouge.sheet`."""

    def test_a_system_that_says_the_same_is_perfect_and_the_other_is_behind(self) -> None:
        sheet = scored(TWO, "rouge1")
        (table, tests) = tables(sheet)
        assert heads(table) == ["system", "metric", "recall", "precision", "F", "low", "high"]
        good, poor = cells(table)
        assert good == ("good", "rouge1", 1.0, 1.0, 1.0, 1.0, 1.0)
        # No word of the first text is there, three of the second's five are, and three of four are found.
        assert poor[2:5] == pytest.approx((3 / 8, 3 / 10, (2 * 0.75 * 0.6 / 1.35) / 2))
        assert [row[:3] for row in cells(tests)] == [("good", "poor", "rouge1 F")]
        assert tests.title == "First less second, paired by item"

    @pytest.mark.parametrize(("side", "difference"), [("recall", 1 - 3 / 8), ("precision", 1 - 3 / 10)])
    def test_systems_are_compared_by_the_side_that_is_asked_for(self, side: str, difference: float) -> None:
        sheet = scored(TWO, "rouge1", side=side)
        (test,) = value(sheet)["comparisons"]
        assert test["measure"] == f"rouge1 {side}"
        assert test["difference"] == pytest.approx(difference)

    def test_a_side_that_is_none_is_answered_with_those_that_are(self) -> None:
        with pytest.raises(UnknownNameError, match=r"no side of ROUGE called 'reccall'. Did you mean 'recall'"):
            scored(TWO, "rouge1", side="reccall")

    def test_items_are_shown_where_that_is_asked_for_and_always_in_json(self) -> None:
        plain = scored(TWO, "rouge1", "rougeL")
        sheet = scored(TWO, "rouge1", "rougeL", items=True)
        shown = tables(sheet)[1]
        assert len(tables(sheet)) == len(tables(plain)) + 1
        assert [row[:3] for row in cells(shown)][:3] == [
            ("good", "ferry", "rouge1"), ("good", "ferry", "rougeL"), ("good", "flood", "rouge1"),
        ]  # fmt: skip
        assert plain.value == sheet.value
        good = value(sheet)["systems"][0]
        assert [item["id"] for item in good["items"]] == ["ferry", "flood"]
        assert set(good["scores"]) == {"rouge1", "rougeL"}

    def test_one_item_has_no_interval(self) -> None:
        one = Items(("ferry",), {"good": ("the ferry sank",)}, (("the ferry sank",),))
        sheet = scored(one, "rouge1")
        assert cells(tables(sheet)[0])[0][-2:] == (None, None)
        assert list(sheet.notes) == ["One item gives no interval."]
        assert value(sheet)["systems"][0]["scores"]["rouge1"]["interval"] is None

    def test_the_script_has_five_digits_and_averages_of_its_own(self) -> None:
        sheet = scored(TWO, "rouge1", dialect="rouge155")
        assert {shown.digits for shown in tables(sheet)[0].columns} == {5}
        assert any("script(resamples=1000, confidence=95)" in line for line in sheet.signatures)


class TestReconcile:
    """`other_way` and `reconcile_sheet`."""

    def test_what_is_not_named_stays_as_it_is(self) -> None:
        changed = other_way("rouge155(stem=true, words=3)", WAY)
        assert changed == {**WAY, "dialect": "rouge155", "stem": True, "words": 3}
        assert other_way("google", WAY) == WAY

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            ("rouge155(stemming=true)", "has stemming=True. A dialect (google or rouge155) takes: stem,"),
            ("rouge155(stem=1)", "has stem=1"),
            ("rouge155(words=true)", "has words=True"),
            ("rouge155(words=ten)", "has words='ten'"),
            ("rouge155(3)", "has a value without a name. Write name=value."),
        ],
    )
    def test_what_is_no_choice_of_rouge_is_refused(self, spec: str, words: str) -> None:
        with pytest.raises(SpecError) as refused:
            other_way(spec, WAY)
        assert words in str(refused.value)
        assert refused.value.given == spec

    def test_two_ways_that_are_one_say_so(self) -> None:
        sheet = reconcile_sheet(TWO, ["rouge1"], WAY, WAY, only=None)
        assert texts(sheet) == [
            "item ferry, rouge1 F: 1.00000 becomes 1.00000", "  The two ways are the same.",
            "item flood, rouge1 F: 1.00000 becomes 1.00000", "  The two ways are the same.",
        ]  # fmt: skip

    def test_a_limit_is_named_with_its_effect_for_one_item_alone(self) -> None:
        items = Items(("ferry",), {"sys": ("the ferry sank",)}, (("it was the ferry that sank",),))
        second = other_way("google(words=2)", WAY)
        sheet = reconcile_sheet(items, ["rouge1"], WAY, second, only="ferry")
        (found,) = value(sheet)["reconciled"]
        first = rouge.score("the ferry sank", ["it was the ferry that sank"], metrics=["rouge1"], **WAY)["rouge1"].f
        assert found["first"] == pytest.approx(first)
        assert found["second"] != found["first"]
        assert any(each["effect"] for each in found["findings"])
        with pytest.raises(UnknownNameError, match="no item called 'wolf'"):
            reconcile_sheet(TWO, ["rouge1"], WAY, second, only="wolf")


class TestMetrics:
    """`metrics.sheet` and `split_items`."""

    def test_each_system_has_each_metric_with_its_interval(self) -> None:
        sheet = metrics.sheet(
            SystemTexts(TWO.ids, split_items(TWO, "en")), metrics=("words", "rouge1.recall"), items=True
        )
        whole, items, tests = tables(sheet)
        assert [row[:3] for row in cells(whole)] == [
            ("good", "words", 4.5), ("good", "rouge1.recall", 1.0), ("poor", "words", 4.5),
            ("poor", "rouge1.recall", pytest.approx(3 / 8)),
        ]  # fmt: skip
        assert cells(items)[0][:3] == ("good", "ferry", 5.0)
        assert heads(items) == ["system", "item", "words", "rouge1.recall"]
        assert [row[2] for row in cells(tests)] == ["words", "rouge1.recall"]
        assert value(sheet)["items"][1]["id"] == "flood"

    def test_a_metric_of_references_needs_them(self) -> None:
        alone = Items(("a",), {"sys": ("the ferry sank",)}, ((),))
        data = SystemTexts(alone.ids, split_items(alone, "en"))
        with pytest.raises(InputError, match="The metric 'rouge1' needs references: give --references"):
            metrics.sheet(data, metrics=("rouge1",))
        sheet = metrics.sheet(data, metrics=("words",))
        assert cells(tables(sheet)[0]) == [("sys", "words", 3.0, None, None)]
        assert list(sheet.notes) == ["One item gives no interval."]

    def test_a_language_that_was_told_is_every_items_own(self) -> None:
        items = split_items(TWO, "ES")
        assert {item.language for each in items.values() for item in each} == {"es"}
        sheet = metrics.sheet(SystemTexts(TWO.ids, items), metrics=("words",))
        assert any("language:es" in line and "refs:1" in line for line in sheet.signatures)


class TestHeadlines:
    """`headlines.sheet`."""

    @staticmethod
    def rated(items: Items, ratings: Ratings) -> Sheet:
        return headlines.sheet(Headlines(items, ratings), metrics=("rouge1-recall",))

    def test_penalties_lower_the_score_of_what_is_short(self) -> None:
        items = Items(("a", "b"), {"short": ("ferry", "flood"), "whole": TWO.systems["good"]}, TWO.references)
        sheet = headlines.sheet(Headlines(items), metrics=("rouge1-precision",))
        scores, lengths, _ = tables(sheet)
        assert heads(scores) == ["method", "metric", "plain", "brevity", "length"]
        shown = {row[0]: row[2:] for row in cells(scores)}
        assert shown["whole"] == (1.0, 1.0, 1.0)
        # One word for four and a half on average: exp(1 - 4.5); what is too short is not too long.
        assert shown["short"] == pytest.approx((1.0, math.exp(-3.5), 1.0))
        assert column(lengths, "mean words") == {"short": 1.0, "whole": 4.5}

    def test_ratings_of_a_method_that_nobody_rated_are_asked_for(self) -> None:
        items = Items(("a", "b"), {"short": ("ferry", "flood")}, TWO.references)
        with pytest.raises(InputError, match=r"no rating of the method 'short'. There are ratings of: 'long'"):
            self.rated(items, {"long": {"a": [3.0]}})

    def test_where_scores_do_not_vary_rho_is_undefined_and_that_is_told(self) -> None:
        items = Items(("a", "b"), {"whole": TWO.systems["good"]}, TWO.references)
        sheet = self.rated(items, {"whole": {"a": [3.0, 5.0], "b": [1.0]}})
        values = value(sheet)["correlations"]
        assert {row["quality"] for row in values} == {None}
        assert any("known for fewer than two" in note for note in sheet.notes)

    def test_a_length_is_in_words_or_characters(self) -> None:
        assert heads(tables(headlines.sheet(Headlines(TWO), unit="characters"))[1])[1] == "mean characters"
        with pytest.raises(UnknownNameError, match="unit of length called 'lines'"):
            headlines.sheet(Headlines(TWO), unit="lines")  # type: ignore[arg-type]


class TestAnswers:
    """`pseudo_qa.sheet`."""

    QUESTIONS = (AnsweredQuestion("How many?", ("nine", "9")), AnsweredQuestion("x" * 60, ("the captain",)))

    def test_exact_and_edit_by_question_and_their_means(self) -> None:
        sheet = pseudo_qa.sheet(
            QuestionedSummaries({"sum": ["It rained.", "Nine people died."]}, self.QUESTIONS), items=True
        )
        means, questions = tables(sheet)
        (made,) = value(sheet)["summaries"]
        first, second = made["answers"]
        assert (first["exact"], first["edit"], first["sentence"]) == (True, 1.0, 1)
        assert second["exact"] is False
        assert 0 < second["edit"] < 1
        assert column(means, "exact") == {"sum": 0.5}
        assert column(means, "edit")["sum"] == pytest.approx((1 + second["edit"]) / 2)
        assert questions.title == "sum, sentences from 1"
        assert [row[0] for row in cells(questions)] == ["How many?", f"{'x' * 47}…"]
        assert cells(questions)[0][3] == 2.0  # readers count from one

    def test_two_summaries_are_compared_by_question(self) -> None:
        given = {"good": ["Nine died.", "It was the captain."], "poor": ["It rained."]}
        sheet = pseudo_qa.sheet(QuestionedSummaries(given, self.QUESTIONS))
        exact, edit = value(sheet)["comparisons"]
        assert (exact["measure"], exact["difference"], exact["pairs"]) == ("exact", 1.0, 2)
        assert edit["difference"] > 0
        assert len(tables(sheet)) == 2


def report(name: str, *places: tuple[str, int, str]) -> SynthesisReport:
    made = tuple(Sentence(SentenceRef(doc, index), 0, len(text), text) for doc, index, text in places)
    return SynthesisReport(made, name)


SANK, DIED, RAIN = ("a", 0, "The ferry sank off Skerra."), ("b", 0, "Nine people died."), ("c", 0, "It rained.")


class TestSynthesis:
    """`synthesis.sheet`."""

    def test_a_report_like_its_reference_shares_all_and_another_nothing(self) -> None:
        sheet = synthesis.sheet(
            ComparedReports(
                {"": (report("same", SANK, DIED), report("other", RAIN))}, {"": (report("model", SANK, DIED),)}
            )
        )
        (table, tests) = tables(sheet)
        assert column(table, "docsim") == {"same": 1.0, "other": 0.0}
        assert column(table, "sentence-recall") == {"same": 1.0, "other": 0.0}
        assert column(table, "nicos") == {"same": None, "other": None}
        assert any("--concepts" in note for note in sheet.notes)
        assert {row[2] for row in cells(tests)} >= {"docsim", "rouge1"}

    def test_reports_of_several_topics_are_scored_and_not_compared(self) -> None:
        reports = {"x": (report("one", SANK),), "y": (report("two", RAIN),)}
        sheet = synthesis.sheet(ComparedReports(reports, reports))
        assert "comparisons" not in value(sheet)
        assert column(tables(sheet)[0], "docsim") == {"one": 1.0, "two": 1.0}

    @pytest.mark.parametrize(
        ("reports", "words"),
        [
            ({"x": (report("one", SANK),), "z": (report("two", RAIN),)}, "The topic 'z' has no reference report."),
            ({}, "The topic 'x' has no report report."),
            ({"x": (report("one", SANK), report("one", RAIN))}, "Two reports have the same name."),
        ],
    )
    def test_topics_and_names_that_do_not_fit_are_told(
        self, reports: dict[str, tuple[SynthesisReport, ...]], words: str
    ) -> None:
        with pytest.raises(InputError) as refused:
            synthesis.sheet(ComparedReports(reports, {"x": (report("model", SANK),)}))
        assert words in str(refused.value)

    def test_a_sign_test_takes_two_similarities_that_are_there(self) -> None:
        people = {"": (report("ada", SANK, DIED), report("ben", SANK, DIED), report("cem", SANK))}
        systems = {"": (report("bad", RAIN),)}

        def compared(*compare: str) -> dict[str, Any]:
            return dict(
                synthesis.sheet(ComparedReports(people, systems, automatic=True), compare=compare or None).value
            )

        assert "sign_test" not in compared()
        test = compared("docsim", "rouge1")["sign_test"]
        assert (test["first"], test["second"]) == ("docsim", "rouge1")
        assert test["more"] + test["less"] + test["equal"] == 3  # a reference each
        with pytest.raises(UsageError, match=r"--compare is 'docsim'. Two similarities"):
            compared("docsim")
        with pytest.raises(UnknownNameError, match="similarity called 'nicos'"):
            compared("nicos", "rouge1")  # there are no concepts


DOCUMENTS = [
    document("a", ["The ferry sank off Skerra on Monday.", "Nine people of the crew died."], title="Ferry sinks"),
    document("b", ["The ferry sank off Skerra on Monday.", "Divers wait for calmer seas."], hours=2),
]


class TestDocuments:
    """The sheets of baselines, corpus and subsumption."""

    def test_baselines_are_all_shown_or_the_best_are_kept(self) -> None:
        everything = baselines.sheet(BaselineTopic(DOCUMENTS), question="ferry", keep=3)
        assert len(cells(tables(everything)[0])) > 10
        assert "recall" not in heads(tables(everything)[0])
        assert everything.notes == ["Give --manual to keep those that come nearest to what people wrote."]
        people = [report("ada", ("a", 0, DOCUMENTS[0].text))]
        kept = baselines.sheet(BaselineTopic(DOCUMENTS, people), question="ferry", keep=3, thin=True)
        rows = cells(tables(kept)[0])
        assert len(rows) == 3
        assert [row[-1] for row in rows] == sorted((row[-1] for row in rows), reverse=True)
        assert {row[2] for row in rows} == {1.0}  # none is longer than the longest of people's
        assert any("kept=3, thinned=true" in line for line in kept.signatures)

    def test_stories_of_a_collection_are_counted_with_their_totals(self) -> None:
        sheet = corpus.sheet(StoryCollection(DOCUMENTS, {"a": "ferry", "b": "ferry"}))
        assert cells(tables(sheet)[0]) == [("ferry", "Ferry sinks", 2.0, 4.0, 2.0), ("all", "", 2.0, 4.0, 2.0)]
        assert sheet.notes == []

    def test_articles_without_a_source_are_of_no_outlet(self) -> None:
        bare = Document("c", text="Divers went down.", language="en")
        sheet = corpus.sheet(StoryCollection([*DOCUMENTS, bare], dict.fromkeys("abc", "ferry")))
        assert [row[2:] for row in cells(tables(sheet)[0])] == [(3.0, 5.0, 2.0), (3.0, 5.0, 2.0)]

    def test_a_story_without_a_title_and_documents_without_a_story_are_noted(self) -> None:
        sheet = corpus.sheet(StoryCollection(DOCUMENTS, {"b": "later", "a": None}))
        assert cells(tables(sheet)[0])[0][:2] == ("later", "–")
        assert sheet.notes == ["1 documents belong to no story.", "–: no document of the story has a title."]
        with pytest.raises(InputError, match="No document belongs to a story") as refused:
            corpus.sheet(StoryCollection(DOCUMENTS, {"z": "ferry"}))
        assert refused.value.given == "2 documents"

    def test_links_go_across_documents_and_those_both_ways_are_a_class(self) -> None:
        sheet = subsumption.sheet(DOCUMENTS)
        links, classes = tables(sheet)
        assert sorted(row[:2] for row in cells(links)) == [("a:0", "b:0"), ("b:0", "a:0")]
        assert cells(classes) == [("a:0, b:0",)]
        assert value(sheet)["classes"] == [[("a", 0), ("b", 0)]]
        assert value(sheet)["sentences"] == 4
        assert any("within=false" in line for line in sheet.signatures)

    def test_what_is_said_twice_in_one_document_counts_where_that_is_asked_for(self) -> None:
        twice = [
            Document(
                "a", text="The ferry sank off Skerra on Monday. The ferry sank off Skerra on Monday.", language="en"
            )
        ]
        assert subsumption.sheet(twice).notes == ["No sentence is subsumed by another one."]
        assert len(cells(tables(subsumption.sheet(twice, within=True))[0])) == 2

    def test_a_long_sentence_is_shown_by_its_start(self) -> None:
        long = "The ferry sank off Skerra on Monday evening with a load of timber, cement and two lorries on board."
        pair = [document("a", [long]), document("b", [long], hours=1)]
        (row, *_) = cells(tables(subsumption.sheet(pair))[0])
        assert row[2] == f"{long[:59]}…"
