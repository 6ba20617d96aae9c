"""Counts: the plain twin against the definitions, and the compiled kernels against the plain twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.lab.evaluate.rouge_bulk import Interned, bulk_columns, count_pairs, intern_texts
from meadow.lab.evaluate.rouge_counts import Counts, common_length, count, pair_count
from meadow.lab.evaluate.rouge_rules import RougeOptions, RougeVariant, parse_metric, rules_for
from meadow.lab.evaluate.rouge_scores import combine
from meadow.lab.evaluate.rouge_tokens import TokenReading, read_keys

KEYS = st.lists(st.sampled_from("abcd"), max_size=14)
LONG = st.lists(st.sampled_from("abcdefghij"), max_size=200)
ALL_METRICS = (
    "rouge1 rouge2 rouge3 rouge9 rougeL rougeLsum rougeW rougeW(weight=2) rougeS rougeS0 rougeS4 rougeSU rougeSU4"
)


def reading(*lines: Sequence[str]) -> TokenReading:
    return TokenReading([key for line in lines for key in line], [list(line) for line in lines])


def plain(ours: Sequence[str], theirs: Sequence[str], metric: str, *, script: bool = False) -> Counts:
    return count(reading(ours), reading(theirs), parse_metric(metric), script=script)


def table_length(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Return the length of the longest common subsequence by the classic table."""
    above = [0] * (len(theirs) + 1)
    for own in ours:
        row = [0]
        for at, key in enumerate(theirs):
            row.append(above[at] + 1 if own == key else max(above[at + 1], row[at]))
        above = row
    return above[-1]


@given(LONG, LONG)
@settings(deadline=None)
def test_bit_rows_find_the_length_that_the_table_finds(ours: list[str], theirs: list[str]) -> None:
    assert common_length(ours, theirs) == table_length(ours, theirs)


@given(KEYS, KEYS, st.integers(1, 9))
def test_ngrams_are_clipped_multisets(ours: list[str], theirs: list[str], n: int) -> None:
    mine, other = (Counter(tuple(keys[at : at + n]) for at in range(len(keys) - n + 1)) for keys in (ours, theirs))
    assert plain(ours, theirs, f"rouge{n}") == Counts((mine & other).total(), mine.total(), other.total())


def skip_pairs(keys: list[str], skip: int | None) -> Counter[tuple[str, str]]:
    places = combinations(range(len(keys)), 2)
    return Counter((keys[i], keys[j]) for i, j in places if skip is None or j - i - 1 <= skip)


@given(KEYS, KEYS, st.none() | st.integers(0, 5), st.booleans(), st.booleans())
def test_skip_pairs_are_clipped_multisets(
    ours: list[str], theirs: list[str], skip: int | None, single: bool, script: bool
) -> None:
    mine, other = skip_pairs(ours, skip), skip_pairs(theirs, skip)
    wanted = [(mine & other).total(), mine.total(), other.total()]
    if single:
        last = -1 if script else None
        ones, twos = Counter(ours[:last]), Counter(theirs[:last])
        wanted = [a + b for a, b in zip(wanted, [(ones & twos).total(), ones.total(), twos.total()], strict=True)]
    metric = RougeVariant("SU" if single else "S", skip=skip)
    assert count(reading(ours), reading(theirs), metric, script=script) == Counts(*wanted)


@given(st.integers(0, 40), st.none() | st.integers(0, 50))
def test_pairs_are_counted_by_formula(length: int, skip: int | None) -> None:
    assert pair_count(length, skip) == skip_pairs(["x"] * length, skip).total()


@given(KEYS, KEYS)
def test_one_line_against_one_line_is_the_plain_subsequence(ours: list[str], theirs: list[str]) -> None:
    assert plain(ours, theirs, "rougeLsum") == plain(ours, theirs, "rougeL")


def recursive_weight(ours: list[str], theirs: list[str], weight: float) -> float:
    """Return the weighted length of Lin's recursion, written with full tables."""
    cells = {(0, j): (0.0, 0) for j in range(len(ours) + 1)} | {(i, 0): (0.0, 0) for i in range(len(theirs) + 1)}
    for i in range(1, len(theirs) + 1):
        for j in range(1, len(ours) + 1):
            value, run = cells[i - 1, j - 1]
            if theirs[i - 1] == ours[j - 1]:
                cells[i, j] = (value + (run + 1) ** weight - run**weight, run + 1)
            else:
                cells[i, j] = (max(cells[i - 1, j][0], cells[i, j - 1][0]), 0)
    return cells[len(theirs), len(ours)][0]


@given(KEYS, KEYS, st.sampled_from([1.0, 1.2, 2.0]))
def test_weighted_subsequence_follows_lin_s_recursion(ours: list[str], theirs: list[str], weight: float) -> None:
    found = count(reading(ours), reading(theirs), RougeVariant("W", weight=weight), script=False)
    assert found.hits == pytest.approx(recursive_weight(ours, theirs, weight), rel=1e-12)
    assert (found.candidate, found.reference) == (len(ours) ** weight, len(theirs) ** weight)


@given(st.integers(0, 300), st.sampled_from([1.0, 1.2, 3.7]))
def test_a_text_s_weighted_overlap_with_itself_is_whole(length: int, weight: float) -> None:
    text = reading(["x"] * length)
    found = count(text, text, RougeVariant("W", weight=weight), script=False)
    assert found.hits == found.candidate == found.reference


