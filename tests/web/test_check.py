"""A text checked against the workspace, in the page and through the API."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brief.hostile import STRINGS
from meadow.errors import UsageError
from meadow.workspace import Workspace
from meadow.workspace.checking import MOST_CHARACTERS, MOST_SENTENCES
from stories import FERRY
from web.apps import Reader
from web.pages import page

TRUE = "A ferry with 245 people aboard capsized off Skerra on Monday, killing nine, the coast guard said."
FALSE = "A ferry with 345 people aboard capsized off Skerra on Monday, the coast guard said."


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace(tmp_path / "desk")
    workspace.add(FERRY)
    return workspace


def test_sentences_are_checked_against_the_articles_that_share_their_words(workspace: Workspace) -> None:
    true = TRUE
    checked = workspace.check_text(f"{true} {FALSE} The moon is made of cheese.")
    kinds = [verdict.kind for verdict in checked.verdicts]
    assert kinds[0] == "supported"
    assert "supported" not in kinds[1:]
    assert {each.id for each in checked.documents} <= {each.id for each in FERRY}


def test_a_cited_article_is_read_and_a_bare_number_is_no_citation(workspace: Workspace) -> None:
    sentence = TRUE
    answer = json.dumps([{"sentence": sentence, "sources": [FERRY[0].id]}])
    assert [each.kind for each in workspace.check_text(answer).verdicts] == ["supported"]
    assert workspace.check_text(answer).documents[0].id == FERRY[0].id
    assert [each.kind for each in workspace.check_text(f"{sentence[:-1]} [7].").verdicts] == ["supported"]


@pytest.mark.parametrize("text", ["", " ?! ", "x" * (MOST_CHARACTERS + 1), "It rains. " * (MOST_SENTENCES + 1)])
def test_what_cannot_be_checked_is_refused_with_the_limits(workspace: Workspace, text: str) -> None:
    with pytest.raises(UsageError) as refused:
        workspace.check_text(text)
    assert refused.value.allowed


def test_the_page_shows_each_sentence_with_its_verdict_and_links_to_its_source(reader: Reader) -> None:
    assert "Is every sentence in its sources?" in page(reader.get("/check")).words
    shown = page(reader.post("/check", {"text": f"{TRUE} {FALSE}"}))
    assert shown.text("#v1 .verdict") == "✓ supported"
    assert shown.text("#v2 .verdict") == "✗ changed"
    assert "345" in shown.text("#v2 .why")
    address = shown.first("#v1 a").attribute("href")
    assert address is not None
    assert reader.get(address.partition("#")[0]).status_code == 200
    assert shown.text("textarea") == f"{TRUE} {FALSE}"


def test_a_text_is_checked_against_one_story_where_the_reader_asks_so(reader: Reader) -> None:
    assert page(reader.get("/check?story=wire")).first("input[name=story]").attribute("value") == "wire"
    shown = page(reader.post("/check", {"text": "The bridge costs four million crowns.", "story": "wire"}))
    assert shown.text("#v1 .verdict") == "? not found"


@pytest.mark.parametrize("form", [{"text": "x" * (MOST_CHARACTERS + 1)}, {"text": "?!"}, {"text": TRUE, "story": "no"}])
def test_what_the_page_cannot_check_is_shown_with_what_is_allowed(reader: Reader, form: dict[str, str]) -> None:
    answer = reader.post("/check", form)
    assert answer.status_code == 400
    assert 'id="text-problem"' in answer.text


@pytest.mark.parametrize("text", STRINGS)
def test_no_text_breaks_the_page(reader: Reader, text: str) -> None:
    answer = reader.post("/check", {"text": text.encode("utf-8", "replace").decode()})  # as a browser sends it
    assert answer.status_code in (200, 400)
    assert "<script>alert" not in answer.text
