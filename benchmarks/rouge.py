"""ROUGE-1, 2 and L next to rouge-score, in one process: `python -m benchmarks.rouge`."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge_porter import stem_google

_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_ROUNDS = 5
_PEER_PAIRS = 800  # the peer is slow; its pairs are an even sample of ours
_METRICS = ["rouge1", "rouge2", "rougeL"]

Pair = tuple[str, str]


def main() -> None:
    """Print pairs per second for three sets of summaries, stemmed and not, and the ratio to the peer."""
    if not _DATA.is_dir():
        print("../shared/data is not there: nothing to compare")
        return
    from rouge_score import rouge_scorer

    print(
        f"pairs per CPU second, best of {_ROUNDS}; cold = no stem known yet, kernels compiled; every score is checked"
    )
    print(f"{'':<34} {'stem':>5} {'pairs':>6} {'rouge-score':>11} {'cold':>8} {'ratio':>6} {'warm':>8} {'ratio':>6}")
    for name, pairs in _sets().items():
        for stem in (False, True):
            scorer = rouge_scorer.RougeScorer(_METRICS, use_stemmer=stem)
            sample = pairs[:: max(len(pairs) // _PEER_PAIRS, 1)]
            theirs = len(sample) / _seconds(partial(_peer, scorer, sample), rounds=2)
            _check(scorer, sample, stem=stem)
            job = partial(rouge.score_many, pairs, metrics=_METRICS, stem=stem, dialect="google")
            cold = len(pairs) / min(_seconds(job, rounds=1, before=stem_google.cache_clear) for _ in range(_ROUNDS))
            warm = len(pairs) / _seconds(job, rounds=_ROUNDS)
            speeds = f"{theirs:>11,.0f} {cold:>8,.0f} {cold / theirs:>6.0f} {warm:>8,.0f} {warm / theirs:>6.0f}"
            print(f"{name:<34} {stem!s:>5} {len(pairs):>6} {speeds}")


def _sets() -> dict[str, list[Pair]]:
    judged = list(_rows("summary_judgements/summeval.jsonl.gz"))
    clusters = list(_rows("multi_news_100/clusters.jsonl.gz"))
    return {
        "SummEval, first reference": [(row["text"], row["references"][0]) for row in judged],
        "SummEval, every reference": [(row["text"], text) for row in judged for text in row["references"]],
        "Multi-News, eight systems": [
            (text, row["references"][0]["text"]) for row in clusters for text in row["peers"].values()
        ],
    }


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(_DATA / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _peer(scorer: Any, pairs: list[Pair]) -> list[Any]:
    return [scorer.score(reference, candidate) for candidate, reference in pairs]


def _check(scorer: Any, pairs: list[Pair], *, stem: bool) -> None:
    """Stop where one bit differs: a fast wrong answer is worth nothing. Loads the kernels, too."""
    for theirs, ours in zip(
        _peer(scorer, pairs), rouge.score_many(pairs * 2, metrics=_METRICS, stem=stem, dialect="google"), strict=False
    ):
        for metric in _METRICS:
            wanted, found = theirs[metric], ours[metric]
            if (wanted.precision, wanted.recall, wanted.fmeasure) != (found.precision, found.recall, found.f):
                raise SystemExit(f"{metric} differs: {wanted} and {found}")


def _seconds(job: Callable[[], object], *, rounds: int, before: Callable[[], object] | None = None) -> float:
    best = float("inf")
    for _ in range(rounds):
        if before is not None:
            before()
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best


if __name__ == "__main__":
    main()
