"""The lab: testbeds that hold what people judged or wrote, experiments over them, and settings learned from them.

from meadow import lab

results = lab.run("summaries", systems=["lead", "mead", "meadow"])
results.frame()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meadow.lab.catalogue import experiment_names, load_experiment
    from meadow.lab.comparing import compare_systems
    from meadow.lab.folder import load_testbed, save_testbed
    from meadow.lab.notebook import run
    from meadow.lab.opening import open_testbed
    from meadow.lab.results import Results, load_findings
    from meadow.lab.testbed import Testbed, Topic

# Names load on first use, as those of the package do.
_HOMES = {
    "Results": "meadow.lab.results",
    "Testbed": "meadow.lab.testbed",
    "Topic": "meadow.lab.testbed",
    "compare_systems": "meadow.lab.comparing",
    "experiment_names": "meadow.lab.catalogue",
    "load_experiment": "meadow.lab.catalogue",
    "load_findings": "meadow.lab.results",
    "load_testbed": "meadow.lab.folder",
    "open_testbed": "meadow.lab.opening",
    "run": "meadow.lab.notebook",
    "save_testbed": "meadow.lab.folder",
}

__all__ = [
    "Results",
    "Testbed",
    "Topic",
    "compare_systems",
    "experiment_names",
    "load_experiment",
    "load_findings",
    "load_testbed",
    "open_testbed",
    "run",
    "save_testbed",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'meadow.lab' has no attribute {name!r}")
    return getattr(import_module(home), name)
