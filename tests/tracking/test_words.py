"""Words to ids and ids to rows of terms, by hand and beside what anyone would write down."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.tokens import words
from meadow.tracking.words import WordDictionary, count_terms

_TEXTS = st.lists(
    st.lists(st.sampled_from(["ferry", "sank", "Skerra", "the", "14"]), max_size=6).map(" ".join), max_size=6
)


class TestDictionary:
    """Ids in order of first appearance."""

    def test_a_word_has_one_id_in_all_texts(self) -> None:
        known = WordDictionary("en")
        ids, ends = known.intern(["the ferry sank", "the storm"])
        assert ids.tolist() == [0, 1, 2, 0, 3]
        assert ends.tolist() == [3, 5]
        assert known.words() == ["the", "ferry", "sank", "storm"]

    def test_words_of_before_keep_their_ids_and_only_new_ones_are_told(self) -> None:
        known = WordDictionary("en", ["ferry", "sank"])
        ids, _ = known.intern(["sank ferry wreck"])
        assert ids.tolist() == [1, 0, 2]
        assert known.words(2) == ["wreck"]
        assert known.words(3) == []

    def test_nothing_has_no_ids(self) -> None:
        ids, ends = WordDictionary("en").intern([])
        assert (len(ids), len(ends)) == (0, 0)
        ids, ends = WordDictionary("en").intern(["", "…"])
        assert (len(ids), ends.tolist()) == (0, [0, 0])

    @pytest.mark.parametrize(
        ("language", "text"), [("en", "The ferry's wreck"), ("es", "El barco se hundió"), ("de", "Das Schiff sank")]
    )
    def test_words_are_those_of_the_language(self, language: str, text: str) -> None:
        known = WordDictionary(language)
        known.intern([text])
        assert known.words() == list(dict.fromkeys(words(text, language)))

    @given(_TEXTS, _TEXTS)
    def test_texts_at_once_or_in_turn_give_the_same_ids(self, first: list[str], second: list[str]) -> None:
        together, apart = WordDictionary("en"), WordDictionary("en")
        ids, ends = together.intern([*first, *second])
        parts = [apart.intern(first), apart.intern(second)]
        assert np.concatenate([part[0] for part in parts]).tolist() == ids.tolist()
        shift = len(parts[0][0])
        assert [*parts[0][1].tolist(), *(parts[1][1] + shift).tolist()] == ends.tolist()
        assert together.words() == apart.words()


class TestCounting:
    """Terms of each text in order of appearance, and in how many texts each has been met."""

    def test_by_hand(self) -> None:
        ids, ends = np.array([0, 1, 0, 2, 1, 1], np.int32), np.array([3, 6], np.int64)
        term_of = np.array([0, -1, 1], np.int32)  # word 1 is a stop word
        frequency = np.zeros(2, np.int64)
        borders, terms, counts, met = count_terms(ids, ends, term_of, frequency)
        assert borders.tolist() == [0, 1, 2]
        assert (terms.tolist(), counts.tolist()) == ([0, 1], [2.0, 1.0])
        assert met.tolist() == [1, 1]
        assert frequency.tolist() == [1, 1]

    def test_the_frequency_goes_on_from_what_was_counted_before(self) -> None:
        frequency = np.array([7, 0], np.int64)
        ids, ends = np.array([0, 0, 1], np.int32), np.array([1, 3], np.int64)
        *_, met = count_terms(ids, ends, np.array([0, 1], np.int32), frequency)
        assert met.tolist() == [8, 9, 1]  # with each text, the texts met so far
        assert frequency.tolist() == [9, 1]

    @given(
        st.lists(st.lists(st.integers(0, 4), max_size=8), max_size=6),
        st.lists(st.integers(-1, 2), min_size=5, max_size=5),
    )
    def test_beside_a_counter(self, texts: list[list[int]], of: list[int]) -> None:
        ids = np.array([each for text in texts for each in text], np.int32)
        ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
        frequency = np.zeros(3, np.int64)
        borders, terms, counts, met = count_terms(ids, ends, np.array(of, np.int32), frequency)
        seen: Counter[int] = Counter()
        for row, text in enumerate(texts):
            wanted = Counter(of[word] for word in text if of[word] >= 0)
            seen.update(wanted.keys())
            part = slice(int(borders[row]), int(borders[row + 1]))
            assert terms[part].tolist() == list(wanted)
            assert counts[part].tolist() == list(wanted.values())
            assert met[part].tolist() == [seen[term] for term in wanted]
        assert frequency.tolist() == [seen[term] for term in range(3)]
