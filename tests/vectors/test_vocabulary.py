"""Words are learnt once per process, and what a story sees does not depend on what was read before it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.intern import WordTable
from meadow.model import FloatArray
from meadow.text.background import Background, IdfTable, default_background
from meadow.text.tokens import tokenize
from meadow.vectors import vocabulary
from meadow.vectors.counts import LanguageRows, count_texts, count_words, read_words
from meadow.vectors.vocabulary import STOP, PlainReader, Vocabulary, vocabulary_for

TEXTS = ["The ferries sank near the harbour.", "A ferry sinks; the harbours close."]
BACKGROUNDS = {language: default_background(language) for language in ("en", "nl")}


def test_forms_of_a_word_are_one_term_and_stop_words_none() -> None:
    words = Vocabulary("en", PlainReader("words", "en"))
    words.read(TEXTS)
    term = dict(zip(words.words, words.term_of.tolist(), strict=True))
    assert term["ferries"] == term["ferry"] >= 0
    assert term["harbour"] == term["harbours"]
    assert term["the"] == STOP
    assert words.terms[term["ferry"]] == "ferri"


@given(st.lists(st.text(alphabet="aBσΣİ'’.,-_ \t\n\x1c\xa05é\u0301", max_size=30), max_size=5))
def test_pieces_between_blanks_read_as_the_whole_text_does(texts: list[str]) -> None:
    reader = PlainReader("words", "en")
    for _ in range(2):  # the second time every piece is known
        ids, ends = reader.intern(texts)
        words = reader.words()
        assert [words[each] for each in ids.tolist()] == [word for text in texts for word in tokenize(text)]
        assert np.diff(ends, prepend=0).tolist() == [len(tokenize(text)) for text in texts]


def test_pieces_past_the_most_are_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PlainReader("words", "en")
    before, _ = reader.intern(TEXTS)
    monkeypatch.setattr("meadow.text.pieces.MOST_PIECES", 3)
    assert reader.intern(TEXTS)[0].tolist() == before.tolist()


def test_rarities_grow_with_the_words_and_differ_by_background() -> None:
    words = Vocabulary("en", PlainReader("words", "en"))
    words.read(TEXTS[:1])
    flat = IdfTable("flat", {}, unknown=2.0)
    assert words.idf(flat).tolist() == [2.0] * len(words.words)
    general = words.idf(BACKGROUNDS["en"])
    words.read(TEXTS[1:])
    assert np.array_equal(words.idf(BACKGROUNDS["en"])[: len(general)], general)
    assert np.array_equal(words.idf(BACKGROUNDS["en"]), BACKGROUNDS["en"].idf(words.words))
    assert len(words.idf(flat)) == len(words.words)


def test_a_function_is_asked_once_about_each_word_however_many_stories_hold_it() -> None:
    words, asked = Vocabulary("en", PlainReader("words", "en")), list[str]()

    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    for texts in (TEXTS[:1], TEXTS, TEXTS):
        ids, _ = words.read(texts)
        assert words.answers(length)[ids].tolist() == [len(word) for text in texts for word in tokenize(text)]
    assert asked == words.words
    assert words.answers(str.isalpha).tolist() == [1] * len(words.words)


def test_more_backgrounds_than_are_kept_still_answer_right() -> None:
    words = Vocabulary("en", PlainReader("words", "en"))
    words.read(TEXTS)
    for value in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0):
        assert set(words.idf(IdfTable("t", {}, unknown=value)).tolist()) == {value}


def test_counts_do_not_depend_on_what_was_read_before() -> None:
    before = count_texts(TEXTS, ["en", "en"], BACKGROUNDS)
    count_texts(["Harbours and ferries, rarer words: quixotic zephyrs."], ["en"], BACKGROUNDS)
    after = count_texts(TEXTS, ["en", "en"], BACKGROUNDS)
    assert after.terms == before.terms
    assert np.array_equal(after.matrix.toarray(), before.matrix.toarray())
    assert np.array_equal(after.idf, before.idf)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abcdeAB 12.,'é", max_size=60), min_size=1, max_size=5))
def test_the_kernel_gives_the_same_counts(texts: list[str]) -> None:
    plain, compiled = (
        count_words([_rows(Vocabulary("en", reader), texts)], len(texts), stems=True)
        for reader in (PlainReader("words", "en"), WordTable.empty())
    )
    assert compiled.terms == plain.terms
    for name in ("data", "indices", "indptr"):
        assert np.array_equal(getattr(compiled.matrix, name), getattr(plain.matrix, name)), name
    assert compiled.idf.tobytes() == plain.idf.tobytes()


def _rows(vocabulary: Vocabulary, texts: list[str]) -> LanguageRows:
    ids, ends = vocabulary.read(texts)
    lengths = np.diff(ends, prepend=0)
    return LanguageRows(vocabulary, np.arange(len(texts)), ids, lengths, vocabulary.idf(BACKGROUNDS["en"]))


def test_the_rarity_of_a_word_does_not_depend_on_what_it_is_looked_up_with() -> None:
    words = ["the", "ferry", "zephyr", "1985", "25,000", "quixotic", "a", "x" * 40]
    together = BACKGROUNDS["en"].idf(words)
    assert together.tobytes() == np.concatenate([BACKGROUNDS["en"].idf([word]) for word in words]).tobytes()


class _Refusing:
    """A background that fails on one word, as a plug-in may."""

    name = "refusing"

    def idf(self, words: Sequence[str]) -> FloatArray:
        if "wolverine" in words:
            raise ValueError("no wolverines")
        return np.ones(len(words))

    def folded(self) -> Background:
        return self


def test_what_fails_in_one_story_does_not_fail_in_the_next() -> None:
    background = {"en": _Refusing()}
    with pytest.raises(ValueError, match="no wolverines"):
        count_texts(["A wolverine."], ["en"], background)
    assert count_texts(TEXTS, ["en", "en"], background).idf.tolist() == [1.0] * 5


def test_threads_that_learn_at_once_see_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_open", {})
    texts = [[f"word{(7 * text + place) % 400} and ferries" for place in range(40)] for text in range(200)]
    expected = [count_texts(each, ["en"] * 40, BACKGROUNDS) for each in texts]
    monkeypatch.setattr(vocabulary, "_open", {})
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda each: count_texts(each, ["en"] * 40, BACKGROUNDS), texts))
    for one, other in zip(found, expected, strict=True):
        assert one.terms == other.terms
        assert one.idf.tobytes() == other.idf.tobytes()
        assert np.array_equal(one.matrix.toarray(), other.matrix.toarray())


def test_a_vocabulary_that_has_grown_too_large_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_open", {})
    old = vocabulary_for()
    old.read(TEXTS)
    monkeypatch.setattr(vocabulary, "_MOST_WORDS", 3)
    assert vocabulary_for() is not old
    assert old.words[0] == "the"


def test_a_term_that_two_languages_share_is_one_column() -> None:
    texts, languages = ["Trump in Amsterdam", "Trump en Amsterdam"], ["en", "nl"]
    counts = count_words(read_words(texts, languages, BACKGROUNDS), 2, stems=True)
    column = counts.terms.index("amsterdam")
    assert counts.matrix[:, [column]].toarray().ravel().tolist() == [1, 1]
    assert counts.idf[column] == min(BACKGROUNDS[each].idf(["amsterdam"])[0] for each in languages)
    assert counts.lengths.tolist() == [3, 3]
