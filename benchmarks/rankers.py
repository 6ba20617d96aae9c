"""ROUGE and speed of every ranker with the same selector: `python -m benchmarks.rankers`.

All take MEAD's redundancy penalty. `sumbasic` and `kl`, which keep redundancy down themselves, are printed with `top` too,
and so is `patterns`, whose scores fall so steeply that the penalty leaves a part of the room empty.
Recall is ROUGE-1.5.5's, stemmed, several references added up. Budgets are 250 words on MultiLing, as its references, and
the mean length of the references on Multi-News. Speed is from counted words to scores; a large story is the small ones
together with copies of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from benchmarks._measuring import best_seconds, shared_rows
from meadow.lab.evaluate import rouge
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import choose_preset
from meadow.rank import RANKERS
from meadow.select.budget import make_budget
from meadow.vectors.view import StoryView, view_documents

_METHODS = (
    ("lead", "top"),
    ("random", "top"),
    ("centroid", "penalty"),
    ("tfidf", "penalty"),
    ("patterns", "penalty"),
    ("patterns", "top"),
    ("lexrank", "penalty"),
    ("lexrank(continuous=false)", "penalty"),
    ("topic-signature", "penalty"),
    ("sumbasic", "penalty"),
    ("sumbasic", "top"),
    ("kl", "penalty"),
    ("kl", "top"),
    ("mix(centroid=1, position=2, first=1)", "penalty"),
    ("mix(lexrank=1, position=2, first=1)", "penalty"),
    ("mix(tfidf=1, position=2, first=1)", "penalty"),
    ("mix(topic-signature=1, position=2, first=1)", "penalty"),
    ("mix(patterns=1, position=2, first=1)", "penalty"),
)
_LARGE = 25_000


@dataclass(frozen=True)
class Testbed:
    """Stories with references and the budget of their summaries."""

    name: str
    views: Mapping[str, StoryView]
    references: Mapping[str, list[str]]
    words: int


def main() -> None:
    """Print ROUGE recall by ranker and collection, then milliseconds by ranker and size of story."""
    beds = [*_testbed("multiling2011", words=250), *_testbed("multi_news_100", words=None)]
    if not beds:
        return
    for bed in beds:
        print(f"{bed.name}: {len(bed.views)} stories, {bed.words} words")
    print(f"\n{'ROUGE-1 / ROUGE-2 recall':<58}" + "".join(f"{bed.name:>20}" for bed in beds))
    for rank, select in _METHODS:
        cells = "".join(f"{_recall(bed, rank, select):>20}" for bed in beds)
        print(f"{rank + ', ' + select:<58}{cells}")
    _speed(beds[0])


def _testbed(folder: str, *, words: int | None) -> Iterator[Testbed]:
    stories: dict[str, list[Document]] = {}
    for row in shared_rows(folder, "docs.jsonl.gz"):
        if row.get("lang", "en") == "en":
            document = Document(row["id"], title=row["title"] or None, text=row["text"], language="en")
            stories.setdefault(row["cluster"], []).append(document)
    if not stories:
        return
    references = {
        row["cluster"]: [each["text"] for each in row["references"]] for row in shared_rows(folder, "clusters.jsonl.gz")
    }
    views = {cluster: view_documents(documents) for cluster, documents in stories.items()}
    lengths = [len(text.split()) for cluster in views for text in references[cluster]]
    yield Testbed(folder, views, references, round(sum(lengths) / len(lengths)) if words is None else words)


def _recall(bed: Testbed, rank: str, select: str) -> str:
    first, second = 0.0, 0.0
    preset, budget = choose_preset(rank=rank, select=select), make_budget(words=bed.words)
    for cluster, view in bed.views.items():
        summary = summarize_view(view, preset.recipe(budget))
        found = rouge.score(summary.text, bed.references[cluster], metrics=("rouge1", "rouge2"), dialect="rouge155")
        first += found["rouge1"].recall / len(bed.views)
        second += found["rouge2"].recall / len(bed.views)
    return f"{first:.4f} / {second:.4f}"


def _speed(bed: Testbed) -> None:
    """Print the time from counted words to scores, for a mean story and for a large one."""
    views = list(bed.views.values())
    large = _large(views)
    for view in (*views, large):
        view.counts("terms"), view.counts("words")
    size = sum(map(len, views)) / len(views)
    print(f"\n{'milliseconds':<58}{f'{size:.0f} sentences':>20}{f'{len(large):,} sentences':>20}")
    for rank in dict.fromkeys(rank for rank, _ in _METHODS):
        ranker = RANKERS.build(rank)
        small = best_seconds(lambda ranker=ranker: [ranker(view) for view in views], rounds=3) / len(views)  # type: ignore[misc]
        slow = best_seconds(lambda ranker=ranker: ranker(large), rounds=1)  # type: ignore[misc]
        print(f"{rank:<58}{small * 1e3:>20.2f}{slow * 1e3:>20.1f}")


def _large(views: list[StoryView]) -> StoryView:
    documents = [document for view in views for document in view.documents]
    copies = _LARGE // sum(map(len, views)) + 1
    return view_documents([replace(each, id=f"{each.id}-{n}") for n in range(copies) for each in documents])


if __name__ == "__main__":
    main()
