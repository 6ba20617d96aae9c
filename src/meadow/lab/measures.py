"""Measures of a summary by notation: `rouge2`, `rouge1(stem=false).recall`, `words`, `redundancy`.

A notation is a spec with an optional part behind a point, and its canonical text parses back to the same measure. ROUGE
counts as the script ROUGE-1.5.5 does unless `dialect=google` is given; several references are then summed.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

from meadow.errors import NoTokensWarning, SpecError, UnknownNameError
from meadow.evaluate import rouge
from meadow.evaluate.rouge_metrics import parse_metric
from meadow.evaluate.rouge_rules import Options, rules_for
from meadow.lab.tables import Better
from meadow.spec import Spec, parse_spec
from meadow.text.tokens import count_printed_words
from meadow.text.tokens import words as words_of
from meadow.vectors.similarity import word_overlap

Part = Literal["precision", "recall", "f"]

_PARTS: tuple[Part, ...] = ("precision", "recall", "f")
_OPTIONS = ("stem", "stopwords", "words", "characters", "dialect", "multiple", "alpha")
# Measures that need no reference, and which way is good.
_PLAIN: Mapping[str, Better | None] = {"words": None, "characters": None, "sentences": None, "redundancy": "lower"}
DIALECT = "rouge155"


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure about a summary: a ROUGE metric with its options and part, or a plain count."""

    metric: str
    part: Part | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        if self.part is None:
            return self.metric
        spec = parse_spec(self.metric)
        named = str(Spec(spec.name, (), (*spec.keywords, *self.options)))
        return named if self.part == "f" else f"{named}.{self.part}"

    @property
    def better(self) -> Better | None:
        """Which end of it is good."""
        return _PLAIN[self.metric] if self.part is None else "higher"

    @property
    def digits(self) -> int:
        """How many digits a table shows."""
        return 1 if self.metric in ("words", "characters", "sentences") else 3


@dataclass(frozen=True, slots=True)
class Written:
    """A summary to be measured: its sentences as printed, and its language."""

    sentences: tuple[str, ...]
    language: str = "en"

    @property
    def text(self) -> str:
        """The sentences, one per line, as ROUGE-L of summaries wants them."""
        return "\n".join(self.sentences)


def parse_measure(text: str) -> Measure:
    """Return the measure that a notation stands for."""
    body, part = _split_part(text.strip())
    spec = parse_spec(body)
    if spec.name in _PLAIN:
        if spec.keywords or spec.positional or part is not None:
            raise SpecError(f"The measure {text!r} takes no options.", given=text, allowed=f"Write {spec.name}.")
        return Measure(spec.name)
    if not spec.name.startswith("rouge"):
        known = (*_PLAIN, "rouge1", "rouge2", "rougeL", "rougeLsum", "rougeSU4", "rougeW")
        raise UnknownNameError("measure", spec.name, known)
    own = tuple((key, value) for key, value in spec.keywords if key == "weight")
    metric = str(parse_metric(str(Spec(spec.name, spec.positional, own))))
    options = tuple(sorted((key, value) for key, value in spec.keywords if key != "weight"))
    unknown = [key for key, _ in options if key not in _OPTIONS]
    if unknown:
        raise UnknownNameError(f"option of {spec.name}", unknown[0], _OPTIONS)
    rules_for({"dialect": DIALECT, **dict(options)})  # type: ignore[typeddict-item]  # raises what is wrong with a value
    return Measure(metric, part or "f", options)


def measure_many(
    summaries: Sequence[Written], references: Sequence[Sequence[str]], measures: Sequence[Measure]
) -> list[dict[str, float | None]]:
    """Return each summary's figures by notation; a ROUGE of a summary without references is None."""
    found: list[dict[str, float | None]] = [{} for _ in summaries]
    for measure in measures:
        values = _rouge(summaries, references, measure) if measure.part is not None else map(_plain(measure), summaries)
        for row, value in zip(found, values, strict=True):
            row[str(measure)] = value
    return found


def _rouge(summaries: Sequence[Written], references: Sequence[Sequence[str]], measure: Measure) -> list[float | None]:
    """Return a ROUGE figure of each summary, scored together by language: each text is then read once."""
    values: list[float | None] = [None] * len(summaries)
    part: Part = measure.part or "f"
    for language in dict.fromkeys(summary.language for summary in summaries):
        places = [place for place, each in enumerate(summaries) if each.language == language and references[place]]
        pairs = [(summaries[place].text, list(references[place])) for place in places]
        options: Options = {"dialect": DIALECT, "language": language, **dict(measure.options)}  # type: ignore[typeddict-item]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NoTokensWarning)  # an empty summary scores 0, as it should
            scores = rouge.score_many(pairs, metrics=[measure.metric], **options)
        for place, score in zip(places, scores, strict=True):
            values[place] = float(getattr(score[measure.metric], part))
    return values


def _plain(measure: Measure) -> Any:
    return {
        "words": lambda each: float(sum(count_printed_words(text, each.language) for text in each.sentences)),
        "characters": lambda each: float(sum(map(len, each.sentences))),
        "sentences": lambda each: float(len(each.sentences)),
        "redundancy": redundancy,
    }[measure.metric]


def redundancy(summary: Written) -> float:
    """Return the mean over sentences of the largest word overlap R_s with another one of the summary (M7)."""
    rows = [words_of(sentence, summary.language) for sentence in summary.sentences]
    largest = [
        max((word_overlap(row, other) for at, other in enumerate(rows) if at != place), default=0.0)
        for place, row in enumerate(rows)
    ]
    return fmean(largest) if largest else 0.0


def _split_part(text: str) -> tuple[str, Part | None]:
    body, point, tail = text.rpartition(".")
    if not point or "(" in tail or ")" in tail:
        return text, None
    part = next((known for known in _PARTS if known == tail), None)
    if part is None:
        raise UnknownNameError("part of a measure", tail, _PARTS)
    return body, part
