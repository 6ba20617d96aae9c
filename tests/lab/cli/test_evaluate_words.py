"""What `meadow evaluate` says about inputs of users: each slip by its words, each small input by its figures."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.evaluate_files import labels, lines, report

REFUSED = [
    # what is given at once, or not at all
    ("agreement", "Nothing was given.", "Give one of --answers, --subsumption, --clusterings."),
    (
        "agreement --answers ratings.csv --subsumption subsumers.jsonl",
        "--answers and --subsumption were given.",
        "Give one of",
    ),
    ("synthesis", "Given are no reports.", "Either --report and --reference, or --manual and --automatic."),
    ("synthesis --report automatic.jsonl", "Given are --report.", "Either --report and --reference"),
    ("synthesis --report automatic.jsonl --automatic automatic.jsonl", "Given are --report, --automatic.", "Either"),
    ("pseudo-qa --answers answers.txt", "There is no summary.", "Name one or more with --summary or --sentences."),
    (
        "rouge --candidates mead.jsonl --references references.jsonl --stopwords --stop-list extract.txt",
        "--stopwords and --stop-list were both given.",
        "Choose one.",
    ),
    ("utility --judges judges.csv --links links.txt", "--links was given without --credit.", "Subsumption needs both."),
    ("utility --judges judges.csv --credit 0.5", "--credit was given without --links.", "Subsumption needs both."),
    ("utility --judges judges.csv --percent 10 --count 2", "--percent and --count were both given.", "Choose one."),
    (
        "utility --judges judges.csv --compare other.txt",
        "--compare was given without --extract.",
        "Name the first system's",
    ),
    # files that are not what is expected
    (
        "rouge --candidates nowhere.jsonl --references references.jsonl",
        "There is no file or folder 'nowhere.jsonl'.",
        "Did you mean",
    ),
    ("agreement --answers news", "'news' is a folder, but one file is expected here.", "Name the file."),
    ("concepts empty.csv", "empty.csv: it holds no row.", "Give at least one."),
    ("feedback unanswered.csv", "unanswered.csv: it holds no answer.", "Write a question and an answer in each row."),
    ("concepts kinds.csv", "There is no kind of concept called 'animal'.", "factor, organisation, person"),
    ("clustering --clusters empty.csv --classes classes.jsonl", "it holds no item.", "Give JSON Lines of"),
    (
        "clustering --clusters odd.jsonl --classes classes.jsonl",
        "the fields are 'name', 'group'.",
        "Give JSON Lines of",
    ),
    (
        "clustering --clusters twice.jsonl --classes classes.jsonl",
        "the item 'a' has two labels.",
        "An item is in one cluster.",
    ),
    (
        "clustering --clusters few.jsonl --classes classes.jsonl",
        "'few.jsonl' has no label for the item 'b'",
        "--missing irrelevant",
    ),
    (
        "clustering --clusters clusters.jsonl --classes classes.jsonl --missing ignore",
        "way with missing items called 'ignore'",
        "error",
    ),
    (
        "clustering --clusters clusters.jsonl clusters.jsonl --classes classes.jsonl",
        "'clusters.jsonl' is given twice.",
        "Compare two",
    ),
    (
        "rouge --candidates mead.jsonl --references models.jsonl --metrics rouge1,,rouge2",
        "--metrics is 'rouge1,,rouge2'.",
        "commas",
    ),
    ("utility --judges judges.csv --percent ten", "--percent is 'ten'.", "Give numbers, with commas between them"),
    ("coverage --gold gold.txt --extract extract-1.txt --weights 1;2", "--weights is '1;2'.", "Give numbers"),
    (
        "headlines --headlines title.jsonl --references models.jsonl --unit lines",
        "unit of length called 'lines'",
        "words",
    ),
    (
        "headlines --headlines title.jsonl --references models.jsonl --quality loud.csv",
        "the quality is 'loud'.",
        "Give a number.",
    ),
    (
        "headlines --headlines title.jsonl phrase.jsonl --references models.jsonl --quality some.csv",
        "no rating of the method",
        "called like",
    ),
    (
        "extraction --extract extract.txt --compare other.txt --ideal ideal.txt",
        "compared sentence by sentence",
        "--total 50",
    ),
    (
        "rouge --candidates mead.jsonl --references references.jsonl --side recal",
        "side of ROUGE called 'recal'",
        "recall",
    ),
    (
        "rouge --candidates twofold.jsonl --references twofold.jsonl",
        "has 2 texts with the id 'ferry'.",
        "only references may",
    ),
    (
        "rouge --candidates lines.txt --references references.jsonl",
        "has 2 texts, but 'references.jsonl' has 3.",
        "Give them ids",
    ),
    (
        "rouge --candidates title.jsonl --references blank.jsonl",
        "Reference 1 of item 'flood' is empty.",
        "Leave the item out",
    ),
]

EXTRA = {
    "empty.csv": "",
    "unanswered.csv": "question,answer\nHard?,\n",
    "kinds.csv": "topic,text,kind\nferry,gull,animal\n",
    "odd.jsonl": lines({"name": "a", "group": "x"}),
    "twice.jsonl": labels("aa", ["x", "y"]),
    "few.jsonl": labels("a", ["x"]),
    "loud.csv": "id,method,quality\nferry,title,loud\n",
    "some.csv": "id,method,quality\nferry,title,3\n",
    "twofold.jsonl": lines({"id": "ferry", "text": "x"}, {"id": "ferry", "text": "y"}),
    "lines.txt": "one\ntwo\n",
    "blank.jsonl": lines({"id": "ferry", "text": "x"}, {"id": "strike", "text": "y"}, {"id": "flood", "text": " "}),
}


@pytest.fixture
def told(folder: Path) -> Path:
    """Return the folder of the help's examples with files that are wrong in it."""
    for name, text in EXTRA.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(("line", "problem", "advice"), REFUSED)
