"""Score texts by their overlap with references; two or more systems are compared, paired by item.

Texts come one per file in a folder (the name without suffix is the id), one
per line, or as JSON Lines of {"id": "ferry", "text": "…"}. Several
references: several sets, or an id that is repeated. A line of a text counts
as a sentence. Metrics: rouge1 … rouge9, rougeL, rougeLsum, rougeW, rougeS4,
rougeSU4.

Examples:
    meadow evaluate rouge --candidates mead.jsonl --references references.jsonl
    meadow evaluate rouge --candidates mead.jsonl --compare lead.jsonl --references references.jsonl --metrics rouge2
    meadow evaluate rouge --candidates mead.jsonl --references references.jsonl --reconcile rouge155
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from meadow.cli.inputs import read_file
from meadow.errors import UsageError, check_choice
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Multiple, parse_exceptions
from meadow.lab.evaluate.rouge_rules import DEFAULT_DIALECT
from meadow.lab.evaluate.significance import bootstrap
from meadow.lab.families.comparison import compare_systems
from meadow.lab.families.rouge_ways import by_dialect, one_dialect, other_way, reconcile_sheet, token_notes
from meadow.lab.files.texts import Items, align, read_texts
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.provenance import signature
from meadow.text.language import normalize_language

SIDES = ("recall", "precision", "f")

_SCRIPT_DIGITS = 5
_ONE_ITEM = "One item gives no interval."

Scores = Mapping[str, list[dict[str, rouge.Overlap]]]


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of systems with their references, and words to treat in another way."""

    items: Items
    stop_words: Sequence[str] | None = None
    exceptions: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Mean:
    """A metric's mean over the items of one system, with the interval of F; None where there is one item."""

    recall: float
    precision: float
    f: float
    low: float | None
    high: float | None
    how: str | None


def read(
    *,
    candidates: Sequence[str],
    references: Sequence[str],
    whole: bool = False,
    stop_list: str | None = None,
    exceptions: Sequence[str] = (),
) -> Texts:
    """Return the texts of files.

    --candidates, --compare FILE|FOLDER…: Texts to score, a set per system.
    --references FILE|FOLDER…: Reference texts, one or more sets.
    --whole: A plain file is one text, not one per line.

    How to measure:
    --stop-list FILE: Leave out these words, one per line.
    --exceptions FILE…: Irregular forms with their base forms (WordNet's .exc).
    """
    items = align(*([read_texts(path, whole=whole) for path in each] for each in (candidates, references)))
    listed = "\n".join(map(read_file, exceptions))
    return Texts(
        items,
        None if stop_list is None else read_file(stop_list).split(),
        parse_exceptions(listed) if exceptions else None,
    )


def sheet(
    data: Texts,
    *,
    metrics: tuple[str, ...] = ("rouge1", "rouge2", "rougeL"),
    dialect: str = DEFAULT_DIALECT,
    stem: bool = True,
    stopwords: bool = False,
    words: int | None = None,
    characters: int | None = None,
    bytes_: int | None = None,
    language: str = "en",
    multiple: Multiple | None = None,
    alpha: float = 0.5,
    split_sentences: bool = False,
    side: str = "f",
    reconcile: str | None = None,
    item: str | None = None,
    items: bool = False,
    seed: int = 0,
) -> Sheet:
    """Return the scores of every system, and how the first one differs from the others.

    --reconcile DIALECT: Explain the difference from another way, e.g. 'rouge155(stem=false)'.
    --item ID: Reconcile this item only.

    How to measure:
    --stopwords: Leave out stop words.
    --multiple: Several references: best, sum, jackknife or jackknife-sum.
    --alpha: The weight of precision in F.
    --split-sentences: Lines are split into sentences first.
    --side: What systems are compared by: f, recall or precision.

    Count only the start of every text (give one):
    --words: The first so many words.
    --characters: The first so many characters.
    --bytes: The first so many bytes.
    """
    way: rouge.RougeOptions = {
        "stem": stem, "stopwords": _stop_words(data, stopwords), "exceptions": data.exceptions, "words": words,
        "characters": characters, "utf8_bytes": bytes_, "language": normalize_language(language), "multiple": multiple,
        "alpha": alpha, "split_sentences": split_sentences,
    }  # fmt: skip
    if reconcile is not None:
        first: rouge.RougeOptions = {**way, "dialect": one_dialect(dialect, why="--reconcile")}
        return reconcile_sheet(data.items, metrics, first, other_way(reconcile, first), only=item)
    score = partial(_scored, data.items, metrics, side=side, seed=seed, show_items=items)
    return by_dialect(dialect, lambda each: score({**way, "dialect": each}))


