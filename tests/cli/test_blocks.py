"""Blocks of options: what each makes of what was given, and what it refuses before any work is done."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import typer

from meadow.cli import blocks
from meadow.errors import MeadowError, StoreError, UsageError
from meadow.model import Document

DAYS = {"a": 8, "b": 9, "c": 10}


def documents() -> list[Document]:
    dated = [
        Document(name, source="Echo" if name == "a" else "Wire", text=f"Text {name}.", language="en" if day < 10 else "nl",
                 published=datetime(2026, 3, day, 12, tzinfo=UTC))
        for name, day in DAYS.items()
    ]  # fmt: skip
    return [*dated, Document("undated", source="Wire", text="Text.", language="en")]


def ids(kept: object) -> list[str]:
    assert isinstance(kept, list)
    return [document.id for document in kept]


class TestShards:
    """Windows, and how much two of them share."""

    def test_without_windows_a_stream_stays_whole(self) -> None:
        assert blocks.Shards().spec is None

    @pytest.mark.parametrize(
        ("windows", "overlap", "spec"), [("14d", None, "14d"), ("14d", "3d", "14d+3d"), ("336h", "36h", "14d+36h")]
    )
    def test_windows_are_spelled_in_one_way(self, windows: str, overlap: str | None, spec: str) -> None:
        found = blocks.Shards(windows, overlap).spec
        assert found is not None
        assert found == blocks.Shards(spec).spec == blocks.Shards(found).spec

    def test_an_overlap_is_of_windows(self) -> None:
        with pytest.raises(UsageError) as caught:
            _ = blocks.Shards(overlap="3d").spec
        assert str(caught.value).startswith("--overlap is how much two windows share.")
        assert caught.value.advice == "Say how long they are: --windows 14d"


@pytest.mark.parametrize(
    "length",
    [blocks.Length(sentences=2), blocks.Length(words=0), blocks.Length(characters="5%"), blocks.Length(percent=0.0)],
)
def test_a_length_that_was_given_stays_be_it_zero(length: blocks.Length) -> None:
    assert length.or_sentences(3) is length


def test_without_a_length_it_is_so_many_sentences() -> None:
    assert blocks.Length().or_sentences(3) == blocks.Length(sentences=3)


def test_a_recipe_has_what_the_options_say() -> None:
    method = blocks.MethodOptions(rank="random", select="top", rewrite="none", seed=7, text_only=True)
    recipe = method.recipe(blocks.Length(words=40), headline="title")
    assert (str(recipe.rank), str(recipe.select), str(recipe.rewrite)) == ("random(seed=7)", "top", "none")
    assert (recipe.annotate, str(recipe.budget), str(recipe.headline)) == (False, "words=40", "title")
    assert blocks.MethodOptions().recipe(blocks.Length()).annotate
    assert (recipe.figures, blocks.MethodOptions().recipe(blocks.Length()).figures) == ("none", "current")
    assert blocks.MethodOptions(rank="lead", figures="current").recipe(blocks.Length()).figures == "current"


class TestCompared:
    """The source of word frequencies."""

    def test_a_table_is_passed_on_as_it_was_given(self) -> None:
        assert blocks.Compared().background() is None
        assert blocks.Compared(idf="table.tsv").background() == "table.tsv"

    def test_a_table_and_a_collection_are_one_too_many(self) -> None:
        with pytest.raises(UsageError, match="--idf and --collection both say how rare words are") as caught:
            blocks.Compared(idf="table.tsv", collection="news").background()
        assert (caught.value.given, caught.value.advice) == ("--idf --collection", "Give one of them.")

    def test_a_collection_is_read_and_goes_by_its_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        rows = [json.dumps({"id": str(n), "text": "The ferry sank.", "language": "en"}) for n in range(3)]
        Path("past.jsonl").write_text("\n".join(rows), encoding="utf-8")
        background = blocks.Compared(collection="past.jsonl").background()
        assert not isinstance(background, str)
        assert background is not None
        assert "past.jsonl" in background.name


class TestFilter:
    """Which documents count."""

    def test_without_a_filter_all_do_and_nothing_is_said(self, capsys: pytest.CaptureFixture[str]) -> None:
        given = documents()
        assert blocks.Filter().keep(given) is given
        assert capsys.readouterr().err == ""

    @pytest.mark.parametrize(
        ("wanted", "left"),
        [
            (blocks.Filter(since="2026-03-09"), ["b", "c"]),
            (blocks.Filter(until="2026-03-09"), ["a", "b"]),
            (blocks.Filter(since="yesterday", now="2026-03-10T12:00Z"), ["b", "c"]),
            (blocks.Filter(source=["echo"]), ["a"]),
            (blocks.Filter(language=["EN"]), ["a", "b", "undated"]),
            (blocks.Filter(since="2026-03-09", source=["Wire"], language=["nl"]), ["c"]),
        ],
    )
    def test_filters_add_up_and_say_how_many_they_left(
        self, wanted: blocks.Filter, left: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert ids(wanted.keep(documents())) == left
        assert capsys.readouterr().err == f"meadow: the filters left {len(left)} of 4 documents.\n"

    def test_what_came_before_comes_along_where_it_is_wanted(self) -> None:
        wanted = blocks.Filter(since="2026-03-10")
        assert ids(wanted.keep(documents(), earlier=True)) == ["a", "b", "c"]
        assert ids(blocks.Filter(until="2026-03-09").keep(documents(), earlier=True)) == ["a", "b"]
        # Of other outlets nothing comes along.
        assert ids(blocks.Filter(since="2026-03-10", source=["Wire"]).keep(documents(), earlier=True)) == ["b", "c"]

    def test_the_first_time_is_that_of_since(self) -> None:
        assert blocks.Filter().first is None
        assert blocks.Filter(since="2026-03-09").first == datetime(2026, 3, 9, tzinfo=UTC)


class TestSpace:
    """The workspace that is meant."""

    @pytest.mark.parametrize(
        ("option", "environment", "path"),
        [
            (None, None, "meadow-workspace"),
            (None, "desk", "desk"),
            (None, "", "meadow-workspace"),
            ("mine", "desk", "mine"),
            ("", "desk", "meadow-workspace"),
        ],
    )
    def test_an_option_goes_before_the_environment_and_that_before_the_usual(
        self, option: str | None, environment: str | None, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("MEADOW_WORKSPACE", raising=False)
        if environment is not None:
            monkeypatch.setenv("MEADOW_WORKSPACE", environment)
        assert blocks.Space(option).path == path

    def test_what_is_not_there_is_made_only_where_a_command_says_so(self, tmp_path: Path) -> None:
        space = blocks.Space(str(tmp_path / "new"))
        with pytest.raises(StoreError, match=r"There is no workspace at .*new"), space.open():
            pass
        assert not (tmp_path / "new").exists()
        with space.open(create=True):
            pass
        with space.open() as workspace:
            assert workspace.store.counts()["documents"] == 0


class TestFiles:
    """Rows that go to files of a folder."""

    @pytest.mark.parametrize(
        ("files", "option"), [(blocks.Files(format="parquet"), "--format"), (blocks.Files(rows=5), "--rows")]
    )
    def test_a_format_needs_a_folder(self, files: blocks.Files, option: str) -> None:
        with pytest.raises(UsageError) as caught:
            files.check()
        assert str(caught.value).startswith(f"{option} is for files.")
        assert caught.value.advice == "Name a new folder: --out FOLDER"

    def test_without_a_folder_nothing_is_checked_or_written(self) -> None:
        blocks.Files().check()
        rows = iter([{"id": "a"}])
        blocks.Files().save(rows, {"id": "text"})
        assert list(rows) == [{"id": "a"}]

    @pytest.mark.parametrize(("rows", "said"), [(1, "3 files"), (2, "2 files"), (None, "1 file")])
    def test_rows_are_divided_and_counted(
        self, rows: int | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        files = blocks.Files(str(tmp_path / "out"), rows=rows)
        files.check()
        files.save([{"id": name} for name in "abc"], {"id": "text"})
        assert f"wrote {said} of jsonl to " in capsys.readouterr().err
        written = sorted((tmp_path / "out").glob("*.jsonl"))
        found = [json.loads(line)["id"] for file in written for line in file.read_text(encoding="utf-8").splitlines()]
        assert found == ["a", "b", "c"]

    def test_a_folder_that_holds_something_is_refused_before_any_work(self, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
        with pytest.raises(UsageError):
            blocks.Files(str(tmp_path)).check()
        with pytest.raises(UsageError, match="xml"):
            blocks.Files(str(tmp_path / "new"), format="xml").check()


class TestOutput:
    """What is printed, and what is written."""

    @pytest.mark.parametrize(
        ("output", "given"),
        [
            (blocks.OutputOptions(json=True, markdown=True), "--json --markdown"),
            (blocks.OutputOptions(json=True, html="-"), "--json --html -"),
            (blocks.OutputOptions(json=True, markdown=True, html="-"), "--json --markdown --html -"),
        ],
    )
    def test_two_results_do_not_go_to_one_place(self, output: blocks.OutputOptions, given: str) -> None:
        with pytest.raises(UsageError, match="were both given") as caught:
            output.check()
        assert (caught.value.given, caught.value.advice) == (given, "Choose one.")

    def test_two_files_do_not_have_one_name_however_it_is_spelled(self) -> None:
        with pytest.raises(UsageError, match=r"'out\.html' was given for two outputs"):
            blocks.OutputOptions(html="out.html", bibtex="./out.html").check()

    def test_a_pdf_needs_a_browser_and_that_is_reported_before_any_work(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(MeadowError, match="A PDF is printed by Chromium, and there is none on PATH"):
            blocks.OutputOptions(pdf="a.pdf").check()

    def test_what_can_be_is_let_through(self) -> None:
        for output in (
            blocks.OutputOptions(),
            blocks.OutputOptions(json=True, html="a.html"),
            blocks.OutputOptions(markdown=True, csl="a"),
        ):
            output.check()

    @pytest.mark.parametrize(
        ("output", "paths", "for_readers"),
        [
            (blocks.OutputOptions(), (), True),
            (blocks.OutputOptions(json=True), (), False),
            (blocks.OutputOptions(markdown=True), (), False),
            (blocks.OutputOptions(html="a", pdf="b", bibtex="c", csl="d"), ("a", "b", "c", "d"), False),
            (blocks.OutputOptions(html="-"), ("-",), False),
        ],
    )
    def test_who_it_is_for(self, output: blocks.OutputOptions, paths: tuple[str, ...], for_readers: bool) -> None:
        assert (output.paths, output.for_readers) == (paths, for_readers)

    @pytest.mark.parametrize(
        ("output", "printed"),
        [
            (blocks.OutputOptions(), "readable\n"),
            (blocks.OutputOptions(json=True), '{"a": 1}\n'),
            (blocks.OutputOptions(markdown=True), "# markdown\n"),
            (blocks.OutputOptions(html="page.html"), ""),
            (blocks.OutputOptions(json=True, html="page.html"), '{"a": 1}\n'),
        ],
    )
    def test_one_form_is_made_and_printed(
        self, output: blocks.OutputOptions, printed: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        output.print(value=lambda: {"a": 1}, markdown=lambda: "# markdown\n", readable=lambda: "readable")
        assert capsys.readouterr().out == printed

    def test_a_page_is_made_only_for_those_who_want_one(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        made: list[str] = []

        def page() -> str:
            made.append("page")
            return "<p>page</p>"

        article = Document("a", title="Ferry sinks", text="Text.", published=datetime(2026, 3, 8, tzinfo=UTC))
        bibtex, csl = tmp_path / "a.bib", tmp_path / "a.json"
        blocks.OutputOptions(bibtex=str(bibtex), csl=str(csl)).write(page, [article])
        assert made == []
        assert "Ferry sinks" in bibtex.read_text(encoding="utf-8")
        assert json.loads(csl.read_text(encoding="utf-8"))[0]["title"] == "Ferry sinks"
        blocks.OutputOptions(html="-").write(page, [])
        blocks.OutputOptions(html=str(tmp_path / "page.html")).write(page, [])
        said = capsys.readouterr()
        assert (made, said.out) == (["page", "page"], "<p>page</p>\n")
        assert (tmp_path / "page.html").read_text(encoding="utf-8") == "<p>page</p>"
        assert said.err.splitlines() == [f"meadow: wrote {path}" for path in (bibtex, csl, tmp_path / "page.html")]


@pytest.mark.parametrize(
    ("problems", "strict", "answered", "ends"),
    [(0, True, True, False), (1, False, False, False), (1, True, True, True), (0, True, False, True)],
)
def test_under_strict_a_command_ends_with_1_for_what_it_could_not_do(
    problems: int, strict: bool, answered: bool, ends: bool
) -> None:
    from meadow.cli.reading import Input

    given, read = blocks.Input(["x"], strict=strict), Input((), problems)
    if not ends:
        given.finish(read, answered=answered)
        return
    with pytest.raises(typer.Exit) as caught:
        given.finish(read, answered=answered)
    assert caught.value.exit_code == 1
