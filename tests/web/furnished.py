"""An app with something of everything: two pages of stories, two languages, revisions, sources, a quarantine, runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from lab.web.runs import TABLE, save_run
from meadow.model import Document, Quarantined, SourceState
from meadow.workspace import Workspace
from stories import FERRY, START, document
from web.apps import BRIDGE, NOW, filled
from web.live import serving

FEED = "http://harbour.example/feed.xml"
NAMES = (
    "apple", "badger", "cobalt", "dolphin", "ember", "falcon", "granite", "hazel", "indigo", "jasmine", "kestrel", "lantern",
    "magnet", "nectar", "orchid", "pepper", "quartz", "raven", "saffron", "timber", "umber", "velvet", "walnut",
)  # fmt: skip
SPANISH = Document(
    "es", "Diario", "Nueve muertos en el naufragio del Star of Skerra",
    "Un transbordador con 245 personas a bordo, el Star of Skerra, naufragó el lunes frente a Skerra. Nueve personas"
    " murieron y 221 fueron rescatadas. El Star of Skerra había salido de Sant Oriel. El capitán es Aurel Denko.",
    FERRY[1].published, language="es",
)  # fmt: skip


def _small() -> list[Document]:
    """Return articles that are stories of their own, and have one word in common."""
    return [
        document(name, [f"{name.capitalize()}s met {name}men {n} near {name}ton." for n in range(3)] + ["Pier 7 closed."],
                 hours=-50 - 10 * number, title=f"{name.capitalize()}men meet")
        for number, name in enumerate(NAMES)
    ]  # fmt: skip


def furnish(folder: Path) -> Workspace:
    """Return the workspace; the reader has read part of the story of the ferry, and named that of a bridge."""
    wired = replace(FERRY[0], url="http://wire.example/ferry")
    workspace = filled(folder, [wired, FERRY[1], *BRIDGE, SPANISH, *_small()])
    workspace.mark("wire")
    earlier = [
        replace(FERRY[1], id=f"copy{n}", source=f"Copyist {n}", published=START + timedelta(hours=6 + n))
        for n in range(10)
    ]
    revised = replace(wired, text=wired.text.replace("nine", "ten") + " More follows.", spans=None)
    workspace.add([*earlier, FERRY[2], revised])
    workspace.watch("bridge")
    workspace.rename("bridge-1", "The bridge of Ninemile")
    with workspace.store.writing() as writer:
        writer.save_source(SourceState(FEED, "feed", "Harbour Wire", checked=NOW, failures=1, problem="It is gone."))
        writer.put_aside(Quarantined(FEED, "feed.xml:3", "It has no text.", NOW, NOW))
        writer.put_aside(Quarantined("script", "line 4", "It is torn.", NOW, NOW))
    return workspace


@contextmanager
def furnished(folder: Path) -> Iterator[tuple[Workspace, str]]:
    """Serve the workspace and a run of an experiment; gives both the workspace and the origin."""
    save_run(folder / "runs" / "first", TABLE)
    with furnish(folder / "space") as workspace, serving(workspace, folder / "runs") as origin:
        yield workspace, origin
