"""Judgements in Label Studio's JSON: a task per item, an annotation per judge, a result per answer.

Label Studio takes the shape in (`data`, `annotations`, `result` with `from_name`, `to_name`, `type`, `value`). Scores are
`number`, choices among few words `choices`, all else `textarea`. What its own types cannot say, the slot, the judge and the
exact answer, is in `meta`, which it keeps, so that an export reads back as it was.

Source: Label Studio, "Label Studio JSON format of annotated tasks".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from meadow.errors import InputError
from meadow.studies.answer_slots import decode
from meadow.studies.exporting.lines import GivenAnswer, answer_of
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key

_ADVICE = "Take in what `meadow judge export STUDY label-studio` wrote, or what Label Studio made of it."


def format_label_studio(materials: Sequence[StudyMaterial], answers: Iterable[GivenAnswer]) -> str:
    """Return a JSON list of tasks with the sentences of each item and all judges' answers."""
    by_item: dict[str, dict[str, list[GivenAnswer]]] = {material.id: {} for material in materials}
    for answer in answers:
        by_item.setdefault(answer.item, {}).setdefault(answer.judge, []).append(answer)
    tasks = [
        {"id": number, "data": _data(material), "annotations": list(_annotations(by_item[material.id]))}
        for number, material in enumerate(materials, start=1)
    ]
    # Half a character pair cannot be encoded; judges' texts come through JSON and forms, which may hold one.
    text = msgspec.json.format(json.dumps(tasks, ensure_ascii=False).encode("utf-8", "replace"), indent=1)
    return text.decode() + "\n"


def parse_label_studio(text: str) -> list[GivenAnswer]:
    """Return the answers of such a list; results without our `meta` are an error that says so."""
    tasks = decode(text.removeprefix("\ufeff"))
    if not isinstance(tasks, list):
        raise InputError("This is no list of tasks.", given=text[:60], allowed="A JSON list.", advice=_ADVICE)
    found = []
    for number, task in enumerate(tasks, start=1):
        for result in _results(task, f"task {number}"):
            meta = result.get("meta")
            if not isinstance(meta, dict) or "answer" not in meta:
                raise InputError(
                    f"task {number}: A result does not say which slot it answers.",
                    given=json.dumps(result)[:80],
                    allowed='Each result has "meta" with task, item, judge, slot and answer.',
                    advice=_ADVICE,
                )
            found.append(answer_of(f"task {number}", meta, meta["answer"]))
    return found


def _results(task: Any, place: str) -> Iterator[dict[str, Any]]:
    annotations = task.get("annotations") if isinstance(task, dict) else None
    if not isinstance(annotations, list):
        raise InputError(f"{place}: There are no annotations.", given=str(task)[:60], advice=_ADVICE)
    for annotation in annotations:
        results = annotation.get("result") if isinstance(annotation, dict) else None
        if not isinstance(results, list) or not all(isinstance(each, dict) for each in results):
            raise InputError(f"{place}: An annotation has no results.", given=str(annotation)[:60], advice=_ADVICE)
        yield from results


def _data(material: StudyMaterial) -> dict[str, Any]:
    sentences = [{"id": sentence_key(each.ref), "text": each.text} for each in material.sentences]
    return {
        "item": material.id,
        "title": material.title,
        "question": material.question,
        "text": "\n".join(each.text for each in material.sentences),
        "sentences": sentences,
        "headlines": [{"id": each.key, "text": each.text} for each in material.candidates],
    }


def _annotations(by_judge: Mapping[str, Sequence[GivenAnswer]]) -> Iterator[dict[str, Any]]:
    # Who completed it is left out: Label Studio refuses annotations of people that it does not know.
    for number, answers in enumerate(by_judge.values(), start=1):
        skipped = any(answer.slot == "skip" for answer in answers)
        results = [_result(position, answer) for position, answer in enumerate(answers, start=1)]
        yield {"id": number, "was_cancelled": skipped, "ground_truth": False, "result": results}


def _result(number: int, answer: GivenAnswer) -> dict[str, Any]:
    value = json.loads(answer.answer)
    kind, typed = _typed(value)
    meta = {"task": answer.task, "item": answer.item, "judge": answer.judge, "slot": answer.slot, "answer": value}
    name = answer.slot.partition("/")[0]
    return {"id": f"r{number}", "from_name": name, "to_name": "text", "type": kind, "value": typed, "meta": meta}


def _typed(value: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number", {"number": value}
    if isinstance(value, bool):
        return "choices", {"choices": [str(value).lower()]}
    if isinstance(value, str) and value in ("covers", "covered", "equal", "none"):
        return "choices", {"choices": [value]}
    return "textarea", {"text": [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)]}
