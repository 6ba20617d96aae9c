"""Fifty thousand judgements: out and in again in seconds, in every format, and as a testbed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from meadow.lab.folder import save_testbed
from meadow.model import Document
from meadow.studies.agreement import result_tables
from meadow.studies.answer_slots import slot_name
from meadow.studies.exporting import FORMATS, answer_format, given_answers
from meadow.studies.judged import Judged
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.judging.outcomes import take_in
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key
from meadow.studies.testbed import study_testbed
from meadow.workspace import Workspace
from studies.items import frozen

_SECONDS = 5
_ITEMS, _DOCUMENTS, _SENTENCES, _JUDGES = 50, 5, 40, 5


def _study() -> Judged:
    materials = tuple(StudyMaterial(f"item{number}", frozen(_documents(number))) for number in range(_ITEMS))
    slots: dict[str, dict[str, str]] = {}
    for judge in range(_JUDGES):
        own = slots.setdefault(f"judge{judge}", {})
        for material in materials:
            for place, ref in enumerate(material.places):
                own[slot_name(material.id, "utility", sentence_key(ref))] = str((place * 7 + judge * 3) % 11)
            own[slot_name(material.id, "submitted")] = "true"
    return Judged("utility", materials, slots, name="large")


def _documents(item: int) -> list[Document]:
    texts = (
        " ".join(f"Ferry {line} left port {number}." for line in range(_SENTENCES)) for number in range(_DOCUMENTS)
    )
    return [Document(f"d{item}-{number}", text=text, language="en") for number, text in enumerate(texts)]


@pytest.fixture(scope="module")
def study() -> Judged:
    made = _study()
    assert sum(map(len, made.slots.values())) >= 50_000
    return made


@pytest.mark.drill
@pytest.mark.parametrize("name", FORMATS)
def test_judgements_go_out_and_come_in_within_seconds(name: str, study: Judged) -> None:
    start = time.perf_counter()
    form = answer_format(name)
    text = form.format(study.materials, given_answers(study))
    out = time.perf_counter() - start
    assert len(form.parse(text)) == sum(map(len, study.slots.values()))
    assert out < _SECONDS
    assert time.perf_counter() - start < 2 * _SECONDS


@pytest.mark.drill
def test_a_testbed_of_them_is_written_within_seconds(study: Judged, tmp_path: Path) -> None:
    start = time.perf_counter()
    save_testbed(study_testbed([study]), tmp_path / "bed")
    assert time.perf_counter() - start < 4 * _SECONDS


@pytest.mark.drill
def test_agreement_of_them_is_known_within_seconds(study: Judged) -> None:
    start = time.perf_counter()
    assert len(result_tables(study)) == 3
    assert time.perf_counter() - start < 4 * _SECONDS


@pytest.mark.drill
def test_a_workspace_takes_them_in_and_gives_them_out_within_seconds(study: Judged, tmp_path: Path) -> None:
    topics = [Topic(material.id, material.documents, id=material.id) for material in study.materials]
    with Workspace(tmp_path) as workspace:
        made = workspace.judging.new(StudyPlan("utility", "large"), topics, list(study.judges))
        start = time.perf_counter()
        with workspace.store.writing() as writer:
            assert take_in(writer, made.study, given_answers(study), workspace.clock()) >= 50_000
        taken = time.perf_counter()
        text = workspace.judging.answers(made.study.id, "jsonl")
        assert time.perf_counter() - taken < _SECONDS
        assert taken - start < 4 * _SECONDS
    assert text.count("\n") >= 50_000 - 1
