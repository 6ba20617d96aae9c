"""`meadow evaluate` on extracts: utility, extraction and coverage, with their goldens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import lines
from meadow.lab.kinds.tsc3_report import COLUMNS
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
    assert (first["weighted_coverage"], second["weighted_coverage"]) == (pytest.approx(23 / 33), pytest.approx(28 / 33))
    assert second["redundant"] == 2
    assert [missed["unit"] for missed in first["missed"]] == ["2", "3"]
    assert second["missed"][0] == {"unit": "2", "reached": pytest.approx(2 / 3), "closest": [3, 5, 6], "lacks": [6]}
    assert (value["comparisons"][0]["measure"], value["comparisons"][0]["pairs"]) == ("coverage", 3)


@pytest.mark.golden("T6")
def test_weights_can_be_given(evaluate: Evaluate) -> None:
    line = "coverage --gold gold.txt --extract extract-1.txt --ranks ABC --weights 1,0.5,0.3"
    assert evaluate(f"{line} --json").value["extracts"][0]["weighted_coverage"] == pytest.approx(19 / 27)
    assert evaluate(line).rows("extract ")[0] == ["extract-1.txt", "0.6667", "0.5556", "0.7037", "0"]


def test_coverage_shows_what_is_missed_and_the_cover(evaluate: Evaluate, folder: Path) -> None:
    done = evaluate("coverage --gold gold.txt --extract extract-1.txt")
    assert "minimum cover: s1 s3 s5 s6 s30 s60 (h = 6)" in done.out
    assert done.rows("unit")[0] == ["2", "1/3", "s3", "s5", "s6", "s3", "s6"]
    (folder / "all.txt").write_text("1,3,5,6,30,60")
    assert "all.txt misses nothing." in evaluate("coverage --gold gold.txt --extract all.txt").out
    (folder / "ranked.txt").write_text("1\t{s1}\tA\n2\t{s2}\tB\n")
    (extract,) = evaluate("coverage --gold ranked.txt --extract all.txt --json").value["extracts"]
    assert extract["weighted_coverage"] == pytest.approx(2 / 3)  # (1·1 + ½·0) / 1½


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


def test_the_measures_of_extracts_are_called_as_in_the_lab(evaluate: Evaluate, folder: Path) -> None:
    (folder / "named-gold.txt").write_text("1\t{s1} {s2,s3}\tA\n2\t{s4}\tB\n", encoding="utf-8")
    (folder / "named.txt").write_text("s1 s4", encoding="utf-8")
    line = "coverage --gold named-gold.txt --extract named.txt"
    assert [name for name in COLUMNS[:4] if name not in evaluate(line).out.splitlines()[0]] == []
    (extract,) = evaluate(f"{line} --json").value["extracts"]
    assert {name.replace(" ", "_") for name in COLUMNS[:4]} <= set(extract)


def test_a_column_of_sentences_is_no_judge_and_the_long_form_gives_the_same(evaluate: Evaluate, folder: Path) -> None:
    scores = {"Ada": (10, 8, 2, 5), "Ben": (10, 9, 3, 6), "Cas": (5, 8, 4, 9)}
    rows = [f"{n},{','.join(str(each[n - 1]) for each in scores.values())}\n" for n in range(1, 5)]
    (folder / "wide.csv").write_text(f"sentence,{','.join(scores)}\n{''.join(rows)}", encoding="utf-8")
    long = [f"{judge},{n},{score}\n" for judge, each in scores.items() for n, score in enumerate(each, 1)]
    (folder / "long.csv").write_text(f"judge,sentence,score\n{''.join(long)}", encoding="utf-8")
    bare = evaluate("utility --judges judges.csv --percent 50 --json").value["rates"][0]
    for name in ("wide", "long"):
        done = evaluate(f"utility --judges {name}.csv --percent 50 --json")
        assert done.value["rates"][0]["agreement"] == bare["agreement"] == pytest.approx(0.8402, abs=1e-4)
        said = "3 judges: Ada, Ben, Cas; sentences named by column 'sentence'; 4 sentences."
        assert done.err == f"meadow: {name}.csv: {said}\n"
