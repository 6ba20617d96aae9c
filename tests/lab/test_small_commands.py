"""The smaller commands of `meadow lab`, each with what it prints and what it refuses: list, check, convert, show, plans."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lab.conftest import Run
from lab.kinds.whole_bed import BED as WHOLE
from lab.testbeds import BED as SAVABLE
from meadow.lab.cli.app import app
from meadow.lab.experiment import EXPERIMENTS
from meadow.lab.folder import load_testbed, save_testbed
from meadow.lab.formats import TESTBED_FORMATS
from meadow.sample import sample_path

# One of its judges names a sentence twice in an extract, which a folder does not hold.
BED = replace(WHOLE, topics=tuple(replace(topic, extracts=()) for topic in WHOLE))


@pytest.fixture
def bed(folder: Path) -> Path:
    """Return a small testbed's folder in the folder that commands run in."""
    save_testbed(SAVABLE, folder / "bed")
    return folder / "bed"


@pytest.mark.parametrize(
    "name", sorted(each.name or each.callback.__name__ for each in app.registered_commands if each.callback)
)
def test_every_command_of_the_lab_has_a_help_with_an_example(meadow: Run, name: str) -> None:
    status, out, _ = meadow(f"lab {name} --help")
    assert status == 0
    assert "meadow lab" in out.split("Examples:")[1]
    assert len(app.registered_commands) == 9, "name the new command here"


# list


def test_list_says_what_an_experiment_does_needs_and_compares(meadow: Run) -> None:
    status, out, _ = meadow("lab list mead-tables")
    lines = dict(line.split(": ", 1) for line in out.splitlines() if ": " in line)
    assert status == 0
    assert lines["needs"] == "utilities"
    assert lines["systems"].startswith("lead, mead-paper-c(select=top)")
    value = json.loads(meadow("lab list mead-tables --json")[1])
    assert (value["name"], value["needs"]) == ("mead-tables", "utilities")


def test_list_json_names_every_experiment_once(meadow: Run) -> None:
    value = json.loads(meadow("lab list --json")[1])
    names = [each["name"] for each in value["experiments"]]
    assert names == sorted(set(names))
    assert set(EXPERIMENTS) <= set(names)
    assert all(each["title"] and each["needs"] for each in value["experiments"])


# check


def test_check_describes_a_sound_testbed_and_what_it_is_ready_for(meadow: Run, bed: Path) -> None:
    status, out, err = meadow("lab check bed")
    assert (status, err) == (0, "meadow: Nothing is wrong with it.\n")
    assert out.startswith(f"What the testbed {SAVABLE.name} holds")
    ready = out[out.index("Experiments that the testbed is ready for") :]
    assert all(name in ready for name in EXPERIMENTS)
    value = json.loads(meadow("lab check bed --json")[1])
    assert [table["name"] for table in value["tables"]] == ["description", "readiness"]


@pytest.mark.golden("G2")
@pytest.mark.golden("G8")
def test_check_says_all_that_is_wrong_with_line_and_reason_and_ends_with_one(meadow: Run, bed: Path) -> None:
    path = bed / "clusterings.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[0])
    line["judge"], line["groups"] = "zoe", [{"members": [["m1", 0], ["m1", 1]]}, {"members": [["m2", 0]]}]
    path.write_text("\n".join([*lines, json.dumps(line)]) + "\n", encoding="utf-8")
    status, out, _ = meadow("lab check bed")
    assert status == 1
    place = f"clusterings.jsonl:{len(lines) + 1}"
    assert out.splitlines()[0] == "2 things are wrong:"
    assert f"{place}: Cluster 1 has sentences of 'm1' only; they come from at least two documents (rule 3)." in out
    assert f"{place}: Cluster 2 has 1 sentence; a cluster has at least two (rule 4)." in out
    findings = json.loads(meadow("lab check bed --json")[1])["findings"]
    assert [finding["place"] for finding in findings] == [place, place]
    assert all(finding["advice"] for finding in findings)


# convert


def test_convert_writes_a_folder_that_reads_back_equal(meadow: Run, bed: Path, folder: Path) -> None:
    status, out, err = meadow("lab convert bed copy")
    assert (status, err) == (0, "")
    assert out == f"{SAVABLE.name}: {len(SAVABLE)} topics, {len(SAVABLE.documents)} documents -> copy\n"
    assert load_testbed(folder / "copy") == load_testbed(bed)


