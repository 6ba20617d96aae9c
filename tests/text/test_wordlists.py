"""Frequency lists are those of `wordfreq`, read without its code."""

from __future__ import annotations

import subprocess
import sys

import pytest
import wordfreq
from hypothesis import given
from hypothesis import strategies as st
from wordfreq.numbers import digit_freq, has_digit_sequence, smash_numbers

from meadow.text.wordlists import (
    FrequencyList,
    is_number,
    list_paths,
    load_frequencies,
    shape_of,
    share_of_shape,
    word_hashes,
)


def test_every_language_has_its_best_list() -> None:
    assert {language: str(path) for language, path in list_paths().items()} == wordfreq.available_languages()


@pytest.mark.parametrize("language", ["en", "nl", "ja", "lt"])
def test_frequencies_are_those_of_the_package(language: str) -> None:
    assert load_frequencies(language) == wordfreq.get_frequency_dict(language, wordlist="best")


@pytest.mark.parametrize("language", ["en", "nl", "ja", "lt"])
def test_an_index_says_of_every_word_what_the_list_says(language: str) -> None:
    every, some = load_frequencies(language), FrequencyList(language)
    some.look_up([*every, "Skerra"])
    assert {word: some.frequency(word) for word in every} == every
    assert some.frequency("Skerra") == 0


@pytest.mark.parametrize("parts", [1, 30])
def test_it_does_not_matter_which_words_are_asked_for_together(parts: int) -> None:
    every, some = load_frequencies("nl"), FrequencyList("nl")
    words = [*list(every)[::997], "Skerra", "nooitgehoordwoord", "", "\ud800"]
    for part in range(parts):
        some.look_up(words[part::parts])
    assert [some.frequency(word) for word in words] == [every.get(word, 0.0) for word in words]


@pytest.mark.parametrize("language", sorted(list_paths()))
def test_no_two_words_of_a_list_have_the_same_hash(language: str) -> None:
    words = list(load_frequencies(language))
    assert len(set(word_hashes(words).tolist())) == len(words)


@given(st.lists(st.text(max_size=9), min_size=1, max_size=6))
def test_the_hash_of_a_word_depends_on_all_of_it_and_on_nothing_else(words: list[str]) -> None:
    hashes = word_hashes(words).tolist()
    assert hashes == [word_hashes([word]).item() for word in words]
    assert len(set(hashes)) == len(set(words))


def test_hashes_are_of_splitmix64_as_others_compute_it() -> None:
    # The sum over bytes, with the zero byte behind the last, of the finalizer of place · 256 + byte, in plain integers.
    def finalized(number: int) -> int:
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            number = (number ^ (number >> shift)) * factor % 2**64
        return number ^ (number >> 31)

    for word in ("", "a", "ferry", "crue", "フェリー"):
        expected = sum(finalized(256 * place + byte) for place, byte in enumerate(word.encode() + b"\0")) % 2**64
        assert word_hashes([word]).tolist() == [expected]


def test_a_word_that_nobody_announced_is_found_too() -> None:
    words = FrequencyList("lt")
    words.look_up(["ir"])
    assert words.frequency("ir") > words.frequency("yra") > words.frequency("skerra") == 0


@given(st.text(alphabet="0123456789١.,ab-", max_size=12))
def test_numbers_are_spread_as_the_package_does(word: str) -> None:
    assert is_number(word) == has_digit_sequence(word)
    assert shape_of(word) == smash_numbers(word)
    assert share_of_shape(word) == digit_freq(word)


def test_a_summary_loads_neither_the_package_nor_the_language_model_nor_compiled_code() -> None:
    text = "The ferry sank off Skerra on Monday, and all of the crew were saved from the water, the coast guard said. "
    code = (
        "import sys, meadow; document = meadow.Document('a', text=sys.argv[1], language='en')\n"
        "from meadow.text.language import detect_language; assert detect_language(sys.argv[1]) == 'en'\n"
        "assert meadow.summarize([document], annotate=False).text\n"
        "print(*sorted({'wordfreq', 'py3langid', 'numba', 'meadow.tracking', 'scipy.optimize'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, text * 3], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_help_loads_no_numbers() -> None:
    code = (
        "import sys; sys.argv = ['meadow', '--help']\nfrom meadow.cli import main\n"
        "try: main()\nfinally:\n"
        "    lab = {'meadow.lab.experiment', 'meadow.lab.evaluate'}\n"
        "    print(*sorted({'numpy', 'scipy', *lab} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "evaluate" in done.stdout
    assert "lab" in done.stdout
    assert done.stderr.split() == []
