"""Features of sentences, of pairs and of what may follow a printed beginning, each by its name in `weights.json`.

Source: our own; what editors chose for 230 stories (docs/decisions/0032).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from meadow.model import FloatArray, IntArray, Scores
from meadow.select.budget import Flags
from meadow.select.candidates import Candidates, relevance, stop_share
from meadow.select.concepts import Concepts, recency, story_concepts
from meadow.select.positions import article_positions
from meadow.select.redundancy import WEIGHT, shared_words
from meadow.select.times import DAY, has_passed, last_time, published_seconds
from meadow.text.selfcontained import SentenceCheck, check_sentence
from meadow.text.selfcontained.quotations import OPENING_MARKS
from meadow.vectors.cells import Cells, cells_of_rows
from meadow.vectors.products import column_sums, paired_products, unit_rows, weighted_sums
from meadow.vectors.sentence_checks import lead_checks
from meadow.vectors.view import StoryView

Table = Mapping[str, float]
Columns = dict[str, FloatArray]

_GAP = 60  # sentences between two of one article; more make no difference
_FAR = 1 << 30
_LEADS = 2  # sentences that open an article
_NO_WORDS = 1e-3  # length of a sum of unit vectors that is nothing but rounding
_LEAST = 1e-9  # against division by nothing


def story_features(view: StoryView, scores: Scores) -> Columns:
    """Return the features of every sentence that need no rule to be run on its text."""
    concepts = view.kept(story_concepts)
    positions = view.kept(article_positions)
    lengths = np.maximum(1, view.counts("terms").lengths).astype(np.float64)
    return {
        "position": 1 / positions.position,
        "log_position": np.log(positions.position),
        "log_number": np.log(view.number),
        **_times(view),
        **_similarities(view, concepts, np.where(positions.skipped, 0.0, 1 / np.sqrt(positions.position))),
        "concepts": concepts.held / np.sqrt(lengths) / (concepts.rate or 1.0),
        "score": np.maximum(relevance(scores.values), 0.0),
        "log_words": np.log(lengths),
        "words": lengths,
        "stop_words": stop_share(view, lengths),
    }


def _times(view: StoryView) -> Columns:
    """Return how old the article of each sentence is: in days before the newest, in shares of the story, in articles."""
    times = published_seconds(view)
    known = times > -np.inf
    last = float(times.max(initial=-np.inf))
    ages = np.where(known, (last - np.where(known, times, last)) / DAY, 0.0) if known.any() else np.zeros(len(times))
    later = (len(times) - np.searchsorted(np.sort(times), times, side="right")) * known
    each = {
        "age": np.log1p(ages),
        "recency": recency(view) - 1.0,
        "last_day": (known & (ages < 1)).astype(np.float64),
        "later_articles": np.log1p(later),
    }
    return {name: values[view.document_of] for name, values in each.items()}


def _similarities(view: StoryView, concepts: Concepts, weights: FloatArray) -> Columns:
    """Return how central each article and each sentence is: cosines with the sum of all articles, and of all others.

    An article is the sum of its sentences at length one, early ones weighing more and copied ones nothing.
    """
    units, documents, count = view.counts("terms").unit_rows(), view.document_of, len(view.documents)
    cells = (np.where(concepts.copied, 0.0, weights), (documents, np.arange(len(view))))
    summed = sparse.csr_array(sparse.csr_array(cells, shape=(count, len(view))) @ units)
    summed.sort_indices()
    articles = unit_rows(summed, np.ones(units.shape[1]))
    total = column_sums(articles)
    squared = max(_LEAST, float((total * total).sum()))
    along = weighted_sums(units, total)
    if count == 1:
        central, elsewhere = np.ones(1), along
    else:
        with_total = weighted_sums(articles, total)
        # Of unit vectors: 0 where no other article has a word that counts, and then nothing is like the others.
        others = np.sqrt(np.maximum(_LEAST, squared - 2 * with_total + 1))
        others[others < _NO_WORDS] = np.inf
        central = (with_total - 1) / others
        below = sparse.csr_array(sparse.vstack([units, articles]))
        own = paired_products(below, np.arange(len(view)), len(view) + documents.astype(np.int64))
        elsewhere = (along - own) / others[documents]
    return {
        "centrality": (central / max(_LEAST, float(central.max(initial=0.0))))[documents],
        "similarity": along / max(_LEAST, float(along.max(initial=0.0))),
        "similarity_elsewhere": elsewhere,
    }


@dataclass(frozen=True, slots=True, eq=False)
class Shortlist:
    """The candidates of a story with their checks, their features, and the likelihood that two say the same.

    `terms` has the weight of each word of each candidate, `leads` says which are among the first two of their article.
    """

    candidates: Candidates
    checks: tuple[SentenceCheck, ...]
    features: Columns
    documents: IntArray
    leads: Flags
    terms: Cells
    pairs: Columns

    def fitting(self, printed: Sequence[int]) -> Flags:
        """Return which candidates fit after some and are not among them."""
        costs = self.candidates.costs
        fitting: Flags = costs <= self.candidates.capacity - costs[list(printed)].sum()
        fitting[list(printed)] = False
        return fitting

    def following(self, printed: Sequence[int]) -> Columns:
        """Return the features of each candidate after a printed beginning, given by the indices of candidates."""
        rows, documents = self.candidates.rows, self.documents
        same_article = documents[:, None] == documents[list(printed)]
        apart = rows[:, None] - rows[list(printed)]
        behind = np.where(same_article & (apart > 0), apart, _FAR).min(axis=1)
        known = np.zeros(int(self.terms.columns.max(initial=0)) + 1)
        for member in printed:
            known[self.terms.columns[self.terms.ends[member] : self.terms.ends[member + 1]]] = 1.0
        weights = self.terms.sums()
        covered = self.terms._replace(weights=self.terms.weights * known[self.terms.columns]).sums()
        opening = documents[printed[0]]
        return {
            "same_article": same_article.any(axis=1).astype(np.float64),
            "log_gap": np.where(behind < _FAR, np.log(np.minimum(behind, _GAP)), 0.0),
            "earlier": (same_article & (apart < 0)).any(axis=1).astype(np.float64),
            "covered": covered / np.maximum(_LEAST, weights),
            "new_words": np.log1p((weights - covered) / WEIGHT),
            "older": (documents < opening).astype(np.float64),
            "newer": (documents > opening).astype(np.float64),
            "second_lead": self.leads * ~same_article.any(axis=1) * 1.0,
        }


def shortlist(view: StoryView, candidates: Candidates, checks: Sequence[SentenceCheck], columns: Columns) -> Shortlist:
    """Return candidates with all their features; `columns` are those of `story_features`."""
    rows, now = candidates.rows, last_time(view)
    texts = [view.sentences[row].text for row in rows.tolist()]
    marks: dict[str, list[bool]] = {
        "self_contained": [each.dependence is None and not each.junk for each in checks],
        "scene": [each.scene for each in checks],
        "passed": [
            each.forecast and has_passed(view, row, now=now) for row, each in zip(rows.tolist(), checks, strict=True)
        ],
        "own_voice": [each.voice for each in checks],
        "quotation": [each.quotation for each in checks],
        "opens_with_quotation": [text.startswith(OPENING_MARKS) for text in texts],
        "figures": [any(map(str.isdigit, text)) for text in texts],
    }
    features = {name: values[rows] for name, values in columns.items()}
    features |= {name: np.array(values, dtype=np.float64) for name, values in marks.items()}
    units = cells_of_rows(view.counts("terms").unit_rows(), rows)
    positions = view.kept(article_positions)
    shared = shared_words(view, candidates, units, positions)
    total = np.diag(shared.weight)
    heavier = np.maximum(total[:, None], total[None, :])
    lengths = features["words"]
    pairs = {
        "share_of_lighter": shared.weight / np.maximum(1, shared.lighter),
        "share_of_heavier": shared.weight / np.maximum(1, heavier),
        "shared_words": shared.words.astype(np.float64),
        "two_leads": shared.leads.astype(np.float64),
        "words": np.minimum(lengths[:, None], lengths[None, :]),
    }
    leads = (positions.position[rows] <= _LEADS) & ~positions.skipped[rows]
    return Shortlist(candidates, tuple(checks), features, view.document_of[rows], leads, shared.terms, pairs)


def checks_of(view: StoryView, rows: Sequence[int]) -> tuple[SentenceCheck, ...]:
    """Return the check of each sentence; those that may be read first are checked together, which takes less time."""
    found = lead_checks(view, rows)
    return tuple(
        view.told(check_sentence, row) if check is None else check for row, check in zip(rows, found, strict=True)
    )
