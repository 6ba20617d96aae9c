"""Readers and judges while articles come in: nobody meets a locked database."""

from __future__ import annotations

import threading
from itertools import count
from pathlib import Path

from meadow.workspace import Workspace
from patience import until
from stories import FERRY, document
from studies.web.seated import judge_of, make_study
from web.apps import BRIDGE, filled, reader_of
from web.crowd import READERS, check, crowd, furnish, serving

PLACES = ("Skerra", "Tolsby", "Ninemile", "Vellin", "Haldmoor", "Carrowmere")


def arriving(workspace: Workspace, count: int) -> None:
    """Add articles, one commit each."""
    for number in range(count):
        place = PLACES[number % len(PLACES)]
        text = [f"The harbour of {place} counted {number} boats.", f"Word{number} was heard in {place}."]
        workspace.add([document(f"late-{number}", text, hours=number)])


def test_pages_and_changes_go_on_while_articles_come_in(tmp_path: Path) -> None:
    with filled(tmp_path, [*FERRY, *BRIDGE]) as workspace:
        reader = reader_of(workspace)
        judge = judge_of(reader.app, make_study(workspace))
        writer = threading.Thread(target=arriving, args=(workspace, 60))
        writer.start()
        statuses: list[tuple[str, int]] = []
        told = count(1)
        while writer.is_alive():
            statuses += [(path, reader.get(path).status_code) for path in ("/", "/s/wire", "/d/wire", "/?unread=1")]
            statuses += [(path, reader.post(path).status_code) for path in ("/mark/wire", "/mark/bridge-1")]
            action = {"slot": "the-ferry/skip", "answer": "no time", "key": f"t.{next(told)}"}
            statuses += [("/j/act", judge.act(action).status_code), ("/j", judge.get("/j").status_code)]
        writer.join()
        wrong = [each for each in statuses if each[1] not in (200, 301, 303)]
        assert statuses
        assert wrong == []
        assert workspace.store.counts()["documents"] == 65
        assert len(workspace.store.actions("ferries")) == next(told) - 1


def test_a_real_server_answers_readers_and_judges_while_it_follows(place: str, tmp_path: Path) -> None:
    made = furnish(place)
    with serving(place, tmp_path, arriving=250) as site:
        seen = crowd(site, made, lambda rounds: rounds < 3)
        with Workspace(place, create=False) as workspace:
            assert until(lambda: workspace.store.counts()["documents"] == 252), site.said
    check(place, made, site, seen)
    readers = dict.fromkeys(("list", "story", "document", "search", "mark"), 3 * READERS)
    assert seen.answers == {**readers, "enter": 2, "item": 6, "act": 6}
