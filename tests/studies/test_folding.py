"""What a log comes to: slots by a plain fold, and undo and redo by stacks that a model confirms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Action, Study
from meadow.studies.folding import EMPTY, fold, history, item_state
from meadow.studies.progress import item_order, next_item, progress_of
from meadow.studies.tasks.report import TASK
from studies.reports import ITEM, NOW, STUDY

SLOTS = ("ferry/concept/person/0", "ferry/concept/person/1", "ferry/open")


@given(st.lists(st.one_of(st.tuples(st.sampled_from(SLOTS), st.integers(0, 3)), st.sampled_from(["undo", "redo"]))))
def test_undo_and_redo_are_those_of_an_editor(steps: list[tuple[str, int] | str]) -> None:
    """The model keeps whole states: undo goes back to the state before, redo forth again."""
    log: list[Action] = []
    states: list[dict[str, str]] = [{}]  # the model: every state of the slots that can be undone
    at = 0
    for step in steps:
        number = len(log) + 1
        if isinstance(step, tuple):
            slot, answer = step
            log.append(Action(number, "s", "ana", slot, str(answer), NOW))
            if slot != SLOTS[2]:
                states = [*states[: at + 1], states[at] | {slot: str(answer)}]
                at += 1
            continue
        past = history(TASK, log)
        changes = past.done if step == "undo" else past.undone
        assert len(changes) == (at if step == "undo" else len(states) - 1 - at)
        if changes:
            change = changes[-1]
            answer_text = change.before if step == "undo" else change.after
            log.append(Action(number, "s", "ana", change.slot, answer_text, NOW, step=step, of=change.number))  # type: ignore[arg-type]
            at += -1 if step == "undo" else 1
        held = {slot: each.answer for (_, slot), each in fold(log).items() if each.answer != EMPTY and slot != SLOTS[2]}
        assert held == states[at]


def test_a_state_leaves_out_what_was_emptied_and_other_items() -> None:
    log = [
        Action(1, "s", "ana", "ferry/open", '"echo"', NOW),
        Action(2, "s", "ana", "other/open", '"echo"', NOW),
        Action(3, "s", "ana", "ferry/question/0", "2", NOW),
        Action(4, "s", "ana", "ferry/question/0", EMPTY, NOW),
    ]
    assert dict(item_state(STUDY, ITEM, fold(log).values(), NOW).values) == {"open": "echo"}


def test_each_participant_has_an_order_of_their_own_that_stays() -> None:
    study = Study("s", "report", "Many", tuple(f"item-{number}" for number in range(12)), NOW, seed=4)
    orders = {name: item_order(study, name) for name in ("ana", "bo", "cy")}
    assert orders["ana"] == item_order(study, "ana")
    assert len(set(orders.values())) == 3
    assert {tuple(sorted(order)) for order in orders.values()} == {tuple(sorted(study.items))}
    assert orders["ana"][:3] == ("item-8", "item-3", "item-7")  # it must not change from one version to the next


def test_progress_and_what_comes_next() -> None:
    def told(name: str, *answers: tuple[str, str]) -> list[Action]:
        return [
            Action(at, "s", "ana", f"ferry/{slot}", answer, NOW) for at, (slot, answer) in enumerate(answers, start=1)
        ]

    def status(*answers: tuple[str, str]) -> str:
        return progress_of(TASK, item_state(STUDY, ITEM, told("x", *answers), NOW)).status

    assert [
        status(),
        status(("open", '"echo"')),
        status(("skip", '"no time"')),
        status(("skip", '"no time"'), ("submitted", "true")),
    ] == ["new", "begun", "skipped", "submitted"]
    skipped = progress_of(TASK, item_state(STUDY, ITEM, told("x", ("skip", '"no time"')), NOW))
    assert skipped.skipped == "no time"
    new = progress_of(TASK, item_state(STUDY, ITEM, [], NOW))
    assert next_item([skipped, new], after=None) == "ferry"
    assert next_item([skipped]) is None
