"""Headlines for a story: one, or what each method proposes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meadow.errors import UsageError
from meadow.headlines import HEADLINES
from meadow.headlines.bayes_phrase import bayes_phrase_by
from meadow.headlines.bayes_table import BayesTable
from meadow.headlines.candidate import Candidate, Proposal, Rank
from meadow.headlines.plain import plain_bayes_by
from meadow.headlines.readable import flaws
from meadow.ingest.frames import Documents
from meadow.model import Headline, Scores
from meadow.pipeline.presets import make_recipe
from meadow.pipeline.views import Idf, check_background, stamp_view, story_view
from meadow.rank import RANKERS
from meadow.recipe import DEFAULT_HEADLINE, Recipe
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import StoryView

# What `meadow headline --all` shows, the default first.
HEADLINE_METHODS = (
    DEFAULT_HEADLINE, "core(title)", "lead", "compress", "core(compress)", "bayes-phrase", "phrase",
    "phrase(choose=shortest)",
)  # fmt: skip
_RANK = "mix(lexrank=1, early=4, topic-signature=0.5, minimum_words=9, standalone=true)"


# The methods that a table of one's own can be given to.
_BY_TABLE: Mapping[str, Callable[[StoryView, Rank, BayesTable], Candidate]] = {
    "bayes-phrase": bayes_phrase_by,
    "plain-bayes": plain_bayes_by,
}


def headline(
    documents: Documents,
    *,
    method: str = DEFAULT_HEADLINE,
    idf: Idf = None,
    table: BayesTable | None = None,
    recipe: Recipe | None = None,
) -> Headline:
    """Return a headline for all documents as one story.

    `table` is what a Naive Bayes ranks sentences by, in place of the one that comes with the package.
    """
    view = story_view(documents, idf=idf)
    return headline_view(view, make_recipe(headline=method, recipe=recipe), table=table)


def headline_view(
    view: StoryView, recipe: Recipe, *, story_id: str | None = None, table: BayesTable | None = None
) -> Headline:
    """Return a headline for a story that has been analysed already."""
    check_background(recipe, view.background)
    return _headline(view, recipe, story_id, _candidate(view, recipe, table), table)


def propose_headlines(
    documents: Documents, *, methods: Sequence[str] | None = None, idf: Idf = None
) -> tuple[Proposal, ...]:
    """Return several headlines for all documents as one story, one for each method; by default those of every method."""
    return propose_headlines_view(story_view(documents, idf=idf), methods=methods)


def propose_headlines_view(
    view: StoryView, *, methods: Sequence[str] | None = None, story_id: str | None = None
) -> tuple[Proposal, ...]:
    """Return several headlines for a story that has been analysed already: the default's first, plug-ins' last."""
    every = (*HEADLINE_METHODS, *HEADLINES.added)
    chosen = every if methods is None else methods
    return tuple(_proposal(view, Recipe(headline=method), story_id) for method in chosen)


def _proposal(view: StoryView, recipe: Recipe, story_id: str | None) -> Proposal:
    candidate = _candidate(view, recipe)
    languages = dict(zip((document.id for document in view.documents), view.languages, strict=True))
    language = next((languages[ref.document_id] for ref in candidate.evidence), view.language)
    words = count_printed_words(candidate.text, language)
    line = _headline(view, recipe, story_id, candidate)
    return Proposal(line, candidate.score, words, len(candidate.text), flaws(candidate.text, language))


def _candidate(view: StoryView, recipe: Recipe, table: BayesTable | None = None) -> Candidate:
    method = HEADLINES.build(recipe.headline)
    candidate: Candidate = (
        method(view, _rank_for_headlines)
        if table is None
        else _by_table(method.spec.name)(view, _rank_for_headlines, table)
    )
    return candidate


def _headline(
    view: StoryView, recipe: Recipe, story_id: str | None, candidate: Candidate, table: BayesTable | None = None
) -> Headline:
    name = story_id if story_id is not None else view.documents[0].id
    run = stamp_view(view, recipe.parts("headline") | ({} if table is None else {"table": table.digest}))
    return Headline(name, candidate.text, candidate.evidence, recipe.headline, run)


def _by_table(method: str) -> Callable[[StoryView, Rank, BayesTable], Candidate]:
    if method not in _BY_TABLE:
        raise UsageError(
            f"The headline method {method!r} reads no table.",
            given=method,
            allowed=f"Those that do: {', '.join(_BY_TABLE)}.",
        )
    return _BY_TABLE[method]


def _rank_for_headlines(view: StoryView) -> Scores:
    """Return how much each sentence matters by itself: a headline has room for one, where a summary chooses many at once."""
    scores: Scores = RANKERS.build(_RANK)(view)
    return scores
