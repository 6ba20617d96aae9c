"""`/events`: what happens while articles come in, as server-sent events, to pages that stay open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from json import dumps

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from meadow.store.contract import StoreReader
from meadow.web.bus import BusEvent, Listener
from meadow.web.site import Here, Site

LOOK_SECONDS = 1.0
_HEARTBEAT_LOOKS = 15

router = APIRouter(include_in_schema=False)


@dataclass(slots=True)
class Arrivals:
    """The number of articles since a listener began, added by any process."""

    store: StoreReader
    entry: int
    articles: int = 0

    def look(self) -> BusEvent | None:
        """Return what is new; None if nothing is."""
        last = self.store.last_entry()
        if last == self.entry:
            return None
        new = sum(entry.assignment is not None for entry in self.store.log(after=self.entry) if entry.number <= last)
        self.entry, self.articles = last, self.articles + new
        return BusEvent("new", {"articles": self.articles, "entry": last}) if new else None


@router.get("/events")
async def events(request: Request, site: Here) -> StreamingResponse:
    """Send what happens until the reader leaves."""
    return StreamingResponse(_stream(request, site), media_type="text/event-stream")


async def _stream(request: Request, site: Site) -> AsyncIterator[str]:
    arrivals = Arrivals(site.workspace.store, await run_in_threadpool(site.workspace.store.last_entry))
    with site.bus.listening() as listener:
        yield format_event(BusEvent("hello", {"entry": arrivals.entry}))
        quiet = 0
        while not await request.is_disconnected():
            news = await _next_events(listener, arrivals)
            for event in news:
                yield format_event(event)
            quiet = 0 if news else quiet + 1
            if quiet >= _HEARTBEAT_LOOKS:
                quiet = 0
                yield ": still here\n\n"
            await asyncio.sleep(LOOK_SECONDS)


async def _next_events(listener: Listener, arrivals: Arrivals) -> list[BusEvent]:
    new = await run_in_threadpool(arrivals.look)
    return [*listener.take(), *([] if new is None else [new])]


def format_event(event: BusEvent) -> str:
    """Return an event as it is sent: its value is one line, whatever it holds."""
    return f"event: {event.name}\ndata: {dumps(event.value)}\n\n"
