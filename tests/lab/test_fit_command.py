"""`meadow lab fit` end to end: a file of weights comes out, `--rank @FILE` uses it, and wrong input is explained."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from lab.conftest import Run
from meadow import sample

FIT = "lab fit stories/ferry stories/wolf stories/oven --references references.jsonl"


def test_weights_are_learned_written_and_used(meadow: Run, folder: Path) -> None:
    status, out, err = meadow(f"{FIT} --out weights.toml")
    assert (status, err) == (0, "meadow: wrote weights.toml\n")
    weights = tomllib.loads((folder / "weights.toml").read_text(encoding="utf-8"))
    assert out.splitlines()[0] == weights["rank"]
    assert list(weights["stories"]) == ["ferry", "oven", "wolf"]
    assert weights["learned_from"]["target"].startswith("references: ")
    assert meadow("summarize stories/ferry --sentences 1 --json --rank @weights.toml") == meadow(
        "summarize stories/ferry --sentences 1 --json --rank", weights["rank"]
    )
    for verb in ("summarize", "digest"):
        status, out, _ = meadow(f"{verb} stories/ferry --sentences 1 --json --rank @weights.toml")
        assert status == 0
        assert f"rank:{weights['rank']}|" in out


def test_equal_input_gives_equal_bytes_in_any_order_of_the_stories(meadow: Run, folder: Path) -> None:
    turned = "lab fit stories/oven/ stories/wolf stories/ferry --references references.jsonl"
    outputs = [meadow(f"{line} --out {name}")[1] for line, name in ((FIT, "a.toml"), (turned, "b.toml"))]
    assert outputs[0] == outputs[1]
    assert (folder / "a.toml").read_bytes() == (folder / "b.toml").read_bytes()


@pytest.mark.parametrize(("source", "stories"), [("judges", 5), ("references", 16)])
def test_a_testbed_teaches_too(meadow: Run, source: str, stories: int) -> None:
    bed = str(sample.testbed_path())
    status, out, err = meadow(f"lab fit --source {source} --json --rankers lexrank,early --testbed", bed)
    value = json.loads(out)
    assert (status, err) == (0, "")
    assert len(value["stories"]) == stories
    assert value["rank"].startswith("mix(")


def test_any_metric_may_say_what_a_sentence_is_worth(meadow: Run, folder: Path) -> None:
    status, _, _ = meadow(f"{FIT} --rankers length,early --metrics words --out words.toml")
    assert status == 0
    weights = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
    assert weights["learned_from"]["target"] == "references: mean of words of a sentence"
    found = json.loads(meadow(f"{FIT} --rankers length,early --json --metrics words")[1])["spearman"]
    assert found["length"] == max(found.values()) > 0.9  # nothing goes with the number of words as the length does
    usual = meadow(f"{FIT} --rankers length,early --json")[1]
    named = "rouge1(dialect=rouge155).precision,rouge2(dialect=rouge155).precision"
    assert meadow(f"{FIT} --rankers length,early --json --metrics {named}")[1] == usual
    assert "no metric called 'rogue'" in meadow(f"{FIT} --metrics rogue")[2]


def test_json_holds_the_same(meadow: Run) -> None:
    status, out, err = meadow(f"{FIT} --json --rankers lexrank,early")
    value = json.loads(out)
    assert (status, err) == (0, "")
    assert value["rank"].startswith("mix(")
    assert list(value["spearman"]) == ["learned", "lexrank", "early"]
    assert [story["story"] for story in value["stories"]] == ["ferry", "oven", "wolf"]
    assert (value["left_out"], value["notes"]) == (True, [])


def test_judges_teach_too_and_one_story_says_what_that_means(meadow: Run, folder: Path) -> None:
    rows = ["ferry-0,0,10,9", "ferry-0,1,4,5", "ferry-0,2,0,1", "ferry-1,0,9,10", "ferry-1,1,1,0"]
    (folder / "judges.csv").write_text("\n".join(["document,index,Ada,Ben", *rows]), encoding="utf-8")
    status, out, err = meadow("lab fit stories/ferry --judges judges.csv --rankers lexrank,early --out w.toml")
    taken = "2 judges: Ada, Ben; sentences named by columns 'document', 'index'; 5 sentences."
    assert (status, err) == (0, f"meadow: judges.csv: {taken}\nmeadow: wrote w.toml\n")
    assert "There is one story only, so none can be left out" in out
    assert "mean" not in out
    weights = tomllib.loads((folder / "w.toml").read_text(encoding="utf-8"))
    assert weights["learned_from"]["left_out"] is False
    assert weights["learned_from"]["target"].startswith("judges: ")


def test_ids_may_leave_out_the_suffix_and_unknown_ones_are_noted(meadow: Run, folder: Path) -> None:
    lines = [(folder / "stories" / "ferry" / f"{number}.json").read_text(encoding="utf-8") for number in (0, 1)]
    (folder / "ferry.jsonl").write_text("\n".join(lines), encoding="utf-8")
    status, out, err = meadow("lab fit ferry.jsonl stories/wolf --references references.jsonl")
    assert status == 0
    assert "ferry.jsonl" in out
    assert err == "meadow: references.jsonl: 1 ids belong to none of the stories, such as 'oven'.\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lab fit stories/ferry", "learned from --references, from --judges or from a --testbed. Give one of them"),
        (f"{FIT} --judges judges.csv", "Give one of them"),
        ("lab fit --references references.jsonl", "No story is given"),
        ("lab fit stories/ferry --testbed bed", "A testbed has its own stories"),
        (f"{FIT} --source judges", "--source judges has no meaning here"),
        ("lab fit --testbed bed --source gossip", "is judges or references"),
        (f"{FIT} --rankers lexrank,earyl", "There is no ranker called 'earyl'. Did you mean 'early'"),
        (f"{FIT} --rankers ,", "--rankers is ','"),
        (f"{FIT} --signed", "Weights below 0 cannot go with minimum_words"),
        (f"{FIT} stories/../stories/wolf", "Two of the paths are called 'wolf'"),
        ("lab fit stories/ferry stories --references references.jsonl", "The story 'stories' has no reference in"),
        ("lab fit stories/ferry --references nowhere.jsonl", "nowhere.jsonl"),
        ("lab fit stories/ferry --references plain.txt", "have no ids"),
        ("lab fit stories/ferry --judges strange.csv", "sentence 0 of 'gull', which is not in the stories"),
        ("lab fit stories/wolf --judges judged.csv", "sentence 0 of 'ferry-0', which is not in the stories"),
        ("lab fit stories/ferry --judges plain.txt", "plain.txt: "),
        ("summarize stories/ferry --rank @plain.txt", "plain.txt: It is not TOML"),
        ("summarize stories/ferry --rank @nowhere.toml", "nowhere.toml"),
        ("digest stories/ferry --rank @empty.toml", "empty.toml: It has no rank that is a text"),
    ],
)
def test_wrong_input_is_explained(meadow: Run, folder: Path, line: str, words: str) -> None:
    (folder / "plain.txt").write_text("Only a text = that has no id.\n", encoding="utf-8")
    (folder / "empty.toml").write_text("", encoding="utf-8")
    (folder / "strange.csv").write_text("document,index,Ada\ngull,0,3\n", encoding="utf-8")
    (folder / "judged.csv").write_text("document,index,Ada\nferry-0,0,3\nferry-0,1,1\n", encoding="utf-8")
    status, out, err = meadow(line)
    assert (status, out) == (2, "")
    assert words in err


def test_unreadable_items_end_with_1_under_strict(meadow: Run, folder: Path) -> None:
    (folder / "stories" / "wolf" / "broken.json").write_text("{", encoding="utf-8")
    status, out, err = meadow(f"{FIT} --strict")
    assert (status, "not read" in err) == (1, True)
    assert out.startswith("mix(")
