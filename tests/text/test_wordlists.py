"""Frequency lists are those of `wordfreq`, read without its code."""

from __future__ import annotations

import subprocess
import sys

import pytest
import wordfreq
from hypothesis import given
from hypothesis import strategies as st
from wordfreq.numbers import digit_freq, has_digit_sequence, smash_numbers

from meadow.text.wordlists import FrequencyList, is_number, list_paths, load_frequencies, shape_of, share_of_shape


def test_every_language_has_its_best_list() -> None:
    assert {language: str(path) for language, path in list_paths().items()} == wordfreq.available_languages()


@pytest.mark.parametrize("language", ["en", "nl", "ja", "lt"])
def test_frequencies_are_those_of_the_package(language: str) -> None:
    assert load_frequencies(language) == wordfreq.get_frequency_dict(language, wordlist="best")


@pytest.mark.parametrize("readings", [1, 30])
def test_a_list_that_is_read_for_some_words_says_what_the_dictionary_says(readings: int) -> None:
    # After twenty readings the list becomes a dictionary: nobody can tell.
    every, some = load_frequencies("nl"), FrequencyList("nl")
    words = [*list(every)[::997], "Skerra", "nooitgehoordwoord"]
    for part in range(readings):
        some.look_up(words[part::readings])
    assert [some.frequency(word) for word in words] == [every.get(word, 0.0) for word in words]


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
        "    print(*sorted({'numpy', 'scipy', 'meadow.lab', 'meadow.evaluate'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "evaluate" in done.stdout
    assert "lab" in done.stdout
    assert done.stderr.split() == []
