"""Why two ROUGE scores of the same texts differ: one choice changed at a time, and what each did.

The way leads from the first rules to the second in a fixed order: limit, sentence splitting, tokenizer, stop words,
stemmer, counting, several references, weight and rounding. The effects along it add up to the whole difference.

Source: own design; the choices are those of Lin's ROUGE-1.5.5 and of Google's rouge-score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from meadow.errors import InputError
from meadow.lab.evaluate.rouge_counts import count, ngrams
from meadow.lab.evaluate.rouge_rules import RougeOptions, RougeRules, RougeVariant, parse_metric, rules_for
from meadow.lab.evaluate.rouge_scores import Overlap, combine
from meadow.lab.evaluate.rouge_tokens import key_function, read_keys, read_words

Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One choice in which two ways of scoring differ, and what it did to the score of these texts.

    `gained` and `lost` are the candidate's n-grams, as they are written, that match a reference only after or only
    before the change (single words for the metrics that do not count n-grams).
    """

    factor: str
    explanation: str
    before: Overlap
    after: Overlap
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def effect(self) -> float:
        """The change of F."""
        return self.after.f - self.before.f

    def __str__(self) -> str:
        words = [f"{sign} {gram!r}" for sign, grams in (("+", self.gained), ("-", self.lost)) for gram in grams]
        listed = f" ({', '.join(words)})" if words else ""
        return f"{self.factor}: {self.effect:+.5f} F; {self.explanation}{listed}"


def reconcile(
    candidate: str,
    references: str | Sequence[str],
    first: RougeOptions | None = None,
    second: RougeOptions | None = None,
    *,
    metric: str = "rouge2",
) -> list[Finding]:
    """Return what makes the second way of scoring differ from the first, factor by factor, also where the effect is 0.

    The options are those of `rouge.score`; by default `google` is compared with `rouge155`. An empty list means
    that the two ways are the same; the effects add up to the second F less the first (rounding shows as a factor of
    its own).
    """
    texts = [references] if isinstance(references, str) else list(references)
    if not texts:
        raise InputError("There is no reference to compare with.", advice="Give at least one reference text.")
    here = rules_for({"dialect": "google"} if first is None else first)
    there = rules_for({"dialect": "rouge155"} if second is None else second)
    parsed = parse_metric(metric)
    findings = []
    for factor, fields, explain in _FACTORS:
        changed = replace(here, **{name: getattr(there, name) for name in fields})
        if changed != here and _matters(factor, here, changed, texts):
            findings.append(_finding(factor, explain(here, changed), candidate, texts, parsed, here, changed))
        here = changed
    return findings


def _matters(factor: str, before: RougeRules, after: RougeRules, references: list[str]) -> bool:
    """Leave out what cannot show: a limit's rule without a limit, a way with several references where there is one."""
    if factor == "length limit":
        return before.limit is not None or after.limit is not None
    return factor != "several references" or len(references) > 1


def _finding(
    factor: str,
    explanation: str,
    candidate: str,
    references: list[str],
    metric: RougeVariant,
    before: RougeRules,
    after: RougeRules,
) -> Finding:
    old, new = (_matched(candidate, references, metric, rules) for rules in (before, after))
    first, second = (_score(candidate, references, metric, rules) for rules in (before, after))
    return Finding(factor, explanation, first, second, gained=_spelled(new - old), lost=_spelled(old - new))


def _score(candidate: str, references: list[str], metric: RougeVariant, rules: RougeRules) -> Overlap:
    ours = read_keys(candidate, rules)
    counts = [count(ours, read_keys(text, rules), metric, script=rules.script_counts) for text in references]
    return combine(counts, metric, rules)


