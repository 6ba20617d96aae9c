"""Headline methods against headlines that people wrote: `python -m benchmarks.headlines [--fit | --rules]`.

Mean ROUGE-1 and ROUGE-2, recall and precision (dialect `rouge155`, hits and sizes summed over references), each plain, with
brevity (`+b`) and with length penalty (`+l`); words per headline; and the share that reads well: paired marks, no
dangling ends, not cut short. Below each set stands how ROUGE-1 goes with length (Spearman's ρ over all headlines).

- `japanese`: 300 articles of Wikinews without their titles, which are the references.
- `uci_headlines`: stories of titles; every other title goes in and the rest are references, then the other way round.
- `multiling2011`: English articles of the five topics of odd number, half of them with their titles, the titles of the
  others as references; and the same without any title.
- the sample of the package with the headlines of its writers, in four languages. Nothing was tuned on it.

`--rules` prints what each rule about titles changes on `uci_headlines`, where its value was chosen. `--fit` writes the
tables of `bayes-phrase` anew, byte for byte: from the other topics of `multiling2011` and from 700 other Japanese articles.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from statistics import fmean

from benchmarks._headline_sets import (
    Item,
    japanese_items,
    multiling_items,
    sample_items,
    titled_documents,
    uci_items,
    untitled,
)
from meadow.headlines import title
from meadow.headlines.bayes_table import POOLED, fit_bayes, format_table
from meadow.headlines.candidate import Proposal
from meadow.lab.evaluate import headlines
from meadow.lab.evaluate.headlines import Penalty
from meadow.lab.lessons import headline_examples
from meadow.pipeline import HEADLINE_METHODS, propose_headlines_view
from meadow.vectors.view import view_documents

# Ours, then the study's five as they stand there.
METHODS = (*HEADLINE_METHODS, "plain-title", "plain-core", "plain-compress", "plain-bayes", "plain-phrase")
_METRICS = {"R1-R": "rouge1-recall", "R1-P": "rouge1-precision", "R2-R": "rouge2-recall", "R2-P": "rouge2-precision"}
_PENALTIES: tuple[Penalty | None, ...] = (None, "brevity", "length")
_FIT_DATA = (
    "multiling2011, topics of even number in en, fr, el and cs (CC BY 3.0); 700 articles of ja.wikinews (CC BY 2.5)"
)
# Fifty articles of a language are too few by themselves: all stay in, and its own count more (decision 0008).
_OWN_TIMES = 4


def main() -> None:
    """Print the tables, or do what an option asks for."""
    if "--fit" in sys.argv:
        folder = Path(str(files("meadow.headlines").joinpath("bayes")))
        for name, table in fit_tables().items():
            folder.joinpath(f"{name}.json").write_text(table, encoding="utf-8")
        return
    if "--rules" in sys.argv:
        _print_rules(uci_items())
        return
    english = multiling_items("en")
    sets = {
        "japanese, one article each": japanese_items(),
        "uci_headlines, held-out titles": uci_items(),
        "multiling2011 (en), held-out titles": english,
        "multiling2011 (en), no titles": untitled(english),
        **{f"sample ({language})": sample_items((language,)) for language in ("en", "es", "nl", "ja")},
    }
    for name, items in sets.items():
        if items:
            _print_set(name, items)


def fit_tables() -> dict[str, str]:
    """Return the tables of `bayes-phrase` as they are shipped: the pooled one, and one for each language with titles."""
    examples = list(headline_examples(titled_documents()))
    tables = {POOLED: fit_bayes(examples, data=_FIT_DATA)}
    for language in sorted({view.language for view, _ in examples}):
        own = [example for example in examples if example[0].language == language]
        data = f"{_FIT_DATA}; the {len(own)} articles in {language} count {_OWN_TIMES} times"
        tables[language] = fit_bayes([*examples, *own * (_OWN_TIMES - 1)], data=data)
    return {name: format_table(table) for name, table in tables.items()}


def _print_set(name: str, items: Sequence[Item]) -> None:
    views = [view_documents(item.documents) for item in items]
    shelves = [propose_headlines_view(view, methods=METHODS) for view in views]
    references = [item.references for item in items]
    language = items[0].language
    heads = "".join(f"{metric:>7}{'+b':>6}{'+l':>6}" for metric in _METRICS)
    print(f"\n{name}: {len(items)} stories\n{'':<24}{heads}{'words':>7}{'reads':>7}")
    texts: dict[str, list[str]] = {}
    for place, method in enumerate(METHODS):
        column = [shelf[place] for shelf in shelves]
        texts[method] = [proposal.headline.text for proposal in column]
        print(f"{method:<24}{_row(column, references, language)}")
    unknown: dict[str, list[float | None]] = {method: [None] * len(items) for method in METHODS}
    rows = headlines.correlation_table(texts, references, unknown, language=language)
    parts = (
        f"{row.metric.removeprefix('rouge1-')}{'' if row.penalty is None else f'+{row.penalty}'} {_signed(row.length)}"
        for row in rows
    )
    print(f"{'ρ of ROUGE-1 and length':<24} {', '.join(parts)}")


def _row(column: Sequence[Proposal], references: Sequence[Sequence[str]], language: str) -> str:
    texts = [proposal.headline.text for proposal in column]
    cells = [
        f"{mean_score(texts, references, metric, penalty, language):.3f}"[1:].rjust(7 if penalty is None else 6)
        for metric in _METRICS.values()
        for penalty in _PENALTIES
    ]
    lengths = headlines.headline_lengths(texts, references, language=language).headlines
    return "".join(cells) + f"{fmean(lengths):7.1f}{fmean(not proposal.flaws for proposal in column):7.2f}"


def mean_score(
    texts: Sequence[str], references: Sequence[Sequence[str]], metric: str, penalty: Penalty | None, language: str
) -> float:
    """Return the mean score of headlines by one metric."""
    return fmean(headlines.score(texts, references, metric=metric, penalty=penalty, language=language))


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.2f}"


def _print_rules(items: Sequence[Item]) -> None:
    """Print ROUGE-1 F of the best title without any rule, with one of several weights, and with all as they are."""
    views = [view_documents(item.documents) for item in items]
    found = [[(each, title.broken_rules(view, each)) for each in title.titles_of(view)] for view in views]
    names = list(title.RULES)
    trials: dict[str, dict[str, float]] = {"no rule": {}}
    trials |= {f"{name} ×{kept}": {name: kept} for name in names for kept in (0.9, 0.8, 0.6, 0.3)}
    trials["all"] = {name: kept for name, (kept, _) in title.RULES.items()}
    for trial, kept in trials.items():
        best = [max(story, key=partial(_value, kept=kept)) for story in found]
        texts = [each.printed for each, _ in best]
        value = mean_score(texts, [item.references for item in items], "rouge1-f", None, "en")
        print(f"{trial:<18}{value:.4f}")


def _value(pair: tuple[title.Titled, frozenset[str]], *, kept: Mapping[str, float]) -> tuple[float, int]:
    each, broken = pair
    return each.cosine * each.told * math.prod(kept.get(name, 1.0) for name in sorted(broken)), -each.document


if __name__ == "__main__":
    main()
