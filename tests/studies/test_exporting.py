"""Judgements out and in again, and what a spreadsheet would run is harmless on the way."""

from __future__ import annotations

import json

import pytest

from meadow.errors import InputError, UnknownNameError
from meadow.studies.exporting import FORMATS, GivenAnswer, answer_format, given_answers
from studies.items import ITEM, sample_study

HOSTILE = ["=1+1", "+x", "-x", "@x", "'=x", "''@x", "'plain", "\tx", 'a"b,c\nd', "<script>", "ü–✓", "x\ry"]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("task", ["utility", "subsumption", "grouping", "alignment", "concepts", "headlines"])
def test_what_goes_out_comes_in_again(name: str, task: str) -> None:
    judged = sample_study(task, "wolf")
    answers = list(given_answers(judged))
    form = answer_format(name)
    back = form.parse(form.format(judged.materials, answers))
    assert sorted(back, key=repr) == sorted(answers, key=repr)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_survive_the_way(name: str, text: str) -> None:
    answer = GivenAnswer(
        "concepts", "mill", text.strip() or "x", "concept/factor/0", json.dumps(text, ensure_ascii=False)
    )
    form = answer_format(name)
    assert form.parse(form.format([ITEM], [answer])) == [answer]


@pytest.mark.golden("B10")
def test_no_cell_of_the_csv_starts_a_formula() -> None:
    answers = [GivenAnswer("utility", text, text, f"{text}/x", "-3") for text in HOSTILE]
    written = answer_format("csv").format([], answers)
    starts = [cell.lstrip('"')[:1] for line in written.split("\n")[1:] for cell in line.split(",") if cell]
    assert not set(starts) & set("=+-@\t\r")


def test_label_studio_gets_its_own_shape() -> None:
    judged = sample_study("utility", "wolf")
    tasks = json.loads(answer_format("label-studio").format(judged.materials, given_answers(judged)))
    assert set(tasks[0]) == {"id", "data", "annotations"}
    assert len(tasks[0]["annotations"]) == len(judged.judges)
    result = tasks[0]["annotations"][0]["result"][0]
    assert set(result) == {"id", "from_name", "to_name", "type", "value", "meta"}
    assert {each["type"] for each in tasks[0]["annotations"][0]["result"]} == {"number", "choices"}
    assert tasks[0]["data"]["sentences"][0]["text"] == judged.materials[0].sentences[0].text
    assert "completed_by" not in tasks[0]["annotations"][0]


@pytest.mark.golden("B11")
def test_label_studio_does_not_learn_who_wrote_a_headline() -> None:
    judged = sample_study("headlines", "wolf")
    task = json.loads(answer_format("label-studio").format(judged.materials, []))[0]
    assert [set(each) for each in task["data"]["headlines"]] == [{"id", "text"}] * len(judged.materials[0].candidates)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("jsonl", '{"task": "utility"}', "line 1: This is no judgement"),
        ("jsonl", "nonsense", "no JSON"),
        ("jsonl", '{"task": 3, "item": "a", "judge": "b", "slot": "c", "answer": 1}', "'task' is no text"),
        ("csv", "a,b\n1,2\n", "another heading"),
        ("csv", "task,item,judge,slot,answer\nx,y\n", "2 cells"),
        ("csv", 'task,item,judge,slot,answer\n"x', "cannot be read"),
        ("label-studio", "{}", "no list of tasks"),
        ("label-studio", '[{"data": {}}]', "no annotations"),
        ("label-studio", '[{"annotations": [{"result": [{"value": {}}]}]}]', "which slot it answers"),
        ("label-studio", '[{"annotations": [{}]}]', "no results"),
    ],
)
def test_what_cannot_be_read_is_reported(name: str, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        answer_format(name).parse(text)


def test_an_unknown_format_is_reported() -> None:
    with pytest.raises(UnknownNameError, match="label-studio"):
        answer_format("xml")
