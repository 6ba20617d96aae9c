"""Near-copies of documents beside rensa's MinHash, quality and speed: `python -m benchmarks.near_copies`.

Truth is made: news texts of ten languages are edited as papers edit agency copy, and different articles on one story are
the counterexamples. Thresholds are chosen on one half of the stories and measured on the other.
"""

from __future__ import annotations

import math
import random
import tracemalloc
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import NamedTuple

from rensa import RMinHash, RMinHashDeduplicator

from benchmarks._measuring import best_seconds, shared_rows
from meadow.kernels.word_runs import figures_differ, read_bodies, words_in_runs
from meadow.model import Document
from meadow.text.sentences import split_sentences
from meadow.text.tokens import words
from meadow.vectors.near_copies import LEAST, THRESHOLD, near_copies

_DATELINE = {"ja": "【潮見共同】"}
_HEADLINE = {"ja": "潮見港で臨時の会議、市長が説明へ\n"}
_THRESHOLDS = [step / 20 for step in range(2, 20)]
_PERMUTATIONS = 128
_SHORTEST_BRIEF = 100
_BRIEF = "first fifth"


class Text(NamedTuple):
    """A text, its language and its story."""

    story: str
    language: str
    text: str


class Pair(NamedTuple):
    """An earlier and a later text, whether the later is a copy, and how it was made."""

    kind: str
    half: int
    copied: bool
    earlier: str
    later: str
    language: str


def main() -> None:
    """Print both tables and the speeds."""
    pairs = list(_pairs())
    if not pairs:
        return
    _print_quality(pairs)
    _print_headlines()
    _print_speed()


def _texts() -> Iterator[Text]:
    for row in shared_rows("multiling2011", "docs.jsonl.gz"):
        yield Text(f"m{row['cluster']}", row["lang"], row["text"])
    for folder, language, most in (("ecb_plus", "en", 1000), ("multi_news_100", "en", 200), ("japanese", "ja", 150)):
        for row in islice(shared_rows(folder, "docs.jsonl.gz"), most):
            story = row["date"] if folder == "japanese" else row["cluster"]
            yield Text(f"{folder}{story}", language, row["text"])
    for row in islice(shared_rows("spanish", "docs.jsonl.gz"), 100):
        yield Text(f"{row['cluster']}{row['date']}", "es", row["text"])
    for row in islice(shared_rows("dutch", "docs.jsonl.gz"), 60):
        yield Text(row["id"], "nl", row["text"])


def _pairs() -> Iterator[Pair]:
    chance = random.Random(7)
    stories: dict[str, list[Text]] = defaultdict(list)
    for text in _texts():
        stories[text.story].append(text)
    every = [text for texts in stories.values() for text in texts]
    for story, texts in stories.items():
        half = zlib.crc32(story.encode()) % 2
        text, other = texts[0], texts[-1] if len(texts) > 1 else chance.choice(every)
        for kind, edited in _edits(text, other, chance):
            yield Pair(kind, half, True, text.text, edited, text.language)
            if kind in ("first half", "appended"):
                yield Pair(f"{kind}, came first", half, True, edited, text.text, text.language)
        for first, second in islice(combinations(texts, 2), 4):
            yield from _counterexamples(first, second, half)


