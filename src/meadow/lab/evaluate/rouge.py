"""ROUGE in two dialects: Google's rouge-score to the last bit, and the ROUGE-1.5.5 script to the last printed digit.

`score("a text", ["a reference", "another"])["rouge2"].f`. Metrics are named `rouge1` … `rouge9`, `rougeL`,
`rougeLsum`, `rougeW`, `rougeS`, `rougeS4`, `rougeSU`, `rougeSU4` (see `rouge_rules`). A line of a text is a
sentence, in both dialects.

- `google` (the default here, in `METRICS`, in the lab and in `meadow evaluate`, except for headlines): `rougeL` compares
  whole texts, `rougeLsum` line by line; of several references the one with the best F counts.
- `rouge155`: `rougeL` and `rougeLsum` are both the script's ROUGE-L, line by line; hits and sizes are summed over
  references; precision, recall and F have five decimals. The script looks words up in WordNet's exception lists
  before it stems them. Those are not part of Meadow: a shorter list of ours replaces them, which is enough for every
  figure of the script's own sample test; WordNet's come as `exceptions=` (see `parse_exceptions`).

Outside English our own tokenizer and stemmers are used in both, so identical texts score 1 in any script.

Source: Lin (2004), ROUGE: A package for automatic evaluation of summaries; Post (2018), A call for clarity in reporting BLEU
scores, for the line that goes with a score and says all that could have changed it.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Unpack

from meadow.errors import InputError, NoTokensWarning, UsageError
from meadow.kernels.loops import COMPILED
from meadow.lab.evaluate.rouge_counts import Counts, count
from meadow.lab.evaluate.rouge_reconcile import Finding, reconcile
from meadow.lab.evaluate.rouge_rules import (
    DEFAULT_DIALECT,
    Dialect,
    Multiple,
    RougeOptions,
    RougeRules,
    RougeVariant,
    parse_metric,
    rules_for,
)
from meadow.lab.evaluate.rouge_scores import (
    Overlap,
    Resampled,
    ScriptAverage,
    average,
    combine,
    overlap,
    script_average,
    total,
)
from meadow.lab.evaluate.rouge_tokens import TokenReading, key_function, read_keys
from meadow.provenance import content_id
from meadow.provenance import signature as provenance_signature
from meadow.text.japanese import reading_parts
from meadow.text.language import UNSPACED

__all__ = [
    "Counts",
    "Dialect",
    "Finding",
    "Multiple",
    "Overlap",
    "Resampled",
    "RougeOptions",
    "RougeVariant",
    "ScriptAverage",
    "average",
    "parse_exceptions",
    "parse_metric",
    "pooled",
    "reconcile",
    "score",
    "score_many",
    "script_average",
    "signature",
    "tokens",
]  # fmt: skip

DEFAULT_METRICS = ("rouge1", "rouge2", "rougeL")

BULK_PAIRS = 10  # from here on compiled loops take less time, setting out their arrays included

Item = tuple[str, str | Sequence[str]]
_SHORT = 8
_EQUAL_WEIGHT = 0.5


def score(
    candidate: str,
    references: str | Sequence[str],
    *,
    metrics: Sequence[str] = DEFAULT_METRICS,
    stem: bool = True,
    stopwords: bool | Collection[str] = False,
    words: int | None = None,
    characters: int | None = None,
    utf8_bytes: int | None = None,
    language: str = "en",
    dialect: Dialect = DEFAULT_DIALECT,
    multiple: Multiple | None = None,
    alpha: float = 0.5,
    exceptions: Mapping[str, str] | None = None,
    split_sentences: bool = False,
) -> dict[str, Overlap]:
    """Return precision, recall and F of a candidate under each metric.

    `stopwords=True` removes the words of our list for the language, a collection removes its words; `words`,
    `characters` or `utf8_bytes` keep only the start of every text, references included; `multiple` is `best`, `sum`,
    `jackknife` or `jackknife-sum` (by default the dialect's own way); `alpha` is the weight of precision in F;
    `exceptions` maps irregular forms to base forms, before stemming; `split_sentences` splits lines further, into
    sentences.
    """
    options: RougeOptions = {
        "stem": stem, "stopwords": stopwords, "words": words, "characters": characters, "utf8_bytes": utf8_bytes,
        "language": language, "dialect": dialect, "multiple": multiple, "alpha": alpha, "exceptions": exceptions,
        "split_sentences": split_sentences,
    }  # fmt: skip
    return _score_and_warn([(candidate, references)], metrics, rules_for(options))[0]


def score_many(
    pairs: Iterable[Item], *, metrics: Sequence[str] = DEFAULT_METRICS, **options: Unpack[RougeOptions]
) -> list[dict[str, Overlap]]:
    """Return the scores of many (candidate, reference or references) pairs, in order; the options are those of `score`.

    Every number is the one that `score` gives. Each distinct text is read once; a large batch runs through compiled
    kernels.
    """
    return _score_and_warn(list(pairs), metrics, rules_for(options))


def tokens(text: str, **options: Unpack[RougeOptions]) -> list[str]:
    """Return the words of a text that ROUGE counts, after limit, stop words and stemming; the options are `score`'s."""
    return read_keys(text, rules_for(options)).row


def pooled(scores: Iterable[Overlap], metric: str, **options: Unpack[RougeOptions]) -> Overlap:
    """Return the score of a whole corpus, from the sums of its items' counts: every word weighs the same.

    `average` is the other way, where every item weighs the same.
    """
    counts = total(Counts(item.hits, item.candidate, item.reference) for item in scores)
    return overlap(counts, parse_metric(metric), rules_for(options))


def parse_exceptions(text: str) -> dict[str, str]:
    """Return the table in a list of irregular forms, one per line: a form, blanks, its base form.

    This is the shape of WordNet's `noun.exc`, `verb.exc`, `adj.exc` and `adv.exc`, which ROUGE-1.5.5 reads; give them
    as one text. Of several base forms the first counts, of several lines for one form the last.
    """
    fields = (line.split() for line in text.splitlines())
    return {words[0]: words[1] for words in fields if len(words) > 1}


def score_all(
    items: Sequence[Item], metrics: Sequence[str], rules: RougeRules
) -> tuple[list[dict[str, Overlap]], Sequence[int]]:
    """Return the scores of pairs as `score_many` does, without a warning, and the number of tokens of each distinct text."""
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    if not names:
        raise UsageError("There is no metric to score with.", advice='Give at least one, such as metrics=("rouge1",).')
    parsed = [parse_metric(name) for name in names]
    listed = [(candidate, _listed(references, number)) for number, (candidate, references) in enumerate(items)]
    if _is_large(listed, rules):
        from meadow.lab.evaluate.rouge_bulk import bulk_columns

        columns, lengths = bulk_columns(listed, parsed, rules)
    else:
        columns, lengths = _plain_columns(listed, parsed, rules)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)], lengths


