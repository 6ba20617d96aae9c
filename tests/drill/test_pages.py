"""Pages of the web app at their full figures: readers, judges and articles at once for minutes (TRUST A7)."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from meadow.workspace import Workspace
from patience import until
from web.crowd import check, crowd, for_seconds, furnish, serving

_SECONDS = float(os.environ.get("MEADOW_DRILL_SECONDS", "300"))
_ARTICLES_A_SECOND = 1_000  # more than can come in, so that they come until the end


@pytest.mark.drill
@pytest.mark.golden("A7")
def test_every_answer_is_one_while_articles_come_in_and_judges_post(tmp_path: Path) -> None:
    place, arriving = tmp_path / "space", int(_SECONDS * _ARTICLES_A_SECOND)
    made = furnish(place)
    with serving(place, tmp_path, arriving) as site:
        seen = crowd(site, made, for_seconds(_SECONDS))
        with Workspace(place, create=False) as workspace:
            documents = workspace.store.counts()["documents"]
            assert until(lambda: workspace.store.counts()["documents"] > documents), "they came until the end"
    check(place, made, site, seen)
    told = logging.getLogger(__name__)  # `--log-cli-level=INFO` shows it
    told.info("%d documents came, %d actions were saved", documents, len(seen.saved))
    for kind, count in seen.answers.items():
        told.info("%s: %d answers, the slowest in %.1f s", kind, count, seen.slowest[kind])
