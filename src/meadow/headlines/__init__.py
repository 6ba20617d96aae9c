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
        "phrase": "meadow.headlines.phrase:phrase",
        "title": "meadow.headlines.title:title",
    },
)
