"""Sentences that say the same, what sources disagree on, and near-copies: groupers are functions `(view, *, parameters)`.

A grouper gives groups of rows, each of two sentences or more from two documents or more, in one language; no row is in
two of them.
"""

from meadow.registry import Registry

GROUPERS = Registry(
    "group",
    "grouper",
    {
        "agglomerative": "meadow.grouping.agglomerative:agglomerative",
        "statements": "meadow.grouping.statements:statements",
    },
)
# The default's name; signatures show what it stands for.
GROUPER_ALIASES = {"meadow": "statements"}
