"""Measures, one module per family, and the table of metrics: functions `(*, parameters) -> Metric`."""

from meadow.registry import Registry

_ROUGE = "meadow.lab.evaluate.metric_rouge"
_PLAIN = "meadow.lab.evaluate.metric_plain"

METRICS = Registry(
    "metric",
    "metric",
    {
        **{f"rouge{length}": f"{_ROUGE}:rouge{length}" for length in range(1, 10)},
        **{f"rouge{kind}": f"{_ROUGE}:rouge_{kind.lower()}" for kind in ("L", "Lsum", "W", "S", "S4", "SU", "SU4")},
        "characters": f"{_PLAIN}:characters",
        "grounding": "meadow.lab.evaluate.metric_plain:grounding",
        "redundancy": f"{_PLAIN}:redundancy",
        "sentences": f"{_PLAIN}:sentences",
        "words": f"{_PLAIN}:words",
    },
)
