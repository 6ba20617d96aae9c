"""The contract of the command line: names and kinds of what `--json` prints, forms that agree, files, help, exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import Done, run_meadow
from meadow.cli.commands import COMMANDS
from meadow.pipeline.presets import PRESETS
from meadow.provenance.installed import version_mark

WIRE = "A ferry with 245 people aboard sank off Skerra on Monday. Nine people died, the coast guard said. Divers went down."
ECHO = "The ferry sank off Skerra on Monday with 245 people aboard. Eleven people died, the harbour office said."
WOLF = "Rangers counted wolves in Lethria after a hard winter. Farmers asked for a permit to shoot one."
Meadow = Callable[..., Done]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three articles of two stories; what a test writes has a name of its own."""
    made = tmp_path_factory.mktemp("contract")
    rows = [
        ("wire", "Ferry sinks off Skerra", WIRE, "Harbour Wire", "2026-03-02T08:00:00Z", "https://wire.example/1"),
        ("echo", "Ferry lost near Skerra", ECHO, "Skerra Echo", "2026-03-03", None),
        ("wolf", "Wolves are back", WOLF, "Lethria Post", "2026-03-01", None),
    ]
    keys = ("id", "title", "text", "source", "published", "url")
    lines = [json.dumps(dict(zip(keys, row, strict=True)) | {"language": "en"}) for row in rows]
    (made / "news.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (made / "ferry.jsonl").write_text("\n".join(lines[:2]), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def meadow(folder: Path) -> Meadow:
    return lambda *arguments: run_meadow(*arguments, folder=folder)


def value(done: Done) -> dict[str, Any]:
    assert (done.returncode, done.stderr) == (0, "")
    read: dict[str, Any] = json.loads(done.stdout)
    return read


TEXTS = {"wire": WIRE, "echo": ECHO, "wolf": WOLF}


def check_sentences(sentences: list[dict[str, Any]]) -> None:
    """Check what the contract says of every sentence: its slice of the text, its score, and who else says it."""
    for each in sentences:
        assert TEXTS[each["document"]][each["start"] : each["end"]] == each["text"]
        assert isinstance(each["index"], int)
        assert isinstance(each["score"], float)
        assert all(isinstance(number, float) for number in each["features"].values())
        assert isinstance(each["written"], str)
        for other, index in each["covers"]:
            assert other in TEXTS
            assert isinstance(index, int)


class TestJson:
    """One JSON value on standard output, and nothing else there or on standard error."""

    def test_summarize(self, meadow: Meadow) -> None:
        got = value(meadow("summarize", "ferry.jsonl", "--sentences", "2", "--json"))
        assert {"story", "text", "signature", "disagreements", "sentences"} <= set(got)
        check_sentences(got["sentences"])
        assert got["text"] == " ".join(each["written"] for each in got["sentences"])
        assert got["signature"].endswith(f"v:{version_mark()}")

    def test_what_sources_disagree_on_names_the_values_and_who_has_them(self, meadow: Meadow) -> None:
        (found,) = value(meadow("summarize", "ferry.jsonl", "--json"))["disagreements"]
        assert {each["value"]: each["documents"] for each in found["values"]} == {"9": ["wire"], "11": ["echo"]}
        assert found["what"] == "dead"

    def test_digest(self, meadow: Meadow) -> None:
        stories = value(meadow("digest", "news.jsonl", "--json"))["stories"]
        assert [story["id"] for story in stories] == ["wire", "wolf"]
        ferry = stories[0]
        assert {"id", "headline", "first", "last", "sources", "summary", "documents", "articles"} <= set(ferry)
        assert (ferry["first"], ferry["last"]) == ("2026-03-02T08:00:00+00:00", "2026-03-03T00:00:00+00:00")
        assert sorted(ferry["sources"]) == ["Harbour Wire", "Skerra Echo"]
        assert ferry["documents"] == ["wire", "echo"]
        assert {"id", "title", "source", "published", "url", "place"} <= set(ferry["articles"][0])
        assert ferry["articles"][0]["url"] == "https://wire.example/1"
        assert ferry["articles"][1]["place"] == "news.jsonl:2"
        for story in stories:
            check_sentences(story["summary"]["sentences"])

    def test_track_is_a_line_per_document(self, meadow: Meadow) -> None:
        done = meadow("track", "news.jsonl", "--json")
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["document"] for row in rows] == ["wolf", "wire", "echo"]
        for row in rows:
            assert set(row) == {"document", "story", "similarity", "opened"}
            assert isinstance(row["similarity"], float)
            assert row["opened"] is (row["document"] == row["story"])

    def test_group(self, meadow: Meadow) -> None:
        got = value(meadow("group", "ferry.jsonl", "--json"))
        members = [tuple(each) for group in got["groups"] for each in group["members"]]
        assert {tuple(group["label"]) for group in got["groups"]} <= set(members)
        every = members + [tuple(each) for each in got["ungrouped"]]
        assert sorted(every) == [("echo", 0), ("echo", 1), ("wire", 0), ("wire", 1), ("wire", 2)]

    def test_headline(self, meadow: Meadow) -> None:
        got = value(meadow("headline", "ferry.jsonl", "--json"))
        assert set(got) == {"text", "method", "evidence", "signature"}
        assert got["method"] == "title"
        assert got["evidence"]
        assert all(document in TEXTS and isinstance(index, int) for document, index in got["evidence"])

    def test_report(self, meadow: Meadow) -> None:
        got = value(meadow("report", "Where did the ferry sink?", "ferry.jsonl", "--json"))
        assert {"question", "concepts", "sentences", "signature"} <= set(got)
        assert got["question"] == "Where did the ferry sink?"
        assert all(set(each) >= {"text", "kind", "count"} for each in got["concepts"])
        assert {each["kind"] for each in got["concepts"]} <= {"person", "organisation", "factor"}
        check_sentences(got["sentences"])

    @pytest.mark.parametrize(
        "arguments", [("summarize", "news.jsonl"), ("digest", "news.jsonl"), ("headline", "ferry.jsonl", "--all")]
    )
    def test_equal_inputs_give_equal_bytes(self, meadow: Meadow, arguments: tuple[str, ...]) -> None:
        assert meadow(*arguments, "--json").stdout == meadow(*arguments, "--json").stdout