def test_of_equal_subsequences_the_way_back_decides_and_goes_up_first() -> None:
    # "b a" and "a b" share either word; walking back from the end of the reference ("b") goes up to "a", not left.
    # The second reference line then has only "b" to offer, which is still unspent.
    found = count(reading("ba"), reading("ab", "b"), RougeVariant("Lsum"), script=True)
    assert found == Counts(2, 2, 3)


def test_a_weighted_run_is_carried_past_a_spent_word() -> None:
    # All of "c d c" is marked, but the second "c" is spent: "c d" is never closed and is lost at the end of the line.
    lost = count(reading("cd", "dc"), reading("cdc"), RougeVariant("W"), script=True)
    assert lost.hits == pytest.approx(3**1.2)
    row = TokenReading(["c", "d"], [["c", "d"], ["d", "c"]])  # as under a byte limit: the row has one "c" only
    assert count(row, reading("cdc"), RougeVariant("W"), script=True).hits == 0.0


# --- the kernels ---

TEXTS = st.lists(
    st.tuples(st.sampled_from(["gull", "tern", "terns", "the", "swan", "w1", "w2", "w3"]), st.sampled_from("   \n")),
    max_size=90,
).map(lambda pieces: "".join(word + gap for word, gap in pieces))
OPTIONS: list[RougeOptions] = [
    {},
    {"stopwords": ["the"], "stem": False},
    {"words": 20},
    {"characters": 60},
    {"language": "nl"},
    {"dialect": "rouge155"},
    {"dialect": "rouge155", "utf8_bytes": 60, "stopwords": ["the"]},
    {"dialect": "rouge155", "words": 15, "stem": False},
]


def kernel_counts(texts: Interned, metric: RougeVariant, options: RougeOptions) -> list[Counts]:
    texts_count = len(texts.row_ends) - 1
    left, right = np.divmod(np.arange(texts_count**2, dtype=np.int32), np.int32(texts_count))
    rows = count_pairs(texts, left.astype(np.int32), right.astype(np.int32), metric, rules_for(options))
    return [Counts(*row) for row in rows.tolist()]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
@settings(max_examples=12, deadline=None)
def test_kernels_count_as_the_plain_twin_does(options: RougeOptions, texts: list[str]) -> None:
    rules = rules_for(options)
    interned = intern_texts(texts, rules)
    readings = [read_keys(text, rules) for text in texts]
    for metric in map(parse_metric, ALL_METRICS.split()):
        wanted = [count(a, b, metric, script=rules.script_counts) for a in readings for b in readings]
        assert kernel_counts(interned, metric, options) == wanted, str(metric)


@given(LONG, LONG)
@settings(max_examples=60, deadline=None)
def test_kernels_carry_over_word_borders(ours: list[str], theirs: list[str]) -> None:
    texts = [" ".join(ours), " ".join(theirs)]
    interned = intern_texts(texts, rules_for({"stem": False}))
    for metric in (RougeVariant("L"), RougeVariant("Lsum"), RougeVariant("W"), RougeVariant("S")):
        assert kernel_counts(interned, metric, {})[1] == count(reading(ours), reading(theirs), metric, script=False)


@pytest.mark.parametrize("length", [1, 63, 64, 65, 128, 129, 1000])
def test_identical_texts_of_every_length_around_a_machine_word(length: int) -> None:
    text = " ".join(f"w{at % 7}" for at in range(length))
    interned = intern_texts([text], rules_for({}))
    assert kernel_counts(interned, RougeVariant("L"), {}) == [Counts(length, length, length)]
    assert kernel_counts(interned, RougeVariant("Lsum"), {}) == [Counts(length, length, length)]


def test_long_ngrams_of_a_large_vocabulary_do_not_collide() -> None:
    words = [f"w{at}" for at in range(70_000)]
    texts = [" ".join(words), " ".join(reversed(words)), " ".join(words[1:])]
    interned = intern_texts(texts, rules_for({}), lines=False)
    first, second, third = kernel_counts(interned, RougeVariant("N", length=5), {})[:3]
    assert (first.hits, second.hits, third.hits) == (69_996, 0, 69_995)


@pytest.mark.parametrize("multiple", ["best", "sum", "jackknife", "jackknife-sum"])
@pytest.mark.parametrize("dialect", ["google", "rouge155"])
def test_bulk_scores_are_the_plain_scores(dialect: str, multiple: str) -> None:
    items = [
        ("gull tern swan\nthe heron", ["tern gull\nswan", "the heron swan gull", "ibis"]),
        ("", ["gull", "tern"]),
        ("the gull", ["the gull", "the tern gull", "gull the", "the"]),
    ]
    rules = rules_for({"dialect": dialect, "multiple": multiple})  # type: ignore[typeddict-item]
    metrics = [parse_metric(name) for name in ALL_METRICS.split()]
    columns, lengths = bulk_columns(items, metrics, rules)
    for metric, column in zip(metrics, columns, strict=True):
        for (candidate, references), found in zip(items, column, strict=True):
            ours, theirs = read_keys(candidate, rules), [read_keys(text, rules) for text in references]
            counts = [count(ours, other, metric, script=rules.script_counts) for other in theirs]
            assert found == combine(counts, metric, rules)
    assert min(lengths) == 0


def test_bulk_reads_lone_surrogates_as_the_plain_way_does() -> None:
    rules = rules_for({"language": "nl"})
    interned = intern_texts(["haven \ud800 muur", "haven muur"], rules)
    assert interned.lengths.tolist() == [2, 2]
    assert len(read_keys("haven\ud800muur", rules).row) == 2
