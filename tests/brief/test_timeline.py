"""A story's timeline for the terminal and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

from brief.test_terminal import printed
from meadow.brief.timeline import render_timeline, timeline_value
from meadow.pipeline.timelines import timeline
from stories import FERRY, START

COPY = replace(FERRY[0], id="copy", published=START + timedelta(days=1))
STORY = [*FERRY, COPY]


def test_each_day_has_its_counts_what_was_new_and_figures_that_were_given_first() -> None:
    lines = printed(render_timeline(timeline(STORY), STORY)).splitlines()
    assert lines[0] == "Day by day"
    assert lines[1] == "2 Mar 2026 · 2 articles · first reports of Outlet wire, Outlet echo"
    assert "  dead: 9 (Outlet wire)" in lines
    assert lines[lines.index("3 Mar 2026 · 1 article") + 1] == "  Nothing that was not said before."
    assert "6 Mar 2026 · 1 article · first reports of Outlet courier" in lines
    assert lines[-1] == "  dead: 17 (Outlet courier)"
    assert any("a door to the car deck" in line for line in lines)


def test_articles_without_a_date_come_last() -> None:
    undated = [FERRY[0], replace(FERRY[2], published=None)]
    assert "Undated · 1 article" in printed(render_timeline(timeline(undated), undated))


def test_days_as_json_name_documents_and_sentences() -> None:
    first, second, third = json.loads(json.dumps(timeline_value(timeline(STORY))))
    assert (first["day"], first["documents"]) == ("2026-03-02", ["wire", "echo"])
    assert first["figures"] == [{"what": "dead", "value": "9", "sentence": ["wire", 0]}]
    assert second["told"] is None
    assert third["told"]["document"] == "courier"
    assert third["new_sources"] == ["Outlet courier"]
