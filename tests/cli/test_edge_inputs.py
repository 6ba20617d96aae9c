"""Inputs that users have: one article, unrelated ones, no titles, no dates, empty files, a thousand of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from command import Done, rows, run_meadow, value

FERRY = (
    "A ferry with 245 people aboard sank off Skerra on Monday. Nine people died, the coast guard said. Divers went down to "
    "the wreck on Tuesday."
)
AGAIN = (
    "The ferry sank off Skerra on Monday with 245 people aboard, the coast guard said. The captain was rescued by a "
    "fishing boat. Nine people died."
)
OTHERS = (
    "The council of Ninemile voted to let the last wood-fired bakery keep its oven.",
    "A telescope on the island of Merrow has found water on a small moon.",
    "Carrowmere United won the cup final by three goals before a large crowd.",
)
READING = ("digest", "summarize", "track", "group", "headline")
Meadow = Callable[..., Done]


def write(folder: Path, name: str, *rows: Mapping[str, object]) -> None:
    (folder / name).write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of such inputs; commands only read it."""
    made = tmp_path_factory.mktemp("edges")
    dated = {"published": "2026-03-02T08:00:00Z", "language": "en"}
    write(made, "one.jsonl", {"id": "a", "title": "Ferry sinks", "text": FERRY, "source": "Wire", **dated})
    write(
        made, "pair.jsonl", {"id": "a", "title": "Ferry sinks", "text": FERRY, "source": "Wire", **dated},
        {"id": "b", "title": "Ferry lost", "text": AGAIN, "source": "Echo", "published": "2026-03-03", "language": "en"},
    )  # fmt: skip
    write(made, "unrelated.jsonl", *({"id": f"u{n}", "text": text, **dated} for n, text in enumerate(OTHERS)))
    write(made, "bare.jsonl", {"text": FERRY}, {"text": AGAIN})
    write(
        made,
        "titles.jsonl",
        {"id": "a", "title": "Ferry sinks off Skerra"},
        {"id": "b", "title": "Ferry sinks, nine dead"},
    )
    write(
        made, "undated.jsonl", {"id": "late", "text": FERRY}, {"id": "dated", "text": AGAIN, "published": "2026-03-02"}
    )
    write(made, "short.jsonl", {"id": "a", "text": "Ferry."}, {"id": "b", "text": "Ferry lost."})
    (made / "empty.txt").write_text("", encoding="utf-8")
    (made / "blank.txt").write_text(" \n\t\n", encoding="utf-8")
    (made / "nothing").mkdir()
    (made / "spaces and ümläuts.txt").write_text(f"Ferry sinks\n\n{FERRY}", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def meadow(folder: Path) -> Meadow:
    return lambda line, stdin="": run_meadow(*line.split("  "), folder=folder, stdin=stdin)


class TestOneArticle:
    """One article is a story of one."""

    def test_it_is_printed_with_its_own_title_and_sentences(self, meadow: Meadow) -> None:
        (story,) = value(meadow("digest  one.jsonl  --json"))["stories"]
        assert (story["id"], story["headline"]) == ("a", "Ferry sinks")
        assert (story["documents"], story["sources"]) == (["a"], ["Wire"])
        assert all(each["text"] in FERRY for each in story["summary"]["sentences"])

    def test_a_summary_cites_the_characters_of_the_text(self, meadow: Meadow) -> None:
        summary = value(meadow("summarize  one.jsonl  --sentences  2  --json"))
        assert len(summary["sentences"]) == 2
        for each in summary["sentences"]:
            assert FERRY[each["start"] : each["end"]] == each["text"]
            assert each["covers"] == []

    def test_it_opens_the_only_story_and_repeats_nobody(self, meadow: Meadow) -> None:
        assert rows(meadow("track  one.jsonl  --json")) == [
            {"document": "a", "story": "a", "similarity": 0.0, "opened": True}
        ]
        grouped = value(meadow("group  one.jsonl  --json"))
        assert (grouped["groups"], grouped["ungrouped"]) == ([], [["a", 0], ["a", 1], ["a", 2]])

    def test_its_headline_is_its_title_and_the_text_has_one_too(self, meadow: Meadow) -> None:
        assert value(meadow("headline  one.jsonl  --json"))["text"] == "Ferry sinks"
        compressed = value(meadow("headline  one.jsonl  --json  --method  compress(words=6)"))
        assert compressed["method"].startswith("compress")
        assert 0 < len(compressed["text"].split()) <= 6


class TestUnrelated:
    """Articles that have nothing to do with each other."""

    def test_each_is_a_story_of_its_own(self, meadow: Meadow) -> None:
        tracked = rows(meadow("track  unrelated.jsonl  --json"))
        assert [row["story"] for row in tracked] == [row["document"] for row in tracked]
        assert all(row["opened"] for row in tracked)
        assert len(value(meadow("digest  unrelated.jsonl  --json"))["stories"]) == 3

    def test_stories_of_two_articles_are_none_and_that_is_said(self, meadow: Meadow) -> None:
        done = meadow("digest  unrelated.jsonl  --min-articles  2")
        assert done.returncode == 0
        assert "0 stories" in done.stdout + done.stderr or "no stor" in (done.stdout + done.stderr).lower()
        assert value(meadow("digest  unrelated.jsonl  --min-articles  2  --json"))["stories"] == []

    def test_as_one_story_they_are_summarized_within_the_length(self, meadow: Meadow) -> None:
        summary = value(meadow("summarize  unrelated.jsonl  --words  15  --json"))
        assert len(summary["text"].split()) <= 15
        assert {each["document"] for each in summary["sentences"]} <= {"u0", "u1", "u2"}


class TestWhatIsMissing:
    """No titles, no dates, no ids, no sources."""

    def test_without_ids_the_content_names_the_article_and_the_place_is_reported(self, meadow: Meadow) -> None:
        first, second = rows(meadow("track  bare.jsonl  --json"))
        assert first["document"] != second["document"]
        assert rows(meadow("track  bare.jsonl  --json")) == [first, second]
        (story,) = value(meadow("digest  bare.jsonl  --json"))["stories"]
        assert [article["place"] for article in story["articles"]] == ["bare.jsonl:1", "bare.jsonl:2"]
        assert all(article["published"] is None for article in story["articles"])

    def test_without_a_title_the_headline_is_made_of_the_text(self, meadow: Meadow) -> None:
        found = value(meadow("headline  bare.jsonl  --json"))
        assert found["text"]
        assert found["evidence"]
        (story,) = value(meadow("digest  bare.jsonl  --json"))["stories"]
        assert story["headline"]
        assert story["sources"] == []

    def test_undated_articles_come_last(self, meadow: Meadow) -> None:
        assert [row["document"] for row in rows(meadow("track  undated.jsonl  --json"))] == ["dated", "late"]
        assert [row["document"] for row in rows(meadow("track  undated.jsonl  --json  --order  given"))] == [
            "late",
            "dated",
        ]

    def test_a_time_leaves_undated_articles_out(self, meadow: Meadow) -> None:
        tracked = rows(meadow("track  undated.jsonl  --json"))
        assert len(tracked) == 2
        (story,) = value(meadow("digest  undated.jsonl  --json  --since  2026-03-01"))["stories"]
        assert story["documents"] == ["dated"]

    def test_a_title_alone_is_sentence_0(self, meadow: Meadow) -> None:
        summary = value(meadow("summarize  titles.jsonl  --sentences  1  --json"))
        (only,) = summary["sentences"]
        assert (only["index"], only["start"]) == (0, 0)
        assert only["text"].startswith("Ferry sinks")

    @pytest.mark.parametrize("verb", READING)
    def test_a_word_or_two_are_enough_for_every_verb(self, meadow: Meadow, verb: str) -> None:
        done = meadow(f"{verb}  short.jsonl")
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout.strip()


class TestNothing:
    """Empty files, empty folders, empty standard input."""

    @pytest.mark.parametrize("verb", READING)
    @pytest.mark.parametrize("path", ["empty.txt", "blank.txt", "nothing", "-"])
    def test_it_ends_with_2_and_names_what_was_given(self, meadow: Meadow, verb: str, path: str) -> None:
        done = meadow(f"{verb}  {path}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[-1].startswith("meadow: ")
        assert path in done.stderr or "standard input" in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize("verb", READING)
    def test_an_empty_file_next_to_another_is_no_harm(self, meadow: Meadow, verb: str) -> None:
        alone, beside = meadow(f"{verb}  pair.jsonl"), meadow(f"{verb}  pair.jsonl  empty.txt")
        assert (beside.returncode, beside.stdout) == (0, alone.stdout)

    @pytest.mark.parametrize("verb", READING)
    def test_a_path_that_is_not_there_is_named_before_any_work(self, meadow: Meadow, verb: str) -> None:
        done = meadow(f"{verb}  pair.jsonl  nowhere.jsonl")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("meadow: There is no file or folder 'nowhere.jsonl'. Did you mean 'one.jsonl'")

    @pytest.mark.parametrize("verb", READING)
    def test_no_path_at_all_is_a_usage_error(self, meadow: Meadow, verb: str) -> None:
        done = meadow(verb)
        assert done.returncode == 2
        assert "Missing argument" in done.stderr
        assert "PATH" in done.stderr


class TestManyAndOdd:
    """Very many files, odd names, one file twice, standard input."""

    def test_a_thousand_files_are_read_and_bad_ones_counted(self, tmp_path: Path) -> None:
        for number in range(1000):
            text = json.dumps({"id": f"n{number}", "text": f"Harbour {number} counted {number} boats."})
            (tmp_path / f"{number:04}.json").write_text(text if number % 100 else "{broken", encoding="utf-8")
        done = run_meadow("summarize", ".", "--sentences", "1", "--json", "--method", "lead", folder=tmp_path)
        assert len(value(done)["sentences"]) == 1
        assert done.stderr.startswith("meadow: not read: 10 × not valid JSON: ")
        assert done.stderr.endswith("(*.json, first 0000.json).\n")

    def test_a_name_with_blanks_is_a_path_like_others(self, folder: Path) -> None:
        done = run_meadow("digest", "spaces and ümläuts.txt", "--json", folder=folder)
        (story,) = json.loads(done.stdout)["stories"]
        assert story["headline"] == "Ferry sinks"
        assert story["articles"][0]["place"].startswith("spaces and ümläuts.txt")

    def test_one_file_twice_counts_once(self, meadow: Meadow) -> None:
        once, twice = meadow("track  pair.jsonl  --json"), meadow("track  pair.jsonl  pair.jsonl  --json")
        assert once.stdout == twice.stdout
        assert len(rows(twice)) == 2

    @pytest.mark.parametrize("verb", ["digest", "summarize", "group", "headline"])
    def test_standard_input_is_the_same_as_a_file(self, meadow: Meadow, folder: Path, verb: str) -> None:
        text = (folder / "pair.jsonl").read_text("utf-8")
        assert meadow(f"{verb}  -", stdin=text).stdout == meadow(f"{verb}  pair.jsonl").stdout

    def test_two_texts_under_one_id_are_both_kept_and_that_is_noted(self, tmp_path: Path) -> None:
        write(tmp_path, "twice.jsonl", {"id": "a", "text": FERRY}, {"id": "a", "text": AGAIN})
        done = run_meadow("track", "twice.jsonl", "--json", folder=tmp_path)
        assert [row["document"] for row in rows(done)] == ["a", "a#2"]
        assert "twice.jsonl:2: another document has the id 'a' already" in done.stderr

    def test_a_length_of_one_character_or_none_is_answered(self, meadow: Meadow) -> None:
        cut = value(meadow("summarize  pair.jsonl  --characters  30  --json"))
        assert 0 < len(cut["text"]) <= 30
        for length in ("--words  0", "--sentences  -1", "--percent  0", "--characters  0%"):
            done = meadow(f"summarize  pair.jsonl  {length}")
            assert done.returncode == 2, length
            assert done.stdout == ""
