"""`meadow judge new`: a study over articles, stories or a testbed, with a link for everyone who takes part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out
from meadow.errors import UsageError
from meadow.studies.cli.options import USUAL_URL, Url

if TYPE_CHECKING:
    from meadow.studies.judging.making import Topic
    from meadow.workspace import Workspace

_TASKS = "report, utility, subsumption, grouping, alignment, concepts or headlines"
Task = Annotated[str, typer.Argument(metavar="TASK", help=f"What is asked of judges: {_TASKS}.")]
Paths = Annotated[list[str] | None, typer.Argument(metavar="PATH…", help="Articles of one topic: files, folders, - .")]
Topics = Annotated[
    list[str] | None,
    typer.Option("--topic", metavar="TEXT", help="The question of the topic, or one per --story, in order."),
]
StoryIds = Annotated[
    list[str] | None, typer.Option("--story", metavar="ID", help="A story of the workspace as an item.")
]
Bed = Annotated[str | None, typer.Option("--testbed", metavar="DIR", help="The topics of a testbed as items.")]
Title = Annotated[str | None, typer.Option(metavar="TEXT", help="What the study is called.")]
Names = Annotated[
    list[str] | None, typer.Option("--participant", metavar="NAME", help="Who takes part; each gets a link.")
]
Closes = Annotated[str | None, typer.Option(metavar="TIME", help="When it closes: 2026-04-01, or 2026-04-01 18:00.")]
Guidelines = Annotated[str | None, typer.Option(metavar="FILE", help="Instructions of your own, in Markdown.")]
Training = Annotated[
    str | None, typer.Option(metavar="FILE", help="Items for practice, each with the answers expected, as JSON Lines.")
]
Attention = Annotated[str | None, typer.Option(metavar="FILE", help="Items that show who attends, likewise.")]
Repeats = Annotated[float, typer.Option(metavar="SHARE", help="How many items come back: 0.1 is one in ten.")]
Methods = Annotated[
    list[str] | None, typer.Option("--method", metavar="SPEC", help="Whose headlines are rated; repeat it for more.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=NUMBER", help="A number of the task: minutes=20, sentences=30; minutes=none."),
]
_MOST = 1e6
Part = Annotated[
    float | None,
    typer.Option(metavar="SHARE", help="Of headlines: one judge writes for each story, more for this part."),
]
Extra = Annotated[int, typer.Option(metavar="N", help="How many more write for that part.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Draws the order of items, another for each participant.")]


@laid_out
def new(
    task: Task,
    space: blocks.Space,
    paths: Paths = None,
    topic: Topics = None,
    story: StoryIds = None,
    testbed: Bed = None,
    title: Title = None,
    participant: Names = None,
    closes: Closes = None,
    guidelines: Guidelines = None,
    setting: Settings = None,
    training: Training = None,
    attention: Attention = None,
    repeats: Repeats = 0.0,
    method: Methods = None,
    part: Part = None,
    extra: Extra = 4,
    seed: Seed = 0,
    url: Url = USUAL_URL,
    json: options.Json = False,
) -> None:
    """Make a study in which people judge, and print a link for each participant; links are shown this once.

    The articles are frozen as they are now, with their sentences, so that nothing moves while people judge. Start
    `meadow serve` on the same workspace, and send each participant their link.

    [dim]Examples:[/dim]

    meadow judge new report ferry/ --topic 'Why did the ferry run aground?' --participant Ana --participant Bo

    meadow judge new report --story STORY --set minutes=20 --participant Ana

    meadow judge new report --testbed bed/ --closes 2026-04-01 --participant Ana

    meadow judge new utility ferry/ --participant Ana --participant Bo --training practice.jsonl --repeats 0.2

    meadow judge new headlines --testbed bed/ --part 0.1 --extra 4 --participant Ana --participant Bo

    meadow judge new grouping --testbed bed/ --set suggest=1 --participant Ana --participant Bo
    """
    from meadow.studies.cli.checks import checked_topics
    from meadow.studies.cli.invitations import print_invitations
    from meadow.studies.judging.making import StudyPlan
    from meadow.studies.judging.rated import with_headlines
    from meadow.studies.writers import References
    from meadow.web.settings import parse_origin

    origin, instructions = parse_origin(url), None if guidelines is None else _read(guidelines)
    with space.open(create=True) as workspace:
        topics = with_headlines(task, _topics(workspace, paths or [], topic or [], story or [], testbed), method or [])
        checks = (*checked_topics(training, "training"), *checked_topics(attention, "attention"))
        plan = StudyPlan(
            task, title, instructions, seed, _moment(workspace, closes), _settings(setting or []), repeats=repeats,
            references=None if part is None else References(part, extra),
        )  # fmt: skip
        made = workspace.judging.new(plan, (*topics, *checks), participant or [])
    print_invitations(made.study, made.invitations, origin, json=json)


def _topics(
    workspace: Workspace, paths: Sequence[str], questions: Sequence[str], stories: Sequence[str], testbed: str | None
) -> Iterator[Topic]:
    """Yield what is judged: stories with a question each, the topics of a testbed, and the articles of paths as one."""
    from meadow.cli import reading
    from meadow.studies.judging.making import Topic

    given = [*(["paths"] if paths else []), *stories]
    if len(questions) > len(given):
        raise UsageError(
            f"There are {len(questions)} topics for {len(given)} items.", given=" ".join(questions),
            advice="Give one --topic for the paths, then one for each --story.",
        )  # fmt: skip
    asked = dict(zip(given, questions, strict=False))
    if paths:
        question = asked.get("paths")
        documents = reading.read_input(paths).documents
        yield Topic(question or documents[0].title or Path(paths[0]).name, documents, question)
    for each in stories:
        entry = workspace.story(each, keep=False)
        headline = entry.brief.headline.text
        yield Topic(asked.get(each) or headline, entry.brief.documents, asked.get(each) or headline)
    if testbed is not None:
        from meadow.lab.opening import open_testbed

        for topic in open_testbed(testbed):
            question = topic.question or topic.title
            headlines = {each.system: each.text for each in topic.outputs if each.task == "headline"}
            yield Topic(topic.title or topic.id, topic.documents, question, topic.kind, topic.id, headlines)


def _moment(workspace: Workspace, text: str | None) -> datetime | None:
    from meadow.ingest.moments import parse_moment

    return None if text is None else parse_moment(text, now=workspace.clock()).first


def _settings(given: Sequence[str]) -> dict[str, float | None]:
    """Return the numbers of a task as they are given: `minutes=20`, or `minutes=none` for no limit."""
    settings: dict[str, float | None] = {}
    for each in given:
        name, sign, text = each.partition("=")
        try:
            value = None if text == "none" else float(text)
        except ValueError:
            sign = ""
        if not sign or (value is not None and not 0 < value < _MOST):
            raise UsageError(f"{each!r} sets nothing.", given=each, allowed="NAME=NUMBER, or NAME=none for no limit.")
        settings[name] = value
    return settings


def _read(path: str) -> str:
    from meadow.studies.guidelines import check_guidelines

    try:
        return check_guidelines(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The guidelines {path!r} cannot be read: {error}.", given=path) from error
