"""`meadow evaluate` as researchers meet it: the examples of the help run, and every family prints its numbers."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import lines
from meadow.lab.cli.evaluate import FAMILIES

COMMANDS = [name.replace("_", "-") for name in FAMILIES]
EXAMPLES = [
    line.strip().removeprefix("meadow evaluate ")
    for name in FAMILIES
    for line in (import_module(f"meadow.lab.families.{name}").__doc__ or "").splitlines()
    if line.strip().startswith("meadow evaluate ")
]

# The names that programs read in the JSON of each family; those of data, such as systems and topics, are left out.
KEYS = {
    "rouge": (
        "systems name scores recall precision f low high signature interval items id comparisons first second "
        "difference p p_holm pairs exact reconciled item metric findings factor explanation effect before "
        "after gained lost"
    ),
    "metrics": (
        "scores system metric value low high items id comparisons first second difference p p_holm pairs exact"
    ),
    "utility": (
        "judges sentences rates rate system count agreement random normalized per_judge matrix signature "
        "comparisons first second difference low high p p_holm pairs exact"
    ),
    "subsumption": "sentences links sentence by classes",
    "extraction": (
        "ideal sentences total extracts name precision recall f agreement signature comparisons first second "
        "difference low high p p_holm pairs exact"
    ),
    "coverage": (
        "cover extracts name precision coverage weighted_coverage redundant missed unit reached closest lacks "
        "signature certificate used holds proof prices comparisons first second difference low high p p_holm "
        "pairs exact"
    ),
    "pseudo-qa": "questions summaries name exact edit answers question sentence signature",
    "clustering": (
        "items ways irrelevant columns homogeneity completeness v v_half v_beta mutual_information nmi vi nvi "
        "rand entropy purity precision recall f bcubed_precision bcubed_recall bcubed_f signature differences "
        "in_neither identical delete add move changes item change from to reason text"
    ),
    "synthesis": (
        "qarla similarity value topics topic ties signature reports name docsim sentence-recall "
        "sentence-precision perplexity nicos comparisons first second difference low high p p_holm pairs exact"
    ),
    "headlines": (
        "items scores method metric plain brevity length lengths mean_length brevity_penalty length_penalty "
        "comparisons first second difference low high p p_holm pairs exact correlations penalty quality "
        "method_length method_quality signature"
    ),
    "agreement": (
        "judges items pairs first second spearman kendall pearson kappa alpha fleiss scores levels "
        "plus minus ways singletons V_beta V_0.5 NVI sizes judge "
        "sentences per_cluster"
    ),
    "corpus": "stories story documents sentences sources first last topic",
    "baselines": "reports name sentences document index text",
    "concepts": "topics person organisation factor collapses topic first second reason",
    "feedback": "shares",
}


def test_every_family_has_help_with_an_example(evaluate: Evaluate) -> None:
    assert {example.split()[0] for example in EXAMPLES} == set(COMMANDS)
    shown = evaluate("--help").out
    for family in COMMANDS:
        assert family in shown
        assert "Examples:" in evaluate(f"{family} --help").out


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_run_and_sign_what_they_print(evaluate: Evaluate, example: str) -> None:
    done = evaluate(example)
    # Which columns of a table of judges were taken for what is said, and nothing else.
    said = [
        line for line in done.err.splitlines() if not re.search(r"^meadow: (judges|ratings)\.csv: 3 judges: ", line)
    ]
    assert (done.status, said) == (0, [])
    signatures = done.out.rstrip("\n").split("\n\n")[-1].splitlines()
    assert all(re.search(r"\|v:\d", line) for line in signatures)
    value = evaluate(f"{example} --json").value
    assert value["measure"] == example.split()[0]
    assert value["signatures"] == signatures
    assert isinstance(value["notes"], list)


@pytest.mark.parametrize("family", COMMANDS)
def test_the_json_of_a_family_keeps_its_keys(evaluate: Evaluate, family: str) -> None:
    examples = [example for example in EXAMPLES if example.split()[0] == family]
    found = {key for example in examples for key in keys_of(evaluate(f"{example} --json").value)}
    assert set(KEYS[family].split()) - found == set()


def keys_of(value: object) -> Iterator[str]:
    """Yield the keys of a JSON value, however deep."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys_of(each)


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_dash_in_a_table_has_its_reason_below(evaluate: Evaluate, example: str) -> None:
    done = evaluate(example)
    tables = done.out.split("\n\n")[:-1]
    if any(re.search(r"(^|\s)–(\s|$)", table) for table in tables):
        assert evaluate(f"{example} --json").value["notes"]


