"""`meadow lab` as a reader sees it: learned weights and tables, stories as testbeds, comparisons, plans, kept runs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from command import Done, run_meadow
from lab.conftest import REFERENCES, STORIES
from meadow.errors import InputError, UsageError
from meadow.lab.cli.app import app
from meadow.lab.cli.beds import given_testbed, read_stories, referenced, texts_of_stories
from meadow.lab.cli.compare import _text
from meadow.lab.cli.headline_table import fit_sheet
from meadow.lab.comparing import SystemComparison, TellingSentence, TopicComparison, compare_systems
from meadow.lab.fitting import Fit, fit_signature, fit_weights
from meadow.lab.notebook import change
from meadow.sample import testbed_path

Lab = Callable[[str], Done]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of three stories with references; tests write new files beside them only."""
    made = tmp_path_factory.mktemp("lab")
    for name, texts in STORIES.items():
        (made / "stories" / name).mkdir(parents=True)
        for number, text in enumerate(texts):
            article = {"id": f"{name}-{number}", "title": f"News of {name}", "text": text, "language": "en"}
            (made / "stories" / name / f"{number}.json").write_text(json.dumps(article), encoding="utf-8")
    rows = [json.dumps({"id": name, "text": text}) for name, text in REFERENCES.items()]
    (made / "references.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (made / "torn.jsonl").write_text('{"id": "x", "text": "A ferry sank."}\nno json\n', encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def lab(folder: Path) -> Lab:
    return lambda line: run_meadow("lab", *line.split(), folder=folder)


def value(done: Done) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


@pytest.fixture(scope="module")
def stories(folder: Path) -> list[str]:
    return [str(folder / "stories" / name) for name in STORIES]


@pytest.fixture(scope="module")
def fitted(folder: Path, stories: list[str]) -> Fit:
    """Return weights learned once from the three stories."""
    read, _ = read_stories(stories, background=None)
    lessons = referenced(read, str(folder / "references.jsonl"))
    return fit_weights(lessons, rankers=("position", "first"), minimum_words=1)


@pytest.mark.parametrize(
    "name", ["list", "check", "run", "show", "compare", "convert", "fit", "frequencies", "reference-plan"]
)
def test_every_command_of_the_lab_has_a_help_with_an_example(lab: Lab, name: str) -> None:
    done = lab(f"{name} --help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert "meadow lab" in done.stdout.split("Examples:")[1]
    assert len(app.registered_commands) == 9, "name the new command here"


class TestStories:
    """Stories that are read without a testbed: each path is one."""

    def test_each_path_is_a_story_by_its_name(self, stories: list[str]) -> None:
        read, problems = read_stories(stories, background=None)
        assert [name for name, _ in read] == list(STORIES)
        assert problems == 0
        assert [len(view.documents) for _, view in read] == [2, 2, 2]

    def test_two_paths_of_one_name_are_refused(self, folder: Path) -> None:
        for parent in ("east", "west"):
            (folder / parent).mkdir()
            shutil.copy(folder / "torn.jsonl", folder / parent / "torn.jsonl")
        with pytest.raises(UsageError, match=r"Two of the paths are called 'torn.jsonl'. Give each story"):
            read_stories([str(folder / "east" / "torn.jsonl"), str(folder / "west" / "torn.jsonl")], background=None)

    def test_what_cannot_be_read_is_counted(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        _, problems = read_stories([str(folder / "torn.jsonl")], background=None)
        assert problems == 1
        assert "not read" in capsys.readouterr().err

    def test_references_go_by_the_name_with_or_without_suffix(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(folder / "references.jsonl")
        texts = texts_of_stories(["ferry.json", "wolf"], path)
        assert texts == {"ferry.json": (REFERENCES["ferry"],), "wolf": (REFERENCES["wolf"],)}
        assert "1 ids belong to none of the stories, such as 'oven'." in capsys.readouterr().err

    def test_a_story_without_a_reference_is_named_with_those_that_have_one(self, folder: Path) -> None:
        with pytest.raises(InputError) as refused:
            texts_of_stories(["ferry", "goose"], str(folder / "references.jsonl"))
        assert str(refused.value).startswith("The story 'goose' has no reference in ")
        assert "It has references for: ferry, wolf, oven." in str(refused.value)
        many = folder / "many.jsonl"
        many.write_text("\n".join(json.dumps({"id": f"s{n}", "text": "x"}) for n in range(12)), encoding="utf-8")
        with pytest.raises(InputError, match=r"references for: s0, s1, .*, s9, …\."):
            texts_of_stories(["goose"], str(many))

    def test_stories_make_a_testbed_with_their_references_in_order(self, folder: Path, stories: list[str]) -> None:
        twice = folder / "twice.jsonl"
        rows = [{"id": name, "text": f"{name} {number}"} for name in STORIES for number in (1, 2)]
        twice.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        bed = given_testbed(None, documents=stories, references=str(twice))
        assert [topic.id for topic in bed] == list(STORIES)
        assert [(each.id, each.text) for each in bed.topic("wolf").references] == [("1", "wolf 1"), ("2", "wolf 2")]
        bare = given_testbed(None, documents=stories[:1])
        assert bare.topic("ferry").references == ()

    def test_without_anything_it_is_the_samples_own_testbed(self) -> None:
        assert given_testbed(None).name == given_testbed(str(testbed_path())).name
        assert len(given_testbed(None, topics=["wolf"])) == 1


class TestFit:
    """Weights: what is printed, and what is not learned from."""

    def test_the_table_has_a_row_per_story_and_their_means(self, fitted: Fit) -> None:
        sheet = fit_sheet(fitted)
        table = sheet.blocks[1]
        assert not isinstance(table, str)
        assert sheet.blocks[0] == fitted.rank
        assert [row.labels[0] for row in table.rows] == [*sorted(STORIES), "mean"]
        assert [column.name for column in table.columns] == ["sentences", "learned", "position", "first"]
        assert table.rows[-1].entries[0].value == fitted.sentences
        assert table.title.endswith("; learned: by weights from the other stories")
        assert list(sheet.signatures) == [fit_signature(fitted)]
        assert list(sheet.notes) == []
        assert sheet.value["left_out"] is True

    def test_one_story_has_no_mean_and_says_that_its_figures_flatter(self, fitted: Fit) -> None:
        alone = replace(fitted, left_out=False, stories=fitted.stories[:1])
        sheet = fit_sheet(alone)
        table = sheet.blocks[1]
        assert not isinstance(table, str)
        assert [row.labels[0] for row in table.rows] == ["ferry"]
        assert table.title == "Spearman's ρ with what sentences are worth"
        assert any("figures flatter" in note for note in sheet.notes)
        assert any(f"default, {alone.strength:g}." in note for note in sheet.notes)

    def test_the_command_prints_what_the_sheet_holds(self, lab: Lab, fitted: Fit) -> None:
        line = "fit stories/ferry stories/wolf stories/oven --references references.jsonl --minimum-words 1"
        got = value(lab(f"{line} --rankers position,first --json"))
        assert got["rank"] == fitted.rank
        assert got["spearman"] == pytest.approx(fitted.spearman)
        assert [row["story"] for row in got["stories"]] == sorted(STORIES)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ("--references references.jsonl --judges j.csv", "given"),
            ("--references references.jsonl --source judges", "--source judges has no meaning here."),
            ("--references references.jsonl --rankers position,,first", "--rankers is 'position,,first'."),
            ("--references references.jsonl --rankers nobody", "nobody"),
            ("--headlines --judges j.csv", "--headlines learns from the titles of articles."),
        ],
    )
    def test_what_does_not_go_together_is_refused(self, lab: Lab, options: str, words: str) -> None:
        done = lab(f"fit stories/ferry stories/wolf {options}")
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr or "Give one of them" in done.stderr
        assert "Traceback" not in done.stderr

    def test_headlines_need_paths(self, lab: Lab) -> None:
        done = lab("fit --headlines")
        assert done.returncode == 2
        assert "Give paths of articles, and none of --references, --judges, --testbed and --source." in done.stderr


class TestFrequencies:
    """`meadow lab frequencies`."""

    def test_rarity_is_the_logarithm_of_documents_by_those_with_the_word(self, lab: Lab, folder: Path) -> None:
        got = value(lab("frequencies stories --json --top 400 --out idf.tsv"))
        rows = {row["word"]: row for row in got["table"]}
        assert got["documents"] == 6
        assert rows["ninemile"]["documents"] == 4
        assert rows["ninemile"]["idf"] == pytest.approx(0.405, abs=0.001)  # ln(6/4)
        assert "the" not in rows  # stop words are in the file only
        assert got["words"] > len(rows)
        table = dict(
            line.split("\t")[:2] for line in (folder / "idf.tsv").read_text("utf-8").splitlines() if "\t" in line
        )
        assert float(table["ninemile"]) == pytest.approx(rows["ninemile"]["idf"], abs=1e-4)
        assert "the" in table

    def test_the_most_common_come_first_and_none_may_be_asked_for(self, lab: Lab) -> None:
        rows = value(lab("frequencies stories --json --top 5"))["table"]
        assert len(rows) == 5
        assert [row["idf"] for row in rows] == sorted(row["idf"] for row in rows)
        assert value(lab("frequencies stories --json --top 0"))["table"] == []
        refused = lab("frequencies stories --top -1")
        assert refused.returncode == 2
        assert "--top" in refused.stderr

    def test_under_strict_what_could_not_be_read_ends_with_1(self, lab: Lab) -> None:
        assert lab("frequencies torn.jsonl").returncode == 0
        done = lab("frequencies torn.jsonl --strict")
        assert done.returncode == 1
        assert "1 documents hold 3 different words" in done.stdout


def sentence(text: str, worth: float, document: str | None = "d1", index: int | None = 0) -> TellingSentence:
    return TellingSentence(text=text, worth=worth, document=document, index=index)


@pytest.fixture(scope="module")
def compared(folder: Path, stories: list[str]) -> SystemComparison:
    """Return two systems on the three stories, compared once."""
    bed = given_testbed(None, documents=stories, references=str(folder / "references.jsonl"))
    return compare_systems(
        "lead", "mead", change("summaries", metrics=["rouge1.recall"], budgets=["words=20"]), bed, workers=1
    )


class TestCompare:
    """What a comparison of two systems says in words."""

    def test_the_head_names_systems_measure_length_and_who_is_behind(self, compared: SystemComparison) -> None:
        first, second = _text(compared, 5).splitlines()[:2]
        assert first == f"lead beside mead: {compared.metric}, {compared.budget}, 3 topics"
        assert second.startswith(f"mean difference {compared.difference:+.4f}")
        assert second.endswith(f"behind on {len(compared.lost)} of them")

    def test_every_topic_has_its_figures_and_the_difference(self, compared: SystemComparison) -> None:
        shown = _text(compared, 0).splitlines()
        for each in compared.topics:
            assert f"  {each.topic:<24} {each.a:.4f}  {each.b:.4f}  {each.difference:+.4f}" in shown
        assert not any(line.startswith("  only ") for line in shown)

    def test_one_topic_is_one_topic(self, compared: SystemComparison) -> None:
        assert ", 1 topic\n" in _text(replace(compared, topics=compared.topics[:1]), 0)

    def test_topics_that_are_behind_show_what_only_one_of_them_took(self, compared: SystemComparison) -> None:
        long = "word " * 30
        behind = replace(
            compared.topics[0], a=0.1, b=0.5, difference=-0.4, only_a=(),
            only_b=tuple(sentence(long, 0.1 * n) for n in range(5)),
        )  # fmt: skip
        shown = _text(replace(compared, topics=(behind,)), 5)
        assert f"{behind.topic}: -0.4000\n  only mead:\n" in shown
        assert shown.rstrip().endswith("  only lead: nothing")
        lines = [line for line in shown.splitlines() if "[d1:0]" in line]
        assert len(lines) == 3  # the most telling ones
        assert all("…" in line and len(line) < 120 for line in lines)

    def test_a_sentence_that_no_document_has_is_shown_without_a_place(self, compared: SystemComparison) -> None:
        written = sentence("Said by\nnobody else.", 0.25, None, None)
        behind = replace(compared.topics[0], a=0.1, b=0.5, difference=-0.4, only_a=(written,), only_b=())
        shown = _text(replace(compared, topics=(behind,)), 1)
        assert "    +0.2500  Said by nobody else.\n" in f"{shown}\n"

    def test_failures_are_told_below(self, compared: SystemComparison) -> None:
        shown = _text(replace(compared, failures=("wolf: it broke",)), 0)
        assert shown.endswith("\n\nfailed: wolf: it broke")

    def test_topics_are_the_values_of_the_json(self, lab: Lab, compared: SystemComparison) -> None:
        line = "compare lead mead --documents stories/ferry stories/wolf stories/oven --references references.jsonl"
        got = value(lab(f"{line} --metrics rouge1.recall --budgets words=20 --workers 1 --json"))
        assert [(each["topic"], each["a"], each["b"]) for each in got["topics"]] == [
            (each.topic, each.a, each.b) for each in compared.topics
        ]
        assert set(got) == set(asdict(compared))
        assert isinstance(compared.topics[0], TopicComparison)


class TestPlansAndLists:
    """`meadow lab reference-plan`, `list`, `check` and `convert` on the sample."""

    def test_a_plan_counts_what_is_to_write_and_what_is_there(self, lab: Lab) -> None:
        got = value(lab("reference-plan --part 1 --extra 2 --json"))
        assert {row["to_write"] for row in got["stories"]} == {3}
        assert got["total"] == 3 * len(got["stories"])
        shown = lab("reference-plan --part 1 --extra 2")
        assert f"{got['total']} headlines for {len(got['stories'])} stories; part=1, extra=2, seed=0." in shown.stdout

    def test_another_seed_changes_who_writes_more_and_not_how_much_is_written(self, lab: Lab) -> None:
        one, other = (value(lab(f"reference-plan --part 0.3 --seed {seed} --json"))["stories"] for seed in (1, 2))
        assert [row["story"] for row in one] == [row["story"] for row in other]
        assert sum(row["to_write"] for row in one) == sum(row["to_write"] for row in other)

    @pytest.mark.parametrize("name", ["summaries", "tracking", "qarla"])
    def test_an_experiment_says_what_it_is_and_prints_its_file(self, lab: Lab, name: str) -> None:
        got = value(lab(f"list {name} --json"))
        assert got["name"] == name
        assert all(got[key] for key in ("title", "needs", "about"))
        shown = lab(f"list {name}").stdout
        assert f"title: {got['title']}" in shown
        assert f"needs: {got['needs']}" in shown
        toml = lab(f"list {name} --toml").stdout
        assert f'title = "{got["title"]}"' in toml

    def test_a_sound_testbed_is_described_without_findings(self, lab: Lab, folder: Path) -> None:
        assert lab(f"convert {testbed_path()} copy --topics wolf").stdout.endswith("documents -> copy\n")
        done = lab("check copy")
        assert done.returncode == 0
        assert done.stderr.endswith("meadow: Nothing is wrong with it.\n")
        assert "wolf" in done.stdout
        as_json = lab("check copy --json")
        assert as_json.stderr == ""
        assert len(json.loads(as_json.stdout)["tables"]) == 2
        (folder / "copy" / "documents.jsonl").write_text("no json\n", encoding="utf-8")
        broken = lab("check copy --json")
        assert broken.returncode == 1
        assert json.loads(broken.stdout)["findings"][0].keys() >= {"place"}
