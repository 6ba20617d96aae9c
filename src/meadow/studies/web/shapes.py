"""The JSON that pages of studies and their scripts exchange."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from meadow.model import Action, StudyItem
from meadow.studies.folding import Change
from meadow.studies.judging.acting import ActionResult, Outcome
from meadow.studies.judging.judging import OpenItem
from meadow.studies.slots import iter_sentences, sentence_key
from meadow.web.api.shapes import LONGEST, Body
from meadow.web.errors import error_value

Value = dict[str, Any]
MOST_ACTIONS = 500
_STACKED = 200  # so much of what can be undone is sent; the rest is on the server
_Name = Annotated[str, Field(min_length=1, max_length=LONGEST)]


class SentAction(Body):
    """One action, as the script sends it; for an undo or redo the slot is the item and a slash."""

    slot: _Name
    answer: Any = None
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}\.[0-9]{1,12}$")]
    said: Annotated[str, Field(max_length=40)] | None = None
    seen: int | None = None
    step: Literal["do", "undo", "redo"] = "do"

    @property
    def action(self) -> ActionResult:
        """The action as the workspace takes it."""
        return ActionResult(self.slot, json.dumps(self.answer), self.key, _moment(self.said), self.seen, self.step)


class SentActions(Body):
    """Actions in order, and the study and participant of the page that sends them."""

    study: _Name
    participant: _Name
    actions: Annotated[list[SentAction], Field(min_length=1, max_length=MOST_ACTIONS)]


def outcome_value(outcome: Outcome) -> Value:
    """Return what became of an action: what its slot holds now, and the answer or error that it conflicts with."""
    value: Value = {
        "key": outcome.key,
        "became": outcome.became,
        "slot": outcome.slot,
        "held": held_value(outcome.held),
    }
    if outcome.other is not None:
        value["other"] = held_value(outcome.other)
    if outcome.error is not None:
        value |= error_value(outcome.error)
    return value


def state_value(opened: OpenItem) -> Value:
    """Return all that a script needs to go on where the participant was."""
    return {
        "now": _time(opened.state.now),
        "slots": {each.slot: held_value(each) for each in opened.slots},
        "done": [_change_value(each) for each in opened.history.done[-_STACKED:]],
        "undone": [_change_value(each) for each in opened.history.undone[-_STACKED:]],
        "status": opened.progress.status,
        "missing": list(opened.progress.missing),
        "live": dict(opened.task.live(opened.state)),
        "settings": dict(opened.state.study.settings),
    }


def material_value(item: StudyItem, when: dict[str, str], outlets: dict[str, str]) -> Value:
    """Return the documents of an item with their sentences; `when` and `outlets` say how they are dated and called."""
    texts = {each.id: each.text for each in item.documents}
    ends = dict.fromkeys(texts, 0)
    sentences: dict[str, list[Value]] = {each.id: [] for each in item.documents}
    for document, sentence in iter_sentences(item):
        opens = "\n" in texts[document.id][ends[document.id] : sentence.start]
        ends[document.id] = sentence.end
        sentences[document.id].append({"key": sentence_key(sentence.ref), "text": sentence.text, "opens": opens})
    return {
        "documents": [
            {
                "id": each.id, "title": each.title, "source": outlets[each.id], "when": when[each.id],
                "language": each.language, "sentences": sentences[each.id],
            }
            for each in item.documents
        ]
    }  # fmt: skip


def held_value(action: Action | None) -> Value | None:
    """Return what a slot holds: the number of its last action, the answer, and when it was given."""
    if action is None:
        return None
    return {"number": action.number, "answer": json.loads(action.answer), "made": _time(action.made)}


def _change_value(change: Change) -> Value:
    return {"slot": change.slot, "before": json.loads(change.before), "after": json.loads(change.after)}


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _moment(text: str | None) -> datetime | None:
    """Return a client's time; one that cannot be read is none, since what was done counts by our own clock."""
    try:
        moment = None if text is None else datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment is None or moment.tzinfo is not None else moment.replace(tzinfo=UTC)
