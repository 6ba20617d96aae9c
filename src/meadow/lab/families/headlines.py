"""Print ROUGE of headlines plain, with brevity and with length penalty; two or more methods are compared by story.

Headlines and references come like the texts of meadow evaluate rouge; a
method is called like its file. ROUGE counts as in the paper, in the dialect
rouge155, unless --dialect names another. With --quality (CSV or JSON Lines of id,
method, quality, a row per judge), Spearman's rho of ROUGE-1 with length and
quality follows.

Examples:
    meadow evaluate headlines --headlines title.jsonl --references models.jsonl
    meadow evaluate headlines --headlines title.jsonl phrase.jsonl --references models.jsonl --quality quality.csv
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import get_args

from meadow.cli.inputs import read_rows, text_field
from meadow.errors import InputError, ReadError, check_choice
from meadow.lab.evaluate import headlines
from meadow.lab.evaluate.headlines import LengthUnit, Penalty
from meadow.lab.evaluate.rouge import RougeOptions
from meadow.lab.evaluate.rouge_rules import HEADLINE_DIALECT
from meadow.lab.families.comparison import compare_systems
from meadow.lab.families.rouge_ways import by_dialect, token_notes
from meadow.lab.files.texts import Items, align, read_texts, with_short_names
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.text.language import normalize_language

_PENALTIES: tuple[Penalty | None, ...] = (None, "brevity", "length")
_CONSTANT = "A correlation is undefined where a score is the same throughout, or known for fewer than two."

Ratings = Mapping[str, Mapping[str, Sequence[float]]]


@dataclass(frozen=True, slots=True)
class Headlines:
    """The headlines of methods with their references, and what people think of them."""

    items: Items
    ratings: Ratings | None = None


def read(*, headlines: Sequence[str], references: Sequence[str], quality: str | None = None) -> Headlines:
    """Return the headlines, references and ratings of files.

    --headlines, --compare FILE|FOLDER…: Headlines, a set per method.
    --references FILE|FOLDER…: Reference texts, one or more sets.
    --quality FILE: What people think: rows of id, method, quality.
    """
    methods = with_short_names([read_texts(path) for path in headlines])
    items = align(methods, [read_texts(path) for path in references])
    return Headlines(items, None if quality is None else _read_ratings(quality))


def sheet(
    data: Headlines,
    *,
    metrics: tuple[str, ...] = ("rouge1-recall", "rouge1-precision", "rouge2-recall", "rouge2-precision"),
    dialect: str = HEADLINE_DIALECT,
    stem: bool = True,
    unit: LengthUnit = "words",
    language: str = "en",
    seed: int = 0,
) -> Sheet:
    """Return the mean scores of every method, its lengths and penalties, and how scores go with people's ratings.

    How to measure:
    --unit: Lengths in words or characters.
    """
    check_choice("unit of length", unit, get_args(LengthUnit))
    way: RougeOptions = {"stem": stem, "language": normalize_language(language)}
    return by_dialect(dialect, lambda each: _in_dialect(data, metrics, {**way, "dialect": each}, unit, seed))


def _in_dialect(data: Headlines, metrics: Sequence[str], options: RougeOptions, unit: LengthUnit, seed: int) -> Sheet:
    made = _scores(data.items, metrics, options, unit, seed)
    return made if data.ratings is None else made + _correlations(data.items, data.ratings, options, unit)


def _read_ratings(path: str) -> Ratings:
    """Return the ratings of headlines, by method and story: rows of `id`, `method` and `quality`, one per judge."""
    ratings: dict[str, dict[str, list[float]]] = {}
    for number, row in enumerate(read_rows(path), start=1):
        place = f"{path}, row {number}"
        method, story = (text_field(row, (name,), place=place) for name in ("method", "id"))
        try:
            quality = float(str(row.get("quality")))
        except ValueError as error:
            raise ReadError(place, f"the quality is {row.get('quality')!r}.", advice="Give a number.") from error
        ratings.setdefault(method, {}).setdefault(story, []).append(quality)
    return ratings


def _scores(items: Items, metrics: Sequence[str], options: RougeOptions, unit: LengthUnit, seed: int) -> Sheet:
    """Return the mean scores of every method, its lengths and penalties, and how the first differs from the others."""
    with token_notes() as notes:
        scored = {
            (method, metric): [
                headlines.score(texts, items.references, metric=metric, penalty=penalty, unit=unit, **options)
                for penalty in _PENALTIES
            ]
            for method, texts in items.systems.items()
            for metric in metrics
        }
    head = ("method", "metric", "plain", "brevity", "length")
    rows: list[tuple[Cell, ...]] = [(*names, *map(fmean, penalised)) for names, penalised in scored.items()]
    value = {"measure": "headlines", "items": list(items.ids), "scores": records(head, rows)}
    how = [
        headlines.score_signature(metric, references=items.most_references, penalty=penalty, unit=unit, **options)
        for metric in metrics
        for penalty in _PENALTIES
    ]
    made = Sheet(blocks=[make_table(head, rows)], value=value, notes=notes, signatures=how)
    measures = {metric: {method: scored[method, metric][0] for method in items.systems} for metric in metrics}
    return made + _lengths(items, unit, options) + compare_systems(measures, unit="story", seed=seed)


def _correlations(items: Items, ratings: Ratings, options: RougeOptions, unit: LengthUnit) -> Sheet:
    """Return how ROUGE-1 goes with the length of headlines and with people's ratings."""
    quality = {method: _qualities(method, items, ratings) for method in items.systems}
    with token_notes() as notes:
        table = headlines.correlation_table(items.systems, items.references, quality, unit=unit, **options)
    rows = [
        (
            row.metric,
            row.penalty or "none",
            row.length,
            row.quality,
            row.method_length,
            row.method_quality,
            row.signature,
        )
        for row in table
    ]
    keys = ("metric", "penalty", "length", "quality", "method_length", "method_quality", "signature")
    return Sheet(
        blocks=[
            make_table(
                ("metric", "penalty", "length", "quality", "by method: length", "quality"),
                [row[:-1] for row in rows],
                title="Spearman's rho with length and quality",
            )
        ],
        value={"correlations": records(keys, rows)},
        notes=[*notes, *([_CONSTANT] if any(None in row for row in rows) else [])],
        signatures=[row.signature for row in table],
    )


def _lengths(items: Items, unit: LengthUnit, options: RougeOptions) -> Sheet:
    bleu = {
        method: headlines.headline_lengths(texts, items.references, unit=unit, **options)
        for method, texts in items.systems.items()
    }
    rows = [(name, fmean(each.headlines), each.brevity_penalty, each.length_penalty) for name, each in bleu.items()]
    return Sheet(
        blocks=[make_table(("method", f"mean {unit}", "brevity penalty", "length penalty"), rows)],
        value={"lengths": records(("method", "mean_length", "brevity_penalty", "length_penalty"), rows)},
    )


def _qualities(method: str, items: Items, ratings: Ratings) -> list[float | None]:
    if method not in ratings:
        raise InputError(
            f"There is no rating of the method {method!r}.",
            given=method,
            allowed=f"There are ratings of: {', '.join(map(repr, ratings))}.",
            advice="A method is called like its file, without folder and suffix.",
        )
    rated = ratings[method]
    return [fmean(rated[item]) if item in rated else None for item in items.ids]