def test_a_slip_ends_with_2_and_says_what_was_given_and_what_to_do(
    evaluate: Evaluate, line: str, problem: str, advice: str
) -> None:
    done = evaluate(line)
    assert (done.status, done.out) == (2, "")
    said = " ".join(done.err.split())
    assert said.startswith("meadow: ")
    assert problem in said
    assert advice in said


class TestReading:
    """The same texts, whatever they come as."""

    def test_standard_input_gzip_and_a_folder_are_read_alike(self, evaluate: Evaluate, folder: Path) -> None:
        line = "rouge --references references.jsonl --metrics rouge1 --json --candidates"
        plain = evaluate(f"{line} mead.jsonl").value["systems"][0]
        text = (folder / "mead.jsonl").read_text("utf-8")
        (folder / "mead.jsonl.gz").write_bytes(gzip.compress(text.encode()))
        piped = evaluate(f"{line} -", stdin=text).value["systems"][0]
        packed = evaluate(f"{line} mead.jsonl.gz").value["systems"][0]
        (folder / "mead").mkdir()
        for row in map(json.loads, text.splitlines()):
            (folder / "mead" / f"{row['id']}.txt").write_text(row["text"], encoding="utf-8")
        apart = evaluate(f"{line} mead").value["systems"][0]
        assert plain["scores"] == piped["scores"] == packed["scores"]
        assert {item["id"]: item["rouge1"] for item in apart["items"]} == {
            item["id"]: item["rouge1"] for item in plain["items"]
        }

    def test_a_mark_of_byte_order_and_windows_line_ends_change_nothing(self, evaluate: Evaluate, folder: Path) -> None:
        (folder / "marked.csv").write_bytes(b"\xef\xbb\xbf" + b"item,Ada,Ben\r\na,5,4\r\nb,3,3\r\nc,1,2\r\n")
        (folder / "plain.csv").write_text("item,Ada,Ben\na,5,4\nb,3,3\nc,1,2\n", encoding="utf-8")
        marked, plain = (evaluate(f"agreement --answers {name}.csv --json").value for name in ("marked", "plain"))
        assert marked == plain
        assert marked["judges"] == 2

    def test_two_files_of_one_name_are_told_apart_by_their_folders(self, evaluate: Evaluate, folder: Path) -> None:
        for name in ("one", "two"):
            (folder / name).mkdir()
            (folder / name / "run.jsonl").write_text((folder / "mead.jsonl").read_text("utf-8"), encoding="utf-8")
        line = "rouge --candidates one/run.jsonl two/run.jsonl --references references.jsonl --metrics rouge1 --json"
        value = evaluate(line).value
        assert [system["name"] for system in value["systems"]] == ["one/run.jsonl", "two/run.jsonl"]
        assert value["comparisons"][0]["difference"] == 0.0

    def test_what_track_and_group_print_is_a_clustering(self, evaluate: Evaluate, folder: Path) -> None:
        tracked = lines(
            *(
                {"document": item, "story": story, "similarity": 0.5, "opened": False}
                for item, story in ("ax", "bx", "cy")
            )
        )
        (folder / "tracked.jsonl").write_text(tracked, encoding="utf-8")
        (folder / "wanted.jsonl").write_text(labels("abc", ["1", "1", "2"]), encoding="utf-8")
        value = evaluate("clustering --clusters tracked.jsonl --classes wanted.jsonl --json").value
        assert value["ways"][0]["columns"]["tracked.jsonl"]["v"] == 1.0
        grouped = {"groups": [{"label": ["d", 0], "members": [["d", 0], ["e", 1]]}], "ungrouped": [["d", 2]]}
        (folder / "groups.json").write_text(json.dumps(grouped), encoding="utf-8")
        pairs = [{"item": ["d", 0], "label": "x"}, {"item": ["e", 1], "label": "x"}, {"item": ["d", 2], "label": None}]
        (folder / "pairs.jsonl").write_text(lines(*pairs), encoding="utf-8")
        value = evaluate("clustering --clusters groups.json --classes pairs.jsonl --json").value
        assert [way["irrelevant"] for way in value["ways"]] == ["singletons", "bucket"]
        assert {way["columns"]["groups.json"]["v"] for way in value["ways"]} == {1.0}


