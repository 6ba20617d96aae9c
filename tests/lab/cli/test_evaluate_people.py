"""`meadow evaluate` on answers, headlines, reports and judges, with their goldens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import labels, lines, report

# --- pseudo-qa, headlines, synthesis ---------------------------------------------------------------------------------


@pytest.mark.golden("T7")
def test_pseudo_qa_scores_of_the_specification(evaluate: Evaluate, folder: Path) -> None:
    (folder / "kitten.txt").write_text("kitten\n", encoding="utf-8")
    (folder / "sitting.txt").write_text("sitting\n", encoding="utf-8")
    value = evaluate("pseudo-qa --sentences kitten.txt --answers sitting.txt --json").value
    assert value["summaries"][0]["edit"] == pytest.approx(3 / 7)
    (folder / "robot.txt").write_text("AIBO cost 25,000 yen", encoding="utf-8")
    (folder / "price.txt").write_text("250,000 yen\n", encoding="utf-8")
    value = evaluate("pseudo-qa --sentences robot.txt --answers price.txt --json").value
    assert (value["summaries"][0]["exact"], value["summaries"][0]["edit"]) == (0.0, pytest.approx(9 / 11))


def test_pseudo_qa_takes_json_answers_and_compares_by_question(evaluate: Evaluate, folder: Path) -> None:
    questions = lines(
        {"question": "How much?", "answer": ["25 000 yen", "25,000 yen"]},
        {"question": "Who slept?", "answer": "a kitten"},
    )
    (folder / "answers.jsonl").write_text(questions, encoding="utf-8")
    (folder / "other.json").write_text(json.dumps({"text": "A dog slept. It rained."}), encoding="utf-8")
    line = "pseudo-qa --summary summary.txt --compare other.json --answers answers.jsonl"
    done = evaluate(f"{line} --items")
    assert done.rows("summary ")[0] == ["summary.txt", "1.0000", "1.0000"]
    assert done.rows("question")[0][:2] == ["How", "much?"]
    tests = evaluate(f"{line} --json").value["comparisons"]
    assert [(test["measure"], test["pairs"]) for test in tests] == [("exact", 2), ("edit", 2)]
    assert tests[0]["difference"] == 1.0


def test_headlines_have_penalties_of_their_method(evaluate: Evaluate) -> None:
    from meadow.lab.evaluate import headlines

    value = evaluate("headlines --headlines title.jsonl phrase.jsonl --references models.jsonl --json").value
    texts = ["Nine people", "Friday", "The night"]
    models = [
        ["The ferry capsized off Skerra and nine people died.", "Nine people died when a ferry capsized."],
        ["Dock workers ended their strike on Friday."],
        ["The flood reached the old town at night."],
    ]
    title, phrase = value["lengths"]
    assert (title["method"], phrase["method"]) == ("title", "phrase")
    assert phrase["brevity_penalty"] == headlines.brevity_penalty(texts, models)
    scores = {(row["method"], row["metric"]): row for row in value["scores"]}
    expected = headlines.score(texts, models, metric="rouge1-recall", penalty="brevity")
    assert scores["phrase", "rouge1-recall"]["brevity"] == pytest.approx(sum(expected) / 3)
    assert {test["measure"] for test in value["comparisons"]} == {row["metric"] for row in value["scores"]}


def test_headlines_go_with_what_people_like(evaluate: Evaluate) -> None:
    line = "headlines --headlines title.jsonl phrase.jsonl --references models.jsonl --quality quality.csv"
    value = evaluate(f"{line} --json").value
    assert [(row["metric"], row["penalty"]) for row in value["correlations"]] == [
        (f"rouge1-{side}", penalty) for side in ("recall", "precision") for penalty in ("none", "brevity", "length")
    ]
    assert all(-1 <= row["quality"] <= 1 for row in value["correlations"])
    assert "Spearman's rho" in evaluate(line).out
    single = evaluate("headlines --headlines title.jsonl --references models.jsonl --quality quality.csv --json").value
    assert single["correlations"][0]["method_quality"] is None  # one method has no rank correlation
    assert any("fewer than two" in note for note in single["notes"])


def test_an_empty_headline_is_noted_not_warned_of(evaluate: Evaluate, folder: Path) -> None:
    (folder / "none.jsonl").write_text(lines(*({"id": item, "text": ""} for item in ("ferry", "strike", "flood"))))
    done = evaluate("headlines --headlines none.jsonl --references models.jsonl --unit characters --json")
    assert done.err == ""
    assert done.value["lengths"][0]["brevity_penalty"] == 0.0
    assert any("no token left" in note for note in done.value["notes"])


@pytest.mark.golden("S6")
def test_similarities_of_reports(evaluate: Evaluate, folder: Path) -> None:
    # Reference: documents 1–3, four sentences; report: documents 2–5, five sentences, two of them in common.
    reference = report("m", ("1", 0, "a"), ("2", 0, "b"), ("2", 1, "c"), ("3", 0, "d"))
    ours = report("s", ("2", 0, "b"), ("2", 1, "c"), ("3", 5, "e"), ("4", 0, "f"), ("5", 0, "g"))
    (folder / "m.json").write_text(json.dumps(reference), encoding="utf-8")
    (folder / "s.json").write_text(json.dumps(ours), encoding="utf-8")
    (found,) = evaluate("synthesis --report s.json --reference m.json --json").value["reports"]
    assert found["docsim"] == pytest.approx(2 / 3)
    assert (found["sentence-recall"], found["sentence-precision"]) == (0.5, 0.4)
    assert found["nicos"] is None


@pytest.mark.golden("S7")
def test_qarla_counts_triples(evaluate: Evaluate) -> None:
    line = "synthesis --manual manual.jsonl --automatic automatic.jsonl --concepts concepts.txt --compare nicos,rouge1"
    value = evaluate(f"{line} --json").value
    found = {row["similarity"]: row for row in value["qarla"]}
    assert list(found) == ["docsim", "sentence-recall", "sentence-precision", "perplexity", "rouge1", "nicos"]
    # 3 references × 2 other people × 2 systems = 12 triples. With ada or ben (documents a, b) as the reference, cem and
    # "first" reach half of it: 3 of 4 won, 1 tied. With cem (document a), ada, ben and "first" reach all: 2 won, 2 tied.
    assert found["docsim"]["value"] == pytest.approx(8 / 12)
    assert found["docsim"]["topics"][0]["ties"] == pytest.approx(4 / 12)
    assert value["sign_test"]["more"] + value["sign_test"]["less"] + value["sign_test"]["equal"] == 3


def test_reports_without_a_name_are_called_like_their_files(evaluate: Evaluate, folder: Path) -> None:
    nameless = {"sentences": report("", ("a", 0, "x"))["sentences"]}
    (folder / "s.json").write_text(json.dumps(nameless), encoding="utf-8")
    (folder / "t.jsonl").write_text(lines(nameless, nameless), encoding="utf-8")
    (folder / "aliases.json").write_text(json.dumps(["ferry", ["coast guard", "rescuers"]]), encoding="utf-8")
    line = "synthesis --report s.json t.jsonl --reference manual.jsonl --concepts aliases.json --json"
    assert [each["name"] for each in evaluate(line).value["reports"]] == ["s", "t:1", "t:2"]


def test_qarla_over_topics_is_their_mean(evaluate: Evaluate, folder: Path) -> None:
    one, two = ("a", 0, "The ferry sank."), ("b", 0, "The strike ended.")
    manual = [report(f"p{n}", sentence, topic=topic) for n in (1, 2) for topic, sentence in (("x", one), ("y", two))]
    automatic = [report("s", two, topic="x"), report("s", two, topic="y")]
    (folder / "m.jsonl").write_text(lines(*manual), encoding="utf-8")
    (folder / "a.jsonl").write_text(lines(*automatic), encoding="utf-8")
    (folder / "c.json").write_text(json.dumps({"x": [["ferry"]], "y": [["strike"]]}), encoding="utf-8")
    done = evaluate("synthesis --manual m.jsonl --automatic a.jsonl --concepts c.json")
    assert done.rows("similarity")[1] == ["sentence-recall", "1.0000", "0.0000", "0.5000", "0.5000"]


def test_reports_that_mention_all_concepts_alike_are_infinitely_close(evaluate: Evaluate, folder: Path) -> None:
    line = "synthesis --report manual.jsonl --reference manual.jsonl --concepts concepts.txt"
    assert "∞" in evaluate(line).out
    value = evaluate(f"{line} --json").value
    assert value["reports"][0]["nicos"] is None
    assert any("infinite" in note for note in value["notes"])
    assert {test["measure"] for test in value["comparisons"]} == {
        "docsim", "sentence-recall", "sentence-precision", "perplexity", "rouge1",
    }  # fmt: skip


# --- agreement -------------------------------------------------------------------------------------------------------


def test_agreement_of_ratings_wide_long_and_as_json(evaluate: Evaluate, folder: Path) -> None:
    (folder / "long.csv").write_text(
        "item,judge,answer\n"
        + "".join(f"{i},{j},{a}\n" for i, j, a in (("a", "A", 1), ("a", "B", 2), ("b", "A", 3), ("b", "B", 3)))
    )
    (folder / "wide.jsonl").write_text(lines({"item": "a", "A": 1, "B": 2}, {"item": "b", "A": 3, "B": 3}))
    long, wide = (
        evaluate(f"agreement --answers {name} --level interval --json").value for name in ("long.csv", "wide.jsonl")
    )
    assert long == wide
    assert long["pairs"] == [
        {
            "first": "A",
            "second": "B",
            "items": 2,
            "spearman": 1.0,
            "kendall": 1.0,
            "pearson": 1.0,
            "kappa": pytest.approx(1 / 3),
        }
    ]


def test_agreement_on_words_has_kappa_but_no_correlation(evaluate: Evaluate, folder: Path) -> None:
    (folder / "words.csv").write_text("item,Ada,Ben\na,yes,yes\nb,no,yes\nc,no,no\nd,yes,yes\n")
    value = evaluate("agreement --answers words.csv --json").value
    assert value["pairs"][0]["spearman"] is None
    assert value["pairs"][0]["kappa"] == pytest.approx(0.5)  # observed 3/4, by chance (2·3 + 2·1)/16 = 1/2
    assert value["fleiss"] is not None
    assert value["notes"] == ["Correlations need numbers, but some answers are not."]


def test_agreement_that_is_undefined_says_why(evaluate: Evaluate, folder: Path) -> None:
    (folder / "same.csv").write_text("item,Ada,Ben\na,1,1\nb,1,1\n")
    value = evaluate("agreement --answers same.csv --json").value
    assert value["pairs"][0]["kappa"] is value["alpha"] is value["fleiss"] is None
    assert len(value["notes"]) == 2


@pytest.mark.golden("M13")
def test_agreement_on_subsumption(evaluate: Evaluate, folder: Path) -> None:
    answers: list[list[list[str]]] = [
        [[], ["A2-1"], ["A2-1"], [], ["A2-1"]],
        [["A2-5"], ["A2-5"], [], [], ["A2-5"]],
        [[], [], [], [], ["A2-10"]],
        [["A2-10"], ["A2-10"], ["A2-10"], [], ["A2-10"]],
        [[], ["A2-1"], [], ["A2-2"], ["A2-4"]],
        [[], [], [], [], ["A2-7"]],
        [[], [], [], [], ["A2-8"]],
    ]
    rows = ({"sentence": f"A1-{number}", "answers": row} for number, row in enumerate(answers, start=1))
    (folder / "table8.jsonl").write_text(lines(*rows))
    done = evaluate("agreement --subsumption table8.jsonl")
    assert [row[1] for row in done.rows("sentence")] == ["+3", "+3", "-4", "+4", "-2", "-4", "-4"]
    value = evaluate("agreement --subsumption table8.jsonl --json").value
    assert value["levels"]["4"] == {"plus": 1, "minus": 3}
    judged = (
        {"story": "s", "judge": judge, "sentence": ["A1", number], "by": [[target, 0] for target in named]}
        for judge in range(5)
        for number, row in enumerate(answers)
        for named in [row[judge]]
    )
    (folder / "subsumption.jsonl").write_text(lines(*judged))
    again = evaluate("agreement --subsumption subsumption.jsonl --json").value
    assert (again["levels"], list(again["scores"].values())) == (value["levels"], list(value["scores"].values()))
    named = [{"sentence": "A1-1", "answers": dict(zip("abcde", answers[0], strict=True))}]
    (folder / "named.jsonl").write_text(lines(*named))
    assert evaluate("agreement --subsumption named.jsonl --json").value["scores"] == {"A1-1": 3}


def test_agreement_of_clusterings_beside_chance(evaluate: Evaluate, folder: Path) -> None:
    (folder / "ada.jsonl").write_text(labels("abcdef", ["x", "x", "y", "y", None, None]))
    (folder / "ben.jsonl").write_text(labels("abcd", ["1", "1", "2", "2"]))
    value = evaluate("agreement --clusterings ada.jsonl ben.jsonl --json").value
    assert list(value["ways"]) == ["singletons", "bucket"]
    pair, mean, chance = value["ways"]["singletons"]
    assert pair["V_beta"] == mean["V_beta"] == 1.0
    assert chance["first"] == "random"
    assert chance["V_beta"] < 1.0
    assert value["sizes"][0] == {"judge": "ada.jsonl", "sentences": 4, "clusters": 2, "per_cluster": 2.0}


# --- reports by people -----------------------------------------------------------------------------------------------


@pytest.mark.golden("S3")
def test_shares_of_answers_in_all_and_by_topic(evaluate: Evaluate, folder: Path) -> None:
    assert evaluate("feedback feedback.csv --json").value["shares"] == {
        "all": {"Hard?": {"a little": pytest.approx(2 / 3), "a lot": pytest.approx(1 / 3)}}
    }
    shares = evaluate("feedback feedback.csv --topics --json").value["shares"]
    assert shares["wolf"] == {"Hard?": {"a little": 1.0}}
    assert list(shares) == ["all", "ferry", "wolf"]
    assert ["Hard?", "0.6667", "0.3333"] in evaluate("feedback feedback.csv").rows("question")
    (folder / "nothing.csv").write_text("question,answer\nHard?,\n")
    assert evaluate("feedback nothing.csv").status == 2


@pytest.mark.golden("S3")
def test_answers_come_from_traces_too(evaluate: Evaluate, folder: Path) -> None:
    documents = folder / "traces" / "documents" / "ferry"
    documents.mkdir(parents=True)
    (documents / "a.jsonl").write_text(lines({"id": "a", "text": "A ferry sank. Nine died."}))
    said = ({"user": user, "topic": "ferry", "action": "answer", "kind": "Hard?", "text": "a lot"} for user in "xy")
    (folder / "traces" / "traces.jsonl").write_text(lines(*said))
    assert evaluate("feedback traces --json").value["shares"] == {"all": {"Hard?": {"a lot": 1.0}}}


@pytest.mark.golden("S4")
def test_concepts_by_topic_and_which_may_be_one(evaluate: Evaluate) -> None:
    value = evaluate("concepts concepts.jsonl --json").value
    assert value["topics"] == {
        "ferry": {"person": 0, "organisation": 0, "factor": 2}, "wolf": {"person": 1, "organisation": 0, "factor": 0}
    }  # fmt: skip
    (collapse,) = value["collapses"]
    assert (collapse["topic"], collapse["first"], collapse["second"]) == ("ferry", "Star of Skerra", "Skerra")
    assert "is a part of" in evaluate("concepts concepts.jsonl").out


@pytest.mark.golden("S5")
def test_baselines_keep_their_length_and_go_on_to_synthesis(evaluate: Evaluate, folder: Path) -> None:
    line = "baselines story.jsonl --question ferry"
    every = evaluate(f"{line} --json").value["reports"]
    assert len(every) == 30
    assert max(len(report["sentences"]) for report in every) == 4  # whole documents
    (folder / "people.jsonl").write_text(
        lines(*({"name": name, "sentences": every[0]["sentences"][:1]} for name in ("ada", "ben")))
    )
    kept = evaluate(f"{line} --manual people.jsonl --keep 3 --json").value
    assert len(kept["reports"]) == 3
    assert "recall" in evaluate(f"{line} --manual people.jsonl").out
    thin = evaluate(f"{line} --manual people.jsonl --keep 30 --thin --json").value["reports"]
    assert {len(report["sentences"]) for report in thin} == {1}
    (folder / "baselines.json").write_text(json.dumps(kept))
    done = evaluate("synthesis --manual people.jsonl --automatic baselines.json")
    assert done.status == 0, done.err
    assert "automatic:3" in done.out
