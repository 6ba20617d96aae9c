"""Options of `track`, `digest`, `summarize` and `demo`, each by what it changes and what it leaves alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command import Done, rows, run_meadow, value
from meadow.sample import sample_path
from store.articles import articles

Meadow = Callable[..., Done]
PLUGIN = (
    "import numpy as np\nfrom meadow.model import Scores\n\n"
    "def loudest(view):\n    return Scores(np.array([float(len(each.text)) for each in view.sentences]))\n\n"
    "METHODS = {'rank': {'loudest': loudest}}\n"
)


TEXTS = [each.text for each in articles(12)[::4]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with twelve articles of four stories, one of them broken off, and what options name."""
    made = tmp_path_factory.mktemp("options")
    rows = [
        {
            "id": each.id, "title": each.title, "text": each.text, "source": each.source, "language": "en",
            "published": None if each.published is None else each.published.isoformat(),
        }
        for each in articles(12)
    ]  # fmt: skip
    (made / "news.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (made / "ferry.jsonl").write_text("\n".join(json.dumps(row) for row in rows[::4]), encoding="utf-8")
    (made / "torn.jsonl").write_text("\n".join([*map(json.dumps, rows[:4]), "no json"]), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def meadow(folder: Path) -> Meadow:
    return lambda *arguments: run_meadow(*arguments, folder=folder)


class TestTrack:
    """`meadow track`."""

    def test_a_line_has_the_similarity_the_story_and_the_document(self, meadow: Meadow) -> None:
        told = rows(meadow("track", "news.jsonl", "--json"))
        shown = meadow("track", "news.jsonl").stdout.splitlines()
        assert shown == [
            f"{row['similarity']:7.3f}  {'new' if row['opened'] else '   '}  {row['story']}  {row['document']}"
            for row in told
        ]

    @pytest.mark.parametrize(
        "tracker", ["one", "cidr", "cidr-release", "meadow(threshold=0.9)", "meadow:threshold=0.9"]
    )
    def test_a_tracker_is_named_by_its_spec(self, meadow: Meadow, tracker: str) -> None:
        told = rows(meadow("track", "news.jsonl", "--json", "--tracker", tracker))
        assert [row["document"] for row in told] == [f"a{n}" for n in range(12)]
        stories = {row["story"] for row in told}
        assert (len(stories) == 1) is (tracker == "one")

    def test_a_spec_may_be_written_for_the_shell(self, meadow: Meadow) -> None:
        long, short = (
            meadow("track", "news.jsonl", "--tracker", spec).stdout
            for spec in ("cidr(threshold=3)", "cidr:threshold=3")
        )
        assert long == short

    @pytest.mark.parametrize("spec", ["cidr(treshold=3)", "cidr(threshold=x)", "cidr(", "nobody"])
    def test_a_spec_that_is_none_is_refused(self, meadow: Meadow, spec: str) -> None:
        done = meadow("track", "news.jsonl", "--tracker", spec)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr

    def test_reasons_come_with_each_line_and_a_story_with_its_words(self, meadow: Meadow) -> None:
        told = rows(meadow("track", "news.jsonl", "--json", "--explain"))
        for row in told:
            assert {"document", "story", "similarity", "opened", "explanation"} <= set(row)
            assert ("centroid" in row) is row["opened"]
        (first, *_) = told
        assert {"aground", "haldmoor"} <= {term["term"] for term in first["centroid"]}
        shown = meadow("track", "news.jsonl", "--explain").stdout
        assert "haldmoor" in shown.lower()
        assert len(shown.splitlines()) > 12

    def test_a_tracker_that_gives_no_reasons_says_so(self, meadow: Meadow) -> None:
        done = meadow("track", "news.jsonl", "--explain", "--tracker", "one")
        assert done.returncode == 0
        assert done.stderr == "meadow: the tracker one does not say why.\n"

    def test_files_hold_the_documents_with_their_stories(self, meadow: Meadow, folder: Path) -> None:
        done = meadow("track", "news.jsonl", "--out", "tracked", "--rows", "5")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == "meadow: wrote 3 files of jsonl to tracked\n"
        written = [
            json.loads(line)
            for file in sorted((folder / "tracked").iterdir())
            for line in file.read_text("utf-8").splitlines()
        ]
        told = {row["document"]: row["story"] for row in rows(meadow("track", "news.jsonl", "--json"))}
        assert {row["id"]: row["story"] for row in written} == told
        again = meadow("track", "news.jsonl", "--out", "tracked")
        assert again.returncode == 2
        assert "tracked" in again.stderr

    def test_what_cannot_be_read_ends_with_1_under_strict_after_the_rest(self, meadow: Meadow) -> None:
        done = meadow("track", "torn.jsonl", "--strict", "--json")
        assert done.returncode == 1
        assert len(done.stdout.splitlines()) == 4
        assert done.stderr.startswith("meadow: not read: torn.jsonl:5")
        assert meadow("track", "torn.jsonl").returncode == 0


class TestDigest:
    """`meadow digest` and `meadow summarize`."""

    @pytest.mark.parametrize(
        ("options", "stories"),
        [
            ((), 4),
            (("--top", "2"), 2),
            (("--min-sources", "4"), 0),
            (("--source", "Paper 1"), 4),
            (("--until", "2026-03-02T12:30"), 1),
        ],
    )
    def test_filters_leave_so_many_stories(self, meadow: Meadow, options: tuple[str, ...], stories: int) -> None:
        assert len(value(meadow("digest", "news.jsonl", "--json", *options))["stories"]) == stories

    def test_a_plugin_adds_a_method_that_a_signature_names(self, meadow: Meadow, folder: Path) -> None:
        (folder / "loud.py").write_text(PLUGIN, encoding="utf-8")
        unknown = meadow("summarize", "ferry.jsonl", "--rank", "loudest")
        assert unknown.returncode == 2
        assert "'loudest'" in unknown.stderr
        done = meadow(
            "summarize", "ferry.jsonl", "--rank", "loudest", "--sentences", "1", "--json", "--plugin", "loud.py"
        )
        got = value(done)
        assert got["signature"].startswith("rank:loudest|")
        assert len(got["text"]) == max(map(len, TEXTS))

    def test_a_headline_method_of_ones_own(self, meadow: Meadow) -> None:
        stories = value(meadow("digest", "news.jsonl", "--json", "--headline", "compress(words=4)"))["stories"]
        assert all(0 < len(story["headline"].split()) <= 4 for story in stories)

    def test_a_seed_matters_where_chance_plays_a_part_only(self, meadow: Meadow) -> None:
        plain = [
            meadow("summarize", "news.jsonl", "--json", "--method", "lead", "--seed", seed).stdout
            for seed in ("1", "2")
        ]
        assert json.loads(plain[0])["sentences"] == json.loads(plain[1])["sentences"]
        drawn = {
            json.dumps(
                value(meadow("summarize", "news.jsonl", "--json", "--method", "random", "--seed", str(seed)))[
                    "sentences"
                ]
            )
            for seed in range(4)
        }
        assert len(drawn) > 1

    def test_what_is_known_is_not_repeated(self, meadow: Meadow, folder: Path) -> None:
        first = value(meadow("summarize", "ferry.jsonl", "--sentences", "1", "--json"))
        (folder / "known.json").write_text(json.dumps(first), encoding="utf-8")
        second = value(meadow("summarize", "ferry.jsonl", "--sentences", "1", "--json", "--known", "known.json"))
        assert "known:" in second["signature"]
        assert second["sentences"][0]["text"] != first["sentences"][0]["text"]
        nothing = meadow("summarize", "ferry.jsonl", "--known", "ferry.jsonl")
        assert nothing.returncode == 0
        assert "Nothing new: what the articles say was known before" in nothing.stderr

    def test_an_extract_starts_at_the_second_step(self, meadow: Meadow, folder: Path) -> None:
        (folder / "chosen.txt").write_text("a4 1\n", encoding="utf-8")
        got = value(meadow("summarize", "ferry.jsonl", "--from", "chosen.txt", "--json"))
        assert [(each["document"], each["index"]) for each in got["sentences"]] == [("a4", 0)]
        (folder / "wrong.txt").write_text("a4 9\n", encoding="utf-8")
        wrong = meadow("summarize", "ferry.jsonl", "--from", "wrong.txt")
        assert wrong.returncode == 2
        assert "a4" in wrong.stderr


class TestDemo:
    """`meadow demo`."""

    def test_the_folder_of_the_sample_is_where_its_articles_are(self, meadow: Meadow) -> None:
        assert meadow("demo", "--folder").stdout == f"{sample_path()}\n"
