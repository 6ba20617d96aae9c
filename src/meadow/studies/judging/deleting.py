"""Reports of a reader's own that they put away: a note in the log, which another one takes back."""

from __future__ import annotations

from datetime import datetime

from meadow.model import OWNER, Action, Study
from meadow.store.contract import StoreReader, StoreWriter

DELETED = "~study/deleted"  # no item has such an id


def is_deleted(reader: StoreReader, study: Study) -> bool:
    """Return whether a report was deleted, and not brought back since."""
    notes = [each for each in reader.slots(study.id, participant=OWNER) if each.slot == DELETED]
    return bool(notes) and notes[0].answer == "true"


def delete(writer: StoreWriter, study: Study, now: datetime, *, back: bool = False) -> None:
    """Delete a report, or bring it back as it was."""
    writer.act(Action(0, study.id, OWNER, DELETED, "null" if back else "true", now))
