"""What ordinary text would hold, from how rare words are among texts."""

import math

import numpy as np
import pytest
from wordfreq import get_frequency_dict

from meadow.rank.expected import sentence_shares, word_probabilities
from meadow.text.background import default_background


def test_probabilities_are_those_of_the_frequency_list_that_the_background_was_made_from() -> None:
    table = get_frequency_dict("en", wordlist="best")
    words = ["house", "ferry", "government", "of", "the"]
    found = word_probabilities(default_background("en").idf(words))
    assert found == pytest.approx([table[word] for word in words], rel=1e-6)


def test_a_sentence_as_long_as_a_text_holds_a_word_as_often_and_shorter_ones_less() -> None:
    idf = np.array([math.log(100), math.log(2)])
    assert sentence_shares(idf, words=300) == pytest.approx([0.01, 0.5])
    # Two halves must both lack the word for the whole to lack it: (1 − share)² = 1 − d.
    assert (1 - sentence_shares(idf, words=150)) ** 2 == pytest.approx([0.99, 0.5])
    assert sentence_shares(idf, words=0) == pytest.approx([0, 0])


def test_a_word_that_every_text_holds_stays_a_word_among_others() -> None:
    for idf in (0.0, -1.0):
        probability = float(word_probabilities(np.array([idf]))[0])
        assert 0.05 < probability < 0.1
