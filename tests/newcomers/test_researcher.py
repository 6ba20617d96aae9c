"""A researcher compares an own system with baselines; every number is computed a second time, in few lines."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from newcomers.conftest import Newcomer
from newcomers.fiction import Article, generated

_TOPICS = 8
_JUDGES = {"Ada": (10, 8, 2, 5), "Ben": (10, 9, 3, 6), "Cem": (5, 8, 4, 9)}


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.”]) ", text)


@pytest.fixture(scope="module")
def topics() -> list[list[Article]]:
    """Return the articles of some events, three of each, with a sentence that only their first one has."""
    events: dict[int, list[Article]] = {}
    for article in generated(400, seed=5):
        events.setdefault(article.event, []).append(article)
    return [articles[:3] for articles in events.values() if len(articles) > 6][:_TOPICS]


@pytest.fixture
def texts(newcomer: Newcomer, topics: list[list[Article]]) -> dict[str, list[str]]:
    """Return a text per topic of the references, of the researcher's system and of a baseline; each is a folder too."""
    made = {
        "reference": [" ".join(_sentences(topic[0].text)[:2] + _sentences(topic[2].text)[:1]) for topic in topics],
        "mine": [" ".join(_sentences(topic[0].text)[:2]) for topic in topics],
        "last": [_sentences(topic[-1].text)[-1] for topic in topics],
    }
    for system, its in made.items():
        folder = newcomer.folder / "outputs" / system
        folder.mkdir(parents=True)
        for number, text in enumerate(its):
            (folder / f"topic-{number}.txt").write_text(text + "\n", "utf-8")
    return made


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _rouge(size: int, candidate: str, reference: str) -> tuple[float, float, float]:
    """Return recall, precision and F of the runs of `size` words."""
    ours, theirs = (
        Counter(zip(*(words[at:] for at in range(size)), strict=False))
        for words in (_tokens(candidate), _tokens(reference))
    )
    shared = (ours & theirs).total()
    recall, precision = shared / theirs.total(), shared / ours.total()
    return recall, precision, 2 * recall * precision / (recall + precision) if shared else 0.0


def _permuted(differences: list[float]) -> float:
    """Return the share of all swaps of pairs whose mean difference is as large as the one seen."""
    seen = abs(sum(differences)) - 1e-9
    swaps = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in product((1, -1), repeat=_TOPICS)
    ]
    return sum(each >= seen for each in swaps) / len(swaps)


def test_rouge_of_a_folder_of_outputs(newcomer: Newcomer, texts: dict[str, list[str]]) -> None:
    command = ["evaluate", "rouge", "--candidates", "outputs/mine", "--compare", "outputs/last"]
    command += ["--references", "outputs/reference", "--metrics", "rouge1,rouge2", "--no-stem", "--dialect", "google"]
    said = newcomer.run(*command).stdout
    by_hand = {
        (system, size): [_rouge(size, *pair) for pair in zip(texts[system], texts["reference"], strict=True)]
        for system in ("mine", "last")
        for size in (1, 2)
    }
    for (system, size), scores in by_hand.items():
        row = re.compile(rf"^\S*{system}\s+rouge{size} +([\d.]+) +([\d.]+) +([\d.]+)", re.MULTILINE).search(said)
        assert row is not None, said
        assert [float(each) for each in row.groups()] == pytest.approx(
            [fmean(each) for each in zip(*scores, strict=True)], abs=6e-5
        )
    tests = [line.split() for line in said.splitlines() if re.search(r"mine\s+\S*last", line)]
    for size, row_of_test in zip((1, 2), tests, strict=True):
        differences = [a[2] - b[2] for a, b in zip(by_hand["mine", size], by_hand["last", size], strict=True)]
        assert float(row_of_test[-2]) == pytest.approx(_permuted(differences), abs=6e-5)


def test_metrics_without_references_count_what_one_can_count(newcomer: Newcomer, texts: dict[str, list[str]]) -> None:
    value = newcomer.json("evaluate", "metrics", "--candidates", "outputs/mine", "--metrics", "words")
    words = fmean(len(text.split()) for text in texts["mine"])
    assert words in [pytest.approx(each) for each in _numbers(value)], value


def _numbers(value: Any) -> list[float]:
    """Return all numbers of a JSON value."""
    if isinstance(value, dict | list):
        return [number for each in (value.values() if isinstance(value, dict) else value) for number in _numbers(each)]
    return [value] if isinstance(value, int | float) else []


def _judged(shape: str) -> str:
    """Return the judges' scores in one of the shapes that spreadsheets give."""
    rows = list(enumerate(zip(*_JUDGES.values(), strict=True)))
    if shape == "a row per judgement":
        cells = [f"{judge},{at},{score}" for at, scores in rows for judge, score in zip(_JUDGES, scores, strict=True)]
        return "\n".join(["judge,sentence,score", *cells, ""])
    numbered = shape == "numbered sentences"
    lines = [",".join([*([str(at)] if numbered else []), *map(str, scores)]) for at, scores in rows]
    return "\n".join([",".join([*(["sentence"] if numbered else []), *_JUDGES]), *lines, ""])


