"""The command `meadow evaluate`: a command for each family of measures, derived when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.main import get_command

from meadow.cli.command import HELP_OPTIONS, CommandGroup, ManyFilesCommand

# The families in the order of the help, by the modules of `meadow.lab.families`.
FAMILIES = (
    "rouge", "metrics", "utility", "subsumption", "extraction", "coverage", "pseudo_qa", "clustering", "synthesis",
    "headlines", "agreement", "corpus", "baselines", "concepts", "feedback",
)  # fmt: skip
_COMMANDS = {name.replace("_", "-"): name for name in FAMILIES}


class Families(CommandGroup):
    """The commands of the families, each derived from its module at its first use."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as typer calls it
        """Return the names of the commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - as typer calls it
        """Return the command of a family, None if there is none."""
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _command(cmd_name)
        return self.commands.get(cmd_name)


def _command(name: str) -> Any:
    from meadow.lab.cli.derive import derived

    single = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    family = import_module(f"meadow.lab.families.{_COMMANDS[name]}")
    single.command(name, cls=ManyFilesCommand, context_settings=HELP_OPTIONS)(derived(family))
    return get_command(single)


app = typer.Typer(cls=Families)  # named and described in meadow.lab.part