class TestForms:
    """The terminal, Markdown, a page and files say the same."""

    @pytest.mark.parametrize("verb", ["summarize", "digest"])
    def test_every_form_holds_every_sentence(self, meadow: Meadow, verb: str) -> None:
        got = value(meadow(verb, "ferry.jsonl", "--sentences", "2", "--json"))
        summary = got if verb == "summarize" else got["stories"][0]["summary"]
        for arguments in ((), ("--markdown",), ("--html", "-")):
            shown = " ".join(meadow(verb, "ferry.jsonl", "--sentences", "2", *arguments).stdout.split())
            for each in summary["sentences"]:
                assert each["written"] in re.sub(r"<[^>]*>", "", shown).replace("  ", " "), arguments

    def test_a_page_is_self_contained(self, meadow: Meadow) -> None:
        page = meadow("digest", "news.jsonl", "--html", "-").stdout
        assert page.startswith(("<!doctype html>", "<!DOCTYPE html>"))
        assert not re.search(r'(?:src|href)="(?!#|https://wire\.example|data:)[^"]*\.(?:js|css)"', page)

    def test_files_are_written_and_named_and_nothing_is_printed(self, meadow: Meadow, folder: Path) -> None:
        done = meadow("summarize", "ferry.jsonl", "--html", "page.html", "--bibtex", "cited.bib", "--csl", "cited.json")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.splitlines() == [
            "meadow: wrote page.html",
            "meadow: wrote cited.bib",
            "meadow: wrote cited.json",
        ]
        assert "Skerra" in (folder / "page.html").read_text("utf-8")
        assert (folder / "cited.bib").read_text("utf-8").count("@") >= 1
        cited = json.loads((folder / "cited.json").read_text("utf-8"))
        assert {each["title"] for each in cited} <= {"Ferry sinks off Skerra", "Ferry lost near Skerra"}

    def test_json_and_a_page_may_be_had_at_once(self, meadow: Meadow, folder: Path) -> None:
        done = meadow("summarize", "ferry.jsonl", "--json", "--html", "both.html")
        assert json.loads(done.stdout)["text"]
        assert (folder / "both.html").is_file()

    def test_markdown_numbers_its_sources(self, meadow: Meadow) -> None:
        shown = meadow("digest", "news.jsonl", "--markdown", "--method", "coverage").stdout
        assert shown.startswith("# ")
        assert shown.count("## ") >= 2
        assert "https://wire.example/1" in shown


