"""How well word frequencies stand in for document frequencies: `python -m benchmarks.background`.

The background takes word frequencies and assumes texts of a typical length. This prints the fit to MEAD's table of
document frequencies for several lengths; the one in use is where the mean difference is nearest to nought.
"""

from __future__ import annotations

import gzip

import numpy as np
from wordfreq import get_frequency_dict

from benchmarks._measuring import DATA
from meadow.text.background import parse_idf_table

_COMMON = 8.0  # values of rarer words say little: the table counts few documents
_LENGTHS = (50, 100, 200, 300, 400, 500)


def main() -> None:
    """Print the mean and the mean absolute difference from MEAD's table by assumed length."""
    path = DATA / "mead" / "enidf.txt.gz"
    if not path.exists():
        print("../shared/data/mead/enidf.txt.gz is not there; nothing to measure")
        return
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        table = parse_idf_table(file.read(), name="enidf").folded().values
    frequencies = get_frequency_dict("en", wordlist="best")
    words = [word for word, value in table.items() if value < _COMMON and frequencies.get(word, 0.0) > 0]
    wanted = np.array([table[word] for word in words])
    given = np.array([frequencies[word] for word in words])
    print(f"{len(words)} words that MEAD's table gives less than {_COMMON:g}")
    for length in _LENGTHS:
        difference = -np.log(-np.expm1(-length * given)) - wanted
        print(f"  {length:4d} words  mean {difference.mean():+.3f}  absolute {np.abs(difference).mean():.3f}")


if __name__ == "__main__":
    main()
