"""Adapters: what lm-eval and Hugging Face `evaluate` call gives the same figures as `rouge.score`."""

from __future__ import annotations

import pytest

from meadow.errors import InputError
from meadow.evaluate import rouge
from meadow.evaluate.adapters import METRICS, HuggingFaceMetric, lm_eval

PAIRS = [("The bell rang twice.", "The bell of Tolsby rang."), ("The ferry sails.", "The ferry sails at noon.")]


def expected(metric: str, *, stem: bool = True) -> float:
    values = [rouge.score(text, [reference], metrics=METRICS, stem=stem)[metric].f for text, reference in PAIRS]
    return sum(values) / len(values)


def test_a_task_of_lm_eval_gets_a_figure_per_metric() -> None:
    process = lm_eval("highlights", metrics=("rouge1",), stem=False)
    text, reference = PAIRS[0]
    assert process({"highlights": reference, "article": "…"}, [text]) == {
        "rouge1": rouge.score(text, [reference], metrics=("rouge1",), stem=False)["rouge1"].f
    }
    with pytest.raises(InputError, match=r"has no field 'highlights'.*'summary'"):
        process({"summary": "x"}, ["y"])


def test_a_metric_of_hugging_face_adds_up_and_forgets() -> None:
    metric = HuggingFaceMetric()
    metric.add(prediction=PAIRS[0][0], reference=[PAIRS[0][1]])
    given = metric.compute(predictions=[PAIRS[1][0]], references=[PAIRS[1][1]])
    assert given == pytest.approx({name: expected(name) for name in METRICS})
    with pytest.raises(InputError, match="There is no prediction to measure"):
        metric.compute()
    with pytest.raises(InputError, match="There are 1 predictions and 0 references"):
        metric.add_batch(predictions=["x"], references=[])