@pytest.mark.parametrize("name", [each for each in TESTBED_FORMATS if each not in ("multiling", "summeval")])
def test_convert_says_on_standard_error_what_has_no_place(meadow: Run, bed: Path, folder: Path, name: str) -> None:
    status, out, err = meadow(f"lab convert bed {name}:files")
    assert (status, out.endswith(f"-> {name}:files\n")) == (0, True)
    assert err.startswith("meadow: ")
    assert all(line.startswith("meadow: ") and line.endswith(".") for line in err.splitlines())
    back, out, _ = meadow(f"lab convert {name}:files again --topics {_first(folder, name)}")
    assert (back, "1 topics" in out) == (0, True)


def _first(folder: Path, name: str) -> str:
    from meadow.lab.opening import open_testbed

    return open_testbed(f"{name}:{folder / 'files'}").topics[0].id


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lab convert bed bed/documents.jsonl", "is a file"),
        ("lab convert bed mead:stories", "'stories' is there already."),
        ("lab convert bed copy --topics nobody", "topic of the testbed"),
        ("lab convert nowhere copy", "The testbed 'nowhere' does not exist."),
    ],
)
def test_convert_refuses_and_writes_nothing(meadow: Run, bed: Path, folder: Path, line: str, told: str) -> None:
    before = sorted(path.name for path in folder.rglob("*"))
    status, out, err = meadow(line)
    assert (status, out) == (2, "")
    assert told in err
    assert sorted(path.name for path in folder.rglob("*")) == before


# show


@pytest.fixture
def kept(meadow: Run, folder: Path) -> Path:
    save_testbed(BED, folder / "whole")
    status, _, err = meadow("lab run rating-tables --testbed whole --workers 1 --resamples 100 --out kept")
    assert status == 0, err
    return folder / "kept"


def test_show_prints_one_table_or_all_with_or_without_intervals(meadow: Run, kept: Path) -> None:
    every = meadow("lab show kept")[1]
    assert "Summaries in the eyes of people" in every
    assert "How far judges agree about summaries" in every
    one = meadow("lab show kept --table judges")[1]
    assert "Summaries in the eyes of people" not in one
    assert "[" in meadow("lab show kept --table ratings")[1].split("experiment:")[0]
    assert "[" not in meadow("lab show kept --table ratings --no-intervals")[1].split("experiment:")[0]


def test_show_tells_a_torn_run_from_none(meadow: Run, kept: Path) -> None:
    (kept / "findings.json").write_text('{"tables": [', encoding="utf-8")
    status, _, err = meadow("lab show kept")
    assert status == 2
    assert "cannot be read" in err
    assert "Run the same command again" in err


# reference-plan


@pytest.mark.golden("H7")
def test_a_plan_gives_each_story_one_headline_and_a_random_part_more(meadow: Run, folder: Path) -> None:
    save_testbed(BED, folder / "whole")
    status, out, _ = meadow("lab reference-plan whole --part 0.25 --extra 4")
    assert status == 0
    lines = [line.split() for line in out.splitlines() if line and line.split()[0] in {topic.id for topic in BED}]
    assert sorted(int(line[1]) for line in lines) == [1, 1, 1, 5]
    assert [int(line[2]) for line in lines] == [len(topic.headlines) for topic in BED]
    assert "8 headlines for 4 stories; part=0.25, extra=4, seed=0." in out
    value = json.loads(meadow("lab reference-plan whole --part 0.25 --json")[1])
    assert (value["total"], len(value["stories"])) == (8, 4)
    others = {meadow(f"lab reference-plan whole --part 0.25 --seed {seed} --json")[1] for seed in range(8)}
    assert len(others) > 1


