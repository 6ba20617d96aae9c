"""`meadow lab run` and `meadow lab compare`: what is printed, kept and reused, and what a comparison tells of a topic."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lab.conftest import REFERENCES, Run
from meadow.errors import UsageError
from meadow.lab.cli.options import named_options, parse_labels, parse_settings

STORIES = "--documents stories/ferry stories/wolf stories/oven --references references.jsonl"
SMALL = "--systems lead mead --metrics rouge1 words --budgets words=20 --resamples 100 --workers 1"
LINE = f"lab run summaries {STORIES} {SMALL}"
COMPARE = f"lab compare lead mead {STORIES} --budgets words=20 --metrics rouge1.recall --workers 1"


# run


def test_a_run_is_the_same_bytes_twice_and_says_how_to_make_it_again(meadow: Run) -> None:
    first, second = (meadow(LINE)[1] for _ in range(2))
    assert first == second
    made = re.search(r"^made by: meadow (.*)$", first, re.MULTILINE)
    assert made is not None
    assert meadow(f"{made[1]} --workers 1")[1] == first


def test_intervals_can_be_left_out(meadow: Run) -> None:
    table = meadow(f"{LINE} --no-intervals")[1].split("experiment:")[0]
    assert "[" not in table
    assert "[" in meadow(LINE)[1].split("experiment:")[0]


def test_topics_baseline_and_seed_change_what_is_asked(meadow: Run) -> None:
    one = meadow(f"{LINE} --topics ferry")[1]
    assert one.splitlines()[0] == "Summaries of 1 topic of documents, words=20"
    assert "seed=7" in meadow(f"{LINE} --seed 7")[1]
    assert "resamples=100" in meadow(LINE)[1]
    assert meadow(f"{LINE} --baseline nobody")[0] == 2


def test_a_kept_run_is_reused_and_its_folder_guarded(meadow: Run, folder: Path) -> None:
    out = meadow(f"{LINE} --out kept")[1]
    cells = (folder / "kept" / "cells.jsonl").read_bytes()
    assert meadow(f"{LINE} --out kept")[1] == out
    assert (folder / "kept" / "cells.jsonl").read_bytes() == cells
    status, _, err = meadow(f"{LINE} --out stories")
    assert (status, "holds other things than a run" in err) == (2, True)
    stamp = json.loads((folder / "kept" / "run.json").read_text(encoding="utf-8"))
    assert stamp["command"].startswith("meadow lab run summaries --documents stories/ferry")
    assert (stamp["cells"], stamp["failed"]) == (6, [])


def test_an_option_of_its_own_name_is_an_option_of_the_experiment(meadow: Run) -> None:
    by_name = meadow(f"lab run tsc3-tables {STORIES} --systems lead --gold automatic --workers 1 --form csv")[1]
    by_set = meadow(f"lab run tsc3-tables {STORIES} --systems lead --set gold=automatic --workers 1 --form csv")[1]
    assert by_name == by_set != ""
    assert named_options(gold=None, collection="news/") == {"collection": "news/"}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("draws=3", {"draws": 3}),
        ("stem=false", {"stem": False}),
        ("rates=[10, 20]", {"rates": [10, 20]}),
        ("also={ long = ['short'] }", {"also": {"long": ["short"]}}),
        ("story=wolf", {"story": "wolf"}),
        ("story = two words ", {"story": " two words "}),
        ("idf=a=b", {"idf": "a=b"}),
    ],
)
def test_a_setting_is_what_toml_makes_of_it_else_a_text(given: str, read: dict[str, object]) -> None:
    assert parse_settings([given], option="--set") == read


@pytest.mark.parametrize("given", ["draws", "=3", " =3"])
def test_a_setting_without_a_name_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match=r"is not a setting\. Write --set KEY=VALUE"):
        parse_settings([given], option="--set")


# compare


def test_a_comparison_names_the_measure_the_length_and_the_mean_difference(meadow: Run) -> None:
    status, out, err = meadow(COMPARE)
    assert (status, err) == (0, "")
    head, second, *_ = out.splitlines()
    assert head == "lead beside mead: rouge1.recall, words=20, 3 topics"
    assert re.fullmatch(
        r"mean difference [+-]\d\.\d{4}, p \d\.\d{3} \(paired permutation\); behind on \d of them", second
    )


def test_the_json_of_a_comparison_adds_up(meadow: Run) -> None:
    value = json.loads(meadow(f"{COMPARE} --json")[1])
    topics = {each["topic"]: each for each in value["topics"]}
    assert set(topics) == set(REFERENCES)
    for each in topics.values():
        assert each["difference"] == pytest.approx(each["a"] - each["b"])
    order = [each["difference"] for each in value["topics"]]
    assert order == sorted(order)  # the worst for the first system first
    assert (value["a"], value["b"], value["failures"]) == ("lead", "mead", [])


def test_a_system_that_is_behind_shows_the_sentences_of_the_other(meadow: Run) -> None:
    out = meadow(
        f"lab compare random oracle {STORIES} --budgets words=20 --metrics rouge1.recall --workers 1 --shown 1"
    )[1]
    assert out.count("only oracle:") == out.count("only random:") == 1
    telling = [line for line in out.splitlines() if re.match(r"    [+-]\d\.\d{4}  ", line)]
    assert telling
    assert all(re.search(r"\[[a-z]+-\d:\d+\]$", line) for line in telling)  # where each sentence stands
    assert "only oracle" not in meadow(f"{COMPARE} --shown 0")[1]


def test_a_comparison_kept_is_taken_up_and_a_run_is_not_overwritten(meadow: Run, folder: Path) -> None:
    first = meadow(f"{COMPARE} --out beside")[1]
    assert meadow(f"{COMPARE} --out beside")[1] == first
    meadow(f"{LINE} --out kept")
    status, _, err = meadow(f"{COMPARE} --out kept")
    assert (status, "holds a run of an experiment" in err) == (2, True)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"lab compare lead lead {STORIES}", "'lead' and 'lead' are one system or several."),
        (f"lab compare lead presets {STORIES}", "are one system or several. Name two systems."),
        (f"lab compare lead nobody {STORIES}", "nobody"),
        ("lab compare lead mead --experiment qarla", "compared by an experiment of the kind 'summaries', not 'qarla'"),
        (f"lab compare lead mead {STORIES} --metrics rogue", "rogue"),
        ("lab compare lead mead --documents stories/ferry --workers 1", "has no references"),
    ],
)
def test_what_cannot_be_compared_is_refused(meadow: Run, line: str, told: str) -> None:
    status, out, err = meadow(line)
    assert (status, out) == (2, "")
    assert told in err


# outputs of other systems


def test_a_folder_of_texts_per_system_is_compared_under_its_label(meadow: Run, folder: Path) -> None:
    for system, words in (("mine", 9), ("theirs", 3)):
        (folder / "out" / system).mkdir(parents=True)
        for story, text in REFERENCES.items():
            (folder / "out" / system / f"{story}.txt").write_text(" ".join(text.split()[:words]), encoding="utf-8")
    start = f"lab run summaries {STORIES} --metrics rouge1 --resamples 100 --workers 1"
    line = f"{start} --outputs out --systems lead"
    status, shown, _ = meadow(f"{line} given(mine) given(theirs) --baseline given(mine) --label", "mine=Our system")
    assert status == 0
    assert re.search(r"^Our system +0\.\d", shown, re.MULTILINE)
    assert re.search(r"^given\(theirs\) +0\.\d", shown, re.MULTILINE)
    assert "no difference is tested" not in shown
    alone = meadow(f"{start} --outputs out/mine --systems lead given(mine)")[1]
    assert re.search(r"^given\(mine\) +0\.\d", alone, re.MULTILINE)
    assert "No baseline was named, so no difference is tested: name a row with --baseline." in alone
    status, _, err = meadow(f"{line} mine")
    assert status == 2
    assert "There is no summarizer called 'mine'." in err
    assert "holds outputs of 'mine'. Write given(mine)." in err
    assert "given(mine)" not in meadow(f"{line} nobody")[2]
    assert meadow(f"{line} given(mine) --label mine")[0] == 2
    assert "There is no row to label called 'moon'" in meadow(f"{line} given(mine) --label moon=Moon")[2]
    compared = meadow("lab compare given(theirs) given(mine)", *COMPARE.split()[4:], "--outputs", "out")
    assert compared[0] == 0


def test_labels_are_parted_at_the_first_sign_outside_of_brackets() -> None:
    assert parse_labels(["mine=Our = system", "mead(select=mmr)=MEAD"]) == {
        "mine": "Our = system",
        "mead(select=mmr)": "MEAD",
    }
    with pytest.raises(UsageError, match=r"'mine' is no label. Write --label mine=\"Our system\""):
        parse_labels(["mine"])
