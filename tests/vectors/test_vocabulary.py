"""Words are learnt once per process, and what a story sees does not depend on what was read before it."""

import numpy as np
import pytest

from meadow.text.background import IdfTable, default_background
from meadow.vectors import vocabulary
from meadow.vectors.counts import count_texts, count_words, read_words
from meadow.vectors.vocabulary import STOP, PlainReader, Vocabulary, use_kernels, vocabulary_for

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


def test_the_kernel_gives_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = count_texts(TEXTS, ["en", "en"], BACKGROUNDS)
    monkeypatch.setattr(vocabulary, "_characters_read", vocabulary.BULK_CHARACTERS)
    compiled = count_texts(TEXTS, ["en", "en"], BACKGROUNDS)
    assert compiled.terms == plain.terms
    for name in ("data", "indices", "indptr"):
        assert np.array_equal(getattr(compiled.matrix, name), getattr(plain.matrix, name)), name
    assert np.array_equal(compiled.idf, plain.idf)


def test_compiled_code_is_used_once_enough_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_characters_read", 0)
    monkeypatch.setattr(vocabulary, "_open", {})
    monkeypatch.setattr(vocabulary, "BULK_CHARACTERS", 100)
    first, second = vocabulary_for(["x" * 99]), vocabulary_for(["x"])
    assert first is not second
    assert vocabulary_for(["y"]) is second
    assert vocabulary_for(["猫"], language="ja") is not second
    monkeypatch.setattr(vocabulary, "_characters_read", 0)
    use_kernels()
    assert vocabulary.kernels_in_use()


def test_a_vocabulary_that_has_grown_too_large_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_open", {})
    old = vocabulary_for(TEXTS)
    old.read(TEXTS)
    monkeypatch.setattr(vocabulary, "_MOST_WORDS", 3)
    assert vocabulary_for(TEXTS) is not old
    assert old.words[0] == "the"


def test_a_term_that_two_languages_share_is_one_column() -> None:
    texts, languages = ["Trump in Amsterdam", "Trump en Amsterdam"], ["en", "nl"]
    counts = count_words(read_words(texts, languages, BACKGROUNDS), 2, stems=True)
    column = counts.terms.index("amsterdam")
    assert counts.matrix[:, [column]].toarray().ravel().tolist() == [1, 1]
    assert counts.idf[column] == min(BACKGROUNDS[each].idf(["amsterdam"])[0] for each in languages)
    assert counts.lengths.tolist() == [3, 3]
