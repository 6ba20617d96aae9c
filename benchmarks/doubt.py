"""How far doubt about stories, and links between languages, can be trusted: `python -m benchmarks.doubt [draws]`.

Doubt: of the stories that the default tracker makes of every collection with gold stories, how many are doubted, how many
of those hold articles of two, and how many of the odd articles named are of another story than most. Links: parallel news
in seven languages with one, three or ten articles a story, and two collections that share no story.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from benchmarks._news_streams import Collection, collections
from meadow.model import Document, Story
from meadow.pipeline import make_tracker
from meadow.tracking.doubt import find_doubt
from meadow.tracking.related import find_related
from meadow.tracking.tracker import find_stories

Told = tuple[Story, list[Document]]
_WIDTHS = (8, 7, 8, 8, 5, 11)
_PAIRS = ("en-fr", "cs-en", "cs-fr", "el-en", "ar-en", "en-he", "en-hi")


def main() -> None:
    """Print both tables."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    every = collections()
    heads = ("stories", "impure", "doubted", "rightly", "odd", "of another")
    print(f"{'stories of the default tracker':<32} " + " ".join(map("{:>{}}".format, heads, _WIDTHS)))
    whole: Counter[str] = Counter()
    for name, parts in every.items():
        counts = sum((_doubted(each, draws) for each in parts), Counter[str]())
        whole += counts
        _print(name, counts)
    _print("all", whole)
    print(f"\n{'links, precision / recall':<32} " + " ".join(f"{pair:>11}" for pair in _PAIRS))
    for size in (1, 3, 10):
        print(f"{f'multiling, {size} articles a story':<32} " + " ".join(_linked(every["multiling"], size, draws)))
    strangers = [*_gold(every["multi-news"][0]), *_gold(every["spanish"][0])]
    links = len(find_related(strangers)) // 2
    print(f"\nlinks between collections without a common story: {links} of {len(strangers)} stories")


def _doubted(given: Collection, draws: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for stream in (given.dense(), *given.power_law(draws)):
        gold = dict(zip((each.id for each in stream.documents), stream.gold, strict=True))
        by_id = {each.id: each for each in stream.documents}
        for story in find_stories(make_tracker("meadow"), stream.documents):
            labels = [gold[name] for name in story.document_ids]
            if len(labels) < 3:
                continue
            doubt = find_doubt([by_id[name] for name in story.document_ids])
            odd = () if doubt is None else doubt.document_ids
            main_story = Counter(labels).most_common(1)[0][0]
            impure = len(set(labels)) > 1
            counts += Counter(
                stories=1, impure=int(impure), doubted=int(bool(odd)), rightly=int(bool(odd) and impure), odd=len(odd),
                another=sum(gold[name] != main_story for name in odd),
            )  # fmt: skip
    return counts


def _print(name: str, counts: Counter[str]) -> None:
    cells = (counts[each] for each in ("stories", "impure", "doubted", "rightly", "odd", "another"))
    print(f"{name:<32} " + " ".join(map("{:>{}}".format, cells, _WIDTHS)))


def _gold(given: Collection) -> Iterator[Told]:
    members: dict[str, list[Document]] = defaultdict(list)
    for document in given.documents:
        members[given.gold[document.id]].append(document)
    return (_story(f"{given.name} {label}", own) for label, own in members.items())


def _story(name: str, documents: Sequence[Document]) -> Told:
    times = [each.published for each in documents if each.published is not None]
    ids = tuple(each.id for each in documents)
    return Story(name, ids, min(times, default=None), max(times, default=None)), list(documents)


def _linked(languages: Sequence[Collection], size: int, draws: int) -> Iterator[str]:
    """Iterate over precision and recall of the links between each two languages."""
    right: Counter[str] = Counter()
    made: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for draw in range(draws):
        chance = random.Random(draw)
        stories = [
            _story(story.id, chance.sample(own, min(size, len(own))))
            for each in languages
            for story, own in _gold(each)
        ]
        spoken = {story.id: own[0].language or "" for story, own in stories}
        wanted += _pairs(((a, b) for a, b in combinations(spoken, 2) if _same_event(a, b)), spoken)
        links = {tuple(sorted((a, each.story_id))) for a, own in find_related(stories).items() for each in own}
        made += _pairs(links, spoken)
        right += _pairs(((a, b) for a, b in links if _same_event(a, b)), spoken)
    for pair in _PAIRS:
        precision = f"{right[pair] / made[pair]:.2f}" if made[pair] else "–"
        yield f"{precision:>4} / {right[pair] / wanted[pair]:.2f}"


def _pairs(links: Iterable[tuple[str, ...]], spoken: dict[str, str]) -> Counter[str]:
    return Counter("-".join(sorted((spoken[a], spoken[b]))) for a, b in links)


def _same_event(a: str, b: str) -> bool:
    """Tell whether names such as `multiling2011-en M003.en` are of one event."""
    return a.split()[1].split(".")[0] == b.split()[1].split(".")[0]


if __name__ == "__main__":
    main()
