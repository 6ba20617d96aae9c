from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.intern import WordTable
from meadow.kernels.word_hashes import hash_words
from meadow.kernels.word_scanner import character_tables, pack
from meadow.text.tokens import LAST_LETTER, words

TEXTS = st.lists(st.text(st.characters(exclude_categories=())), max_size=4)


def test_a_folded_letter_never_takes_twice_the_bytes() -> None:
    # What hash_words relies on when it makes room for the longest word.
    _, folded = character_tables()
    points = [point for point in range(LAST_LETTER) if not 0xD800 <= point <= 0xDFFF]
    assert all(len(chr(folded[point]).encode()) < 2 * len(chr(point).encode()) for point in points)


def test_texts_are_packed_with_their_ends() -> None:
    buffer, ends = pack(["aé", "", "猫"])
    assert (buffer.tobytes().decode(), ends.tolist()) == ("aé猫", [3, 3, 6])
    assert [len(part) for part in pack([])] == [0, 0]


@given(TEXTS)
def test_both_compiled_readers_find_the_words_of_the_plain_one(texts: list[str]) -> None:
    plain = [word for text in texts for word in words(text)]
    table = WordTable.empty(words=1, size=8)  # so small that it grows on the way
    ids, id_ends = table.intern(texts)
    assert [table.words()[word] for word in ids] == plain
    hashes, starts = hash_words(texts)
    assert starts[1:].tolist() == id_ends.tolist()
    # Equal words have equal hashes, and different ones different hashes; the last bit tells of a digit.
    assert len(set(zip(plain, hashes.tolist(), strict=True))) == len(set(plain)) == len(set(hashes.tolist()))
    assert [bool(code & 1) for code in hashes.tolist()] == [
        any(letter.isdecimal() for letter in word) for word in plain
    ]


def test_a_word_of_growing_letters_has_room() -> None:
    # Ⱥ takes two bytes and its small letter three.
    (code,), _ = hash_words(["Ⱥ" * 10_000])
    assert code == hash_words(["ⱥ" * 10_000])[0][0]
    assert np.uint64(code) & np.uint64(1) == 0
