"""`meadow evaluate` on extracts and clusterings: utility, extraction, coverage, clustering, with their goldens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Evaluate
from cli.evaluate_files import labels, lines
from shared import shared

# --- utility ---------------------------------------------------------------------------------------------------------


@pytest.mark.golden("M10")
def test_table_6_at_half_the_sentences(evaluate: Evaluate, folder: Path) -> None:
    (folder / "14.txt").write_text("0 3")
    (folder / "24.txt").write_text("1 3")
    line = "utility --judges judges.csv --percent 50 --extract 14.txt --compare 24.txt"
    first, second = evaluate(f"{line} --json").value["rates"]
    assert first["agreement"] == pytest.approx(29309 / 34884)
    assert first["random"] == pytest.approx(25535 / 34884)
    assert first["per_judge"] == pytest.approx([0.8824, 0.8824, 517 / 684], abs=5e-5)
    assert (first["normalized"], second["normalized"]) == (pytest.approx(3523 / 3774), pytest.approx(3671 / 3774))
    assert second["system"] == pytest.approx(0.8372, abs=5e-5)
    assert evaluate(line).rows("who picks")[2] == ["judge3", "0.7222", "0.7895", "1.0000", "0.7558"]


@pytest.mark.golden("M10")
def test_all_rates_at_once(evaluate: Evaluate) -> None:
    value = evaluate("utility --judges judges.csv --percent 25,50,75,100 --json").value
    assert [rate["agreement"] for rate in value["rates"]] == pytest.approx([379 / 540, 29309 / 34884, 1, 1])
    assert [rate["random"] for rate in value["rates"]] == pytest.approx([737 / 1080, 25535 / 34884, 10717 / 12650, 1])
    assert value["rates"][3]["normalized"] is None
    assert any("100 %: The judges agree no better than chance" in note for note in value["notes"])
    assert len(evaluate("utility --judges judges.csv --json").value["rates"]) == 9


@pytest.mark.golden("M10")
def test_ga3_and_its_published_extracts(evaluate: Evaluate) -> None:
    judges = str(shared("data", "mead", "GA3", "GA3.sentjudge"))
    value = evaluate("utility --json --judges", judges).value
    agreement = [0.765335, 0.778573, 0.792826, 0.823989, 0.846355, 0.864201, 0.888567, 0.925309, 0.957593]
    random = [0.538102, 0.574572, 0.612478, 0.658876, 0.707090, 0.753139, 0.810199, 0.867648, 0.925241]
    assert [rate["agreement"] for rate in value["rates"]] == pytest.approx(agreement, abs=5e-7)
    assert [rate["random"] for rate in value["rates"]] == pytest.approx(random, abs=5e-7)
    for size, system, normalized in ((10, 0.729295, 0.841394), (20, 0.721050, 0.705574)):
        extract = str(shared("data", "mead", "GA3", f"GA3.{size}.extract"))
        (rate,) = evaluate("utility --json --judges", judges, "--extract", extract).value["rates"]
        assert rate["count"] == size  # unless told, an extract's own length counts
        assert rate["system"] == pytest.approx(system, abs=5e-7)
        assert rate["normalized"] == pytest.approx(normalized, abs=5e-7)


@pytest.mark.golden("M11")
@pytest.mark.parametrize(
    ("credit", "system", "random"), [("1", 1, 0.658333), ("0.5", 15 / 19, 0.688995), ("0", 10 / 19, 0.685008)]
)
def test_subsumption_of_figure_7(evaluate: Evaluate, folder: Path, credit: str, system: float, random: float) -> None:
    # Three articles of four sentences; the first sentence of the first is subsumed by that of the second.
    utilities = {"a": (10, 8, 2, 5), "b": (10, 9, 3, 6), "c": (5, 8, 4, 9)}
    rows = [
        {"document": name, "index": index, "judges": {"one": value}}
        for name, row in utilities.items()
        for index, value in enumerate(row)
    ]
    (folder / "fig7.jsonl").write_text(lines(*rows))
    (folder / "links.jsonl").write_text(lines({"sentence": ["a", 0], "by": ["b", 0]}))
    (folder / "both.txt").write_text("0 4")
    line = "utility --judges fig7.jsonl --count 2 --extract both.txt --json --links"
    (folder / "numbers.txt").write_text("0 4\n")
    (folder / "numbers.jsonl").write_text(lines({"sentence": 0, "by": 4}))
    for links in ("links.jsonl", "numbers.txt", "numbers.jsonl"):
        value = evaluate(line, links, "--credit", credit).value
        (rate,) = value["rates"]
        assert rate["system"] == pytest.approx(system)
        assert rate["random"] == pytest.approx(random, abs=5e-7)
        assert rate["agreement"] is rate["normalized"] is None
        assert any("Agreement needs two judges" in note for note in value["notes"])


def test_utility_compares_two_systems_by_judge(evaluate: Evaluate) -> None:
    line = "utility --judges judges.csv --percent 50 --extract extract.txt --compare other.txt"
    value = evaluate(f"{line} --json").value
    (test,) = value["comparisons"]
    first, second = value["rates"]
    assert test["difference"] == pytest.approx(first["system"] - second["system"])
    assert (test["pairs"], test["measure"]) == (3, "S at 50 %")


def test_utility_at_several_rates_takes_an_extract_for_each(evaluate: Evaluate, folder: Path) -> None:
    (folder / "one.txt").write_text("0")
    value = evaluate("utility --judges judges.csv --percent 25,50 --extract one.txt extract.txt --json").value
    assert [rate["count"] for rate in value["rates"]] == [1, 2]
    assert all(rate["system"] is not None for rate in value["rates"])


@pytest.mark.parametrize("unit", ["judges", "sentences"])
def test_utility_has_intervals_over_a_unit(evaluate: Evaluate, unit: str) -> None:
    line = f"utility --judges judges.csv --count 2 --extract extract.txt --intervals {unit}"
    value = evaluate(f"{line} --json").value
    assert [row["score"] for row in value["intervals"]] == ["agreement", "random", "system", "normalized"]
    assert f"unit={unit}" in value["intervals"][0]["signature"]
    assert f"Intervals of 95 %, over {unit}" in evaluate(line).out


def test_utility_reads_extracts_of_summarize(evaluate: Evaluate, folder: Path) -> None:
    (folder / "j.csv").write_text("document,index,Ada,Ben\na,0,10,8\na,1,2,3\nb,0,5,9\n")
    (folder / "s.json").write_text(json.dumps({"sentences": [{"document": "b", "index": 0}]}))
    (rate,) = evaluate("utility --judges j.csv --extract s.json --json").value["rates"]
    assert rate["system"] == pytest.approx((5 / 10 + 9 / 9) / 2)


# --- extraction ------------------------------------------------------------------------------------------------------


@pytest.mark.golden("M12")
def test_table_4(evaluate: Evaluate, folder: Path) -> None:
    for name, text in (("system1", "0 2"), ("system2", "2 3"), ("right", "0 1")):
        (folder / f"{name}.txt").write_text(text)
    line = "extraction --extract system1.txt system2.txt --ideal right.txt --total 10"
    done = evaluate(line)
    assert done.rows("extract ") == [
        ["system1.txt", "0.5000", "0.5000", "0.5000", "0.8000"],
        ["system2.txt", "0.0000", "0.0000", "0.0000", "0.6000"],
    ]
    (test,) = evaluate(f"{line} --json").value["comparisons"]
    assert (test["difference"], test["pairs"]) == (pytest.approx(0.2), 10)


@pytest.mark.golden("M16")
def test_several_ideals_become_one_by_majority(evaluate: Evaluate, folder: Path) -> None:
    for name, text in (("a", "0 1"), ("b", "0 2"), ("c", "0, 1")):
        (folder / f"{name}.txt").write_text(text)
    value = evaluate("extraction --extract extract.txt --ideal a.txt b.txt c.txt --json").value
    assert value["ideal"] == 2
    assert value["extracts"][0]["precision"] == 0.5
    assert value["extracts"][0]["agreement"] is None
    assert "--total" in value["notes"][0]
    assert "ideal:majority(3)" in value["signatures"][0]


def test_extracts_by_document_and_index_are_compared_as_such(evaluate: Evaluate, folder: Path) -> None:
    (folder / "s.json").write_text(
        json.dumps({"sentences": [{"document": "41", "index": 0}, {"document": "41", "index": 4}]})
    )
    (folder / "m.extract").write_text(
        "<?xml version='1.0'?>\n<!DOCTYPE EXTRACT SYSTEM 'extract.dtd'>\n"
        "<EXTRACT QID='1'><S ORDER='1' DID='41' SNO='5'/><S ORDER='2' DID='81' SNO='1'/></EXTRACT>\n"
    )
    value = evaluate("extraction --extract s.json --ideal m.extract --total 30 --json").value
    assert value["extracts"][0]["recall"] == 0.5
    assert value["extracts"][0]["agreement"] == pytest.approx(28 / 30)


# --- coverage --------------------------------------------------------------------------------------------------------


@pytest.mark.golden("T3")
@pytest.mark.golden("T4")
@pytest.mark.golden("T5")
@pytest.mark.golden("T6")
@pytest.mark.golden("T16")
def test_table_1(evaluate: Evaluate) -> None:
    value = evaluate("coverage --gold gold.txt --extract extract-1.txt extract-2.txt --ranks ABC --json").value
    first, second = value["extracts"]
    assert value["cover"] == [1, 3, 5, 6, 30, 60]
    assert (first["precision"], second["precision"]) == (pytest.approx(4 / 6), 1.0)
    assert (first["coverage"], second["coverage"]) == (pytest.approx(5 / 9), pytest.approx(7 / 9))
    assert (first["weighted"], second["weighted"]) == (pytest.approx(23 / 33), pytest.approx(28 / 33))
    assert second["redundant"] == 2
    assert [missed["unit"] for missed in first["missed"]] == ["2", "3"]
    assert second["missed"][0] == {"unit": "2", "reached": pytest.approx(2 / 3), "closest": [3, 5, 6], "lacks": [6]}
    assert (value["comparisons"][0]["measure"], value["comparisons"][0]["pairs"]) == ("coverage", 3)


@pytest.mark.golden("T6")
def test_weights_can_be_given(evaluate: Evaluate) -> None:
    line = "coverage --gold gold.txt --extract extract-1.txt --ranks ABC --weights 1,0.5,0.3"
    assert evaluate(f"{line} --json").value["extracts"][0]["weighted"] == pytest.approx(19 / 27)
    assert evaluate(line).rows("extract ")[0] == ["extract-1.txt", "0.6667", "0.5556", "0.7037", "0"]


def test_coverage_shows_what_is_missed_and_the_cover(evaluate: Evaluate, folder: Path) -> None:
    done = evaluate("coverage --gold gold.txt --extract extract-1.txt")
    assert "minimum cover: s1 s3 s5 s6 s30 s60 (h = 6)" in done.out
    assert done.rows("unit")[0] == ["2", "1/3", "s3", "s5", "s6", "s3", "s6"]
    (folder / "all.txt").write_text("1,3,5,6,30,60")
    assert "all.txt misses nothing." in evaluate("coverage --gold gold.txt --extract all.txt").out
    (folder / "ranked.txt").write_text("1\t{s1}\tA\n2\t{s2}\tB\n")
    (extract,) = evaluate("coverage --gold ranked.txt --extract all.txt --json").value["extracts"]
    assert extract["weighted"] == pytest.approx(2 / 3)  # (1·1 + ½·0) / 1½


def test_coverage_over_documents_takes_gold_and_summaries_as_json(evaluate: Evaluate, folder: Path) -> None:
    documents = lines(
        {"id": "b", "text": "The door was open. Nobody had seen it.", "published": "2026-03-06"},
        {"id": "a", "text": "A ferry capsized. Nine people died.", "published": "2026-03-02"},
    )
    (folder / "news.jsonl").write_text(documents)
    (folder / "gold.json").write_text(
        json.dumps(
            [{"id": "1", "alternatives": [[["a", 1]]]}, {"id": "2", "alternatives": [[["b", 0]], [["a", 0], ["b", 1]]]}]
        )
    )
    (folder / "s.json").write_text(
        json.dumps({"sentences": [{"document": "a", "index": 1}, {"document": "b", "index": 1}]})
    )
    (folder / "s.txt").write_text("s2 s4")  # the same, numbered from 1 in time order
    value = evaluate("coverage --gold gold.json --extract s.json s.txt --documents news.jsonl --json").value
    assert value["cover"] == [2, 3]
    assert [extract["coverage"] for extract in value["extracts"]] == [0.75, 0.75]


def test_a_certificate_shows_that_no_cover_is_smaller(evaluate: Evaluate) -> None:
    line = "coverage --gold gold.txt --extract extract-1.txt --certificate"
    done = evaluate(line)
    assert "no cover has fewer than 6 sentences: checked\n" in done.out
    assert sum(float(row[1]) for row in done.rows("unit  pays")) == 6.0
    found = evaluate(f"{line} --json").value["certificate"]
    assert found["holds"] is True
    assert found["used"] == [0, 0, 1]
    prices = found["proof"]["prices"]
    spent = {sentence: sum(each.get(sentence, 0) for each in prices) for each in prices for sentence in each}
    assert max(spent.values()) <= 1_000_000


def test_a_certificate_that_branches_says_in_how_many_cases(evaluate: Evaluate, folder: Path) -> None:
    rings = [(f"{ring}{n}", n + 10 * ring, n % 5 + 1 + 10 * ring) for ring in (0, 1) for n in range(1, 6)]
    (folder / "rings.txt").write_text("".join(f"{name}\t{{s{a}}} {{s{b}}}\n" for name, a, b in rings))
    line = "coverage --gold rings.txt --extract extract-1.txt --certificate"
    assert "no cover has fewer than 6 sentences: checked, " in evaluate(line).out
    assert "branch" in evaluate(f"{line} --json").value["certificate"]["proof"]


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
