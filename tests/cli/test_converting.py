"""`meadow convert`, `pack`, `group`, `headline` and `methods`: what goes in, what comes out, what is said on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import Done, run_meadow
from meadow.headlines import HEADLINES
from meadow.ingest import read

WIRE = "A ferry with 245 people aboard sank off Skerra on Monday. Nine people died, the coast guard said."
ECHO = "The ferry sank off Skerra on Monday with 245 people aboard. The captain was rescued by a fishing boat."
ROWS = [
    {"id": "wire", "title": "Ferry sinks", "text": WIRE, "source": "Wire", "published": "2026-03-02", "language": "en"},
    {"id": "echo", "title": "Ferry lost", "text": ECHO, "source": "Echo", "published": "2026-03-03", "language": "en"},
]
Meadow = Callable[..., Done]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two articles in several formats; new folders have names of their own."""
    made = tmp_path_factory.mktemp("converting")
    (made / "news.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    (made / "news.csv").write_text(f'id,title,text,source\nc1,Wolves back,"{ECHO}",Post\n', encoding="utf-8")
    (made / "note.md").write_text("# Storm ahead\n\nA storm will reach Skerra on Friday.\n", encoding="utf-8")
    (made / "empty.txt").write_text("", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def meadow(folder: Path) -> Meadow:
    return lambda *arguments, **named: run_meadow(*arguments, folder=folder, **named)


def value(done: Done) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    got: dict[str, Any] = json.loads(done.stdout)
    return got


class TestConvert:
    """`meadow convert`."""

    @pytest.mark.parametrize("kind", ["jsonl", "jsonl.gz"])
    def test_documents_read_back_equal_but_for_their_places(self, meadow: Meadow, folder: Path, kind: str) -> None:
        out = f"as-{kind}"
        done = meadow("convert", "news.jsonl", "news.csv", "note.md", "--out", out, "--format", kind)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == f"meadow: wrote 1 file of {kind} to {out}\n"
        back = {each.title: each for each in read(folder / out)}
        assert set(back) == {"Ferry sinks", "Ferry lost", "Wolves back", "Storm ahead"}
        assert (back["Ferry sinks"].id, back["Ferry sinks"].text) == ("wire", WIRE)
        assert back["Wolves back"].source == "Post"
        assert back["Storm ahead"].text.startswith("A storm will reach Skerra")

    def test_rows_are_divided_into_files_in_order(self, meadow: Meadow, folder: Path) -> None:
        done = meadow("convert", "news.jsonl", "--out", "two", "--rows", "1")
        assert done.stderr == "meadow: wrote 2 files of jsonl to two\n"
        ids = [json.loads(file.read_text("utf-8"))["id"] for file in sorted((folder / "two").iterdir())]
        assert ids == ["wire", "echo"]

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("--out", "x", "--format", "xml"), "xml"),
            (("--out", "x", "--rows", "0"), "--rows"),
            (("--out", "news.jsonl"), "news.jsonl"),
        ],
    )
    def test_what_cannot_be_written_is_refused_before_anything_is(
        self, meadow: Meadow, folder: Path, options: tuple[str, ...], words: str
    ) -> None:
        done = meadow("convert", "news.jsonl", *options)
        assert done.returncode == 2
        assert words in done.stderr
        assert not (folder / "x").exists()

    def test_nothing_readable_writes_nothing(self, meadow: Meadow, folder: Path) -> None:
        done = meadow("convert", "empty.txt", "--out", "none")
        assert done.returncode == 2
        assert "empty.txt" in done.stderr
        assert not (folder / "none").exists()


class TestPack:
    """`meadow pack`."""

    QUESTION = "Where did the ferry sink?"

    def test_every_piece_is_cited_and_within_the_tokens(self, meadow: Meadow) -> None:
        got = value(meadow("pack", self.QUESTION, "news.jsonl", "--json"))
        assert got["tokens"] <= 2000
        assert got["text"].startswith(f"Question: {self.QUESTION}\n[1] ")
        texts = {"wire": WIRE, "echo": ECHO}
        for each in got["sentences"]:
            assert texts[each["document"]][each["start"] : each["end"]] == each["text"]
            assert each["text"] in got["text"]

    def test_fewer_tokens_hold_less_and_too_few_nothing(self, meadow: Meadow) -> None:
        small = value(meadow("pack", self.QUESTION, "news.jsonl", "--json", "--tokens", "60"))
        assert small["tokens"] <= 60
        assert len(small["sentences"]) <= 1
        none = meadow("pack", self.QUESTION, "news.jsonl", "--tokens", "5", "--strict")
        assert none.returncode in (1, 2)
        assert none.stderr.startswith("meadow: ")

    def test_the_question_may_come_by_a_pipe_with_its_line_end(self, meadow: Meadow) -> None:
        got = value(meadow("pack", "-", "news.jsonl", "--json", stdin=f"{self.QUESTION}\n"))
        assert got == value(meadow("pack", self.QUESTION, "news.jsonl", "--json"))

    def test_what_the_articles_do_not_hold_is_said(self, meadow: Meadow) -> None:
        done = meadow("pack", "Who painted the lighthouse of Merrow?", "news.jsonl")
        assert "not found" in done.stderr or "there is no evidence" in done.stderr


class TestHeadlines:
    """`meadow headline`."""

    @pytest.mark.parametrize("method", sorted(name for name in HEADLINES if not name.startswith("plain-")))
    def test_every_method_gives_one_line_with_its_evidence(self, meadow: Meadow, method: str) -> None:
        got = value(meadow("headline", "news.jsonl", "--method", method, "--json"))
        assert got["text"].strip() == got["text"] != ""
        assert "\n" not in got["text"]
        assert {document for document, _ in got["evidence"]} <= {"wire", "echo"}
        assert got["method"].split("(")[0] == method
        assert meadow("headline", "news.jsonl", "--method", method).stdout == f"{got['text']}\n"

    def test_a_method_that_is_none_is_answered_with_a_guess(self, meadow: Meadow) -> None:
        done = meadow("headline", "news.jsonl", "--method", "tilte")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Did you mean 'title'" in done.stderr


class TestGroup:
    """`meadow group`."""

    def test_a_label_speaks_for_its_group_and_is_one_of_it(self, meadow: Meadow) -> None:
        got = value(meadow("group", "news.jsonl", "--json"))
        assert got["groups"] == [{"label": ["wire", 0], "members": [["wire", 0], ["echo", 0]]}]
        assert got["ungrouped"] == [["wire", 1], ["echo", 1]]

    def test_a_grouper_of_another_name_is_answered_with_a_guess(self, meadow: Meadow) -> None:
        done = meadow("group", "news.jsonl", "--method", "statments")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Did you mean 'statements'" in done.stderr
