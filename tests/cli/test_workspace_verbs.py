"""Verbs of a workspace: which stories are listed, one printed, articles found, kept safe, moved and forgotten."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from command import Done, run_meadow, value
from meadow.workspace import Workspace
from store.articles import SteppingClock, article, articles

Meadow = Callable[..., Done]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a workspace of twelve articles in four stories, which tests read or copy."""
    made = tmp_path_factory.mktemp("workspace")
    with Workspace(made / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        workspace.watch("ferry Lurna", name="ferry")
    return made


@pytest.fixture(scope="module")
def meadow(shelf: Path) -> Meadow:
    return lambda *arguments: run_meadow(*arguments, folder=shelf)


@pytest.fixture
def own(shelf: Path, tmp_path: Path) -> Path:
    """Return a folder with a workspace of the test's own."""
    shutil.copytree(shelf / "meadow-workspace", tmp_path / "meadow-workspace")
    return tmp_path


def ids(done: Done) -> list[str]:
    return [story["id"] for story in value(done)["stories"]]


class TestStories:
    """`meadow stories`."""

    @pytest.mark.parametrize(
        ("options", "wanted"),
        [
            ((), ["a3", "a2", "a1", "a0"]),
            (("--top", "1"), ["a3"]),
            (("--min-articles", "3"), ["a3", "a2", "a1", "a0"]),
            (("--min-articles", "4"), []),
            (("--min-sources", "3"), ["a3", "a2", "a1", "a0"]),
            (("--watch", "ferry"), ["a0"]),
            (("--source", "Paper 0", "--top", "2"), ["a3", "a2"]),
            (("--language", "es"), []),
            (("--since", "2026-03-02T22:30"), ["a3"]),
            (("--until", "2026-03-01"), []),
        ],
    )
    def test_filters_leave_the_stories_that_were_asked_for(
        self, meadow: Meadow, options: tuple[str, ...], wanted: list[str]
    ) -> None:
        assert ids(meadow("stories", "--json", *options)) == wanted

    def test_the_total_is_printed_for_readers_only(self, meadow: Meadow) -> None:
        assert meadow("stories", "--top", "2").stderr == "meadow: 2 of 4 stories, 12 articles\n"
        assert meadow("stories", "--top", "2", "--json").stderr == ""
        assert meadow("stories", "--markdown").stderr == ""

    def test_each_has_one_sentence_unless_more_are_asked_for(self, meadow: Meadow) -> None:
        stories = value(meadow("stories", "--json"))["stories"]
        assert {len(story["summary"]["sentences"]) for story in stories} == {1}
        more = value(meadow("stories", "--json", "--sentences", "2"))["stories"]
        assert {len(story["summary"]["sentences"]) for story in more} == {2}

    def test_listing_reads_nothing(self, own: Path) -> None:
        for _ in range(2):
            assert value(run_meadow("stories", "--json", folder=own))["new"]["a3"] == ["a3", "a7", "a11"]

    def test_a_watch_that_is_read_gives_way_to_others_where_unread_ones_are_asked_for(self, own: Path) -> None:
        run_meadow("story", "a0", folder=own)
        assert ids(run_meadow("stories", "--json", "--watch", "ferry", "--unread", folder=own)) == []
        assert ids(run_meadow("stories", "--json", "--watch", "ferry", folder=own)) == ["a0"]

    def test_markdown_and_page_name_every_story(self, meadow: Meadow, shelf: Path) -> None:
        headlines = [story["headline"] for story in value(meadow("stories", "--json"))["stories"]]
        shown = meadow("stories", "--markdown").stdout
        assert meadow("stories", "--html", "list.html").returncode == 0
        page = (shelf / "list.html").read_text("utf-8")
        assert all(headline in shown and headline in page for headline in headlines)


class TestStory:
    """`meadow story`."""

    def test_json_is_a_story_of_digest_with_what_is_new(self, meadow: Meadow) -> None:
        told = value(meadow("story", "a1", "--json", "--keep-unread"))
        assert {"id", "headline", "first", "last", "sources", "summary", "documents", "articles", "new"} <= set(told)
        assert told["documents"] == told["new"] == ["a1", "a5", "a9"]
        assert "timeline" not in told

    def test_the_timeline_says_each_day(self, own: Path) -> None:
        later = article(
            20, topic=0, text="Salvagers floated the ferry Lurna off Haldmoor on Wednesday, the harbour office said."
        )
        with Workspace(own / "meadow-workspace", clock=SteppingClock()) as workspace:
            workspace.add([later])
        days = value(run_meadow("story", "a0", "--json", "--timeline", folder=own))["timeline"]
        assert [day["day"] for day in days] == sorted(day["day"] for day in days)
        assert run_meadow("story", "a0", "--timeline", folder=own).returncode == 0

    def test_a_headline_method_and_a_length_of_ones_own(self, meadow: Meadow) -> None:
        told = value(
            meadow("story", "a2", "--json", "--keep-unread", "--headline", "compress(words=5)", "--words", "12")
        )
        assert len(told["headline"].split()) <= 5
        assert len(told["summary"]["text"].split()) <= 12

    def test_what_was_merged_leads_to_where_it_went(self, own: Path) -> None:
        run_meadow("merge", "a0", "a1", folder=own)
        assert value(run_meadow("story", "a1", "--json", folder=own))["id"] == "a0"

    def test_a_workspace_that_is_not_there_is_named(self, meadow: Meadow) -> None:
        done = meadow("story", "a0", "--workspace", "elsewhere")
        assert (done.returncode, done.stdout) == (3, "")
        assert "There is no workspace" in done.stderr
        assert "elsewhere" in done.stderr


class TestSearch:
    """`meadow search`."""

    def test_hits_are_by_story_with_the_sentences_that_answer(self, meadow: Meadow) -> None:
        found = value(meadow("search", "wolves", "Lethria", "--json"))
        assert found["total"] == 3
        (story,) = found["stories"]
        assert story["id"] == "a1" or "a1" in json.dumps(story)
        assert "wolves" in json.dumps(story)

    @pytest.mark.parametrize(
        ("query", "total"),
        [
            (("wolves", "-permit"), 0),
            (('"ran aground"',), 3),
            (('"aground ran"',), 0),
            (("rocket", "source:Paper 2"), 1),
        ],
    )
    def test_phrases_absent_words_and_sources(self, meadow: Meadow, query: tuple[str, ...], total: int) -> None:
        quoted = [
            f'{each.split(":")[0]}:"{each.split(":")[1]}"' if each.startswith("source:") else each for each in query
        ]
        assert value(meadow("search", "--json", "--", *quoted))["total"] == total

    def test_a_limit_is_kept_and_reported(self, meadow: Meadow) -> None:
        done = meadow("search", "cup", "--limit", "2")
        assert done.stderr == "meadow: 2 of 3 articles\n"
        refused = meadow("search", "cup", "--limit", "0")
        assert refused.returncode == 2
        assert "--limit" in refused.stderr


class TestKeeping:
    """`backup`, `restore`, `copy-store`, `forget` and `export`."""

    def test_a_backup_says_how_to_go_back_and_is_not_written_over(self, own: Path) -> None:
        done = run_meadow("backup", "friday.sqlite3", folder=own)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == (
            "meadow: wrote friday.sqlite3; `meadow restore friday.sqlite3 --workspace NEW` makes a workspace of it.\n"
        )
        restored = run_meadow("restore", "friday.sqlite3", "--workspace", "rescued", folder=own)
        assert restored.stderr == "meadow: restored 12 articles in 4 stories to rescued.\n"
        again = run_meadow("restore", "friday.sqlite3", "--workspace", "rescued", folder=own)
        assert again.returncode == 2
        assert "rescued" in again.stderr

    def test_what_is_no_backup_is_reported_and_makes_nothing(self, own: Path) -> None:
        (own / "notes.txt").write_text("not a backup", encoding="utf-8")
        for name in ("notes.txt", "nowhere.sqlite3"):
            done = run_meadow("restore", name, "--workspace", "new", folder=own)
            assert (done.returncode, done.stdout) == (2, "")
            assert name in done.stderr
            assert "ackup" in done.stderr.split(name)[1]  # what to do instead
            assert not (own / "new").exists()

    def test_a_copy_is_equal_by_hash_and_a_full_place_is_not_written_to(self, own: Path) -> None:
        done = run_meadow("copy-store", "meadow-workspace", "copy", folder=own)
        assert done.returncode == 0
        assert done.stderr.startswith("meadow: copied meadow-workspace to copy; both have the hash ")
        assert ids(run_meadow("stories", "--json", "--workspace", "copy", folder=own)) == ["a3", "a2", "a1", "a0"]
        again = run_meadow("copy-store", "meadow-workspace", "copy", folder=own)
        assert again.returncode == 2
        assert "copy" in again.stderr

    def test_an_article_is_forgotten_by_its_id_and_an_outlet_by_its_name(self, own: Path) -> None:
        one = run_meadow("forget", "a5", "--reason", "asked by its author", folder=own)
        assert one.stdout == "a5\n"
        assert one.stderr == "meadow: forgot 1 articles; they will not come back.\n"
        with Workspace(own / "meadow-workspace", clock=SteppingClock()) as workspace:
            workspace.add([article(5, topic=1)])
        assert "a5" not in value(run_meadow("story", "a1", "--json", folder=own))["documents"]
        outlet = run_meadow("forget", "--source", "Paper 0", folder=own)
        assert sorted(outlet.stdout.split()) == ["a0", "a3", "a6", "a9"]

    @pytest.mark.parametrize("arguments", [(), ("zzz",)])
    def test_what_cannot_be_forgotten_is_reported(self, own: Path, arguments: tuple[str, ...]) -> None:
        done = run_meadow("forget", *arguments, folder=own)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("meadow: ")

    def test_an_outlet_that_is_not_there_is_reported_and_takes_nothing_away(self, own: Path) -> None:
        done = run_meadow("forget", "--source", "paper 3", folder=own)
        assert (done.returncode, done.stdout) == (2, "")
        assert "There is no source called 'paper 3'. Did you mean 'Paper 2'" in done.stderr
        assert "Known: Paper 0, Paper 1, Paper 2." in done.stderr
        assert "Nothing was removed." in done.stderr
        assert len(run_meadow("export", folder=own).stdout.splitlines()) == 12
        with Workspace(own / "meadow-workspace", clock=SteppingClock()) as workspace:
            assert workspace.store.tombstones() == []

    def test_an_export_is_story_by_story_and_may_be_of_some(self, meadow: Meadow) -> None:
        rows = [json.loads(line) for line in meadow("export").stdout.splitlines()]
        assert len(rows) == 12
        stories = [row["story"] for row in rows]
        assert stories == sorted(stories, key=stories.index)
        assert all(row["text"] and row["source"].startswith("Paper") for row in rows)
        some = [json.loads(line)["id"] for line in meadow("export", "a2", "a0").stdout.splitlines()]
        assert sorted(some) == ["a0", "a10", "a2", "a4", "a6", "a8"]
        unknown = meadow("export", "zzz")
        assert unknown.returncode == 2
        assert "'zzz'" in unknown.stderr

    def test_what_is_exported_is_summarized_like_the_story(self, meadow: Meadow, shelf: Path) -> None:
        (shelf / "ferry.jsonl").write_text(meadow("export", "a0").stdout, encoding="utf-8")
        alone = value(meadow("summarize", "ferry.jsonl", "--sentences", "2", "--json"))
        told = value(meadow("story", "a0", "--sentences", "2", "--json", "--keep-unread"))["summary"]
        assert alone["text"] == told["text"]


class TestWatch:
    """`meadow watch`."""

    def test_a_watch_is_called_by_its_words_unless_it_has_a_name(self, own: Path) -> None:
        assert run_meadow("watch", "add", "wolves Lethria", folder=own).stdout == "wolves Lethria\n"
        named = value(run_meadow("watch", "add", "rocket launch", "--name", "sorrel", "--json", folder=own))
        assert (named["name"], named["query"]) == ("sorrel", "rocket launch")
        assert named["made"].startswith("20")
        shown = run_meadow("watch", "list", folder=own).stdout.splitlines()
        assert shown == ["ferry: ferry Lurna", "sorrel: rocket launch", "wolves Lethria"]
        listed = value(run_meadow("watch", "list", "--json", folder=own))["watches"]
        assert [each["name"] for each in listed] == ["ferry", "sorrel", "wolves Lethria"]

    def test_a_watch_is_removed_once(self, own: Path) -> None:
        assert run_meadow("watch", "remove", "ferry", folder=own).stderr == "meadow: ferry is watched no more.\n"
        again = run_meadow("watch", "remove", "ferry", folder=own)
        assert again.returncode == 2
        assert "'ferry'" in again.stderr

    @pytest.mark.parametrize("query", ["", "the of and", "?"])
    def test_words_that_only_ask_are_no_watch(self, own: Path, query: str) -> None:
        done = run_meadow("watch", "add", query, folder=own)
        assert done.returncode == 2
        assert done.stderr.startswith("meadow: ")


class TestReplay:
    """`meadow replay`."""

    def test_a_period_is_that_of_arrival(self, meadow: Meadow) -> None:
        assert value(meadow("replay", "--json", "--until", "2020-01-01"))["documents"] == 0
        assert value(meadow("replay", "--json", "--from", "2020-01-01"))["documents"] == 12

    def test_one_story_of_all_is_a_merge_that_nothing_applies(self, meadow: Meadow) -> None:
        told = value(meadow("replay", "--json", "--tracker", "one"))
        (merged,) = told["differences"]
        assert (merged["kind"], told["counts"], told["applied"]) == ("merged", {"merged": 1}, False)
        assert sorted(part["story"] for part in merged["old"]) == ["a0", "a1", "a2", "a3"]
        assert merged["new"] == [{"story": "a0", "documents": 12, "shared": 12}]
        assert len(ids(meadow("stories", "--json"))) == 4
        shown = meadow("replay", "--tracker", "one")
        assert shown.stderr.endswith("tracked 12 articles by one.\n")

    def test_a_tracker_that_takes_over_says_so(self, own: Path) -> None:
        done = run_meadow("replay", "--tracker", "one", "--apply", folder=own)
        assert done.stderr.endswith("tracked 12 articles by one; it takes over.\n")
        assert len(ids(run_meadow("stories", "--json", folder=own))) == 1

    def test_a_tracker_that_is_none_is_answered_with_those_that_are(self, meadow: Meadow) -> None:
        done = meadow("replay", "--tracker", "cidrr")
        assert done.returncode == 2
        assert "Did you mean 'cidr'" in done.stderr
