from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.evaluate.clustering import (
    MEASURES,
    Comparison,
    compare,
    mean_comparison,
    nmi,
    v,
    with_bucket,
    with_singletons,
)

CLUSTERS = [0, 0, 1, 1, 2, 2]
CLASSES = [0, 0, 0, 1, 1, 1]
EIGHT = [0, 0, 0, 1, 1, 1, 2, 2]
SINGLE, ONE = list(range(8)), [0] * 8


@st.composite
def two_labellings(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    items = draw(st.integers(1, 40))
    labels = st.lists(st.integers(0, 7), min_size=items, max_size=items)
    return draw(labels), draw(labels)


def values(comparison: Comparison, *names: str) -> list[float]:
    return [getattr(comparison, name) for name in names]


@pytest.mark.golden("G4")
def test_golden_six_items() -> None:
    # Clusters of 2, 2, 2 with class counts (2, 0), (1, 1), (0, 2): only the middle one is mixed, by one bit.
    class_entropy, given_clusters = 1.0, 2 / 6 * 1.0
    cluster_entropy = math.log2(3)
    given_classes = 2 / 3 * math.log2(3 / 2) + 1 / 3 * math.log2(3)
    shared = class_entropy - given_clusters
    found = compare(CLUSTERS, CLASSES)
    assert found.homogeneity == pytest.approx(shared / class_entropy)
    assert found.completeness == pytest.approx(shared / cluster_entropy)
    assert found.vi == pytest.approx(given_clusters + given_classes)
    expected = {
        "homogeneity": 0.666667, "completeness": 0.420620, "v": 0.515804, "v_half": 0.557886, "v_beta": 0.493470,
        "mutual_information": 0.666667, "nmi": 0.515804, "vi": 1.251629, "nvi": 0.484196, "rand": 0.666667,
        "entropy": 0.333333, "purity": 0.833333, "precision": 0.666667, "recall": 0.333333, "f": 0.444444,
    }  # fmt: skip
    assert {name: round(getattr(found, name), 6) for name in expected} == expected


def test_bcubed_by_hand() -> None:
    found = compare(CLUSTERS, CLASSES)
    # Per item, the share of its cluster that is of its class: 1, 1, ½, ½, 1, 1; and of its class in its cluster.
    assert found.bcubed_precision == pytest.approx((1 + 1 + 1 / 2 + 1 / 2 + 1 + 1) / 6)
    assert found.bcubed_recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1 / 3 + 2 / 3 + 2 / 3) / 6)
    assert found.bcubed_f == pytest.approx(2 / 3)


@pytest.mark.golden("G4")
def test_golden_all_singletons() -> None:
    found = compare(SINGLE, EIGHT)
    entropy = -(2 * 3 / 8 * math.log2(3 / 8) + 2 / 8 * math.log2(2 / 8))
    assert entropy == pytest.approx(1.561278, abs=5e-7)
    assert found.completeness == pytest.approx(entropy / math.log2(8))
    names = ("homogeneity", "completeness", "v", "v_half", "v_beta", "nvi", "rand", "entropy", "purity", "f")
    expected = [1, 0.520426, 0.684579, 0.765013, 0.598737, 0.479574, 0.75, 0, 1, 0]
    assert values(found, *names) == pytest.approx(expected, abs=5e-7)


@pytest.mark.golden("G4")
def test_golden_one_cluster() -> None:
    found = compare(ONE, EIGHT)
    names = ("homogeneity", "completeness", "v", "nvi", "rand", "entropy", "purity", "precision", "recall", "f")
    expected = [0, 1, 0, 0.520426, 0.25, 0.985057, 0.375, 0.25, 1, 0.4]
    assert values(found, *names) == pytest.approx(expected, abs=5e-7)
    opposite = compare(ONE, SINGLE)
    assert values(opposite, "vi", "nvi", "rand", "entropy", "purity") == [3, 1, 0, 1, 1 / 8]


@pytest.mark.golden("G4")
@pytest.mark.parametrize("labels", [EIGHT, SINGLE, ONE, [5], ["a", "b"]])
def test_golden_identity_is_exactly_perfect(labels: list[object]) -> None:
    found = compare(labels, labels)
    worst_is_least = [name for name in MEASURES if name not in {"vi", "nvi", "entropy", "mutual_information"}]
    assert values(found, *worst_is_least) == [1.0] * len(worst_is_least)
    assert values(found, "vi", "nvi", "entropy") == [0.0, 0.0, 0.0]


@pytest.mark.golden("G4")
def test_degenerate_values_are_those_decided() -> None:
    assert compare([0, 1], [0, 0]).homogeneity == 1  # one class
    assert compare([0, 0], [0, 1]).completeness == 1  # one cluster
    assert compare([0, 0, 1, 1], [0, 1, 0, 1]).v == 0  # h = c = 0
    assert compare([3], [4]).nvi == 0
    assert values(compare([0, 1, 2], [0, 0, 1]), "precision", "recall", "f") == [0, 0, 0]  # no pair in a cluster
    assert compare([0, 0, 1], [0, 0, 0]).entropy == 0  # one class


@pytest.mark.golden("G4")
@given(two_labellings(), st.floats(0, 50))
def test_v_equals_nmi_for_every_beta(labels: tuple[list[int], list[int]], beta: float) -> None:
    assert v(*labels, beta=beta) == pytest.approx(nmi(*labels, beta=beta), abs=1e-9)


