"""The testbed that a command works on: a folder, another format, or stories given path by path; and lessons from stories.

Each path is one story, and a file holds what people judged or wrote about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from meadow.cli import printing
from meadow.cli.inputs import parse_file
from meadow.cli.reading import read_input
from meadow.errors import InputError, UsageError
from meadow.ingest.paths import STANDARD_INPUT
from meadow.lab.cli.options import parse_settings
from meadow.lab.evaluate.judge_tables import read_judges
from meadow.lab.files.texts import read_texts
from meadow.lab.lessons import (
    FROM_JUDGES,
    WORTH,
    Lesson,
    lesson_from_references,
    lessons_from_judges,
    lessons_of_testbed,
    told_from_references,
)
from meadow.lab.opening import open_testbed
from meadow.lab.testbed import Testbed, Topic, WrittenText
from meadow.pipeline import background
from meadow.text.background import Background
from meadow.vectors.view import StoryView, view_documents


def given_testbed(
    testbed: str | None,
    *,
    reader: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    references: str | None = None,
    topics: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
) -> Testbed:
    """Return the testbed that the options name."""
    from meadow.errors import UsageError

    if documents is None:
        if references is not None:
            raise UsageError("--references go with --documents.", given="--references", advice="Give both.")
        return open_testbed(
            testbed, reader=parse_settings(reader, option="--reader"), topics=topics, outputs=outputs or ()
        )
    if testbed is not None:
        raise UsageError("Both --testbed and --documents are given.", given="both", advice="Give one of the two.")
    return open_testbed(_from_paths(documents, references), topics=topics, outputs=outputs or ())


def _from_paths(paths: Sequence[str], references: str | None) -> Testbed:
    from meadow.lab.cli.beds import read_stories, texts_of_stories

    stories, _ = read_stories(paths, background=None)
    texts = {} if references is None else texts_of_stories([name for name, _ in stories], references)
    topics = [
        Topic(
            name,
            view.documents,
            references=tuple(
                WrittenText(str(number), text) for number, text in enumerate(texts.get(name, ()), start=1)
            ),
        )
        for name, view in stories
    ]
    return Testbed("documents", tuple(topics))


def given_lessons(
    paths: Sequence[str],
    *,
    references: str | None,
    judges: str | None,
    testbed: str | None,
    source: str | None,
    idf: str | None,
    measures: Sequence[str] = WORTH,
) -> tuple[list[Lesson], str, int]:
    """Return what to learn from, what a sentence's worth is there, and how many items could not be read."""
    _check_teachers(paths, references=references, judges=judges, testbed=testbed, source=source)
    if testbed is not None:
        chosen: Literal["judges", "references"] = "references" if source == "references" else "judges"
        origin = told_from_references(measures) if chosen == "references" else FROM_JUDGES
        bed = open_testbed(testbed)
        return lessons_of_testbed(bed, source=chosen, background=background(idf), measures=measures), origin, 0
    stories, problems = read_stories(paths, background=background(idf))
    if references is not None:
        return referenced(stories, references, measures=measures), told_from_references(measures), problems
    return judged(stories, str(judges)), FROM_JUDGES, problems


def read_stories(paths: Sequence[str], *, background: Background | None) -> tuple[list[tuple[str, StoryView]], int]:
    """Return each path's documents as one story under the path's name, and how many items could not be read."""
    names = [STANDARD_INPUT if path == STANDARD_INPUT else Path(path).resolve().name for path in paths]
    for name, times in Counter(names).items():
        if times > 1:
            raise UsageError(
                f"Two of the paths are called {name!r}.", given=name, advice="Give each story its own name."
            )
    inputs = [read_input([path]) for path in paths]
    views = (view_documents(given.documents, background=background) for given in inputs)
    return list(zip(names, views, strict=True)), sum(given.problems for given in inputs)


def referenced(stories: Sequence[tuple[str, StoryView]], path: str, *, measures: Sequence[str] = WORTH) -> list[Lesson]:
    """Return the stories with the references of a file, whose ids are the names of the paths, with suffix or without."""
    texts = texts_of_stories([name for name, _ in stories], path)
    return [lesson_from_references(name, view, texts[name], measures=measures) for name, view in stories]


def texts_of_stories(names: Sequence[str], path: str) -> dict[str, tuple[str, ...]]:
    """Return the texts of a file by story; an id is the name of a story's path, with suffix or without."""
    read = read_texts(path)
    if read.numbered:
        raise InputError(
            f"The texts of {path!r} have no ids.", given=path, allowed='Lines are {"id": "ferry", "text": "…"}.',
            advice="Name each reference after the path of its story.",
        )  # fmt: skip
    ids = {name: _id_for(name, read.texts, path) for name in names}
    unused = [item for item in read.texts if item not in ids.values()]
    if unused:
        printing.note(f"{path}: {len(unused)} ids belong to none of the stories, such as {unused[0]!r}.")
    return {name: tuple(read.texts[item]) for name, item in ids.items()}


def judged(stories: Sequence[tuple[str, StoryView]], path: str) -> list[Lesson]:
    """Return the stories with the mean utilities of a judges' file."""
    read = parse_file(path, read_judges)
    printing.note(f"{path}: {read.taken}.")
    return lessons_from_judges(stories, read.table)


def _check_teachers(
    paths: Sequence[str], *, references: str | None, judges: str | None, testbed: str | None, source: str | None
) -> None:
    teachers = {"--references": references, "--judges": judges, "--testbed": testbed}
    given = [option for option, value in teachers.items() if value is not None]
    if len(given) != 1:
        raise UsageError(
            "Weights are learned from --references, from --judges or from a --testbed.",
            given=" and ".join(given) or "neither",
            advice="Give one of them.",
        )
    if (testbed is None) != bool(paths):
        wrong = "No story is given." if testbed is None else "A testbed has its own stories."
        raise UsageError(wrong, given=", ".join(paths) or "no path", advice="Give paths, or --testbed without paths.")
    if source is not None and (testbed is None or source not in ("judges", "references")):
        raise UsageError(
            f"--source {source} has no meaning here.", given=source,
            allowed="It goes with --testbed and is judges or references.",
        )  # fmt: skip


def _id_for(story: str, texts: Mapping[str, object], path: str) -> str:
    item = next((name for name in (story, Path(story).stem) if name in texts), None)
    if item is None:
        raise InputError(
            f"The story {story!r} has no reference in {path!r}.",
            given=story,
            allowed=f"It has references for: {', '.join(list(texts)[:10])}{', …' if len(texts) > 10 else ''}.",
            advice="An id is the name of the story's file or folder; leave out stories without references.",
        )
    return item
