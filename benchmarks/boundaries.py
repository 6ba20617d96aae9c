"""Sentence boundaries beside sentencex and pysbd, on hand-made gold and on news: `python -m benchmarks.boundaries`."""

from __future__ import annotations

from benchmarks._measuring import DATA
from text.gold_sentences import LANGUAGES, PEERS, Tally, load_cases, tally
from text.real_boundaries import tally_corpus

CORPORA = (("dutch", "nl"), ("ecb_plus", "en"))


def main() -> None:
    """Print the F1 of inner boundaries of each splitter, by language and by kind of gold."""
    print(f"{'F1 of sentence boundaries':<42}" + "".join(f"{name:>11}" for name in PEERS))
    for held_out in (False, True):
        for language in LANGUAGES:
            cases = load_cases(language, held_out=held_out)
            found = {name: tally(splitter, cases) for name, splitter in PEERS.items()}
            _print_row(f"{language}, {len(cases)} cases{', held out' if held_out else ''}", found)
    for corpus, language in CORPORA:
        path = DATA / corpus / "docs.jsonl.gz"
        if not path.exists():
            print(f"../shared/data/{corpus} is not there; nothing to measure")
            continue
        found = {name: tally_corpus(splitter, path, language) for name, splitter in PEERS.items()}
        _print_row(f"{corpus} ({language}), boundaries after a mark", found)


def _print_row(label: str, found: dict[str, Tally]) -> None:
    print(f"{label:<42}" + "".join(f"{each.f1:>11.3f}" for each in found.values()))


if __name__ == "__main__":
    main()
