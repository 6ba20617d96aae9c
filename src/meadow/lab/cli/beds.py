"""The testbed that a command works on: a folder, another format, or stories given path by path."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.cli.options import parse_settings
from meadow.lab.opening import open_testbed
from meadow.lab.testbed import Testbed, Topic, WrittenText


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
    from meadow.lab.cli.lessons import read_stories, texts_of_stories

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
