"""The page of a document: numbered sentences, what a summary uses, revisions and what they changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from meadow.model import Document
from meadow.web.pages.document import number_sentences
from meadow.workspace import Workspace
from stories import FERRY
from web.apps import Reader, filled, reader_of
from web.pages import FOREIGN, page


def test_sentences_are_numbered_and_those_of_the_summary_marked(workspace: Workspace, reader: Reader) -> None:
    picks = workspace.story("wire", keep=False).brief.summary.picks
    first = picks[0].ref
    shown = page(reader.get(f"/d/{first.document_id}"))
    cited = shown.first(f"#n{first.index + 1}")
    assert cited.text(".number") == str(first.index + 1)
    assert cited.text("u") == picks[0].sentence.text
    assert cited.text(".badge") == "1"
    assert cited.first(".badge").attribute("href") == "/s/wire"
    assert f"sentence {first.index + 1} as 1" in shown.text(".document-side")


def test_a_sentence_that_says_what_another_is_cited_for_says_so(workspace: Workspace, reader: Reader) -> None:
    picks = enumerate(workspace.story("wire", keep=False).brief.summary.picks, start=1)
    number, ref = next((number, ref) for number, pick in picks for ref in pick.covers)
    shown = page(reader.get(f"/d/{ref.document_id}"))
    assert shown.text(f"#n{ref.index + 1} .echo-badge") == f"= {number}"


def test_a_document_that_is_not_there_is_not_found(reader: Reader) -> None:
    answer = reader.get("/d/nothing")
    assert answer.status_code == 404
    assert "forgotten" in answer.text


def test_revisions_are_listed_shown_and_compared(tmp_path: Path) -> None:
    revised = replace(
        FERRY[0], text=FERRY[0].text.replace("killing nine", "killing ten") + " More follows.", spans=None
    )
    with filled(tmp_path, [*FERRY, revised]) as workspace:
        reader = reader_of(workspace)
        now = page(reader.get("/d/wire"))
        assert [each.words.split()[1] for each in now.all(".revisions li")] == ["2", "1"]
        assert "killing ten" in now.text(".sentences")
        assert "killing nine" in page(reader.get("/d/wire?revision=1")).text(".sentences")
        changed = page(reader.get("/d/wire?revision=2&changes=1"))
        assert ([each.words for each in changed.all("del")], [each.words for each in changed.all("ins")]) == (
            ["nine"],
            ["ten", "More follows."],
        )
        assert "first revision" in page(reader.get("/d/wire?revision=1&changes=1")).text(".changes")
        for number in ("0", "3", "x", "-1", "１"):
            assert reader.get(f"/d/wire?revision={number}").status_code == 400


def test_only_the_revision_in_force_is_marked_with_what_the_summary_uses(tmp_path: Path) -> None:
    revised = replace(FERRY[0], text=FERRY[0].text + " More follows.", spans=None)
    with filled(tmp_path, [*FERRY, revised]) as workspace:
        reader = reader_of(workspace)
        assert page(reader.get("/d/wire?revision=1")).all(".badge") == []


def test_paragraphs_open_where_the_text_has_them() -> None:
    document = Document("a", text="One is here. Two is here.\n\nThree is here.\nFour is here.", language="en")
    assert [each.opens for each in number_sentences(document, None)] == [True, False, True, False]


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    text = '<script>alert(1)</script> <img src=x onerror=alert(2)> said so. "><svg onload=alert(3)> it was.'
    worn = Document("a", text, text, text, url="javascript:alert(4)", language="<b>")
    with filled(tmp_path, [worn, replace(worn, text=f"{text} </ins><script>alert(5)</script>")]) as workspace:
        reader = reader_of(workspace)
        for path in ("/d/a", "/d/a?revision=1", "/d/a?revision=2&changes=1"):
            shown = page(reader.get(path))
            assert all(each.attribute("src").startswith("/static/") for each in shown.all("script"))
            assert (shown.all(FOREIGN), shown.all("svg")) == ([], [])
            assert "javascript:" not in reader.get(path).text
