from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.clustering import (
    beside,
    clustering_size,
    compare,
    interjudge_table,
    mean_comparison,
    random_baseline,
    split_merge_study,
    v_beside,
    with_bucket,
    with_singletons,
)

# Table 2: sentences of the set, then (s, c) of each judge.
TABLE_2 = {
    "Rushdie": (103, [(70, 15), (41, 10), (74, 14)]),
    "Volcano": (162, [(92, 30), (57, 21), (46, 16)]),
    "EgyptAir": (191, [(85, 28), (44, 15), (75, 19), (53, 20)]),
    "Schulz": (248, [(54, 16), (38, 11), (120, 7)]),
}
# 15 clusters of 70 sentences with 208 pairs inside; Judge A's clusters of the Rushdie set must have had 206 to 229.
JUDGE_A = np.repeat(np.arange(15), [14, 10, 6, 6, 5, 5, 4, 3, 3, 3, 3, 2, 2, 2, 2])


def simulated_judge(items: int, sentences: int, clusters: int, seed: int) -> list[int | None]:
    """Return labels of the given size: two sentences in every cluster, the others anywhere, the rest irrelevant."""
    random = np.random.default_rng(seed)
    used = np.concatenate([np.repeat(np.arange(clusters), 2), random.integers(clusters, size=sentences - 2 * clusters)])
    labels: list[int | None] = [*used.tolist(), *[None] * (items - sentences)]
    return [labels[place] for place in random.permutation(items)]


@pytest.mark.golden("G5")
def test_golden_random_baseline_over_judges_of_the_published_sizes() -> None:
    judges = [
        simulated_judge(items, sentences, clusters, seed)
        for items, sizes in TABLE_2.values()
        for seed, (sentences, clusters) in enumerate(sizes)
    ]
    baselines = [random_baseline(labels, draws=100, seed=0) for labels in judges]
    assert sum(each.bucket.comparisons for each in baselines) == 1300
    singletons = mean_comparison(each.singletons for each in baselines)
    bucket = mean_comparison(each.bucket for each in baselines)
    assert [singletons.v_beta, singletons.v_half, singletons.nvi] == pytest.approx([0.64, 0.73, 0.44], abs=0.02)
    assert [bucket.v_beta, bucket.v_half, bucket.nvi] == pytest.approx([0.28, 0.28, 0.66], abs=0.02)


@pytest.mark.golden("G5")
def test_the_judge_is_compared_as_clusters_with_the_random_ones_as_classes() -> None:
    labels = [0, 0, 1, 1, None, None]
    random = np.random.default_rng(7)
    drawn = random.integers(random.integers(2, 3, endpoint=True), size=6)
    found = random_baseline(labels, draws=1, seed=7)
    assert found.singletons == compare(with_singletons(labels), drawn)
    assert found.bucket == compare(with_bucket(labels), drawn)
    assert found.signature.startswith("measure:clustering(log=2)|baseline:random(draws=1, seed=7)|v:")


def test_a_seed_repeats_the_baseline_and_another_does_not() -> None:
    labels = [*range(5), *range(5), None]
    assert random_baseline(labels, seed=3) == random_baseline(labels, seed=3)
    assert random_baseline(labels, seed=3).bucket != random_baseline(labels, seed=4).bucket


@pytest.mark.golden("G6")
def test_golden_split_merge_study_of_judge_a() -> None:
    points = split_merge_study(JUDGE_A)
    assert [point.cluster_count for point in points] == list(range(1, 71))
    assert points[-1].rand == 1 - 208 / 2415
    assert round(points[-1].rand, 2) == 0.91
    assert points[-1].f == 0  # the source: F takes all singletons for the opposite of the classes
    original = points[14]
    assert (original.v, original.f, original.rand, original.vi) == (1, 1, 1, 0)
    assert points[0] == compare([0] * 70, JUDGE_A)
    assert points[-1] == compare(range(70), JUDGE_A)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=25), st.integers(0, 5))
def test_splits_stay_homogeneous_and_merges_complete(classes: list[int], seed: int) -> None:
    points = split_merge_study(classes, seed=seed)
    start = len(set(classes))
    assert [point.cluster_count for point in points] == list(range(1, len(classes) + 1))
    assert all(point.completeness == 1 for point in points[: start - 1])
    assert all((point.homogeneity, point.purity, point.entropy) == (1, 1, 0) for point in points[start:])
    assert points[start - 1].vi == 0


