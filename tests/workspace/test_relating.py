"""Stories of one event in two languages, and why articles are in their stories."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from meadow.model import Document
from meadow.workspace import Workspace
from meadow.workspace.relating import related_headlines, with_related
from stories import FERRY, START, document
from web.apps import BRIDGE

SPANISH = [
    Document(
        f"es{number}",
        f"Diario {number}",
        "Nueve muertos en el naufragio del transbordador de Skerra",
        "Un transbordador con 245 personas a bordo naufragó el lunes frente a Skerra. Nueve personas murieron y 214 fueron"
        " rescatadas, según la guardia costera de Skerra. El transbordador iba a Tolsby.",
        START + timedelta(hours=5 + number),
        language="es",
    )
    for number in range(2)
]


ENGLISH = [
    document(
        f"en{number}",
        [
            "A ferry with 245 people aboard capsized off Skerra on Monday.",
            "Nine people died and 214 were rescued, the coast guard of Skerra said.",
            f"The ferry was bound for Tolsby{' again' * number}.",
        ],
        hours=number,
    )
    for number in range(2)
]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path) as made:
        made.add([*ENGLISH, *SPANISH, *BRIDGE])
        yield made


def test_a_story_names_those_of_its_event_in_other_languages(workspace: Workspace) -> None:
    stories = workspace.store.story_of(["en0", "es0", "bridge-1"])
    assert len(set(stories.values())) == 3
    (relation,) = workspace.related(stories["en0"])
    assert (relation.story_id, relation.language) == (stories["es0"], "es")
    assert "214" in relation.shared
    assert [each.story_id for each in workspace.related(stories["es0"])] == [stories["en0"]]
    assert workspace.related(stories["bridge-1"]) == ()


def test_a_brief_with_its_relations_says_what_the_page_links(workspace: Workspace) -> None:
    story = workspace.store.story_of(["en0"])["en0"]
    brief = with_related(workspace, workspace.story(story))
    assert brief.related == workspace.related(story) != ()
    (shown,) = related_headlines(workspace, story)
    assert (shown.story_id, shown.language) == (brief.related[0].story_id, "Spanish")
    assert shown.title == SPANISH[0].title


def test_every_article_has_its_reasons_and_the_next_best_story(workspace: Workspace) -> None:
    story = workspace.store.story_of(["bridge-1"])["bridge-1"]
    placing = workspace.placing(story)
    assert set(placing.reasons) == set(workspace.store.members(story))
    reason = placing.reasons["bridge-2"]
    assert {each.term for each in reason.shared} >= {"bridg"} or any("ridge" in each.text for each in reason.shared)
    assert reason.score is not None
    assert placing.problem is None


def test_articles_of_stories_that_people_merged_have_reasons_too(workspace: Workspace) -> None:
    stories = workspace.store.story_of(["en0", "bridge-1"])
    workspace.merge(stories["en0"], stories["bridge-1"])
    placing = workspace.placing(stories["en0"])
    assert {"en0", "bridge-1", "bridge-2"} <= set(placing.reasons)


def test_a_tracker_that_gives_no_reasons_says_so(tmp_path: Path) -> None:
    with Workspace(tmp_path / "one", tracker="one") as workspace:
        workspace.add(FERRY)
        placing = workspace.placing("wire")
        assert placing.reasons == {}
        assert placing.problem is not None
        assert "one" in placing.problem
