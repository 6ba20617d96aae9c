"""The five methods of the study, to the letter and without any further rule, to stand beside ours in tables (H1 to H5).

Source: van Kesteren and Kraaij (2005), "Measuring the quality of multi-document cluster headlines", methods 1 to 5;
features, bins, trigger words and ties as WITNESSES decides.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from meadow.errors import SpecError
from meadow.headlines.bayes_phrase import triggered_phrase
from meadow.headlines.bayes_table import BayesTable, shipped_table
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import closeness
from meadow.headlines.compress import resting_on, room, wordless
from meadow.headlines.core import core_view
from meadow.headlines.trimming import versions
from meadow.model import SentenceRef
from meadow.text.clean import clean_line
from meadow.text.phrases import noun_phrases
from meadow.text.shortening import MARK, shorten
from meadow.vectors.view import StoryView

Choice = Literal["longest", "shortest"]


def plain_bayes(view: StoryView, rank: Rank) -> Candidate:
    """Return method 1: a noun phrase with a trigger word, from the sentence that the Naive Bayes ranks first."""
    return plain_bayes_by(view, rank, shipped_table(view.language))


def plain_bayes_by(view: StoryView, rank: Rank, table: BayesTable) -> Candidate:  # noqa: ARG001
    """Return the same as `plain_bayes`, with a table of one's own."""
    phrase = triggered_phrase(view, table, _phrases)
    return _first_line(view) if phrase is None else phrase


def plain_phrase(view: StoryView, rank: Rank, *, choose: Choice = "longest", sentences: int = 8) -> Candidate:  # noqa: ARG001
    """Return method 2: the longest or shortest noun phrase of the eight sentences that the Naive Bayes ranks first."""
    if choose not in get_args(Choice) or sentences < 1:
        asked = f"choose={choose}, sentences={sentences}"
        raise SpecError(
            f"plain-phrase was given {asked}.", given=asked, advice="Such as plain-phrase(choose=shortest, sentences=8).",
            allowed="choose is longest or shortest, sentences 1 or more.",
        )  # fmt: skip
    best = _by_bayes(view)[:sentences]
    phrases = [(row, text) for row in best for text in _phrases(view, row)]
    if not phrases:
        return _first_line(view)
    sign = -1 if choose == "longest" else 1
    return resting_on(view, *min(phrases, key=lambda each: sign * len(each[1])))


def plain_title(view: StoryView, rank: Rank) -> Candidate:  # noqa: ARG001 - the family's signature
    """Return method 3: the title with the highest cosine to the story's centroid, of equal ones the earlier."""
    given = [
        (document, clean_line(each.title)) for document, each in enumerate(view.documents) if each.title is not None
    ]
    titles = [(document, text) for document, text in given if any(map(str.isalnum, text))]
    if not titles:
        return _first_line(view)
    cosines = closeness(view, [text for _, text in titles], [view.languages[document] for document, _ in titles])
    document, text = titles[int(np.argmax(cosines))]
    has_sentences = bool((view.document_of == document).any())
    evidence = (SentenceRef(view.documents[document].id, 0),) if has_sentences else ()
    return Candidate(text, evidence, float(cosines.max()))


def plain_compress(view: StoryView, rank: Rank) -> Candidate:  # noqa: ARG001 - the family's signature
    """Return method 4: the sentence that the Naive Bayes ranks first, pruned until it fits a line."""
    rows = [row for row in _by_bayes(view) if any(map(str.isalnum, view.sentences[row].text))]
    if not rows:
        return _first_line(view)
    row = rows[0]
    language = view.language_of(row)
    fits = room(language, None, None)
    every = list(versions(clean_line(view.sentences[row].text)[:600], language))
    line = next((text for text in every if text and fits(text)), None)
    return resting_on(view, row, line if line is not None else shorten(every[-1], fits) or MARK)


def plain_core(view: StoryView, rank: Rank) -> Candidate:
    """Return method 5: method 3 on the documents whose similarity to the centroid is at least the median."""
    candidate = plain_title(core_view(view), rank)
    return Candidate(candidate.text, candidate.evidence, float(closeness(view, [candidate.text], [view.language])[0]))


def _by_bayes(view: StoryView) -> list[int]:
    return shipped_table(view.language).ranked_rows(view)


def _phrases(view: StoryView, row: int) -> list[str]:
    """Return the noun phrases of a sentence as they stand, each on one line."""
    lines = (clean_line(span.text) for span in noun_phrases(view.sentences[row].text, view.language_of(row)))
    return [line for line in lines if line]


def _first_line(view: StoryView) -> Candidate:
    """Return the first sentence on one line: what is left to print where a method finds nothing."""
    for row, sentence in enumerate(view.sentences):
        line = clean_line(sentence.text)
        if any(map(str.isalnum, line)):
            return resting_on(view, row, line)
    return wordless(view)
