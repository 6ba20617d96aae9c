"""Learned weights beside the default's, on stories they were not learned from: `python -m benchmarks.fitting`.

References: weights are learned from the summaries that people wrote, each language of MultiLing 2011 by the six others,
each half of Multi-News by the other half; then ROUGE-1 and 2 F of the summaries (dialect `rouge155`; 250 and 227 words),
by the default's selector. The default's weights were searched for on all of these stories, by ROUGE itself.

Judges: GA3's nine judges, each left out in turn; weights are learned from the mean of the other eight, and S is the relative
utility of the extract to the one left out, over the 97 judged sentences, which the selector `top` takes by score alone. The
mean of nine S, and R, what chance reaches.
The story is the same, so this says whether judges agree on what to weigh, not whether other stories would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from benchmarks._measuring import DATA, shared_rows
from meadow.ingest import read
from meadow.lab.evaluate import rouge, utility
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.evaluate.significance import paired_permutation
from meadow.lab.fitting import Fit, fit_weights
from meadow.lab.lessons import Lesson, lesson_from_references, lessons_from_judges
from meadow.model import Document, SentenceRef
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import PRESETS, choose_preset
from meadow.select.budget import make_budget
from meadow.vectors.view import StoryView, view_documents

_LANGUAGES = ("en", "fr", "cs", "el", "ar", "he", "hi")
_MULTILING_WORDS, _MULTI_NEWS_WORDS = 250, 227
_METRICS = ("rouge1", "rouge2")
_RATES = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
_DEFAULT = PRESETS["meadow"].rank


@dataclass(frozen=True)
class Story:
    """A story with its references, what its sentences are worth by them, and how long its summary may be."""

    lesson: Lesson
    references: list[str]
    language: str
    words: int


def main() -> None:
    """Print ROUGE of learned and default weights by set, then the relative utility on GA3."""
    languages = {code: _load("multiling2011", code, _MULTILING_WORDS) for code in _LANGUAGES}
    news = _load("multi_news_100", "en", _MULTI_NEWS_WORDS)
    halves = {"even": news[::2], "odd": news[1::2]}
    print(f"the default: {_DEFAULT}")
    for title, sets in (("multiling2011", languages), ("multi_news_100", halves)):
        if all(sets.values()):
            _print_rouge(title, sets)
    _print_utility()


def _load(folder: str, language: str, words: int) -> list[Story]:
    stories: dict[str, list[Document]] = {}
    for row in shared_rows(folder, "docs.jsonl.gz"):
        if row.get("lang", "en") == language:
            document = Document(row["id"], title=row["title"] or None, text=row["text"], language=language)
            stories.setdefault(row["cluster"], []).append(document)
    return [
        _story(f"{row['cluster']} {language}", stories[row["cluster"]], row["references"], language, words)
        for row in shared_rows(folder, "clusters.jsonl.gz")
        if row["cluster"] in stories
    ]


def _story(
    name: str, documents: Sequence[Document], references: Sequence[Mapping[str, str]], language: str, words: int
) -> Story:
    texts = [each["text"] for each in references]
    return Story(lesson_from_references(name, view_documents(documents), texts), texts, language, words)


def _print_rouge(title: str, sets: Mapping[str, Sequence[Story]]) -> None:
    print(f"{title}: ROUGE-1 / 2 F of the default and of weights learned from the other sets, and those weights")
    pairs: list[tuple[float, float]] = []
    for name, stories in sets.items():
        fit = fit_weights([story.lesson for other, own in sets.items() if other != name for story in own])
        default, learned = ([_rouge(story, rank) for story in stories] for rank in (_DEFAULT, fit.rank))
        print(f"  {name:<5} {len(stories):3} stories   {_row(default)}   {_row(learned)}   {fit.rank}")
        pairs += [(fmean(old), fmean(new)) for old, new in zip(default, learned, strict=True)]
    old, new = ([pair[place] for pair in pairs] for place in range(2))
    p = paired_permutation(new, old, seed=0).p_value
    print(
        f"  mean of both, all stories: {fmean(old):.4f}   {fmean(new):.4f}   ({fmean(new) - fmean(old):+.4f}, p {p:.3f})"
    )
    _print_spearman(fit_weights([story.lesson for own in sets.values() for story in own]))


def _rouge(story: Story, rank: str) -> tuple[float, ...]:
    budget = make_budget(words=story.words)
    summary = summarize_view(story.lesson.view, choose_preset(rank=rank).recipe(budget, annotate=False))
    text = "\n".join(pick.written for pick in summary.picks)
    found = rouge.score(text, story.references, metrics=_METRICS, language=story.language, dialect="rouge155")
    return tuple(found[metric].f for metric in _METRICS)


def _row(scores: Sequence[Sequence[float]]) -> str:
    return " / ".join(f"{fmean(each[place] for each in scores):.4f}" for place in range(len(_METRICS)))


def _print_spearman(fit: Fit) -> None:
    shown = ", ".join(f"{name} {value:.3f}" for name, value in fit.spearman.items())
    print(f"  Spearman's rho, each story left out in turn: {shown}; from all: {fit.rank} (strength {fit.strength:g})")


def _print_utility() -> None:
    folder = DATA / "mead" / "GA3"
    if not folder.exists():
        print("../shared/data/mead/GA3 is not there; nothing to measure")
        return
    table = _without_headlines(utility.parse_sentjudge((folder / "GA3.sentjudge").read_text(encoding="utf-8")))
    documents = [replace(each, spans=(each.spans or ())[1:]) for each in read(folder / "GA3.cluster")]
    stories = [("GA3", view_documents(documents))]
    places = range(len(table.judges))
    learned = [fit_weights(lessons_from_judges(stories, _without(table, place))).rank for place in places]
    print("GA3: S by rate, mean over nine judges who are each left out; and R, chance")
    print("  rate      " + "".join(f"{rate:7.0f} %" for rate in _RATES))
    for name, ranks in (("default", [_DEFAULT] * len(places)), ("learned", learned)):
        print(f"  S {name:<8}" + "".join(f"{_utility(table, stories[0][1], ranks, rate):9.3f}" for rate in _RATES))
    rates = utility.all_rates(table.utilities, percents=_RATES)
    print("  R         " + "".join(f"{rates[rate].random:9.3f}" for rate in _RATES))
    print(f"  weights from all nine: {fit_weights(lessons_from_judges(stories, table)).rank}")


def _without_headlines(table: JudgeTable) -> JudgeTable:
    """Return the table for documents without their headlines, which nobody judged: every index is one less."""
    return replace(table, sentences=tuple(SentenceRef(ref.document_id, ref.index - 1) for ref in table.sentences))


def _without(table: JudgeTable, place: int) -> JudgeTable:
    judges = table.judges[:place] + table.judges[place + 1 :]
    return replace(table, judges=judges, utilities=table.utilities[:place] + table.utilities[place + 1 :])


def _utility(table: JudgeTable, view: StoryView, ranks: Sequence[str], rate: float) -> float:
    """Return the mean over judges of what an extract by a judge's ranker is worth to them, of the most that is possible."""
    number_of = {ref: number for number, ref in enumerate(table.sentences)}
    shares = []
    for rank, row in zip(ranks, table.utilities, strict=True):
        preset = choose_preset(rank=rank, select="top", rewrite="none")
        picks = summarize_view(view, preset.recipe(make_budget(percent=rate), annotate=False)).picks
        best = sorted(row, reverse=True)[: utility.sentence_count(len(row), rate)]
        shares.append(sum(row[number_of[pick.ref]] for pick in picks) / sum(best))
    return fmean(shares)


if __name__ == "__main__":
    main()
