"""`meadow digest` as a reader uses it: times in words, outlets by name, few stories, a page on standard output, progress."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.cli.conftest import Done
from meadow.cli import main, printing

ROWS = (
    ("ferry-1", "Harbour Wire", "2026-03-10T08:00:00Z", "Ferry capsizes", "A ferry capsized off Skerra, killing nine."),
    ("ferry-2", "Sant Oriel Echo", "2026-03-10T18:00:00Z", "Nine die", "Nine died when a ferry capsized off Skerra."),
    ("ferry-3", "Radio Aldern", "2026-03-11T09:00:00Z", "Ferry door", "The ferry that capsized off Skerra was open."),
    ("wolf-1", "Harbour Wire", "2026-02-20", "Wolf pack moves", "A pack of wolves was seen on the moor by shepherds."),
    ("tax-1", "Echo Lane", None, "Tax on tea", "The council wants a tax on tea from the autumn of next year onward."),
)
Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `meadow` in a folder with a few articles in `news.jsonl`."""
    monkeypatch.chdir(tmp_path)
    keys = ("id", "source", "published", "title", "text")
    lines = (json.dumps(dict(zip(keys, row, strict=True)) | {"language": "en"}) for row in ROWS)
    Path("news.jsonl").write_text("\n".join(lines), encoding="utf-8")

    def invoke(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["meadow", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return invoke


def ids(done: Done) -> set[str]:
    return {article["id"] for story in done.value["stories"] for article in story["articles"]}


NOW = ("--now", "2026-03-11T12:00Z")


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (("--since", "yesterday"), {"ferry-1", "ferry-2", "ferry-3"}),
        (("--since", "today"), {"ferry-3"}),
        (("--since", "20 hours"), {"ferry-2", "ferry-3"}),
        (("--since", "2026-02", "--until", "2026-02"), {"wolf-1"}),
        (("--until", "yesterday"), {"ferry-1", "ferry-2", "wolf-1"}),
        (("--source", "harbour wire"), {"ferry-1", "wolf-1"}),
        (("--source", "Harbour Wire", "Radio Aldern"), {"ferry-1", "wolf-1", "ferry-3"}),
        (("--source", "Radio Aldern", "--source", "Echo Lane"), {"ferry-3", "tax-1"}),
        (("--language", "en"), {row[0] for row in ROWS}),
    ],
)
def test_filters_take_the_words_that_people_use_and_say_what_is_left(
    run: Run, options: tuple[str, ...], left: set[str]
) -> None:
    done = run("digest", "news.jsonl", *options, *NOW, "--json")
    assert ids(done) == left
    assert f"meadow: the filters left {len(left)} of 5 documents." in done.err


def test_since_says_what_is_new_in_each_story_and_names_what_came_before(run: Run) -> None:
    done = run("digest", "news.jsonl", "--since", "today", *NOW, "--json")
    (story,) = done.value["stories"]
    assert (story["documents"], story["earlier"]) == (["ferry-3"], ["ferry-1", "ferry-2"])
    assert {sentence["document"] for sentence in story["summary"]["sentences"]} <= {"ferry-3"}
    assert "since:2026-03-11T00:00:00+00:00" in story["summary"]["signature"]
    printed = run("digest", "news.jsonl", "--since", "today", *NOW).out
    assert "1 new article, 2 earlier · 1 source · Radio Aldern" in printed


def test_an_outlet_that_is_not_there_is_answered_with_those_that_are(run: Run) -> None:
    done = run("digest", "news.jsonl", "--source", "Harbor Wire")
    assert done.status == 2
    assert "There is no source called 'Harbor Wire'. Did you mean 'Harbour Wire'" in done.err


def test_what_is_no_time_is_answered_with_what_is_allowed(run: Run) -> None:
    done = run("digest", "news.jsonl", "--since", "soonish")
    assert done.status == 2
    assert "'soonish' is not a time. Allowed: ISO 8601" in done.err


