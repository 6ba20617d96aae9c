"""How ROUGE agrees with people: rank correlations with human scores: `python -m benchmarks.metric_correlation`.

Two levels. *Summaries*: within each document or topic the summaries are ranked by the metric and by people, and the
correlations are averaged over documents, so that an easy document cannot pass for a good summary. *Systems*: the
systems are ranked by their means, in each language, and the correlations averaged over languages. SummEval's 16 systems
have 100 summaries each; MultiLing's up to ten systems have ten topics in each of seven languages.

Words are stemmed, sentences split by us, and hits and sizes summed over the references of a summary.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from scipy import stats

from meadow.evaluate import rouge

_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_METRICS = ("rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4")
_SIDES = ("recall", "precision", "f")


@dataclass(frozen=True, slots=True)
class Judged:
    """A summary, what it is compared with, and what people gave it."""

    text: str
    references: tuple[str, ...]
    language: str
    topic: str
    system: str
    human: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's ρ and Kendall's τ-b."""

    spearman: float
    kendall: float

    def __str__(self) -> str:
        return f"{self.spearman:6.3f} {self.kendall:6.3f}"


Values = Sequence[float]
Level = Callable[[Sequence[Judged], Values, Values], Correlation]


def main() -> None:
    """Print one table: a row per ROUGE variant and level, a column per human score."""
    if not _DATA.exists():
        print("../shared/data is not there; nothing to measure")
        return
    collections = {"SummEval": _summeval(), "MultiLing": _multiling()}
    for name, judged in collections.items():
        print(f"{name}: {len(judged)} summaries, {len({each.system for each in judged})} systems")
    columns = [(name, score) for name, judged in collections.items() for score in judged[0].human]
    found = {name: _rouge(judged) for name, judged in collections.items()}
    print(f"{'':<10} {'':<20}" + "".join(f" {name + ' ' + score:>22}" for name, score in columns))
    print(f"{'level':<10} {'metric':<20}" + f" {'rho':>15} {'tau':>6}" * len(columns))
    for level, correlate in {"summaries": _by_summary, "systems": _by_system}.items():
        for variant in found["SummEval"]:
            cells = (
                correlate(collections[name], found[name][variant], _human(collections[name], score))
                for name, score in columns
            )
            print(f"{level:<10} {variant:<20}" + "".join(f" {cell!s:>22}" for cell in cells))


def _rouge(judged: Sequence[Judged]) -> dict[str, list[float]]:
    """Return the value of every variant for each summary."""
    places = defaultdict(list)
    for place, each in enumerate(judged):
        places[each.language].append(place)
    values = {f"{metric} {side}": [0.0] * len(judged) for metric in _METRICS for side in _SIDES}
    for language, rows in places.items():
        pairs = [(judged[place].text, judged[place].references) for place in rows]
        scored = rouge.score_many(pairs, metrics=_METRICS, language=language, multiple="sum", split_sentences=True)
        for place, overlaps in zip(rows, scored, strict=True):
            for metric, overlap in overlaps.items():
                for side in _SIDES:
                    values[f"{metric} {side}"][place] = getattr(overlap, side)
    return values


def _human(judged: Sequence[Judged], score: str) -> list[float]:
    return [each.human[score] for each in judged]


def _by_summary(judged: Sequence[Judged], metric: Values, human: Values) -> Correlation:
    places = defaultdict(list)
    for place, each in enumerate(judged):
        places[each.topic].append(place)
    return _mean(_correlation([metric[p] for p in rows], [human[p] for p in rows]) for rows in places.values())


def _by_system(judged: Sequence[Judged], metric: Values, human: Values) -> Correlation:
    languages: dict[str, dict[str, list[int]]] = {}
    for place, each in enumerate(judged):
        languages.setdefault(each.language, {}).setdefault(each.system, []).append(place)
    return _mean(
        _correlation(*([fmean(values[p] for p in rows) for rows in systems.values()] for values in (metric, human)))
        for systems in languages.values()
    )


def _correlation(metric: Values, human: Values) -> Correlation | None:
    """Return None where one side gives every summary the same: there is nothing to rank."""
    if len(set(metric)) == 1 or len(set(human)) == 1:
        return None
    return Correlation(
        float(stats.spearmanr(metric, human).statistic), float(stats.kendalltau(metric, human).statistic)
    )


def _mean(found: Iterator[Correlation | None]) -> Correlation:
    each = [correlation for correlation in found if correlation is not None]
    return Correlation(fmean(one.spearman for one in each), fmean(one.kendall for one in each))


def _summeval() -> list[Judged]:
    return [
        Judged(row["text"], tuple(row["references"]), "en", row["doc_id"], row["system"], row["scores"])
        for row in _rows("summary_judgements/summeval.jsonl.gz")
    ]


def _multiling() -> list[Judged]:
    """Return each system's summary of a topic with its mean grade."""
    clusters = {row["cluster"]: row for row in _rows("multiling2011/clusters.jsonl.gz")}
    grades: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in _rows("multiling2011/human_grades.jsonl.gz"):
        grades.setdefault((row["cluster"], row["system"]), []).append(row)
    return [_graded(clusters[topic], system, rows) for (topic, system), rows in grades.items()]


def _graded(cluster: Mapping[str, Any], system: str, rows: Sequence[Mapping[str, Any]]) -> Judged:
    references = tuple(reference["text"] for reference in cluster["references"])
    grade = {"grade": fmean(row["grade"] for row in rows)}
    return Judged(rows[0]["text"], references, cluster["lang"], cluster["cluster"], system, grade)


def _rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(_DATA / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main()
