"""Write `meadow/text/frequencies` from the lists of the package wordfreq 3.1: `python tools/wordlists.py`.

A list is its words, sorted, each behind the number of bytes it shares with the one before, then their centibels; the
three parts are compressed. It takes half of what wordfreq's file takes, and says the same.
"""

from __future__ import annotations

import gzip
import lzma
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parents[1] / "src" / "meadow" / "text" / "frequencies"
_SIZES = ("small", "large")  # the better one last
_LONGEST_SHARED = 31
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 4, "lp": 0, "pb": 0}]


def main() -> int:
    """Write a file for each language, the best of its lists."""
    spec = find_spec("wordfreq")
    if spec is None or spec.origin is None:
        print("The lists come from the package wordfreq: pip install wordfreq==3.1.1", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    data = Path(spec.origin).parent / "data"
    lists = {
        path.name.split(".")[0].removeprefix(f"{size}_"): path
        for size in _SIZES
        for path in data.glob(f"{size}_*.msgpack.gz")
    }
    for language, path in sorted(lists.items()):
        head, *words_by_centibel = msgspec.msgpack.decode(gzip.decompress(path.read_bytes()))
        if head != {"format": "cB", "version": 1}:
            raise ValueError(f"{path} is no list of words by centibels: {head!r}")
        (FOLDER / f"{language}.xz").write_bytes(packed(words_by_centibel))
    return 0


def packed(words_by_centibel: list[list[str]]) -> bytes:
    """Return a list as its file holds it: the compressed words, low and high bytes of centibels, each behind its length."""
    # A word that is listed twice keeps its lower frequency.
    centibels = {word.encode(): centibel for centibel, words in enumerate(words_by_centibel) for word in words}
    coded, before = bytearray(), b""
    for word in sorted(centibels):
        shared = 0
        while shared < min(len(word), len(before), _LONGEST_SHARED) and word[shared] == before[shared]:
            shared += 1
        coded += bytes([shared]) + word[shared:]
        before = word
    numbers = [centibels[word] for word in sorted(centibels)]
    parts = (bytes(coded), bytes(number & 0xFF for number in numbers), bytes(number >> 8 for number in numbers))
    made = [lzma.compress(part, format=lzma.FORMAT_XZ, filters=_FILTERS) for part in parts]
    return b"".join(len(part).to_bytes(4, "little") + part for part in made)


if __name__ == "__main__":
    sys.exit(main())
