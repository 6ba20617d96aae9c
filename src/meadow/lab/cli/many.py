"""Options that take several files in one go: `--references a.txt b.txt` means `--references a.txt --references b.txt`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from meadow.cli.command import Explained

_STANDARD_INPUT = "-"


class ManyFilesCommand(Explained):
    """A command whose repeatable options go on until the next option, as shells that expand `refs/*` need it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments after repeating each repeatable option before every one of its values."""
        several = {name for option in self.params if getattr(option, "multiple", False) for name in option.opts}
        return list(super().parse_args(ctx, list(expanded(args, several))))


def expanded(arguments: Sequence[str], several: Collection[str]) -> Iterator[str]:
    """Yield the arguments with the options in `several` repeated before their second, third … value."""
    option, values = None, 0
    for argument in arguments:
        if argument.startswith("-") and argument != _STANDARD_INPUT:
            name, sign, _ = argument.partition("=")
            option, values = (name, 1 if sign else 0) if name in several else (None, 0)
            yield argument
            continue
        if option is not None and values:
            yield option
        values += 1
        yield argument
