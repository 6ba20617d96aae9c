"""`meadow judge` verb by verb: what is printed, what is refused with which words, and what a study keeps of its options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command import Done, run_meadow, value
from meadow.errors import InputError, UsageError
from meadow.ingest import write_jsonl
from meadow.studies.cli.checks import checked_topics
from meadow.studies.cli.new import _settings
from meadow.workspace import Workspace
from studies.items import MILL, SMOKE

SENTENCES = ("m1#0", "m1#1", "m1#2", "m%2F2#0", "m%2F2#1")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished study of utilities, one of headlines, and one that nobody takes part in."""
    folder = tmp_path_factory.mktemp("judge")
    (folder / "fire.jsonl").write_text("\n".join(write_jsonl([MILL, SMOKE])), encoding="utf-8")
    judge(folder, "new utility fire.jsonl --title utility --participant Ana --participant Bram --closes 2099-04-01")
    judge(folder, "new headlines fire.jsonl --title headlines --method title --part 1 --extra 1 --participant Ana")
    judge(folder, "new concepts fire.jsonl --title concepts")
    rows: list[dict[str, object]] = [
        {"task": "utility", "item": "fire", "judge": name, "slot": f"utility/{key}", "answer": score}
        for name, scores in (("Ana", (9, 2, 5, 7, 8)), ("Bram", (8, 1, 5, 7, 0)))
        for key, score in zip(SENTENCES, scores, strict=True)
    ]
    rows += [{**rows[0], "judge": name, "slot": "submitted", "answer": True} for name in ("Ana", "Bram")]
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert judge(folder, "import utility answers.jsonl").returncode == 0
    return folder


def judge(folder: Path, line: str, *more: str) -> Done:
    return run_meadow("judge", *line.split(), *more, folder=folder)


class TestList:
    """`meadow judge list`."""

    def test_each_study_has_a_line_and_each_participant_one_below(self, made: Path) -> None:
        shown = judge(made, "list").stdout.splitlines()
        assert "utility: utility (utility, 1 item, closes 2099-04-01T00:00+00:00)" in shown
        start = next(place for place, line in enumerate(shown) if line.startswith("utility:"))
        assert [line.split(":")[0] for line in shown[start + 1 : start + 3]] == ["  Ana", "  Bram"]
        assert "concepts: concepts (concepts, 1 item)" in shown
        assert any(line.startswith("  Ana: 0 of 1 done, writes ") for line in shown)

    def test_json_has_the_times_and_what_each_has_done(self, made: Path) -> None:
        studies = {each["id"]: each for each in value(judge(made, "list --json"))["studies"]}
        assert set(studies) == {"utility", "headlines", "concepts"}
        assert studies["utility"]["closes"] == "2099-04-01T00:00:00+00:00"
        assert studies["concepts"]["closes"] is None
        assert studies["concepts"]["participants"] == []
        assert {each["name"]: each["asked"] for each in studies["utility"]["participants"]} == {"Ana": 1, "Bram": 1}
        assert "writes" not in studies["utility"]["participants"][0]
        assert "writes" in studies["headlines"]["participants"][0]

    def test_where_there_is_none_it_says_how_to_make_one(self, tmp_path: Path) -> None:
        Workspace(tmp_path / "meadow-workspace").close()
        done = judge(tmp_path, "list")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == "meadow: there is no study; `meadow judge new report PATH…` makes one.\n"
        assert value(judge(tmp_path, "list --json")) == {"studies": []}