@pytest.mark.parametrize(
    ("options", "stories"),
    [
        ((), 3),
        (("--top", "1"), 1),
        (("--min-sources", "2"), 1),
        (("--min-articles", "3"), 1),
        (("--min-articles", "4"), 0),
    ],
)
def test_few_stories(run: Run, options: tuple[str, ...], stories: int) -> None:
    done = run("digest", "news.jsonl", *options, "--json")
    assert len(done.value["stories"]) == stories
    assert stories == 0 or len(done.value["stories"][0]["documents"]) == 3


def test_the_page_can_go_to_standard_output(run: Run) -> None:
    done = run("digest", "news.jsonl", "--html", "-")
    assert done.out.startswith("<!doctype html>")
    assert "wrote" not in done.err
    refused = run("digest", "news.jsonl", "--html", "-", "--json")
    assert refused.status == 2
    assert "--json and --html - were both given" in refused.err


def test_stories_are_printed_as_they_are_written_and_in_the_order_of_the_digest(run: Run) -> None:
    lines = run("digest", "news.jsonl").out.splitlines()
    headlines = [story["headline"] for story in run("digest", "news.jsonl", "--json").value["stories"]]
    assert [line for line in lines if line in headlines] == headlines
    assert run("digest", "news.jsonl").out.count("\n\n\n") == 3, "two blank lines between stories"
    assert lines[-1].startswith("3 stories · 5 articles · 4 sources")


def test_a_digest_without_stories_says_why(run: Run) -> None:
    assert "No stories to show." in run("digest", "news.jsonl", "--min-articles", "9").out


def test_a_plain_file_is_cited_by_its_name_and_two_years_by_their_years(run: Run) -> None:
    Path("txt").mkdir()
    Path("txt/ferry.txt").write_text("Ferry sinks\n\nA ferry sank off Skerra in the night of Monday.", "utf-8")
    assert "txt, undated – Ferry sinks (txt/ferry.txt, sentence" in run("summarize", "txt").out
    old = {"id": "old", "source": "Wire", "published": "2015-06-09T00:00:00", "text": "A ferry sank off Skerra."}
    new = {"id": "new", "source": "Wire", "published": "2017-06-10", "text": "The ferry was raised from the sea bed."}
    Path("years.jsonl").write_text(f"{json.dumps(old)}\n{json.dumps(new)}", "utf-8")
    told = run("summarize", "years.jsonl", "--sentences", "2").out
    assert "Wire, 9 Jun 2015 – " in told
    assert "Wire, 10 Jun 2017 – " in told
    assert "00:00" not in told


def test_updates_take_words_for_times_too(run: Run) -> None:
    done = run("summarize", "news.jsonl", "--since", "yesterday", *NOW, "--json")
    assert {sentence["document"] for sentence in done.value["sentences"]} <= {"ferry-1", "ferry-2", "ferry-3", "tax-1"}
    assert "since:2026-03-10T00:00:00+00:00" in done.value["signature"]


class Watched(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """Return that somebody watches."""
        return True


def test_progress_names_its_phases_from_the_first_second_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    monkeypatch.setattr(sys, "stderr", watched)
    with printing.progress_phases() as phases:
        phases.move("tracking", 2, 5)
        phases.move("writing", 1, 3)
    shown = watched.getvalue()
    assert all(phase in shown for phase in ("Reading", "Tracking", "Writing"))
    assert "2/5" in shown
    assert "1/3" in shown


def test_nobody_watches_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with printing.progress_phases() as phases:
        phases.move("reading", 1, None)
    with printing.progress_bar("Running") as progress:
        progress(1, 2)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("verb", ["digest", "summarize"])
def test_text_only_leaves_the_notes_out(verb: str, run: Run) -> None:
    done = run(verb, "news.jsonl", "--text-only", "--json")
    summaries = [story["summary"] for story in done.value["stories"]] if verb == "digest" else [done.value]
    assert all(not summary["disagreements"] for summary in summaries)
    assert "annotate:false" in done.out
