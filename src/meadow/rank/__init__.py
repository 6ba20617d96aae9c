"""Step 1, rank: functions `(view, *, parameters) -> Scores` that say how much each sentence matters."""

from meadow.registry import Registry

RANKERS = Registry(
    "rank",
    "ranker",
    {
        "centroid": "meadow.rank.centroid:centroid",
        "first": "meadow.rank.first:first",
        "lead": "meadow.rank.lead:lead",
        "length": "meadow.rank.length:length",
        "mix": "meadow.rank.mix:mix",
        "position": "meadow.rank.position:position",
        "random": "meadow.rank.random:random",
    },
)
