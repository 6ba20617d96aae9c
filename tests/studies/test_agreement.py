"""Agreement of judges: every figure is the one that `meadow.lab.evaluate` gives for the same answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from statistics import fmean

import pytest

from meadow.errors import InputError, UnknownNameError
from meadow.lab.evaluate import significance
from meadow.lab.evaluate.agreement import alpha_interval, judge_agreement, krippendorff_alpha, subsumption_agreement
from meadow.lab.evaluate.clustering import compare, differences, with_bucket, with_singletons
from meadow.lab.evaluate.utility import bootstrap, relative_utility, sentence_count
from meadow.lab.tables import Entry, Row, Table, check_table
from meadow.lab.tables.rendering import render
from meadow.studies.agreement import result_tables
from meadow.studies.agreement.differences import difference_report
from meadow.studies.agreement.disputed import most_disputed
from meadow.studies.agreement.headlines import ratings_by_judge
from meadow.studies.agreement.intervals import mean_row
from meadow.studies.agreement.matrix import judges_progress
from meadow.studies.agreement.said import said_about
from meadow.studies.judged import Judged
from meadow.studies.slots import sentence_key
from studies.items import ITEM, sample_bed, sample_study

STORIES = ("wolf", "recount")
TASKS = ("utility", "subsumption", "grouping", "alignment", "concepts", "headlines")


def tables(task: str, *stories: str) -> dict[str, Table]:
    return {table.name: table for table in result_tables(sample_study(task, *(stories or STORIES[:1])))}


def figures(table: Table, *labels: str) -> dict[str, Entry]:
    row = next(row for row in table.rows if row.labels == labels)
    return {column.name: entry for column, entry in zip(table.columns, row.entries, strict=True)}


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_tables_that_every_form_can_show(task: str) -> None:
    for table in result_tables(sample_study(task, *STORIES)):
        check_table(table)
        assert all(render(table, form) for form in ("terminal", "markdown", "csv", "json", "html", "latex"))


@pytest.mark.parametrize("task", TASKS)
def test_a_study_without_answers_has_tables_without_figures(task: str) -> None:
    empty = replace(sample_study(task, *STORIES), slots={"ana": {}})
    progress, *rest = result_tables(empty)
    assert [entry.value for entry in progress.rows[0].entries] == [0.0, 0.0]
    assert all(entry.value in (None, 0, 1) for table in rest for row in table.rows for entry in row.entries)
    assert most_disputed(empty) == ()


def test_relative_utility_is_that_of_the_library_with_its_interval() -> None:
    found = tables("utility")
    table = sample_bed().topic("wolf").utilities
    assert table is not None
    for rate in (10, 20, 30):
        count = sentence_count(len(table.sentences), rate)
        row = figures(found["relative-utility"], found["relative-utility"].rows[0].labels[0], f"{rate} %")
        drawn = bootstrap(table.utilities, count=count, unit="judges", resamples=2_000).agreement
        assert drawn is not None
        assert (row["J"].value, row["J"].low, row["J"].high) == (drawn.value, drawn.low, drawn.high)
        assert row["R"].value == relative_utility(table.utilities, count=count).random
    scores = found["scores"].rows[0].entries
    ranks = judge_agreement(dict(zip(table.judges, table.utilities, strict=True)))
    drawn_alpha = alpha_interval(table.utilities, level="interval")
    assert drawn_alpha is not None
    assert (scores[0].low, scores[0].high) == (drawn_alpha.low, drawn_alpha.high)
    assert scores[0].value == krippendorff_alpha(table.utilities, level="interval")
    assert (scores[1].value, scores[2].value) == (ranks.mean, ranks.least)


def test_two_judges_have_no_interval_since_any_draw_of_them_is_the_same_pair() -> None:
    own = {"mill/submitted": "true"} | {f"mill/utility/{sentence_key(ref)}": "4" for ref in ITEM.places}
    slots = {
        judge: {**own, "mill/utility/m1#0": first} for judge, first in (("ana", "0"), ("bram", "10"), ("cleo", "3"))
    }
    two = {judge: slots[judge] for judge in ("ana", "bram")}
    bounds = [result_tables(Judged("utility", (ITEM,), given))[1].rows[0].entries[0].low for given in (two, slots)]
    assert bounds[0] is None
    assert bounds[1] is not None


def test_subsumption_scores_are_those_of_the_library() -> None:
    topic = sample_bed().topic("wolf")
    found = tables("subsumption")["sentence-scores"]
    asked: dict[str, list[set[object]]] = {}
    for said in topic.subsumption:
        asked.setdefault(f"{said.ref.document_id}-{said.ref.index + 1}", []).append(set(said.by))
    wanted = dict(zip(asked, subsumption_agreement(list(asked.values())), strict=True))
    shown = {row.labels[1]: (row.entries[0].value or 0) - (row.entries[1].value or 0) for row in found.rows}
    assert shown == wanted


def test_grouping_agreement_is_that_of_the_library_both_ways() -> None:
    judged = sample_study("grouping", "wolf")
    material = judged.materials[0]
    labels = {judge: answers.labels(material) for judge, answers in judged.answers(material).items()}
    table = tables("grouping")["agreement"]
    for one, two in combinations(labels, 2):
        row = figures(table, material.name, f"{one}-{two}")
        singles = compare(with_singletons(labels[one]), with_singletons(labels[two]))
        bucket = compare(with_bucket(labels[one]), with_bucket(labels[two]))
        for way, letter in ((singles, "s"), (bucket, "b")):
            for measure in ("v_beta", "v_half", "nvi"):
                assert row[f"{measure} {letter}"].value == getattr(way, measure)


def test_pairs_of_judges_are_averaged_by_item_and_the_interval_is_over_items() -> None:
    item_rows = {
        str(number): [Row((str(number), "ana-bram"), (Entry(number / 10), Entry(None))),
                      Row((str(number), "ana-cleo"), (Entry(number / 5), Entry(None)))]
        for number in range(6)
    }  # fmt: skip
    (row,) = mean_row(item_rows)
    drawn = significance.bootstrap([0.15 * number for number in range(6)], resamples=2_000, unit="item")
    assert row.labels == ("all items", "mean")
    assert row.entries[0].value == pytest.approx(0.375)  # items have .15 · 0 … .15 · 5
    assert (row.entries[0].low, row.entries[0].high) == pytest.approx((drawn.low, drawn.high))
    assert row.entries[1] == Entry(None)
    (of_four,) = mean_row({item: item_rows[item] for item in "1234"})
    assert of_four.entries[0].value == pytest.approx(0.375)
    assert of_four.entries[0].low is None  # four items are too few
    assert mean_row({"1": item_rows["1"], "2": []}) == []


@pytest.mark.parametrize("task", ["grouping", "concepts"])
def test_several_items_have_their_mean_below_them_and_one_has_none(task: str) -> None:
    table = {each.name: each for each in result_tables(sample_study(task, *STORIES))}["agreement"]
    pairs = [row for row in table.rows[:-1] if row.labels[1] != "random"]
    assert table.rows[-1].labels == ("all items", "mean")
    for column, entry in enumerate(table.rows[-1].entries):
        by_item = [
            [row.entries[column].value for row in pairs if row.labels[0] == name]
            for name in {row.labels[0] for row in pairs}
        ]
        means = [fmean(known) for values in by_item if (known := [value for value in values if value is not None])]
        assert entry.value == (pytest.approx(fmean(means)) if means else None)
    assert all(row.labels[0] != "all items" for row in tables(task)["agreement"].rows)


def test_headline_agreement_is_spearmans() -> None:
    judged = sample_study("headlines", *STORIES)
    table = {table.name: table for table in result_tables(judged)}["judges"]
    for scale in ("quality", "readability"):
        assert figures(table, scale)["mean rho"].value == judge_agreement(ratings_by_judge(judged, scale)).mean


def test_progress_says_how_far_each_judge_is() -> None:
    slots = {"ana": {"mill/utility/m1#0": "3", "mill/utility/m1#1": "3"}, "bram": {"mill/skip": '"x"'}, "cleo": {}}
    held = {each.judge: each for each in judges_progress(Judged("utility", (ITEM,), slots))}
    assert [held[name].word for name in ("ana", "bram", "cleo")] == ["2 of 5", "skipped", "not begun"]


def test_the_most_disputed_come_first_with_what_each_said() -> None:
    slots = {
        judge: {"mill/submitted": "true", "mill/utility/m1#0": first, "mill/utility/m1#1": second}
        for judge, first, second in (("ana", "0", "5"), ("bram", "10", "6"))
    }
    first, second = most_disputed(Judged("utility", (ITEM,), slots))
    assert (first.subject, first.answers, first.spread) == (ITEM.sentences[0].text, {"ana": "0", "bram": "10"}, 5.0)
    assert second.spread == 0.5


@pytest.mark.parametrize("task", [task for task in TASKS if task != "alignment"])
def test_every_task_knows_what_is_disputed(task: str) -> None:
    found = most_disputed(sample_study(task, *STORIES), limit=5)
    assert len(found) == 5
    assert [each.spread for each in found] == sorted((each.spread for each in found), reverse=True)
    assert all(len(set(each.answers.values())) > 1 for each in found)


@pytest.mark.golden("G10")
def test_the_difference_report_is_the_librarys_with_words_and_reasons() -> None:
    judged = sample_study("grouping", "wolf")
    material = judged.materials[0]
    answers = judged.answers(material)
    one, two = list(answers)[:2]
    found = difference_report(judged, "wolf", one, two)
    assert found.found == differences(answers[one].labels(material), answers[two].labels(material))
    changed = found.changes[0]
    assert changed.text == material.text_of(changed.ref)
    name = f"{changed.ref.document_id}#{changed.ref.index}"
    tagged = difference_report(judged, "wolf", one, two, reasons={name: "emphasis"})
    assert tagged.changes[0].reason == "emphasis"
    with pytest.raises(UnknownNameError, match="generalisation"):
        difference_report(judged, "wolf", one, two, reasons={name: "taste"})
    with pytest.raises(UnknownNameError, match="judge who handed in"):
        difference_report(judged, "wolf", one, "nobody")
    with pytest.raises(InputError, match="compares groups"):
        difference_report(sample_study("utility", "wolf"), "wolf", one, two)


def test_all_that_judges_said_of_an_item_is_shown_in_its_order() -> None:
    judged = sample_study("utility", "wolf")
    material = judged.materials[0]
    said = said_about(judged, material)
    assert [each.slot[1] for each in said] == [sentence_key(ref) for ref in material.places]
    answers = judged.answers(material)
    assert said[3].answers == {judge: str(each.scores[list(material.places)[3]]) for judge, each in answers.items()}
    assert said_about(Judged("grouping", (ITEM,), {"ana": {"mill/group/m1#0": '"a"'}}), ITEM) == ()


def test_who_could_not_judge_a_sentence_and_what_judges_wrote_is_shown() -> None:
    answers = {"ana": ("mill/utility/m1#0", "7"), "bo": ("mill/skip/m1#0", '"garbled"')}
    slots = {judge: {slot: answer, "mill/submitted": "true"} for judge, (slot, answer) in answers.items()}
    said = said_about(Judged("utility", (ITEM,), slots), ITEM)
    assert said[0].answers == {"ana": "7", "bo": "cannot judge it"}
    assert said[0].spread > 0
    judged = sample_study("headlines", "wolf")
    first = said_about(judged, judged.materials[0])[0]
    assert (first.slot, first.answers["bram"], first.spread) == (("written",), "Headline of bram", 0)


def test_abstracts_are_shown_with_their_sources_by_the_numbers_of_the_page() -> None:
    slots = {
        "mill/short/abstract": '"A mill burned."', "mill/long/abstract": '"A mill burned."', "mill/submitted": "true",
        "mill/short/source/0": '{"alternatives": [["m1#0", "m1#2"], ["m%2F2#1"]], "rank": "A"}',
        "mill/short/question/0": '{"text": "What burned?", "answers": ["a mill", "the mill"]}',
    }  # fmt: skip
    said = {each.slot: each.answers["ana"] for each in said_about(Judged("alignment", (ITEM,), {"ana": slots}), ITEM)}
    assert said["short", "abstract"] == "A mill burned."
    assert said["short", "sources"] == "1: 1 + 3 or 5, A"
    assert said["short", "questions"] == "What burned? a mill / the mill."
    assert said["long", "sources"] == "1: no source, no rank"
