"""`meadow doctor`, and the parts of `meadow serve` that need no server."""

from __future__ import annotations

import json
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.cli import blocks, doctor, serve
from meadow.errors import MissingExtraError, UsageError
from meadow.provenance.installed import version_mark
from meadow.workspace import Workspace
from meadow.workspace.workspace import READER
from store.articles import SteppingClock, articles


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a workspace of eight articles."""
    made = tmp_path_factory.mktemp("doctor")
    with Workspace(made / "desk", clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
    return made


def checks(done: Done) -> dict[str, dict[str, str]]:
    return {row["what"]: row for row in json.loads(done.stdout)["checks"]}


@pytest.fixture
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at no file for the size: that takes longer than all the rest, and other tests do it."""
    monkeypatch.setattr(doctor, "_size", lambda: "1 MB with all dependencies")


@pytest.mark.usefixtures("_measured")
class TestDoctor:
    """What is there, what is missing, and how that ends."""

    def test_everything_that_is_needed_is_there_with_its_version(self, shelf: Path) -> None:
        done = run_meadow("doctor", "--json", folder=shelf)
        assert done.returncode == 0
        rows = checks(done)
        assert rows["meadow"]["detail"].startswith(f"{version_mark()} on Python 3.")
        assert {rows[name]["state"] for name in doctor._CORE} == {"ok"}
        assert rows["numpy"]["detail"][0].isdigit()
        assert rows["installed size"]["detail"].endswith(" MB with all dependencies")
        assert {row["state"] for row in rows.values()} <= {"ok", "optional"}

    @pytest.mark.parametrize(
        ("found", "state", "detail"),
        [
            ("compiled", "ok", "compiled"),
            ("not compiled", "optional", "not compiled: the answers are the same, later;"),
        ],
    )
    def test_loops_that_are_not_compiled_are_reported_with_what_to_do(
        self, shelf: Path, monkeypatch: pytest.MonkeyPatch, found: str, state: str, detail: str
    ) -> None:
        monkeypatch.setattr("meadow.kernels.loops.state", lambda: found)
        row = checks(run_meadow("doctor", "--json", folder=shelf))["compiled loops"]
        assert row["state"] == state
        assert row["detail"].startswith(detail)

    def test_lines_have_the_state_the_part_and_what_to_know(self, shelf: Path) -> None:
        done = run_meadow("doctor", folder=shelf)
        for row in checks(run_meadow("doctor", "--json", folder=shelf)).values():
            assert f"{row['state']:8}  {row['what']:24}  {row['detail']}".rstrip() in done.stdout

    def test_a_missing_extra_says_how_to_get_it_and_ends_with_1_under_strict(
        self, shelf: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(doctor, "_EXTRAS", {"cats": ("meadow-of-cats",)})
        rows = checks(run_meadow("doctor", "--json", folder=shelf))
        assert rows["extra cats"] == {"what": "extra cats", "state": "optional", "detail": "pip install 'meadow[cats]'"}
        assert run_meadow("doctor", folder=shelf).returncode == 0
        assert run_meadow("doctor", "--strict", folder=shelf).returncode == 1

    def test_a_missing_part_ends_with_3(self, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(doctor, "_CORE", ("numpy", "meadow-of-cats"))
        done = run_meadow("doctor", "--json", folder=shelf)
        assert done.returncode == 3
        row = checks(done)["meadow-of-cats"]
        assert (row["state"], row["detail"]) == ("missing", "not installed; reinstall meadow")

    def test_a_browser_is_looked_for_by_all_its_names(self, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
        assert checks(run_meadow("doctor", "--json", folder=shelf))["browser"]["detail"] == "found"
        monkeypatch.setattr("shutil.which", lambda _name: None)
        row = checks(run_meadow("doctor", "--json", folder=shelf))["browser"]
        assert (row["state"], "install chromium" in row["detail"]) == ("optional", True)

    def test_a_workspace_is_counted_and_its_faults_end_with_3(
        self, shelf: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rows = checks(run_meadow("doctor", "--json", "--workspace", "desk", folder=shelf))
        assert rows["workspace"]["detail"] == "desk: 8 articles, 4 stories"
        monkeypatch.setattr(Workspace, "check", lambda _self: ["the story a0 is not what its log says"])
        done = run_meadow("doctor", "--json", "--workspace", "desk", folder=shelf)
        assert done.returncode == 3
        assert checks(done)["workspace"]["state"] == "damaged"

    def test_what_other_code_made_is_counted_and_removed_when_asked(
        self, shelf: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Workspace(shelf / "desk") as workspace:
            made = len(workspace.stories())
        assert "outdated results" not in checks(run_meadow("doctor", "--json", "--workspace", "desk", folder=shelf))
        monkeypatch.setattr("meadow.provenance.code_version.package_digest", lambda: "upgraded")
        row = checks(run_meadow("doctor", "--json", "--workspace", "desk", folder=shelf))["outdated results"]
        assert row["detail"] == f"{made} made by other code, not used; --drop-outdated removes them"
        done = run_meadow("doctor", "--strict", "--drop-outdated", "--workspace", "desk", folder=shelf)
        assert f"{made} made by other code, removed" in done.stdout
        assert "outdated" not in run_meadow("doctor", "--workspace", "desk", folder=shelf).stdout

    def test_removing_needs_a_workspace(self, shelf: Path) -> None:
        done = run_meadow("doctor", "--drop-outdated", folder=shelf)
        assert (done.returncode, done.stderr) == (
            2,
            "meadow: --drop-outdated needs a workspace. Name it by --workspace.\n",
        )

    def test_what_the_dependencies_pull_in_is_counted_once(self) -> None:
        closure = doctor._closure(("typer", "nothing-of-that-name"))
        assert "typer" in closure
        assert "click" in closure or "rich" in closure
        assert "nothing-of-that-name" not in closure


class TestServe:
    """Tokens, sources, the sample, and the messages before anything is served."""

    def test_each_reader_has_a_token_of_their_own_and_a_name_counts_once(self) -> None:
        tokens = serve._tokens(["Ana", "Bo", "Ana"])
        assert sorted(tokens.values()) == ["Ana", "Bo"]
        assert len(set(tokens) | set(serve._tokens(["Ana", "Bo"]))) == 4  # never the same again
        assert all(len(token) >= 32 for token in tokens)
        assert list(serve._tokens(None).values()) == [READER]

    def test_the_addresses_of_feeds_last_and_differ_by_reader(self, tmp_path: Path) -> None:
        with Workspace(tmp_path / "desk", clock=SteppingClock()) as workspace:
            first = serve._feed_tokens(workspace, ["Ana", "Bo"])
        with Workspace(tmp_path / "desk", clock=SteppingClock()) as workspace:
            assert serve._feed_tokens(workspace, ["Ana", "Bo"]) == first
        with Workspace(tmp_path / "other", clock=SteppingClock()) as workspace:
            assert not set(serve._feed_tokens(workspace, ["Ana"])) & set(first)
        assert sorted(first.values()) == ["Ana", "Bo"]

    def test_a_module_of_ours_that_is_missing_is_a_bug_and_another_an_extra(self) -> None:
        ours = ModuleNotFoundError("no meadow.web", name="meadow.web.app")
        assert serve._missing(ours) is ours
        told = serve._missing(ModuleNotFoundError("no uvicorn", name="uvicorn"))
        assert isinstance(told, MissingExtraError)
        assert "meadow[web]" in str(told)

    def test_a_browser_opens_only_where_it_is_wanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[str] = []
        monkeypatch.setattr(webbrowser, "open", opened.append)
        serve._open_browser("http://127.0.0.1:1/", False)
        serve._open_browser("http://127.0.0.1:2/", True)
        assert opened == ["http://127.0.0.1:2/"]

    def test_a_workspace_that_is_there_is_opened_and_one_that_was_named_must_be(
        self, shelf: Path, tmp_path: Path
    ) -> None:
        with serve._opened(blocks.Space(str(shelf / "desk")), follows=False) as (workspace, sample):
            assert (workspace.store.counts()["documents"], sample) == (8, False)
        with (
            pytest.raises(Exception, match="There is no workspace"),
            serve._opened(blocks.Space(str(tmp_path / "no")), follows=False),
        ):
            pass

    def test_sources_make_a_workspace_and_those_it_knows_stay_as_they_are(self, tmp_path: Path) -> None:
        from meadow.following.listing import read_list

        listed = tmp_path / "feeds.txt"
        listed.write_text("https://wire.example/feed\nhttps://echo.example/feed\n", encoding="utf-8")
        with serve._opened(blocks.Space(str(tmp_path / "new")), follows=True) as (workspace, sample):
            assert not sample
            sources = list(read_list(str(listed)))
            serve._keep_sources(workspace, sources)
            before = list(workspace.store.sources())
            serve._keep_sources(workspace, sources)
            assert list(workspace.store.sources()) == before
            assert sorted(state.key for state in before) == ["https://echo.example/feed", "https://wire.example/feed"]

    def test_without_a_workspace_the_sample_is_shown_and_gone_afterwards(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        @contextmanager
        def sample() -> Iterator[str]:
            yield "the sample"

        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("MEADOW_WORKSPACE", raising=False)
        monkeypatch.setattr(serve, "_sample", sample)
        with serve._opened(blocks.Space(), follows=False) as opened:
            assert list(opened) == ["the sample", True]
        assert list(tmp_path.iterdir()) == []
        assert capsys.readouterr().err == ""

    def test_an_interval_that_is_none_is_reported_before_anything_begins(self, shelf: Path) -> None:
        with Workspace(shelf / "desk") as workspace:
            with (
                pytest.raises(UsageError, match="soon"),
                serve._following(blocks.Space(str(shelf / "desk")), workspace, None, "soon"),
            ):
                pass
            with serve._following(blocks.Space(str(shelf / "desk")), workspace, None, "15m") as (_bus, worker):
                assert worker is None  # nothing is followed without a list

    def test_the_first_page_is_prepared_in_time_or_left(self, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[tuple[list[str], bool]] = []
        monkeypatch.setattr(
            Workspace, "prepare", lambda _self, ids, is_over: told.append((list(ids), is_over()))
        )  # fmt: skip
        with Workspace(shelf / "desk") as workspace:
            serve._prepare_first_page(workspace)
        ((ids, over),) = told
        assert sorted(ids) == ["a0", "a1", "a2", "a3"]
        assert over is False
