"""Sequential patterns: sentences score by the word sequences, gaps allowed, that are typical of the story (T10).

Source: Hirao, Suzuki, Isozaki and Maeda (2003), as described by Hirao, Okumura, Fukusima and Nanba (2004), equations 12, 13.

A pattern is a sequence of one to five content words; a sentence holds it if the words occur there in that order, with
anything between. Of the patterns that at least two sentences hold, the 1,000 most significant by χ² are kept, and
`w(p) = ln(f(p, DS) + 1) · ln(|AS| / f(p, AS)) / len(p)` is what each adds to the sentences that hold it. f counts
sentences, DS is the story, AS all the sentences that it is compared with, DS among them.

Where the view's background is a collection (`meadow.vectors.collection`), the rest of AS is its sentences, the story's own
left out, and patterns are counted in them. The paper had the other 29 topics of its corpus; without a collection there is no
other story here, and the rest of AS is what ordinary text would be: `topics − 1` times as many sentences as the story has,
of its mean length, in which words fall independently with the background's frequencies. `f(p, rest)` is then the expected
number of sentences with all the words, in this order one time in len(p)!, rounded to whole sentences.
"""

from __future__ import annotations

import math

import numpy as np

from meadow.errors import check_range
from meadow.model import Scores
from meadow.rank.expected import sentence_shares
from meadow.rank.pattern_counts import counted_text
from meadow.rank.pattern_mining import OrdinaryText, Pattern, Rest, mine_patterns
from meadow.rank.scaling import one_feature
from meadow.vectors.collection import Collection
from meadow.vectors.sequences import term_sequences
from meadow.vectors.view import StoryView

LONGEST = 5


def patterns(
    view: StoryView, *, most: int = 1000, longest: int = LONGEST, topics: int = 30, scaled: bool = False
) -> Scores:
    """Return the summed weights of the significant patterns that each sentence holds.

    The `most` significant patterns of at most `longest` words count; where there is no collection, the story is taken for
    one of that many `topics`. With `scaled` the best sentence has 1.
    """
    check_range("patterns", "most", most, least=1)
    check_range("patterns", "longest", longest, least=1, most=LONGEST)
    check_range("patterns", "topics", topics, least=2)
    rest = story_rest(view, topics=topics)
    values, sentences = np.zeros(len(view)), len(view) + rest.sentences
    for pattern in _mined(view, rest, most=most, longest=longest):
        weight = pattern_weight(len(pattern.sentences), pattern.elsewhere, sentences, len(pattern.words))
        values[pattern.sentences] += weight
    return one_feature("patterns", values, scaled=scaled)


def story_patterns(
    view: StoryView, *, most: int = 1000, longest: int = LONGEST, topics: int = 30
) -> tuple[Pattern, ...]:
    """Return the most significant patterns of a story, best first; their words are columns of its counts of terms."""
    return _mined(view, story_rest(view, topics=topics), most=most, longest=longest)


def _mined(view: StoryView, rest: Rest, *, most: int, longest: int) -> tuple[Pattern, ...]:
    return mine_patterns(term_sequences(view), view.counts("terms").terms, rest, most=most, longest=longest)


def story_rest(view: StoryView, *, topics: int = 30) -> Rest:
    """Return what a story is compared with: the rest of its collection, or so much ordinary text."""
    counts = view.counts("terms")
    if isinstance(view.background, Collection):
        return counted_text(view.background, view.documents, counts.terms)
    shares = sentence_shares(counts.idf, words=float(counts.lengths.sum()) / max(1, len(view)))
    return OrdinaryText((topics - 1) * len(view), shares)


def pattern_weight(here: int, elsewhere: int, sentences: int, length: int) -> float:
    """Return w(p) of a pattern of `length` words that `here` sentences of the story and `elsewhere` others hold.

    `sentences` is |AS|, the story's own included.
    """
    return math.log(here + 1) * math.log(sentences / (here + elsewhere)) / length
