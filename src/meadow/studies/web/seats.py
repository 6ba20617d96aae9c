"""The person behind a request: the participant of a study, by the cookie of their link, or a reader at their own report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from meadow.model import Participant
from meadow.web.addresses import encoded
from meadow.web.errors import NotYoursError

BASE = "/j"


@dataclass(frozen=True, slots=True)
class Seat:
    """Someone in a study, and the address below which their pages are; a report of a reader's own has one `item`."""

    study_id: str
    participant: str
    base: str = BASE
    item: str = ""

    def item_url(self, item_id: str) -> str:
        """Return where an item is worked on."""
        return self.base if self.item else f"{self.base}/i/{encoded(item_id)}"


def seat_of(request: Request) -> Seat:
    """Return the seat of a participant; a reader's token opens the results of studies, and takes part in none."""
    participant: Participant | None = getattr(request.state, "participant", None)
    if participant is None:
        raise NotYoursError(
            "This page is for those who take part in the study.", given=request.url.path,
            allowed="A participant's own link opens it.", advice="Open the link that you were sent; results are at /j.",
        )  # fmt: skip
    return Seat(participant.study_id, participant.name)


Seated = Annotated[Seat, Depends(seat_of)]


def check_seat(seat: Seat, study_id: str, participant: str) -> None:
    """Raise an error if a page was made for another study or participant than the cookie is of."""
    if (study_id, participant) != (seat.study_id, seat.participant):
        raise NotYoursError(
            "This page belongs to another study, or to someone else.", given=f"{study_id}, {participant}",
            allowed=f"This browser now has the link of {seat.participant} in {seat.study_id}.",
            advice="Open your own link again in this window; what is not yet saved is kept and sent then.",
        )  # fmt: skip