class TestLengths:
    """A budget is never exceeded, and exactly one is taken."""

    @pytest.mark.parametrize("words", [1, 12])
    def test_words(self, meadow: Meadow, words: int) -> None:
        text = value(meadow("summarize", "ferry.jsonl", "--words", str(words), "--json"))["text"]
        assert 0 < len(text.split()) <= words

    @pytest.mark.parametrize("sentences", [1, 3])
    def test_sentences(self, meadow: Meadow, sentences: int) -> None:
        got = value(meadow("summarize", "ferry.jsonl", "--sentences", str(sentences), "--json"))
        assert 1 <= len(got["sentences"]) <= sentences

    def test_percent_is_of_sentences_and_characters_may_be_a_share_of_all(self, meadow: Meadow) -> None:
        whole = value(meadow("summarize", "ferry.jsonl", "--percent", "40", "--method", "lead", "--json"))
        assert len(whole["sentences"]) == 2  # of five
        part = value(meadow("summarize", "ferry.jsonl", "--characters", "50%", "--json"))
        assert len(part["text"]) <= (len(WIRE) + len(ECHO)) / 2

    @pytest.mark.parametrize("method", sorted(PRESETS))
    def test_every_preset_answers_within_the_length(self, meadow: Meadow, method: str) -> None:
        got = value(meadow("summarize", "ferry.jsonl", "--method", method, "--words", "15", "--json"))
        assert 0 < len(got["text"].split()) <= 15
        check_sentences(got["sentences"])

    @pytest.mark.parametrize(
        ("option", "words"),
        [
            (("--method", "lexrnk"), "Did you mean 'lexrank'?"),
            (("--rank", "centroid(weight=2)"), "weight"),
            (("--rank", "mix("), "mix("),
            (("--select", "nothing"), "nothing"),
        ],
    )
    def test_a_method_that_is_none_is_answered_with_what_is(
        self, meadow: Meadow, option: tuple[str, str], words: str
    ) -> None:
        done = meadow("summarize", "ferry.jsonl", *option)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def verbs() -> list[str]:
    return [name for name in COMMANDS.listed if COMMANDS.member(name).help is None]


class TestHelp:
    """Every verb explains itself."""

    @pytest.mark.parametrize("verb", verbs())
    def test_a_verb_says_what_it_does_its_options_and_examples_that_begin_with_it(
        self, meadow: Meadow, verb: str
    ) -> None:
        done = meadow(verb, "-h")
        assert (done.returncode, done.stderr) == (0, "")
        examples = done.stdout.split("Examples:")[1]
        assert f"meadow {verb}" in examples
        assert max(map(len, done.stdout.splitlines())) <= 88

    def test_both_ways_to_ask_for_help_give_the_same(self, meadow: Meadow) -> None:
        assert meadow("track", "-h").stdout == meadow("track", "--help").stdout

    @pytest.mark.parametrize("group", ["evaluate", "judge", "lab", "watch"])
    def test_a_group_lists_its_commands_and_names_one_that_it_has_not(self, meadow: Meadow, group: str) -> None:
        done = meadow(group, "--help")
        assert done.returncode == 0
        assert COMMANDS.member(group).help.split("`")[0].split(":")[0] in " ".join(done.stdout.split())
        assert "Commands" in done.stdout
        unknown = meadow(group, "nonsense")
        assert unknown.returncode == 2
        assert "nonsense" in unknown.stderr

    def test_all_verbs_of_the_contract_are_there(self, meadow: Meadow) -> None:
        shown = meadow("--help").stdout
        reading = {"demo", "digest", "summarize", "track", "group", "headline", "report", "evaluate", "lab", "methods"}
        working = {"follow", "stories", "story", "search", "export", "watch", "judge", "serve", "replay", "doctor"}
        keeping = {"split", "merge", "rename", "undo", "backup", "restore", "copy-store", "forget"}
        promised = sorted(reading | working | keeping)
        assert [verb for verb in promised if not re.search(rf"\b{verb}\b", shown)] == []

    def test_the_families_of_measures_are_there(self, meadow: Meadow) -> None:
        shown = meadow("evaluate", "--help").stdout
        families = [
            "rouge",
            "utility",
            "extraction",
            "coverage",
            "pseudo-qa",
            "clustering",
            "synthesis",
            "headlines",
            "agreement",
        ]
        assert [family for family in families if family not in shown] == []

    @pytest.mark.parametrize("typo", ["sumarize", "digst", "storys"])
    def test_a_slip_in_a_verb_ends_with_2(self, meadow: Meadow, typo: str) -> None:
        done = meadow(typo, "news.jsonl")
        assert done.returncode == 2
        assert typo in done.stderr

    def test_an_option_that_is_none_is_named(self, meadow: Meadow) -> None:
        done = meadow("summarize", "news.jsonl", "--sentence", "2")
        assert done.returncode == 2
        assert "--sentence" in done.stderr
        assert "--sentences" in done.stderr

    def test_a_group_without_a_command_shows_its_help(self, meadow: Meadow) -> None:
        bare = meadow("watch")
        assert "Commands" in bare.stdout + bare.stderr
        assert "Traceback" not in bare.stderr
