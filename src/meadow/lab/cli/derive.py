"""Commands from families of measures: the keyword-only parameters of `read` and `sheet` are the options.

Types and defaults come from the signature, names and help from lines of the docstring; a line that ends with a colon names
the panel of the options below it:

    --extract, --compare FILE…: Extracts to score, one per system.

    How to measure:
    --total: How many sentences there are.

A `Sequence[str]` is an option that may be repeated, a `tuple[str, …]` or `tuple[float, …]` a list with commas. A name
without dashes is an argument. What the data call `taken` goes to standard error.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import typer

from meadow.cli import options
from meadow.cli.inputs import split_list, split_numbers
from meadow.cli.printing import note
from meadow.lab.cli.showing import print_sheet
from meadow.lab.tables.rendering import check_form
from meadow.registry import parameters

_LINE = re.compile(r"(?P<names>--[\w-]+(?:(?:, |/)--[\w-]+)*|\w+)(?: (?P<metavar>[A-Z|]+…?))?: (?P<help>\S.*)")
_HEADING = re.compile(r"(?P<panel>[A-Z][^:]*):")

# Options that several families have: where a docstring is silent, these lines describe them.
SHARED = """
paths PATH…: Files, folders, web addresses, or - for standard input.

How to measure:
--metrics: One or more, with commas between them.
--dialect: google (rouge-score), rouge155 (the script) or both.
--stem/--no-stem: Compare stems of words.
--language: The language of the texts.
--draws: So many random clusterings.
--seed: For resampling and for chance.

Output:
--items: Show every item too.
"""

Form = Annotated[str, typer.Option(help="terminal, markdown, latex, csv, json or html.", rich_help_panel="Output")]


@dataclass(frozen=True, slots=True)
class _Description:
    """What a line of a docstring says of a parameter; an argument has no names."""

    names: tuple[str, ...]
    metavar: str | None
    help: str
    panel: str | None


def derived(family: ModuleType) -> Callable[..., None]:
    """Return the command of a family: its help is the module's docstring, it prints the sheet in the form asked for."""
    reading, measuring = (parameters(function) for function in (family.read, family.sheet))
    hints = get_type_hints(family.read) | get_type_hints(family.sheet)
    described = _descriptions(family, (*reading, *measuring))

    def command(*, form: str, json: bool, **given: Any) -> None:
        check_form(form)
        values = {name: _value(hints[name], value, described[name]) for name, value in given.items()}
        data = family.read(**{name: values[name] for name in reading})
        for line in getattr(data, "taken", ()):
            note(line)
        sheet = family.sheet(data, **{name: values[name] for name in measuring})
        print_sheet(sheet, form="json" if json else form)

    shown = [_parameter(each, hints[name], described[name]) for name, each in {**reading, **measuring}.items()]
    for name, kind, default in (("form", Form, "terminal"), ("json", options.Json, False)):
        shown.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    command.__name__, command.__doc__ = family.__name__.rpartition(".")[2], _help(family)
    command.__annotations__ = {each.name: each.annotation for each in shown}
    command.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    return command


def _descriptions(family: ModuleType, names: Sequence[str]) -> dict[str, _Description]:
    docstrings = (inspect.getdoc(function) or "" for function in (family.read, family.sheet))
    lines = dict(each for text in (SHARED, *docstrings) for each in _described(text))
    lines |= {f"{name}_": line for name, line in lines.items()}  # `bytes_` is --bytes
    missing = next((name for name in names if name not in lines), None)
    if missing is not None:
        raise LookupError(f"{family.__name__}: no docstring describes the parameter {missing!r}.")
    return lines


def _help(family: ModuleType) -> str:
    """Return the help of a family's command: the docstring of its module, every example a paragraph."""
    text, _, examples = (inspect.getdoc(family) or "").partition("\nExamples:\n")
    return "\n\n".join([text, "[dim]Examples:[/dim]", *map(str.strip, examples.splitlines())])


def _described(docstring: str) -> Iterator[tuple[str, _Description]]:
    """Yield what the lines of a docstring say, by the names of parameters."""
    panel = None
    for line in map(str.strip, docstring.splitlines()):
        if (heading := _HEADING.fullmatch(line)) is not None:
            panel = heading["panel"]
        elif (match := _LINE.fullmatch(line)) is not None:
            names = tuple(match["names"].split(", "))
            name = names[0].partition("/")[0].removeprefix("--").replace("-", "_")
            listed = names if names[0].startswith("--") else ()
            yield name, _Description(listed, match["metavar"], match["help"], panel)


def _parameter(parameter: Parameter, hint: Any, described: _Description) -> Parameter:
    """Return a parameter as typer reads it."""
    settings: dict[str, Any] = {
        "metavar": described.metavar,
        "help": described.help,
        "rich_help_panel": described.panel,
    }
    info = typer.Option(*described.names, **settings) if described.names else typer.Argument(**settings)
    default = parameter.default
    if default is not Parameter.empty and isinstance(default, tuple):
        default = ",".join(map(str, default)) or None
    kind = _kind(hint)
    typed = kind | None if default is None else kind
    return Parameter(parameter.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[typed, info])


def _kind(hint: Any) -> Any:
    """Return the type that a command line can hold: texts for names and lists with commas, lists for sequences."""
    hint = _without_none(hint)
    origin = get_origin(hint)
    return list[str] if origin is Sequence else str if origin in (Literal, tuple) else hint


def _value(hint: Any, given: Any, described: _Description) -> Any:
    """Return what a function gets for what was typed."""
    hint = _without_none(hint)
    if get_origin(hint) is Sequence:
        return given or ()
    if get_origin(hint) is not tuple or given is None:
        return given
    split: Mapping[Any, Callable[..., list[Any]]] = {str: split_list, float: split_numbers}
    return tuple(split[get_args(hint)[0]](given, option=described.names[0]))


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    return hint
