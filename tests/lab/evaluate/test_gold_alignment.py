"""Automatic gold: what it aligns, what it leaves, and whether it tells good extracts from bad ones."""

from __future__ import annotations

import gzip
import json
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.coverage import coverage, minimum_cover
from meadow.lab.evaluate.gold_alignment import align, content_terms
from meadow.text.sentences import split_sentences
from shared import shared

SOURCES = [
    "The ferry Oriel struck a pier in Carrowmere on Tuesday morning.",
    "Eleven passengers were injured.",
    "Weather services had warned of fog.",
    "On Tuesday morning the Oriel, a ferry, hit a pier at Carrowmere harbour.",
    "Hospitals treated eleven passengers with broken bones.",
]
ABSTRACT = [
    "A ferry, the Oriel, hit a pier in Carrowmere on Tuesday.",
    "Eleven passengers were injured and treated in hospitals for broken bones.",
    "It was sad.",
    "Parliament debates fishing quotas next autumn.",
]

some_words = st.lists(
    st.sampled_from(["ferry", "pier", "fog", "harbour", "crew", "storm", "rescue"]), min_size=1, max_size=6
)
texts = st.lists(some_words.map(" ".join), min_size=1, max_size=5)


def test_alternatives_are_single_sentences_or_small_sets() -> None:
    alignment = align(ABSTRACT, SOURCES)
    # The first is said by two sentences, each alone; the second by one alone.
    assert alignment.aligned == (0, 1)
    assert set(alignment.gold[0]) >= {frozenset({1}), frozenset({4})}
    assert frozenset({5}) in alignment.gold[1]
    # "It was sad." has too few content words, and the last is said nowhere.
    assert alignment.unaligned == (2, 3)


def test_content_terms_are_stems_without_stop_words() -> None:
    assert content_terms("The ferries were struck") == content_terms("ferry, struck")
    assert content_terms("it was the") == frozenset()


@given(texts, texts, st.sampled_from([0.3, 0.6, 1.0]))
def test_every_alternative_is_minimal_and_holds_enough(
    abstract: list[str], sources: list[str], threshold: float
) -> None:
    alignment = align(abstract, sources, threshold=threshold)
    assert sorted([*alignment.aligned, *alignment.unaligned]) == list(range(len(abstract)))
    held = [content_terms(source) for source in sources]
    for position, alternatives in zip(alignment.aligned, alignment.gold, strict=True):
        terms = content_terms(abstract[position])

        def share(numbers: frozenset[int], terms: frozenset[str] = terms) -> float:
            return len(terms.intersection(chain.from_iterable(held[number - 1] for number in numbers))) / len(terms)

        assert len(set(alternatives)) == len(alternatives)
        for one in alternatives:
            assert share(one) >= threshold - 1e-9
            assert all(share(one - {number}) < threshold - 1e-9 for number in one)


@given(texts)
def test_a_story_produces_itself(sources: list[str]) -> None:
    alignment = align(sources, sources, threshold=1)
    for position, alternatives in zip(alignment.aligned, alignment.gold, strict=True):
        assert frozenset({position + 1}) in alternatives


def test_real_references_prefer_their_own_words() -> None:
    documents: dict[str, list[str]] = {}
    for row in _rows("docs.jsonl.gz"):
        documents.setdefault(row["cluster"], []).extend(_sentences(row["text"]))
    scores = []
    for row in _rows("clusters.jsonl.gz")[:20]:
        sources, abstract = documents[row["cluster"]], _sentences(row["references"][0]["text"])
        gold = align(abstract, sources).gold
        if gold:
            size = len(minimum_cover(gold))
            best = sorted(range(len(sources)), key=lambda one: -_shared_terms(abstract, sources[one]))[:size]
            scores.append((coverage([one + 1 for one in best], gold), coverage(range(1, size + 1), gold)))
    oracle, first = (sum(column) / len(scores) for column in zip(*scores, strict=True))
    assert oracle > first > 0


def test_impossible_alignments_are_explained() -> None:
    with pytest.raises(InputError, match="0 abstract sentences and 5 source sentences"):
        align([], SOURCES)
    with pytest.raises(UsageError, match=r"threshold=0, largest=3, seeds=8. threshold lies above 0"):
        align(ABSTRACT, SOURCES, threshold=0)


def _rows(name: str) -> list[dict[str, Any]]:
    text = gzip.decompress(shared("data", "multi_news_100", name).read_bytes()).decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


def _shared_terms(abstract: list[str], source: str) -> int:
    return len(content_terms(" ".join(abstract)) & content_terms(source))


@given(texts, texts)
def test_a_higher_threshold_aligns_no_more(abstract: list[str], sources: list[str]) -> None:
    aligned = [set(align(abstract, sources, threshold=threshold).aligned) for threshold in (0.3, 0.6, 1.0)]
    assert aligned[2] <= aligned[1] <= aligned[0]


@given(texts, texts)
def test_further_sources_keep_what_is_aligned_alone(abstract: list[str], sources: list[str]) -> None:
    alone = align(abstract, sources, largest=1)
    more = align(abstract, [*sources, "crew storm rescue"], largest=1)
    found = dict(zip(more.aligned, more.gold, strict=True))
    for position, alternatives in zip(alone.aligned, alone.gold, strict=True):
        assert set(alternatives) <= set(found[position])


@pytest.mark.parametrize(
    ("language", "abstract", "source"),
    [
        ("es", "El barco chocó con el muelle el martes.", "El martes, los barcos chocaron contra el muelle."),
        ("de", "Die Fähre rammte am Dienstag den Hafen.", "Am Dienstag rammten Fähren den Hafen."),
        ("zh", "渡轮星期二撞上码头", "星期二渡轮撞上码头。"),
    ],
)
def test_other_languages_are_aligned(language: str, abstract: str, source: str) -> None:
    alignment = align([abstract], ["…", source], language=language)
    assert alignment.gold == ((frozenset({2}),),)
    assert f"language:{language}" in alignment.signature
