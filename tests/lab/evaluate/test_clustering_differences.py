from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError
from meadow.lab.evaluate.clustering import Change, clustering_size, differences


def clusters(*sizes: int, first: int = 0) -> list[int | None]:
    return [first + number for number, size in enumerate(sizes) for _ in range(size)]


def labellings() -> st.SearchStrategy[list[tuple[int | None, int | None]]]:
    label = st.one_of(st.none(), st.integers(0, 4))
    return st.lists(st.tuples(label, label), min_size=1, max_size=30)


@pytest.mark.golden("G10")
def test_golden_schulz_judges_a_and_b() -> None:
    # 29 sentences are in clusters of both judges; 25 only in the first's, 9 only in the second's; 185 in neither.
    # Of the 29, four identical clusters hold 16, and of the other 13 three lie elsewhere.
    a = [*clusters(4, 4, 4, 4, 5, 5, 3), *clusters(5, 5, 5, 5, 5, first=20), *[None] * 9, *[None] * 185]
    moved = [4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 4]
    b = [*clusters(4, 4, 4, 4), *moved, *[None] * 25, *clusters(5, 4, first=30), *[None] * 185]
    found = differences(a, b)
    assert (clustering_size(a).sentences, clustering_size(b).sentences) == (54, 38)
    assert (found.items, len(found.irrelevant_in_both)) == (248, 185)
    assert round(100 * found.share_irrelevant_in_both, 1) == 74.6
    assert (len(found.to_delete), len(found.to_add)) == (25, 9)
    assert len(found.clusters_only_in_a) == 5
    assert len(found.identical_clusters) == 4
    assert sum(map(len, found.identical_clusters)) == 16
    assert len(found.changes) == 25 + 9 + len(found.to_move) == 37


@pytest.mark.golden("G10")
def test_golden_rushdie_judges_a_and_h() -> None:
    # A has 70 sentences in clusters, H 74, both 63: from A to H 7 are deleted and 11 added; 22 are irrelevant in both.
    a = [*clusters(*[7] * 9), *[50] * 7, *[None] * 11, *[None] * 22]
    b = [*clusters(*[7] * 9), *[None] * 7, *[60] * 11, *[None] * 22]
    found = differences(a, b)
    assert (clustering_size(a).sentences, clustering_size(b).sentences) == (70, 74)
    assert (len(found.to_delete), len(found.to_add), len(found.to_move)) == (7, 11, 0)
    assert found.items == 103
    assert 100 * found.share_irrelevant_in_both == pytest.approx(21.36, abs=0.005)
    assert found.clusters_only_in_b == (tuple(range(70, 81)),)


@pytest.mark.golden("G10")
def test_each_change_names_where_from_and_where_to() -> None:
    a = ["x", "x", "x", "y", "y", None, "z", None]
    b = ["p", "p", "q", "q", "q", "q", None, None]
    found = differences(a, b, reasons={2: "generalisation", 5: "emphasis"})
    assert found.changes == (
        Change(2, "move", "x", "q", "generalisation"),
        Change(5, "add", None, "q", "emphasis"),
        Change(6, "delete", "z", None),
    )
    assert (found.to_move, found.to_add, found.to_delete, found.irrelevant_in_both) == ((2,), (5,), (6,), (7,))
    assert found.clusters_only_in_a == ((6,),)
    assert found.clusters_only_in_b == ()
    assert found.reasons == {"generalisation": 1, "emphasis": 1, None: 1}
    assert found.signature.startswith("measure:differences(pairing=fewest-moves)|items:8|v:")


def test_a_split_cluster_moves_its_smaller_part() -> None:
    assert differences([0] * 5, [1, 1, 1, 2, 2]).to_move == (3, 4)
    assert differences([1, 1, 1, 2, 2], [0] * 5).to_move == (3, 4)


@given(labellings())
def test_changes_and_agreement_account_for_every_item(pairs: list[tuple[int | None, int | None]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    found = differences(a, b)
    changed = {change.item for change in found.changes}
    assert set(found.irrelevant_in_both).isdisjoint(changed)
    assert set(found.to_delete) == {i for i, (x, y) in enumerate(pairs) if x is not None and y is None}
    assert set(found.to_add) == {i for i, (x, y) in enumerate(pairs) if x is None and y is not None}
    assert not changed & {item for cluster in found.identical_clusters for item in cluster}


@given(labellings())
def test_the_distance_is_the_same_in_both_directions(pairs: list[tuple[int | None, int | None]]) -> None:
    there = differences([x for x, _ in pairs], [y for _, y in pairs])
    back = differences([y for _, y in pairs], [x for x, _ in pairs])
    assert len(there.to_move) == len(back.to_move)
    assert there.to_delete == back.to_add
    assert there.identical_clusters == back.identical_clusters


@given(st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=1))
def test_renamed_clusters_do_not_differ(labels: list[int | None]) -> None:
    found = differences(labels, [None if label is None else f"c{label}" for label in labels])
    assert found.changes == ()
    assert len(found.identical_clusters) == len(set(labels) - {None})


def test_errors_say_what_to_do() -> None:
    with pytest.raises(InputError, match=r"labelled 1 and 2 items.*label None"):
        differences([0], [0, 1])
    with pytest.raises(InputError, match="labelled 0 and 0 items"):
        differences([], [])
    with pytest.raises(UnknownNameError, match=r"no reason for a difference called 'mood'.*emphasis"):
        differences([0, None], [0, 0], reasons={1: "mood"})  # type: ignore[dict-item]
    with pytest.raises(InputError, match="a reason for item 0, which both judges treat the same"):
        differences([0, None], [0, 0], reasons={0: "inference"})


def fewest_moves(pairs: list[tuple[int, int]]) -> int:
    """Return the least number of items that move, over every way to pair the clusters one to one."""
    shared_items = Counter(pairs)
    rows, columns = sorted({x for x, _ in pairs}), sorted({y for _, y in pairs})
    columns += [-1] * max(0, len(rows) - len(columns))
    kept = (
        sum(shared_items[pair] for pair in zip(rows, way, strict=False)) for way in permutations(columns, len(rows))
    )
    return len(pairs) - max(kept)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=14))
def test_no_pairing_of_clusters_moves_fewer_items(pairs: list[tuple[int, int]]) -> None:
    found = differences([x for x, _ in pairs], [y for _, y in pairs])
    assert len(found.to_move) == fewest_moves(pairs)


@given(labellings())
def test_carrying_out_the_changes_gives_the_other_clustering(pairs: list[tuple[int | None, int | None]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    changed = {change.item: change.target for change in differences(a, b).changes}
    # An item that does not change stays in its cluster, which becomes the partner that its label in b names.
    stays = {(x, y) for item, (x, y) in enumerate(pairs) if item not in changed}
    assert len({x for x, _ in stays}) == len({y for _, y in stays}) == len(stays)
    assert all(target == b[item] for item, target in changed.items())
