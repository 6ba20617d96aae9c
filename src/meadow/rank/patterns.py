"""Sequential patterns: sentences score by the word sequences, gaps allowed, that are typical of the story (T10).

Source: Hirao, Suzuki, Isozaki and Maeda (2003), as described by Hirao, Okumura, Fukusima and Nanba (2004), equations 12, 13.

A pattern is a sequence of one to five content words; a sentence holds it if the words stand there in that order, with
anything between. Of the patterns that at least two sentences hold, the 1,000 most significant by χ² are kept, and
`w(p) = ln(f(p, DS) + 1) · ln(|AS| / f(p, AS)) / len(p)` is what each adds to the sentences that hold it. f counts
sentences, DS is the story, AS all the sentences that it is compared with, DS among them.

Where the paper had the other 29 topics of its corpus, there may be no other story here. So the rest of AS is what ordinary
text would be: `topics − 1` times as many sentences as the story has, of its mean length, in which words fall independently
with the background's frequencies. `f(p, rest)` is the expected number of sentences with all the words, in this order one
time in len(p)!, rounded to whole sentences.
"""

from __future__ import annotations

import math

import numpy as np

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.rank.expected import sentence_shares
from meadow.rank.pattern_mining import Collection, Pattern, mine_patterns
from meadow.rank.scaling import one_feature
from meadow.vectors.counts import Counts
from meadow.vectors.sequences import term_sequences
from meadow.vectors.view import StoryView

LONGEST = 5


def patterns(
    view: StoryView, *, most: int = 1000, longest: int = LONGEST, topics: int = 30, scaled: bool = False
) -> Scores:
    """Return the summed weights of the significant patterns that each sentence holds.

    The `most` significant patterns of at most `longest` words count; the story is taken for one of so many `topics`. With
    `scaled` the best sentence has 1.
    """
    check_range("patterns", "most", most, least=1)
    check_range("patterns", "longest", longest, least=1, most=LONGEST)
    check_range("patterns", "topics", topics, least=2)
    values = np.zeros(len(view))
    for pattern in story_patterns(view, most=most, longest=longest, topics=topics):
        weight = pattern_weight(len(pattern.sentences), pattern.elsewhere, topics * len(view), len(pattern.words))
        values[pattern.sentences] += weight
    return one_feature("patterns", values, scaled=scaled)


def story_patterns(
    view: StoryView, *, most: int = 1000, longest: int = LONGEST, topics: int = 30
) -> tuple[Pattern, ...]:
    """Return the most significant patterns of a story, best first; their words are columns of its counts of terms."""
    counts = view.counts("terms")
    collection = Collection((topics - 1) * len(view), _shares(counts, len(view)))
    return mine_patterns(term_sequences(view), counts.terms, collection, most=most, longest=longest)


def pattern_weight(here: int, elsewhere: int, sentences: int, length: int) -> float:
    """Return w(p) of a pattern of so many words that `here` sentences of the story and `elsewhere` others hold.

    `sentences` is |AS|, the story's own included.
    """
    return math.log(here + 1) * math.log(sentences / (here + elsewhere)) / length


def _shares(counts: Counts, sentences: int) -> FloatArray:
    return sentence_shares(counts.idf, words=float(counts.lengths.sum()) / max(1, sentences))