def _matched(candidate: str, references: list[str], metric: RougeVariant, rules: RougeRules) -> Counter[Gram]:
    """Return the candidate's n-grams that find one in a reference, as written; of equal ones the first come first."""
    length = metric.length if metric.kind == "N" else 1
    key = key_function(rules)
    pairs = [(word, stem) for word in read_words(candidate, rules).row if (stem := key(word)) is not None]
    written = list(ngrams([word for word, _ in pairs], length))
    keyed = list(ngrams([stem for _, stem in pairs], length))
    matched: Counter[Gram] = Counter()
    for text in references:
        left = Counter(ngrams(read_keys(text, rules).row, length))
        for gram, stems in zip(written, keyed, strict=True):
            if left[stems] > 0:
                left[stems] -= 1
                matched[gram] += 1
    return matched


def _spelled(grams: Counter[Gram]) -> tuple[str, ...]:
    return tuple(" ".join(gram) for gram in grams.elements())


def _explain_limit(before: RougeRules, after: RougeRules) -> str:
    described = [
        "the whole text" if rules.limit is None else f"{rules.limit.unit}={rules.limit.amount}"
        for rules in (before, after)
    ]
    how = "; the script counts no line ends and cuts each line for common subsequences" if after.script_limit else ""
    return f"texts are cut at {described[1]} instead of {described[0]}{how}"


def _explain_sentences(before: RougeRules, after: RougeRules) -> str:
    del before
    return "lines are split into sentences" if after.split_sentences else "lines are taken as sentences"


def _explain_tokens(before: RougeRules, after: RougeRules) -> str:
    names = {
        "google": "runs of a-z and 0-9 after Unicode lower-casing",
        "script": "runs of a-z and 0-9 after ASCII lower-casing",
    }
    named = [names.get(rules.tokenizer, f"words of any script ({rules.language})") for rules in (before, after)]
    return f"tokens are {named[1]} instead of {named[0]}"


def _explain_stop_words(before: RougeRules, after: RougeRules) -> str:
    return f"{len(after.stop)} stop words are removed instead of {len(before.stop)}"


def _explain_stemmer(before: RougeRules, after: RougeRules) -> str:
    names = {
        None: "no stemmer",
        "google": "NLTK's Porter stemmer",
        "script": "the script's Porter stemmer",
        "snowball": "Snowball",
    }
    listed = [f"{names[rules.stemmer]}, {len(rules.exceptions)} exceptions" for rules in (before, after)]
    return f"{listed[1]}, instead of {listed[0]}"


def _explain_counting(before: RougeRules, after: RougeRules) -> str:
    del before
    if after.script_counts:
        return "as the script counts: rougeL and rougeW over unions of lines, no last word in rougeSU"
    return "as the paper and rouge-score count: rougeL and rougeW over whole texts, every word in rougeSU"


def _explain_multiple(before: RougeRules, after: RougeRules) -> str:
    named = [
        f"{rules.multiple} ({'recall' if rules.best_by_recall else 'F'})"
        if rules.multiple in ("best", "jackknife")
        else rules.multiple
        for rules in (before, after)
    ]
    return f"several references by {named[1]} instead of {named[0]}"


def _explain_weight(before: RougeRules, after: RougeRules) -> str:
    return f"precision has the weight {after.alpha} in F instead of {before.alpha}"


def _explain_rounding(before: RougeRules, after: RougeRules) -> str:
    digits = [
        "all digits are kept" if rules.digits is None else f"{rules.digits} decimals are kept"
        for rules in (before, after)
    ]
    return f"{digits[1]} instead of: {digits[0]}"


# Each factor, the fields of `RougeRules` that it changes, and how to put it into words.
_FACTORS: Sequence[tuple[str, tuple[str, ...], Callable[[RougeRules, RougeRules], str]]] = (
    ("length limit", ("limit", "script_limit"), _explain_limit),
    ("sentence splitting", ("split_sentences",), _explain_sentences),
    ("tokenisation", ("tokenizer", "language"), _explain_tokens),
    ("stop words", ("stop",), _explain_stop_words),
    ("stemming", ("stemmer", "exceptions"), _explain_stemmer),
    ("counting", ("script_counts",), _explain_counting),
    ("several references", ("multiple", "best_by_recall"), _explain_multiple),
    ("weight of precision", ("alpha",), _explain_weight),
    ("rounding", ("digits",), _explain_rounding),
)
