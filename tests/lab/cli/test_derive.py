"""Commands derived from families: options from signatures, names and help from docstrings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

import pytest
import typer
from typer.testing import CliRunner

from meadow.cli.command import ManyFilesCommand
from meadow.errors import UsageError
from meadow.lab.cli.derive import derived
from meadow.lab.tables.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Taken:
    """What was read, and what was taken for what."""

    given: object
    taken: tuple[str, ...] = ("two columns taken",)


def read(*, paths: Sequence[str], extra: Sequence[str] = ()) -> Taken:
    """Return the files.

    --extra, --more FILE…: Files that may be given as well.
    """
    return Taken((list(paths), list(extra)))


def sheet(
    data: Taken,
    *,
    names: tuple[str, ...] = ("a", "b"),
    rates: tuple[float, ...] | None = None,
    level: Literal["low", "high"] = "low",
    bytes_: int | None = None,
    seed: int = 0,
) -> Sheet:
    """Return what was given.

    --names: Names, with commas.
    --level: Low or high.

    With limits:
    --rates: Rates, with commas.
    --bytes: So many bytes.
    """
    return Sheet([f"{data.given} {names} {rates} {level} {bytes_} {seed}"], {"measure": "made"})


@pytest.fixture
def family() -> ModuleType:
    made = ModuleType("made_up", "Print what was given.\n\nExamples:\n    meadow made-up a\n    meadow made-up b\n")
    vars(made).update(read=read, sheet=sheet)
    return made


@pytest.fixture
def app(family: ModuleType) -> typer.Typer:
    app = typer.Typer(add_completion=False)
    app.command(cls=ManyFilesCommand)(derived(family))
    return app


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("p q", "(['p', 'q'], []) ('a', 'b') None low None 0"),
        ("p --extra x --more y z", "(['p'], ['x', 'y', 'z']) ('a', 'b') None low None 0"),
        ("p --names c(1,2),d --rates 1,2.5", "(['p'], []) ('c(1,2)', 'd') (1.0, 2.5) low None 0"),
        ("p --level high --bytes 3 --seed 2", "(['p'], []) ('a', 'b') None high 3 2"),
    ],
)
def test_parameters_are_options(app: typer.Typer, line: str, printed: str) -> None:
    done = CliRunner().invoke(app, line.split())
    assert done.exit_code == 0, done.output
    assert done.stdout.strip() == printed
    assert "two columns taken" in done.stderr


def test_help_comes_from_the_docstrings(app: typer.Typer) -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "100"}).stdout
    assert "Print what was given." in shown
    assert shown.count("meadow made-up") == 2
    plain, _, rest = shown.partition("With limits")
    limits, _, how = rest.partition("How to measure")
    assert all(words in plain for words in ("--extra,--more", "FILE…", "Names, with commas.", "[default: a,b]"))
    assert "--rates" in limits
    assert "--bytes" in limits
    assert "For resampling and for chance." in how


def test_a_list_that_is_none_names_its_option(app: typer.Typer) -> None:
    refused = CliRunner().invoke(app, ["p", "--rates", "ten"]).exception
    assert isinstance(refused, UsageError)
    assert "--rates is 'ten'." in str(refused)


def test_a_parameter_without_a_line_is_a_mistake(family: ModuleType) -> None:
    def undescribed(data: Taken, *, colour: str = "red") -> Sheet:
        """Return nothing of note."""
        return Sheet([f"{data} {colour}"])

    vars(family).update(sheet=undescribed)
    with pytest.raises(LookupError, match="made_up: no docstring describes the parameter 'colour'"):
        derived(family)
