"""What single texts are worth to the oracle and to lessons: the figures of the metrics themselves."""

from __future__ import annotations

from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.metric import parse_measure
from meadow.lab.scoring import dialect_notes, figures_of


def test_each_text_has_a_figure_per_notation() -> None:
    texts, references = ["A ferry sank.", "…"], ["The ferry sank off Skerra."]
    found = figures_of(texts, references, ["rouge1.recall", "rouge2(dialect=rouge155)"], language="en")
    first = rouge.score(texts[0], references, metrics=["rouge1"])["rouge1"].recall
    second = rouge.score(texts[0], references, metrics=["rouge2"], dialect="rouge155")["rouge2"].f
    assert found == [[first, second], [0.0, 0.0]]


def test_without_references_nothing_is_worth_anything() -> None:
    assert figures_of(["A ferry sank."], [], ["rouge1", "words"], language="en") == [[0.0, 3.0]]


def test_a_dialect_is_named_where_the_notation_does_not() -> None:
    measures = map(parse_measure, ["rouge1", "words", "rouge2(dialect=rouge155).recall", "rougeW"])
    assert dialect_notes(measures) == ("Dialect google: rouge1, rougeW.",)
    assert dialect_notes(map(parse_measure, ["redundancy", "rouge1(dialect=google)"])) == ()
