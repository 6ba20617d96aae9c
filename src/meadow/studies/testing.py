"""The part of the contract of stores that is about studies: a log that only grows, and what each slot holds by it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from meadow.model import Action, Document, Participant, Study, StudyItem, Tombstone
from meadow.store.contract import Store
from meadow.testing.contract import require

_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
_WOLVES = Document("w1", "Wire", "Wolves", "Wolves came. They left.", _NOON, language="en", spans=((0, 12), (13, 23)))
_ITEM = StudyItem("topic one", "Wolves", (_WOLVES,), "Why did they come?")
_STUDY = Study("s", "report", "Wolves", ("topic one", "topic%"), _NOON, settings={"minutes": 30.0})
_FIRST = Action(0, "s", "ada", "topic one/pick/w1#0", "true", _NOON, _NOON - timedelta(seconds=2), "tab.1")


def check_studies(store: Store) -> None:
    """Check a new and empty store."""
    with store.writing() as writer:
        writer.add_study(_STUDY, [_ITEM, replace(_ITEM, id="topic%")])
        for name, token in (("ada", "one"), ("bo", "two"), ("ada", "three")):
            writer.add_participant(Participant("s", name, token, _NOON))
    require(store.studies() == [_STUDY], "a study", "it does not come back as it was")
    require(store.study_item("s", "topic one") == _ITEM, "an item of a study", "it does not come back as it was")
    require(store.study_item("s", "none") is None, "an item that is not there", "something comes back")
    names = [each.name for each in store.participants("s")]
    require(names == ["ada", "bo"], "participants", f"they are {names}, not ada and bo")
    linked = [None if (each := store.participant(token)) is None else each.name for token in ("one", "two", "three")]
    require(linked == [None, "bo", "ada"], "the links of participants", f"they lead to {linked}")
    _check_actions(store)
    _check_forgetting(store)


def _check_actions(store: Store) -> None:
    later = replace(_FIRST, answer="null", key="tab.2", made=_NOON + timedelta(seconds=9), step="undo", of=1)
    others = [replace(_FIRST, participant="bo"), replace(_FIRST, slot="topic%/pick/w1#0", key=None)]
    with store.writing() as writer:
        kept = [writer.act(each) for each in (_FIRST, later, *others)]
    require(sorted({each.number for each in kept}) == [each.number for each in kept], "actions", "numbers do not rise")
    with store.writing() as writer:
        again = writer.act(replace(_FIRST, answer="false"))
    require(again == kept[0], "an action that is sent again", "it is not the one that was sent before")
    sent = (store.sent("s", "ada", "tab.2"), store.sent("s", "bo", "tab.2"))
    require(sent == (kept[1], None), "an action by its key", "it is another, or another participant's")
    require(store.actions("s") == kept, "the log", "actions do not come back in order and as they were")
    require(store.actions("s", after=kept[1].number) == kept[2:], "the log behind a number", "it is another")
    hers = store.actions("s", participant="ada", item="topic one")
    require(hers == kept[:2], "the log of one participant and item", f"it holds {len(hers)} actions, not 2")
    require(store.slots("s", participant="ada", item="topic one") == [kept[1]], "a slot", "it is not its last action")
    slots = {(each.participant, each.slot): each for each in store.slots("s")}
    folded = {(each.participant, each.slot): each for each in store.actions("s")}
    require(slots == folded, "slots", "they are not the fold of the log")


def _check_forgetting(store: Store) -> None:
    with store.writing() as writer:
        writer.add_document(replace(_WOLVES, spans=None), _NOON)
    with store.writing() as writer:
        writer.forget(Tombstone("document", "w1", _NOON))
    left = store.study_item("s", "topic one")
    emptied = left is not None and [(each.id, each.title, each.text) for each in left.documents] == [("w1", None, "")]
    require(emptied, "a document that is forgotten", "an item of a study still has its words, or lacks its place")
