"""The commands by name: a lazy table, which the parts of the package and plug-ins extend."""

from __future__ import annotations

from meadow.registry import Command, Registry, offered

_PLACES = {
    **{
        name: name
        for name in ("demo", "digest", "summarize", "track", "group", "headline", "report", "pack", "check", "convert")
    },
    **{name: name for name in ("follow", "stories", "story", "search", "serve")},
    **dict.fromkeys(("split", "merge", "rename", "undo"), "correct"),
    "replay": "replay",
    **dict.fromkeys(("export", "backup", "restore", "copy-store", "forget"), "keeping"),
}
_LATER = {name: name for name in ("methods", "schema", "doctor")}
_WATCH = Command(
    "watch", "meadow.cli.watch.app:app",
    help="Save questions and words, whose stories and new facts `meadow follow` reports.",
)  # fmt: skip


def _commands(places: dict[str, str]) -> dict[str, Command]:
    """Return commands by name, from the modules of `meadow.cli` that have them."""
    return {name: Command(name, f"meadow.cli.{module}:{name.replace('-', '_')}") for name, module in places.items()}


COMMANDS = Registry(
    "command",
    "command",
    {**_commands(_PLACES), "watch": _WATCH, **_commands(_LATER), **offered("command")},
    holds=Command,
    advice="`meadow --help` lists them all.",
)
