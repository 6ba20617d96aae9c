"""Sequential patterns as T10 has them: the goldens, the mining against listing everything, and the scores by hand."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from meadow.errors import SpecError
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.rank.pattern_mining import OrdinaryText, Pattern, chi_square, mine_patterns
from meadow.rank.patterns import pattern_weight, patterns, story_patterns
from meadow.text.background import IdfTable
from meadow.vectors.sequences import Sequences
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, documents, view

# Nothing elsewhere: words so rare that no sentence of any background holds them.
RARE = IdfTable("rare", {}, unknown=30.0)


@pytest.mark.golden("T10")
def test_the_chi_square_of_the_witness() -> None:
    # 3 of 20 sentences of the story against 7 of the other 980: 1000·(3·973 − 17·7)²/(20·980·10·990).
    assert chi_square(3, 20, 7, 980) == pytest.approx(40.404040, abs=5e-7)


@pytest.mark.golden("T10")
def test_the_weight_of_the_witness() -> None:
    # f(p, DS) = 3, f(p, AS) = 3 + 7, |AS| = 1000, two words: ln 4 · ln 100 / 2.
    assert pattern_weight(3, 7, 1000, 2) == pytest.approx(3.192061, abs=5e-7)


@given(st.integers(0, 20), st.integers(21, 60), st.integers(0, 40), st.integers(41, 900))
@settings(max_examples=50, deadline=None)
def test_chi_square_is_that_of_scipy(here: int, sentences: int, elsewhere: int, others: int) -> None:
    if here + elsewhere == 0:
        assert chi_square(here, sentences, elsewhere, others) == 0
        return
    table = [[here, sentences - here], [elsewhere, others - elsewhere]]
    wanted = chi2_contingency(table, correction=False).statistic
    assert chi_square(here, sentences, elsewhere, others) == pytest.approx(wanted)


@given(st.integers(1, 30), st.integers(0, 60), st.integers(1, 30), st.integers(0, 60))
@settings(max_examples=80, deadline=None)
def test_no_longer_pattern_beats_the_bound(here: int, elsewhere: int, less_here: int, less_elsewhere: int) -> None:
    longer_here, longer_elsewhere = min(here, less_here), min(elsewhere, less_elsewhere)
    if longer_here * 60 >= longer_elsewhere * 30:  # no less frequent in the story's 30 sentences than in the other 60
        assert chi_square(longer_here, 30, longer_elsewhere, 60) <= chi_square(here, 30, 0, 60) + 1e-9


def listed(
    rows: list[list[int]], terms: tuple[str, ...], rest: OrdinaryText, *, most: int, longest: int
) -> list[tuple[tuple[int, ...], list[int], int]]:
    """Return what mining must find, by listing every sequence of every sentence."""
    found: dict[tuple[int, ...], set[int]] = {}
    for row, sentence in enumerate(rows):
        for length in range(1, longest + 1):
            for words in combinations(sentence, length):
                found.setdefault(words, set()).add(row)
    kept = []
    for words, holders in found.items():
        share = math.prod(rest.shares[word] for word in words) / math.factorial(len(words))
        elsewhere = math.floor(rest.sentences * share + 0.5)
        here = len(holders)
        if here >= 2 and here / len(rows) > elsewhere / rest.sentences:
            value = chi_square(here, len(rows), elsewhere, rest.sentences)
            text = tuple(terms[word] for word in words)
            kept.append(((-value, -here, text), (words, sorted(holders), elsewhere)))
    return [pattern for _, pattern in sorted(kept)[:most]]


def mined(found: tuple[Pattern, ...]) -> list[tuple[tuple[int, ...], list[int], int]]:
    return [(pattern.words, sorted(pattern.sentences.tolist()), pattern.elsewhere) for pattern in found]


@given(
    st.lists(st.lists(st.integers(0, 5), max_size=8), min_size=1, max_size=6),
    st.lists(st.sampled_from([0.0, 0.001, 0.05, 0.3, 0.9]), min_size=6, max_size=6),
    st.integers(1, 5),
    st.sampled_from([1, 3, 10, 40, 10_000]),
)
@settings(max_examples=200, deadline=None)
def test_mining_finds_what_listing_everything_finds(
    rows: list[list[int]], shares: list[float], longest: int, most: int
) -> None:
    terms = ("elk", "ant", "fox", "bee", "cat", "dog")  # not in the order of their columns
    starts = np.cumsum([0, *map(len, rows)])
    sequences = Sequences(np.array([word for row in rows for word in row], dtype=np.int32), starts)
    rest = OrdinaryText(90, np.array(shares))
    wanted = listed(rows, terms, rest, most=most, longest=longest)
    assert mined(mine_patterns(sequences, terms, rest, most=most, longest=longest)) == wanted


def story(*texts: list[str], background: IdfTable = RARE) -> StoryView:
    return view_documents(view(*texts).documents, background=background)


@pytest.mark.golden("T10")
def test_patterns_have_gaps_keep_their_order_and_count_once_per_sentence() -> None:
    made = story(["Red foxes and grey owls.", "Red, red and old owls.", "Owls? Red?", "Hens."])
    terms = made.counts("terms").terms
    found = {tuple(terms[word] for word in pattern.words): pattern for pattern in story_patterns(made)}
    # Of all sequences only these occur in two sentences or more; "owl red" occurs in one.
    assert {words: pattern.sentences.tolist() for words, pattern in found.items()} == {
        ("red",): [0, 1, 2],
        ("owl",): [0, 1, 2],
        ("red", "owl"): [0, 1],
    }
    # |AS| = 30 · 4 = 120 and nothing elsewhere: ln 4 · ln(120/3) and ln 3 · ln(120/2)/2.
    single, pair = math.log(4) * math.log(40), math.log(3) * math.log(60) / 2
    assert patterns(made).values == pytest.approx([2 * single + pair, 2 * single + pair, 2 * single, 0])


@pytest.mark.golden("T10")
def test_what_is_no_more_frequent_than_elsewhere_does_not_count() -> None:
    # A word that every text of 300 words holds is expected in 1 − (1e-9)^(2/300) = 13 % of the sentences of two words.
    table = IdfTable("toy", {"red": 0.0}, unknown=30.0)
    others = [f"{a}{b}ka {a}{b}vo." for a in "bdfgklmn" for b in "aeo"]
    for count, counted in ((5, True), (18, False)):
        made = story(["Red hen.", "Red hen.", *others[:count]], background=table)
        terms = made.counts("terms").terms
        found = {tuple(terms[word] for word in pattern.words) for pattern in story_patterns(made)}
        # Here it is in 2 of 7, which is more, or in 2 of 20, which is less; "hen" is expected nowhere.
        assert (("red",) in found) is counted
        assert ("hen",) in found


def test_only_the_most_significant_count_and_equal_ones_go_by_text() -> None:
    made = story(["Zebra, ape, fox.", "Zebra, ape, fox."])
    terms = made.counts("terms").terms
    three = [tuple(terms[word] for word in pattern.words) for pattern in story_patterns(made, most=3)]
    # All seven have the same χ² and occur in two sentences: alphabetical order, a prefix before what it begins.
    assert three == [("ape",), ("ape", "fox"), ("fox",)]


def test_two_copies_of_a_very_long_sentence_are_mined_at_once() -> None:
    # 120 different words have 199 million sequences of up to five in common.
    long = " ".join(f"{a}{b}{c}o" for a in "bdfgklmnprst" for b in "aeiou" for c in "kv") + "."
    made = story([long], [long])
    assert len(made.counts("terms").terms) == 120
    found = story_patterns(made)
    assert len(found) == 1000
    assert all(pattern.sentences.tolist() == [0, 1] for pattern in found)


@given(documents)
@settings(max_examples=40, deadline=None)
def test_sentences_are_worth_nothing_or_something(made: list[Document]) -> None:
    values = patterns(view_documents(made, background=FLAT)).values
    assert (values >= 0).all()


@pytest.mark.parametrize("setting", ["most=0", "longest=0", "longest=6", "topics=1"])
def test_settings_out_of_range_say_what_is_allowed(setting: str) -> None:
    with pytest.raises(SpecError, match=r"at least|from 1 to 5"):
        RANKERS.build(f"patterns({setting})")(view(["Red fox."]))
