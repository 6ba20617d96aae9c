"""When the judges of a study see each other's work; from then on it takes none of theirs, since nobody judges alone."""

from __future__ import annotations

from datetime import datetime

from meadow.errors import AnswerError
from meadow.model import OWNER, Action, Study
from meadow.store.contract import StoreReader, StoreWriter

RELEASED = "~study/released"  # no item has such an id


def release_time(reader: StoreReader, study: Study) -> datetime | None:
    """Return when a study's owner let its judges see each other's work; None if not yet."""
    releases = [each for each in reader.slots(study.id, participant=OWNER) if each.slot == RELEASED]
    return releases[0].made if releases and releases[0].answer == "true" else None


def release(writer: StoreWriter, study: Study, now: datetime, *, visible: bool = True) -> None:
    """Let the judges of a study see the results, or hide them again."""
    writer.act(Action(0, study.id, OWNER, RELEASED, "true" if visible else "null", now))


def check_unreleased(reader: StoreReader, study: Study) -> None:
    """Raise an error if judges have seen each other's work."""
    if release_time(reader, study) is not None:
        raise AnswerError(
            f"The results of {study.title!r} are released, and its judges see each other's work.", given=study.id,
            allowed="What was saved before is kept.", advice="The study's owner can hide the results again.",
        )  # fmt: skip
