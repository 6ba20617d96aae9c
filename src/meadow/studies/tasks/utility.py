"""Utility: every sentence of a story's articles gets a score from 0 to 10."""

from __future__ import annotations

from meadow.studies.answers.utility import UTILITY
from meadow.studies.guidelines import default_guidelines
from meadow.studies.task import Task
from meadow.studies.tasks.answered import BLIND, JUDGE_KEYS, LASTING, checker, counts_of, missing_of, viewer

TASK = Task(
    name="utility",
    title="Utility",
    about="Say of every sentence, from 0 to 10, how much a summary would miss it.",
    template="studies/utility.html",
    script="utility.js",
    guidelines=default_guidelines("utility").text,
    check=checker(UTILITY),
    missing=missing_of(UTILITY),
    view=viewer(UTILITY, "utility"),
    live=counts_of(UTILITY),
    keys=(("0 … 9", "score, and on to the next"), ("t", "score 10"), ("x", "cannot be judged"), *JUDGE_KEYS),
    settings=BLIND,
    lasting=LASTING,
)
