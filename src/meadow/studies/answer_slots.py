"""Slots: the names under which a judge's answers are kept, one value each; and answers as JSON.

A slot is `ITEM/part/part…`. An item's id holds no `/`, and a document's is percent-encoded: `/` and `#` only ever divide. A
sentence is `DOCUMENT#INDEX`. JSON `null` clears a slot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from meadow.errors import AnswerError
from meadow.model import SentenceRef
from meadow.studies.material import StudyMaterial

Parts = tuple[str, ...]
Values = Mapping[Parts, Any]

_NAMING = ("label", "at")  # slots whose answer is a sentence
_SENTENCE = re.compile(r"([^#/]+)#(0|[1-9][0-9]{0,8})")


def slot_name(item: str, *parts: str) -> str:
    """Return the name of a slot of an item."""
    return "/".join((item, *parts))


def slot_parts(slot: str) -> tuple[str, Parts]:
    """Return the item of a slot and the parts that follow it."""
    item, *parts = slot.split("/")
    return item, tuple(parts)


def parse_sentence(text: object, material: StudyMaterial) -> SentenceRef:
    """Return the sentence of an item that a slot or an answer names."""
    match = _SENTENCE.fullmatch(text) if isinstance(text, str) else None
    ref = SentenceRef(unquote(match[1]), int(match[2])) if match is not None else None
    if ref is None or ref not in material.places:
        known = ", ".join(document.id for document in material.documents[:5])
        raise AnswerError(
            f"{text!r} is no sentence of the item {material.id!r}.",
            given=repr(text),
            allowed=f"DOCUMENT#INDEX with an index from 0, of the documents {known}.",
            advice="Load the page again; the item's sentences do not change while a study runs.",
        )
    return ref


def item_values(item: str, values: Mapping[str, str]) -> dict[Parts, Any]:
    """Return what a judge has said about an item: the parts of each slot with its answer, cleared slots left out."""
    prefix = slot_name(item, "")
    texts = {tuple(slot[len(prefix) :].split("/")): text for slot, text in values.items() if slot.startswith(prefix)}
    decoded = {parts: decode(text) for parts, text in texts.items()}
    return {parts: answer for parts, answer in decoded.items() if answer is not None}


def current_values(material: StudyMaterial, values: Values) -> dict[Parts, Any]:
    """Return values without what they say of sentences that are gone: a document that was forgotten takes its own along."""
    kept = {parts: answer for parts, answer in values.items() if all(_is_there(material, part) for part in parts)}
    current = {parts: _without_gone(material, parts, answer) for parts, answer in kept.items()}
    return {parts: answer for parts, answer in current.items() if answer is not None}


def _is_there(material: StudyMaterial, text: object) -> bool:
    """Return whether a text names no sentence, or one that the item still has."""
    match = _SENTENCE.fullmatch(text) if isinstance(text, str) else None
    return match is None or SentenceRef(unquote(match[1]), int(match[2])) in material.places


def _without_gone(material: StudyMaterial, parts: Parts, answer: Any) -> Any:
    if parts[0] in _NAMING and not _is_there(material, answer):
        return None
    if isinstance(answer, dict) and isinstance(answer.get("alternatives"), list):
        sets = [each for each in answer["alternatives"] if all(_is_there(material, name) for name in each)]
        return {**answer, "alternatives": sets}
    return answer


def decode(text: str) -> Any:
    """Return the answer that a JSON text holds."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"The answer is no JSON: {error}.", given=text[:60], allowed="One JSON value.") from error


def encode(answer: object) -> str:
    """Return an answer as JSON text, equal for equal answers."""
    return json.dumps(answer, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def bad_answer(slot: Iterable[str], answer: object, allowed: str, advice: str | None = None) -> AnswerError:
    """Return the error for an answer that its slot cannot hold."""
    name = "/".join(slot)
    return AnswerError(
        f"The answer {str(answer)[:80]!r} does not fit {name!r}.",
        given=repr(answer)[:200],
        allowed=allowed,
        advice=advice,
    )


def unknown_slot(parts: Parts, task: str, allowed: str) -> AnswerError:
    """Return the error for a slot that a task does not have."""
    name = "/".join(parts)
    return AnswerError(f"There is no slot {name!r} in the task {task}.", given=name, allowed=f"Slots: {allowed}.")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number that JSON has")


def folded(text: str) -> str:
    """Return a text as it is compared: without case and spare white space."""
    return " ".join(text.casefold().split())
