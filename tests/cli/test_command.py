"""How commands are laid out: blocks of options, lists that go on, and help that flows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from meadow.cli.app import app as meadow_app
from meadow.cli.command import ManyFilesCommand, MeadowCommand, flowing, laid_out
from meadow.lab.cli.app import app as lab_app
from meadow.lab.cli.evaluate import app as evaluate_app

VERBS = ("demo", "digest", "summarize", "track", "group", "headline", "report", "pack", "methods", "doctor")


@dataclass(frozen=True, slots=True)
class Words:
    """A block of two options, one of them repeatable."""

    name: Annotated[str, typer.Option(help="Who.")] = "nobody"
    word: Annotated[list[str] | None, typer.Option(metavar="WORD…")] = None


@laid_out
def say(paths: Annotated[list[str], typer.Argument()], words: Words, loud: bool = False) -> None:
    """Say something.

    This is long enough for two lines of source, and
    not for two of help.
    """
    typer.echo(f"{paths} {words.name} {words.word} {loud}")


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer(add_completion=False)
    made.command(cls=MeadowCommand)(say)
    return made


def printed(app: typer.Typer, *arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout.strip()


def test_the_fields_of_a_block_are_options(app: typer.Typer) -> None:
    assert printed(app, "a", "--name", "Ada", "--loud") == "['a'] Ada None True"
    assert printed(app, "a") == "['a'] nobody None False"


@pytest.mark.parametrize(
    ("line", "paths", "words"),
    [
        ("a b --word x y", ["a", "b"], ["x", "y"]),
        ("a --word x --word y", ["a"], ["x", "y"]),
        ("a --word x y --loud", ["a"], ["x", "y"]),
        ("a --word=x y", ["a"], ["x", "y"]),
        ("--word x a b", ["a", "b"], ["x"]),
        ("--name Ada --word x a", ["a"], ["x"]),
        ("a --name Ada b", ["a", "b"], None),
        ("- --word - y", ["-"], ["-", "y"]),
    ],
)
def test_a_list_goes_on_behind_a_first_path(app: typer.Typer, line: str, paths: list[str], words: list[str]) -> None:
    name = "Ada" if "Ada" in line else "nobody"
    assert printed(app, *line.split()) == f"{paths} {name} {words} {'--loud' in line}"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--word a b c", ["a", "b", "c"]),
        ("--word a --word b", ["a", "b"]),
        ("--word=a b", ["a", "b"]),
        ("--word a - --name Ada", ["a", "-"]),
        ("--name Ada", None),
    ],
)
def test_a_list_of_files_goes_on_at_once(line: str, words: list[str] | None) -> None:
    def listed(name: str = "", word: list[str] | None = None) -> None:
        typer.echo(f"{word} {name}".strip())

    app = typer.Typer(add_completion=False)
    app.command(cls=ManyFilesCommand)(listed)
    assert printed(app, *line.split()) == f"{words} {'Ada' if 'Ada' in line else ''}".strip()


def test_help_flows_and_flags_have_no_type(app: typer.Typer) -> None:
    shown = printed(app, "--help")
    assert "This is long enough for two lines of source, and not" in " ".join(shown.split())
    assert "<bool>" not in shown
    assert "WORD…" in shown


def test_paragraphs_stay_apart() -> None:
    assert flowing("One\n    line.\n\n    Another\n    one.") == "One line.\n\nAnother one."


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_explains_itself_with_examples(verb: str) -> None:
    shown = printed(meadow_app, verb, "--help")
    assert re.search(r"<\w+[\[>]", shown) is None, "no types of Python"
    assert len(re.findall(rf"meadow {verb}\b", shown)) >= 3, "the usage line and two examples"


_GROUPS: dict[str, typer.Typer] = {"evaluate": evaluate_app, "lab": lab_app}
SMALLER = [
    f"{group} {name}"
    for group, commands in _GROUPS.items()
    for name in typer.main.get_group(commands).list_commands(typer.Context(typer.main.get_group(commands)))
]


@pytest.mark.parametrize("verb", [*SMALLER, "evaluate", "lab"])
def test_smaller_commands_explain_themselves_too(verb: str) -> None:
    shown = printed(meadow_app, *verb.split(), "--help")
    assert re.search(r"<\w+[\[>]", shown) is None, "no types of Python"
    if " " in verb:
        assert shown.count("meadow ") >= 3, "the usage line and two examples"


def test_a_typing_error_is_no_plan() -> None:
    done = CliRunner().invoke(meadow_app, ["digst"])
    assert done.exit_code == 2
    assert "Did you mean 'digest'" in done.output


def test_the_flags_of_the_command_itself_have_no_type_either() -> None:
    assert "<bool>" not in printed(meadow_app, "--help")
