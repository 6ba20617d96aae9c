"""The gate itself: what fails it, what may rise, and that `floors.toml` keeps its rules."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from benchmarks import _floors, quality
from benchmarks._floors import (
    FLOORS,
    ROOT,
    Gate,
    changed_data,
    digest,
    raised,
    read_floors,
    rewritten,
    shortfalls,
    unexplained_falls,
)
from benchmarks._measures import MEASURES

TODAY = date(2026, 3, 20)
TEXT = """
[labels]
measure = "standing"
data = ["labels.csv"]
options = { half = "held-out" }
margin = 0.01
lower_is_better = ["wrong"]

[labels.floors]
"right" = [
  { date = 2026-03-14, floor = 0.8 },
]
"wrong" = [
  { date = 2026-03-14, floor = 0.2 },
]

[others]
measure = "residue"
data = []

[others.floors]
"right" = [
]

[digests]
"labels.csv" = "0123456789abcdef"
"""


def gate(*changes: tuple[str, str]) -> Gate:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_floors(text)


def test_values_at_their_floors_and_better_ones_pass() -> None:
    labels = gate().measurements["labels"]
    assert shortfalls(labels, {"right": 0.8, "wrong": 0.2}) == []
    assert shortfalls(labels, {"right": 0.8 - 1e-12, "wrong": 0.0}) == []


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({"right": 0.7994, "wrong": 0.2}, "labels: right is 0.7994, below its floor 0.8"),
        ({"right": 0.9, "wrong": 0.2006}, "labels: wrong is 0.2006, above its floor 0.2"),
        ({"right": float("nan"), "wrong": 0.2}, "labels: right is nan, below its floor 0.8"),
        ({"right": 0.9}, "labels: wrong has a floor but was not measured"),
        ({"right": 0.9, "wrong": 0.1, "new": 1.0}, "labels: new is 1.0000 and has no floor; see --raise"),
    ],
)
def test_a_worse_value_fails_and_so_does_one_without_a_floor(values: dict[str, float], line: str) -> None:
    assert shortfalls(gate().measurements["labels"], values) == [line]


def test_a_value_with_an_empty_history_fails() -> None:
    assert shortfalls(gate().measurements["others"], {"right": 1.0}) == [
        "others: right is 1.0000 and has no floor; see --raise"
    ]


def test_changed_data_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_floors, "ROOT", tmp_path)
    file = tmp_path / "labels.csv"
    file.write_text("one,yes\n")
    pinned = replace(gate(), digests={"labels.csv": digest(file)})
    labels = pinned.measurements["labels"]
    assert changed_data(pinned, labels) == []
    file.write_text("one,no\n")
    [line] = changed_data(pinned, labels)
    assert line.startswith(f"labels.csv has digest {digest(file)}, the floors were measured with ")


def test_the_digest_of_a_folder_sees_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("2")
    found = {digest(tmp_path)}
    (tmp_path / "b").write_text("3")
    found.add(digest(tmp_path))
    (tmp_path / "b").rename(tmp_path / "c")
    assert len(found | {digest(tmp_path)}) == 3


@pytest.mark.parametrize(
    ("value", "worse", "better"), [("0.8", "0.79", "0.81"), ("0.2", "0.21", "0.19")], ids=["higher", "lower"]
)
def test_only_a_fall_needs_a_reason(value: str, worse: str, better: str) -> None:
    step = f"  {{ date = 2026-03-14, floor = {value} }},\n"
    later = "  {{ date = 2026-03-15, floor = {}{} }},\n"
    assert unexplained_falls(gate((step, step + later.format(better, "")))) == []
    assert unexplained_falls(gate((step, step + later.format(worse, ', reason = "the titles are gone"')))) == []
    for reason in ("", ', reason = " "'):
        [line] = unexplained_falls(gate((step, step + later.format(worse, reason))))
        assert line.endswith(f"{worse} is worse than {value} and needs a reason")


def test_days_follow_each_other() -> None:
    step = "  { date = 2026-03-14, floor = 0.8 },\n"
    [line] = unexplained_falls(gate((step, step + "  { date = 2026-03-13, floor = 0.8 },\n")))
    assert line == "labels: right: 2026-03-13 stands behind 2026-03-14"


def test_history_is_only_added_to() -> None:
    step = "  { date = 2026-03-14, floor = 0.8 },\n"
    longer = gate((step, step + '  { date = 2026-03-15, floor = 0.7, reason = "fewer titles" },\n'))
    assert rewritten(longer, gate()) == []
    for lowered in (gate(("floor = 0.8", "floor = 0.7")), gate((step, "")), gate(('["wrong"]', '["wrong", "right"]'))):
        assert rewritten(lowered, gate()) == ["labels: right: its history was changed; add a step instead"]


def test_a_floor_that_is_gone_is_named_with_the_reason() -> None:
    wrong = '"wrong" = [\n  { date = 2026-03-14, floor = 0.2 },\n]\n'
    without = (('lower_is_better = ["wrong"]\n', ""), (wrong, ""))
    assert rewritten(gate(*without), gate()) == ["labels: wrong: its floor is gone; say why under [retired]"]
    named = ("[digests]", '[retired]\n"labels: wrong" = "nobody labels it any more"\n\n[digests]')
    assert rewritten(gate(*without, named), gate()) == []


def test_floors_rise_to_what_was_measured_less_the_margin() -> None:
    labels = gate().measurements["labels"]
    text = raised(TEXT, labels, {"right": 0.91266, "wrong": 0.1}, TODAY)
    risen = read_floors(text).measurements["labels"].floors
    assert [step.floor for step in risen["right"].steps] == [0.8, 0.902]
    assert [step.floor for step in risen["wrong"].steps] == [0.2, 0.11]
    assert risen["right"].steps[-1].day == TODAY
    assert rewritten(read_floors(text), gate()) == []


def test_floors_never_fall_by_themselves() -> None:
    labels = gate().measurements["labels"]
    for values in ({"right": 0.5, "wrong": 0.4}, {"right": 0.81, "wrong": 0.19}, {"right": 0.8, "wrong": 0.2}):
        assert raised(TEXT, labels, values, TODAY) == TEXT


def test_a_first_floor_is_set_in_its_own_table() -> None:
    text = raised(TEXT, gate().measurements["others"], {"right": 1.0}, TODAY)
    floors = read_floors(text).measurements
    assert [step.floor for step in floors["others"].floors["right"].steps] == [1.0]
    assert floors["labels"] == gate().measurements["labels"]


def test_a_list_that_cannot_be_added_to_is_refused() -> None:
    text = TEXT.replace('"right" = [\n]', '"right" = []')
    with pytest.raises(ValueError, match="cannot add to others: right; write its steps as"):
        raised(text, read_floors(text).measurements["others"], {"right": 1.0}, TODAY)


def test_unknown_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="floors of 'labels': unknown sample; allowed are data, floors,"):
        gate(("margin = 0.01", "sample = 3"))
    with pytest.raises(ValueError, match="lower_is_better names none, which have no floor"):
        gate(('["wrong"]', '["none"]'))


# The file itself -------------------------------------------------------------------------------------------------


def kept() -> Gate:
    return read_floors(FLOORS.read_text(encoding="utf-8"))


def test_no_floor_of_the_file_falls_without_a_reason() -> None:
    assert unexplained_falls(kept()) == []


def test_no_floor_of_the_file_was_changed_since_the_last_commits() -> None:
    """At a desk the last version is that of HEAD, in CI the one before it; a shallow clone may hold neither."""
    name = FLOORS.relative_to(ROOT).as_posix()
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT)]
    commits = subprocess.run(
        [*git, "log", "-n", "2", "--format=%h", "--", name], capture_output=True, text=True, check=False
    )
    for commit in commits.stdout.split():
        shown = subprocess.run([*git, "show", f"{commit}:{name}"], capture_output=True, text=True, check=False)
        if shown.returncode == 0:
            assert rewritten(kept(), read_floors(shown.stdout)) == [], commit


def test_every_digest_is_used_and_every_measure_too() -> None:
    measurements = kept().measurements.values()
    assert {path for each in measurements for path in each.data} == kept().digests.keys()
    assert {each.measure for each in measurements} == MEASURES.keys()


def test_the_command_names_what_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["quality", "--gate", "residues"])
    with pytest.raises(SystemExit):
        quality.main()
    assert "no floors are named residues; there are sentences," in capsys.readouterr().err


def test_the_command_raises_and_never_lowers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = FLOORS.read_text(encoding="utf-8")
    residue = kept().measurements["residue"]
    wanted = {name: 1.1 if name == "news" else 0.1 for name in residue.floors}
    for name, floor in residue.floors.items():
        text = text.replace(f'"{name}" = [\n  {{ date = {floor.steps[0].day}, floor = {floor.steps[0].floor} }}',
                            f'"{name}" = [\n  {{ date = {floor.steps[0].day}, floor = {wanted[name]} }}')  # fmt: skip
    file = tmp_path / "floors.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(quality, "FLOORS", file)
    monkeypatch.setattr(sys, "argv", ["quality", "--raise", "residue"])
    quality.main()
    risen = read_floors(file.read_text(encoding="utf-8")).measurements["residue"].floors
    assert [step.floor for step in risen["news"].steps] == [1.1]
    assert all(risen[name].steps[-1].floor > 0.1 for name in risen if name != "news")
    assert "not raised: residue: news is 0.9833, below its floor 1.1" in capsys.readouterr().out
