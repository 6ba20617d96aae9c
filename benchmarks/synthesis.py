"""How long QARLA takes on 9 × 10 reports of a Spanish topic: `python -m benchmarks.synthesis`.

The corpus has no manual reports. Nine stand-ins draw their sentences from articles on the days of the reference
timeline, so that the sizes are right; their QARLA values say nothing about the similarities.
"""

from __future__ import annotations

import gzip
import json
import time
from collections import Counter
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from meadow.lab.evaluate import synthesis
from meadow.lab.evaluate.synthesis import SynthesisReport
from meadow.model import Document
from meadow.text.sentences import document_sentences
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words

_DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "spanish"
_QUESTIONS = {
    "egypt": "la crisis de Egipto",
    "libya": "la guerra de Libia",
    "syria": "la guerra de Siria",
    "yemen": "la crisis de Yemen",
}
_PEOPLE, _SENTENCES, _CONCEPTS = 9, 50, 20


def main() -> None:
    """Print seconds per topic: making the baselines, and QARLA by each similarity."""
    if not _DATA.exists():
        print("../shared/data/spanish is not there; nothing to measure")
        return
    timelines = {row["cluster"]: row["timeline"] for row in _rows("timelines.jsonl.gz")}
    rows = _rows("docs.jsonl.gz")
    print(f"{_PEOPLE} stand-ins for manual reports, the 10 best of 30 baselines; seconds (QARLA, ties)")
    for cluster, question in _QUESTIONS.items():
        _measure(cluster, question, [_document(row) for row in rows if row["cluster"] == cluster], timelines[cluster])


def _measure(cluster: str, question: str, documents: list[Document], timeline: list[dict[str, Any]]) -> None:
    start = time.perf_counter()
    baselines = synthesis.baseline_reports(documents, question)
    made = time.perf_counter() - start
    manual = [_stand_in(documents, {day["date"] for day in timeline}, seed) for seed in range(_PEOPLE)]
    automatic = synthesis.keep_best(baselines, manual)
    print(f"{cluster}: {len(documents)} documents, 30 baselines {made:.2f}")
    total = 0.0
    for name, similarity in _similarities(timeline).items():
        start = time.perf_counter()
        found = synthesis.qarla(similarity, manual, automatic)
        taken = time.perf_counter() - start
        total += taken
        print(f"  {name:<22} {taken:6.3f}  ({found.value:.3f}, {found.ties:.3f})")
    print(f"  {'all six':<22} {total:6.3f}")


def _similarities(timeline: list[dict[str, Any]]) -> dict[str, synthesis.Similarity]:
    said = Counter(word for day in timeline for text in day["sentences"] for word in words(text, "es"))
    common = [word for word, _ in said.most_common() if word not in stop_words("es") and not word[0].isdigit()]
    # Words with one stem are one concept.
    concepts = dict(zip(stem_words(common, "es"), common, strict=True))
    return {
        "document_similarity": synthesis.document_similarity,
        "sentence_recall": synthesis.sentence_recall,
        "sentence_precision": synthesis.sentence_precision,
        "perplexity_similarity": partial(synthesis.perplexity_similarity, language="es"),
        "rouge_similarity": partial(synthesis.rouge_similarity, language="es"),
        "nicos": partial(synthesis.nicos, concepts=list(concepts.values())[:_CONCEPTS], language="es"),
    }


def _stand_in(documents: list[Document], days: set[str], seed: int) -> SynthesisReport:
    """Return up to fifty sentences drawn from articles of the timeline's days, in time order."""
    told = [document for document in documents if (document.published_text or "") in days]
    pool = [sentence for document in told for sentence in document_sentences(document)[:5]]
    drawn = np.random.default_rng(seed).permutation(len(pool))[:_SENTENCES]
    return SynthesisReport(tuple(pool[place] for place in sorted(drawn)), f"stand-in {seed}")


def _document(row: dict[str, Any]) -> Document:
    day = datetime.fromisoformat(row["date"])
    return Document(row["id"], text=row["text"], published=day, language="es", day_only=True)


def _rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(_DATA / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main()
