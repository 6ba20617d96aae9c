"""Self-contained sentences: which ones can be read alone, checked the same way for summaries, headlines and reports.

`check_sentence` checks one sentence, `check_leads` several that are to be read first. `meadow.vectors.sentence_checks`
checks those of a story, which also needs to know who was introduced.
"""

from meadow.text.selfcontained.checks import check_lead, check_leads, check_sentence, deciding_rule, is_self_contained
from meadow.text.selfcontained.forecasts import forecast_day
from meadow.text.selfcontained.value import ContextDependence, SentenceCheck

__all__ = [
    "ContextDependence",
    "SentenceCheck",
    "check_lead",
    "check_leads",
    "check_sentence",
    "deciding_rule",
    "forecast_day",
    "is_self_contained",
]
