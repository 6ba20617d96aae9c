"""Gold extracts as text and as JSON, read and written."""

from __future__ import annotations

import gzip
import json
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.coverage import (
    Gold,
    GoldUnit,
    coverage,
    format_gold,
    minimum_cover,
    parse_extract,
    parse_gold,
    parse_gold_units,
)
from meadow.lab.evaluate.gold_alignment import align, content_terms
from meadow.model import SentenceRef
from meadow.text.sentences import split_sentences
from shared import shared

TABLE_1 = [[{1}, {10, 11}], [{3, 5, 6}], [{20, 21, 23}, {1, 30, 60}]]
TABLE_1_TEXT = "1\t{s1} {s10,s11}\n2\t{s3,s5,s6}\n3\t{s20,s21,s23} {s1,s30,s60}\n"
# Two documents: sentences 1 and 2 are the first one's, 3 and 4 the second one's.
NUMBERING = [SentenceRef("d1", 0), SentenceRef("d1", 1), SentenceRef("d2", 0), SentenceRef("d2", 5)]

golds = st.lists(st.lists(st.frozensets(st.integers(1, 4), min_size=1), min_size=1, max_size=3), min_size=1, max_size=5)


@pytest.mark.golden("T2")
@pytest.mark.parametrize(
    "text",
    [
        TABLE_1_TEXT,
        "1\ts1 s10,s11\n\n2\t3,5,6\n3\t20,21,23 1,30,60\n",
        "1\t{s1} {s10, s11}\t\r\n2\t{S3 ,s5,s6}\tB\r\n3\t{20,21,23} {s1,s30,s60}\tC\r\n",
        "\ufeff" + TABLE_1_TEXT,
    ],
)
def test_table_1_is_read(text: str) -> None:
    assert parse_gold(text) == TABLE_1


@pytest.mark.golden("T2")
def test_table_1_is_written() -> None:
    assert format_gold(TABLE_1) == TABLE_1_TEXT
    assert format_gold([[{2}], [{1}]], ids=["a", "b"], ranks="AC") == "a\t{s2}\tA\nb\t{s1}\tC\n"


@pytest.mark.golden("T2")
def test_the_json_form_names_document_and_index() -> None:
    written = format_gold([[{1}, {3, 4}]], ranks="B", form="json", numbering=NUMBERING)
    assert written == '[{"id": "1", "rank": "B", "alternatives": [[["d1", 0]], [["d2", 0], ["d2", 5]]]}]'
    units = parse_gold_units(written, numbering=NUMBERING)
    assert units == (GoldUnit("1", (frozenset({1}), frozenset({3, 4})), "B"),)


@given(golds, st.sampled_from(["text", "json"]), st.booleans())
def test_what_is_written_is_read_back(gold: Gold, form: str, ranked: bool) -> None:
    ranks = [chr(ord("A") + number % 26) for number in range(len(gold))] if ranked else None
    written = format_gold(gold, ranks=ranks, form=form, numbering=NUMBERING)  # type: ignore[arg-type]
    assert parse_gold(written, numbering=NUMBERING) == gold
    read = [unit.rank for unit in parse_gold_units(written, numbering=NUMBERING)]
    assert read == ([None] * len(gold) if ranks is None else ranks)


@pytest.mark.parametrize("text", ["s10 s11 s5", "10,11,5", " s5\ns11\ns10,\n"])
def test_extracts_are_read(text: str) -> None:
    assert parse_extract(text) == {5, 10, 11}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no sentence"),
        ("1 {s1}", "has 1 columns in line 1"),
        ("1\t{s1}\tA\tB", "has 4 columns in line 1"),
        ("\t{s1}", "has 2 columns in line 1"),
        ("1\t{s1", "braces that do not match in line 1"),
        ("1\t{s1,x2}", "has 'x2' where a sentence such as s1 is expected"),
        ("1\t{s1,}", "has '' where a sentence"),
        ("1\t{s0}", "below s1 for the sentence '1'; sentences count from 1"),
        ("1\t{}", "an empty set, for the sentence '1'; leave such a sentence out"),
        ("1\t", "no source, or an empty set, for the sentence '1'"),
        ("1\t{s1}\tAB", "rank 'AB' for the sentence '1'; a rank is one letter"),
        ("1\t{s1}\n1\t{s2}", "two sentences with the id '1'"),
        ("[", "is not valid JSON"),
        ("[]", "holds no sentence"),
        ("[3]", 'no list "alternatives" in entry 1'),
        (
            '[{"alternatives": [[["d1", 1]], [["d9", 0]]]}]',
            r"names \['d9', 0\], which is not .* of the 4 source sentences",
        ),
        ('[{"alternatives": ["d1"]}]', "names 'd1', which is not"),
    ],
)
def test_bad_gold_is_explained(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        parse_gold(text, numbering=NUMBERING)
    assert "A line is: id, tab, sets such as {s1} {s10,s11}" in str(caught.value)


def test_what_cannot_be_read_back_is_not_written() -> None:
    with pytest.raises(UsageError, match="1 ids and no ranks for 2 sentences"):
        format_gold([[{1}], [{2}]], ids=["a"])
    with pytest.raises(InputError, match="below s1"):
        format_gold([[{0}]])
    with pytest.raises(InputError, match="an id is not blank and has no tab"):
        format_gold([[{1}]], ids=["a\tb"])
    with pytest.raises(InputError, match="names s5, but `numbering` lists 4 source sentences"):
        format_gold([[{5}]], form="json", numbering=NUMBERING)
    with pytest.raises(InputError, match="names s1, but `numbering` lists 0"):
        format_gold([[{1}]], form="json")


def test_a_bad_extract_is_explained() -> None:
    with pytest.raises(InputError, match="has 'x' where a sentence such as s1 is expected"):
        parse_extract("s1 x")


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
