"""`meadow group` as a reader meets it: groups on the terminal, the JSON of the contract, and inputs without groups."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.brief.groups import render_grouping, wordings
from meadow.brief.json import grouping_value
from meadow.cli import main
from meadow.cli.printing import print_rich
from meadow.model import Document
from meadow.pipeline import group
from stories import FERRY, document

Run = Callable[..., tuple[int, str, str]]

STORY = [*FERRY[:2], document("radio", [FERRY[0].text.split(" The Star")[0], "Its captain is in hospital."], hours=6)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that writes documents to a file and runs `meadow` in its folder."""
    monkeypatch.chdir(tmp_path)

    def command(documents: list[Document], *arguments: str) -> tuple[int, str, str]:
        rows = [
            {
                "id": each.id,
                "text": each.text,
                "source": each.source,
                "published": each.published_text,
                "language": "en",
            }
            for each in documents
        ]
        Path("news.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["meadow", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return command


def test_a_reader_sees_label_wordings_and_who_prints_them(run: Run) -> None:
    status, out, err = run(STORY, "group", "news.jsonl")
    assert (status, err) == (0, "")
    assert out == (
        "1 A ferry with 245 people aboard capsized off Skerra on Monday, killing nine, the coast\n"
        "  guard said.\n"
        "  Outlet wire, 2 Mar 08:00; also Outlet radio\n"
        "– A ferry with 245 people aboard capsized off Skerra on Monday and nine people died, the\n"
        "  coast guard said. (Outlet echo, 2 Mar 13:00)\n"
        "\n"
        "2 The captain, Aurel Denko, was taken to hospital with a broken arm.\n"
        "  Outlet echo, 2 Mar 13:00\n"
        "– Its captain is in hospital. (Outlet radio, 2 Mar 14:00)\n"
        "\n"
        "2 groups with 5 of 8 sentences\n"
    )


def test_json_is_that_of_the_contract(run: Run) -> None:
    status, out, _ = run(STORY, "group", "news.jsonl", "--json")
    assert status == 0
    assert json.loads(out) == {
        "groups": [
            {"label": ["wire", 0], "members": [["wire", 0], ["echo", 0], ["radio", 0]]},
            {"label": ["echo", 2], "members": [["echo", 2], ["radio", 1]]},
        ],
        "ungrouped": [["wire", 1], ["wire", 2], ["echo", 1]],
    }


def test_the_output_can_be_evaluated(run: Run) -> None:
    Path("groups.json").write_text(run(STORY, "group", "news.jsonl", "--json")[1], encoding="utf-8")
    status, out, err = run(
        STORY, "evaluate", "clustering", "--clusters", "groups.json", "--classes", "groups.json", "--json"
    )
    assert (status, err) == (0, "")
    assert '"bcubed_f": 1.0' in out


def test_one_document_says_why_there_is_no_group(run: Run) -> None:
    status, out, err = run(STORY[:1], "group", "news.jsonl", "--json")
    assert (status, json.loads(out)["groups"]) == (0, [])
    assert err == "meadow: there is one document only, and a group needs sentences of two. Give more documents.\n"


def test_documents_that_have_nothing_in_common_say_so(run: Run) -> None:
    strangers = [document("a", ["Rain fell on Tarn."]), document("b", ["Ministers met for lunch."])]
    status, out, err = run(strangers, "group", "news.jsonl")
    assert (status, out) == (0, "0 groups with 0 of 2 sentences\n")
    assert err.startswith("meadow: no sentence says the same as one of another document.")


@pytest.mark.golden("G1")
def test_a_sentence_set_says_what_it_takes(run: Run) -> None:
    many = [document(f"d{number}", [f"Line {line} of {number}." for line in range(70)]) for number in range(6)]
    status, out, err = run(many, "group", "news.jsonl", "--sentence-set", "--json")
    assert status == 0
    assert err.splitlines()[0] == "meadow: sentence set of 2 of 6 documents, 140 sentences: d0 (70), d1 (70)"
    value = json.loads(out)
    members = [ref for each in value["groups"] for ref in each["members"]]
    assert len(members) + len(value["ungrouped"]) == 140


def test_another_method_and_a_wrong_one(run: Run) -> None:
    assert run(STORY, "group", "news.jsonl", "--method", "statements(threshold=0.99)")[1].startswith("1 A ferry")
    assert run(STORY, "group", "news.jsonl", "--method", "agglomerative")[0] == 0
    status, _, err = run(STORY, "group", "news.jsonl", "--method", "statements(threshold=2)")
    assert status == 2
    assert "The threshold is 2. It is above 0 and at most 1." in err


def test_two_documents_with_one_id_are_both_in_the_set_and_told(run: Run) -> None:
    same = [STORY[0], document("wire", ["Another text."])]
    status, out, err = run(same, "group", "news.jsonl", "--sentence-set", "--json")
    assert status == 0
    assert "wire#2" in err
    assert "wire#2" in out


def test_many_wordings_are_counted_and_long_ones_cut(capsys: pytest.CaptureFixture[str]) -> None:
    extras = ("today", "yesterday", "overnight", "again", "nearby", "offshore", "suddenly")
    many = [
        document(name, [f"The ferry Star of Skerra sank near Sant Oriel {name}."], hours=at)
        for at, name in enumerate(extras)
    ]
    many.append(
        Document("long", text="The ferry Star of Skerra sank near Sant Oriel " + "very " * 100 + "fast.", language="en")
    )
    result = group(many)
    print_rich(render_grouping(result, many))
    shown = capsys.readouterr().out
    assert "– and 2 other wordings" in shown
    assert "1 group with 8 of 8 sentences" in shown
    assert grouping_value(result)["ungrouped"] == []


def test_a_title_that_would_drive_the_terminal_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = "The ferry [bold]Star[/bold] of \x1b[31mSkerra sank near Sant Oriel."
    hostile = [Document(name, f"Outlet [red]{name}", text=text, language="en") for name in "ab"]
    print_rich(render_grouping(group(hostile), hostile))
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "[bold]Star[/bold]" in shown
    assert "also Outlet [red]b" in shown


def test_wordings_begin_with_the_label() -> None:
    first = group(STORY).groups[0]
    texts = {ref: str(ref.document_id != "echo") for ref in first.members}
    found = wordings(first, texts, {each.id: each for each in STORY})
    assert [(each.text, [behind.id for behind in each.documents]) for each in found] == [
        ("True", ["wire", "radio"]),
        ("False", ["echo"]),
    ]
