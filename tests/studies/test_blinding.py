"""Judges under other names: none shows who they are, all differ, and later judges change none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from meadow.model import Study
from meadow.studies.agreement import result_tables
from meadow.studies.blinding import hidden_names, renamed
from studies.items import sample_study

STUDY = Study("mills", "grouping", "Mills", ("wolf",), datetime(2026, 3, 6, tzinfo=UTC), settings={"blind": 1})
NAMES = [f"judge {number}" for number in range(400)]


def test_names_are_hidden_only_where_the_study_says_so() -> None:
    assert hidden_names(replace(STUDY, settings={"blind": 0}), ["Ana", "Bo"]) == {"Ana": "Ana", "Bo": "Bo"}
    hidden = hidden_names(STUDY, ["Ana", "Bo", "adjudicator"])
    assert set(hidden) == {"Ana", "Bo"}
    assert all(len(name) == len("Judge abcd") and name.startswith("Judge ") for name in hidden.values())


def test_hidden_names_differ_and_stay_when_others_join() -> None:
    assert len(set(hidden_names(STUDY, NAMES).values())) == len(NAMES)
    few, more = hidden_names(STUDY, NAMES[:3]), hidden_names(STUDY, NAMES[:6])
    assert all(more[name] == hidden for name, hidden in few.items())
    assert set(few.values()).isdisjoint(hidden_names(replace(STUDY, id="other"), NAMES[:3]).values())


def test_what_is_said_stays_the_same_under_other_names() -> None:
    judged = replace(sample_study("grouping", "wolf"), writers={"wolf": ["ana"]})
    hidden = renamed(judged, {"ana": "Judge 2", "bram": "Judge 1"})
    assert hidden.judges == ("Judge 1", "Judge 2", "chidi")
    assert hidden.writers == {"wolf": ["Judge 2"]}
    assert hidden.answers(hidden.materials[0])["Judge 2"] == judged.answers(judged.materials[0])["ana"]
    assert renamed(judged, {"ana": "ana"}) is judged
    progress, _, agreement, *_ = result_tables(judged, hidden)
    assert {row.labels[0] for row in progress.rows} == {"ana", "bram", "chidi"}
    assert {row.labels[1] for row in agreement.rows} >= {"Judge 1-Judge 2", "Judge 2-chidi"}