def test_equal_inputs_give_equal_bytes_and_another_seed_others(evaluate: Evaluate) -> None:
    line = "clustering --clusters clusters.jsonl --classes classes.jsonl"
    assert evaluate(line).out == evaluate(line).out
    assert evaluate(line).out != evaluate(f"{line} --seed 1").out


def test_the_shell_sees_the_same(folder: Path) -> None:
    line = [sys.executable, "-m", "meadow", "evaluate", *shlex.split(EXAMPLES[0])]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(line, cwd=folder, capture_output=True, encoding="utf-8", check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "rouge2(stem=True)|dialect:google" in done.stdout
    failed = subprocess.run(
        [*line, "--metrics", "rouge0"], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert (failed.returncode, failed.stdout) == (2, "")
    assert "There is no ROUGE metric called 'rouge0'." in failed.stderr


# --- metrics ---------------------------------------------------------------------------------------------------------


def test_a_metric_by_name_has_the_numbers_of_its_family(evaluate: Evaluate) -> None:
    line = "--candidates mead.jsonl --references references.jsonl --language en"
    named = evaluate(f"metrics {line} --metrics rouge2(dialect=google).recall --json").value
    (score,) = named["scores"]
    family = evaluate(f"rouge {line} --metrics rouge2 --json").value
    assert score["value"] == pytest.approx(family["systems"][0]["scores"]["rouge2"]["recall"])
    assert "dialect=google" in named["signatures"][0]
    assert "stem=true" in named["signatures"][0]


@pytest.mark.parametrize(("dialect", "option"), [("", ""), ("(dialect=rouge155)", "--dialect rouge155")])
def test_every_interface_gives_the_same_rouge(evaluate: Evaluate, dialect: str, option: str) -> None:
    from meadow.lab.evaluate import rouge
    from meadow.lab.evaluate.metric import Item, parse_measure, score_items

    text = "A ferry capsized off Skerra, nine people died."
    references = ("The ferry capsized off Skerra and nine people died.", "Nine people died when a ferry capsized.")
    line = "--candidates mead.jsonl --references references.jsonl --language en --json"
    family = evaluate(f"rouge {line} {option} --metrics rouge1,rouge2,rougeL").value["systems"][0]["items"]
    names = [f"{name}{dialect}" for name in ("rouge1", "rouge2", "rougeL")]
    named = evaluate(f"metrics {line} --metrics {','.join(names)}").value["items"]
    assert [[item[name] for name in names] for item in named] == [
        [item[name]["f"] for name in ("rouge1", "rouge2", "rougeL")] for item in family
    ]
    chosen: rouge.RougeOptions = {"dialect": "rouge155"} if dialect else {}
    library = [score.f for score in rouge.score(text, references, **chosen).values()]
    by_name = score_items([Item((text,), references)], list(map(parse_measure, names)))
    assert library == [named[0][name] for name in names] == list(by_name[0].values())


def test_both_dialects_come_after_each_other_under_their_names(evaluate: Evaluate) -> None:
    line = "--candidates mead.jsonl --references references.jsonl --metrics rouge1"
    both = evaluate(f"rouge {line} --dialect both --json").value
    assert list(both["dialects"]) == ["google", "rouge155"]
    for dialect, each in both["dialects"].items():
        alone = evaluate(f"rouge {line} --dialect {dialect} --json").value
        assert each == {key: value for key, value in alone.items() if key not in ("notes", "signatures")}
        assert set(alone["signatures"]) <= set(both["signatures"])
    shown = evaluate(f"rouge {line} --dialect both").out
    assert shown.index("Dialect google\n") < shown.index("Dialect rouge155\n") < shown.index("0.84853")
    captions = evaluate(f"rouge {line} --dialect both --form latex").out
    assert "Dialect rouge155" in captions
    headlines = "headlines --headlines mead.jsonl --references references.jsonl --metrics rouge1 --dialect both"
    assert list(evaluate(f"{headlines} --json").value["dialects"]) == ["google", "rouge155"]
    refused = evaluate(f"rouge {line} --dialect both --reconcile rouge155")
    assert refused.status == 2
    assert "--reconcile and --dialect both were both given" in refused.err


def test_metrics_without_references_take_none(evaluate: Evaluate) -> None:
    done = evaluate("metrics --candidates mead.jsonl lead.jsonl --metrics words --items")
    assert done.status == 0
    assert [row[:2] for row in done.rows("system      metric")] == [["mead.jsonl", "words"], ["lead.jsonl", "words"]]
    assert "First less second, paired by item" in done.out
    refused = evaluate("metrics --candidates mead.jsonl --metrics rouge1")
    assert refused.status == 2
    assert "The metric 'rouge1' needs references: give --references." in refused.err


def test_one_item_has_no_interval_and_says_so(evaluate: Evaluate, folder: Path) -> None:
    (folder / "one.txt").write_text("A ferry sank.\n", encoding="utf-8")
    value = evaluate("metrics --candidates one.txt --metrics words --json").value
    assert value["scores"] == [{"system": "one.txt", "metric": "words", "value": 3.0, "low": None, "high": None}]
    assert value["notes"] == ["One item gives no interval."]


def test_the_language_of_an_item_is_found_unless_told(evaluate: Evaluate, folder: Path) -> None:
    text = "Το πλοίο βυθίστηκε τη Δευτέρα κοντά στο νησί.\n"
    (folder / "greek.txt").write_text(text, encoding="utf-8")
    line = "metrics --candidates greek.txt --references greek.txt --metrics rouge1 --json"
    found = evaluate(line).value
    assert (found["scores"][0]["value"], "language:el" in found["signatures"][0]) == (1.0, True)
    assert evaluate(f"{line} --language en").value["scores"][0]["value"] == 0.0


# --- rouge -----------------------------------------------------------------------------------------------------------


def test_rouge_of_texts_by_id_agrees_with_the_library(evaluate: Evaluate) -> None:
    from meadow.lab.evaluate import rouge

    value = evaluate(
        "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge1,rougeSU4 --json"
    ).value
    (system,) = value["systems"]
    assert [item["id"] for item in system["items"]] == ["ferry", "strike", "flood"]
    references = ["The ferry capsized off Skerra and nine people died.", "Nine people died when a ferry capsized."]
    expected = rouge.score("A ferry capsized off Skerra, nine people died.", references, metrics=["rouge1", "rougeSU4"])
    for metric in ("rouge1", "rougeSU4"):
        assert system["items"][0][metric]["f"] == expected[metric].f
        assert system["scores"][metric]["low"] <= system["scores"][metric]["f"] <= system["scores"][metric]["high"]
        assert "|refs:2|multiple:best|" in system["scores"][metric]["signature"]


def test_rouge_reads_folders_lines_and_json_alike(evaluate: Evaluate, folder: Path) -> None:
    texts = {"a": "Nine people died.", "b": "The strike ended."}
    references = {"a": "Nine died.", "b": "The strike has ended."}
    for name, given in (("system", texts), ("gold", references)):
        (folder / name).mkdir()
        for item, text in given.items():
            (folder / name / f"{item}.txt").write_text(text + "\n", encoding="utf-8")
        (folder / f"{name}.txt").write_text("\r\n".join(given.values()) + "\n", encoding="utf-8")
        rows = [{"id": item, "text": text} for item, text in given.items()]
        (folder / f"{name}.jsonl").write_text("\ufeff" + lines(*rows), encoding="utf-8")
        (folder / f"{name}.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    shapes = ("", ".txt", ".jsonl", ".json")
    found = [evaluate(f"rouge --candidates system{each} --references gold{each} --json").value for each in shapes]
    scores = [value["systems"][0]["scores"] for value in found]
    assert scores[0] == scores[1] == scores[2] == scores[3]


def test_rouge_takes_several_references_in_one_go_or_option_by_option(evaluate: Evaluate, folder: Path) -> None:
    for name in ("one", "two"):
        (folder / f"{name}.txt").write_text(f"Nine people died on day {name}.\n", encoding="utf-8")
    (folder / "text.txt").write_text("Nine people died on day two.\n", encoding="utf-8")
    once = evaluate("rouge --candidates text.txt --references one.txt two.txt --json")
    assert once == evaluate("rouge --references one.txt --candidates text.txt --references two.txt --json")
    assert once.value["systems"][0]["scores"]["rouge2"]["f"] == 1.0
    assert "refs:2" in once.out
    assert "One item gives no interval." in once.value["notes"]


def test_rouge_compares_two_systems_by_item(evaluate: Evaluate) -> None:
    line = "rouge --candidates mead.jsonl --compare lead.jsonl --references references.jsonl --metrics rouge1"
    value = evaluate(f"{line} --json").value
    (test,) = value["comparisons"]
    first, second = value["systems"]
    assert (test["first"], test["second"]) == ("mead.jsonl", "lead.jsonl")
    assert test["difference"] == pytest.approx(first["scores"]["rouge1"]["f"] - second["scores"]["rouge1"]["f"])
    # Three items all speak for the first system: of 2³ assignments of signs two are as extreme.
    assert (test["p"], test["pairs"], test["exact"]) == (0.25, 3, True)
    assert 0 < test["low"] <= test["difference"] <= test["high"]
    assert "rouge1 recall" in evaluate(f"{line} --side recall").out


def test_several_tests_are_corrected_for_their_number(evaluate: Evaluate) -> None:
    line = "rouge --candidates mead.jsonl --compare lead.jsonl --references references.jsonl --json"
    tests = evaluate(line).value["comparisons"]
    assert [test["p"] for test in tests] == [0.25, 0.25, 0.25]
    assert [test["p_holm"] for test in tests] == [0.75, 0.75, 0.75]


def test_rouge155_prints_the_averages_of_the_script(evaluate: Evaluate) -> None:
    from meadow.lab.evaluate import rouge

    line = "rouge --candidates mead.jsonl --references references.jsonl --dialect rouge155 --metrics rouge1"
    done = evaluate(line)
    items = evaluate(f"{line} --json").value["systems"][0]["items"]
    ordered = sorted(items, key=lambda item: str(item["id"]))
    script = rouge.script_average([rouge.Overlap(**item["rouge1"]) for item in ordered])
    row = done.rows("system")[0]
    assert row[2:] == [f"{value:.5f}" for value in (script.recall.mean, script.precision.mean, *_f(script))]
    assert "average:script(resamples=1000, confidence=95)" in done.out


def _f(script: object) -> tuple[float, float, float]:
    f = script.f  # type: ignore[attr-defined]
    return f.mean, f.low, f.high


def test_rouge_options_reach_the_measure_and_its_signature(evaluate: Evaluate, folder: Path) -> None:
    (folder / "stop.txt").write_text("the\na\nof\n", encoding="utf-8")
    base = "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge1"
    for option, said in {
        "--no-stem": "rouge1(stem=False)",
        "--stopwords": "stopwords=",
        "--stop-list stop.txt": "stopwords=",
        "--words 4": "words=4",
        "--characters 20": "characters=20",
        "--bytes 20": "utf8_bytes=20",
        "--language Dutch": "language:nl",
        "--multiple sum": "multiple:sum",
        "--alpha 0.2": "alpha=0.2",
        "--split-sentences": "split_sentences=True",
    }.items():
        assert said in evaluate(f"{base} {option}").out


def test_a_plain_file_can_be_one_text(evaluate: Evaluate, folder: Path) -> None:
    (folder / "mine.txt").write_text("Nine died.\nThe ferry capsized.\n", encoding="utf-8")
    (folder / "theirs.txt").write_text("The ferry capsized.\nNine died.\n", encoding="utf-8")
    whole = evaluate("rouge --candidates mine.txt --references theirs.txt --whole --metrics rouge1,rougeL --json").value
    assert len(whole["systems"][0]["items"]) == 1
    assert whole["systems"][0]["scores"]["rouge1"]["f"] == 1.0
    assert whole["systems"][0]["scores"]["rougeL"]["f"] < 1.0
    lined = evaluate("rouge --candidates mine.txt --references theirs.txt --metrics rouge1 --json").value
    assert len(lined["systems"][0]["items"]) == 2


def test_what_summarize_prints_can_be_scored(evaluate: Evaluate, folder: Path) -> None:
    (folder / "summary.json").write_text(json.dumps({"story": "x", "text": "Nine died.", "sentences": []}))
    (folder / "reference.txt").write_text("Nine died.\n")
    value = evaluate("rouge --candidates summary.json --references reference.txt --json").value
    assert value["systems"][0]["scores"]["rouge1"]["f"] == 1.0
    piped = evaluate("rouge --candidates - --references reference.txt --json", stdin="Nine died.\n").value
    assert piped["systems"][0]["name"] == "-"
    assert piped["systems"][0]["scores"] == value["systems"][0]["scores"]


def test_a_folder_may_hold_what_summarize_prints(evaluate: Evaluate, folder: Path) -> None:
    (folder / "system").mkdir()
    for item in ("ferry", "strike", "flood"):
        (folder / "system" / f"{item}.json").write_text(json.dumps({"text": f"A {item}.", "sentences": []}))
    done = evaluate("rouge --candidates system --references references.jsonl --metrics rouge1 --items")
    items = [row[1] for row in done.rows("system  item")]
    assert sorted(items) == ["ferry", "flood", "strike"]


def test_a_text_without_tokens_scores_0_and_is_noted(evaluate: Evaluate, folder: Path) -> None:
    (folder / "empty.txt").write_text("\nThe strike ended.\n", encoding="utf-8")
    (folder / "gold.txt").write_text("Nine died.\nThe strike ended.\n", encoding="utf-8")
    done = evaluate("rouge --candidates empty.txt --references gold.txt --json")
    assert done.err == ""
    assert [item["rouge1"]["f"] for item in done.value["systems"][0]["items"]] == [0.0, 1.0]
    assert "1 of 3 texts have no token left" in done.value["notes"][0]


def test_reconcile_explains_the_difference_factor_by_factor(evaluate: Evaluate, folder: Path) -> None:
    (folder / "one.txt").write_text("The ferries capsized.\n", encoding="utf-8")
    (folder / "gold.txt").write_text("The ferry capsizes today.\n", encoding="utf-8")
    line = "rouge --candidates one.txt --references gold.txt --metrics rouge1"
    value = evaluate(f"{line} --reconcile google(stem=false) --json").value
    (pair,) = value["reconciled"]
    assert sum(finding["effect"] for finding in pair["findings"]) == pytest.approx(pair["second"] - pair["first"])
    (stemming,) = [finding for finding in pair["findings"] if finding["factor"] == "stemming"]
    assert stemming["lost"] == ["ferries", "capsized"]
    assert len(value["signatures"]) == 2
    shown = evaluate(f"{line} --reconcile rouge155").out
    assert "without effect here:" in shown
    assert "rounding" in shown
    assert "The two ways are the same." in evaluate(f"{line} --reconcile google").out


def test_reconcile_can_look_at_one_item(evaluate: Evaluate) -> None:
    line = "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge2 --reconcile rouge155 --json"
    assert [pair["item"] for pair in evaluate(line).value["reconciled"]] == ["ferry", "strike", "flood"]
    assert [pair["item"] for pair in evaluate(f"{line} --item strike").value["reconciled"]] == ["strike"]
