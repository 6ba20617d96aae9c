"""JSON Lines with clusters: four corpora as they are distributed, faults with their places, and round trips."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from benchmarks.groups import load_topics, shared_events
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.formats.jsonl import read_jsonl, write_jsonl
from meadow.lab.formats.jsonl_documents import groups_from_chains
from meadow.lab.testbed import JudgeClustering, Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document, SentenceRef
from meadow.text.sentences import document_sentences
from shared import shared

Lines = Iterable[Mapping[str, object]]
Make = Callable[..., Path]

FERRY = {
    "id": "f1",
    "cluster": "ferry",
    "date": "2026-04-02",
    "lang": "en",
    "text": "The ferry sank. Nine people died.",
}
LATER = {"id": "f2", "cluster": "ferry", "date": "2026-04-01", "lang": "en", "text": "The ferry left the quay at noon."}
BOOT = {"id": "b1", "cluster": "boot", "lang": "nl", "text": "De veerboot zonk maandag voor de kust."}
ALONE = {"id": "x", "text": "A bell rang in Tolsby for no reason at all.", "lang": "en"}


def save(path: Path, lines: Lines) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def corpus(tmp_path: Path) -> Make:
    """Return a function that makes a folder of named files."""

    def make(docs: Lines = (FERRY, LATER, BOOT, ALONE), *, suffix: str = "", **others: Lines) -> Path:
        folder = tmp_path / "harbour"
        folder.mkdir()
        for name, lines in {"docs": docs, **others}.items():
            save(folder / f"{name}.jsonl{suffix}", lines)
        return folder

    return make


def failure(folder: Path, **options: object) -> str:
    with pytest.raises(InputError) as caught:
        read_jsonl(folder, **options)  # type: ignore[arg-type]
    return str(caught.value)


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_topics_are_clusters_in_the_order_of_the_file_and_documents_in_time_order(corpus: Make, suffix: str) -> None:
    testbed = read_jsonl(corpus(suffix=suffix))
    assert testbed.name == "harbour"
    assert [topic.id for topic in testbed] == ["ferry", "boot"]
    assert [document.id for document in testbed.topic("ferry").documents] == ["f2", "f1"]
    assert [document.id for document in testbed.loose] == ["x"]
    assert testbed.topic("boot").language == "nl"


def test_one_file_of_documents_is_enough(corpus: Make) -> None:
    testbed = read_jsonl(corpus() / "docs.jsonl", name="bells")
    assert (testbed.name, len(testbed)) == ("bells", 2)


def test_a_language_is_kept_and_documents_that_name_none_are_in_it(corpus: Make) -> None:
    silent = {"id": "s", "cluster": "silent", "text": "Boot. Boot. Boot."}
    testbed = read_jsonl(corpus([FERRY, BOOT, silent]), language="Dutch")
    assert [(topic.id, topic.language) for topic in testbed] == [("boot", "nl"), ("silent", "nl")]


def test_a_language_that_is_not_there_says_which_are(corpus: Make) -> None:
    message = failure(corpus(), language="el")
    assert "no document in the language 'el'" in message
    assert "in en, nl." in message


def test_limit_and_split_keep_topics(corpus: Make) -> None:
    docs = [FERRY | {"split": "Test"}, BOOT | {"split": "Train"}, ALONE | {"cluster": "bell"}]
    folder = corpus(docs, clusters=[{"cluster": "bell", "split": "Test"}])
    assert [topic.id for topic in read_jsonl(folder, split="Test")] == ["ferry", "bell"]
    assert [topic.id for topic in read_jsonl(folder, split="Test", limit=1)] == ["ferry"]
    with pytest.raises(UnknownNameError, match="Known: Test, Train"):
        read_jsonl(folder, split="Dev")
    with pytest.raises(UsageError, match="at least 1"):
        read_jsonl(folder, limit=0)


def test_another_field_may_name_the_story(corpus: Make) -> None:
    folder = corpus([FERRY | {"topic": 7}, BOOT | {"topic": 7}])
    assert [(topic.id, len(topic.documents)) for topic in read_jsonl(folder, story="topic")] == [("7", 2)]


def test_a_document_may_belong_to_two_stories(corpus: Make) -> None:
    testbed = read_jsonl(corpus([FERRY, FERRY | {"cluster": "dead"}]))
    assert testbed.topic("ferry").documents == testbed.topic("dead").documents
    assert len(testbed.documents) == 1


def test_clusters_bring_references_and_outputs(corpus: Make) -> None:
    row = {
        "cluster": "ferry",
        "title": "The ferry",
        "references": [{"id": "A", "text": "Nine died."}],
        "peers": {"lead": "The ferry sank.", "mute": ""},
    }
    topic = read_jsonl(corpus(clusters=[row])).topic("ferry")
    assert topic.title == "The ferry"
    assert topic.references == (WrittenText("A", "Nine died."),)
    assert topic.outputs == (Output("lead", "The ferry sank."), Output("mute", ""))


def test_grades_are_ratings_and_bring_the_summaries_they_are_about(corpus: Make) -> None:
    grade = {
        "cluster": "ferry",
        "system": "S1",
        "evaluator": "X",
        "grade": 4,
        "length_aware_grade": 3.5,
        "text": "Nine died.",
    }
    silent = {"cluster": "ferry", "system": "S2", "evaluator": "X", "grade": 1}
    topic = read_jsonl(corpus(human_grades=[grade, silent])).topic("ferry")
    assert topic.outputs == (Output("S1", "Nine died."),)
    assert topic.ratings == (
        Rating("S1", "grade", "X", 4.0),
        Rating("S1", "length_aware_grade", "X", 3.5),
        Rating("S2", "grade", "X", 1.0),
    )


def test_sentences_that_the_file_gives_are_the_sentences(corpus: Make) -> None:
    row = {"id": "n", "cluster": "c", "lang": "en", "sentences": {"0": "It sank . Nine  died .", "4": "A bell rang ."}}
    folder = corpus([row, FERRY], sentence_clusters=[{"members": [["n", 4], ["f1", 1]]}])
    document = read_jsonl(folder).topic("c").documents[0]
    assert [sentence.text for sentence in document_sentences(document)] == ["It sank . Nine died .", "A bell rang ."]


def test_chains_become_the_clustering_of_one_judge(corpus: Make) -> None:
    docs = [{"id": name, "cluster": "c", "lang": "en", "sentences": {"2": "One.", "5": "Two."}} for name in ("p", "q")]
    chains = [{"members": [["p", 2], ["q", 5]]}, {"members": [["p", 2], ["q", 5]]}, {"members": [["p", 5], ["q", 5]]}]
    topic = read_jsonl(corpus(docs, sentence_clusters=chains)).topic("c")
    assert topic.clusterings == (JudgeClustering("gold", ((SentenceRef("p", 0), SentenceRef("q", 1)),)),)


FAULTS: dict[str, tuple[dict[str, Lines], str]] = {
    "no story": ({"clusters": [{"references": []}]}, "clusters.jsonl:1: the field 'cluster' is missing"),
    "a story without documents": (
        {"clusters": [{"cluster": "moon"}]},
        "clusters.jsonl:1: no document names the story 'moon'",
    ),
    "a story twice": (
        {"clusters": [{"cluster": "boot"}, {"cluster": "boot"}]},
        "clusters.jsonl:2: the story 'boot' has a line already at",
    ),
    "a wrong shape": (
        {"clusters": [{"cluster": "boot", "references": [{"id": 1}]}]},
        "clusters.jsonl:1: Expected `str`",
    ),
    "no grade": (
        {"human_grades": [{"cluster": "boot", "system": "s", "evaluator": "e"}]},
        "human_grades.jsonl:1: there is no grade",
    ),
    "an unknown document": ({"sentence_clusters": [{"members": [["zz", 0]]}]}, "there is no document 'zz'"),
    "an unknown sentence": (
        {"sentence_clusters": [{"members": [["f1", 9]]}]},
        "the document 'f1' has no sentence 9; it has 0, 1",
    ),
    "sentences that are no object": (
        {"docs": [{"id": "n", "sentences": ["a"]}]},
        "docs.jsonl:1: the field 'sentences' must be an object",
    ),
    "a story that is no name": ({"docs": [FERRY | {"cluster": ["a"]}]}, "'cluster' must be a text or a whole number"),
    "two texts under one id": ({"docs": [FERRY, FERRY | {"text": "Other."}]}, "Two different texts have the id 'f1'"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told_with_their_place(corpus: Make, name: str) -> None:
    files, told = FAULTS[name]
    assert told in failure(corpus(**files))


def test_bad_json_and_missing_files_say_where(corpus: Make, tmp_path: Path) -> None:
    folder = corpus()
    (folder / "clusters.jsonl").write_text('{"cluster": "boot"}\n{"cluster": \n')
    assert "clusters.jsonl:2: not a JSON object" in failure(folder)
    assert "There is no docs.jsonl in" in failure(tmp_path)


TEXTS = st.text(st.sampled_from("ab .\nß漢"), min_size=1, max_size=30).map(lambda text: f"S{text.strip()}")
NAMES = st.text(st.sampled_from("abc-1/é"), min_size=1, max_size=5)


@st.composite
def beds(draw: st.DrawFn) -> Testbed:
    """Draw a testbed that the format can hold, clean as documents are once they are read."""
    texts = iter(f"d{number}" for number in range(100))
    topics = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        count = draw(st.integers(1, 3))
        documents = tuple(Document(next(texts), text="Lorem ipsum.", language="en", title="T") for _ in range(count))
        outputs = draw(st.dictionaries(NAMES, TEXTS, max_size=2))
        topics.append(
            Topic(
                name,
                documents,
                title=draw(st.none() | TEXTS),
                references=tuple(WrittenText(key, text) for key, text in draw(st.dictionaries(NAMES, TEXTS)).items()),
                outputs=tuple(Output(system, text) for system, text in outputs.items()),
                ratings=tuple(Rating(system, "grade", "X", draw(st.integers(0, 5)) / 2) for system in outputs),
            )
        )
    return Testbed("bed", tuple(topics), loose=(Document("loose", text="Alone.", language="en"),))


@given(beds())
def test_what_is_written_reads_back_equal(testbed: Testbed) -> None:
    with TemporaryDirectory() as folder:
        assert write_jsonl(testbed, Path(folder) / "out") == ()
        assert read_jsonl(Path(folder) / "out", name="bed") == testbed


def test_writing_says_what_is_lost_and_mixes_nothing(tmp_path: Path) -> None:
    document = Document("d", text="One.", language="en")
    extra = Topic("t", (document,), question="Why?", outputs=(Output("s", "H", "headline"),), kind="tracking")
    notes = write_jsonl(Testbed("bed", (extra,)), tmp_path / "out")
    assert notes == ("Kind of topics (1 of 1): left out.", "Outputs of topics (1 of 1): left out.")
    with pytest.raises(InputError, match="is there already"):
        write_jsonl(Testbed("bed", (extra,)), tmp_path / "out")


REFS = st.builds(SentenceRef, st.sampled_from("pqr"), st.integers(0, 3))


@given(st.lists(st.lists(REFS, max_size=5), max_size=6), st.randoms(use_true_random=False))
def test_groups_are_apart_span_documents_and_do_not_depend_on_order(
    chains: list[list[SentenceRef]], random: object
) -> None:
    order = [SentenceRef(name, index) for name in "pqr" for index in range(4)]
    groups = groups_from_chains(chains, order)
    members = [ref for group in groups for ref in group]
    assert len(members) == len(set(members))
    assert all(len({ref.document_id for ref in group}) > 1 for group in groups)
    assert set(members) <= {ref for chain in chains for ref in chain}
    random.shuffle(order)  # type: ignore[attr-defined]
    assert {frozenset(group) for group in groups_from_chains(chains, order)} == {frozenset(group) for group in groups}


def test_disjoint_chains_over_documents_are_the_groups() -> None:
    chains = [
        [SentenceRef("p", 0), SentenceRef("q", 0)],
        [SentenceRef("p", 1), SentenceRef("q", 1), SentenceRef("r", 0)],
    ]
    order = [SentenceRef(name, index) for name in "pqr" for index in range(2)]
    assert groups_from_chains(chains, order) == (tuple(chains[1]), tuple(chains[0]))
    assert groups_from_chains([], order) == ()


def test_multiling_has_ten_topics_in_seven_languages_with_all_grades() -> None:
    folder = shared("data", "multiling2011")
    testbed = read_jsonl(folder)
    assert (len(testbed), len(testbed.documents)) == (70, 700)
    # Each of the 1,817 grades is given twice: as it is, and aware of the length.
    assert sum(len(topic.ratings) for topic in testbed) == 2 * 1817
    english = read_jsonl(folder, language="en")
    assert [topic.id for topic in english] == [f"M00{number}.en" for number in range(10)]
    assert {len(topic.references) for topic in english} == {3}
    rated = {(topic.id, rating.system) for topic in testbed for rating in topic.ratings}
    assert rated == {(topic.id, output.system) for topic in testbed for output in topic.outputs}


def test_multi_news_has_the_outputs_of_eight_systems() -> None:
    testbed = read_jsonl(shared("data", "multi_news_100"), language="en")
    assert (len(testbed), len(testbed.documents), sum(len(topic.references) for topic in testbed)) == (100, 301, 100)
    assert len({output.system for topic in testbed for output in topic.outputs}) == 8


def test_uci_headlines_are_titles_only() -> None:
    testbed = read_jsonl(shared("data", "uci_headlines"), language="en")
    assert (len(testbed), len(testbed.documents)) == (87, 6366)
    assert all(document.text == document.title for document in testbed.topics[0].documents)


def test_ecb_plus_groups_are_those_of_the_benchmark() -> None:
    testbed = read_jsonl(shared("data", "ecb_plus"), language="en", story="topic", split="Test")
    theirs = {topic.name: topic for topic in load_topics()}
    assert len(testbed) == 10
    for topic in testbed:
        gold = theirs[topic.id]
        expected: dict[int, set[SentenceRef]] = {}
        for sentence, label in zip(gold.view.sentences, shared_events(gold), strict=True):
            if label is not None:
                expected.setdefault(label, set()).add(sentence.ref)
        (clustering,) = topic.clusterings
        assert {frozenset(group) for group in clustering.groups} == {frozenset(group) for group in expected.values()}


def test_ecb_plus_also_reads_as_86_confusable_events() -> None:
    testbed = read_jsonl(shared("data", "ecb_plus"), language="en")
    assert (len(testbed), len(testbed.documents)) == (86, 976)
