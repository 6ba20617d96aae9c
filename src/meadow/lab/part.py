"""What the lab adds to the rest of the package, by kind."""

from __future__ import annotations

from meadow.registry import Command, Page

_BLOCK = "Research"

OFFERS = {
    "families": {
        "metric": "meadow.lab.evaluate",
        "experiment": "meadow.lab.experiment",
        "testbed": "meadow.lab.formats",
    },
    "command": {
        "evaluate": Command(
            "evaluate", "meadow.lab.cli.evaluate:app", _BLOCK,
            "Measure summaries, clusterings, reports, headlines and judges; every number comes with its signature.",
        ),
        "lab": Command(
            "lab", "meadow.lab.cli.app:app", _BLOCK, "Run experiments over testbeds, and learn settings from them."
        ),
    },
    "page": {
        "experiments": Page(
            "experiments", "meadow.lab.web.experiments:router", (("Experiments", "/x", "g x", 60),),
            templates="meadow.lab.web", assets="meadow.lab.web.experiments:assets",
        ),
    },
    "testing": {
        "check_experiment": "meadow.lab.testing.experiments:check_experiment",
        "check_metric": "meadow.lab.testing.metrics:check_metric",
        "check_testbed_format": "meadow.lab.testing.testbeds:check_testbed_format",
    },
}  # fmt: skip
