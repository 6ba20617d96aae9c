"""The line that goes with a ROUGE score: everything that could have changed it.

Source: Post (2018), A call for clarity in reporting BLEU scores, for the habit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from meadow.evaluate.rouge_metrics import parse_metric
from meadow.evaluate.rouge_rules import Options, Rules, rules_for
from meadow.provenance import content_id
from meadow.provenance import signature as provenance_signature

_SHORT = 8
_EQUAL_WEIGHT = 0.5


def signature(metric: str, *, references: int = 1, **options: Unpack[Options]) -> str:
    """Return how a score came about: `rouge2(stem=True)|dialect:google|language:en|refs:4|multiple:best|v:0.1.0`.

    Lists of words (stop words, exceptions) stand there as a short digest of what is in them.
    """
    rules = rules_for(options)
    name, _, weight = str(parse_metric(metric)).removesuffix(")").partition("(")
    settings = ", ".join(([weight] if weight else []) + list(_settings(rules)))
    several = rules.multiple if references > 1 else None
    about = {"dialect": rules.dialect, "language": rules.language, "refs": references, "multiple": several}
    return f"{name}({settings})|{provenance_signature(about)}"


def _settings(rules: Rules) -> Iterator[str]:
    yield f"stem={rules.stemmer is not None}"
    if rules.exceptions:
        pairs = [f"{form}\t{base}" for form, base in sorted(rules.exceptions.items())]
        yield f"exceptions={content_id(*pairs)[:_SHORT]}"
    if rules.stop:
        yield f"stopwords={content_id(*sorted(rules.stop))[:_SHORT]}"
    if rules.limit is not None:
        yield f"{rules.limit.unit}={rules.limit.amount}"
    if rules.split_sentences:
        yield "split_sentences=True"
    if rules.alpha != _EQUAL_WEIGHT:
        yield f"alpha={rules.alpha}"
