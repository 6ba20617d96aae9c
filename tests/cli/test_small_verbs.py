"""Small verbs in this process: methods, groups, headlines, search, and what each says where there is nothing to show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.headlines import HEADLINES
from meadow.pipeline.presets import PRESETS
from meadow.rank import RANKERS
from meadow.workspace import Workspace
from store.articles import SteppingClock, articles

TEXTS = (
    (
        "wire",
        "Ferry sinks off Skerra",
        "A ferry with 245 people aboard sank off Skerra on Monday. Divers went down to the wreck.",
    ),
    (
        "echo",
        "Divers reach the ferry",
        "The ferry sank off Skerra on Monday with 245 people aboard. The captain was rescued.",
    ),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two reports of one event, one of them alone, and a workspace; the tests only read it."""
    made = tmp_path_factory.mktemp("verbs")
    rows = [
        {"id": name, "title": title, "text": text, "source": name.title(), "language": "en", "published": "2026-03-02"}
        for name, title, text in TEXTS
    ]
    (made / "ferry.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (made / "one.jsonl").write_text(json.dumps(rows[0]), encoding="utf-8")
    (made / "tea.txt").write_text("The council wants a tax on tea.", encoding="utf-8")
    with Workspace(made / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
    return made


def value(done: Done) -> dict[str, object]:
    assert (done.returncode, done.stderr) == (0, "")
    read: dict[str, object] = json.loads(done.stdout)
    return read


class TestMethods:
    """`meadow methods`."""

    def test_every_family_lists_every_method_with_what_it_does(self, folder: Path) -> None:
        rows = value(run_meadow("methods", "--json", folder=folder))["methods"]
        assert isinstance(rows, list)
        named = {(row["family"].split(" ")[0], row["name"]) for row in rows}
        for family, names in (("summarizers", PRESETS), ("rankers", RANKERS), ("headline", HEADLINES)):
            assert {(family, name) for name in names} <= named
        assert all(row["summary"].strip() and row["spec"].startswith(row["name"]) for row in rows)
        shown = run_meadow("methods", folder=folder).stdout
        for row in rows:
            assert f"  {row['spec']}\n" in shown

    def test_one_is_described_in_full_and_an_unknown_one_answered_with_a_guess(self, folder: Path) -> None:
        shown = run_meadow("methods", "lexrank", folder=folder).stdout
        assert "lexrank(" in shown
        assert "`continuous` weighs steps by similarity" in shown
        assert "`continuous` weighs" not in run_meadow("methods", folder=folder).stdout
        assert "centroid(" not in shown
        unknown = run_meadow("methods", "lexrnk", folder=folder)
        assert unknown.returncode == 2
        assert unknown.stderr.startswith("meadow: There is no method called 'lexrnk'. Did you mean 'lexrank'? Known: ")


class TestGroup:
    """`meadow group`."""

    def test_sentences_that_say_the_same_are_shown_together(self, folder: Path) -> None:
        groups = value(run_meadow("group", "ferry.jsonl", "--json", folder=folder))["groups"]
        assert isinstance(groups, list)
        assert groups == [{"label": ["wire", 0], "members": [["wire", 0], ["echo", 0]]}]
        shown = run_meadow("group", "ferry.jsonl", folder=folder)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert "sank off Skerra" in shown.stdout

    def test_one_document_has_no_groups_and_that_is_explained(self, folder: Path) -> None:
        done = run_meadow("group", "one.jsonl", folder=folder)
        assert done.returncode == 0
        assert (
            done.stderr
            == "meadow: there is one document only, and a group needs sentences of two. Give more documents.\n"
        )

    def test_where_nothing_is_the_same_a_lower_threshold_is_suggested(self, folder: Path) -> None:
        done = run_meadow("group", "ferry.jsonl", "tea.txt", "--method", "statements(threshold=1)", folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        none = run_meadow("group", "one.jsonl", "tea.txt", folder=folder)
        assert (none.returncode, none.stdout) == (0, "0 groups with 0 of 3 sentences\n")
        assert none.stderr == (
            "meadow: no sentence says the same as one of another document. A lower threshold may find looser groups.\n"
        )

    def test_a_sentence_set_says_what_it_takes(self, folder: Path) -> None:
        done = run_meadow("group", "ferry.jsonl", "--sentence-set", folder=folder)
        assert done.stderr == "meadow: sentence set of 2 of 2 documents, 4 sentences: wire (2), echo (2)\n"


class TestHeadline:
    """`meadow headline`."""

    def test_a_headline_is_a_line_and_as_json_has_its_evidence(self, folder: Path) -> None:
        done = run_meadow("headline", "ferry.jsonl", folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.strip() in [title for _, title, _ in TEXTS]
        found = value(run_meadow("headline", "ferry.jsonl", "--json", folder=folder))
        assert found["text"] == done.stdout.strip()
        assert "headline:title" in str(found["signature"])

    def test_all_methods_are_shown_next_to_each_other(self, folder: Path) -> None:
        proposals = value(run_meadow("headline", "ferry.jsonl", "--all", "--json", folder=folder))
        rows = proposals["headlines"]
        assert isinstance(rows, list)
        # Those of the paper's plain form are for tables only.
        shown_here = {name for name in HEADLINES if not name.startswith("plain-")}
        assert shown_here <= {row["method"].split("(")[0] for row in rows}
        shown = run_meadow("headline", "ferry.jsonl", "--all", folder=folder)
        assert "title" in shown.stdout

    @pytest.mark.parametrize("option", [("--method", "title"), ("--table", "table.json")])
    def test_all_and_one_exclude_each_other(self, folder: Path, option: tuple[str, str]) -> None:
        done = run_meadow("headline", "ferry.jsonl", "--all", *option, folder=folder)
        assert done.returncode == 2
        assert done.stderr.startswith("meadow: --all shows every method and --method asks for one, as --table does.")
        assert "Give one of them." in done.stderr


class TestSearch:
    """`meadow search`."""

    def test_hits_are_counted_and_as_json_say_whether_all_words_are_there(self, folder: Path) -> None:
        found = value(run_meadow("search", "ran", "aground", "--json", folder=folder))
        assert (found["query"], found["all_words"], found["complete"]) == ("ran aground", True, True)
        shown = run_meadow("search", "ran", "aground", "--limit", "1", folder=folder)
        assert shown.stderr == f"meadow: 1 of {found['total']} articles\n"

    def test_where_no_article_has_all_words_that_is_said(self, folder: Path) -> None:
        done = run_meadow("search", "aground", "volcano", folder=folder)
        assert "meadow: no article has all of these words; some have some of them.\n" in done.stderr

    def test_where_none_has_any_nothing_is_shown(self, folder: Path) -> None:
        done = run_meadow("search", "volcano", folder=folder)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.splitlines()[-1] == "meadow: 0 of 0 articles"


class TestDoctor:
    """`meadow doctor`."""

    def test_what_is_there_is_listed_and_a_workspace_counted(self, folder: Path) -> None:
        done = run_meadow("doctor", "--workspace", "meadow-workspace", folder=folder)
        assert done.returncode == 0
        assert "12 articles, 4 stories" in done.stdout

    def test_a_workspace_that_is_not_there_is_reported(self, folder: Path) -> None:
        done = run_meadow("doctor", "--workspace", "nowhere", folder=folder)
        assert done.returncode != 0
        assert "nowhere" in done.stdout + done.stderr
