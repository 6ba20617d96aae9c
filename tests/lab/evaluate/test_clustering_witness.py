"""The measures once more, straight from the source's formulas: loops over clusters, items and pairs of items."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import combinations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.evaluate.clustering import beside, compare, contingency, information
from shared import shared

Pairs = list[tuple[int, int]]
labelled = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25)


def entropy(labels: list[int]) -> float:
    return -sum(n / len(labels) * log2(n / len(labels)) for n in Counter(labels).values())


def conditional_entropy(inner: list[int], outer: list[int]) -> float:
    """Return H(inner | outer), equation (2)."""
    sizes, shared_items = Counter(outer), Counter(zip(outer, inner, strict=True))
    return -sum(n / len(inner) * log2(n / sizes[place]) for (place, _), n in shared_items.items())


def pair_counts(clusters: list[int], classes: list[int]) -> tuple[int, int, int, int]:
    """Return TP, FP, FN and TN, section 5.4."""
    kinds = Counter(
        (clusters[one] == clusters[two], classes[one] == classes[two])
        for one, two in combinations(range(len(clusters)), 2)
    )
    return kinds[True, True], kinds[True, False], kinds[False, True], kinds[False, False]


@pytest.mark.golden("G4")
@given(labelled)
def test_information_measures_follow_the_printed_equations(rows: Pairs) -> None:
    clusters, classes = [x for x, _ in rows], [y for _, y in rows]
    found = compare(clusters, classes)
    joint = -sum(n / len(rows) * log2(n / len(rows)) for n in Counter(rows).values())
    assert found.mutual_information == pytest.approx(entropy(classes) + entropy(clusters) - joint, abs=1e-9)
    variation = conditional_entropy(classes, clusters) + conditional_entropy(clusters, classes)
    assert found.vi == pytest.approx(variation, abs=1e-9)
    if len(rows) > 1:
        assert found.nvi == pytest.approx(variation / log2(len(rows)), abs=1e-9)
    if entropy(classes) > 0:
        h = 1 - conditional_entropy(classes, clusters) / entropy(classes)
        assert found.homogeneity == pytest.approx(h, abs=1e-9)
    if entropy(clusters) > 0:
        c = 1 - conditional_entropy(clusters, classes) / entropy(clusters)
        assert found.completeness == pytest.approx(c, abs=1e-9)


@pytest.mark.golden("G4")
@given(labelled)
def test_pair_measures_count_pairs(rows: Pairs) -> None:
    clusters, classes = [x for x, _ in rows], [y for _, y in rows]
    found = compare(clusters, classes)
    tp, fp, fn, tn = pair_counts(clusters, classes)
    if tp + fp + fn + tn:
        assert found.rand == pytest.approx((tp + tn) / (tp + fp + fn + tn))
    if tp + fp + fn:
        assert found.precision == pytest.approx(tp / (tp + fp) if tp + fp else 0)
        assert found.recall == pytest.approx(tp / (tp + fn) if tp + fn else 0)
        total = found.precision + found.recall
        assert found.f == pytest.approx(2 * found.precision * found.recall / total if total else 0)
    else:
        assert (found.precision, found.recall, found.f) == (1, 1, 1)


@pytest.mark.golden("G4")
@given(labelled)
def test_item_measures_look_at_every_item(rows: Pairs) -> None:
    clusters, classes = [x for x, _ in rows], [y for _, y in rows]
    found = compare(clusters, classes)
    groups = {place: [y for x, y in rows if x == place] for place in clusters}
    purity = sum(max(Counter(group).values()) for group in groups.values()) / len(rows)
    assert found.purity == pytest.approx(purity)
    undivided = sum(len(group) / len(rows) * entropy(group) for group in groups.values())
    assert found.entropy == pytest.approx(undivided / log2(len(set(classes))) if len(set(classes)) > 1 else 0, abs=1e-9)
    precision = sum(groups[x].count(y) / len(groups[x]) for x, y in rows) / len(rows)
    assert found.bcubed_precision == pytest.approx(precision)


@given(labelled)
def test_the_table_holds_every_item_once(rows: Pairs) -> None:
    table = contingency([x for x, _ in rows], [y for _, y in rows])
    assert table.items == len(rows)
    assert sorted(table.shared.tolist()) == sorted(Counter(rows).values())
    assert np.bincount(table.cluster, weights=table.shared).tolist() == table.cluster_sizes.tolist()
    assert np.bincount(table.class_, weights=table.shared).tolist() == table.class_sizes.tolist()


@given(labelled)
def test_what_is_shared_is_what_conditions_take_away(rows: Pairs) -> None:
    known = information(contingency([x for x, _ in rows], [y for _, y in rows]))
    assert known.mutual == pytest.approx(known.clusters - known.clusters_given_classes, abs=1e-9)
    assert known.variation == pytest.approx(known.clusters + known.classes - 2 * known.mutual, abs=1e-9)


def test_confusable_events_merged_are_complete_but_not_homogeneous() -> None:
    with gzip.open(shared("data", "ecb_plus", "docs.jsonl.gz"), "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    events, topics = [each["cluster"] for each in documents], [each["topic"] for each in documents]
    found = beside(topics, events, draws=20)
    assert (found.result.completeness, found.result.recall) == (1, 1)
    assert found.result.cluster_count == found.result.class_count / 2
    assert found.random is not None
    rivals = (found.all_singletons, found.one_cluster, found.random)
    assert all(rival.v_beta < found.result.v_beta < 1 for rival in rivals)
    assert all(rival.bcubed_f < found.result.bcubed_f < 1 for rival in rivals)
