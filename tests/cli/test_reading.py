"""Reading for a command: what passes the filters, which time a word means, and what is said of what was not read."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.cli import reading
from meadow.errors import MeadowError, ReadError, ReadWarning, UnknownNameError
from meadow.ingest import Renamed, Skipped
from meadow.model import Document

START = datetime(2026, 3, 1, tzinfo=UTC)
_document = st.builds(
    lambda number, day, source, language: Document(
        str(number),
        text="Text.",
        source=source,
        language=language,
        published=None if day is None else START + timedelta(days=day),
    ),
    st.integers(0, 10**6),
    st.none() | st.integers(0, 9),
    st.sampled_from([None, "Echo", "Wire"]),
    st.sampled_from(["en", "es"]),
)
_days = st.none() | st.integers(0, 9).map(lambda day: START + timedelta(days=day))


@given(st.lists(_document, max_size=8), _days, _days, st.none() | st.just(["es"]))
def test_what_is_kept_is_in_order_within_the_times_and_dated_where_times_count(
    documents: list[Document], since: datetime | None, until: datetime | None, language: list[str] | None
) -> None:
    kept = reading.keep(documents, since=since, until=until, language=language)
    assert kept == [document for document in documents if document in kept]
    for document in documents:
        times = (since is None and until is None) or (
            document.published is not None
            and (since is None or since <= document.published)
            and (until is None or document.published < until)
        )
        assert (document in kept) == (times and (language is None or document.language in language))


@given(st.lists(_document, max_size=8), st.integers(0, 9))
def test_before_and_from_a_time_on_make_up_all_that_is_dated(documents: list[Document], day: int) -> None:
    moment = START + timedelta(days=day)
    before, after = reading.keep(documents, until=moment), reading.keep(documents, since=moment)
    assert len(before) + len(after) == sum(document.published is not None for document in documents)


def test_outlets_are_told_in_any_case_and_an_unknown_one_is_answered_with_the_known() -> None:
    news = [
        Document("a", text="A.", source="Harbour Wire"),
        Document("b", text="B."),
        Document("c", text="C.", source="Echo"),
    ]
    assert [document.id for document in reading.keep(news, source=["HARBOUR wire"])] == ["a"]
    with pytest.raises(UnknownNameError) as caught:
        reading.keep(news, source=["Echo", "Harbor Wire"])
    assert str(caught.value) == (
        "There is no source called 'Harbor Wire'. Did you mean 'Harbour Wire'? Known: Echo, Harbour Wire."
    )


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("2026-03-08", "2026-03-08T00:00", "2026-03-09T00:00"),
        ("2026-03", "2026-03-01T00:00", "2026-04-01T00:00"),
        ("yesterday", "2026-03-10T00:00", "2026-03-11T00:00"),
        ("today", "2026-03-11T00:00", "2026-03-12T00:00"),
    ],
)
def test_a_word_means_a_span_by_the_clock_that_was_given(text: str, first: str, end: str) -> None:
    span = reading.read_span(text, now="2026-03-11T12:00Z")
    assert [moment.strftime("%Y-%m-%dT%H:%M") for moment in (span.first, span.end)] == [first, end]


def test_without_a_clock_the_day_is_ours() -> None:
    before = datetime.now(UTC)
    span = reading.read_span("today")
    assert span.first <= before + timedelta(days=1)
    assert span.end >= before - timedelta(days=1)
    assert span.end - span.first == timedelta(days=1)


def test_a_stream_shows_the_first_of_each_kind_at_once_and_counts_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    reported = reading.Reported()
    for number in range(1, 24):
        reported.take(ReadError("news.jsonl", f"line {number} is no JSON"))
    reported.take(Renamed("news.jsonl", "a", "a-2", "old.jsonl"))
    reported.take(Skipped("notes", "a folder without files"))
    not_read, note = capsys.readouterr().err.splitlines()
    assert not_read == "meadow: not read: news.jsonl: line 1 is no JSON"
    assert note.startswith("meadow: note: news.jsonl: another document has the id 'a'")
    assert reported.count == 24
    reported.finish()
    reported.finish()
    assert capsys.readouterr().err == "meadow: not read: 22 more × line 1 is no JSON (first news.jsonl).\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, *rows: object) -> None:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    Path(name).write_text("\n".join(lines), encoding="utf-8")


def row(name: str, text: str = "The ferry sank.") -> dict[str, str]:
    return {"id": name, "text": text, "language": "en"}


@pytest.mark.usefixtures("folder")
class TestReading:
    """Documents of paths."""

    def test_documents_come_by_place_or_as_they_were_given(self) -> None:
        write("b.jsonl", row("b"))
        write("a.jsonl", row("a", "Another text."))
        by_place = reading.read_input(["b.jsonl", "a.jsonl"])
        assert [document.id for document in by_place.documents] == ["a", "b"]
        assert [document.id for document in reading.read_input(["b.jsonl", "a.jsonl"], as_given=True).documents] == [
            "b",
            "a",
        ]
        assert by_place.problems == 0

    def test_what_is_met_twice_counts_once_and_that_is_said(self, capsys: pytest.CaptureFixture[str]) -> None:
        write("a.jsonl", row("a"))
        write("b.jsonl", row("a"))
        assert len(reading.read_input(["a.jsonl", "b.jsonl"]).documents) == 1
        assert "note: documents met twice count once: 1, such as " in capsys.readouterr().err

    def test_many_problems_of_one_kind_do_not_hide_the_others(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("wild").mkdir()
        for name in ("a", "b"):
            write(f"wild/{name}.jsonl", *[{"kop2": "x", "stuk": f"y {number}"} for number in range(100)])
        write("good.jsonl", row("a"))
        Path("report.ps").write_bytes(b"%!PS-Adobe")
        for name in ("~$report.docx", "Thumbs.db", "desktop.ini", ".DS_Store"):
            Path(name).write_text("x", encoding="utf-8")
        read = reading.read_input(["."])
        assert (len(read.documents), read.problems) == (1, 201)
        assert capsys.readouterr().err.splitlines() == [
            "meadow: not read: report.ps: a PostScript file, which is not read. Convert it to plain text, Markdown or JSON"
            " Lines first.",
            "meadow: not read: 200 × There is neither text nor title (wild/*.jsonl, first wild/a.jsonl:1). The keys are"
            " 'kop2', 'stuk'. Say which one it is: --columns text=KEY (in Python: columns={'text': 'KEY'}).",
        ]
        with pytest.warns(ReadWarning) as caught:
            list(meadow.read("."))
        assert len(caught) == 201

    def test_where_nothing_can_be_read_that_is_an_error(self) -> None:
        write("bad.jsonl", "{no json")
        with pytest.raises(MeadowError, match=r"bad\.jsonl"):
            reading.read_input(["bad.jsonl"])

    def test_columns_are_named(self) -> None:
        Path("news.csv").write_text("kop,artikel\nVeer,De veerboot zonk.\n", encoding="utf-8")
        (document,) = reading.read_input(["news.csv"], columns="title=kop,text=artikel").documents
        assert (document.title, document.text) == ("Veer", "De veerboot zonk.")

    def test_a_rank_may_be_kept_in_a_file(self) -> None:
        assert reading.read_rank(None) is None
        assert reading.read_rank("mix(centroid=1)") == "mix(centroid=1)"
        with pytest.raises(MeadowError, match=r"weights\.toml"):
            reading.read_rank("@weights.toml")
