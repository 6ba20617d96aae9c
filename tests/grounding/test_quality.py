"""Floors of the verdicts on rewrites of the sample; the figures of all collections are in `docs/results/checking.md`."""

from __future__ import annotations

import pytest
from benchmarks import grounding as bench
from benchmarks._mutations import FALSE
from benchmarks._rewrites import TRUE


@pytest.fixture(autouse=True)
def _sample_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in (bench.stories, bench.givens, bench.rewrites, bench.checker):
        kept.cache_clear()
    monkeypatch.setattr(bench, "shared_rows", lambda *_: ())


def test_false_sentences_are_refused_and_true_ones_are_not() -> None:
    refused_false = [each for patterns in FALSE.values() for pattern in patterns for each in bench.refused(pattern)]
    refused_true = [each for patterns in TRUE.values() for pattern in patterns for each in bench.refused(pattern)]
    assert len(refused_false) > 300
    assert len(refused_true) > 100
    assert sum(refused_false) / len(refused_false) >= 0.95
    assert sum(refused_true) / len(refused_true) <= 0.15
