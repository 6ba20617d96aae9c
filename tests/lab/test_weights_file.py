"""The file of weights: it reads back, equal lessons write equal bytes, and other files are refused with advice."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError
from meadow.lab.fitting import Fit, StoryFit, format_weights
from meadow.rank.weights_file import parse_rank

RANK = "mix(lexrank=0.612, early=0.388, minimum_words=9, standalone=true)"


def fit(*names: str, left_out: bool = True) -> Fit:
    figures = {"learned": 0.41236, "lexrank": 0.3, "early": -0.0001}
    stories = tuple(StoryFit(name, 40, figures) for name in names)
    return Fit(RANK, ("lexrank", "early"), 0.1, left_out, "1f3a9c04", stories)


def test_the_file_says_what_was_learned_from_what_and_how_good_it_is() -> None:
    held = tomllib.loads(format_weights(fit("ferry", "wolf"), target="judges"))
    assert held["rank"] == RANK
    assert held["learned_from"] | {"signature": ""} == {
        "target": "judges", "stories": 2, "sentences": 80, "rankers": ["lexrank", "early"], "regularisation": 0.1,
        "left_out": True, "signature": "",
    }  # fmt: skip
    assert f"rank:{RANK}|stories:2|data:1f3a9c04|v:" in held["learned_from"]["signature"]
    assert held["spearman"] == {"learned": 0.412, "lexrank": 0.3, "early": 0.0}
    assert held["stories"]["wolf"] == {"sentences": 40, "learned": 0.412, "lexrank": 0.3, "early": 0.0}


def test_the_whole_file_as_it_is_written() -> None:
    text = format_weights(fit("ferry", left_out=False), target="judges")
    assert text.startswith("# Weights that `meadow lab fit` learned.")
    assert f'\nrank = "{RANK}"\n\n[learned_from]\n' in text
    assert "learned: on the one story learned from.\n[spearman]\nlearned = 0.412\n" in text
    assert text.endswith('"ferry" = { sentences = 40, learned = 0.412, lexrank = 0.300, early = 0.000 }\n')


@given(st.text())
def test_any_name_of_a_story_can_be_written_and_read_back(name: str) -> None:
    text = format_weights(fit(name), target="references")
    assert list(tomllib.loads(text)["stories"]) == [name]
    assert parse_rank(text) == RANK


def test_a_name_that_is_no_text_is_written_with_a_mark() -> None:
    written = format_weights(fit("bad\udcff"), target="references").encode()
    assert list(tomllib.loads(written.decode())["stories"]) == ["bad?"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mix(centroid=1)", "It is not TOML: .* `meadow lab fit` writes such files"),
        ("weights = 1", "It has no rank that is a text. It holds: weights."),
        ("rank = 3", "It has no rank that is a text. It holds: rank."),
        ("", "It holds: nothing"),
    ],
)
def test_other_files_are_refused_with_advice(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_rank(text)


def test_a_ranker_that_is_not_installed_is_named() -> None:
    with pytest.raises(UnknownNameError, match="no ranker called 'mixx'"):
        parse_rank('rank = "mixx(centroid=1)"')
