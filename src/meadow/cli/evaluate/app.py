"""The `meadow evaluate` command with all its families."""

from __future__ import annotations

import typer

from meadow.cli.evaluate.agreement import agreement
from meadow.cli.evaluate.baselines import baselines
from meadow.cli.evaluate.clustering import clustering
from meadow.cli.evaluate.concepts import concepts
from meadow.cli.evaluate.corpus import corpus
from meadow.cli.evaluate.coverage import coverage
from meadow.cli.evaluate.extraction import extraction
from meadow.cli.evaluate.feedback import feedback
from meadow.cli.evaluate.headlines import headlines
from meadow.cli.evaluate.many import ManyFilesCommand
from meadow.cli.evaluate.metrics import metrics
from meadow.cli.evaluate.pseudo_qa import pseudo_qa
from meadow.cli.evaluate.rouge import rouge
from meadow.cli.evaluate.showing import printing
from meadow.cli.evaluate.subsumption import subsumption
from meadow.cli.evaluate.synthesis import synthesis
from meadow.cli.evaluate.utility import utility

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.cli.deferred

_FAMILIES = (
    rouge, metrics, utility, subsumption, extraction, coverage, pseudo_qa, clustering, synthesis, headlines, agreement,
    corpus, baselines, concepts, feedback,
)  # fmt: skip
for _family in _FAMILIES:
    app.command(cls=ManyFilesCommand)(printing(_family))
