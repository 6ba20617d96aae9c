"""ROUGE of the presets on real collections: `python -m benchmarks.presets`."""

from __future__ import annotations

from benchmarks._measuring import shared_rows
from meadow.evaluate import rouge
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.presets import choose_preset
from meadow.select.budget import make_budget
from meadow.vectors.view import StoryView, view_documents

_PRESETS = ("lead", "random", "mead-c", "mead-cp", "mead-cpf", "mead", "meadow")
_LANGUAGES = ("en", "fr", "cs", "el", "ar", "he", "hi")


def main() -> None:
    """Print ROUGE-1 and ROUGE-2 F by set and preset, and how much of the budget the summaries use."""
    for language in _LANGUAGES:
        _measure(f"multiling2011 {language}", "multiling2011", language, words=250)
    _measure("multi_news_100", "multi_news_100", "en", words=200)


def _measure(name: str, folder: str, language: str, *, words: int) -> None:
    stories: dict[str, list[Document]] = {}
    for row in shared_rows(folder, "docs.jsonl.gz"):
        if row.get("lang", "en") == language:
            document = Document(row["id"], title=row["title"] or None, text=row["text"], language=language)
            stories.setdefault(row["cluster"], []).append(document)
    references = {
        row["cluster"]: [each["text"] for each in row["references"]] for row in shared_rows(folder, "clusters.jsonl.gz")
    }
    views = {cluster: view_documents(documents) for cluster, documents in stories.items()}
    if views:
        print(
            f"{name}: {len(views)} stories, {words} words; ROUGE-1 F, ROUGE-2 F (google, stemmed), share of the words used"
        )
    for preset in _PRESETS if views else ():
        print(f"  {preset:<10} {_scores(views, references, preset, language, words)}")


def _scores(
    views: dict[str, StoryView], references: dict[str, list[str]], preset: str, language: str, words: int
) -> str:
    totals = [0.0, 0.0, 0.0]
    for cluster, view in views.items():
        summary = summarize_view(view, preset=choose_preset(preset), budget=make_budget(words=words))
        found = rouge.score(summary.text, references[cluster], metrics=("rouge1", "rouge2"), language=language)
        for place, value in enumerate((found["rouge1"].f, found["rouge2"].f, len(summary.text.split()) / words)):
            totals[place] += value / len(views)
    return f"{totals[0]:.4f}  {totals[1]:.4f}  {totals[2]:.2f}"


if __name__ == "__main__":
    main()
