"""`meadow replay`: a period tracked again, and how its stories differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meadow.tracking.differences import Part, StoryDifference
    from meadow.workspace.replaying import Replayed

Tracker = Annotated[str | None, typer.Option(metavar="SPEC", help="The tracker; that of the workspace if left out.")]
From = Annotated[str | None, typer.Option("--from", metavar="TIME", help="Articles that arrived from then on.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="Articles that arrived before; of a day, its end.")
]
Apply = Annotated[bool, typer.Option("--apply", help="Let the tracker take over all articles.")]
Same = Annotated[bool, typer.Option("--all", help="Also list the stories that are the same.")]


@laid_out
def replay(
    space: blocks.Space,
    tracker: Tracker = None,
    since: From = None,
    until: Until = None,
    apply: Apply = False,
    same: Same = False,
    now: options.Now = None,
    plugin: options.Plugin = None,
    json: options.Json = False,
) -> None:
    """Track again the articles that arrived in a period, and list story by story what would be different.

    Corrections by people apply to both sides. Nothing changes without `--apply`, which makes the new stories those of the
    workspace.

    [dim]Examples:[/dim]

    meadow replay --tracker 'meadow(threshold=0.2)'

    meadow replay --tracker cidr --from 'last week' --json

    meadow replay --tracker cidr --apply
    """
    from meadow.cli import printing, reading

    reading.load_plugins(plugin)
    with space.open() as workspace, printing.progress_bar("tracking") as step:
        done = workspace.replay(
            tracker=tracker,
            since=None if since is None else reading.read_span(since, now=now).first,
            until=None if until is None else reading.read_span(until, now=now).end,
            apply=apply,
            on_step=step,
        )
    _print(done, same=same, json=json)


def _print(done: Replayed, *, same: bool, json: bool) -> None:
    from meadow.brief.differences import count_differences, format_difference
    from meadow.cli import printing
    from meadow.tracking.differences import count_kinds

    shown = [each for each in done.differences if same or each.kind != "same"]
    if json:
        counts = count_kinds(done.differences)
        summary = {"tracker": done.tracker, "documents": done.documents, "applied": done.applied, "counts": counts}
        printing.print_json(summary | {"differences": [_value(each) for each in shown]})
        return
    for each in shown:
        printing.print_text(format_difference(each))
    printing.print_text(count_differences(done.differences))
    printing.note(f"tracked {done.documents:,} articles by {done.tracker}{'; it takes over.' if done.applied else '.'}")


def _value(difference: StoryDifference) -> dict[str, object]:
    def parts(given: Sequence[Part]) -> list[dict[str, object]]:
        return [{"story": each.story_id, "documents": each.documents, "shared": each.shared} for each in given]

    sides = {"old": difference.old, "new": difference.new, "left": difference.left, "came": difference.came}
    return {"kind": difference.kind, **{name: parts(given) for name, given in sides.items() if given}}