# run


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--documents stories/ferry --testbed whole", "Both --testbed and --documents are given."),
        ("--references references.jsonl", "--references go with --documents."),
        ("--set lenght=short", "lenght"),
        ("--set lenght", "'lenght' is not a setting. Write --set KEY=VALUE."),
        ("--form docx", "docx"),
        ("--workers 0", "The number of workers is 0."),
        ("--resamples 3", "resamples is 3"),
        ("--seed -1", "The seed is -1"),
        ("--systems nobody", "nobody"),
        ("--metrics rogue", "rogue"),
        ("--budgets many=3", "The length 'many=3' cannot be read."),
        ("--topics nowhere", "nowhere"),
        ("--gold automatic", "gold"),
    ],
)
def test_run_refuses_slips_before_any_work(meadow: Run, folder: Path, options: str, told: str) -> None:
    status, out, err = meadow(f"lab run summaries {options}")
    assert (status, out) == (2, "")
    assert told in err
    assert not (folder / "out").exists()


# frequencies


@pytest.mark.golden("T9")
def test_frequencies_of_a_collection_make_a_table_that_summaries_rest_on(meadow: Run, folder: Path) -> None:
    status, out, err = meadow("lab frequencies stories --out stories.tsv --top 2")
    assert status == 0, err
    # Four of the six articles are set in Ninemile: ln(6/4).
    assert [line.split() for line in out.splitlines()[1:3]] == [["ninemile", "4", "0.405"], ["said", "3", "0.693"]]
    assert "6 documents hold" in out
    by_table = json.loads(meadow("summarize stories/wolf --method tfidf --sentences 1 --idf stories.tsv --json")[1])
    by_path = json.loads(meadow("summarize stories/wolf --method tfidf --sentences 1 --collection stories --json")[1])
    general = json.loads(meadow("summarize stories/wolf --method tfidf --sentences 1 --json")[1])
    assert by_table["sentences"] == by_path["sentences"]
    assert by_path["sentences"][0]["score"] != general["sentences"][0]["score"]
    assert "|background:collection-stories#" in by_path["signature"]


def test_frequencies_as_json_and_under_strict(meadow: Run, folder: Path) -> None:
    value = json.loads(meadow("lab frequencies stories/ferry --top 1 --json")[1])
    assert (value["documents"], value["table"][0]["documents"]) == (2, 2)
    (folder / "stories" / "ferry" / "bad.json").write_text("{", encoding="utf-8")
    assert meadow("lab frequencies stories/ferry --strict")[0] == 1


@pytest.mark.golden("T10")
def test_summarize_counts_patterns_in_a_collection_and_takes_one_background(meadow: Run, folder: Path) -> None:
    line = "summarize stories/wolf --method patterns --sentences 2"
    counted = json.loads(meadow(f"{line} --collection stories --json")[1])
    expected = json.loads(meadow(f"{line} --json")[1])
    assert [each["score"] for each in counted["sentences"]] != [each["score"] for each in expected["sentences"]]
    status, _, err = meadow(f"{line} --collection stories --idf stories.tsv")
    assert (status, "both say how rare words are" in err) == (2, True)
    status, _, err = meadow(f"{line} --collection stories/wolf")
    assert (status, "no sentence beside the story's own" in err) == (2, True)


# a headline by a table of one's own


@pytest.mark.golden("H1")
def test_a_learned_table_makes_the_headline_and_stands_in_its_signature(meadow: Run, folder: Path) -> None:
    articles = sample_path() / "harbour-wire.jsonl"
    assert meadow(f"lab fit --headlines {articles} --out table.json")[0] == 0
    for method in ("bayes-phrase", "plain-bayes"):
        line = f"headline stories/oven --method {method} --json"
        learned, usual = (json.loads(meadow(f"{line}{more}")[1]) for more in (" --table table.json", ""))
        assert "|table:" in learned["signature"]
        assert "|table:" not in usual["signature"]
        assert learned["text"]
    # A table that knows nothing but places: one that likes first sentences, and one that likes last ones.
    table = json.loads((folder / "table.json").read_text(encoding="utf-8"))
    lines, how = set(), "--method bayes-phrase --table own.json"
    for wanted in (0, -1):
        for counts in table["features"].values():
            counts["positive"] = counts["negative"] = [1] * len(counts["positive"])
        liked = [1] * len(table["features"]["position"]["positive"])
        liked[wanted] = 1000
        table["features"]["position"]["positive"] = liked
        (folder / "own.json").write_text(json.dumps(table), encoding="utf-8")
        lines.add(str(json.loads(meadow(f"headline {articles} {how} --json")[1])["evidence"]))
    assert len(lines) == 2