class TestInvite:
    """`meadow judge invite`: links are shown once, and a new one ends the old."""

    def test_a_new_link_is_another_and_the_old_one_ends(self, made: Path) -> None:
        first, second = (value(judge(made, "invite concepts Cy --json"))["participants"][0]["url"] for _ in range(2))
        assert first != second
        tokens = [link.rpartition("/")[2] for link in (first, second)]
        with Workspace(made / "meadow-workspace") as workspace:
            old, new = map(workspace.judging.participant, tokens)
        assert old is None
        assert new is not None
        assert new.name == "Cy"

    def test_links_begin_with_the_address_and_say_that_they_are_shown_once(self, made: Path) -> None:
        done = judge(made, "invite concepts Di --url https://desk.example/")
        first, link = done.stdout.splitlines()
        assert first == "Study concepts: concepts"
        assert link.startswith("Di: https://desk.example/j/t/")
        assert "these links are shown once" in done.stderr

    def test_a_study_without_participants_says_how_to_invite(self, made: Path) -> None:
        done = judge(made, "new utility fire.jsonl --title alone --workspace other")
        assert done.stdout == "Study alone: alone\n"
        assert done.stderr == "meadow: nobody takes part yet; `meadow judge invite alone NAME` makes a link.\n"

    @pytest.mark.parametrize(
        "verb", ["invite nothing Ana", "results nothing", "release nothing", "export nothing csv --out x"]
    )
    def test_an_unknown_study_is_answered_with_those_that_are(self, made: Path, verb: str) -> None:
        done = judge(made, verb)
        assert (done.returncode, done.stdout) == (2, "")
        assert "'nothing'" in done.stderr
        assert "concepts" in done.stderr
        assert not (made / "x").exists()


class TestResults:
    """`meadow judge results`, `export` and `import`."""

    def test_results_are_tables_in_every_form(self, made: Path) -> None:
        tables = value(judge(made, "results utility --json"))["tables"]
        assert tables
        shown = judge(made, "results utility").stdout
        for table in tables:
            assert table["title"] in shown
        assert judge(made, "results utility --form markdown").stdout.count("|") > 8
        assert "<table" in judge(made, "results utility --form html").stdout

    def test_a_form_that_is_not_there_is_reported(self, made: Path) -> None:
        done = judge(made, "results utility --form pdf")
        assert done.returncode == 2
        assert "There is no form of a table called 'pdf'" in done.stderr

    @pytest.mark.parametrize(("form", "ending"), [("jsonl", "jsonl"), ("csv", "csv"), ("label-studio", "json")])
    def test_what_is_exported_comes_in_again_by_its_ending(self, made: Path, form: str, ending: str) -> None:
        done = judge(made, f"export utility {form} --out back.{ending}")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == f"meadow: wrote back.{ending}\n"
        again = value(judge(made, f"import utility back.{ending} --json"))
        assert again == {"study": "utility", "read": 12, "changed": 0}

    def test_a_format_goes_before_the_ending(self, made: Path) -> None:
        judge(made, "export utility csv --out odd.json")
        assert judge(made, "import utility odd.json").returncode == 2
        assert judge(made, "import utility odd.json --format csv").stdout == "12 judgements read, 0 new or changed.\n"
        wrong = judge(made, "import utility odd.json --format xml")
        assert wrong.returncode == 2
        assert "xml" in wrong.stderr

    def test_one_answer_that_does_not_fit_changes_nothing(self, made: Path) -> None:
        good = {"task": "utility", "item": "fire", "judge": "Cem", "slot": "utility/m1#0", "answer": 4}
        bad = {**good, "slot": "utility/m1#99"}
        (made / "mixed.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n", encoding="utf-8")
        assert judge(made, "import utility mixed.jsonl").returncode == 2
        judge(made, "export utility jsonl --out after.jsonl")
        assert '"Cem"' not in (made / "after.jsonl").read_text("utf-8")

    def test_files_that_cannot_be_read_are_named(self, made: Path) -> None:
        (made / "latin.jsonl").write_bytes("größe".encode("latin-1"))
        for name in ("latin.jsonl", "nowhere.jsonl", "."):
            done = judge(made, f"import utility {name}")
            assert done.returncode == 2
            assert done.stderr.startswith(f"meadow: The judgements {name!r} cannot be read:")

    def test_a_testbed_is_a_folder_and_a_form_must_be_known(self, made: Path) -> None:
        unknown = judge(made, "export utility testbad --out bed")
        assert unknown.returncode == 2
        assert "Did you mean 'testbed'?" in unknown.stderr
        bed = judge(made, "export utility testbed --out bed")
        assert (bed.returncode, bed.stdout, bed.stderr) == (0, "", "meadow: wrote bed\n")
        assert (made / "bed" / "documents.jsonl").is_file()

    def test_results_are_shown_and_hidden_again(self, made: Path) -> None:
        assert judge(made, "release utility").stdout == "The results of utility are shown to its judges.\n"
        assert judge(made, "release utility --hide").stdout == "The results of utility are hidden from its judges.\n"