def _stop_words(data: Texts, stopwords: bool) -> bool | Sequence[str]:
    if stopwords and data.stop_words is not None:
        raise UsageError("--stopwords and --stop-list were both given.", given="--stopwords", advice="Choose one.")
    return stopwords if data.stop_words is None else data.stop_words


def _scored(
    items: Items, metrics: Sequence[str], options: rouge.RougeOptions, *, side: str, seed: int, show_items: bool
) -> Sheet:
    """Return the scores of every system, and how the first one differs from the others."""
    check_choice("side of ROUGE", side, SIDES)
    with token_notes() as notes:
        scores = {name: rouge.score_many(items.pairs(name), metrics=metrics, **options) for name in items.systems}
    how = {metric: rouge.signature(metric, references=items.most_references, **options) for metric in metrics}
    made = _mean_sheet(items, scores, how, options, seed) + Sheet(notes=notes)
    if show_items:
        made += Sheet(blocks=[_item_table(items, scores, metrics, _digits(options))])
    return made + _differences(scores, metrics, side, seed)


def _mean_sheet(items: Items, scores: Scores, how: Mapping[str, str], options: rouge.RougeOptions, seed: int) -> Sheet:
    means = {
        (system, metric): _mean(items.ids, [row[metric] for row in rows], options, seed)
        for system, rows in scores.items()
        for metric in how
    }
    rows = [(system, metric, m.recall, m.precision, m.f, m.low, m.high) for (system, metric), m in means.items()]
    return Sheet(
        blocks=[
            make_table(("system", "metric", "recall", "precision", "F", "low", "high"), rows, digits=_digits(options))
        ],
        value={
            "measure": "rouge",
            "systems": [_value(system, items.ids, scores[system], means, how) for system in scores],
        },
        notes=[_ONE_ITEM] if any(mean.low is None for mean in means.values()) else [],
        signatures=[*how.values(), *(mean.how for mean in means.values() if mean.how is not None)],
    )


def _mean(ids: Sequence[str], scores: Sequence[rouge.Overlap], options: rouge.RougeOptions, seed: int) -> _Mean:
    mean = rouge.average(scores)
    if len(scores) == 1:
        return _Mean(mean.recall, mean.precision, mean.f, None, None, None)
    if options.get("dialect") == "rouge155":
        # The script averages over its own samples, in the order of the ids as text: its figures, to the last digit.
        script = rouge.script_average(
            [score for _, score in sorted(zip(ids, scores, strict=True), key=lambda pair: pair[0])]
        )
        how = signature({"average": "script(resamples=1000, confidence=95)", "unit": "item"})
        return _Mean(script.recall.mean, script.precision.mean, script.f.mean, script.f.low, script.f.high, how)
    interval = bootstrap([score.f for score in scores], seed=seed, unit="item")
    return _Mean(mean.recall, mean.precision, mean.f, interval.low, interval.high, interval.signature)


def _item_table(items: Items, scores: Scores, metrics: Sequence[str], digits: int) -> Table:
    rows = [
        (system, item, metric, row[metric].recall, row[metric].precision, row[metric].f)
        for system, listed in scores.items()
        for item, row in zip(items.ids, listed, strict=True)
        for metric in metrics
    ]
    return make_table(("system", "item", "metric", "recall", "precision", "F"), rows, digits=digits)


def _differences(scores: Scores, metrics: Sequence[str], side: str, seed: int) -> Sheet:
    measures = {
        f"{metric} {'F' if side == 'f' else side}": {
            system: [float(getattr(row[metric], side)) for row in rows] for system, rows in scores.items()
        }
        for metric in metrics
    }
    return compare_systems(measures, unit="item", seed=seed)


def _value(
    system: str,
    ids: Sequence[str],
    rows: Sequence[dict[str, rouge.Overlap]],
    means: Mapping[tuple[str, str], _Mean],
    how: Mapping[str, str],
) -> dict[str, object]:
    return {
        "name": system,
        "scores": {metric: _mean_value(means[system, metric], name) for metric, name in how.items()},
        "items": [
            {"id": item, **{metric: _sides(score) for metric, score in row.items()}}
            for item, row in zip(ids, rows, strict=True)
        ],
    }


def _mean_value(mean: _Mean, how: str) -> dict[str, object]:
    return {
        **_sides(mean), "low": mean.low, "high": mean.high,
        "signature": how, "interval": mean.how,
    }  # fmt: skip


def _sides(score: rouge.Overlap | _Mean) -> dict[str, float]:
    return {side: getattr(score, side) for side in SIDES}


def _digits(options: rouge.RougeOptions) -> int:
    return _SCRIPT_DIGITS if options.get("dialect") == "rouge155" else 4
