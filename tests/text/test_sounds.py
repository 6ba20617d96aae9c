"""Names by their sound: one key for one name in several scripts, made of consonants alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.sounds import sound_key


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Aldern", "rtrn"),  # l and r are one class, t and d another
        ("アルデルン", "rtrn"),
        ("Putin", "btn"),
        ("Путин", "btn"),
        ("Πούτιν", "btn"),
        ("פוטין", "btn"),
        ("بوتين", "btn"),
        ("Lethrië", "rtr"),
        ("Anna", "n"),
        ("Aeiou", ""),
        ("", ""),
        ("214", ""),
    ],
)
def test_scripts_share_the_key_of_a_name(word: str, key: str) -> None:
    assert sound_key(word) == key


@given(st.text(max_size=30))
def test_any_text_has_a_key_of_classes_without_doubles(text: str) -> None:
    key = sound_key(text)
    assert set(key) <= set("bkstrn")
    assert all(a != b for a, b in pairwise(key))
