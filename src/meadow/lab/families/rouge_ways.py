"""Ways of computing ROUGE: from what is asked for to its options, both dialects side by side, and why two ways differ.

What ROUGE warns about becomes notes: they belong below the table, not on standard error.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import cast, get_args

from meadow.errors import NoTokensWarning, SpecError, UsageError, check_choice
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Dialect
from meadow.lab.files.texts import Items
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet
from meadow.spec import parse_spec

_BOTH = "both"
_DIALECTS: tuple[Dialect, ...] = get_args(Dialect)


# What may stand in parentheses after the name of the dialect.
_KINDS: dict[str, type | tuple[type, ...]] = {
    "stem": bool, "stopwords": bool, "words": int, "characters": int, "utf8_bytes": int, "language": str,
    "multiple": str, "alpha": (int, float), "split_sentences": bool,
}  # fmt: skip


def by_dialect(dialect: str, sheet_in: Callable[[Dialect], Sheet]) -> Sheet:
    """Return the sheet in a dialect; for `both` that of each dialect, its tables titled and its value kept by the name."""
    check_choice("ROUGE dialect", dialect, (*_DIALECTS, _BOTH))
    if dialect != _BOTH:
        return sheet_in(cast("Dialect", dialect))
    sheets = {name: sheet_in(name) for name in _DIALECTS}
    return Sheet(
        blocks=[_titled(block, name) for name, sheet in sheets.items() for block in sheet.blocks],
        value={
            "measure": sheets[_DIALECTS[0]].value["measure"],
            "dialects": {name: sheet.value for name, sheet in sheets.items()},
        },
        notes=[note for sheet in sheets.values() for note in sheet.notes],
        signatures=[line for sheet in sheets.values() for line in sheet.signatures],
    )


def one_dialect(dialect: str, *, why: str) -> Dialect:
    """Return the dialect; `both` is an error where only one can be used."""
    if dialect == _BOTH:
        raise UsageError(
            f"{why} and --dialect both were both given.",
            given=dialect,
            allowed=f"--dialect {' or '.join(_DIALECTS)}.",
            advice=f"Name the dialect to start from; {why} names the other.",
        )
    return cast("Dialect", dialect)


def _titled(block: Table | str, dialect: str) -> Table | str:
    if isinstance(block, str):
        return block
    return replace(block, title=f"{block.title}, dialect {dialect}" if block.title else f"Dialect {dialect}")


def other_way(text: str, options: rouge.RougeOptions) -> rouge.RougeOptions:
    """Return the options that a spec such as `rouge155(stem=false)` asks for; what it does not name stays as it is."""
    spec = parse_spec(text)
    changes: dict[str, object] = {"dialect": spec.name}
    for key, value in spec.keywords:
        kind = _KINDS.get(key)
        if kind is None or not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise SpecError(
                f"The way of scoring {text!r} has {key}={value!r}.",
                given=text,
                allowed=f"A dialect (google or rouge155) takes: {', '.join(_KINDS)}.",
                advice="Write, for example, 'rouge155(stem=false, words=100)'.",
            )
        changes[key] = value
    if spec.positional:
        raise SpecError(
            f"The way of scoring {text!r} has a value without a name.", given=text, advice="Write name=value."
        )
    return cast("rouge.RougeOptions", {**options, **changes})


def reconcile_sheet(
    items: Items, metrics: Sequence[str], first: rouge.RougeOptions, second: rouge.RougeOptions, *, only: str | None
) -> Sheet:
    """Return what each choice did to each item and metric, for the first system."""
    if only is not None:
        check_choice("item", only, items.ids)
    system = next(iter(items.systems))
    with token_notes() as notes:
        sheets = [
            _one(item, candidate, references, metric, first, second)
            for item, (candidate, references) in zip(items.ids, items.pairs(system), strict=True)
            if only is None or item == only
            for metric in metrics
        ]
    ways = [
        rouge.signature(metric, references=items.most_references, **options)
        for metric in metrics
        for options in (first, second)
    ]
    return Sheet(
        blocks=[block for sheet in sheets for block in sheet.blocks],
        value={"measure": "rouge", "reconciled": [sheet.value for sheet in sheets]},
        notes=notes,
        signatures=ways,
    )


def _one(
    item: str,
    candidate: str,
    references: Sequence[str],
    metric: str,
    first: rouge.RougeOptions,
    second: rouge.RougeOptions,
) -> Sheet:
    before, after = (rouge.score(candidate, references, metrics=[metric], **each)[metric].f for each in (first, second))
    findings = rouge.reconcile(candidate, references, first, second, metric=metric)
    lines = [f"  {finding}" for finding in findings if _tells(finding)]
    idle = [finding.factor for finding in findings if not _tells(finding)]
    lines += [f"  without effect here: {', '.join(idle)}"] if idle else []
    value = {
        "item": item, "metric": metric, "first": before, "second": after,
        "findings": [_value(finding) for finding in findings],
    }  # fmt: skip
    title = f"item {item}, {metric} F: {before:.5f} becomes {after:.5f}"
    return Sheet(blocks=["\n".join([title, *(lines or ["  The two ways are the same."])])], value=value)


def _tells(finding: rouge.Finding) -> bool:
    return finding.before != finding.after or bool(finding.gained or finding.lost)


def _value(finding: rouge.Finding) -> dict[str, object]:
    return {
        "factor": finding.factor, "explanation": finding.explanation, "effect": finding.effect,
        "before": finding.before.f, "after": finding.after.f,
        "gained": list(finding.gained), "lost": list(finding.lost),
    }  # fmt: skip


@contextmanager
def token_notes() -> Iterator[list[str]]:
    """Give a list that holds, once the block has ended, what ROUGE said about texts without a token."""
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NoTokensWarning)
        yield notes
    notes += dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, NoTokensWarning))