def _edits(text: Text, other: Text, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield a text as papers might print it: what was done to it, and the result."""
    sentences = _sentences(text)
    if len(sentences) < 2:
        return
    dateline = _DATELINE.get(text.language, "PORT ALDER, May 3 (Harbour Wire) — ")
    yield "dateline", dateline + text.text
    yield "headline", _HEADLINE.get(text.language, "Council meets again as harbour plan divides town\n") + text.text
    kept = sorted(chance.sample(range(len(sentences)), round(0.8 * len(sentences))))
    cut = [sentences[place] for place in kept] if len(sentences) >= 5 else sentences
    if len(sentences) >= 5:
        yield "a fifth cut", _joined(cut, text.language)
    if len(sentences) >= 4:
        yield "first half", _joined(sentences[: (len(sentences) + 1) // 2], text.language)
        brief = _joined(_opening(text, len(text.text) // 5), text.language)
        if len(brief) >= _SHORTEST_BRIEF:
            yield _BRIEF, brief
    more = _opening(other, len(text.text) * 3 // 10)
    yield "appended", f"{text.text}\n\n{_joined(more, other.language)}"
    yield "typos", _misprinted(text.text, text.language, chance)
    yield "all of these", dateline + _misprinted(_joined([*cut, *more], text.language), text.language, chance)


def _counterexamples(first: Text, second: Text, half: int) -> Iterator[Pair]:
    yield Pair("same story", half, False, first.text, second.text, first.language)
    quoted = _joined(_opening(first, len(second.text) // 5), first.language)
    if quoted and len(quoted) < len(first.text) // 2:
        quoting = f"{second.text}\n{quoted}"
        yield Pair("quotes a paragraph", half, False, first.text, quoting, first.language)
        yield Pair("holds a brief", half, False, quoted, quoting, first.language)


def _sentences(text: Text) -> list[str]:
    return [text.text[start:end] for start, end in split_sentences(text.text, text.language)]


def _joined(sentences: list[str], language: str) -> str:
    return ("" if language == "ja" else " ").join(sentences)


def _opening(text: Text, most: int) -> list[str]:
    """Return the first sentences, as many as fit."""
    sentences, length = [], 0
    for sentence in _sentences(text):
        length += len(sentence)
        if length > most:
            break
        sentences.append(sentence)
    return sentences


def _misprinted(text: str, language: str, chance: random.Random) -> str:
    """Return the text with two letters swapped in one longer word of 25, or one character in 50 replaced."""
    if language == "ja":
        return "".join(chance.choice("のにはをがと") if chance.random() < 0.02 else mark for mark in text)
    return " ".join(
        _swapped(word, chance) if len(word) > 3 and chance.random() < 0.04 else word for word in text.split(" ")
    )


def _swapped(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


Score = Callable[[float], bool]


def _ours(pair: Pair) -> Score:
    bodies = read_bodies([pair.earlier, pair.later])
    earlier, later = bodies.rows()
    if bodies.runs[0] != bodies.runs[1] or not len(earlier) or not len(later):
        return lambda _: False
    run = int(bodies.runs[0])
    taken = words_in_runs(later, earlier, run) / len(later)
    best = max(taken, words_in_runs(earlier, later, run) / len(earlier))
    allowed = taken >= LEAST and not figures_differ(earlier, later)
    return lambda threshold: allowed and best >= threshold


def _rensa(length: int) -> Callable[[Pair], Score]:
    def compared(pair: Pair) -> Score:
        sets = [_shingles(text, length, pair.language) for text in (pair.earlier, pair.later)]
        first, second = RMinHash.from_token_sets(sets, num_perm=_PERMUTATIONS, seed=42)
        likeness = first.jaccard(second)
        return lambda threshold: likeness >= threshold

    return compared


def _shingles(text: str, length: int, language: str = "en") -> list[str]:
    own = words(text, "zh" if language == "ja" else language)  # rensa has no words of its own: it gets ours
    return [" ".join(own[place : place + length]) for place in range(max(1, len(own) - length + 1))]


def _print_quality(pairs: list[Pair]) -> None:
    judged = {"meadow": [_ours(pair) for pair in pairs]}
    judged |= {f"rensa, {length}-word shingles": [_rensa(length)(pair) for pair in pairs] for length in (1, 3, 5)}
    _print_table("all pairs", pairs, judged)
    kept = [row for row, pair in enumerate(pairs) if pair.kind != _BRIEF]
    some = {name: [scores[row] for row in kept] for name, scores in judged.items()}
    _print_table(f"without {_BRIEF!r}, which a set likeness cannot find", [pairs[row] for row in kept], some)
    ours = [bool(near_copies(_two(pair))) for pair in pairs]
    print(f"  {'meadow as it is, all pairs':<26} {THRESHOLD:.2f}        {_formatted(pairs, ours)}")
    _print_kinds(pairs, ours, judged["rensa, 3-word shingles"])


def _print_table(title: str, pairs: list[Pair], judged: dict[str, list[Score]]) -> None:
    positive = sum(pair.copied for pair in pairs)
    print(f"{title}: {positive} copies, {len(pairs) - positive} others; chosen on one half, measured on the other")
    print(f"  {'':<26} threshold   precision  recall     F")
    for name, scores in judged.items():
        chosen = [_best_threshold(pairs, scores, half) for half in (0, 1)]
        found = [score(chosen[1 - pair.half]) for pair, score in zip(pairs, scores, strict=True)]
        print(f"  {name:<26} {chosen[0]:.2f}, {chosen[1]:.2f}  {_formatted(pairs, found)}")


def _print_kinds(pairs: list[Pair], ours: list[bool], peer: list[Score]) -> None:
    threshold = _best_threshold(pairs, peer, None)
    theirs = [score(threshold) for score in peer]
    print(f"  called copies, of each kind: meadow, rensa (3-word shingles, {threshold:.2f})")
    for kind in dict.fromkeys(pair.kind for pair in pairs):
        rows = [row for row, pair in enumerate(pairs) if pair.kind == kind]
        mine, other = sum(ours[row] for row in rows), sum(theirs[row] for row in rows)
        print(f"    {kind:<26} {len(rows):5}  {mine / len(rows):6.3f}  {other / len(rows):6.3f}")


def _formatted(pairs: list[Pair], found: list[bool]) -> str:
    return "  ".join(f"{value:8.4f}" for value in _precision_recall(pairs, found))


def _two(pair: Pair) -> list[Document]:
    return [Document("1", text=pair.earlier), Document("2", text=pair.later)]


def _best_threshold(pairs: list[Pair], scores: list[Score], half: int | None) -> float:
    def f(threshold: float) -> float:
        rows = [(pair, score) for pair, score in zip(pairs, scores, strict=True) if half is None or pair.half == half]
        return _precision_recall([pair for pair, _ in rows], [score(threshold) for _, score in rows])[2]

    return max(_THRESHOLDS, key=f)


def _precision_recall(pairs: list[Pair], found: list[bool]) -> tuple[float, float, float]:
    hits = sum(pair.copied and called for pair, called in zip(pairs, found, strict=True))
    precision, recall = hits / max(1, sum(found)), hits / sum(pair.copied for pair in pairs)
    return precision, recall, 2 * hits / (sum(found) + sum(pair.copied for pair in pairs))


def _print_headlines() -> None:
    """Print what becomes of titles alone: those with the same words must be together, others in one story hardly ever."""
    rows = list(shared_rows("uci_headlines", "docs.jsonl.gz"))
    groups = near_copies(Document(row["id"], title=row["title"]) for row in rows)
    home = {member: group.first for group in groups for member in (group.first, *group.copies)}
    same: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        same[" ".join(words(row["title"]))].append(row["id"])
    repeated = [ids for ids in same.values() if len(ids) > 1]
    together = sum(len({home.get(member, member) for member in ids}) == 1 for ids in repeated)
    stories = {row["id"]: row["cluster"] for row in rows}
    astray = sum(stories[copy] != stories[group.first] for group in groups for copy in group.copies)
    copies = sum(len(group.copies) for group in groups)
    print(
        f"{len(rows)} headlines: {together} of {len(repeated)} repeated ones together; "
        f"{copies} copies in all, {astray} of them in another story than the first"
    )


def _print_speed() -> None:
    """Print texts per second from text to groups, rensa beside us, and what 100,000 texts cost."""
    reuters = [row["text"] for row in shared_rows("scale", "reuters21578.jsonl.gz") if row["text"]]
    near_copies(_numbered(reuters[:3000]))  # compiles
    many = _made_texts(reuters, 100_000)
    _print_rates("Reuters-21578", reuters, rounds=3)
    _print_rates("MultiLing 2011, seven languages", _multiling(), rounds=5)
    _print_rates("100 k made texts, one in ten a copy", many, rounds=2)
    part, every = _numbered(many[:25_000]), _numbered(many)
    seconds = [best_seconds(job, rounds=2) for job in (lambda: near_copies(part), lambda: near_copies(every))]
    print(f"  growth exponent from 25 k to 100 k: {math.log(seconds[1] / seconds[0], 4):.2f}")
    print(f"  memory that 100 k take at their peak: {_peak_megabytes(every):.0f} MB")


def _multiling() -> list[str]:
    return [row["text"] for row in shared_rows("multiling2011", "docs.jsonl.gz")]


def _made_texts(texts: list[str], count: int) -> list[str]:
    """Return texts of six words from here and six from there; one in ten is an earlier one without its last fifth."""
    chance = random.Random(1)
    split = [text.split() for text in texts]
    pieces = [" ".join(own[at : at + 6]) for own in split for at in range(0, len(own), 6)]
    made: list[str] = []
    while len(made) < count:
        if made and chance.random() < 0.1:
            whole = chance.choice(made)
            made.append(whole[: len(whole) * 4 // 5])
        else:
            made.append(" ".join(chance.choices(pieces, k=chance.randint(8, 36))))
    return made


def _print_rates(name: str, texts: list[str], *, rounds: int) -> None:
    documents = _numbered(texts)
    jobs: dict[str, Callable[[], object]] = {
        "meadow": lambda: near_copies(documents),
        "rensa, 5-word shingles": lambda: _rensa_filter(texts, _split_shingles),
        "rensa, single words": lambda: _rensa_filter(texts, str.split),
    }
    rates = {label: len(texts) / best_seconds(job, rounds=rounds) for label, job in jobs.items()}
    print(f"{name}: {len(texts)} texts, {sum(map(len, texts)) / 1e6:.1f} million characters")
    for label, rate in rates.items():
        print(f"  {label:<26} {rate:9.0f} texts/s   meadow ÷ this {rates['meadow'] / rate:5.1f}")


def _numbered(texts: list[str]) -> list[Document]:
    return [Document(str(number), text=text) for number, text in enumerate(texts)]


def _peak_megabytes(documents: list[Document]) -> float:
    tracemalloc.start()
    near_copies(documents)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _rensa_filter(texts: list[str], tokens: Callable[[str], list[str]]) -> list[bool]:
    index = RMinHashDeduplicator(threshold=0.6, num_perm=_PERMUTATIONS, use_lsh=True)
    kept: list[bool] = index.add_pairs((str(number), tokens(text)) for number, text in enumerate(texts))
    return kept


def _split_shingles(text: str) -> list[str]:
    own = text.lower().split()
    return [" ".join(own[place : place + 5]) for place in range(max(1, len(own) - 4))]


if __name__ == "__main__":
    main()