class TestOptions:
    """Each option changes what it says that it changes."""

    ROUGE = "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge1 --json"

    def scores(self, evaluate: Evaluate, options: str) -> dict[str, float]:
        found: dict[str, float] = evaluate(f"{self.ROUGE} {options}").value["systems"][0]["scores"]["rouge1"]
        return found

    def test_limits_count_the_start_of_every_text(self, evaluate: Evaluate) -> None:
        whole, words = self.scores(evaluate, ""), self.scores(evaluate, "--words 2")
        assert words["recall"] != whole["recall"]
        assert self.scores(evaluate, "--words 500")["f"] == whole["f"]
        assert self.scores(evaluate, "--characters 5000")["f"] == whole["f"]
        assert self.scores(evaluate, "--bytes 5000")["f"] == whole["f"]
        both = evaluate(f"{self.ROUGE} --words 2 --characters 9")
        assert both.status == 2

    def test_stop_words_of_ones_own_are_left_out(self, evaluate: Evaluate, folder: Path) -> None:
        (folder / "stop.txt").write_text("nine\npeople\ndied\n", encoding="utf-8")
        listed = self.scores(evaluate, "--stop-list stop.txt")
        assert listed["f"] < self.scores(evaluate, "")["f"]
        assert self.scores(evaluate, "--stopwords")["f"] != self.scores(evaluate, "")["f"]

    def test_alpha_weighs_precision(self, evaluate: Evaluate) -> None:
        for alpha, side in ((1, "precision"), (0, "recall")):
            row = evaluate(f"{self.ROUGE} --dialect rouge155 --alpha {alpha}").value["systems"][0]["items"][0]["rouge1"]
            assert row["f"] == pytest.approx(row[side])
        refused = evaluate(f"{self.ROUGE} --alpha 2")
        assert refused.status == 2
        assert "alpha" in refused.err

    def test_a_seed_moves_the_interval_and_nothing_else(self, evaluate: Evaluate) -> None:
        one, other = self.scores(evaluate, "--seed 1"), self.scores(evaluate, "--seed 2")
        assert (one["f"], one["recall"]) == (other["f"], other["recall"])
        assert "seed" in str(one["interval"])
        assert one["interval"] != other["interval"]

    def test_items_are_shown_where_that_is_asked_for(self, evaluate: Evaluate) -> None:
        line = "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge1"
        assert "strike" not in evaluate(line).out
        assert evaluate(f"{line} --items").out.count("strike") == 1

    def test_draws_and_beta_reach_the_clusterings(self, evaluate: Evaluate) -> None:
        line = "clustering --clusters clusters.jsonl --classes classes.jsonl --json"
        value = evaluate(f"{line} --draws 7 --beta 0.5").value
        assert any("draws=7" in signature for signature in value["signatures"])
        columns = value["ways"][0]["columns"]
        assert columns["clusters.jsonl"]["v(beta=0.5)"] == pytest.approx(columns["clusters.jsonl"]["v_half"])

    def test_a_threshold_of_links_is_a_share(self, evaluate: Evaluate) -> None:
        loose = evaluate("subsumption story.jsonl --threshold 0.2 --json").value
        sure = evaluate("subsumption story.jsonl --threshold 1 --json").value
        assert len(loose["links"]) >= len(sure["links"])
        assert evaluate("subsumption story.jsonl --threshold 1.5").status == 2

    def test_baselines_of_one_seed_are_the_same_and_can_be_judged(self, evaluate: Evaluate, folder: Path) -> None:
        line = "baselines news/wire.jsonl --question ferry --json"
        first = evaluate(f"{line} --seed 3").value
        assert first == evaluate(f"{line} --seed 3").value
        (folder / "made.json").write_text(json.dumps(first), encoding="utf-8")
        judged = evaluate("synthesis --manual manual.jsonl --automatic made.json --json").value
        assert {row["similarity"] for row in judged["qarla"]} >= {"docsim", "rouge1"}

    def test_lemmas_and_language_are_checked(self, evaluate: Evaluate) -> None:
        line = "synthesis --report automatic.jsonl --reference manual.jsonl"
        wrong = evaluate(f"{line} --lemmas porter")
        assert wrong.status == 2
        assert "porter" in wrong.err
        assert evaluate(f"{line} --lemmas snowball --language es").status == 0

    def test_reports_of_one_name_are_refused(self, evaluate: Evaluate, folder: Path) -> None:
        (folder / "same.jsonl").write_text(
            lines(report("x", ("a", 0, "t")), report("x", ("b", 0, "u"))), encoding="utf-8"
        )
        done = evaluate("synthesis --report same.jsonl --reference manual.jsonl")
        assert done.status == 2
        assert 'Two reports have the same name. Give each its own "name".' in done.err
