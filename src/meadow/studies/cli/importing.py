"""`meadow judge import` and `release`: judgements that were made elsewhere, and results for judges to see."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out
from meadow.errors import UsageError
from meadow.studies.cli.options import Study

File = Annotated[str, typer.Argument(metavar="FILE", help="Judgements, as `meadow judge export` writes them.")]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="FORM", help="jsonl, csv or label-studio; by the file's ending unless given."),
]
Hide = Annotated[bool, typer.Option("--hide", help="Hide the results from judges again.")]
_ENDINGS = {".jsonl": "jsonl", ".csv": "csv", ".json": "label-studio"}


@laid_out
def import_answers(
    study: Study, file: File, space: blocks.Space, form: Format = None, json: options.Json = False
) -> None:
    """Take in judgements that were made elsewhere; existing answers stay, and a file that does not fit changes nothing.

    [dim]Examples:[/dim]

    meadow judge import mills judgements.jsonl

    meadow judge import mills project-7.json --format label-studio
    """
    from meadow.cli import printing
    from meadow.studies.exporting import answer_format
    from meadow.studies.judging.outcomes import take_in

    reader = answer_format(form or _ENDINGS.get(Path(file).suffix.lower(), "jsonl"))
    answers = reader.parse(_read(file))
    with space.open() as workspace, workspace.store.writing() as writer:
        changed = take_in(writer, workspace.judging.study(study), answers, workspace.clock())
    if json:
        printing.print_json({"study": study, "read": len(answers), "changed": changed})
        return
    printing.print_text(f"{len(answers):,} judgements read, {changed:,} new or changed.")


@laid_out
def release(study: Study, space: blocks.Space, hide: Hide = False) -> None:
    """Let the judges of a study see its results; until then each sees only their own work.

    [dim]Examples:[/dim]

    meadow judge release mills

    meadow judge release mills --hide
    """
    from meadow.cli import printing
    from meadow.studies.judging.releasing import release as set_release

    with space.open() as workspace, workspace.store.writing() as writer:
        judged = workspace.judging.study(study)
        set_release(writer, judged, workspace.clock(), visible=not hide)
    printing.print_text(f"The results of {judged.id} are {'hidden from' if hide else 'shown to'} its judges.")


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The judgements {path!r} cannot be read: {error}.", given=path) from error