class TestNew:
    """`meadow judge new`: what its options make of a study."""

    def test_a_title_names_the_study_and_instructions_are_kept(self, made: Path) -> None:
        (made / "how.md").write_text("# Look closely\n\nTake your time.\n", encoding="utf-8")
        done = judge(made, "new utility fire.jsonl --guidelines how.md --seed 7 --json", "--title", "Two Fires!")
        assert value(done)["study"] == "two-fires"
        with Workspace(made / "meadow-workspace") as workspace:
            study = workspace.judging.study("two-fires")
        assert study.title == "Two Fires!"
        assert "Take your time." in str(study.guidelines)
        assert study.seed == 7

    def test_the_topic_of_paths_is_its_question_else_its_first_title(self, made: Path) -> None:
        asked = value(judge(made, "new utility fire.jsonl --title q1 --json", "--topic", "Who burned the mill?"))
        assert asked["items"] == ["who-burned-the-mill"]
        assert value(judge(made, "new utility fire.jsonl --title q2 --json"))["items"] == ["fire"]

    @pytest.mark.parametrize(
        ("given", "read"),
        [
            ([], {}),
            (["minutes=20"], {"minutes": 20.0}),
            (["minutes=none", "sentences=30"], {"minutes": None, "sentences": 30.0}),
            (["minutes=0.5"], {"minutes": 0.5}),
        ],
    )
    def test_numbers_of_a_task_are_numbers_or_none(self, given: list[str], read: dict[str, float | None]) -> None:
        assert _settings(given) == read

    @pytest.mark.parametrize(
        "given", ["minutes", "minutes=", "minutes=ten", "minutes=0", "minutes=-3", "minutes=1e6", "minutes=nan"]
    )
    def test_what_is_no_number_sets_nothing(self, given: str) -> None:
        with pytest.raises(UsageError, match="sets nothing") as refused:
            _settings([given])
        assert refused.value.given == given
        assert refused.value.allowed == "NAME=NUMBER, or NAME=none for no limit."


ITEM: dict[str, object] = {"paths": ["fire.jsonl"], "expected": {"utility/m1#0": 9}}


class TestChecks:
    """Items that train, or show who attends."""

    def topics(self, folder: Path, *rows: object) -> list[Any]:
        (folder / "checks.jsonl").write_text("\n\n".join(map(json.dumps, rows)), encoding="utf-8")
        return list(checked_topics(str(folder / "checks.jsonl"), "training"))

    def test_paths_are_seen_from_the_folder_of_the_file_and_empty_lines_are_none(self, made: Path) -> None:
        first, second = self.topics(made, ITEM, {**ITEM, "title": "Practice", "question": "Where?"})
        assert (first.title, first.role, first.question) == ("Fire", "training", None)
        assert (second.title, second.question) == ("Practice", "Where?")
        assert dict(first.expected) == {"utility/m1#0": "9"}
        assert [document.id for document in first.documents] == ["m1", "m/2"]

    def test_without_a_file_there_are_none(self) -> None:
        assert list(checked_topics(None, "attention")) == []

    @pytest.mark.parametrize(
        "row",
        [
            ["paths"], {"paths": ["fire.jsonl"]}, {"expected": {}}, {**ITEM, "stranger": 1}, {**ITEM, "paths": []},
            {**ITEM, "paths": "fire.jsonl"}, {**ITEM, "expected": ["9"]},
        ],
    )  # fmt: skip
    def test_what_is_no_item_is_reported_with_its_line(self, made: Path, row: object) -> None:
        with pytest.raises(InputError) as refused:
            self.topics(made, ITEM, row)
        assert "checks.jsonl:3: This is no item for training." in str(refused.value)
        assert '"expected": {"utility/d1#0": 9}' in str(refused.value.allowed)

    def test_a_file_that_cannot_be_read_is_reported(self, made: Path) -> None:
        with pytest.raises(UsageError, match="cannot be read"):
            list(checked_topics(str(made / "nowhere.jsonl"), "attention"))
