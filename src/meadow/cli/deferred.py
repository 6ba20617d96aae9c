"""Groups of commands that are loaded when one of them is asked for: most runs, and the first page of help, need none."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from typer.core import TyperGroup

HELPS: Mapping[str, str] = {
    "evaluate": "Measure summaries, clusterings, reports, headlines and judges; every number comes with its signature.",
    "judge": "Let people judge: make studies, invite participants, read out and export what they did.",
    "lab": "Run experiments over testbeds, and learn settings from them.",
    "watch": "Save questions and words, whose stories and new facts `meadow follow` reports.",
}


class Deferred(TyperGroup):
    """The group of `meadow.cli.<name>.app`, known by its name and help until its commands are asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(
            name=name, help=HELPS[name], no_args_is_help=True, rich_markup_mode="rich",
            context_settings={"help_option_names": ["-h", "--help"]},
        )  # fmt: skip

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        self._load()
        return list(super().list_commands(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, None if there is none."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; flags are shown without a type."""
        from meadow.cli.command import unlabelled

        return unlabelled(super().get_params(ctx), ctx)

    def _load(self) -> None:
        if not self.commands:
            from typer.main import get_group

            self.commands.update(get_group(import_module(f"meadow.cli.{self.name}.app").app).commands)
