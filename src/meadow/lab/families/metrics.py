"""Score texts by metrics named as in the lab; two or more systems are compared, paired by item.

Texts come like those of meadow evaluate rouge. A metric is a name with
parameters and a part, such as rouge2(stem=false).recall; meadow methods lists
them. Several references: several sets, or an id that is repeated.

Examples:
    meadow evaluate metrics --candidates mead.jsonl --references references.jsonl
    meadow evaluate metrics --candidates mead.jsonl lead.jsonl --metrics words,redundancy
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from meadow.cli.reading import load_plugins
from meadow.errors import InputError
from meadow.lab.evaluate.metric import (
    Item,
    Measure,
    corpus_interval,
    full_notation,
    parse_measure,
    score_corpus,
    score_items,
)
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.texts import Items, align, read_texts
from meadow.lab.tables.sheet import Sheet, make_table, records
from meadow.provenance import signature
from meadow.text.language import detect_language, normalize_language
from meadow.text.sentences import split_sentences

Systems = Mapping[str, Sequence[Item]]

_ONE_ITEM = "One item gives no interval."
_NO_REFERENCES = "needs references: give --references."


@dataclass(frozen=True, slots=True)
class SystemTexts:
    """The texts of systems, split into sentences, with their references, and what items are called."""

    ids: Sequence[str]
    systems: Systems


def read(
    *,
    candidates: Sequence[str],
    references: Sequence[str] = (),
    language: str | None = None,
    plugin: Sequence[str] = (),
) -> SystemTexts:
    """Return the texts of files.

    --candidates, --compare FILE|FOLDER…: Texts to score, a set per system.
    --references FILE|FOLDER…: Reference texts, if any.
    --language: The language of the texts; else that of each item is found.

    Method:
    --plugin FILE…: Python files that add methods.
    """
    load_plugins(plugin)
    given = align(*([read_texts(path) for path in each] for each in (candidates, references)))
    return SystemTexts(given.ids, split_items(given, language))


def split_items(given: Items, language: str | None) -> Systems:
    """Return the items of each system, split into sentences; an item's language is found in its references unless given."""
    codes = [
        detect_language("\n".join((*references, *texts))) if language is None else normalize_language(language)
        for references, *texts in zip(given.references, *given.systems.values(), strict=True)
    ]
    return {
        system: [
            Item(_sentences(text, code), tuple("\n".join(_sentences(each, code)) for each in references), code)
            for text, references, code in zip(texts, given.references, codes, strict=True)
        ]
        for system, texts in given.systems.items()
    }


def sheet(
    data: SystemTexts,
    *,
    metrics: tuple[str, ...] = ("rouge2", "rouge2.recall", "words", "redundancy"),
    items: bool = False,
    seed: int = 0,
) -> Sheet:
    """Return each measure of every system as a whole, and how the first system differs from the others item by item."""
    ids, systems, measures = data.ids, data.systems, [parse_measure(name) for name in metrics]
    _check_references(systems, measures)
    scores = {system: score_items(each, measures) for system, each in systems.items()}
    rows, intervals = [], []
    for system, measure in product(systems, measures):
        interval = corpus_interval(systems[system], measure, seed=seed) if len(ids) > 1 else None
        bounds = (None, None) if interval is None else (interval.low, interval.high)
        rows.append((system, str(measure), score_corpus(systems[system], measure), *bounds))
        intervals += [] if interval is None else [interval.signature]
    how = {str(measure): _signature(measure, systems) for measure in measures}
    named = [(system, item, row) for system, each in scores.items() for item, row in zip(ids, each, strict=True)]
    made = Sheet(
        blocks=[make_table(("system", "metric", "value", "low", "high"), rows)],
        value={
            "measure": "metrics",
            "scores": records(("system", "metric", "value", "low", "high"), rows),
            "items": [{"system": system, "id": item, **row} for system, item, row in named],
        },
        notes=[_ONE_ITEM] if len(ids) == 1 else [],
        signatures=[*how.values(), *intervals],
    )
    if items:
        cells = [(system, item, *row.values()) for system, item, row in named]
        made += Sheet(blocks=[make_table(("system", "item", *how), cells)])
    values = {
        name: {system: [float(row[name] or 0.0) for row in each] for system, each in scores.items()} for name in how
    }
    return made + compare_systems(values, unit="item", seed=seed)


def _sentences(text: str, language: str) -> tuple[str, ...]:
    return tuple(line[start:end] for line in text.splitlines() for start, end in split_sentences(line, language))


def _signature(measure: Measure, systems: Systems) -> str:
    every = [item for items in systems.values() for item in items]
    languages = "+".join(dict.fromkeys(item.language for item in every))
    most = max(len(item.references) for item in every)
    return signature({"metric": full_notation(measure), "language": languages, "refs": most})


def _check_references(systems: Systems, measures: Sequence[Measure]) -> None:
    lacking = next((each for each in measures if each.metric.needs_references), None)
    if lacking is not None and not all(item.references for items in systems.values() for item in items):
        raise InputError(f"The metric {str(lacking)!r} {_NO_REFERENCES}", given=str(lacking))
