"""How long an exact minimum cover takes: `python -m benchmarks.cover`.

Random gold extracts of 60 abstract sentences, over stories of several sizes. The smaller the story, the more its
alternatives overlap and the harder the problem; annotated gold is far easier than any of these.
"""

from __future__ import annotations

import random
import statistics
import time

from meadow.lab.evaluate.coverage import minimum_cover

_INSTANCES = 200
_UNITS = 60
_LARGEST_SET = 4
_MOST_ALTERNATIVES = 4
_STORIES = (1000, 500, 300, 200)


def random_gold(sentences: int, *, generator: random.Random) -> list[list[set[int]]]:
    """Return gold whose every abstract sentence has one to four alternatives of one to four sentences."""

    def chosen() -> set[int]:
        return set(generator.sample(range(1, sentences + 1), generator.randint(1, _LARGEST_SET)))

    return [[chosen() for _ in range(generator.randint(1, _MOST_ALTERNATIVES))] for _ in range(_UNITS)]


def main() -> None:
    """Print the time per instance, and the mean size of the covers, by the size of the story."""
    print(f"minimum cover of {_UNITS} abstract sentences, {_INSTANCES} random instances each")
    print(f"{'sentences':>10} {'total s':>8} {'median ms':>10} {'worst ms':>9} {'mean size':>10}")
    for sentences in _STORIES:
        generator = random.Random(0)
        times, sizes = [], []
        for _ in range(_INSTANCES):
            gold = random_gold(sentences, generator=generator)
            start = time.perf_counter()
            sizes.append(len(minimum_cover(gold)))
            times.append(1000 * (time.perf_counter() - start))
        row = (sum(times) / 1000, statistics.median(times), max(times), statistics.mean(sizes))
        print("{:>10} {:>8.1f} {:>10.1f} {:>9.1f} {:>10.1f}".format(sentences, *row))


if __name__ == "__main__":
    main()
