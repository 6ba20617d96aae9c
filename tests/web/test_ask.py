"""Questions: the report page, what it says where there is no answer, and the files that it leads to."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from brief.hostile import STRINGS
from meadow.workspace import Workspace
from stories import document
from web.apps import Reader, filled, reader_of
from web.pages import FOREIGN, page

COST = "/ask?q=What+does+the+bridge+cost%3F"


def test_the_answer_comes_first_and_is_cited(reader: Reader) -> None:
    shown = page(reader.get(COST))
    assert shown.text("h1") == "What does the bridge cost?"
    assert shown.text(".report .summary h2") == "Answer"
    assert "four million crowns" in shown.text(".report")
    badge = shown.first(".cited button")
    card = shown.first(f"#{badge.attribute('popovertarget')}")
    assert card.text("mark") == shown.text(".report .summary .said")
    assert "Open document at sentence" in card.text(".links")
    assert shown.text(".foot .signature").startswith("report:synthesis")


def test_no_answer_is_said_first(reader: Reader) -> None:
    shown = page(reader.get("/ask?q=Who+painted+the+bridge+green+in+1890%3F"))
    assert shown.text(".told > :first-child").startswith("No answer in these documents.")
    nothing = page(reader.get("/ask?q=xylophones"))
    assert nothing.text(".empty h2") == "No answer in these documents."
    assert nothing.first(".empty a").attribute("href") == "/search?q=xylophones"


def test_a_question_can_be_put_to_one_story(reader: Reader) -> None:
    shown = page(reader.get("/ask?q=Who+was+rescued%3F&story=wire"))
    assert shown.first("input[name=story]").attribute("value") == "wire"
    assert "bridge" not in shown.text(".report").lower()


def test_without_a_question_the_page_says_what_it_does(reader: Reader) -> None:
    assert "Ask the articles of this workspace" in page(reader.get("/ask")).words


@pytest.mark.parametrize("query", ["q=%3F%21", "q=bridge&sentences=many", "q=bridge&sentences=51", "q=" + "x" * 600])
def test_a_bad_question_is_shown_with_what_is_allowed(reader: Reader, query: str) -> None:
    answer = reader.get(f"/ask?{query}")
    assert answer.status_code == 400
    assert 'id="question-problem"' in answer.text


def test_an_unknown_story_is_not_a_bug(reader: Reader) -> None:
    assert reader.get("/ask?q=why&story=nowhere").status_code == 400
    assert reader.get("/ask/pack.json?q=why&story=nowhere").status_code == 404


def test_report_and_evidence_are_one_click_away(workspace: Workspace, reader: Reader) -> None:
    links = [each.attribute("href") for each in page(reader.get(COST)).all(".takeaway a")]
    assert [link.split("?")[0] for link in links] == [
        "/ask/report.md", "/ask/report.json", "/ask/pack.md", "/ask/pack.json",
    ]  # fmt: skip
    report_md, report_json, pack_md, pack_json = (reader.get(link) for link in links)
    assert report_md.text.startswith("# What does the bridge cost?")
    assert report_md.headers["content-disposition"] == 'attachment; filename="report.md"'
    assert json.loads(report_json.text)["answered"] is True
    packed = workspace.pack("What does the bridge cost?").pack
    assert packed is not None
    assert pack_md.text == packed.text
    assert json.loads(pack_json.text)["tokens"] == packed.tokens


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/ask/pack.pdf?q=bridge", 404),
        ("/ask/pack.json?q=xylophones", 404),
        ("/ask/report.md?q=xylophones", 404),
        ("/ask/pack.json?q=bridge&tokens=-1", 400),
        ("/ask/pack.json?q=bridge&tokens=0", 400),
        ("/ask/pack.json?q=", 400),
        ("/ask/pack.json", 422),
    ],
)
def test_bad_addresses_of_files_are_refused(reader: Reader, path: str, status: int) -> None:
    assert reader.get(path).status_code == status


def test_hostile_text_and_questions_stay_text(tmp_path: Path) -> None:
    texts = [each.replace("\ud800", "").replace("\x00", "") for each in STRINGS]
    hostile = [document(f"h{number}", [f"The bridge {each}"], title=each) for number, each in enumerate(texts)]
    with filled(tmp_path, hostile) as workspace:
        reader = reader_of(workspace)
        assert page(reader.get("/ask?q=bridge&sentences=50")).all(FOREIGN) == []
        for each in texts[:12]:
            answer = reader.get(f"/ask?q={quote(each)}&story={quote(each)}")
            assert answer.status_code in (200, 400)
            assert "<script>alert" not in answer.text
