"""Traces of a study in which people built reports: `time||action||index` a line, as `meadow.lab.formats.trace_events` reads.

Times count from when a person pressed Start, by the server's clock. An undo is what it does: a sentence added or removed.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 2.2 and 2.3; the form of the lines is our own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from meadow.lab.formats.records import new_folder, save_lines, save_records, save_topic_folders
from meadow.lab.formats.trace_events import SUFFIX
from meadow.lab.formats.traces import TOPICS
from meadow.model import ADJUDICATOR, Action
from meadow.studies.answers.report import ReportAnswers
from meadow.studies.concept_lists import merged_concepts
from meadow.studies.folding import EMPTY
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import parse_sentence_key, split_slot
from meadow.studies.tasks.report_rules import ANSWERS
from meadow.studies.testbed import study_testbed
from meadow.text.printable import one_line

_BAR = "||"
_FORBIDDEN = frozenset('/\\:"*?<>|.')


def save_traces(judged: Judged, actions: Sequence[Action], path: str | Path) -> None:
    """Write documents, a trace per topic and person, one per topic for the merged list of concepts, and the questions."""
    folder = new_folder(path)
    testbed = study_testbed([judged])
    save_topic_folders(testbed, folder)
    traces = new_folder(folder / "traces")
    for material in judged.materials:
        answers: Mapping[str, ReportAnswers] = judged.answers(material)
        for judge, stem in _stems(list(answers)).items():
            judge_actions = [each for each in actions if each.participant == judge]
            lines = trace_lines(material, judge_actions, answers[judge])
            save_lines(traces / f"{material.id}.{stem}{SUFFIX}", lines)
        named = {judge: each.concepts for judge, each in answers.items()}
        settled = judged.values(ADJUDICATOR, material)
        if any(parts[0] == "merged" for parts in settled):
            merged = merged_concepts(named, settled)
            # Only participants whose lists are in their traces count as naming a concept: the list itself has none.
            lines = (f"{_BAR}{each.kind}{_BAR}{'|'.join(map(_plain, each.aliases))}{_BAR}0" for each in merged)
            save_lines(traces / f"{material.id}{SUFFIX}", lines)
    about = ({"topic": t.id, "title": t.title, "kind": t.kind, "question": t.question} for t in testbed)
    save_records(folder / TOPICS, about)


def trace_lines(material: StudyMaterial, actions: Sequence[Action], answers: ReportAnswers) -> Iterator[str]:
    """Iterate over the lines of one person on one topic: what they did, then what they named and answered."""
    yield from _events(material, actions)
    for kind, texts in answers.concepts.concepts.items():
        yield from (f"{_BAR}{kind}{_BAR}{_plain(text)}" for text in texts)
    yield from (f"{_BAR}answer{_BAR}{name}|{ANSWERS[given]}" for name, given in answers.answers.items())


def _events(material: StudyMaterial, actions: Sequence[Action]) -> Iterator[str]:
    documents = {each.id: number for number, each in enumerate(material.documents, start=1)}
    opened: str | None = None
    taken: set[str] = set()
    start = None
    for action in actions:
        item, slot = split_slot(action.slot)
        if item != material.id:
            continue
        start = action.made if slot == "started" else start
        seconds = 0.0 if start is None else (action.made - start).total_seconds()
        if slot == "open":
            if opened is not None:
                yield _line(seconds, "leave", documents[opened])
            opened = json.loads(action.answer)
            if opened is not None:
                yield _line(seconds, "open", documents[opened])
        elif slot.startswith("pick/") and (slot in taken) != (action.answer != EMPTY):
            taken ^= {slot}
            number = material.places[parse_sentence_key(slot.removeprefix("pick/"))] + 1
            yield _line(seconds, "add" if slot in taken else "remove", number)
        elif slot == "finished" and action.answer != EMPTY:
            yield _line(seconds, "done", "")


def _line(seconds: float, action: str, index: object) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}{_BAR}{action}{_BAR}{index}"


def _plain(text: str) -> str:
    """Return a text that a field of a trace can hold: on one line, and without the bar that divides fields."""
    return one_line(text).replace("|", "/").strip()


def _stems(names: Sequence[str]) -> dict[str, str]:
    """Return what files call each person: their name, without what files cannot be called; numbered where that is taken."""
    stems: dict[str, str] = {}
    for name in names:
        stem = (
            "".join("-" if each in _FORBIDDEN or not each.isprintable() else each for each in name).strip("- ")
            or "person"
        )
        taken = sum(other.casefold() == stem.casefold() for other in stems.values())
        stems[name] = f"{stem}-{taken + 1}" if taken else stem
    return stems
