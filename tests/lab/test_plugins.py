"""Experiments and formats of testbeds from plug-ins: found by name, loaded when used, held to the same contract."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lab.conftest import Run
from lab.kinds.whole_bed import BED
from lab.kinds.whole_bed import EXPERIMENTS as SETTINGS
from meadow import lab
from meadow.errors import InputError, PluginError, UnknownNameError
from meadow.lab.catalogue import experiment_names, experiment_text, load_experiment
from meadow.lab.experiment import EXPERIMENTS, Cell, CellResult, Experiment, Kind, Measured, find_kind
from meadow.lab.formats import TESTBED_FORMATS, Format, find_format
from meadow.lab.tables import Column, Entry, Findings, Row, Table
from meadow.lab.testbed import Testbed
from meadow.provenance.code_version import code_version
from meadow.registry import load_plugin
from meadow.testing import ContractError, check_experiment, check_testbed_format

COUNTING = """
from meadow.errors import InputError
from meadow.lab.experiment import Cell, Kind, Measured
from meadow.lab.scoring import failure_notes, gather, score_table
from meadow.lab.tables import Column, Findings


def plan(testbed, experiment):
    if not any(topic.references for topic in testbed):
        raise InputError("No story has a summary.")
    return [Cell("people", topic.id) for topic in testbed if topic.references]


def measure(testbed, cell):
    return Measured({"texts": float(len(testbed.topic(cell.topic).references))})


def report(testbed, experiment, results):
    figures = gather(results, labels=lambda result: (result.cell.system,), unit=lambda result: result.cell.topic)
    table = score_table(
        "texts", "Summaries", figures, heads=("who",), columns=[Column("texts")], experiment=experiment,
        notes=failure_notes(results),
    )
    return Findings((table,))


KIND = Kind("counting", ("references",), plan, measure, report)
METHODS = {"experiment": {"counting": KIND}}
"""
READING = """
from pathlib import Path

from meadow.errors import InputError
from meadow.lab.formats import Format
from meadow.lab.testbed import Testbed, Topic, WrittenText
from meadow.model import Document


def read_words(path):
    if not Path(path).is_file():
        raise InputError("There is no such file.")
    text = Path(path).read_text(encoding="utf-8")
    return Testbed("words", (Topic("one", (Document("d", text=text),), references=(WrittenText("1", text),)),))


