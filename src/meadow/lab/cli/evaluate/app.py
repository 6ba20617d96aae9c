"""The `meadow evaluate` command with all its families."""

from __future__ import annotations

import typer

from meadow.lab.cli.derive import derived
from meadow.lab.cli.evaluate.agreement import agreement
from meadow.lab.cli.evaluate.baselines import baselines
from meadow.lab.cli.evaluate.concepts import concepts
from meadow.lab.cli.evaluate.corpus import corpus
from meadow.lab.cli.evaluate.coverage import coverage
from meadow.lab.cli.evaluate.extraction import extraction
from meadow.lab.cli.evaluate.feedback import feedback
from meadow.lab.cli.evaluate.headlines import headlines
from meadow.lab.cli.evaluate.metrics import metrics
from meadow.lab.cli.evaluate.pseudo_qa import pseudo_qa
from meadow.lab.cli.evaluate.rouge import rouge
from meadow.lab.cli.evaluate.showing import printing
from meadow.lab.cli.evaluate.subsumption import subsumption
from meadow.lab.cli.evaluate.synthesis import synthesis
from meadow.lab.cli.many import ManyFilesCommand
from meadow.lab.families import clustering, utility

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.lab.part

_FAMILIES = (
    rouge, metrics, utility, subsumption, extraction, coverage, pseudo_qa, clustering, synthesis, headlines, agreement,
    corpus, baselines, concepts, feedback,
)  # fmt: skip
for _family in _FAMILIES:
    app.command(cls=ManyFilesCommand)(derived(_family) if hasattr(_family, "read") else printing(_family))
