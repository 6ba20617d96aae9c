"""A real `meadow serve --follow`, articles that come as fast as it takes them, readers at its pages, two who take part."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from benchmarks.web import iter_documents

from meadow.studies.judging.judging import MadeStudy
from meadow.workspace import Workspace
from patience import PATIENCE_SECONDS
from studies.web.seated import make_study
from web.apps import BRIDGE

READERS = 4
LOCKED = re.compile("locked", re.IGNORECASE)
_STORY, _DOCUMENT = re.compile(r'href="(/s/[^"?#]+)"'), re.compile(r'href="(/d/[^"?#]+)"')
_PICKS = 40  # sentences of an article of the study


@dataclass(slots=True)
class Site:
    """Where a server answers, the token of its reader, its process, and what it has said in the terminal so far."""

    origin: str
    token: str
    process: subprocess.Popen[str]
    terminal: Path

    @property
    def said(self) -> str:
        """What it wrote to the terminal behind the address."""
        return self.terminal.read_text("utf-8")


@dataclass(slots=True)
class Seen:
    """What a crowd saw: answers to each kind of request, seconds of the slowest, what was wrong, actions acknowledged."""

    answers: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    saved: list[tuple[str, str, str]] = field(default_factory=list)

    def note(self, kind: str, answer: httpx.Response) -> httpx.Response:
        """Count an answer, and keep it where it is not one or speaks of a lock."""
        self.answers[kind] += 1
        took = sum(each.elapsed.total_seconds() for each in (*answer.history, answer))
        self.slowest[kind] = max(self.slowest.get(kind, 0.0), took)
        if answer.status_code >= httpx.codes.BAD_REQUEST or LOCKED.search(answer.text):
            self.wrong.append(f"{answer.request.method} {answer.url} {answer.status_code} {answer.text[:300]}")
        return answer


def furnish(place: str | Path) -> MadeStudy:
    """Make a workspace with a small story and a study of a report, and return the study."""
    with Workspace(place) as workspace:
        workspace.add(BRIDGE)
        return make_study(workspace)


@contextmanager
def serving(place: str | Path, folder: Path, arriving: int) -> Iterator[Site]:
    """Serve a workspace that follows a file of articles; the server ends with the block."""
    news, feeds, terminal = folder / "arriving.jsonl", folder / "feeds.txt", folder / "terminal.txt"
    with news.open("w", encoding="utf-8") as lines:
        lines.writelines(f"{line}\n" for line in _lines(arriving))
    feeds.write_text(f"{news}\n", "utf-8")
    command = [
        sys.executable, "-m", "meadow", "serve", "--no-open", "--port", "0", "--workspace", str(place),
        "--follow", str(feeds),
    ]  # fmt: skip
    with (
        terminal.open("w", encoding="utf-8") as stream,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stream, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            origin, _, token = process.stdout.readline().rpartition(" ")[2].strip().partition("/?token=")
            assert token, terminal.read_text("utf-8")
            yield Site(origin, token, process, terminal)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE_SECONDS)


def _lines(count: int) -> Iterator[str]:
    for each in iter_documents(0, count):
        row = {"id": each.id, "source": each.source, "title": each.title, "text": each.text, "language": "en"}
        yield json.dumps({**row, "published": each.published_text})


def crowd(site: Site, made: MadeStudy, goes_on: Callable[[int], bool]) -> Seen:
    """Let four readers and all who take part ask at once, each while `goes_on` of its rounds; return what they saw."""
    seen = Seen()
    with ThreadPoolExecutor(READERS + len(made.invitations)) as threads:
        tasks = [threads.submit(read, site, number, goes_on, seen) for number in range(READERS)]
        tasks += [threads.submit(take_part, site, made, at, goes_on, seen) for at in range(len(made.invitations))]
        for task in tasks:
            task.result()
    return seen


def read(site: Site, number: int, goes_on: Callable[[int], bool], seen: Seen) -> None:
    """Load the list, a story of it, a document, a search, and mark the story as read, again and again."""
    chance, rounds = random.Random(number), 0
    headers = {"Authorization": f"Bearer {site.token}", "Accept": "text/html", "Origin": site.origin}
    with httpx.Client(base_url=site.origin, headers=headers, timeout=PATIENCE_SECONDS, follow_redirects=True) as client:
        while goes_on(rounds):
            listed = seen.note("list", client.get("/")).text
            story = chance.choice(_STORY.findall(listed))
            told = seen.note("story", client.get(story)).text
            seen.note("document", client.get(chance.choice(_DOCUMENT.findall(told))))
            seen.note("search", client.get("/search", params={"q": chance.choice(("bridge", "met", "day"))}))
            seen.note("mark", client.post(story.replace("/s/", "/mark/", 1), headers={"Sec-Fetch-Site": "same-origin"}))
            rounds += 1


def take_part(site: Site, made: MadeStudy, at: int, goes_on: Callable[[int], bool], seen: Seen) -> None:
    """Open a link and the report of its item, then take sentences in and out of it, each as the page's script sends it."""
    invitation, rounds = made.invitations[at], 0
    headers = {"Origin": site.origin, "Sec-Fetch-Site": "same-origin"}
    with httpx.Client(base_url=site.origin, headers=headers, timeout=PATIENCE_SECONDS, follow_redirects=True) as client:
        seen.note("enter", client.get(f"/j/t/{invitation.token}"))
        while goes_on(rounds):
            seen.note("item", client.get("/j/i/the-ferry"))
            body = {"study": made.study.id, "participant": invitation.name, "actions": _actions(rounds)}
            results = seen.note("act", client.post("/j/act", json=body)).json().get("results", [])
            seen.saved += [
                (invitation.name, each["key"], each["slot"]) for each in results if each["became"] == "saved"
            ]
            seen.wrong += [f"{invitation.name} {each}" for each in results if each["became"] != "saved"]
            rounds += 1


def _actions(rounds: int) -> list[dict[str, object]]:
    """Return the messages of a round: first that it begins, then that one sentence comes in, another out and back."""
    first, second = f"wire%2F1#{rounds % _PICKS}", f"wire%2F1#{(rounds * 7 + 1) % _PICKS}"
    inside = {"place": None}
    told: list[tuple[str, object]] = [(f"pick/{first}", inside), (f"pick/{second}", None), (f"pick/{second}", inside)]
    return [
        {"slot": f"the-ferry/{slot}", "answer": answer, "key": f"tab.{rounds * 10 + number}"}
        for number, (slot, answer) in enumerate(told if rounds else [("started", True)])
    ]


def check(place: str | Path, made: MadeStudy, site: Site, seen: Seen) -> None:
    """Assert that nothing was wrong, that the terminal is silent, and that what was acknowledged is in the store."""
    assert seen.wrong == [], seen.wrong[:3]
    assert site.said == "meadow: stopped.\n"
    with Workspace(place, create=False) as workspace:
        kept = {(each.participant, each.key, each.slot) for each in workspace.store.actions(made.study.id)}
    assert len(seen.saved) == len(set(seen.saved)) > 0
    assert set(seen.saved) - kept == set()


def for_seconds(seconds: float) -> Callable[[int], bool]:
    """Return what lets everyone go on until so much time has passed."""
    end = time.monotonic() + seconds
    return lambda _rounds: time.monotonic() < end
