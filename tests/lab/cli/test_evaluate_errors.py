"""Bad input to `meadow evaluate`: exit code 2, nothing on standard output, and words that say what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import labels, lines, report

BAD_FILES = {
    "half-asked.jsonl": lines(
        {"judge": "ada", "sentence": ["a", 0], "by": []}, {"judge": "ben", "sentence": ["b", 0], "by": []}
    ),
    "double.jsonl": lines(*[{"judge": "ada", "sentence": ["a", 0], "by": []}] * 2),
    "nobody.jsonl": lines({"judge": "ada", "sentence": ["a", 0], "by": None}),
    "two.txt": "One text.\nAnother text.\n",
    "three.txt": "One.\nTwo.\nThree.\n",
    "blank.txt": "One text.\n\n",
    "broken.jsonl": '{"id": "a", "text": "x"}\n{broken\n',
    "array.jsonl": '{"id": "a", "text": "x"}\n[1]\n',
    "untitled.jsonl": '{"id": "a", "title": "x"}\n',
    "twice.jsonl": lines({"id": "ferry", "text": "x"}, {"id": "ferry", "text": "y"}),
    "single.jsonl": lines({"id": "ferry", "text": "x"}),
    "fewer.jsonl": lines({"id": "ferry", "text": "x"}, {"id": "strike", "text": "y"}),
    "stranger.jsonl": lines({"id": "ferry", "text": "x"}, {"id": "comet", "text": "y"}),
    "holes.csv": "Ada,Ben\n10,9\n8,\n",
    "words.csv": "Ada,Ben\n10,high\n8,7\n",
    "ragged.csv": "item,Ada,Ben\na,1\n",
    "lonely.csv": "item,Ada\na,1\n",
    "apart.csv": "item,Ada,Ben\na,1,\nb,,2\n",
    "doubled.csv": "item,judge,answer\na,Ada,1\na,Ada,2\n",
    "no-answer.csv": "item,judge,opinion\na,Ada,1\n",
    "far.txt": "0 17",
    "letters.txt": "zero one",
    "long.txt": "0 1 2",
    "zero.txt": "s0 s1",
    "bad-links.txt": "0 is like 1\n",
    "far-links.txt": "0 9\n",
    "bad-links.jsonl": lines({"sentence": ["x", 0], "by": True}),
    "bad-gold.txt": "1\n",
    "json-gold.txt": json.dumps([{"alternatives": [[["a", 0]]]}]),
    "half.jsonl": labels("abc", ["1", "1", "2"]),
    "relabelled.jsonl": lines({"item": "a", "label": 1}, {"item": "a", "label": 2}),
    "unlabelled.jsonl": lines({"item": "a"}),
    "nameless.jsonl": lines({"item": {"x": 1}, "label": 2}),
    "groups.json": json.dumps({"groups": "none"}),
    "one.json": json.dumps(report("ada", ("a", 0, "x"))),
    "other-topic.json": json.dumps(report("s", ("a", 0, "x"), topic="y")),
    "unsentenced.json": json.dumps({"name": "ada"}),
    "numbered.json": json.dumps({"sentences": [1, 2]}),
    "two.json": json.dumps([{"text": "x"}, {"text": "y"}]),
    "concepts.json": json.dumps({"other": [["x"]]}),
    "bad-concepts.json": json.dumps([1]),
    "empty-answers.jsonl": lines({"answer": []}),
    "unrated.csv": "id,method,quality\nferry,phrase,1\n",
    "rated.csv": "id,method,quality\nferry,title,good\n",
    "subsumers.txt": lines({"sentence": "a", "answers": "b"}),
    "odd-subsumers.jsonl": lines({"sentence": "a", "answers": [[]]}, {"sentence": "b", "answers": [[], []]}),
    "entity.xml": "<!DOCTYPE x [<!ENTITY e 'x'>]><SENT-JUDGE/>",
    "mead.extract": "<EXTRACT><S DID='41' SNO='0'/></EXTRACT>",
    "empty.txt": "",
    "none.json": "[]",
    "broken.json": "{not json",
    "quoted.csv": 'item,Ada,Ben\na,"1,2\n',
    "page.pdf": "%PDF-1.7 …",
}


@pytest.fixture(autouse=True)
def _bad_files(folder: Path) -> None:
    for name, text in BAD_FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "hollow").mkdir()
    (folder / "pairs").mkdir()
    (folder / "pairs" / "a.json").write_text(BAD_FILES["two.json"], encoding="utf-8")


ROUGE = "rouge --references references.jsonl --candidates"
UTILITY = "utility --judges judges.csv"
COVERAGE = "coverage --gold gold.txt --extract"
CLASSES = "clustering --classes classes.jsonl --clusters"
QARLA = "synthesis --automatic automatic.jsonl --manual"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        # texts
        (f"{ROUGE} mead.json", "There is no file or folder 'mead.json'. Did you mean 'mead.jsonl'"),
        (f"{ROUGE} hollow", "hollow: it holds no text. Give a folder with a text per file"),
        (f"{ROUGE} pairs", "a.json: it holds 2 texts. A file of a folder is one text."),
        (f"{ROUGE} empty.txt", "empty.txt: it holds no text."),
        (f"{ROUGE} page.pdf", "a PDF file"),
        (f"{ROUGE} broken.jsonl", "broken.jsonl:2: it is not valid JSON"),
        (f"{ROUGE} array.jsonl", "array.jsonl:2: [1] is not a JSON object."),
        (f"{ROUGE} untitled.jsonl", "there is no field 'text' with a text. It has: 'id', 'title'."),
        ("rouge --candidates twice.jsonl --references single.jsonl", "'twice.jsonl' has 2 texts with the id 'ferry'."),
        ("rouge --candidates mead.jsonl --references fewer.jsonl", "Item 'flood' has no reference."),
        (
            f"{ROUGE} stranger.jsonl",
            "but 'stranger.jsonl' has none. Systems and references must be about the same items.",
        ),
        (
            f"{ROUGE} mead.jsonl --compare fewer.jsonl",
            "'mead.jsonl' has a text with the id 'flood', but 'fewer.jsonl' has none.",
        ),
        (f"{ROUGE} mead.jsonl mead.jsonl", "'mead.jsonl' is given twice."),
        ("rouge --candidates two.txt --references three.txt", "'two.txt' has 2 texts, but 'three.txt' has 3."),
        ("rouge --candidates two.txt --references blank.txt", "Reference 1 of item '2' is empty."),
        ("rouge --candidates mead.jsonl", "--references"),
        # ROUGE
        (f"{ROUGE} mead.jsonl --metrics rouge11", "There is no ROUGE metric called 'rouge11'. Did you mean"),
        (f"{ROUGE} mead.jsonl --metrics rouge1,,rouge2", "--metrics is 'rouge1,,rouge2'."),
        (f"{ROUGE} mead.jsonl --dialect perl", "There is no ROUGE dialect called 'perl'."),
        (f"{ROUGE} mead.jsonl --side left", "There is no side of ROUGE called 'left'."),
        (f"{ROUGE} mead.jsonl --words 0", "words=0"),
        (f"{ROUGE} mead.jsonl --words 5 --bytes 9", "Give at most one of words, characters and utf8_bytes"),
        (f"{ROUGE} mead.jsonl --language klingonese", "There is no language called 'klingonese'."),
        (f"{ROUGE} mead.jsonl --stopwords --stop-list two.txt", "--stopwords and --stop-list were both given."),
        (f"{ROUGE} mead.jsonl --multiple jackknife", "Give at least two references for every candidate"),
        (f"{ROUGE} mead.jsonl --reconcile rouge155(steam=false)", "A dialect (google or rouge155) takes: stem,"),
        (f"{ROUGE} mead.jsonl --reconcile rouge155(words=true)", "has words=True"),
        (f"{ROUGE} mead.jsonl --reconcile rouge155(3)", "has a value without a name"),
        (
            f"{ROUGE} mead.jsonl --reconcile rouge155 --item fery",
            "There is no item called 'fery'. Did you mean 'ferry'?",
        ),
        # utility
        ("utility --judges judge.csv", "There is no file or folder 'judge.csv'. Did you mean 'judges.csv'"),
        (
            "utility --judges holes.csv",
            "holes.csv: The table of judgements cannot be used: the judge 'Ben' gives no score to",
        ),
        ("utility --judges words.csv", "gives 'high', which is no number"),
        ("utility --judges entity.xml", "declares an entity (e), which is refused"),
        ("utility --judges hollow", "'hollow' is a folder, but one file is expected here."),
        (
            f"{UTILITY} --extract far.txt",
            "The extract names sentence 17, which is not there. Sentences are numbered 0 to 3.",
        ),
        (f"{UTILITY} --extract letters.txt", "letters.txt: 'zero' is not a sentence number"),
        (f"{UTILITY} --extract long.txt --percent 50", "The extract has 3 sentences, but count is 2."),
        (f"{UTILITY} --extract extract.txt other.txt", "--extract names 2 extracts for 9 rates."),
        (f"{UTILITY} --extract extract.txt --percent 25,50", "--extract names 1 extracts for 2 rates."),
        (f"{UTILITY} --compare other.txt", "--compare was given without --extract."),
        (f"{UTILITY} --extract other.txt --compare other.txt", "'other.txt' is given twice."),
        (f"{UTILITY} --percent 10 --count 2", "--percent and --count were both given."),
        (f"{UTILITY} --percent ten", "--percent is 'ten'. Give numbers"),
        (f"{UTILITY} --percent 120", "A rate of 120 % is impossible."),
        (f"{UTILITY} --count 9", "An extract of 9 sentences cannot be drawn from 4."),
        (f"{UTILITY} --count 2 --links links.txt", "--links was given without --credit."),
        (f"{UTILITY} --count 2 --credit 0.5", "--credit was given without --links."),
        (f"{UTILITY} --count 2 --credit 3 --links links.txt", "credit (E) lies between 0 and 1."),
        (f"{UTILITY} --count 2 --credit 0 --links bad-links.txt", "bad-links.txt:1: '0 is like 1' is not a link."),
        (
            f"{UTILITY} --count 2 --credit 0 --links far-links.txt",
            "The link (0, 9) names a sentence that is not there.",
        ),
        (f"{UTILITY} --count 2 --credit 0 --links bad-links.jsonl", '["x", 0] is not a judged sentence.'),
        (
            f"{UTILITY} --count 2 --credit 0 --links links.txt --intervals judges",
            "--intervals cannot be had with --links.",
        ),
        (f"{UTILITY} --count 2 --intervals juges", "There is no resampling of 'juges'."),
        # extraction
        ("extraction --extract letters.txt --ideal ideal.txt", "letters.txt: 'zero' is not a sentence number."),
        ("extraction --extract extract.txt --ideal empty.txt", "The ideal extract is empty, so recall is undefined."),
        ("extraction --extract far.txt --ideal ideal.txt --total 4", "Sentences are numbered 0 to 3."),
        ("extraction --extract extract.txt other.txt --ideal ideal.txt", "but --total is not given."),
        ("extraction --extract one.json --ideal ideal.txt", "Some extracts name sentences by number"),
        ("extraction --extract unsentenced.json --ideal ideal.txt", 'has no list "sentences".'),
        ("extraction --extract numbered.json --ideal ideal.txt", 'A sentence has no "document" and "index".'),
        ("extraction --extract mead.extract --ideal ideal.txt", "has no DID, or no SNO from 1."),
        # coverage
        (
            "coverage --gold bad-gold.txt --extract extract-1.txt",
            "bad-gold.txt: The gold extract has 1 columns in line 1.",
        ),
        (
            "coverage --gold json-gold.txt --extract extract-1.txt",
            "is not a [document, index] of the 0 source sentences",
        ),
        (
            f"{COVERAGE} zero.txt",
            "The extract 'zero.txt' names sentence 0, which is not there. Sentences are numbered from 1.",
        ),
        (f"{COVERAGE} one.json", "Give the documents that the extract was made from, with --documents."),
        (f"{COVERAGE} extract-1.txt --ranks AB", "There are 2 ranks for 3 abstract sentences."),
        (f"{COVERAGE} extract-1.txt --ranks ABC --weights 1", "The rank 'B' has the weight None."),
        (f"{COVERAGE} extract-1.txt --weights one", "--weights is 'one'."),
        # pseudo-qa
        ("pseudo-qa --answers answers.txt", "There is no summary. Name one or more with --summary or --sentences."),
        ("pseudo-qa --answers empty.txt --summary summary.txt", "There is no answer to look for."),
        (
            "pseudo-qa --answers empty-answers.jsonl --summary summary.txt",
            "empty-answers.jsonl, entry 1: the answer is [].",
        ),
        ("pseudo-qa --answers answers.txt --summary two.json", "two.json: it holds 2 summaries."),
        ("pseudo-qa --answers answers.txt --summary two.txt --sentences two.txt", "'two.txt' is given twice."),
        # clustering
        (
            f"{CLASSES} half.jsonl",
            "'half.jsonl' has no label for the item 'd' (items: 'classes.jsonl' 6, 'half.jsonl' 3).",
        ),
        (f"{CLASSES} relabelled.jsonl", "relabelled.jsonl: the item 'a' has two labels."),
        (f"{CLASSES} unlabelled.jsonl", "unlabelled.jsonl, entry 1: the fields are 'item'. Give JSON Lines of"),
        (f"{CLASSES} nameless.jsonl", '{"x": 1} names no item.'),
        (f"{CLASSES} none.json", "none.json: it holds no item."),
        (f"{CLASSES} groups.json", '"none" stands where a list is expected.'),
        (f"{CLASSES} clusters.jsonl --missing ignore", "There is no way with missing items called 'ignore'."),
        (f"{CLASSES} clusters.jsonl --draws 0", "The number of draws is 0."),
        # synthesis
        (f"{QARLA} one.json", "QARLA cannot be estimated from 1 manual and 2 automatic reports."),
        (f"{QARLA} other-topic.json", "The topic 'y' has no automatic report."),
        (f"{QARLA} unsentenced.json", 'unsentenced.json: it has no list "sentences". A report is'),
        (f"{QARLA} numbered.json", "1 is not a sentence."),
        (f"{QARLA} manual.jsonl --compare rouge1,nicos", "There is no similarity called 'nicos'."),
        (f"{QARLA} manual.jsonl --compare rouge1", "Two similarities, such as nicos,rouge1."),
        (f"{QARLA} none.json", "none.json: there is no report."),
        (f"{QARLA} manual.jsonl --concepts broken.json", "broken.json: it is not valid JSON"),
        (f"{QARLA} manual.jsonl --concepts concepts.json", "'concepts.json' has no key concepts for the topic ''."),
        (f"{QARLA} manual.jsonl --concepts bad-concepts.json", "[1] is not a list of key concepts."),
        (f"{QARLA} manual.jsonl --report one.json", "Either --report and --reference, or --manual and --automatic."),
        ("synthesis", "Given are no reports."),
        ("synthesis --report one.json one.json --reference manual.jsonl", "Two reports have the same name."),
        # headlines
        ("headlines --headlines fewer.jsonl --references models.jsonl", "has a text with the id 'flood'"),
        (
            "headlines --headlines title.jsonl --references models.jsonl --unit inches",
            "There is no unit of length called",
        ),
        ("headlines --headlines title.jsonl --references models.jsonl --metrics rouge1-f1", "'rouge1-f1'"),
        (
            "headlines --headlines title.jsonl --references models.jsonl --quality unrated.csv",
            "There is no rating of the method 'title'. There are ratings of: 'phrase'.",
        ),
        ("headlines --headlines title.jsonl --references models.jsonl --quality rated.csv", "the quality is 'good'."),
        # agreement
        ("agreement", "Nothing was given. Give one of --answers, --subsumption, --clusterings."),
        (
            "agreement --answers ratings.csv --subsumption subsumers.jsonl",
            "--answers and --subsumption were given. Give one of",
        ),
        ("agreement --answers ragged.csv", "ragged.csv:2: the row does not have the 3 columns of the heading."),
        ("agreement --answers quoted.csv", "it is not valid CSV"),
        ("agreement --answers lonely.csv", "There are answers of Ada only. Agreement needs two judges."),
        ("agreement --answers apart.csv", "The judges 'Ada' and 'Ben' answered no item both."),
        ("agreement --answers doubled.csv", "the judge 'Ada' answers the item 'a' twice."),
        (
            "agreement --answers no-answer.csv",
            "no-answer.csv: The table has the columns item, judge, opinion, and none",
        ),
        ("agreement --answers empty.txt", "empty.txt: it holds no row."),
        ("agreement --answers ratings.csv --level vague", "There is no level of measurement called 'vague'."),
        ("agreement --answers ratings.csv --weights heavy", "There is no weighting of kappa called 'heavy'."),
        ("agreement --subsumption subsumers.txt", '"answers" is not a list of lists.'),
        ("agreement --subsumption odd-subsumers.jsonl", "Every sentence has one answer per judge"),
        ("agreement --clusterings clusters.jsonl", "No set has two judges"),
        (
            "synthesis --report automatic.jsonl --reference manual.jsonl --lemmas porter",
            "no way to find lemmas called 'porter'",
        ),
        ("agreement --subsumption half-asked.jsonl", "the judge 'ben' does not answer about 'a:0'."),
        ("agreement --subsumption double.jsonl", "double.jsonl, line 2: the judge 'ada' answers about 'a:0' twice."),
        ("agreement --subsumption nobody.jsonl", '"by" is not a list of sentences.'),
        # the command itself
        ("roug --candidates a", "roug"),
        ("rouge --candidate mead.jsonl", "--candidates"),
    ],
)
def test_errors_say_what_was_given_and_what_to_do(evaluate: Evaluate, line: str, said: str) -> None:
    done = evaluate(line)
    assert done.status == 2, done
    assert said in " ".join(done.err.split())
    assert done.out == ""
    assert "Traceback" not in done.err


def test_json_gold_needs_the_documents_and_only_knows_their_sentences(evaluate: Evaluate, folder: Path) -> None:
    (folder / "news.jsonl").write_text(lines({"id": "a", "text": "One sentence. Another one."}))
    (folder / "gold.json").write_text(json.dumps([{"alternatives": [[["a", 0]]]}]))
    (folder / "s.txt").write_text("s1 s3")
    done = evaluate("coverage --gold gold.json --documents news.jsonl --extract s.txt")
    assert done.status == 2
    assert "names sentence 3, which is not there. Sentences are numbered from 1 to 2." in done.err
