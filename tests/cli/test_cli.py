"""The command line as a stranger meets it: each verb, its outputs and exit codes, and errors worth reading for."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import run_meadow as meadow
from command import start_meadow
from meadow import __version__
from meadow.sample import sample_path

FERRY = "\n".join(
    json.dumps(row)
    for row in (
        {
            "id": "wire",
            "title": "Ferry capsizes off Skerra, nine dead",
            "text": "SANT ORIEL (LPA) - A ferry with 245 people aboard capsized off Skerra on Monday, killing nine. "
            "The captain was rescued by a trawler from Skerra harbour, the coast guard said.",
            "source": "LPA",
            "published": "2026-03-02T12:00:00+01:00",
        },
        {
            "id": "echo",
            "title": "Door was open, board says",
            "text": "Investigators said on Friday that a door to the car deck of the ferry had not been closed.",
            "source": "Echo",
            "published": "2026-03-06",
        },
    )
)


@pytest.fixture
def news(tmp_path: Path) -> Path:
    (tmp_path / "ferry.jsonl").write_text(FERRY, encoding="utf-8")
    return tmp_path


def test_version_help_and_no_arguments(tmp_path: Path) -> None:
    assert meadow("--version", folder=tmp_path).stdout == f"meadow {__version__}\n"
    for verb in ("digest", "summarize", "track", "group", "headline", "report", "pack", "methods", "doctor", "demo"):
        shown = meadow(verb, "--help", folder=tmp_path)
        assert shown.returncode == 0
        assert verb in meadow("--help", folder=tmp_path).stdout
    assert "Usage" in meadow(folder=tmp_path).stdout + meadow(folder=tmp_path).stderr


def test_summarize_json_has_the_shape_of_the_contract(news: Path) -> None:
    done = meadow("summarize", "ferry.jsonl", "--sentences", "1", "--method", "mead", "--json", folder=news)
    assert (done.returncode, done.stderr) == (0, "")
    value = json.loads(done.stdout)
    assert list(value) == ["story", "text", "signature", "moved", "disagreements", "sentences"]
    (sentence,) = value["sentences"]
    assert list(sentence) == [
        "document",
        "index",
        "start",
        "end",
        "given",
        "given_spans",
        "text",
        "written",
        "score",
        "features",
        "covers",
    ]
    source = json.loads(FERRY.splitlines()[0])["text"]
    assert source[sentence["start"] : sentence["end"]] == sentence["text"]
    assert sentence["text"].startswith("SANT ORIEL (LPA) - A ferry")
    assert sentence["written"].startswith("A ferry")
    assert {"centroid", "position", "first"} <= set(sentence["features"])


def test_digest_json_has_the_shape_of_the_contract(news: Path) -> None:
    done = meadow("digest", "ferry.jsonl", "--json", folder=news)
    (story, *_) = json.loads(done.stdout)["stories"]
    assert list(story) == [
        "id",
        "headline",
        "first",
        "last",
        "sources",
        "summary",
        "documents",
        "articles",
        "language",
        "independent_sources",
        "corroboration",
        "copies",
        "doubt",
        "related",
        "earlier",
    ]
    assert list(story["articles"][0]) == ["id", "title", "source", "published", "url", "place", "language"]
    assert {each["place"] for s in json.loads(done.stdout)["stories"] for each in s["articles"]} == {
        "ferry.jsonl:1",
        "ferry.jsonl:2",
    }


def test_track_prints_a_json_line_per_document_in_time_or_given_order(news: Path) -> None:
    lines = meadow("track", "ferry.jsonl", "--json", folder=news).stdout.splitlines()
    assert [json.loads(line)["document"] for line in lines] == ["wire", "echo"]
    assert list(json.loads(lines[0])) == ["document", "story", "similarity", "opened"]
    turned = "\n".join(FERRY.splitlines()[::-1])
    given = meadow("track", "-", "--order", "given", "--json", folder=news, stdin=turned).stdout.splitlines()
    assert [json.loads(line)["document"] for line in given] == ["echo", "wire"]


def test_headline_and_markdown_and_html(news: Path) -> None:
    assert meadow("headline", "ferry.jsonl", folder=news).stdout.strip() in {
        "Ferry capsizes off Skerra, nine dead",
        "Door was open, board says",
    }
    value = json.loads(meadow("headline", "ferry.jsonl", "--json", folder=news).stdout)
    assert list(value) == ["text", "method", "evidence", "signature"]
    assert "[^1]" in meadow("summarize", "ferry.jsonl", "--markdown", folder=news).stdout
    assert meadow("summarize", "ferry.jsonl", "--html", "one.html", folder=news).stdout == ""
    assert "A ferry with 245 people" in (news / "one.html").read_text(encoding="utf-8")
    done = meadow("digest", "ferry.jsonl", "--html", "out/page.html", folder=news)
    assert done.stdout == ""
    assert done.stderr == "meadow: wrote out/page.html\n"
    assert (news / "out" / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.golden("M8")
def test_explain_prints_the_centroid_and_the_score_table(news: Path) -> None:
    shown = meadow("summarize", "ferry.jsonl", "--explain", "--method", "mead", folder=news).stdout
    assert "term" in shown
    assert "TF·IDF" in shown
    header = next(line for line in shown.splitlines() if line.startswith("document"))
    assert header.split() == ["document", "sentence", "length", "centroid", "position", "first", "score", "why"]
    value = json.loads(meadow("summarize", "ferry.jsonl", "--explain", "--json", folder=news).stdout)
    assert len(value["explanation"]["scores"]) == 3
    weights = [row["weight"] for row in value["explanation"]["centroid"]]
    assert weights == sorted(weights, reverse=True)


def test_equal_inputs_give_equal_bytes_under_any_hash_seed(news: Path) -> None:
    runs = {
        start_meadow("digest", "ferry.jsonl", "--json", folder=news, PYTHONHASHSEED=seed).stdout
        for seed in ("0", "1", "42")
    }
    assert len(runs) == 1


def test_filters_by_time_source_and_language(news: Path) -> None:
    def kept(*filters: str) -> set[str]:
        value = json.loads(meadow("digest", "ferry.jsonl", "--json", *filters, folder=news).stdout)
        return {name for story in value["stories"] for name in story["documents"]}

    assert kept("--since", "2026-03-03") == {"echo"}
    assert kept("--until", "2026-03-02") == {"wire"}
    assert kept("--source", "echo") == {"echo"}
    assert kept("--language", "nl") == set()


def test_an_idf_table_and_a_plugin_are_used_and_named(news: Path) -> None:
    (news / "table.txt.gz").write_bytes(gzip.compress(b"ferry \t 2.5\ndoor \t 4\n"))
    (news / "plug.py").write_text(
        "import numpy as np\nfrom meadow.model import Scores\n\n"
        "def backwards(view):\n    return Scores(np.arange(len(view), dtype=float))\n\n"
        "METHODS = {'rank': {'backwards': backwards}}\n"
    )
    done = meadow(
        "summarize", "ferry.jsonl", "--idf", "table.txt.gz", "--plugin", "plug.py", "--rank", "backwards", "--select", "top",
        "--sentences", "1", "--json", folder=news,
    )  # fmt: skip
    value = json.loads(done.stdout)
    assert value["sentences"][0]["document"] == "echo"
    assert "rank:backwards|" in value["signature"]
    assert "background:table.txt.gz" in value["signature"]


def test_bad_items_are_reported_and_the_rest_goes_on_unless_strict(news: Path) -> None:
    (news / "mixed.jsonl").write_text(FERRY + "\n{broken\n", encoding="utf-8")
    done = meadow("digest", "mixed.jsonl", "--json", folder=news)
    assert done.returncode == 0
    assert "not read: mixed.jsonl:3:" in done.stderr
    assert json.loads(done.stdout)["stories"]
    assert meadow("digest", "mixed.jsonl", "--json", "--strict", folder=news).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["digest", "nowhere"], 2, "nowhere"),
        (["digest", "ferry.jsonlx"], 2, "ferry.jsonl"),
        (["digest", "empty"], 2, "There is no document in 'empty'."),
        (["summarize", "garbage.bin"], 2, "garbage.bin"),
        (["summarize", "ferry.jsonl", "--method", "lexrnk"], 2, "There is no summarizer called 'lexrnk'."),
        (["summarize", "ferry.jsonl", "--rank", "centriod"], 2, "Did you mean 'centroid'?"),
        (["summarize", "ferry.jsonl", "--rank", "centroid(redaing=table3)"], 2, "Did you mean 'reading'?"),
        (["summarize", "ferry.jsonl", "--rank", "centroid(reading=table4)"], 2, "Known: section3, table3."),
        (["summarize", "ferry.jsonl", "--rank", "mix("], 2, "cannot be read"),
        (["summarize", "ferry.jsonl", "--sentences", "3", "--words", "50"], 2, "More than one length was given"),
        (["summarize", "ferry.jsonl", "--percent", "120"], 2, "A percentage is over 0 and at most 100."),
        (["summarize", "ferry.jsonl", "--words", "0"], 2, "A whole number of words, 1 or more."),
        (["summarize", "ferry.jsonl", "--idf", "none.txt"], 2, "There is no IDF table 'none.txt'."),
        (["summarize", "ferry.jsonl", "--plugin", "none.py"], 2, "There is no plug-in file 'none.py'."),
        (["summarize", "ferry.jsonl", "--json", "--markdown"], 2, "--json and --markdown were both given."),
        (["track", "ferry.jsonl", "--order", "tiem"], 2, "Did you mean 'time'?"),
        (["track", "ferry.jsonl", "--tracker", "cdir"], 2, "Did you mean 'cidr'"),
        (["digest", "ferry.jsonl", "--since", "soon"], 2, "soon"),
        (["digest", "ferry.jsonl", "--html", "ferry.jsonl/x.html"], 2, "cannot be written"),
        (["methods", "mixx"], 2, "Did you mean 'mix'?"),
        (["digest"], 2, "PATH"),
        (["summarise", "x"], 2, "summari"),
    ],
)
def test_errors_say_what_was_given_and_what_to_do(news: Path, arguments: list[str], status: int, said: str) -> None:
    (news / "empty").mkdir()
    (news / "garbage.bin").write_bytes(bytes(range(256)) * 50)
    done = meadow(*arguments, folder=news)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_plugin_that_fails_is_named_and_is_not_our_bug(news: Path) -> None:
    (news / "bad.py").write_text("def crash(view):\n    return view.nonsense\n\nMETHODS = {'rank': {'crash': crash}}\n")
    done = meadow("summarize", "ferry.jsonl", "--plugin", "bad.py", "--rank", "crash", folder=news)
    assert done.returncode == 2
    assert "A plug-in failed: " in done.stderr
    assert "bad.py, line 2: AttributeError: 'StoryView' object has no attribute 'nonsense'." in done.stderr
    assert "Traceback" not in done.stderr
    listed = meadow("methods", "--plugin", "bad.py", folder=news)
    assert "crash" in listed.stdout


def test_a_bug_is_called_a_bug_and_ends_with_70(news: Path) -> None:
    code = (
        "import sys; sys.argv = ['meadow', 'headline', 'ferry.jsonl']\n"
        "from meadow import cli, pipeline\npipeline.headline = None\ncli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=news, capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "this is a bug in Meadow" in done.stderr


def test_demo_shows_stories_and_what_to_try_next(tmp_path: Path) -> None:
    done = meadow("demo", "--html", "digest.html", folder=tmp_path)
    assert done.returncode == 0
    assert re.search(r"\d+ stories · 95 articles · 14 sources", done.stdout) is not None
    assert "meadow digest" in done.stdout
    assert (tmp_path / "digest.html").stat().st_size > 50_000
    assert meadow("demo", "--folder", folder=tmp_path).stdout.strip() == str(sample_path())


def test_methods_and_doctor(tmp_path: Path) -> None:
    listed = meadow("methods", folder=tmp_path).stdout
    for name in ("mead-release", "centroid(", "penalty(", "cidr(", "trim", "title"):
        assert name in listed
    described = json.loads(meadow("methods", "mix", "--json", folder=tmp_path).stdout)["methods"]
    assert [row["name"] for row in described] == ["mix"]
    checked = json.loads(meadow("doctor", "--json", folder=tmp_path).stdout)["checks"]
    assert {row["what"] for row in checked} >= {"meadow", "numpy", "extra ja", "installed size"}
    assert all(row["state"] in {"ok", "optional"} for row in checked)


def test_a_small_command_loads_no_slow_parts_of_scipy(news: Path) -> None:
    code = (
        "import sys; sys.argv = ['meadow', 'digest', 'ferry.jsonl', '--json']\n"
        "from meadow.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.exit(', '.join({'scipy.cluster', 'scipy.special', 'scipy.optimize'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=news, capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
