"""f(p, rest) counted in a real collection: by hand, against listing everything, and without the story's own sentences."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.model import Document
from meadow.rank.pattern_counts import counted_text
from meadow.rank.pattern_mining import chi_square, mine_patterns
from meadow.rank.patterns import patterns, story_patterns
from meadow.rank.topic_signature import topic_signature
from meadow.vectors.collection import Collection
from meadow.vectors.sequences import Sequences
from meadow.vectors.view import view_documents

STORY = Document("story", text="Red foxes and grey owls. Red, red and old owls. Hens.", language="en")
OTHERS = (
    Document("a", text="Owls hate red. Some red and tired owls slept.", language="en"),
    Document("b", text="Red boats. Blue boats.", language="en"),
)


@pytest.mark.golden("T10")
def test_patterns_are_counted_in_the_rest_of_the_collection() -> None:
    collection = Collection("birds", (STORY, *OTHERS))
    made = view_documents([STORY], background=collection)
    terms = made.counts("terms").terms
    counted = {tuple(terms[word] for word in each.words): each.elsewhere for each in story_patterns(made)}
    # Of the rest's four sentences three hold "red" and two "owl": no rarer there than in two of the story's three, so only
    # "owl" and "red … owl", in that order once, are more frequent here (2/3 against 2/4 and 1/4).
    assert counted == {("owl",): 2, ("red", "owl"): 1}
    # |AS| = 3 + 4: ln 3 · ln(7/4) and ln 3 · ln(7/3)/2.
    weight = math.log(3) * math.log(7 / 4) + math.log(3) * math.log(7 / 3) / 2
    assert patterns(made).values == pytest.approx([weight, weight, 0.0])


def test_a_collection_of_the_story_alone_is_an_error() -> None:
    made = view_documents([STORY], background=Collection("alone", (STORY,)))
    for ranker in (patterns, topic_signature):
        with pytest.raises(InputError, match="no sentence beside the story's own"):
            ranker(made)


def holds(sentence: list[str], pattern: tuple[str, ...]) -> bool:
    rest = iter(sentence)
    return all(word in rest for word in pattern)


WORDS = ("ants", "bees", "cats", "dogs", "elks")
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=7), min_size=1, max_size=8)


@given(TEXTS, TEXTS, st.integers(1, 5))
@settings(max_examples=120, deadline=None)
def test_counts_are_those_of_looking_at_every_sentence(
    here: list[list[str]], there: list[list[str]], longest: int
) -> None:
    text = "\n\n".join(f"Zebra {' '.join(sentence)}." for sentence in there)
    collection = Collection("there", (Document("there", text=text, language="en"),))
    assert len(collection.view) == len(there)
    columns = np.array([WORDS.index(word) for row in here for word in row], np.int32)
    sequences = Sequences(columns, np.cumsum([0, *map(len, here)]))
    rest = counted_text(collection, (), tuple(word[:-1] for word in WORDS))
    for pattern in mine_patterns(sequences, WORDS, rest, most=10_000, longest=longest):
        words = tuple(WORDS[word] for word in pattern.words)
        assert pattern.elsewhere == sum(holds(sentence, words) for sentence in there)
        assert pattern.chi_square == chi_square(
            sum(holds(sentence, words) for sentence in here), len(here), pattern.elsewhere, len(there)
        )