METHODS = {"testbed": {"words": Format("words", "a text that is its own summary", read_words)}}
"""


@pytest.fixture
def plugins(tmp_path: Path) -> Iterator[list[str]]:
    """Return two plug-in files; what they add is taken out again."""
    files = {"counting.py": COUNTING, "words.py": READING}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    yield [str(tmp_path / name) for name in files]
    for registry, name in ((EXPERIMENTS, "counting"), (TESTBED_FORMATS, "words")):
        registry._targets.pop(name, None)
        registry._origins.pop(name, None)


def test_a_plugin_brings_an_experiment_that_runs_by_name(plugins: list[str]) -> None:
    assert "counting" not in experiment_names()
    assert [name for path in plugins for name in load_plugin(path)] == ["experiment:counting", "testbed:words"]
    assert "counting" in experiment_names()
    assert experiment_text("counting") == 'kind = "counting"\n'
    assert load_experiment("counting") == Experiment("counting", "counting")
    for workers in (1, 2):
        results = lab.run("counting", workers=workers, plugins=plugins, topics=["wolf", "ferry"])
        assert results.table("texts").rows[0].entries[0].value == 3.0  # two summaries of one story, four of the other
    check_experiment(find_kind("counting"))
    check_testbed_format(find_format("words"))


def test_both_are_there_for_every_command_of_the_lab(plugins: list[str], meadow: Run, folder: Path) -> None:
    (folder / "fog.txt").write_text("Fog closed the harbour on Monday.", encoding="utf-8")
    loaded = " ".join(f"--plugin {path}" for path in plugins)
    assert "counting" in meadow(f"lab list {loaded}")[1]
    assert meadow(f"lab list counting --toml {loaded}")[1] == 'kind = "counting"\n'
    status, out, err = meadow(f"lab run counting --testbed words:fog.txt {loaded} --form csv --workers 1")
    assert (status, out.splitlines()[1]) == (0, "people,,texts,1.0,,,,false"), err
    assert "counting" in meadow(f"lab check words:fog.txt {loaded}")[1]
    status, out, _ = meadow(f"lab convert words:fog.txt kept {loaded}")
    assert (status, out) == (0, "words: 1 topics, 1 documents -> kept\n")


def test_an_edited_plugin_is_other_code(plugins: list[str], tmp_path: Path) -> None:
    load_plugin(plugins[0])
    before = code_version()
    (tmp_path / "counting.py").write_text(COUNTING.replace("float(len(", "0.5 * float(len("), encoding="utf-8")
    load_plugin(plugins[0])
    assert code_version() != before


def test_nothing_is_imported_before_it_is_used() -> None:
    code = (
        "import sys\n"
        "from meadow.lab.opening import open_testbed\n"
        "from meadow.lab.catalogue import load_experiment\n"
        "open_testbed()\n"
        "load_experiment('groups')\n"
        "print([name for name in sys.modules if name.startswith(('meadow.lab.kinds.', 'meadow.lab.formats.'))"
        " and 'records' not in name and 'folders' not in name])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('METHODS = {"experiment": {"x": print}}', "offers <built-in function print> under the name 'x'"),
        ('METHODS = {"testbed": {"x": 3}}', "offers 3 under the name 'x'"),
        (f'{READING}\nMETHODS = {{"testbed": {{"other": METHODS["testbed"]["words"]}}}}', "under the name 'other'"),
        ('METHODS = {"experiments": {}}', "There is no family of methods called 'experiments'"),
    ],
)
def test_a_plugin_of_another_shape_is_told(tmp_path: Path, body: str, told: str) -> None:
    (tmp_path / "odd.py").write_text(body, encoding="utf-8")
    with pytest.raises((PluginError, UnknownNameError)) as caught:
        load_plugin(tmp_path / "odd.py")
    assert told in str(caught.value)


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken.py").write_text(COUNTING.replace('"counting"', '"groups"'), encoding="utf-8")
    with pytest.raises(PluginError, match="brings a kind of experiment called 'groups', but there is one already"):
        load_plugin(tmp_path / "taken.py")


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_every_experiment_keeps_the_contract(name: str) -> None:
    check_experiment(find_kind(name), SETTINGS[name], BED)


@pytest.mark.parametrize("name", list(TESTBED_FORMATS))
def test_every_format_keeps_the_contract(name: str) -> None:
    check_testbed_format(find_format(name), replace(BED, name="bed"))


def _plan(testbed: Testbed, experiment: Experiment) -> Sequence[Cell]:
    found = [Cell("people", topic.id) for topic in testbed if topic.references]
    if not found:
        raise InputError("No story has a summary.")
    return found


def _measure(testbed: Testbed, cell: Cell) -> Measured:
    return Measured({"texts": float(len(testbed.topic(str(cell.topic)).references))})


def _report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    values = [result.measured.figures["texts"] for result in results if result.measured is not None]
    total = sum(value for value in values if value is not None)
    notes = tuple(result.error for result in results if result.error is not None)
    row = Row(("people",), (Entry(total),))
    return Findings((Table("texts", "Summaries", ("who",), (Column("texts"),), (row,), notes=notes),))


GOOD = Kind("good", ("references",), _plan, _measure, _report)


def _doubled(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    found = _report(testbed, experiment, results)
    return replace(found, tables=found.tables * 2)


def _silent(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    found = _report(testbed, experiment, results)
    return replace(found, tables=(replace(found.tables[0], notes=()),))


def _by_place(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    first = float(sum(map(ord, str(results[0].cell.topic))))
    found = _report(testbed, experiment, results)
    return replace(found, tables=(replace(found.tables[0], rows=(Row(("people",), (Entry(first),)),)),))


def _endless(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    found = _report(testbed, experiment, results)
    row = Row(("people",), (Entry(float("inf")),))
    return replace(found, tables=(replace(found.tables[0], rows=(row,)),))


def test_the_contract_lets_a_good_kind_pass() -> None:
    check_experiment(GOOD, Experiment("good", "good"), BED)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"needs": ("letters",)}, r"it needs \['letters'\], which no topic has"),
        ({"plan": lambda bed, _: []}, "nothing is planned"),
        ({"plan": lambda bed, _: [Cell("people", bed.topics[0].id)] * 2}, "a cell is planned twice"),
        ({"plan": lambda bed, _: [Cell("a", bed.topics[0].id, {"x": {1}})]}, "JSON cannot hold the settings"),
        ({"measure": lambda bed, cell: Measured({"texts": float("nan")})}, "JSON cannot hold what was measured"),
        ({"measure": lambda bed, cell: Measured({"texts": float(len(bed))})}, "alone with its topic"),
        ({"report": lambda *_: Findings(())}, "there is no table"),
        ({"report": _doubled}, "two tables have one name"),
        ({"report": _silent}, "no note of a table tells that a cell failed"),
        ({"report": _by_place}, "topics in another order: the figure at"),
        ({"report": _endless}, "a table holds Entry|is not whole"),
        ({"plan": lambda bed, _: [Cell("people", topic.id) for topic in bed]}, "it is planned all the same"),
    ],
)
def test_the_contract_tells_what_is_broken(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_experiment(replace(GOOD, **changes), Experiment("good", "good"), BED)


def _forgets(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    find_format("traces").write(testbed, path)  # type: ignore[misc]
    return ()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (Format("x", "reads anything", lambda path: BED), "a path that is not there: it is read all the same"),
        (Format("x", "says nothing", find_format("traces").read, _forgets), "the writer says nothing, but: "),
    ],
)
def test_the_contract_tells_what_a_format_forgets(form: Format, told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_testbed_format(form, BED)
