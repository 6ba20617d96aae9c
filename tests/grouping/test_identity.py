"""The parts behind a finding: which sentences are read, which claims are one fact, and what is superseded."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grouping.differing import Article, differences, documents, findings, told
from meadow.grouping.figures.candidates import candidate_rows
from meadow.grouping.figures.components import Components
from meadow.grouping.figures.contrasts import with_voices
from meadow.grouping.figures.facts import Fact, same_facts
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.rivals import resolve_rivals
from meadow.grouping.figures.story import StoryFigures
from meadow.model import Disagreement, Document
from meadow.vectors.view import view_documents
from shared import shared
from stories import START

A, B, C = "Harbour Wire", "Courier", "Radio Aldern"


def story(*articles: Article, language: str = "en") -> StoryFigures:
    return StoryFigures(view_documents(documents(articles, language)))


@pytest.mark.parametrize(("collection", "stories"), [("multi_news_100", 25), ("ecb_plus", 15)])
def test_what_is_not_read_tells_hardly_anything(collection: str, stories: int) -> None:
    clusters: dict[str, list[Document]] = defaultdict(list)
    with gzip.open(shared("data", collection, "docs.jsonl.gz"), "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["cluster"] in clusters or len(clusters) < stories:
                clusters[row["cluster"]].append(Document(row["id"], row.get("source"), None, row["text"]))
    made = [StoryFigures(view_documents(cluster)) for cluster in clusters.values()]
    read = [len(facts(each, candidate_rows(each))) for each in made]
    every = [len(facts(each, range(len(each.view)))) for each in made]
    rows = sum(len(candidate_rows(each)) for each in made)
    assert sum(read) >= 0.8 * sum(every)
    assert rows < 0.25 * sum(len(each.view) for each in made)


def facts(made: StoryFigures, rows: Iterable[int]) -> list[Fact]:
    return same_facts(made, with_voices(resolve_rivals(made.claims(rows))))


@pytest.mark.parametrize(
    ("language", "first", "second", "read"),
    [
        ("en", "The ferry sank and killed 12 people.", "Fourteen people died on the ferry.", True),
        ("en", "The ferry sank and killed 12 people.", "Twelve people died on the ferry.", False),
        ("en", "It was 41 metres long. Seven gulls watched.", "Three bakers sang. It was 41 metres long.", False),
        ("en", "The fair was on March 3, 2026 at 10:30.", "The fair was on March 4, 2026 at 11:30.", False),
        ("en", "Aurel Denko, 51, was arrested.", "Police questioned 53-year-old Aurel Denko.", True),
        ("nl", "Er vielen twaalf doden.", "Veertien mensen kwamen om het leven, twee doden werden herkend.", True),
        ("es", "Murieron 12 personas.", "El choque dejó 14 muertos.", True),
        ("ja", "12人が死亡した。", "14人が死亡した。", True),
    ],
)
def test_sentences_are_read_where_one_thing_may_have_two_values(
    language: str, first: str, second: str, read: bool
) -> None:
    assert bool(candidate_rows(story((0, A, first), (1, B, second), language=language))) is read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The union counts 1,100 trains, while the railway puts the figure at 900.", True),
        ("The price rose to 14 crowns from 12 crowns.", True),
        ("The mayor said the bus from Orl left 40 minutes late, but it came 300 kilometres further.", True),
        ("The bus from Orl left 40 minutes late, and it came 3 kilometres further.", False),
    ],
)
def test_a_sentence_that_may_set_numbers_against_each_other_is_read(text: str, read: bool) -> None:
    assert bool(candidate_rows(story((0, A, text), (1, B, "Snow fell.")))) is read


def test_like_sentences_are_found_as_by_hand() -> None:
    made = story(
        (0, A, "The red ferry hit a rock off Skerra with 12 aboard."),
        (1, B, "The red ferry hit a pier off Skerra with 14 aboard."),
        (2, C, "Snow fell in the hills."),
    )
    counts = made.view.counts("terms")
    words = [
        {term for term in range(len(counts.terms)) if row[term] and not counts.terms[term].isdigit()}
        for row in counts.matrix.toarray()
    ]
    common = 2 * sum(counts.idf[term] for term in words[0] & words[1])
    total = sum(counts.idf[term] for own in words[:2] for term in own)

    assert made.alike(0, 1) == made.alike(1, 0) == pytest.approx(common / total)
    assert made.alike(0, 2) == 0.0


def test_names_that_all_documents_hold_tell_nothing_apart() -> None:
    made = story(*((hour, f"Outlet {hour}", f"The storm hit Tarn and Vell{hour}.") for hour in range(9)))

    assert made.is_everywhere("tarn")
    assert made.is_topic("tarn")
    assert not made.is_everywhere("vell3")


def test_a_long_story_holds_many_events() -> None:
    def month_apart(days: float) -> list[tuple[str, list[str], list[str]]]:
        clashes = [
            (0.0, A, "The army killed 12 people in the clashes at the gate of the old town."),
            (24 * days, B, "The army killed 30 people in the clashes at the gate of the old town."),
            (24 * 60.0, C, "The old town was quiet."),
        ]
        return told(differences(clashes))

    assert month_apart(1) == [("dead", ["30"], ["12"])]
    assert month_apart(30) == []


def test_a_count_that_goes_up_and_down_is_no_count() -> None:
    def clashes(*values: int) -> list[Article]:
        return [(24.0 * day, f"Outlet {day}", f"Clashes left {value} dead.") for day, value in enumerate(values)]

    assert differences(clashes(12, 70, 15, 44, 18, 61)) == ()
    assert [found[0] for found in told(differences(clashes(12, 15, 18, 44, 61, 70)))] == ["dead"]


def test_one_outlet_that_measures_twice_makes_a_series() -> None:
    def prices(second: str) -> list[Article]:
        return [
            (0, A, "The old mill in Orl is valued at 40 million crowns, the town said."),
            (24, second, "The old mill in Orl is valued at 45 million crowns, the town said."),
        ]

    assert differences(prices(A)) == ()
    assert [found[1] for found in told(differences(prices(B)))] == [["40 million", "45 million"]]


@pytest.mark.parametrize(
    ("second", "conflict"),
    [
        ((5, B, "The storm in Tarn killed 14 people."), True),
        ((20, B, "The storm in Tarn killed 14 people."), False),
        ((5, B, "The death toll of the storm in Tarn has risen to 14."), False),
        ((5, A, "The storm in Tarn killed 14 people."), False),
    ],
)
def test_when_a_toll_is_superseded(second: Article, conflict: bool) -> None:
    (found,) = differences([(0, A, "The storm in Tarn killed 12 people."), second])

    assert isinstance(found, Disagreement) is conflict


def test_two_documents_that_are_no_copies_supersede_a_value() -> None:
    aboard = [
        (0.0, A, "The ferry had 245 people aboard when it hit a rock off Skerra."),
        (20.0, B, "The ferry had 254 people aboard when it hit a rock off Skerra."),
        (21.0, C, "The ferry had 254 people aboard when it hit a rock off Skerra."),
    ]

    assert told(differences(aboard)) == [("aboard", ["254"], ["245"])]
    assert told(differences(aboard[:2])) == [("aboard", ["245", "254"], [])]


def test_a_lower_bound_is_superseded_by_a_larger_number_half_a_day_later() -> None:
    first: Article = (0, A, "At least nine people died when the ferry sank off Skerra.")
    later: Article = (30, B, "Seventeen people died when the ferry sank off Skerra.")
    again: Article = (40, C, "At least nine people died when the ferry sank off Skerra.")

    assert told(differences([first, later])) == [("dead", ["17"], ["9"])]
    assert differences([first, later, again]) == ()


def test_documents_without_dates_supersede_nothing() -> None:
    dated, later = documents(
        [(0, A, "The storm in Tarn killed 12 people."), (48, B, "The storm in Tarn killed 14 people.")]
    )
    undated = Document("none", C, None, dated.text, None, language="en")

    (found,) = differences_of(dated, later)
    assert not found
    (found,) = differences_of(dated, later, undated)
    assert found


def differences_of(*given_ones: Document) -> list[bool]:
    return [isinstance(each, Disagreement) for each in findings(view_documents(given_ones))]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20))
def test_components_are_those_of_the_pairs(pairs: list[tuple[int, int]]) -> None:
    found = Components()
    for first, second in pairs:
        found.join(first, second)
    reach = np.eye(13, dtype=bool)
    for first, second in pairs:
        reach[first, second] = reach[second, first] = True
    for _ in range(4):
        reach = (reach.astype(int) @ reach.astype(int)) > 0

    things = {thing for pair in pairs for thing in pair}
    expected = {tuple(sorted(other for other in things if reach[thing, other])) for thing in things}
    assert {tuple(group) for group in found.groups()} == expected
    assert bool(found) is bool(pairs)


def test_what_is_new_joins_what_is_known() -> None:
    found = Components()
    found.join(1, 2)
    found.take_in(2, 3)
    found.take_in(7, 8)

    assert found.groups() == [[1, 2, 3]]


def test_times_are_those_of_the_documents() -> None:
    made = story((0, A, "Nine boats left."), (36, B, "Two boats left."), (None, C, "Six boats left."))
    nine, two, six = made.claims(range(3))

    assert made.document(two).published == START + timedelta(hours=36)
    assert (made.is_earlier(nine, two), made.is_earlier(two, nine), made.is_earlier(nine, six)) == (True, False, False)
    assert not made.is_long


def test_a_table_of_numbers_in_one_sentence_states_nothing() -> None:
    told = "The ferry killed 9 people"
    assert len(read_claims(f"{told}.", "en", START)) == 1
    assert read_claims(f"{told} {'and 1 ' * 60}.", "en", START) == ()
