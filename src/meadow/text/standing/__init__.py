"""What a sentence can do on its own: one judgement for summaries, headlines, corroboration and reports.

`judge` gives the `Standing` of one sentence, `judge_openings` of several that are to be read first;
`meadow.vectors.standings` gives those of a story and knows who was introduced.
"""

from meadow.text.standing.forecasts import forecast_day
from meadow.text.standing.judgement import judge, judge_opening, judge_openings, stands_alone
from meadow.text.standing.value import Leaning, Standing

__all__ = ["Leaning", "Standing", "forecast_day", "judge", "judge_opening", "judge_openings", "stands_alone"]