def _score_and_warn(items: Sequence[Item], metrics: Sequence[str], rules: RougeRules) -> list[dict[str, Overlap]]:
    scores, lengths = score_all(items, metrics, rules)
    _warn_of_empty(lengths, rules)
    return scores


def _listed(references: str | Sequence[str], number: int) -> list[str]:
    texts = [references] if isinstance(references, str) else list(references)
    if not texts:
        raise InputError(
            f"Candidate {number} has no reference to compare with.", advice="Give at least one reference text."
        )
    return texts


def _is_large(items: Sequence[tuple[str, list[str]]], rules: RougeRules) -> bool:
    """Say whether loops are the faster way; both give the same bits. They know no language without blanks."""
    return COMPILED and rules.language not in UNSPACED and sum(len(texts) for _, texts in items) >= BULK_PAIRS


def _plain_columns(
    items: Sequence[tuple[str, list[str]]], metrics: Sequence[RougeVariant], rules: RougeRules
) -> tuple[list[list[Overlap]], list[int]]:
    """Return the scores by metric, and the number of tokens of each distinct text."""
    readings: dict[str, TokenReading] = {}
    key = key_function(rules)
    for candidate, references in items:
        for text in (candidate, *references):
            if text not in readings:
                readings[text] = read_keys(text, rules, key)
    columns = [[_plain_score(item, metric, rules, readings) for item in items] for metric in metrics]
    return columns, [len(reading.row) for reading in readings.values()]


def _plain_score(
    item: tuple[str, list[str]], metric: RougeVariant, rules: RougeRules, readings: Mapping[str, TokenReading]
) -> Overlap:
    candidate, references = item
    ours = readings[candidate]
    counts = [count(ours, readings[text], metric, script=rules.script_counts) for text in references]
    return combine(counts, metric, rules)


def _warn_of_empty(lengths: Sequence[int], rules: RougeRules) -> None:
    empty = sum(length == 0 for length in lengths)
    if empty:
        warnings.warn(
            f"{empty} of {len(lengths)} texts have no token left and score 0 (dialect {rules.dialect!r}, language "
            f"{rules.language!r}). Empty texts, limits and stop lists do that, and so do other scripts than Latin where "
            "the language is 'en': give the language of the texts.",
            NoTokensWarning,
            stacklevel=4,
        )


def signature(metric: str, *, references: int = 1, **options: Unpack[RougeOptions]) -> str:
    """Return how a score came about: `rouge2(stem=True)|dialect:google|language:en|refs:4|multiple:best|v:0.1.0`.

    Lists of words (stop words, exceptions) stand there as a short digest of what is in them.
    """
    rules = rules_for(options)
    name, _, weight = str(parse_metric(metric)).removesuffix(")").partition("(")
    settings = ", ".join(([weight] if weight else []) + list(_settings(rules)))
    several = rules.multiple if references > 1 else None
    about = {"dialect": rules.dialect, "language": rules.language, "refs": references, "multiple": several}
    return f"{name}({settings})|{provenance_signature(about | reading_parts([rules.language]))}"


def _settings(rules: RougeRules) -> Iterator[str]:
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
