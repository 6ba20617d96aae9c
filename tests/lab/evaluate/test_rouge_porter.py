"""The two Porter stemmers: rouge-score's against NLTK itself, the script's against figures of its own rules."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer  # type: ignore[import-untyped] # comes with rouge-score

from meadow.lab.evaluate.rouge_porter import irregular_forms, stem_google, stem_script
from shared import shared

NLTK = PorterStemmer()

ENDINGS = [
    "s", "ss", "sses", "ies", "ied", "eed", "ed", "ing", "y", "yy", "e", "ll", "ational", "tional", "enci",
    "anci", "izer", "bli", "alli", "entli", "eli", "ousli", "ization", "ation", "ator", "alism", "iveness",
    "fulness", "ousness", "aliti", "iviti", "biliti", "logi", "fulli", "icate", "ative", "alize", "iciti",
    "ical", "ful", "ness", "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent",
    "sion", "tion", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize", "at", "bl", "iz",
]  # fmt: skip
LIKE_WORDS = st.tuples(
    st.text("aeiouybcdlmnstxwz19", min_size=1, max_size=6), st.lists(st.sampled_from(ENDINGS), max_size=3)
).map(lambda parts: parts[0] + "".join(parts[1]))


@given(LIKE_WORDS.filter(lambda word: len(word) > 3))
@settings(max_examples=1500, deadline=None)
def test_google_stems_as_nltk_does(word: str) -> None:
    assert stem_google(word) == NLTK.stem(word)


@given(st.text("aeiouy", min_size=4, max_size=12) | st.text("yb", min_size=4, max_size=12))
def test_google_stems_runs_of_y_as_nltk_does(word: str) -> None:
    assert stem_google(word) == NLTK.stem(word)


def word_types(path: Path) -> set[str]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return {word for word in re.findall(r"[a-z0-9]+", data.decode("utf-8", "ignore").lower()) if len(word) > 3}


@pytest.mark.parametrize(
    "parts",
    [
        ("summary_judgements", "summeval.jsonl.gz"),
        ("multi_news_100", "docs.jsonl.gz"),
        ("multiling2011", "docs.jsonl.gz"),
        ("mead", "enidf.txt.gz"),
        ("rouge155", "google", "target_large.txt"),
    ],
)
def test_google_stems_every_word_of_the_corpora_as_nltk_does(parts: tuple[str, ...]) -> None:
    words = word_types(shared("data", *parts))
    assert len(words) > 1000
    assert [word for word in sorted(words) if stem_google(word) != NLTK.stem(word)] == []


@pytest.mark.parametrize(
    ("word", "google", "script"),
    [
        # Where both follow Porter's paper.
        ("caresses", "caress", "caress"),
        ("ponies", "poni", "poni"),
        ("agreed", "agre", "agre"),
        ("plastered", "plaster", "plaster"),
        ("hopping", "hop", "hop"),
        ("falling", "fall", "fall"),
        ("filing", "file", "file"),
        ("happy", "happi", "happi"),
        ("relational", "relat", "relat"),
        ("conditional", "condit", "condit"),
        ("electrical", "electr", "electr"),
        ("adjustable", "adjust", "adjust"),
        ("controll", "control", "control"),
        ("yearly", "yearli", "yearli"),
        ("1990s", "1990", "1990"),
        # Where NLTK has ways of its own.
        ("dies", "die", "di"),
        ("died", "die", "di"),
        ("enjoy", "enjoy", "enjoi"),
        ("used", "use", "us"),
        ("news", "news", "new"),
        ("dying", "die", "dy"),
        ("proceed", "proceed", "proce"),
        ("geology", "geolog", "geologi"),
        ("peacefully", "peac", "peacefulli"),
        # Where the script takes several endings off.
        ("departmental", "department", "depart"),
        ("agreement", "agreement", "agreem"),
    ],
)
def test_known_stems(word: str, google: str, script: str) -> None:
    assert (stem_google(word), stem_script(word)) == (google, script)


@given(LIKE_WORDS.filter(lambda word: len(word) > 3))
def test_stems_are_never_longer_than_one_letter_more_nor_empty(word: str) -> None:
    for stem in (stem_google(word), stem_script(word)):
        assert 0 < len(stem) <= len(word)
        assert stem[0] == word[0]


def test_a_very_long_word_takes_no_very_long_time() -> None:
    for word in ("b" * 100_000, "y" * 100_000, "ba" * 50_000, "1" * 100_000 + "ing"):
        assert stem_script(word)
        assert stem_google(word)


def test_irregular_forms_lead_to_base_forms() -> None:
    table = irregular_forms()
    assert table["began"] == "begin"
    assert table["sent"] == "send"
    assert table["carried"] == "carry"
    assert table["easiest"] == "easy"
    assert table["spokeswomen"] == "spokeswoman"
    assert table["women"] == "woman"


def test_irregular_forms_are_long_enough_to_be_looked_up_and_never_their_own_base() -> None:
    table = irregular_forms()
    assert [form for form in table if len(form) < 4 or not form.isalpha() or not form.islower()] == []
    assert [form for form, base in table.items() if form == base] == []
    assert [base for base in table.values() if base in table and len(base) > 3] == [], "a base form that is a form"
