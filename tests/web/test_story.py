"""The page of a story: what it says, by which recipe, what is new, and where an old address leads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from brief.hostile import STRINGS
from meadow.brief.pdf import BROWSERS
from meadow.model import Document
from meadow.web.exports import FORMS, file_name
from meadow.web.pages.story import MOST_SENTENCES
from meadow.workspace import Workspace
from stories import FERRY, document
from web.apps import BRIDGE, NOW, Reader, filled, reader_of
from web.pages import FOREIGN, page

PLACES = ("harbour", "quay", "ferry line", "coast guard", "council", "pilots", "customs", "fishers", "museum")
SPANISH = Document(
    "es", "Diario", "Nueve muertos en el naufragio del Star of Skerra",
    "Un transbordador con 245 personas a bordo, el Star of Skerra, naufragó el lunes frente a Skerra. Nueve personas"
    " murieron y 221 fueron rescatadas. El Star of Skerra había salido de Sant Oriel. El capitán es Aurel Denko.",
    FERRY[1].published, language="es",
)  # fmt: skip


def test_a_story_shows_headline_counts_summary_and_sources(reader: Reader) -> None:
    shown = page(reader.get("/s/wire"))
    assert shown.text("title") == f"{shown.text('h1')} · Meadow"
    assert shown.text(".facts") == "3 articles 3 sources"
    assert len(shown.all("#s1-title ~ p .cited")) == len(shown.all(".tellings .note")) > 0
    assert shown.text(".signature").startswith("rank:mix(")
    assert [each.words for each in shown.all("td.source")] == ["Outlet courier", "Outlet echo", "Outlet wire"]
    assert shown.first(".links a").attribute("href").startswith("/d/")


def test_a_figure_that_moved_is_a_line_with_the_sentences_that_say_so(reader: Reader) -> None:
    shown = page(reader.get("/s/wire"))
    assert "dead" in shown.text(".moved dt")
    assert "→ now 17" in shown.text(".moved dd")
    evidence = shown.first(".moved .evidence li")
    assert "nine" in evidence.words.lower() or "17" in evidence.words
    assert evidence.first("a").attribute("href").startswith("/d/")


def test_length_and_method_come_from_the_address(reader: Reader) -> None:
    shown = page(reader.get("/s/wire?sentences=2&method=lead"))
    assert len(shown.all(".cited")) == 2
    assert "rank:lead" in shown.text(".foot .signature")
    assert "budget:sentences=2" in shown.text(".foot .signature")
    answer = reader.get("/s/wire?method=lexrnk")
    assert answer.status_code == 400
    assert "lexrank" in answer.text
    assert "mead" in answer.text
    for query in ("words=0", "unit=miles&amount=3", "select=nothing", "beside=nothing", "percent=101"):
        assert reader.get(f"/s/wire?{query}").status_code == 400
    assert reader.get("/s/wire?words=none").status_code == 400
    assert reader.get("/s/wire?select=mmr(balance=2)").status_code == 400


def test_two_methods_are_shown_side_by_side(reader: Reader) -> None:
    shown = page(reader.get("/s/wire?beside=lexrank&sentences=1"))
    assert [each.words for each in shown.all(".tellings h2")] == ["Summary · meadow", "Summary · lexrank"]
    assert "lexrank" in shown.all(".tellings .signature")[1].words
    ids = [each.attribute("id") for each in shown.all("[id]")]
    assert len(ids) == len(set(ids))


def test_reasons_say_what_became_of_the_best_sentences(reader: Reader) -> None:
    assert page(reader.get("/s/wire")).all(".candidate") == []
    shown = page(reader.get("/s/wire?why=1&sentences=2"))
    fates = [each.words for each in shown.all(".candidate .meta")]
    assert ["in the summary as" in fate or "opens the summary" in fate for fate in fates].count(True) == 2
    assert any("left out" in fate for fate in fates)
    assert [each.words for each in shown.all(".reasons th")][:2] == ["Score", "centroid"]


def test_a_sentence_whose_place_another_took_names_it(tmp_path: Path) -> None:
    told = [
        Document("one", "A", "Ferry", "The ferry Lurna ran aground off Haldmoor on Monday.", NOW, language="en"),
        Document("two", "B", "Ferry", "The ferry Lurna ran aground off Haldmoor in fog.", NOW, language="en"),
    ]
    with filled(tmp_path, told) as workspace:
        shown = page(reader_of(workspace).get("/s/one?why=1&sentences=1"))
        (fate,) = [each.words for each in shown.all(".candidate .meta") if "left out" in each.words]
    named = re.search(r"left out: (?:\[1\] says the same|(\d+)% like \[1\])", fate)
    assert named is not None
    assert named[1] is None or int(named[1]) >= 40


def test_what_is_new_is_shown_to_those_who_read_before(tmp_path: Path) -> None:
    with filled(tmp_path, FERRY[:2]) as workspace:
        reader = reader_of(workspace)
        assert page(reader.get("/s/wire")).all(".news") == [], "to a new reader all of it is new"
        reader.post("/mark/wire")
        assert page(reader.get("/s/wire")).all("[data-mark]") == []
        workspace.add(FERRY[2:])
        shown = page(reader.get("/s/wire"))
        assert shown.text(".facts .new") == "1 new since you last read"
        assert "door" in shown.text(".news p")
        assert [each.words for each in shown.all("tr.is-new .new")] == ["new"]
        assert len(shown.all(".timeline .new-article")) == 1


def test_an_id_that_was_merged_away_leads_on_with_its_question(workspace: Workspace, reader: Reader) -> None:
    answer = reader.post("/merge/wire", {"other": "http://127.0.0.1:8710/s/bridge-1?words=20"})
    assert answer.status_code == 303
    gone = next(name for name in ("wire", "bridge-1") if workspace.store.alias(name) != name)
    kept = str(workspace.store.alias(gone))
    moved = reader.get(f"/s/{gone}?sentences=2")
    assert (moved.status_code, moved.headers["location"]) == (301, f"/s/{kept}?sentences=2")
    assert moved.headers["cache-control"] == "no-store", "an undone merge must not be remembered"
    assert len(page(reader.get(f"/s/{kept}")).all("tr[data-article]")) == 5

    assert reader.post("/undo", {"back": f"/s/{gone}"}).headers["location"] == f"/s/{gone}"
    assert reader.get(f"/s/{gone}").status_code == 200


def test_articles_are_split_off_and_stories_renamed(workspace: Workspace, reader: Reader) -> None:
    answer = reader.post("/split/wire", {"documents": ["courier"]})
    assert answer.headers["location"] == "/s/courier"
    assert workspace.store.members("courier") == ["courier"]
    assert reader.post("/split/wire", {}).status_code == 400
    assert reader.post("/split/wire", {"documents": ["nobody"]}).status_code == 400

    reader.post("/rename/wire", {"name": " The ferry "})
    assert page(reader.get("/s/wire")).text("h1") == "The ferry"
    shown = page(reader.get("/s/wire"))
    assert [each.words.partition(",")[0] for each in shown.all(".corrections li span")] == [
        "Rename to The ferry",
        "Split",
    ]
    reader.post("/rename/wire", {"name": ""})
    assert page(reader.get("/s/wire")).text("h1") != "The ferry"
    assert reader.post("/merge/wire", {"other": "nobody"}).status_code == 404
    assert reader.post("/undo", {"number": "999"}).status_code == 400


def test_the_past_is_shown_as_it_was_and_changes_nothing(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        reader = reader_of(workspace)
        shown = page(reader.get("/s/wire?at=2026-03-06T12:00Z"))
        assert "as it was on 6 Mar 2026, 12:00 UTC" in shown.text(".banner")
        assert (shown.all("[data-mark]"), shown.all(".corrections"), shown.all("[name=documents]")) == ([], [], [])
        assert reader.get("/s/wire?at=2020").status_code == 400
        assert reader.get("/s/wire?at=soon").status_code == 400


def test_a_story_that_is_not_there_is_not_found(reader: Reader) -> None:
    answer = reader.get("/s/nothing%3Cscript%3E")
    assert answer.status_code == 404
    assert "<script>" not in answer.text.partition("<main")[2]


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"pdf"}))
def test_a_story_is_exported_in_every_form(reader: Reader, form: str) -> None:
    answer = reader.get(f"/export/{form}/wire?sentences=2")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == FORMS[form].kind
    assert answer.headers["content-disposition"] == f'attachment; filename="wire.{FORMS[form].ending}"'
    assert len(answer.content) > 100
    if form == "json":
        assert len(json.loads(answer.text)["summary"]["sentences"]) == 2


def test_an_unknown_form_is_not_found(reader: Reader) -> None:
    assert reader.get("/export/docx/wire").status_code == 404
    assert reader.get("/export/json/nothing").status_code == 404


def test_a_pdf_is_offered_only_where_one_can_be_printed(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "PDF" not in page(reader.get("/s/wire")).text(".menu ul")
    assert "apt-get install chromium" in reader.get("/export/pdf/wire").text
    chromium = tmp_path / BROWSERS[0]
    chromium.write_text("#!/bin/sh\n")
    chromium.chmod(0o700)
    assert "PDF" in page(reader.get("/s/wire")).text(".menu ul")


def test_files_have_plain_names() -> None:
    names = [file_name(name, FORMS["json"]) for name in ('a/b"c\r\nX: y', "", "..", "橋", "a" * 200)]
    assert names == ["a-b-c-X-y.json", "story.json", "story.json", "story.json", f"{'a' * 60}.json"]


@pytest.mark.parametrize(
    "name", ["a/b", "/a//b/", "a?b=c&d", "a#b", "ä 橋", "a%2Fb", "a\nb\n", "https://a.example/x?y#z", "a\\b"]
)
def test_any_id_has_a_page(tmp_path: Path, name: str) -> None:
    articles = [
        document(name, ["The harbour wall of Skerra is closed.", "It reopens in May."], title="Wall closed"),
        *BRIDGE,
    ]
    with filled(tmp_path, articles) as workspace:
        reader = reader_of(workspace)
        listed = page(reader.get("/"))
        url = next(each.attribute("href") for each in listed.all(".headline a") if each.words == "Wall closed")
        shown = page(reader.get(url))
        assert page(reader.get(shown.first("td.title a").attribute("href"))).text("h1") == "Wall closed"
        for each in shown.all(".menu a"):
            if "/pdf/" not in each.attribute("href"):
                assert reader.get(each.attribute("href")).status_code == 200
        assert reader.post(shown.first("form[action^='/mark/']").attribute("action")).status_code == 303
        assert set(workspace.store.marks("me")) == {name}


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    worn = [
        Document(f"{n}{text}", text, text, f"{text} tells of the ferry. {text} said.", NOW, text, language="en")
        for n, text in enumerate(STRINGS)
        if "\ud800" not in text and "\x00" not in text
    ]
    with filled(tmp_path, worn) as workspace:
        reader = reader_of(workspace)
        for row in page(reader.get("/")).all(".headline a"):
            for path in (row.attribute("href"), f"{row.attribute('href')}?why=1"):
                shown = page(reader.get(path))
                assert all(each.attribute("src").startswith("/static/") for each in shown.all("script"))
                assert (shown.all(FOREIGN), shown.all("svg script")) == ([], [])
                assert all(
                    each.attribute("href").startswith(("/", "#", "http", "data:,")) for each in shown.all("[href]")
                )


def test_why_each_article_is_here_is_shown_on_demand(reader: Reader) -> None:
    shown = page(reader.get("/s/wire"))
    assert shown.all(".why-here") == []
    link = next(each for each in shown.all(".articles a") if "why each article" in each.words)
    told = page(reader.get(link.attribute("href")))
    details = told.all("tr[data-article] + .why-row .why-here")
    assert len(details) == len(told.all("tr[data-article]"))
    labels = {each.words for each in details[0].all("dt")}
    assert {"decision", "score", "next best story"} <= labels
    assert labels & {"names", "words", "numbers"}
    assert "Computed now, against the" in told.text(".articles > p")


def test_a_story_of_thousands_of_sentences_is_cut_with_words_and_exported_whole(tmp_path: Path) -> None:
    told = [f"The {place} of Skerra counted {n} boats at the {n}th pier." for n in range(40) for place in PLACES]
    with filled(tmp_path, [document("long", told)]) as workspace:
        reader = reader_of(workspace)
        shown = page(reader.get("/s/long?percent=100"))
        assert len(shown.all("#s1-title ~ p .cited")) == MOST_SENTENCES
        assert shown.text(".cut").startswith("The first 300 of ")
        whole = reader.get("/export/json/long?percent=100").json()
        assert len(whole["summary"]["sentences"]) > MOST_SENTENCES
        assert page(reader.get("/s/long")).all(".cut") == []


def test_stories_of_the_event_in_other_languages_are_named(tmp_path: Path) -> None:
    with filled(tmp_path, [*FERRY, SPANISH]) as workspace:
        related = page(reader_of(workspace).get("/s/wire")).first(".related")
        assert related.first("a").attribute("href") == "/s/es"
        assert "Spanish · both name" in related.words
