"""Headlines: functions `(view, rank, *, parameters) -> Candidate` that give a story its line.

`rank` scores the sentences of any view, with the ranker that the pipeline chose: only methods that ask for scores pay for
them, and `core` can have its smaller story ranked anew.
"""

from meadow.registry import Registry

HEADLINES = Registry(
    "headline",
    "headline method",
    {
        "bayes-phrase": "meadow.headlines.bayes_phrase:bayes_phrase",
        "compress": "meadow.headlines.compress:compress",
        "core": "meadow.headlines.core:core",
        "lead": "meadow.headlines.lead:lead",
        "phrase": "meadow.headlines.phrase:phrase",
        "plain-bayes": "meadow.headlines.plain:plain_bayes",
        "plain-compress": "meadow.headlines.plain:plain_compress",
        "plain-core": "meadow.headlines.plain:plain_core",
        "plain-phrase": "meadow.headlines.plain:plain_phrase",
        "plain-title": "meadow.headlines.plain:plain_title",
        "title": "meadow.headlines.title:title",
    },
)
