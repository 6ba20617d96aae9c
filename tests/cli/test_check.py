"""The command `check`: its verdicts, its outputs, its exit code; and what our own commands print passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import run_meadow
from meadow.sample import sample_path

NEWS = str(sample_path())
FALSE = "The ship was sunk by a rock, Dr. Sunniva Pell said.\n"
TRUE = "The ferry capsized four kilometres from the Skerra lighthouse.[1]\n\n[1]: ferry-lpa-09\n"


def checked(folder: Path, text: str, *options: str) -> tuple[int, str]:
    (folder / "text.md").write_text(text, encoding="utf-8")
    done = run_meadow("check", "text.md", NEWS, *options, folder=folder)
    return done.returncode, done.stdout


def test_a_reader_sees_verdict_and_reason(tmp_path: Path) -> None:
    status, shown = checked(tmp_path, FALSE)
    assert status == 0
    assert "✗ changed" in shown
    assert "was not sunk" in shown


@pytest.mark.parametrize(("text", "status"), [(FALSE, 1), (TRUE, 0), ("Why?\n", 0)])
def test_strict_ends_with_1_where_a_sentence_is_not_supported(text: str, status: int, tmp_path: Path) -> None:
    assert checked(tmp_path, text, "--strict")[0] == status


def test_json_has_the_exact_source(tmp_path: Path) -> None:
    value = json.loads(checked(tmp_path, TRUE, "--json")[1])
    assert (value["supported"], value["claims"]) == (1, 1)
    assert value["sentences"][0]["sources"][0]["document"] == "ferry-lpa-09"


def test_a_page_has_text_and_sources_and_nothing_that_runs(tmp_path: Path) -> None:
    assert checked(tmp_path, FALSE + "\n<script>alert(1)</script> sank.\n", "--html", "page.html") == (0, "")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "was sunk by a rock" in page
    assert "was not sunk" in page
    assert "<script>alert" not in page


def test_text_and_sources_cannot_both_be_standard_input(tmp_path: Path) -> None:
    done = run_meadow("check", "-", "-", folder=tmp_path)
    assert done.returncode == 2
    assert "standard input" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("digest", "--json"),
        ("summarize", "--json", "--words", "200"),
        ("report", "Why did the ferry sink?", "--json"),
        ("report", "Why did the ferry sink?", "--markdown"),
        ("pack", "Why did the ferry sink?", "--json"),
        ("pack", "Why did the ferry sink?"),
    ],
)
def test_what_our_commands_print_is_supported(command: tuple[str, ...], tmp_path: Path) -> None:
    verb, *rest = command
    question = [each for each in rest if each.endswith("?")]
    options = [each for each in rest if not each.endswith("?")]
    printed = run_meadow(verb, *question, NEWS, *options, folder=tmp_path).stdout
    (tmp_path / "made").write_text(printed, encoding="utf-8")
    done = run_meadow("check", "made", NEWS, "--json", folder=tmp_path)
    sentences = json.loads(done.stdout)["sentences"]
    refused = [(each["text"], each["reason"]) for each in sentences if each["verdict"] not in ("supported", "no claim")]
    assert len(sentences) > 3
    assert refused == []