@pytest.mark.parametrize("shape", ["only scores", "numbered sentences", "a row per judgement"])
def test_relative_utility_from_a_spreadsheet(newcomer: Newcomer, shape: str) -> None:
    (newcomer.folder / "judges.csv").write_text(_judged(shape), "utf-8")
    (newcomer.folder / "extract.txt").write_text("0 3\n", "utf-8")
    command = ("evaluate", "utility", "--judges", "judges.csv", "--percent", "50", "--extract", "extract.txt")
    best = {judge: sum(sorted(scores)[-2:]) for judge, scores in _JUDGES.items()}
    system = fmean((scores[0] + scores[3]) / best[judge] for judge, scores in _JUDGES.items())
    chance = fmean(2 * fmean(scores) / best[judge] for judge, scores in _JUDGES.items())
    # Whom each judge would pick: the two best by their own scores, none of them tied at the edge.
    picks = {judge: sorted(range(4), key=scores.__getitem__)[2:] for judge, scores in _JUDGES.items()}
    judges = fmean(
        sum(_JUDGES[other][at] for at in picks[judge]) / best[other]
        for judge in _JUDGES
        for other in _JUDGES
        if other != judge
    )
    said = newcomer.run(*command).stdout
    row = re.search(r"^50 % +extract\.txt +2 (.*)$", said, re.MULTILINE)
    assert row is not None, said
    wanted = [judges, chance, system, (system - chance) / (judges - chance)]
    assert [float(each) for each in row[1].split()] == pytest.approx(wanted, abs=6e-5)


def _save_testbed(folder: Path, topics: list[list[Article]], texts: dict[str, list[str]]) -> None:
    """Write a testbed as its page describes it."""
    folder.mkdir()
    (folder / "testbed.toml").write_text('name = "upland"\nabout = "Eight stories."\n', "utf-8")
    names = [f"topic-{number}" for number in range(len(topics))]
    rows: dict[str, list[dict[str, Any]]] = {
        "documents": [article.row() | {"language": "en"} for topic in topics for article in topic],
        "stories": [
            {"story": name, "documents": [article.id for article in topic]}
            for name, topic in zip(names, topics, strict=True)
        ],
        "references": [
            {"story": name, "id": "ana", "text": text} for name, text in zip(names, texts["reference"], strict=True)
        ],
    }
    for part, lines in rows.items():
        (folder / f"{part}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def test_the_lab_ranks_my_system_among_baselines(
    newcomer: Newcomer, topics: list[list[Article]], texts: dict[str, list[str]]
) -> None:
    _save_testbed(newcomer.folder / "upland", topics, texts)
    assert "Nothing is wrong" in newcomer.run("lab", "check", "upland").stderr
    metric, mine = "rouge1(stem=false).recall", "given(mine)"
    command = f"lab run summaries --testbed upland --systems random lead {mine} --baseline {mine}".split()
    command += ["--metrics", metric, "--budgets", "words=30", "--workers", "1", "--out", "run"]
    command += ["--outputs", "outputs", "--label", "mine=Our system"]
    (table,) = newcomer.json(*command)["tables"]
    rows = {row["labels"][0]: row["entries"][0] for row in table["rows"]}
    assert len(rows) == 3
    mean = rows["Our system"]["value"]
    by_hand = [_rouge(1, *pair)[0] for pair in zip(texts["mine"], texts["reference"], strict=True)]
    assert mean == pytest.approx(fmean(by_hand), abs=1e-5)
    assert all(entry["low"] <= entry["value"] <= entry["high"] for entry in rows.values())
    with (newcomer.folder / "run" / "items.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    others = {name: [float(cell["value"]) for cell in cells if cell["system"] == name] for name in ("lead", "random")}
    chances = [(_permuted([a - b for a, b in zip(its, by_hand, strict=True)]), name) for name, its in others.items()]
    # Holm: the smaller of two chances counts twice, the larger is never below it.
    smallest = min(1.0, 2 * min(chances)[0])
    for chance, name in ((smallest, min(chances)[1]), (max(smallest, max(chances)[0]), max(chances)[1])):
        assert rows[name]["marks"] == (["‡"] if chance < 0.01 else ["†"] if chance < 0.05 else []), (name, chance)
    assert rows["random"]["marks"]
    latex = newcomer.run("lab", "show", "run", "--form", "latex").stdout
    assert [word for word in ("\\toprule", "\\bottomrule", "lead", "random", "Our system") if word not in latex] == []
    assert f"{mean:.3f}".lstrip("0") in latex
    assert newcomer.json(*command)["tables"] == [table], "a run that was kept is taken again"