def test_each_step_changes_one_cluster_only() -> None:
    points = split_merge_study(JUDGE_A, seed=1)
    merged, split = points[:15][::-1], points[14:]
    for chain in (merged, split):
        distances = [point.vi for point in chain]
        assert distances == sorted(distances)  # away from the classes, step by step


@pytest.mark.golden("G7")
def test_golden_sizes_of_table_2() -> None:
    items, sizes = TABLE_2["Rushdie"]
    found = clustering_size(simulated_judge(items, *sizes[0], seed=0))
    assert (found.sentences, found.clusters) == (70, 15)
    assert found.sentences_per_cluster == pytest.approx(4.67, abs=0.005)
    assert clustering_size([None, None]).sentences_per_cluster is None


@pytest.mark.golden("G7")
def test_interjudge_table_has_a_row_per_pair_in_both_ways() -> None:
    sets = {
        name: {f"judge {n}": simulated_judge(items, *size, seed=n) for n, size in enumerate(sizes)}
        for name, (items, sizes) in TABLE_2.items()
    }
    table = interjudge_table(sets, draws=5, seed=2)
    assert len(table.pairs) == 15  # three pairs in three sets, six in the one with four judges
    first = table.pairs[0]
    assert (first.set, first.judges) == ("Rushdie", ("judge 0", "judge 1"))
    one, two = sets["Rushdie"]["judge 0"], sets["Rushdie"]["judge 1"]
    assert first.ways.singletons == compare(with_singletons(one), with_singletons(two))
    assert first.ways.bucket == compare(with_bucket(one), with_bucket(two))
    assert table.mean.bucket.nvi == pytest.approx(np.mean([pair.ways.bucket.nvi for pair in table.pairs]))
    assert (table.base.singletons.comparisons, table.base.draws, table.base.seed) == (13 * 5, 5, 2)
    assert table.sizes["Schulz", "judge 2"].sentences == 120


@pytest.mark.golden("G7")
def test_judges_who_agree_beat_the_baseline() -> None:
    labels = simulated_judge(103, 70, 15, seed=0)
    table = interjudge_table({"set": {"a": labels, "b": labels, "c": [*labels[:-1], None]}}, draws=10)
    assert table.pairs[0].ways.bucket.v_beta == 1
    assert table.mean.bucket.v_beta > 0.9 > table.base.bucket.v_beta
    assert table.mean.singletons.nvi < 0.1 < table.base.singletons.nvi


def test_trivial_answers_stand_beside_a_result() -> None:
    classes = [0, 0, 0, 1, 1, 1, 2, 2]
    found = beside(classes, classes, draws=20, seed=1)
    assert found.result.v == 1
    assert found.all_singletons == compare(range(8), classes)
    assert found.one_cluster == compare([0] * 8, classes)
    assert found.random is not None
    assert found.random.comparisons == 20
    assert list(found.rows) == ["result", "all singletons", "one cluster", "random"]


def test_v_at_a_beta_stands_beside_the_same_answers() -> None:
    clusters, classes = [0, 0, 1, 1, 2, 2, 2, 0], [0, 0, 0, 1, 1, 1, 2, 2]
    found = v_beside(clusters, classes, beta=1.0, draws=20, seed=1)
    other = beside(clusters, classes, draws=20, seed=1)
    assert other.random is not None
    assert found == pytest.approx(
        {
            "result": other.result.v,
            "all_singletons": other.all_singletons.v,
            "one_cluster": 0.0,
            "random": other.random.v,
        }
    )
    assert v_beside([0, 0, 1], [0, 1, 1], beta=2.0)["random"] is None


def test_below_four_items_nothing_is_random() -> None:
    found = beside([0, 0, 1], [0, 1, 1])
    assert found.random is None
    assert list(found.rows) == ["result", "all singletons", "one cluster"]


def test_errors_say_what_to_do() -> None:
    with pytest.raises(InputError, match=r"no random clustering of 3 items.*At least four"):
        random_baseline([0, 0, 1])
    with pytest.raises(UsageError, match="number of draws is 0"):
        random_baseline([0, 0, 1, 1], draws=0)
    with pytest.raises(InputError, match="with_singletons"):
        split_merge_study([0, 0, None])
    with pytest.raises(InputError, match="No set has two judges"):
        interjudge_table({"set": {"only": [0, 0, 1, 1]}})
