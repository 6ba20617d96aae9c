"""`meadow judge list` and `invite`: which studies there are, how far people are, and new links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out
from meadow.studies.cli.options import USUAL_URL, Study, Url

if TYPE_CHECKING:
    from meadow.studies.judging.judging import StudyRow

Names = Annotated[list[str], typer.Argument(metavar="NAME…", help="Who takes part; each gets a link.")]


@laid_out
def list_studies(space: blocks.Space, json: options.Json = False) -> None:
    """List the studies of a workspace: task, items, and how many each participant has done.

    [dim]Examples:[/dim]

    meadow judge list

    meadow judge list --json
    """
    from meadow.cli import printing

    with space.open() as workspace:
        rows = workspace.judging.studies()
    if json:
        printing.print_json({"studies": [_value(row) for row in rows]})
        return
    for row in rows:
        _print(row)
    if not rows:
        printing.note("there is no study; `meadow judge new report PATH…` makes one.")


@laid_out
def invite(study: Study, names: Names, space: blocks.Space, url: Url = USUAL_URL, json: options.Json = False) -> None:
    """Let more people take part in a study; one who does already gets a new link, and the old one ends.

    [dim]Examples:[/dim]

    meadow judge invite ferry Cy

    meadow judge invite ferry Ana --url https://news-desk.example
    """
    from meadow.studies.cli.invitations import print_invitations
    from meadow.web.settings import parse_origin

    origin = parse_origin(url)
    with space.open() as workspace:
        invitations = workspace.judging.invite(study, names)
        made = workspace.judging.study(study)
    print_invitations(made, invitations, origin, json=json)


def _print(row: StudyRow) -> None:
    from meadow.cli import printing

    study, total = row.study, len(row.study.items)
    closes = "" if study.closes is None else f", closes {study.closes.isoformat(timespec='minutes')}"
    printing.print_text(f"{study.id}: {study.title} ({study.task}, {total} item{'' if total == 1 else 's'}{closes})")
    for each in row.participants:
        writes = f", writes {row.writes[each.name]} headlines" if row.writes else ""
        printing.print_text(f"  {each.name}: {row.done[each.name]} of {row.asked[each.name]} done{writes}")


def _value(row: StudyRow) -> dict[str, Any]:
    study = row.study
    return {
        "id": study.id, "task": study.task, "title": study.title, "items": list(study.items),
        "made": study.made.isoformat(), "closes": None if study.closes is None else study.closes.isoformat(),
        "participants": [_person(row, each.name) for each in row.participants],
    }  # fmt: skip


def _person(row: StudyRow, name: str) -> dict[str, Any]:
    writes = {"writes": row.writes[name]} if row.writes else {}
    return {"name": name, "done": row.done[name], "asked": row.asked[name], **writes}
