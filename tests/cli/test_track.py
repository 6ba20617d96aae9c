"""`meadow track` on a pipe that stays open: an answer per line, before the next line is written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command import run_meadow
from patience import PATIENCE_SECONDS

LINES = [
    {"id": "a", "text": "A ferry capsized off Skerra.", "language": "en"},
    {"id": "b", "text": "The ferry that capsized off Skerra was raised.", "language": "en"},
]


def _start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "meadow", "track", "-", "--order", "given", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("tracker", ["cidr(threshold=0.1)", "one"])
def test_a_line_is_answered_before_the_next_is_written(tracker: str) -> None:
    with _start("--json", "--tracker", tracker) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        answers = []
        for line in LINES:
            running.stdin.write(json.dumps(line) + "\n")
            running.stdin.flush()
            answers.append(json.loads(running.stdout.readline()))
            assert running.poll() is None
        running.stdin.close()
        assert running.wait(timeout=PATIENCE_SECONDS) == 0
    assert [(each["document"], each["story"]) for each in answers] == [("a", "a"), ("b", "a")]


def test_bad_lines_are_reported_and_under_strict_end_with_1() -> None:
    text = json.dumps(LINES[0]) + "\nno json\n" + json.dumps(LINES[1]) + "\n"
    for arguments, status in (((), 0), (("--strict",), 1)):
        with _start("--tracker", "cidr(threshold=0.1)", *arguments) as running:
            out, err = running.communicate(text, timeout=PATIENCE_SECONDS)
        assert running.returncode == status
        assert [line.split()[-1] for line in out.splitlines()] == ["a", "b"]
        assert err.count("not read: -:2") == 1


def test_a_pipe_with_nothing_to_read_ends_with_2() -> None:
    with _start() as running:
        _, err = running.communicate("", timeout=PATIENCE_SECONDS)
    assert running.returncode == 2
    assert "no document" in err


def test_lines_and_a_file_give_the_same(tmp_path: Path) -> None:
    text = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "stream.jsonl").write_text(text, encoding="utf-8")
    with _start("--json") as running:
        piped, _ = running.communicate(text, timeout=PATIENCE_SECONDS)
    command = [sys.executable, "-m", "meadow", "track", "stream.jsonl", "--order", "given", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == piped


def test_explain_says_why_in_words_and_as_json(tmp_path: Path) -> None:
    (tmp_path / "stream.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    tracker = ("--tracker", "cidr(threshold=0.1)")
    shown = run_meadow("track", "stream.jsonl", "--explain", *tracker, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    lines = [line.split() for line in shown.stdout.splitlines()]
    labels = [words[0] for words in lines if words]
    assert labels.count("closest") == labels.count("alone") == 1
    assert labels.count("names") == labels.count("next") == 2
    assert "Centroid of a: 2 documents," in shown.stdout
    assert ["skerra", "1.00"] in [words[:2] for words in lines]
    printed = run_meadow("track", "stream.jsonl", "--explain", "--json", *tracker, folder=tmp_path).stdout
    first, second = map(json.loads, printed.splitlines())
    assert first["centroid"][0].keys() == {"term", "tf", "idf", "weight"}
    assert "centroid" not in second
    (step,) = second["explanation"]["steps"]
    assert (step["rule"], step["value"], step["threshold"]) == ("closest", second["similarity"], 0.1)
    assert sum(each["weight"] for each in second["explanation"]["shared"]) == pytest.approx(
        second["explanation"]["score"]
    )
    assert second["explanation"]["next"] is None


def test_explain_says_second_thoughts_with_what_decided_them(tmp_path: Path) -> None:
    texts = (
        "A ferry capsized off Skerra on Monday.",
        "Divers raised a wreck near Skerra harbour.",
        "The ferry that capsized off Skerra was raised by divers at the harbour near the wreck.",
        "The wreck of the ferry that capsized near Skerra harbour on Monday was raised by divers.",
    )
    lines = [json.dumps({"id": str(number), "text": text, "language": "en"}) for number, text in enumerate(texts)]
    (tmp_path / "stream.jsonl").write_text("\n".join(lines), encoding="utf-8")
    shown = run_meadow("track", "stream.jsonl", "--explain", folder=tmp_path).stdout.splitlines()
    told = shown[shown.index("Second thoughts on 1:") + 1]
    assert told.split(":")[0].split() == ["merge", "0", "into", "1", "after", "4", "documents"]
    printed = run_meadow("track", "stream.jsonl", "--explain", "--json", folder=tmp_path).stdout
    ((event,),) = [line["events"] for line in map(json.loads, printed.splitlines()) if "events" in line]
    decided = event.pop("decided")
    assert event == {"kind": "merge", "story": "0", "into": "1", "after": 4, "documents": []}
    # One document against three: 0.12 · (1 + 1/9).
    assert (decided["rule"], decided["pairs"]) == ("alike", 3)
    assert decided["value"] >= decided["threshold"] == pytest.approx(0.12 * (1 + 1 / 9))
    value = f"{decided['value']:.3f} ≥ {decided['threshold']:.3f}, mean similarity, 3 pairs"
    assert told.endswith(f"after 4 documents: {value}")


def test_explain_needs_the_end_of_a_stream_and_a_tracker_that_knows(tmp_path: Path) -> None:
    (tmp_path / "stream.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    with _start("--explain") as running:
        _, err = running.communicate("", timeout=PATIENCE_SECONDS)
    assert running.returncode == 2
    assert "known at the end of a stream" in err
    done = run_meadow("track", "stream.jsonl", "--explain", "--tracker", "one", "--json", folder=tmp_path)
    assert "the tracker one does not say why" in done.stderr
    assert [json.loads(line)["explanation"] for line in done.stdout.splitlines()] == [None, None]
