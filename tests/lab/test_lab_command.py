"""`meadow lab` end to end: list, check, run, show, compare and convert, and what they say about wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.conftest import Run
from meadow.lab.catalogue import experiment_names

RUN = "lab run summaries --documents stories/ferry stories/wolf stories/oven --references references.jsonl"
SMALL = "--systems lead mead --metrics rouge1 words --budgets words=20 --resamples 100 --workers 1"


def test_experiments_are_listed_and_explained(meadow: Run) -> None:
    status, out, _ = meadow("lab list")
    assert status == 0
    assert all(name in out for name in experiment_names())
    status, out, _ = meadow("lab list qarla")
    assert (status, "needs: reports" in out) == (0, True)
    assert meadow("lab list --json")[1].startswith('{"experiments": [')


def test_an_experiment_can_be_copied_changed_and_run(meadow: Run, folder: Path) -> None:
    text = meadow("lab list summaries --toml")[1].replace('"presets", "given", "oracle"', '"lead", "mead"')
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    status, out, _ = meadow(RUN.replace("summaries", "mine.toml"), "--workers", "1", "--resamples", "100")
    assert (status, "lead" in out, "oracle" in out) == (0, True, False)
    assert meadow("lab list --toml")[0] == 2


def test_stories_and_references_make_a_testbed(meadow: Run) -> None:
    status, out, err = meadow(f"{RUN} {SMALL}")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Summaries of 3 topics of documents, words=20"
    assert "made by: meadow lab run summaries --documents stories/ferry" in out
    assert "--workers" not in out


def test_a_kept_run_is_shown_in_every_form(meadow: Run, folder: Path) -> None:
    status, out, err = meadow(f"{RUN} {SMALL} --out kept")
    assert (status, err) == (0, "meadow: Kept in kept.\n")
    assert meadow("lab show kept")[1] == out
    for form, start in (("markdown", "**"), ("latex", "\\begin{table"), ("html", "<"), ("csv", "system,")):
        status, shown, _ = meadow(f"lab show kept --form {form}")
        assert (status, start in shown) == (0, True)
    value = json.loads(meadow("lab show kept --json")[1])
    assert [table["name"] for table in value["tables"]] == ["summaries-words-20"]
    assert meadow("lab show kept --table other")[0] == 2
    assert meadow("lab show stories")[2].startswith("meadow: There is no finished run in 'stories'.")
    plots = {path.suffix for path in (folder / "kept" / "plots").iterdir()}
    assert plots == {".csv", ".svg", ".png"}


def test_systems_are_compared_topic_by_topic(meadow: Run) -> None:
    line = RUN.replace("run summaries", "compare lead mead") + " --budgets words=20 --workers 1"
    status, out, _ = meadow(line)
    assert status == 0
    assert out.startswith("lead beside mead: rouge1, words=20, 3 topics")
    value = json.loads(meadow(f"{line} --json")[1])
    assert {each["topic"] for each in value["topics"]} == {"ferry", "wolf", "oven"}


def test_the_samples_testbed_is_checked_and_said_to_be_an_illustration(meadow: Run) -> None:
    status, out, err = meadow("lab check")
    assert (status, err) == (0, "meadow: Nothing is wrong with it.\n")
    assert "illustration" in out
    for name in experiment_names():
        assert name in out


def test_a_testbed_with_a_missing_file_says_what_is_wrong(meadow: Run, folder: Path) -> None:
    (folder / "bed").mkdir()
    (folder / "bed" / "testbed.toml").write_text('name = "bed"\n', encoding="utf-8")
    status, out, _ = meadow("lab check bed")
    assert (status, "things are wrong:" in out, "stories.jsonl" in out) == (1, True, True)
    assert json.loads(meadow("lab check bed --json")[1])["findings"]
    assert meadow("lab run summaries --testbed bed")[0] == 2
    assert meadow("lab check nowhere")[0] == 2


def test_a_testbed_is_converted_and_back(meadow: Run, folder: Path) -> None:
    texts = ["A mill burned in Orrin.", "The mill in Orrin is gone."]
    rows = [
        {"id": f"a{day}", "cluster": "a", "title": "Fire", "text": text, "date": f"2026-03-0{day}", "lang": "en"}
        for day, text in enumerate(texts, start=1)
    ]
    (folder / "given").mkdir()
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "given" / "docs.jsonl").write_text(lines, encoding="utf-8")
    status, out, _ = meadow("lab convert jsonl:given bed")
    assert (status, out) == (0, "given: 1 topics, 2 documents -> bed\n")
    assert meadow("lab check bed")[0] == 0
    assert meadow("lab convert bed jsonl:back")[0] == 0
    assert meadow("lab convert jsonl:back again")[0] == 0
    assert (folder / "bed" / "documents.jsonl").read_bytes() == (folder / "again" / "documents.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("lab run sumaries", "Did you mean 'summaries'"),
        ("lab run summaries --references references.jsonl", "--references go with --documents"),
        (f"{RUN} --testbed x", "Both --testbed and --documents"),
        (f"{RUN} --set length", "'length' is not a setting"),
        (f"{RUN} --form pdf", "no form of a table called 'pdf'"),
        ("lab run summaries --topics nowhere", "no topic of the testbed meadow-sample called 'nowhere'"),
        ("lab run summaries --reader limit=3", "takes no options"),
        ("lab run summaries --testbed jsonl:stories --reader spelling=odd", "no option 'spelling'"),
        ("lab convert stories duc:x", "testbed"),
    ],
)
def test_wrong_input_is_explained(meadow: Run, line: str, message: str) -> None:
    status, out, err = meadow(f"{line} --workers 1" if "run" in line.split()[:2] else line)
    assert (status, out) == (2, "")
    assert message in err


def test_strict_ends_with_1_if_a_cell_failed(meadow: Run, folder: Path) -> None:
    plugin = folder / "grumpy.py"
    plugin.write_text(
        "def grumpy(view):\n    if len(view) > 4:\n        raise ValueError('too long')\n"
        "    import numpy\n    from meadow.model import Scores\n    return Scores(numpy.ones(len(view)))\n"
        "METHODS = {'rank': {'grumpy': grumpy}}\n",
        encoding="utf-8",
    )
    line = f"{RUN} --plugin grumpy.py --metrics rouge1 --budgets words=20 --workers 1 --strict --systems lead"
    status, out, err = meadow(line, "lead(rank=grumpy)")
    assert (status, "ValueError: too long" in out, "cells failed" in err) == (1, True, True)


def test_a_form_that_is_not_known_is_said_before_any_work(meadow: Run, folder: Path) -> None:
    status, out, err = meadow(f"{RUN} {SMALL} --form papyrus --out kept")
    assert (status, out, err.startswith("meadow: There is no form of a table called 'papyrus'.")) == (2, "", True)
    assert not (folder / "kept").exists()


def test_toml_and_json_are_not_printed_at_once(meadow: Run) -> None:
    status, out, _ = meadow("lab list summaries --toml --json")
    assert (status, out) == (2, "")


@pytest.mark.parametrize("place", ["references.jsonl/bed", "x" * 300])
@pytest.mark.parametrize("form", ["", "mead:", "lines:", "summeval:", "multiling:"])
def test_places_that_cannot_be_are_explained(meadow: Run, folder: Path, place: str, form: str) -> None:
    bed = "jsonl:documents.jsonl"
    texts = [{"id": name, "text": f"The {name} in Orrin is old.", "language": "en"} for name in ("mill", "weir")]
    rows = "".join(json.dumps({**text, "cluster": "orrin"}) + "\n" for text in texts)
    (folder / "documents.jsonl").write_text(rows, encoding="utf-8")
    status, _, err = meadow(f"lab convert {bed} {form}{place}")
    assert (status, err.startswith("meadow: "), "Traceback" in err) == (2, True, False)
    status, _, err = meadow(f"lab check {form}{place}")
    assert (status, "Traceback" in err) == (2, False)