@given(two_labellings())
def test_identities_hold(labels: tuple[list[int], list[int]]) -> None:
    clusters, classes = labels
    there, back = compare(clusters, classes), compare(classes, clusters)
    assert there.v_beta == pytest.approx(back.v_beta)
    assert there.homogeneity == pytest.approx(back.completeness)
    assert (there.precision, there.bcubed_precision) == pytest.approx((back.recall, back.bcubed_recall))
    refined = compare(list(zip(clusters, classes, strict=True)), classes)
    assert (refined.homogeneity, refined.purity, refined.entropy) == (1, 1, 0)
    assert compare([label // 2 for label in classes], classes).completeness == 1
    if len(classes) > 1:
        single, one = compare(range(len(classes)), classes), compare([0] * len(classes), classes)
        assert single.rand + one.rand == pytest.approx(1)


@given(two_labellings())
def test_ranges_hold(labels: tuple[list[int], list[int]]) -> None:
    found = compare(*labels)
    unbounded = {"mutual_information", "vi"}
    assert all(0 <= getattr(found, name) <= 1 + 1e-12 for name in MEASURES if name not in unbounded)
    assert 0 <= found.vi <= math.log2(max(2, len(labels[0]))) + 1e-12


@given(two_labellings())
def test_labels_are_only_names(labels: tuple[list[int], list[int]]) -> None:
    named = [f"cluster {label}" for label in labels[0]]
    reference = compare(*labels)
    for twin in (compare(named, labels[1]), compare(np.array(labels[0]), np.array(labels[1]))):
        assert values(twin, *MEASURES) == pytest.approx(values(reference, *MEASURES))


def test_v_half_is_not_symmetric() -> None:
    assert compare(CLUSTERS, CLASSES).v_half != pytest.approx(compare(CLASSES, CLUSTERS).v_half)


@pytest.mark.parametrize(("cluster_count", "class_count"), [(5, 3), (40, 60), (400, 390)])
def test_equal_to_scikit_learn(cluster_count: int, class_count: int) -> None:
    from sklearn import metrics

    random = np.random.default_rng(cluster_count)
    clusters, classes = random.integers(cluster_count, size=400), random.integers(class_count, size=400)
    found = compare(clusters, classes)
    peers = metrics.homogeneity_completeness_v_measure(classes, clusters)
    assert values(found, "homogeneity", "completeness", "v") == pytest.approx(peers)
    half = metrics.homogeneity_completeness_v_measure(classes, clusters, beta=0.5)[2]
    assert (found.v_half, found.rand) == pytest.approx((half, metrics.rand_score(classes, clusters)))
    assert found.mutual_information * math.log(2) == pytest.approx(metrics.mutual_info_score(classes, clusters))
    assert found.nmi == pytest.approx(metrics.normalized_mutual_info_score(classes, clusters))
    (_, false_positive), (false_negative, true_positive) = metrics.pair_confusion_matrix(classes, clusters)
    assert found.precision == pytest.approx(true_positive / (true_positive + false_positive))
    assert found.recall == pytest.approx(true_positive / (true_positive + false_negative))
    table = metrics.cluster.contingency_matrix(classes, clusters)
    assert found.purity == pytest.approx(table.max(axis=0).sum() / 400)


def test_the_sparse_and_the_dense_count_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    dense = compare(CLUSTERS, CLASSES)
    monkeypatch.setattr("meadow.lab.evaluate.clustering_measures._DENSE_CELLS_PER_ITEM", 0)
    assert compare(CLUSTERS, CLASSES) == dense


@pytest.mark.golden("G3")
def test_irrelevant_items_become_singletons_or_a_bucket() -> None:
    first, second = ["x", "x", None, None, "y", "y"], ["x", "x", None, None, None, None]
    assert with_singletons(first) == [0, 0, 2, 3, 1, 1]
    assert with_bucket(first) == [0, 0, 2, 2, 1, 1]
    # Singletons: the second judge breaks one of the first's four clusters apart; everything else agrees.
    singly = compare(with_singletons(first), with_singletons(second))
    assert [singly.completeness, singly.vi] == pytest.approx([1.0, 2 / 6 * 1.0])
    # Bucket: the first judge's y lies inside the second's bucket of four, half of it.
    bucket = compare(with_bucket(first), with_bucket(second))
    assert [bucket.homogeneity, bucket.vi] == pytest.approx([1.0, 4 / 6 * 1.0])


@pytest.mark.golden("G3")
def test_there_is_no_bucket_if_nothing_is_irrelevant() -> None:
    assert with_bucket(["a", "b", "a"]) == with_singletons(["a", "b", "a"]) == [0, 1, 0]


@given(st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=1))
def test_the_two_ways_keep_clusters_and_differ_in_the_rest(labels: list[int | None]) -> None:
    irrelevant = labels.count(None)
    clusters = len(set(labels) - {None})
    assert len(set(with_singletons(labels))) == clusters + irrelevant
    assert len(set(with_bucket(labels))) == clusters + bool(irrelevant)


def test_a_mean_of_comparisons_says_so() -> None:
    found = mean_comparison([compare(CLUSTERS, CLASSES), compare(CLASSES, CLASSES)])
    assert found.purity == pytest.approx((5 / 6 + 1) / 2)
    assert (found.comparisons, found.cluster_count) == (2, 2.5)
    assert found.signature.startswith("measure:clustering(log=2)|items:6|clusters:2.5|classes:2|mean-of:2|v:")
