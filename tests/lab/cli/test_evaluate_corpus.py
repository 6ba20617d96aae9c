"""`meadow evaluate corpus`, from the command line to the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meadow.cli.app import app
from meadow.errors import InputError
from meadow.sample import gold_stories, sample_path


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["evaluate", "corpus", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.golden("M16")
def test_the_sample_by_its_gold_and_as_it_is_tracked(tmp_path: Path) -> None:
    file = tmp_path / "stories.jsonl"
    labels = [{"item": name, "label": story.story} for story in gold_stories() for name in story.documents]
    file.write_text("\n".join(map(json.dumps, labels)), encoding="utf-8")
    value = json.loads(run(str(sample_path()), "--stories", str(file), "--json"))
    sizes = {row["story"]: row["documents"] for row in value["stories"]}
    assert sizes == {story.story: len(story.documents) for story in gold_stories()}
    shown = run(str(sample_path())).splitlines()
    assert shown[0].split() == ["story", "topic", "documents", "sentences", "sources"]
    assert ["all", "95"] in [line.split()[:2] for line in shown]
    assert shown[-1].startswith("corpus:description|data:")


def test_stories_of_other_documents_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "stories.jsonl"
    file.write_text('{"item": "elsewhere", "label": "s"}', encoding="utf-8")
    with pytest.raises(InputError, match="No document belongs to a story"):
        run(str(sample_path()), "--stories", str(file))
