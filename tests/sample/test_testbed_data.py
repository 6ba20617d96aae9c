"""The sample's testbed: that its lines agree with the articles and with each other. Its files are read as plain JSON."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pytest

from meadow import sample  # not the function testbed_path, which pytest would take for a test
from meadow.ingest import read
from meadow.model import Document
from meadow.sample import gold_stories, sample_path
from meadow.text.sentences import document_sentences

Row = dict[str, Any]
Rows = dict[str, list[Row]]
Place = tuple[str, int]

JUDGES = ("ana", "bram", "chidi")
JUDGED = ("recount", "wolf", "ferry-es", "outbreak", "satellite-ja")
FILES = {
    "stories", "references", "headlines", "gold", "extracts", "utilities", "subsumption",
    "clusterings", "questions", "concepts", "reports", "outputs", "ratings",
}  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> Rows:
    lines = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sample.testbed_path().glob("*.jsonl")}
    return {name: [json.loads(line) for line in each] for name, each in lines.items()}


@pytest.fixture(scope="module")
def articles() -> dict[str, Document]:
    return {article.id: article for article in read(sample_path())}


@pytest.fixture(scope="module")
def sizes(articles: dict[str, Document]) -> dict[str, int]:
    return {name: len(document_sentences(article)) for name, article in articles.items()}


@pytest.fixture(scope="module")
def sentences(rows: Rows, sizes: dict[str, int]) -> dict[str, list[Place]]:
    """Return every sentence of every story, in document order."""
    return {
        row["story"]: [(name, index) for name in row["documents"] for index in range(sizes[name])]
        for row in rows["stories"]
    }


def of(rows: list[Row], **wanted: str) -> list[Row]:
    return [row for row in rows if all(row.get(field) == value for field, value in wanted.items())]


def places(listed: list[list[Any]]) -> list[Place]:
    return [(name, index) for name, index in listed]


def named(kind: str, row: Row) -> list[Place]:
    """Return every sentence that a line names."""
    match kind:
        case "gold":
            return [place for alternative in row["alternatives"] for place in places(alternative)]
        case "utilities":
            return [(row["document"], row["index"])]
        case "subsumption":
            return places([row["sentence"], *row["by"]])
        case "clusterings":
            return [place for group in row["groups"] for place in places([group["label"], *group["members"]])]
        case "extracts" | "reports":
            return places(row["sentences"])
        case _:
            return []


def test_every_file_is_there_tidy_and_readable_without_escapes(rows: Rows) -> None:
    assert set(rows) == FILES
    for name, each in rows.items():
        text = (sample.testbed_path() / f"{name}.jsonl").read_text(encoding="utf-8")
        assert text == "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in each), name


def test_it_says_that_it_is_an_illustration() -> None:
    settings = (sample.testbed_path() / "testbed.toml").read_text(encoding="utf-8")
    assert "illustration = true" in settings
    assert 'documents = "../news"' in settings
    assert "illustration" in (sample.testbed_path() / "README.md").read_text(encoding="utf-8").lower()


def test_stories_references_and_headlines_are_those_of_the_gold(rows: Rows) -> None:
    gold = gold_stories()
    assert [(row["story"], tuple(row["documents"])) for row in rows["stories"]] == [
        (g.story, g.documents) for g in gold
    ]
    for story in gold:
        written = [row["text"] for row in of(rows["references"], story=story.story) if "length" not in row]
        assert tuple(written) == story.summaries
        headlines = [row["text"] for row in of(rows["headlines"], story=story.story)]
        assert tuple(headlines[:3]) == story.headlines
        assert len(set(headlines)) == len(headlines)


def test_both_kinds_of_topic_are_among_the_judged_stories_which_ask_a_question(rows: Rows) -> None:
    asking = [row for row in rows["stories"] if "question" in row]
    assert {row["story"] for row in asking} == set(JUDGED)
    assert {row["kind"] for row in asking} == {"tracking", "extraction"}


def test_lines_follow_the_order_of_the_stories(rows: Rows) -> None:
    order = {row["story"]: number for number, row in enumerate(rows["stories"])}
    for name, each in rows.items():
        numbers = [order[row["story"]] for row in each]
        assert numbers == sorted(numbers), name


@pytest.mark.parametrize("kind", ["gold", "utilities", "subsumption", "clusterings", "extracts", "reports"])
def test_sentences_are_sentences_of_the_story(kind: str, rows: Rows, sentences: dict[str, list[Place]]) -> None:
    assert {row["story"] for row in rows[kind]} == set(JUDGED)
    for row in rows[kind]:
        assert set(named(kind, row)) <= set(sentences[row["story"]]), row


@pytest.mark.parametrize("story", JUDGED)
def test_every_judge_scores_every_sentence(story: str, rows: Rows, sentences: dict[str, list[Place]]) -> None:
    lines = of(rows["utilities"], story=story)
    assert [(row["document"], row["index"]) for row in lines] == sentences[story]
    for row in lines:
        assert tuple(row["judges"]) == JUDGES
        assert all(value in range(11) for value in row["judges"].values())


@pytest.mark.parametrize("story", JUDGED)
def test_judges_agree_more_than_not_and_yet_differ(story: str, rows: Rows) -> None:
    scores = {judge: [row["judges"][judge] for row in of(rows["utilities"], story=story)] for judge in JUDGES}
    for one, other in combinations(JUDGES, 2):
        assert scores[one] != scores[other]
        differences = [abs(a - b) for a, b in zip(scores[one], scores[other], strict=True)]
        assert sum(differences) / len(differences) < 3


@pytest.mark.parametrize("story", JUDGED)
def test_copies_are_worth_the_same_and_subsume_each_other(
    story: str, rows: Rows, articles: dict[str, Document], sentences: dict[str, list[Place]]
) -> None:
    text = {
        (each.ref.document_id, each.ref.index): each.text
        for name in {name for name, _ in sentences[story]}
        for each in document_sentences(articles[name])
    }
    scores = {(row["document"], row["index"]): row["judges"] for row in of(rows["utilities"], story=story)}
    links = {(row["judge"], *row["sentence"]): places(row["by"]) for row in of(rows["subsumption"], story=story)}
    copies = [pair for pair in combinations(sentences[story], 2) if text[pair[0]] == text[pair[1]]]
    assert copies  # each of the five has agency copy in it
    for one, other in copies:
        assert all(abs(scores[one][judge] - scores[other][judge]) <= 1 for judge in JUDGES)
        for judge in JUDGES:
            assert other in links[judge, *one]
            assert one in links[judge, *other]


@pytest.mark.parametrize("story", JUDGED)
def test_every_judge_answers_for_every_sentence(story: str, rows: Rows, sentences: dict[str, list[Place]]) -> None:
    for judge in JUDGES:
        answers = of(rows["subsumption"], story=story, judge=judge)
        assert [tuple(row["sentence"]) for row in answers] == sentences[story]
        assert all(row["sentence"] not in row["by"] for row in answers)
        without = sum(not row["by"] for row in answers)
        assert without > len(answers) / 2


@pytest.mark.parametrize("story", JUDGED)
def test_extracts_are_a_fifth_of_the_sentences(story: str, rows: Rows, sentences: dict[str, list[Place]]) -> None:
    extracts = of(rows["extracts"], story=story)
    assert [row["judge"] for row in extracts] == list(JUDGES)
    for row in extracts:
        chosen = places(row["sentences"])
        assert row["percent"] == 20
        assert len(chosen) == len(set(chosen)) == int(len(sentences[story]) * 0.2 + 0.5)
        assert chosen == sorted(chosen, key=sentences[story].index)


@pytest.mark.parametrize(("length", "share"), [("short", 0.05), ("long", 0.10)])
@pytest.mark.parametrize("story", JUDGED)
def test_an_abstract_has_its_length_and_is_aligned_sentence_by_sentence(
    story: str, length: str, share: float, rows: Rows, articles: dict[str, Document]
) -> None:
    (abstract,) = of(rows["references"], story=story, length=length)
    documents = of(rows["stories"], story=story)[0]["documents"]
    characters = sum(len(articles[name].text) for name in documents)
    assert 0.85 * share <= len(abstract["text"]) / characters <= share
    aligned = of(rows["gold"], story=story, length=length)
    joint = "" if story.endswith("-ja") else " "
    assert joint.join(row["text"] for row in aligned) == abstract["text"]
    assert "A" in {row["rank"] for row in aligned} <= {"A", "B", "C"}


def test_alternatives_are_smallest_sets(rows: Rows) -> None:
    for row in rows["gold"]:
        sets = [frozenset(places(alternative)) for alternative in row["alternatives"]]
        assert all(sets)
        assert all(len(each) == len(listed) for each, listed in zip(sets, row["alternatives"], strict=True))
        for one, other in combinations(sets, 2):
            assert not one <= other, row
            assert not other <= one, row


@pytest.mark.parametrize("story", JUDGED)
def test_questions_about_the_short_abstract_are_asked_of_the_long_one(story: str, rows: Rows) -> None:
    asked = {
        length: [(row["id"], row["text"], row["answers"]) for row in of(rows["questions"], story=story, length=length)]
        for length in ("short", "long")
    }
    assert len(asked["short"]) >= 4
    assert all(question in asked["long"] for question in asked["short"])
    assert len(asked["long"]) > len(asked["short"])


def test_abstracts_and_articles_hold_an_answer(rows: Rows, articles: dict[str, Document]) -> None:
    documents = {row["story"]: row["documents"] for row in rows["stories"]}
    for row in rows["questions"]:
        (abstract,) = of(rows["references"], story=row["story"], length=row["length"])
        assert any(answer in abstract["text"] for answer in row["answers"]), row
        texts = [articles[name].text for name in documents[row["story"]]]
        assert all(any(answer in text for text in texts) for answer in row["answers"]), row


def test_clusters_keep_the_rules(rows: Rows) -> None:
    for row in rows["clusterings"]:
        members = [place for group in row["groups"] for place in places(group["members"])]
        assert len(members) == len(set(members)), "one cluster per sentence"
        for group in row["groups"]:
            assert group["label"] in group["members"]
            assert len({name for name, _ in group["members"]}) >= 2, "never out of one document"


@pytest.mark.parametrize("story", JUDGED)
def test_judges_cluster_differently(story: str, rows: Rows) -> None:
    clusterings = of(rows["clusterings"], story=story)
    assert [row["judge"] for row in clusterings] == list(JUDGES)
    groups = [{frozenset(places(group["members"])) for group in row["groups"]} for row in clusterings]
    for one, other in combinations(groups, 2):
        assert one != other
        assert one & other


@pytest.mark.parametrize("story", JUDGED)
def test_reports_are_short_and_in_document_order(story: str, rows: Rows, sentences: dict[str, list[Place]]) -> None:
    reports = of(rows["reports"], story=story)
    assert [row["author"] for row in reports] == list(JUDGES)
    for row in reports:
        chosen = places(row["sentences"])
        assert 0 < len(chosen) == len(set(chosen)) <= 12
        assert chosen == sorted(chosen, key=sentences[story].index)


def test_concepts_are_those_of_the_gold_and_occur(rows: Rows, articles: dict[str, Document]) -> None:
    kept: dict[str, list[Row]] = defaultdict(list)
    for row in rows["concepts"]:
        kept[row["story"]].append({"kind": row["kind"], "names": row["aliases"]})
        assert row["text"] == row["aliases"][0]
    for line in (sample_path().parent / "gold" / "concepts.jsonl").read_text(encoding="utf-8").splitlines():
        gold = json.loads(line)
        # A surname and a firm named after it are one in a count of lemmas: the testbed has full names in that story.
        if gold["story"] != "bakery":
            assert kept[gold["story"]] == gold["concepts"]
    assert set(JUDGED) <= set(kept)
    texts = " ".join(articles[name].text for name in of(rows["stories"], story="outbreak")[0]["documents"])
    assert all(alias in texts for each in kept["outbreak"] for alias in each["names"])


def test_two_stories_have_five_headlines(rows: Rows) -> None:
    count = Counter(row["story"] for row in rows["headlines"])
    assert sorted(count.values())[-2:] == [5, 5]


def test_what_systems_wrote_is_rated_in_full_and_equal_texts_equally(rows: Rows) -> None:
    scales = {"summary": ("relevance", "coherence"), "headline": ("quality", "readability")}
    written = {(row["story"], row["task"], row["system"]): row["text"] for row in rows["outputs"]}
    grades: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows["ratings"]:
        grades[row["story"], row["task"], row["system"]].append(row)
    assert set(grades) <= set(written)
    given: dict[tuple[str, str], list[int]] = {}
    for (story, task, system), each in grades.items():
        assert [(row["scale"], row["judge"]) for row in each] == [(s, judge) for s in scales[task] for judge in JUDGES]
        values = [row["value"] for row in each]
        assert all(value in range(1, 6) for value in values)
        assert given.setdefault((story, written[story, task, system]), values) == values


def test_systems_are_the_same_wherever_they_wrote(rows: Rows) -> None:
    systems: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows["outputs"]:
        systems[row["task"], row["story"]].append(row["system"])
    summaries = {story: names for (task, story), names in systems.items() if task == "summary"}
    headlines = {story: names for (task, story), names in systems.items() if task == "headline"}
    assert set(summaries) == set(JUDGED)
    assert all(names == ["lead", "mead", "meadow", "editor"] for names in summaries.values())
    assert set(headlines) == {row["story"] for row in rows["stories"]}
    assert len({tuple(names) for names in headlines.values()}) == 1
    assert len({row["story"] for row in rows["ratings"] if row["task"] == "headline"}) >= 8
