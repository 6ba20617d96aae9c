"""What `meadow evaluate` reads: files of extracts, labels, answers, links and reports, in every shape, hostile ones too."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.cli.evaluate_files import lines
from meadow.cli.inputs import item_name
from meadow.errors import InputError, ReadError, UsageError
from meadow.lab.evaluate.gold_format import parse_places
from meadow.lab.evaluate.utility import JudgeTable
from meadow.lab.files.answers import (
    read_answer_table,
    read_feedback,
    read_questions,
    read_subsumers,
    read_topic_concepts,
)
from meadow.lab.files.extracts import check_numbers, numbered, read_extract, read_subsumption, sentence_names
from meadow.lab.files.labels import item_texts, read_all_labels, read_labels, read_reasons, shared_items
from meadow.lab.files.reports import read_concepts, read_reports
from meadow.lab.files.texts import read_summaries
from meadow.model import SentenceRef

# Each example writes the file anew.
often = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
places = st.builds(SentenceRef, names, st.integers(0, 99))


def write(folder: Path, text: str, name: str = "f.txt") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@given(st.frozensets(st.integers(0, 999), max_size=6), st.sampled_from([" ", ",", "\n", "; ", " s"]))
def test_numbers_are_read_with_any_mark_between(numbers: frozenset[int], mark: str) -> None:
    assert parse_places(mark.join(map(str, sorted(numbers)))) == numbers


@given(st.frozensets(places, min_size=1, max_size=5))
def test_a_summary_names_its_sentences(refs: frozenset[SentenceRef]) -> None:
    listed = [{"document": ref.document_id, "index": ref.index, "text": "…"} for ref in refs]
    assert parse_places(json.dumps({"text": "", "sentences": listed})) == refs


@given(st.text(max_size=60))
def test_any_text_is_an_extract_or_a_named_error(text: str) -> None:
    with suppress(InputError):
        assert all(isinstance(place, int | SentenceRef) for place in parse_places(text))


@given(st.lists(st.frozensets(places, max_size=4), min_size=1, max_size=4))
def test_numbers_and_names_of_places_belong_together(extracts: list[frozenset[SentenceRef]]) -> None:
    numbers, called = numbered(extracts), sentence_names(extracts)
    for extract, found in zip(extracts, numbers, strict=True):
        assert {called[number] for number in found} == {f"{ref.document_id}:{ref.index}" for ref in extract}
        assert len(found) == len(extract)


def test_numbers_and_places_are_not_mixed() -> None:
    with pytest.raises(InputError, match="Some extracts name sentences by number"):
        numbered([frozenset({1}), frozenset({SentenceRef("a", 0)})])
    with pytest.raises(InputError, match="names sentence 5, which is not there"):
        check_numbers({"x": frozenset({5})}, first=1, last=4)


def test_an_extract_of_mead_counts_from_one(tmp_path: Path) -> None:
    found = read_extract(write(tmp_path, '<EXTRACT><S ORDER="1" DID="41" SNO="3"/></EXTRACT>'))
    assert list(found) == [SentenceRef("41", 2)]
    with pytest.raises(ReadError, match=r"f\.txt: .*no SNO from 1"):
        read_extract(write(tmp_path, '<EXTRACT><S DID="41" SNO="zero"/></EXTRACT>'))


@often
@given(st.dictionaries(names, st.one_of(st.none(), st.integers(0, 3), names), min_size=1, max_size=6))
def test_labels_survive_json_lines(tmp_path: Path, labels: dict[str, object]) -> None:
    path = write(tmp_path, lines(*({"item": item, "label": label} for item, label in labels.items())), "l.jsonl")
    found = read_labels(path).labels
    assert list(found) == list(labels)
    assert [label is None for label in found.values()] == [label is None for label in labels.values()]


def test_what_several_files_label_is_shared_or_an_error(tmp_path: Path) -> None:
    one = write(tmp_path, lines({"item": "a", "label": 1}, {"item": "b", "label": 1}), "one.jsonl")
    two = write(tmp_path, lines({"item": "b", "label": 2}), "two.jsonl")
    both = read_all_labels([one, two])
    assert [each.name for each in both] == ["one.jsonl", "two.jsonl"]
    assert shared_items(both, complete=False) == ["a", "b"]
    with pytest.raises(InputError, match=r"'two\.jsonl' has no label for the item 'a'"):
        shared_items(both, complete=True)
    assert both[1].in_order(["a", "b"]) == [None, "2"]


def test_reasons_and_words_of_items(tmp_path: Path) -> None:
    why = write(tmp_path, lines({"item": ["a", 1], "reason": "inference"}), "why.jsonl")
    assert read_reasons(why, ["a:0", "a:1"]) == {1: "inference"}
    story = write(tmp_path, lines({"id": "a", "title": "Ferry sinks", "text": "A ferry sank. Nine died."}), "s.jsonl")
    assert item_texts([story]) == {"a": "Ferry sinks", "a:0": "A ferry sank.", "a:1": "Nine died."}


@pytest.mark.parametrize("item", [None, [], ["a"], ["a", "b"], {"a": 1}, 1.5])
def test_what_names_no_item_is_told(item: object) -> None:
    with pytest.raises(ReadError, match="names no item"):
        item_name(item, "here")


def test_answers_by_judge_or_by_judgement_are_one_table(tmp_path: Path) -> None:
    wide = read_answer_table(write(tmp_path, "item,Ada,Ben\na,1,2\nb,,3\n", "wide.csv"))
    rows = [("a", "Ada", 1), ("a", "Ben", 2), ("b", "Ben", 3)]
    long = read_answer_table(
        write(tmp_path, lines(*({"item": i, "judge": j, "answer": a} for i, j, a in rows)), "long.jsonl")
    )
    assert wide == long
    assert wide.judges == {"Ada": (1.0, None), "Ben": (2.0, 3.0)}
    assert wide.numeric


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Item,text,Ada,Ben\na,A ferry.,1,2\nb,Rain.,,3\n", "by column 'Item'; 2 items; not used: column 'text'"),
        ("rater,item,rating\nAda,a,1\nBen,a,2\nBen,b,3\n", "by column 'item'; 2 items"),
    ],
)
def test_answers_know_the_columns_of_judges_tables(tmp_path: Path, text: str, taken: str) -> None:
    table = read_answer_table(write(tmp_path, text, "answers.csv"))
    assert table.judges == {"Ada": (1.0, None), "Ben": (2.0, 3.0)}
    assert table.taken == f"2 judges: Ada, Ben; items named {taken}"


def test_subsumers_by_answer_and_by_judge_are_the_same(tmp_path: Path) -> None:
    listed = write(tmp_path, lines({"sentence": "a:0", "answers": [["b:1"], []]}), "listed.jsonl")
    judged = write(
        tmp_path,
        lines(
            {"story": "s", "judge": "ada", "sentence": ["a", 0], "by": [["b", 1]]},
            {"story": "s", "judge": "ben", "sentence": ["a", 0], "by": []},
        ),
        "judged.jsonl",
    )
    assert read_subsumers(listed) == read_subsumers(judged) == {"a:0": [("b:1",), ()]}


def test_questions_have_alternatives_in_both_shapes(tmp_path: Path) -> None:
    plain = read_questions(write(tmp_path, "nine\t9\nferry\n"))
    rich = read_questions(write(tmp_path, lines({"answer": ["nine", "9"]}, {"answer": "ferry"}), "q.jsonl"))
    assert plain == rich
    assert [question.answers for question in plain] == [("nine", "9"), ("ferry",)]


def test_feedback_without_an_answer_is_told(tmp_path: Path) -> None:
    assert [
        each.answer for each in read_feedback(write(tmp_path, "question,answer\nHard?,yes\nHard?, \n", "f.csv"))
    ] == ["yes"]
    with pytest.raises(ReadError, match="it holds no answer"):
        read_feedback(write(tmp_path, "question,answer\nHard?, \n", "f.csv"))


def test_concepts_of_topics_have_kinds_that_are_known(tmp_path: Path) -> None:
    found = read_topic_concepts(write(tmp_path, "story,text,kind\nferry,Skerra,factor\n", "c.csv"))
    assert [(topic, own[0].text, own[0].kind) for topic, own in found.items()] == [("ferry", "Skerra", "factor")]
    with pytest.raises(UsageError, match="no kind of concept called 'place'"):
        read_topic_concepts(write(tmp_path, "story,text,kind\nferry,Skerra,place\n", "c.csv"))


TABLE = JudgeTable(("Ada",), (SentenceRef("a", 0), SentenceRef("b", 1)), ((1.0, 2.0),))


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n",
        "0 > 1",
        lines({"sentence": ["a", 0], "by": ["b", 1]}),
        lines({"sentence": 0, "by": 1}),
        json.dumps({"links": [{"sentence": ["a", 0], "by": ["b", 1]}, {"sentence": ["z", 0], "by": ["a", 0]}]}),
    ],
)
def test_links_in_every_shape(tmp_path: Path, text: str) -> None:
    found = read_subsumption(write(tmp_path, text), 0.5, TABLE)
    assert found is not None
    assert (found.links, found.credit) == (((0, 1),), 0.5)


def test_links_and_credit_belong_together(tmp_path: Path) -> None:
    assert read_subsumption(None, None, TABLE) is None
    for links, credit in ((write(tmp_path, "0 1"), None), (None, 0.5)):
        with pytest.raises(UsageError, match="Subsumption needs both"):
            read_subsumption(links, credit, TABLE)
    with pytest.raises(ReadError, match="is not a judged sentence"):
        read_subsumption(write(tmp_path, lines({"sentence": ["z", 0], "by": ["b", 1]}), "l.jsonl"), 0.5, TABLE)


def test_reports_are_lines_one_object_or_the_json_of_baselines(tmp_path: Path) -> None:
    report = {"name": "ada", "sentences": [{"document": "a", "index": 0, "text": "A ferry sank."}]}
    for text in (lines(report), json.dumps([report]), json.dumps({"measure": "baselines", "reports": [report]})):
        (found,) = read_reports([write(tmp_path, text, "r.json")])[""]
        assert (found.name, found.texts) == ("ada", ("A ferry sank.",))


def test_concepts_by_line_by_list_and_by_topic(tmp_path: Path) -> None:
    wanted = {"t": [["ferry", "ship"], ["Skerra"]]}
    for text in ("ferry\tship\nSkerra\n", '[["ferry", "ship"], "Skerra"]', '{"t": [["ferry", "ship"], "Skerra"]}'):
        name = "c.json" if text[0] in "[{" else "c.txt"
        assert read_concepts(write(tmp_path, text, name), ["t"]) == wanted
    with pytest.raises(InputError, match="no key concepts for the topic 'u'"):
        read_concepts(write(tmp_path, '{"t": [["a"]]}', "c.json"), ["u"])


def test_summaries_are_split_or_come_line_by_line(tmp_path: Path) -> None:
    text = write(tmp_path, "A ferry sank. Nine died.", "s.txt")
    by_line = write(tmp_path, "A ferry sank.\n\nNine died.\n", "l.txt")
    found = read_summaries(texts=[text], lines=[by_line], language="en")
    assert found == {"s.txt": ["A ferry sank.", "Nine died."], "l.txt": ["A ferry sank.", "Nine died."]}
    with pytest.raises(UsageError, match="There is no summary"):
        read_summaries(texts=[], lines=[], language="en")
