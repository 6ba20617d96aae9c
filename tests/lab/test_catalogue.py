"""Experiments as TOML: those that come with the package read well, what is written reads back, and slips are explained."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.catalogue import (
    experiment_names,
    experiment_text,
    format_experiment,
    load_experiment,
    parse_experiment,
)
from meadow.lab.experiment import EXPERIMENTS
from meadow.lab.notebook import change
from meadow.lab.toml_text import value


@pytest.mark.parametrize("name", experiment_names())
def test_every_experiment_is_readable_said_to_be_for_something_and_written_back(name: str) -> None:
    found = load_experiment(name)
    assert (found.name, found.kind in EXPERIMENTS) == (name, True)
    assert found.title
    assert found.about
    assert parse_experiment(format_experiment(found), name=name) == found
    comments = [line for line in experiment_text(name).splitlines() if line.startswith("#")]
    assert len(comments) >= 3, "a file that people copy and change explains its lines"


def test_a_file_of_ones_own_is_an_experiment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('kind = "summaries"\nsystems = ["lead"]\nmetrics = ["words"]\n', encoding="utf-8")
    assert (load_experiment(path).name, load_experiment(str(path)).systems) == ("mine", ("lead",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind = summaries", "is not TOML"),
        ("title = 'x'", "missing required field `kind`"),
        ('kind = "summeries"', "no kind of experiment called 'summeries'. Did you mean 'summaries'"),
        ('kind = "summaries"\nsytems = []', "contains unknown field `sytems`"),
        ('kind = "summaries"\nseed = "one"', "Expected `int`, got `str`"),
        ('kind = "summaries"\nresamples = 3', "resamples is 3"),
        ('kind = "summaries"\nseed = -1', "seed is -1"),
    ],
)
def test_slips_are_explained(text: str, message: str) -> None:
    with pytest.raises((InputError, UsageError), match=message):
        parse_experiment(text, name="mine")


def test_unknown_names_and_missing_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'qarla'"):
        load_experiment("quarla")
    with pytest.raises(InputError, match="no experiment file"):
        load_experiment(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not text in UTF-8"):
        load_experiment(tmp_path / "bytes.toml")


def test_changes_replace_parts_and_options_add_up() -> None:
    changed = change("summaries", systems=["lead"], metrics=None, options={"length": "short"}, seed=4)
    base = load_experiment("summaries")
    assert (changed.systems, changed.metrics, changed.seed) == (("lead",), base.metrics, 4)
    assert changed.options == {**base.options, "length": "short"}
    with pytest.raises(UnknownNameError, match="no part of an experiment called 'sytems'"):
        change("summaries", sytems=["lead"])
    with pytest.raises(UsageError, match="resamples is 1"):
        change("summaries", resamples=1)


def test_a_baseline_that_is_no_longer_among_the_systems_goes() -> None:
    assert change("summaries").baseline == "meadow"
    assert change("summaries", systems=["presets"]).baseline == "meadow"
    assert change("summaries", systems=["lead", "mead"]).baseline is None
    assert change("summaries", systems=["lead", "mead"], baseline="lead").baseline == "lead"
    # The baseline of QARLA is a metric: other sources of reports leave it alone.
    assert change("qarla", systems=["lead"]).baseline == load_experiment("qarla").baseline == "nicos"


texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
plain = st.recursive(
    texts | st.booleans() | numbers,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(plain)
def test_values_read_back_as_they_were(held: object) -> None:
    assert tomllib.loads(f"x = {value(held)}")["x"] == held


def test_an_experiment_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(experiment_text("summaries"), encoding="utf-8-sig")
    assert load_experiment(path).kind == "summaries"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("resamples = 1000000000", "at most 1,000,000"),
        (
            '[[published]]\ntable = "t"\nlabels = ["lead"]\nvalues = { S = nan }',
            "published figure is no number: t, lead",
        ),
    ],
)
def test_numbers_that_cannot_be_are_refused(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_experiment(f'kind = "summaries"\n{line}\n', name="mine")


def test_a_path_that_no_system_can_have_is_explained() -> None:
    with pytest.raises(InputError, match="cannot be read: File name too long"):
        load_experiment("x" * 300 + ".toml")
