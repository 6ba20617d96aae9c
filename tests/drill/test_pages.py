"""Pages of the web app at their full figures: readers, judges and articles at once for minutes (TRUST A7)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.workspace import Workspace
from web.crowd import check, crowd, for_seconds, furnish, serving
from web.test_following import until

_SECONDS = float(os.environ.get("MEADOW_DRILL_SECONDS", "300"))
_ARTICLES_A_SECOND = 1_000  # more than can come in, so that they come until the end


@pytest.mark.drill
@pytest.mark.golden("A7")
def test_nobody_sees_a_locked_database_while_articles_come_in_and_judges_post(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    place, arriving = tmp_path / "space", int(_SECONDS * _ARTICLES_A_SECOND)
    made = furnish(place)
    with serving(place, tmp_path, arriving) as site:
        seen = crowd(site, made, for_seconds(_SECONDS))
        with Workspace(place, create=False) as workspace:
            documents = workspace.store.counts()["documents"]
            assert until(lambda: workspace.store.counts()["documents"] > documents), "they came until the end"
    check(place, made, site, seen)
    record_property("documents that came", documents)
    for kind, count in seen.answers.items():  # `--junitxml FILE` shows them
        record_property(kind, f"{count:,} answers, the slowest in {seen.slowest[kind]:.1f} s")
