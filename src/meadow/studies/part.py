"""The additions of studies to the rest of the package, by kind."""

from __future__ import annotations

from meadow.registry import Command, Page

OFFERS = {
    "command": {
        "judge": Command(
            "judge", "meadow.studies.cli.app:app", "Studies with people",
            "Let people judge: make studies, invite participants, read out and export what they did.",
        ),
    },
    "page": {
        "studies": Page(
            "studies", "meadow.studies.web:router", (("Reports", "/r", "g r", 40), ("Judge", "/j/studies", "g j", 50)),
            templates="meadow.studies.web", assets="meadow.studies.web.assets:assets",
        ),
    },
    "store checks": {"studies": "meadow.studies.testing:check_studies"},
}  # fmt: skip
