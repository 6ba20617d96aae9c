"""The readings and dialects of MEAD's features, by name.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", and the released MEAD 3.12.

The paper defines its features twice. `table3` is what its Table 3 shows and the released system computes: all features lie
in [0, 1]. `section3` is what its section 3.5 writes: raw sums, linear position, raw inner product.
The dialect says what a word is: `meadow` takes our stems, stop words and background in any language; `release` splits and
weighs words as the released system does, case kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from meadow.errors import check_choice
from meadow.vectors.counts import CountScheme

READINGS = ("table3", "section3")
DIALECTS = ("meadow", "release")

CENTROID_WORDS: Mapping[str, CountScheme] = {"meadow": "terms", "release": "mead"}
COSINE_WORDS: Mapping[str, CountScheme] = {"meadow": "terms", "release": "mead-cosine"}
COUNTED_WORDS: Mapping[str, CountScheme] = {"meadow": "words", "release": "mead"}
RELEASE_KEPT_PER_DOCUMENT = 8


def check_reading(reading: str, dialect: str) -> None:
    """Raise an error unless both names are known."""
    check_choice("reading of MEAD's features", reading, READINGS)
    check_choice("dialect of MEAD's words", dialect, DIALECTS)
