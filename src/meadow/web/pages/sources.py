"""`/f`: the sources that are followed, what is wrong with them, and what is in quarantine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.wording import web_address
from meadow.errors import InputError, MeadowError, UsageError
from meadow.model import Quarantined, SourceState
from meadow.web.site import Here, Site, lead_back, page

SHOWN_ITEMS = 200
HERE = "/f"

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]


@dataclass(frozen=True, slots=True)
class FailedItem:
    """An item of the quarantine, and whether its source can be read again."""

    quarantined: Quarantined
    can_retry: bool


@router.get("/f")
def sources(request: Request, site: Here) -> Response:
    """Show every source with its state, those that fail first, and the quarantine."""
    return _page(request, site)


@router.post("/sources/add")
def add(request: Request, site: Here, address: Text = "") -> Response:
    """Follow a feed or page; an address that is none is shown with what is allowed."""
    try:
        site.workspace.add_source(address)
    except (UsageError, InputError) as error:
        return _page(request, site, error=error, address=address)
    site.wake()
    return lead_back(HERE)


@router.post("/sources/remove")
def remove(site: Here, key: Text) -> Response:
    """Follow a source no longer."""
    site.workspace.remove_source(key)
    site.wake()
    return lead_back(HERE)


@router.post("/sources/retry")
def retry(site: Here, key: Text) -> Response:
    """Read a source again as soon as something follows it."""
    site.workspace.retry_source(key)
    site.wake()
    return lead_back(HERE)


@router.post("/quarantine/release")
def release(site: Here, source: Text, place: Text) -> Response:
    """Forget an item of the quarantine."""
    site.workspace.release(source, place)
    return lead_back(HERE)


def state_text(state: SourceState) -> str:
    """Return the state of a source in a few words."""
    if state.failures:
        times = "once" if state.failures == 1 else f"{state.failures} times in a row"
        return f"failed {times}" if state.next_check is not None else "given up"
    if state.checked is None:
        return "not read yet"
    return "works"


def _page(request: Request, site: Site, *, error: MeadowError | None = None, address: str = "") -> Response:
    workspace = site.workspace
    states = sorted(workspace.store.sources(), key=lambda state: (not state.failures, state.key))
    keys = {state.key for state in states}
    items = [FailedItem(each, each.source in keys) for each in workspace.store.quarantine()]
    answer = page(
        request, "sources.html", title="Sources", states=states, state_text=state_text, web_address=web_address,
        items=items[:SHOWN_ITEMS], left_out=max(0, len(items) - SHOWN_ITEMS), error=error, address_given=address,
        now=workspace.clock(), following=site.follows, stopped=site.stopped,
        feed_url=site.feed_url(request),
        watches=[(watch.name, site.feed_url(request, watch.name)) for watch in workspace.watches()],
    )  # fmt: skip
    answer.status_code = 200 if error is None else 400
    return answer
