"""What each language gets, measured on real texts: `python -m benchmarks.languages`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from benchmarks._measuring import best_seconds, shared_rows
from meadow.text.background import default_background
from meadow.text.datelines import dateline_length
from meadow.text.language import detect_language, language_name
from meadow.text.selfcontained import is_self_contained
from meadow.text.sentences import split_sentences
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words

_TEXTS = 300
_MULTILING = ("en", "fr", "cs", "el", "ar", "he", "hi")
_FOLDERS = {"es": "spanish", "nl": "dutch", "ja": "japanese"}


def main() -> None:
    """Print detection, splitting, words and first sentences by language."""
    print(f"{'':<12}{'texts':>6}{'detected':>10}{'sentences':>11}{'stop words':>12}", end="")
    print(f"{'in wordfreq':>13}{'leads kept':>12}{'split MB/s':>12}")
    for language in (*_MULTILING, *_FOLDERS):
        texts = list(islice(_iter_texts(language), _TEXTS))
        if texts:
            print(f"{language_name(language):<12}{_row(texts, language)}")


def _iter_texts(language: str) -> Iterator[str]:
    if language in _FOLDERS:
        rows = shared_rows(_FOLDERS[language], "docs.jsonl.gz")
    else:
        rows = (row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == language)
    for row in rows:
        text = row.get("text")
        if text is None:
            given = row["sentences"]
            text = " ".join(given if isinstance(given, list) else given.values())
        if text.strip():
            yield text


def _row(texts: Sequence[str], language: str) -> str:
    detected = sum(detect_language(text) == language for text in texts) / len(texts)
    spans = [split_sentences(text, language) for text in texts]
    found = [word for text in texts for word in words(text, language)]
    stopped = sum(word in stop_words(language) for word in found) / len(found)
    unknown = float(default_background(language).idf(["qxzqxzqxz"])[0])
    known = sum(value < unknown for value in default_background(language).idf(found).tolist()) / len(found)
    leads = [text[own[0][0] : own[0][1]] for text, own in zip(texts, spans, strict=True)]
    kept = sum(is_self_contained(lead[dateline_length(lead, language) :], language) for lead in leads) / len(leads)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    rate = megabytes / best_seconds(lambda: [split_sentences(text, language) for text in texts], rounds=3)
    sentences = sum(map(len, spans)) / len(texts)
    return f"{len(texts):>6}{detected:>10.1%}{sentences:>11.1f}{stopped:>12.1%}{known:>13.1%}{kept:>12.1%}{rate:>12.1f}"


if __name__ == "__main__":
    main()
