"""Step 1, rank: functions `(view, *, parameters) -> Scores` that say how much each sentence matters."""

from meadow.registry import Registry

RANKERS = Registry(
    "rank",
    "ranker",
    {
        "centroid": "meadow.rank.centroid:centroid",
        "early": "meadow.rank.early:early",
        "first": "meadow.rank.first:first",
        "focus": "meadow.rank.focus:focus",
        "kl": "meadow.rank.kl:kl",
        "lead": "meadow.rank.lead:lead",
        "length": "meadow.rank.length:length",
        "lexrank": "meadow.rank.lexrank:lexrank",
        "mix": "meadow.rank.mix:mix",
        "patterns": "meadow.rank.patterns:patterns",
        "position": "meadow.rank.position:position",
        "random": "meadow.rank.random:random",
        "sumbasic": "meadow.rank.sumbasic:sumbasic",
        "tfidf": "meadow.rank.tfidf:tfidf",
        "topic-signature": "meadow.rank.topic_signature:topic_signature",
    },
)
