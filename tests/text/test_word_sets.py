"""The words of a text are those that the pattern finds, whichever way they are read."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from meadow.text.word_sets import small_words

PIECES = st.sampled_from(
    ["The", "ferry’s", "“Skerra”", "SANK_", "—", "14", "Ångström", "İ", "ΑΣ’", "x-y", "\x1c", "\xa0", "ﬁ", "…"]
)


@given(st.text(max_size=60) | st.lists(PIECES, max_size=8).map("".join) | st.text(st.characters(max_codepoint=127)))
@example("The coast guard's “14” men — all of them")
@example("ΑΣ’Α")
def test_words_are_those_of_the_pattern(text: str) -> None:
    assert small_words(text) == re.findall(r"\w+", text.lower())
