"""Title: the existing title that fits the whole story best (H3).

Source: van Kesteren and Kraaij (2005), "Measuring the quality of multi-document cluster headlines": the method that picks
an existing title, which people liked best. What speaks against a title is our own: `title_rules`, `readable`, `figures`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import counted, counted_closeness, document_closeness
from meadow.headlines.extent import extents
from meadow.headlines.figures import has_old_figures
from meadow.headlines.lead import lead
from meadow.headlines.readable import flaws
from meadow.headlines.states import is_overtaken, is_pending, newness
from meadow.headlines.title_rules import is_clickbait, is_labelled, is_long, is_short, strip_labels, strip_source
from meadow.model import SentenceRef
from meadow.text.clean import clean_line
from meadow.vectors.view import StoryView

_RECENT = (
    0.3  # what the first document's title loses beside the last one's; docs/how-to/write-headlines.md has the figures
)
_TOLD = 0.75  # titles are short: what they tell counts for less than in lines of text
_LONGEST = 300  # characters; what is longer is no title, whatever field it came in


@dataclass(frozen=True, slots=True)
class Titled:
    """A document's title as given and as printed, how close it is to the story, how new, and whether its document is far.

    `told` is how much it says of what several documents say.
    """

    document: int
    given: str
    printed: str
    language: str
    cosine: float
    outlying: bool
    newness: float = 0.5
    told: float = 1.0

    @property
    def value(self) -> float:
        """The closeness times what is told, less what an older title loses beside a newer one."""
        return self.cosine * self.told * (1 - _RECENT * (1 - self.newness))


_Rule = Callable[[StoryView, Titled], bool]


def title(view: StoryView, rank: Rank) -> Candidate:
    """Return the title that is close to the centroid and says most, less what speaks against it; of equal ones the earlier.

    Closeness is the cosine; how much it says is what it says of what several documents say, to the power of ¾.
    A title keeps part of its value only if it is older than others, carries a section label, is clickbait, is short or
    long, reads badly, is of a document farther from the centroid than the median, gives a figure that later documents
    correct, or tells what was still to come when they were written. The last two, clickbait and bad writing head a story
    only where all titles are so and there is no text. Labels and sources are not printed. Where every title
    is bad, or none shares a word with the story, its newest lead is the headline.
    """
    titles = sorted(titles_of(view), key=lambda each: (-each.value, each.document))
    best = _best(view, titles)
    if best is None or (_is_bad(view, best) and _has_text(view) and all(_is_bad(view, each) for each in titles)):
        return lead(view, rank)
    return Candidate(best.printed, _evidence(view, best.document), best.cosine)


def broken_rules(view: StoryView, each: Titled) -> frozenset[str]:
    """Return the names of the rules that a title breaks."""
    return frozenset(name for name, (_, rule) in RULES.items() if rule(view, each))


def titles_of(view: StoryView) -> list[Titled]:
    """Return the titles of a story as candidates, in the order of its documents."""
    given = [
        (document, clean_line(each.title)) for document, each in enumerate(view.documents) if each.title is not None
    ]
    titles = [(document, text) for document, text in given if any(map(str.isalnum, text)) and len(text) <= _LONGEST]
    if not titles:
        return []
    printed = [strip_source(strip_labels(text), view.documents[document].source) for document, text in titles]
    languages = [view.languages[document] for document, _ in titles]
    words = counted(view, printed, languages)
    cosines, told = counted_closeness(view, words).tolist(), (extents(view, words) ** _TOLD).tolist()
    far = _outlying(view)
    new = newness(view).tolist()
    rows = zip(titles, printed, languages, cosines, told, strict=True)
    return [
        Titled(document, text, line, language, cosine, far[document], new[document], much)
        for (document, text), line, language, cosine, much in rows
    ]


def _outlying(view: StoryView) -> list[bool]:
    """Return which documents are farther from the centroid than the median; of a single one nobody could say that."""
    if len(view.documents) == 1:
        return [False]
    near = document_closeness(view)
    far: list[bool] = (near < np.median(near)).tolist()
    return far


def _best(view: StoryView, titles: Sequence[Titled]) -> Titled | None:
    """Return the title of most value, bad ones only where all are; the search ends where none could still be better."""
    best: tuple[bool, float, int, Titled] | None = None
    for each in titles:
        if best is not None and best[0] and best[1] > each.value:
            break
        broken = broken_rules(view, each)
        value = each.value * math.prod(RULES[name][0] for name in sorted(broken))
        rank = (_BAD.isdisjoint(broken) and value > 0, value, -each.document)
        if best is None or rank > best[:3]:
            best = (*rank, each)
    return None if best is None else best[3]


def _is_bad(view: StoryView, each: Titled) -> bool:
    return each.cosine == 0 or not _BAD.isdisjoint(broken_rules(view, each))


def _has_text(view: StoryView) -> bool:
    """Say whether there is text beside titles to take a headline from."""
    return any(document.text != document.title for document in view.documents)


def _evidence(view: StoryView, document: int) -> tuple[SentenceRef, ...]:
    has_sentences = bool((view.document_of == document).any())
    return (SentenceRef(view.documents[document].id, 0),) if has_sentences else ()


# What a title keeps of its value where it breaks a rule. On `uci_headlines` all that matters is that a broken rule costs
# a good part (`python -m benchmarks.headlines --rules`); figures cannot be tuned there and weigh as much as bad writing.
RULES: Mapping[str, tuple[float, _Rule]] = {
    "label": (0.8, lambda _, each: is_labelled(each.given)),
    "clickbait": (0.3, lambda _, each: is_clickbait(each.printed, each.language)),
    "short": (0.3, lambda _, each: is_short(each.printed, each.language)),
    "long": (0.3, lambda _, each: is_long(each.printed, each.language)),
    "flaw": (0.3, lambda _, each: bool(flaws(each.printed, each.language))),
    "outlier": (0.8, lambda _, each: each.outlying),
    "figures": (0.3, lambda view, each: has_old_figures(view, each.document, each.printed)),
    "state": (0.4, lambda view, each: is_overtaken(view, each.document) and is_pending(each.printed, each.language)),
}
# Titles that break one of these head a story only where there is nothing else.
_BAD = frozenset({"clickbait", "long", "flaw", "figures", "state"})
