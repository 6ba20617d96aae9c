"""`meadow report` and `meadow pack`: what they print, and how they end on bad input."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.cli import main

Run = Callable[..., tuple[int, str, str]]

ARTICLES = (
    {
        "id": "a1", "source": "Coast Post", "published": "2026-04-01", "title": "Ferry sinks", "language": "en",
        "text": "The ferry Blue Heron sank off Marlow after water entered through a hatch. Six people died.",
    },
    {
        "id": "a2", "source": "Inland News", "published": "2026-04-02", "title": "Hatch blamed", "language": "en",
        "text": "Investigators blame an open hatch of the ferry. Eight people died in the ferry, they say.",
    },
)  # fmt: skip


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    (tmp_path / "news.jsonl").write_text("\n".join(map(json.dumps, ARTICLES)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["meadow", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run


def test_a_report_is_printed_with_headings_and_numbers(run: Run) -> None:
    status, out, _ = run("report", "What about the hatch of the ferry?", "news.jsonl")
    assert status == 0
    assert "1 Apr 2026\nThe ferry Blue Heron sank off Marlow after water entered through a hatch. [1]" in out
    assert "[1] Coast Post, 1 Apr 2026 – Ferry sinks (sentence 1)" in out


def test_json_markdown_and_page_hold_the_same_sentences(run: Run) -> None:
    question = "What about the hatch of the ferry?"
    value = json.loads(run("report", question, "news.jsonl", "--json")[1])
    written = [sentence["written"] for sentence in value["sentences"]]
    markdown = run("report", question, "news.jsonl", "--markdown")[1]
    assert run("report", question, "news.jsonl", "--html", "out/report.html")[0] == 0
    page = Path("out/report.html").read_text(encoding="utf-8")
    assert written
    assert all(text in markdown and text in page for text in written)


def test_no_answer_is_an_answer_and_no_error(run: Run) -> None:
    status, out, _ = run("report", "chess championship in Oslo", "news.jsonl")
    assert status == 0
    assert "No answer in these documents.\nNot found: chess, championship, Oslo." in out


def test_under_strict_a_question_without_an_answer_ends_with_1(run: Run) -> None:
    assert run("report", "chess championship in Oslo", "news.jsonl", "--strict")[0] == 1
    assert run("report", "Why did the ferry sink?", "news.jsonl", "--strict")[0] == 0
    assert run("pack", "chess championship in Oslo", "news.jsonl", "--strict")[0] == 1


def test_what_comes_nearest_follows_the_refusal(run: Run) -> None:
    status, out, _ = run("report", "Who bought the ferry Blue Heron?", "news.jsonl", "--strict")
    assert status == 1
    assert out.split("\n\n")[1] == "No answer in these documents.\nNot found: bought."
    assert "What comes nearest\nThe ferry Blue Heron sank off Marlow" in out
    value = json.loads(run("report", "Who bought the ferry Blue Heron?", "news.jsonl", "--json")[1])
    assert (value["kind"], value["answered"], value["sections"][0]["kind"]) == ("who", False, "nearest")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("report", "", "news.jsonl"), "The question is empty."),
        (("report", "the ferry", "news.jsonl", "--sentences", "0"), "sentences was given 0."),
        (("report", "the ferry", "news.jsonl", "--by", "place"), "There is no way to group a report called 'place'."),
        (("report", "the ferry", "news.jsonl", "--json", "--markdown"), "--json and --markdown were both given."),
        (("report", "the ferry", "nowhere.jsonl"), "nowhere.jsonl"),
        (("pack", "the ferry", "news.jsonl", "--tokens", "0"), "tokens=0 is no length."),
        (("pack", "-", "-"), "cannot both come from standard input"),
    ],
)
def test_bad_input_ends_with_2_and_says_why(run: Run, arguments: tuple[str, ...], message: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_a_pack_reads_its_question_from_standard_input(run: Run) -> None:
    asked = run("pack", "the hatch of the ferry", "news.jsonl", "--tokens", "300")
    piped = run("pack", "-", "news.jsonl", "--tokens", "300", stdin="the hatch of the ferry\n")
    assert asked == piped
    assert asked[1].startswith("Question: the hatch of the ferry\n[1] Coast Post, 2026-04-01, a1 0-73: The ferry")


def test_a_pack_as_json_says_what_is_missing_on_standard_error_too(run: Run) -> None:
    status, out, err = run("pack", "insurance of the ferry hatch", "news.jsonl", "--tokens", "300", "--json")
    value = json.loads(out)
    assert status == 0
    assert value["tokens"] <= 300
    assert value["missing"] == ["insurance"]
    assert "meadow: not found: insurance" in err


def test_a_pack_without_evidence_says_so(run: Run) -> None:
    status, out, err = run("pack", "chess championship", "news.jsonl")
    assert (status, out) == (0, "Question: chess championship\n")
    assert "there is no evidence for this question" in err
