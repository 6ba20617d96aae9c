"""Learning the weights of `sequence`: what judgements say by members, and weights that prefer what was chosen."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from command import run_meadow
from meadow.errors import InputError
from meadow.lab.sequence_fitting import fit_sequence
from meadow.lab.sequence_lessons import SequenceLesson, read_lessons
from meadow.model import Document

_LEAD = "The council of {0} voted on Tuesday to close the old bridge over the river."
_NEXT = "The vote in {0} followed a report on cracks that engineers found in May."
_FILLER = "Residents of {0} have walked over the bridge for many years and like the view."


def _documents() -> list[Document]:
    towns = ("Haldmoor", "Skerra", "Carrowmere", "Lethria", "Tolven", "Marenza")
    return [
        Document(town, "Wire", None, " ".join(each.format(town) for each in (_LEAD, _NEXT, _FILLER)), language="en")
        for town in towns
    ]


def _judgement(document: Document) -> str:
    spans = []
    for number, template in enumerate((_LEAD, _NEXT, _FILLER)):
        text = template.format(document.id)
        start = document.text.index(text)
        spans.append([document.id, number, start, start + len(text)])
    row = {
        "story": document.id, "documents": [document.id], "picks": spans[:2],
        "utility": [[*spans[0], 10], [*spans[1], 6]], "outcome": spans[:1], "same": [],
    }  # fmt: skip
    return json.dumps(row)


def _lessons() -> list[SequenceLesson]:
    documents = _documents()
    return read_lessons(map(_judgement, documents), documents)


def test_a_judgement_by_members() -> None:
    lesson = _lessons()[0]
    assert lesson.worth.tolist() == [1.0, 0.6, 0.0]
    assert lesson.outcome.tolist() == [True, False, False]
    assert lesson.picks == (0, 1)
    assert lesson.best == pytest.approx(1.6)
    assert lesson.gains([0]).tolist() == [0.0, 0.6, 0.0]


def test_figures_of_a_summary_by_hand() -> None:
    lesson = _lessons()[0]
    assert lesson.figures([0, 1]) == {"utility": pytest.approx(1.0), "first": 1.0, "empty": 0.0, "twice": 0.0}
    assert lesson.figures([2, 0]) == {"utility": pytest.approx(1 / 1.6), "first": 0.0, "empty": 0.5, "twice": 0.0}


def test_weights_prefer_what_editors_chose() -> None:
    fitted = fit_sequence(_lessons(), folds=3)
    assert fitted.judgements == 6
    assert fitted.weights.opening["log_number"] < 0
    assert fitted.weights.next["log_number"] < 0
    assert fitted.figures["first"] == 1.0


def test_fitting_twice_gives_the_same_weights() -> None:
    assert fit_sequence(_lessons(), folds=2).weights == fit_sequence(_lessons(), folds=2).weights


def test_a_document_that_was_not_given_is_an_error() -> None:
    documents = _documents()
    with pytest.raises(InputError, match="Haldmoor"):
        read_lessons([_judgement(documents[0])], documents[1:])


@pytest.mark.parametrize("line", ["{", "[]", '{"story": "a"}'])
def test_a_line_that_is_no_judgement_is_an_error(line: str) -> None:
    with pytest.raises(InputError, match="judgement"):
        read_lessons([line], _documents())


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(InputError, match="No judgement"):
        read_lessons([], _documents())


def test_the_command_writes_weights(tmp_path: Path) -> None:
    documents = _documents()
    news, chosen, out = tmp_path / "news.jsonl", tmp_path / "chosen.jsonl", tmp_path / "weights.json"
    rows = (json.dumps({"id": each.id, "text": each.text, "lang": "en"}) for each in documents)
    news.write_text("\n".join(rows), encoding="utf-8")
    chosen.write_text("\n".join(map(_judgement, documents)), encoding="utf-8")
    done = run_meadow("lab", "fit", "--summaries", str(chosen), str(news), "--out", str(out), folder=tmp_path)
    assert "utility" in done.stdout
    tables = json.loads(out.read_text(encoding="utf-8"))["weights"]
    assert set(tables) == {"opening", "next", "repeats"}
    assert all(np.isfinite(value) for table in tables.values() for value in table.values())
