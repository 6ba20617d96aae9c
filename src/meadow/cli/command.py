"""The form of commands: blocks of options that several commands share, options with many values, wrapped help.

A function whose parameters are blocks (dataclasses of options) becomes a command with the options of all of them:

    @laid_out
    def digest(given: blocks.Input, length: blocks.Length, output: blocks.Output) -> None: ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, cached_property
from typing import Any, get_type_hints

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.main import get_command, get_group

from meadow.cli.commands import COMMANDS
from meadow.registry import Command as Entry
from meadow.registry import load_installed_plugins, load_target

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

_STANDARD_INPUT = "-"


def laid_out(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose options are the fields of the blocks that the function takes."""
    hints = get_type_hints(function, include_extras=True)
    blocks = [(name, kind) for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)]
    options = {name: _options(kind) for name, kind in blocks}
    parameters = [
        each
        for name, parameter in inspect.signature(function).parameters.items()
        for each in options.get(name, [parameter.replace(annotation=hints[name])])
    ]

    def command(**given: Any) -> None:
        filled = {name: kind(**{each.name: given.pop(each.name) for each in fields(kind)}) for name, kind in blocks}
        function(**filled, **given)

    command.__name__, command.__doc__ = function.__name__, function.__doc__
    command.__module__ = function.__module__
    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    command.__signature__ = inspect.Signature(keyword)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in keyword}
    return command


@cache  # several commands share a block, and its hints take long to read
def _options(block: Any) -> tuple[inspect.Parameter, ...]:
    hints = get_type_hints(block, include_extras=True)
    defaults = {
        each.name: inspect.Parameter.empty if each.default is MISSING else each.default for each in fields(block)
    }
    return tuple(
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])
        for name, default in defaults.items()
    )


# The placeholder of a value in help texts.
_PLAIN = {"<int>": "N", "<float>": "NUMBER", "<str>": "TEXT", "<list[str]>": "TEXT…"}


class Explained(TyperCommand):
    """A command whose help flows and shows flags as flags and arguments by their names, without types of Python."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        help_text = settings.get("help")
        super().__init__(*args, **settings | {"help": None if help_text is None else flowing(help_text)})

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; flags and arguments are shown without a type."""
        return unlabelled(super().get_params(ctx), ctx)


class MeadowCommand(Explained):
    """A command whose repeatable options go on until the next option, behind a first path."""

    at_once = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments after repeating each repeatable option before every one of its values."""
        options = {name: option for option in self.params for name in (*option.opts, *option.secondary_opts)}
        several = {name for name, option in options.items() if getattr(option, "multiple", False)}
        flags = {name for name, option in options.items() if getattr(option, "is_flag", False)}
        return list(super().parse_args(ctx, list(_repeated(args, several, flags, path_seen=self.at_once))))


class ManyFilesCommand(MeadowCommand):
    """A command whose repeatable options go on at once, as shells that expand `--references refs/*` need it."""

    at_once = True


class CommandGroup(TyperGroup):
    """Commands under one name, whose flags are shown without types."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; flags are shown without a type."""
        return unlabelled(super().get_params(ctx), ctx)


class Commands(CommandGroup):
    """The commands of the table, each loaded when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as typer calls it
        """Return the names of the commands, block by block, with those of installed plug-ins."""
        load_installed_plugins()
        blocks = list(dict.fromkeys(COMMANDS.member(name).block for name in COMMANDS.listed))
        return sorted(COMMANDS.listed, key=lambda name: blocks.index(COMMANDS.member(name).block))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, None if there is none."""
        if cmd_name not in COMMANDS:
            load_installed_plugins()
        if cmd_name not in COMMANDS:
            self.commands.update((name, self.get_command(ctx, name)) for name in COMMANDS)  # for "Did you mean …?"
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _load(COMMANDS.member(cmd_name))
        return self.commands[cmd_name]


def _load(entry: Entry) -> Any:
    """Return the command of an entry; a group is not loaded until one of its commands is asked for."""
    if entry.help is not None:
        command: Any = DeferredGroup(entry)
    else:
        single = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
        single.command(entry.name, cls=MeadowCommand, context_settings=HELP_OPTIONS)(load_target(entry.target))
        command = get_command(single)
    command.rich_help_panel = entry.block
    return command


class DeferredGroup(CommandGroup):
    """A group of commands known by its name and help until its commands are asked for."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(
            name=entry.name,
            help=entry.help,
            no_args_is_help=True,
            rich_markup_mode="rich",
            context_settings=HELP_OPTIONS,
        )
        self.entry = entry

    @cached_property
    def group(self) -> TyperGroup:
        """The group itself."""
        return get_group(load_target(self.entry.target))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return self.group.list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            self.commands.update((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))  # see above
            return None
        return self.group.get_command(ctx, cmd_name)


def unlabelled(parameters: list[Any], ctx: Any) -> list[Any]:
    """Return the parameters with help that shows no types of Python."""
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            parameter.display_type_rich = _no_type  # type: ignore[method-assign] # its name says what it is
        elif parameter.metavar is None:
            shown = None if getattr(parameter, "is_flag", False) else parameter.display_type_rich(ctx)
            parameter.metavar = "" if shown is None else _PLAIN.get(shown, shown)
    return parameters


def _no_type(ctx: Any) -> None:  # noqa: ARG001 - as typer calls it
    return None


def _repeated(arguments: Sequence[str], several: set[str], flags: set[str], *, path_seen: bool) -> Iterator[str]:
    """Yield the arguments with repeatable options repeated before their second, third … value.

    Only behind a first path: before it, `--source Echo news/` names one outlet and one folder.
    """
    option, values, wants_value = None, 0, False
    for argument in arguments:
        if argument.startswith("-") and argument != _STANDARD_INPUT:
            name, sign, _ = argument.partition("=")
            option, values = (name, 1 if sign else 0) if name in several else (None, 0)
            wants_value = not sign and name not in flags
        elif wants_value:
            values, wants_value = 1, False
        elif option is not None and values and path_seen:
            yield option
        else:
            option, path_seen = None, True
        yield argument


def flowing(text: str) -> str:
    """Return help whose paragraphs flow: a line end within a sentence is where our source file broke it."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))
