"""Links of participants, printed: this once, since of their secrets only a digest is kept."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.cli import printing
from meadow.model import Study
from meadow.studies.judging.making import Invitation


def print_invitations(study: Study, invitations: Sequence[Invitation], origin: str, *, json: bool) -> None:
    """Print a study's id and a link for each participant."""
    links = {each.name: f"{origin}/j/t/{each.token}" for each in invitations}
    if json:
        listed = [{"name": name, "url": url} for name, url in links.items()]
        printing.print_json({"study": study.id, "items": list(study.items), "participants": listed})
        return
    printing.print_text(f"Study {study.id}: {study.title}")
    for name, url in links.items():
        printing.print_text(f"{name}: {url}")
    if links:
        printing.note("these links are shown once; `meadow judge invite` makes new ones. `meadow serve` must run.")
    else:
        printing.note(f"nobody takes part yet; `meadow judge invite {study.id} NAME` makes a link.")
