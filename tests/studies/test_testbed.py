"""Testbeds from studies: what judges handed in reads back as the lab's own values, and experiments run on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from command import run_meadow
from meadow.errors import InputError
from meadow.lab.checking import readiness
from meadow.lab.folder import load_testbed, save_testbed
from meadow.model import StudyItem
from meadow.store.frozen_items import without
from meadow.studies.agreement import result_tables
from meadow.studies.judged import Judged, check_judged
from meadow.studies.testbed import study_testbed, topic_of
from studies.items import ITEM, sample_bed, sample_study

STORY, OTHER = "wolf", "recount"


@pytest.mark.parametrize("task", ["utility", "subsumption", "grouping", "alignment", "concepts", "headlines"])
def test_answers_of_the_sample_are_sound(task: str) -> None:
    check_judged(sample_study(task, STORY))


@pytest.mark.parametrize(
    ("task", "field"), [("utility", "utilities"), ("subsumption", "subsumption"), ("grouping", "clusterings")]
)
def test_what_judges_said_comes_back_as_the_lab_has_it(task: str, field: str) -> None:
    judged = sample_study(task, STORY)
    topic, sample = topic_of(judged, judged.materials[0]), sample_bed().topic(STORY)
    if task == "subsumption":
        assert set(topic.subsumption) == set(sample.subsumption)
    else:
        assert getattr(topic, field) == getattr(sample, field)


@pytest.mark.golden("T17")
def test_alignments_come_back_as_gold_with_questions() -> None:
    judged = sample_study("alignment", STORY)
    topic, sample = topic_of(judged, judged.materials[0]), sample_bed().topic(STORY)
    assert [(gold.length, [(set(one.alternatives), one.rank) for one in gold.sentences]) for gold in topic.gold] == [
        (gold.length, [(set(one.alternatives), one.rank) for one in gold.sentences]) for gold in sample.gold
    ]
    assert {(asked.text, asked.answers, asked.length) for asked in topic.questions} == {
        (asked.text, asked.answers, asked.length) for asked in sample.questions
    }


def test_ratings_name_the_systems_again() -> None:
    judged = sample_study("headlines", STORY)
    topic, sample = topic_of(judged, judged.materials[0]), sample_bed().topic(STORY)
    assert set(topic.ratings) == {rating for rating in sample.ratings if rating.task == "headline"}
    assert {headline.id for headline in topic.headlines} == set(judged.judges)


def test_studies_of_the_same_items_become_one_testbed_that_reads_back(tmp_path: Path) -> None:
    tasks = ("utility", "subsumption", "grouping", "alignment", "concepts", "headlines")
    bed = study_testbed([sample_study(task, STORY, OTHER) for task in tasks], name="ours")
    save_testbed(bed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed") == bed
    ready = {each.kind: each.ready for each in readiness(bed)}
    wanted = ("mead-tables", "tsc3-tables", "clustering-agreement", "headline-tables", "subsumption-agreement")
    assert all(ready[kind] for kind in wanted)


@pytest.mark.parametrize(
    ("experiment", "tasks", "words"),
    [
        ("mead-tables", ("utility", "subsumption"), "--systems lead --set rates=[20]"),
        ("tsc3-tables", ("alignment",), "--systems lead"),
        ("clustering-agreement", ("grouping",), ""),
        ("subsumption-agreement", ("subsumption",), ""),
        ("headline-tables", ("headlines",), "--systems title --systems given"),
    ],
)
def test_the_lab_prints_its_tables_from_what_judges_handed_in(
    experiment: str, tasks: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    bed = study_testbed([sample_study(task, STORY, OTHER) for task in tasks], name="ours")
    save_testbed(bed, tmp_path / "bed")
    line = f"lab run {experiment} --testbed bed --workers 1 --resamples 100 --form csv {words}".split()
    done = run_meadow(*line, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ",value," in done.stdout


def test_only_what_was_handed_in_counts() -> None:
    judged = sample_study("utility", STORY)
    held = {judge: dict(slots) for judge, slots in judged.slots.items()}
    del held["ana"][f"{STORY}/submitted"]
    held["bram"][f"{STORY}/skip"] = '"no time"'
    left = replace(judged, slots=held)
    table = topic_of(left, left.materials[0]).utilities
    assert table is not None
    assert table.judges == tuple(sorted(set(judged.judges) - {"ana", "bram"}))


def test_nothing_handed_in_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(InputError, match="Nothing has been handed in yet") as caught:
        study_testbed([Judged("utility", (ITEM,), {"ana": {"mill/utility/m1#0": "3"}})])
    assert caught.value.advice is not None


def test_studies_that_contradict_each_other_are_not_mixed() -> None:
    judged = sample_study("utility", STORY)
    with pytest.raises(InputError, match="both have utilities"):
        study_testbed([judged, judged])
    shorter = replace(judged.materials[0], documents=judged.materials[0].documents[:2])
    with pytest.raises(InputError, match="different documents"):
        study_testbed([sample_study("grouping", STORY), Judged("utility", (shorter,), {})])


def test_an_answer_about_another_item_is_reported() -> None:
    with pytest.raises(InputError, match="no item of the study"):
        check_judged(Judged("utility", (ITEM,), {"ana": {"other/submitted": "true"}}))


def test_the_adjudicator_decides_gold_and_concepts() -> None:
    judged = sample_study("concepts", STORY)
    merged = {f"{STORY}/merged/person/0": '{"text": "The herder", "aliases": ["herder"]}'}
    settled = replace(judged, slots={**judged.slots, "adjudicator": merged})
    assert [concept.text for concept in topic_of(settled, settled.materials[0]).concepts] == ["The herder"]
    assert "adjudicator" not in settled.judges


@pytest.mark.parametrize("task", ["utility", "subsumption", "grouping", "alignment", "concepts", "headlines"])
def test_a_forgotten_document_takes_what_was_said_of_it_along(task: str, tmp_path: Path) -> None:
    judged = sample_study(task, STORY)
    material = judged.materials[0]
    gone = material.documents[0].id
    left = without(StudyItem(material.id, material.title, material.documents), [gone])
    forgotten = replace(judged, materials=(replace(material, documents=left.documents),))
    result_tables(forgotten)
    bed = study_testbed([forgotten], name="ours")
    save_testbed(bed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed") == bed
    assert gone not in (tmp_path / "bed" / "documents.jsonl").read_text(encoding="utf-8")
