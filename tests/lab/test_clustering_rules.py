"""The hard rules of clusters, one by one and for any clusters: what is broken, in which cluster, by which rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.clustering_rules import BrokenRule, broken_rules
from meadow.model import SentenceRef

A0, A1, B0, B1, C0 = (SentenceRef(name, index) for name, index in (("a", 0), ("a", 1), ("b", 0), ("b", 1), ("c", 0)))
refs = st.builds(SentenceRef, st.sampled_from("abc"), st.integers(0, 3))


@pytest.mark.golden("G2")
def test_sound_clusters_break_no_rule() -> None:
    assert broken_rules([(A0, B0), (A1, B1, C0)]) == ()
    assert broken_rules([(A0, B0), (A1, C0)], [B0, A1], labelled=True) == ()
    assert broken_rules([]) == ()


@pytest.mark.golden("G8")
@pytest.mark.parametrize(
    ("groups", "rule", "group", "problem"),
    [
        ([(A0, B0), (A1,)], 4, 1, "Cluster 2 has 1 sentence; a cluster has at least two (rule 4)."),
        ([()], 4, 0, "Cluster 1 has 0 sentences; a cluster has at least two (rule 4)."),
        ([(A0, A0)], 4, 0, "Cluster 1 has 1 sentence; a cluster has at least two (rule 4)."),
        (
            [(A0, A1)], 3, 0,
            "Cluster 1 has sentences of 'a' only; they come from at least two documents (rule 3).",
        ),
    ],
)  # fmt: skip
def test_rules_3_and_4_name_the_cluster(
    groups: list[tuple[SentenceRef, ...]], rule: int, group: int, problem: str
) -> None:
    first = broken_rules(groups)[0]
    assert (first.rule, first.group, first.problem) == (rule, group, problem)
    assert first.advice


def test_a_sentence_is_in_one_cluster_only() -> None:
    assert broken_rules([(A0, B0), (A0, C0)]) == (
        BrokenRule("Sentence 0 of 'a' is named twice; it can be there once.", "Delete one of the two."),
    )


def test_labels_are_members_and_all_have_one_or_none() -> None:
    strange = broken_rules([(A0, B0), (A1, C0)], [B1, A1])
    assert [(each.group, each.problem) for each in strange] == [
        (0, "The label, sentence 1 of 'b', is not among the members.")
    ]
    few = broken_rules([(A0, B0), (A1, C0)], [B0])
    assert [each.problem for each in few] == ["1 of 2 groups have no label; either all have one or none has."]
    none = broken_rules([(A0, B0), (A1, C0)], labelled=True)
    assert [each.problem for each in none] == ["2 of 2 groups have no label; every group has one."]


@given(st.lists(st.lists(refs, max_size=4).map(tuple), max_size=4))
def test_nothing_is_broken_just_where_every_cluster_keeps_the_rules(groups: list[tuple[SentenceRef, ...]]) -> None:
    every = [ref for members in groups for ref in members]
    sound = len(set(every)) == len(every) and all(len({ref.document_id for ref in members}) > 1 for members in groups)
    assert (broken_rules(groups) == ()) == sound
    assert {each.group for each in broken_rules(groups) if each.rule is not None} == {
        number for number, members in enumerate(groups) if len({ref.document_id for ref in members}) < 2
    }
