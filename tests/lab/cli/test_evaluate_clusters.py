"""`meadow evaluate` on clusterings, subsumption and the majority's extract, with their goldens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import labels, lines
from meadow.cli.app import app
from meadow.errors import InputError
from meadow.sample import gold_stories, sample_path

# --- clustering ------------------------------------------------------------------------------------------------------


@pytest.mark.golden("G4")
def test_the_labels_of_the_specification(evaluate: Evaluate) -> None:
    line = "clustering --clusters clusters.jsonl --classes classes.jsonl"
    (way,) = evaluate(f"{line} --json").value["ways"]
    expected = {
        "homogeneity": 0.666667, "completeness": 0.420620, "v": 0.515804, "v_half": 0.557886, "v_beta": 0.493470,
        "mutual_information": 0.666667, "nmi": 0.515804, "vi": 1.251629, "nvi": 0.484196, "rand": 0.666667,
        "entropy": 0.333333, "purity": 0.833333, "precision": 0.666667, "recall": 0.333333, "f": 0.444444,
    }  # fmt: skip
    found = way["columns"]["clusters.jsonl"]
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=5e-7)
    assert list(way["columns"]) == ["clusters.jsonl", "all singletons", "one cluster", "random"]
    assert way["columns"]["all singletons"]["homogeneity"] == way["columns"]["one cluster"]["completeness"] == 1
    assert way["irrelevant"] is None
    assert evaluate(line).out.splitlines()[0].split("  ")[-1].strip() == "random"


@pytest.mark.golden("G3")
def test_items_in_no_cluster_are_taken_both_ways(evaluate: Evaluate, folder: Path) -> None:
    (folder / "a.jsonl").write_text(labels("abcdef", ["x", "x", None, None, "y", "y"]))
    (folder / "b.jsonl").write_text(labels("abcdef", ["1", "1", None, None, None, "2"]))
    line = "clustering --clusters a.jsonl --classes b.jsonl"
    ways = evaluate(f"{line} --json").value["ways"]
    assert [way["irrelevant"] for way in ways] == ["singletons", "bucket"]
    assert ways[0]["columns"]["a.jsonl"] != ways[1]["columns"]["a.jsonl"]
    shown = evaluate(line).out
    assert "Items in no cluster as singletons" in shown
    assert "Items in no cluster as one bucket" in shown


def test_clusterings_are_compared_by_item(evaluate: Evaluate) -> None:
    value = evaluate(
        "clustering --clusters clusters.jsonl --compare classes.jsonl --classes classes.jsonl --json"
    ).value
    columns = value["ways"][0]["columns"]
    for test in value["comparisons"]:
        difference = columns["clusters.jsonl"][test["measure"]] - columns["classes.jsonl"][test["measure"]]
        assert test["difference"] == pytest.approx(difference)
        assert test["pairs"] == 6


def test_outputs_of_track_group_and_digest_are_read(evaluate: Evaluate, folder: Path) -> None:
    (folder / "track.jsonl").write_text(
        lines(
            *(
                {"document": d, "story": s, "similarity": 0.1, "opened": False}
                for d, s in zip("abcd", "xxyy", strict=True)
            )
        )
    )
    (folder / "digest.json").write_text(
        json.dumps({"stories": [{"id": "s", "documents": ["a", "b"]}, {"id": "t", "documents": ["c", "d"]}]})
    )
    value = evaluate("clustering --clusters track.jsonl --classes digest.json --json").value
    assert value["ways"][0]["columns"]["track.jsonl"]["v"] == 1.0
    group = {"groups": [{"label": ["a", 0], "members": [["a", 0], ["b", 1]]}], "ungrouped": [["a", 1]]}
    (folder / "group.json").write_text(json.dumps(group))
    (folder / "gold.jsonl").write_text(
        lines({"item": ["a", 0], "label": 1}, {"item": "b:1", "label": 1}, {"item": ["a", 1], "label": None})
    )
    value = evaluate("clustering --clusters group.json --classes gold.jsonl --json").value
    assert value["ways"][0]["columns"]["group.json"]["v"] == 1.0
    assert value["ways"][0]["columns"]["random"] is None
    assert "Chance needs at least four items." in value["notes"]


def test_differences_say_what_to_move(evaluate: Evaluate, folder: Path) -> None:
    (folder / "a.jsonl").write_text(labels("abcde", ["x", "x", "y", "y", None]))
    (folder / "b.jsonl").write_text(labels("abcd", ["1", "1", "1", None]))
    line = "clustering --clusters a.jsonl --classes b.jsonl --missing irrelevant --differences"
    found = evaluate(f"{line} --json").value["differences"]
    changes = found.pop("changes")
    assert found == {"in_neither": ["e"], "identical": [], "delete": ["d"], "add": [], "move": ["c"]}
    assert changes == [
        {"item": "c", "change": "move", "from": "y", "to": "1", "reason": None, "text": None},
        {"item": "d", "change": "delete", "from": "y", "to": None, "reason": None, "text": None},
    ]
    assert "  move: c\n" in evaluate(line).out


@pytest.mark.golden("G10")
def test_differences_come_with_their_words_and_reasons(evaluate: Evaluate, folder: Path) -> None:
    group = {"groups": [{"members": [["a", 0], ["b", 0]]}], "ungrouped": [["a", 1]]}
    (folder / "group.json").write_text(json.dumps(group))
    (folder / "judge.jsonl").write_text(
        lines(
            {"item": ["a", 0], "label": "sinking"},
            {"item": ["b", 0], "label": "sinking"},
            {"item": ["a", 1], "label": "toll"},
        )
    )
    (folder / "why.csv").write_text("item,reason\na:1,emphasis\n")
    line = (
        "clustering --clusters group.json --classes judge.jsonl --differences --reasons why.csv --documents story.jsonl"
    )
    (change,) = evaluate(f"{line} --json").value["differences"]["changes"]
    assert change == {
        "item": "a:1", "change": "add", "from": None, "to": "toll", "reason": "emphasis",
        "text": "Nine people of the crew died.",
    }  # fmt: skip
    assert "a:1   add     toll  emphasis  Nine people of the crew died.\n" in evaluate(line).out
    (folder / "why.csv").write_text("item,reason\nz:1,emphasis\n")
    assert "There is no item called 'z:1'" in evaluate(line).err
    (folder / "why.csv").write_text("item,reason\na:1,fancy\n")
    assert "no reason for a difference called 'fancy'" in evaluate(line).err


@pytest.mark.golden("G4")
def test_v_at_a_beta_of_ones_own(evaluate: Evaluate) -> None:
    line = "clustering --clusters clusters.jsonl --classes classes.jsonl"
    (way,) = evaluate(f"{line} --beta 2 --json").value["ways"]
    found = way["columns"]["clusters.jsonl"]
    h, c = found["homogeneity"], found["completeness"]
    assert found["v(beta=2)"] == pytest.approx(3 * h * c / (2 * h + c))
    assert way["columns"]["one cluster"]["v(beta=2)"] == 0.0
    assert way["columns"]["random"]["v(beta=2)"] < found["v(beta=2)"]
    (plain,) = evaluate(f"{line} --beta 1 --json").value["ways"]
    assert [column["v(beta=1)"] for column in plain["columns"].values()] == pytest.approx(
        [column["v"] for column in plain["columns"].values()]
    )
    assert "v(beta=0.5)" in evaluate(f"{line} --beta 0.5").out
    assert evaluate(f"{line} --beta -1").status == 2


# --- subsumption -----------------------------------------------------------------------------------------------------


@pytest.mark.golden("M11")
def test_links_and_classes_are_found_without_judges_and_feed_utility(evaluate: Evaluate, folder: Path) -> None:
    value = evaluate("subsumption story.jsonl --json").value
    assert value["links"] == [{"sentence": ["a", 0], "by": ["b", 0]}, {"sentence": ["b", 0], "by": ["a", 0]}]
    assert value["classes"] == [[["a", 0], ["b", 0]]]
    assert value["sentences"] == 4
    shown = evaluate("subsumption story.jsonl").out
    assert "sentences that say the same\na:0, b:0\n" in shown
    (folder / "links.json").write_text(json.dumps(value))
    (folder / "judged.jsonl").write_text(
        lines(
            {"story": "s", "document": "a", "index": 0, "judges": {"Ada": 9, "Ben": 8}},
            {"story": "s", "document": "a", "index": 1, "judges": {"Ada": 5, "Ben": 6}},
            {"story": "s", "document": "b", "index": 0, "judges": {"Ada": 8, "Ben": 9}},
        )
    )
    line = "utility --judges judged.jsonl --count 2 --links links.json --credit"
    (full,) = evaluate(f"{line} 1 --json").value["rates"]
    (none,) = evaluate(f"{line} 0 --json").value["rates"]
    assert none["random"] < full["random"]
    assert "2 of 2 links are between sentences that were judged." in evaluate(f"{line} 0.5").out
    (folder / "fewer.jsonl").write_text(
        lines(*({"document": "a", "index": index, "judges": {"Ada": 9 - index}} for index in (0, 1)))
    )
    assert "0 of 2 links" in evaluate("utility --judges fewer.jsonl --count 1 --links links.json --credit 0.5").out


def test_a_story_that_repeats_nothing_says_so(evaluate: Evaluate, folder: Path) -> None:
    (folder / "one.jsonl").write_text(lines({"id": "a", "text": "A ferry sank. Divers wait."}))
    done = evaluate("subsumption one.jsonl")
    assert done.out.startswith("No sentence is subsumed by another one.\n")
    assert evaluate("subsumption one.jsonl --threshold 2").status == 2


@pytest.mark.golden("M16")
def test_the_extract_of_the_majority_is_printed(evaluate: Evaluate, folder: Path) -> None:
    line = "extraction --extract extract.txt --ideal ideal.txt other.txt extract.txt"
    assert "ideal by majority of 3 extracts: 0 3\n" in evaluate(line).out
    assert evaluate(f"{line} --json").value["sentences"] == ["0", "3"]
    assert "majority" not in evaluate("extraction --extract extract.txt --ideal ideal.txt").out.split("metric:")[0]
    for name, index in (("x", 2), ("y", 2), ("z", 4)):
        (folder / f"{name}.json").write_text(json.dumps({"sentences": [{"document": "d", "index": index}]}))
    assert "of 3 extracts: d:2\n" in evaluate("extraction --extract x.json --ideal x.json y.json z.json").out
    assert (
        "see whether any sentence has a majority" in evaluate("extraction --extract x.json --ideal x.json z.json").err
    )


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["evaluate", "corpus", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.golden("M16")
def test_the_sample_by_its_gold_and_as_it_is_tracked(tmp_path: Path) -> None:
    file = tmp_path / "stories.jsonl"
    labels = [{"item": name, "label": story.story} for story in gold_stories() for name in story.documents]
    file.write_text("\n".join(map(json.dumps, labels)), encoding="utf-8")
    value = json.loads(run(str(sample_path()), "--stories", str(file), "--json"))
    sizes = {row["story"]: row["documents"] for row in value["stories"]}
    assert sizes == {story.story: len(story.documents) for story in gold_stories()}
    shown = run(str(sample_path())).splitlines()
    assert shown[0].split() == ["story", "topic", "documents", "sentences", "sources"]
    assert ["all", "95"] in [line.split()[:2] for line in shown]
    assert shown[-1].startswith("corpus:description|data:")


def test_stories_of_other_documents_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "stories.jsonl"
    file.write_text('{"item": "elsewhere", "label": "s"}', encoding="utf-8")
    with pytest.raises(InputError, match="No document belongs to a story"):
        run(str(sample_path()), "--stories", str(file))
