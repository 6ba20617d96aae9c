"""Meadow's ROUGE where other programs expect a metric: a task of lm-eval, and the interface of Hugging Face `evaluate`.

Neither program is imported: both call plain functions and methods. Values are F1 from 0
to 1, means over the examples.

Source: the task guide of lm-evaluation-harness (`process_results: !function`) and `evaluate.EvaluationModule`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meadow.errors import InputError
from meadow.lab.evaluate.rouge import score_many

METRICS = ("rouge1", "rouge2", "rougeL")

ProcessResults = Callable[[Mapping[str, Any], Sequence[str]], dict[str, float]]


def lm_eval(target: str = "summary", *, metrics: Sequence[str] = METRICS, **settings: Any) -> ProcessResults:
    """Return a `process_results` for a task of lm-eval: the answer of a model against a field of the document.

    `target` is the field that holds the reference, or a list of several; `settings` are those of `rouge.score`.
    """

    def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
        """Return one figure per metric for one document."""
        if target not in doc:
            raise InputError(f"The document has no field {target!r}.", given=target, allowed=", ".join(map(repr, doc)))
        return _means([results[0]], [doc[target]], metrics, settings)

    return process_results


class HuggingFaceMetric:
    """A metric with the methods of Hugging Face `evaluate`: `add`, `add_batch` and `compute`."""

    def __init__(self, metrics: Sequence[str] = METRICS, **settings: Any) -> None:
        self.name = "meadow_rouge"
        self._metrics, self._settings = tuple(metrics), settings
        self._predictions: list[str] = []
        self._references: list[Any] = []

    def add(self, *, prediction: str, reference: str | Sequence[str]) -> None:
        """Take one prediction and its reference, or several references of it."""
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Sequence[str], references: Sequence[str | Sequence[str]]) -> None:
        """Take predictions, each with its reference or references."""
        if len(predictions) != len(references):
            raise InputError(
                f"There are {len(predictions)} predictions and {len(references)} references.",
                given=f"{len(predictions)}, {len(references)}", allowed="As many of one as of the other.",
                advice="Give several references of one prediction as a list.",
            )  # fmt: skip
        self._predictions += predictions
        self._references += references

    def compute(
        self, *, predictions: Sequence[str] = (), references: Sequence[str | Sequence[str]] = ()
    ) -> dict[str, float]:
        """Return the mean of each metric over all that was given, and forget it."""
        self.add_batch(predictions=predictions, references=references)
        given, self._predictions = self._predictions, []
        wanted, self._references = self._references, []
        if not given:
            raise InputError("There is no prediction to measure.", given="0", advice="Give predictions and references.")
        return _means(given, wanted, self._metrics, self._settings)


def _means(
    given: Sequence[str], references: Sequence[Any], metrics: Sequence[str], settings: Mapping[str, Any]
) -> dict[str, float]:
    pairs = [
        (text, [each] if isinstance(each, str) else list(each)) for text, each in zip(given, references, strict=True)
    ]
    scores = list(score_many(pairs, metrics=metrics, **settings))
    return {metric: sum(score[metric].f for score in scores) / len(scores) for metric in metrics}
