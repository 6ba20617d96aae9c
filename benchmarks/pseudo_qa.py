"""How long pseudo question-answering takes: `python -m benchmarks.pseudo_qa`.

A summary of 100 sentences and 1,000 questions; the peer is the textbook table, filled cell by cell, on a part of them.
"""

from __future__ import annotations

import random

from benchmarks._measuring import best_seconds
from meadow.lab.evaluate.pseudo_qa import TextBlocks, answer_scores

_SENTENCES = 100
_QUESTIONS = 1000
_PEER_QUESTIONS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz     "


def textbook_distance(first: str, second: str) -> int:
    """Return the Levenshtein distance by filling the whole table."""
    row = list(range(len(second) + 1))
    for down, left in enumerate(first, start=1):
        corner, row[0] = row[0], down
        for across, above in enumerate(second, start=1):
            corner, row[across] = row[across], min(row[across] + 1, row[across - 1] + 1, corner + (left != above))
    return row[-1]


def main() -> None:
    """Print questions per second for whole scores, for distances alone, and for the textbook's distances."""
    generator = random.Random(0)

    def text(shortest: int, longest: int) -> str:
        letters = generator.choices(_LETTERS, k=generator.randint(shortest, longest))
        return "x" + "".join(letters)

    sentences = [text(60, 200) for _ in range(_SENTENCES)]
    answers = [text(3, 30) for _ in range(_QUESTIONS)]
    blocks = TextBlocks(sentences)
    scores = best_seconds(lambda: answer_scores(sentences, answers)) / _QUESTIONS
    ours = best_seconds(lambda: [blocks.distances(answer) for answer in answers]) / _QUESTIONS
    few = answers[:_PEER_QUESTIONS]
    peer = best_seconds(lambda: [[textbook_distance(s, a) for s in sentences] for a in few], rounds=2) / len(few)
    print(f"{_SENTENCES} sentences, {_QUESTIONS} questions: {scores * _QUESTIONS:.2f} s in all")
    print(f"{'':>12} {'questions/s':>12}")
    for name, seconds in (("scores", scores), ("distances", ours), ("textbook", peer)):
        print(f"{name:>12} {1 / seconds:>12.0f}")
    print(f"distances against the textbook: {peer / ours:.0f} ×")


if __name__ == "__main__":
    main()
