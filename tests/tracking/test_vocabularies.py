"""A term is as rare in every shard as the first form that the whole stream has of it says."""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from meadow.model import Document
from meadow.tracking.terms import FADE_EVERY, DocumentTerms
from meadow.tracking.vocabularies import Vocabulary, iter_rarities, read_vocabulary
from meadow.tracking.weighing import Weighing
from meadow.tracking.windows import Shard, Windows, plan_shards
from tracking.shard_streams import START


def _shard(number: int, *texts: str) -> Shard:
    return Shard("en", number, tuple(Document(f"{number}-{at}", text=text, language="en")
                                     for at, text in enumerate(texts)))  # fmt: skip


def _words(number: int, documents: int, **rarity: float) -> Vocabulary:
    return Vocabulary("en", number, documents, tuple(rarity), np.array(list(rarity.values())))


def test_a_vocabulary_has_the_first_form_of_each_term() -> None:
    early, late = (read_vocabulary(None, _shard(0, *texts))
                   for texts in (("running ferry", "runs"), ("runs", "running ferry")))  # fmt: skip
    assert set(early.names) == set(late.names) == {"run", "ferri"}
    rarity = [dict(zip(each.names, each.rarity.tolist(), strict=True)) for each in (early, late)]
    assert rarity[0]["run"] != rarity[1]["run"]
    assert rarity[0]["ferri"] == rarity[1]["ferri"]


def test_later_shards_are_told_what_they_would_take_for_something_else() -> None:
    vocabularies = [_words(0, 9, a=1.0, b=2.0), _words(1, 9, a=1.5, b=2.0, c=3.0), _words(2, 9, a=1.0, c=4.0)]
    assert list(iter_rarities(vocabularies)) == [{}, {"a": 1.0}, {"c": 3.0}]


def test_languages_have_terms_of_their_own_and_what_is_long_gone_is_met_anew() -> None:
    other = Vocabulary("nl", 0, 9, ("a",), np.array([7.0]))
    gone = [_words(0, FADE_EVERY, a=1.0), _words(1, FADE_EVERY, b=1.0), _words(2, 9, a=2.0)]
    assert list(iter_rarities([_words(0, 9, a=1.0), other])) == [{}, {}]
    assert list(iter_rarities(gone)) == [{}, {}, {}]


def test_shards_that_are_told_weigh_words_as_the_whole_stream_does() -> None:
    texts = [
        "He runs a ferry",
        "Running ferries",
        "Winds and a storm",
        "A windy harbour",
        "They run storms",
        "Windiest",
    ]
    documents = [
        Document(str(at), text=text, language="en", published=START + timedelta(days=3 * at))
        for at, text in enumerate(texts)
    ]
    whole = DocumentTerms(None, letters=5)
    whole.rows(documents)
    wanted = dict(zip(*(part.tolist() if isinstance(part, np.ndarray) else part for part in whole.rarities()),
                      strict=True))  # fmt: skip
    shards = plan_shards(documents, Windows(timedelta(days=6), timedelta(days=3), least=1))
    assert len(shards) > 2
    for shard, told in zip(shards, iter_rarities(read_vocabulary(None, each) for each in shards), strict=True):
        weighing = Weighing(None)
        weighing.hear(told)
        weighing.rows(shard.documents)
        names, rarity = weighing.terms.rarities()
        assert {name: wanted[name] for name in names} == dict(zip(names, rarity.tolist(), strict=True))
