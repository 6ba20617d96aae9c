"""The sheets on clusterings and extracts, by hand: what each table, note and value of the JSON says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.cli.sheet_cells import cells, column, heads, tables, texts, value
from meadow.errors import UsageError
from meadow.lab.evaluate import clustering
from meadow.lab.evaluate.coverage import GoldUnit, parse_gold_units
from meadow.lab.families import clustering as clustering_family
from meadow.lab.families import coverage, extraction
from meadow.lab.families.coverage import Covered
from meadow.lab.families.extraction import Extracts
from meadow.lab.files.labels import Label, Labelling
from meadow.lab.tables.sheet import Sheet

ITEMS = ("a", "b", "c", "d", "e", "f")


def labelling(name: str, labels: str) -> Labelling:
    """Return a clustering of the six items, a letter each; a dot is in no cluster."""
    return Labelling(name, {item: None if label == "." else label for item, label in zip(ITEMS, labels, strict=True)})


CLASSES = labelling("gold", "111222")


def clustering_sheet(systems: Sequence[Labelling], classes: Labelling, items: Sequence[str], **options: Any) -> Sheet:
    return clustering_family.sheet(clustering_family.Clusterings(systems, classes, items), **options)


def difference_sheet(first: Labelling, second: Labelling, **more: Any) -> Sheet:
    return clustering_family.difference_sheet(clustering_family.Clusterings([first], second, ITEMS, **more))


class TestClustering:
    """`clustering.sheet`: every measure, beside singletons, one cluster and chance."""

    def test_every_measure_has_a_row_and_every_trivial_clustering_a_column(self) -> None:
        sheet = clustering_sheet([labelling("sys", "xxyyzz")], CLASSES, ITEMS, draws=3, seed=1)
        (table,) = tables(sheet)
        assert heads(table) == ["measure", "sys", "all singletons", "one cluster", "random"]
        assert [row[0] for row in cells(table)] == list(clustering.MEASURES)
        compared = clustering.compare([0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1])
        assert column(table, "sys") == {name: getattr(compared, name) for name in clustering.MEASURES}
        assert column(table, "all singletons")["homogeneity"] == 1.0
        assert column(table, "one cluster")["completeness"] == 1.0
        assert table.title == ""
        assert any("random(draws=3, seed=1)" in line for line in sheet.signatures)
        (way,) = value(sheet)["ways"]
        assert (value(sheet)["items"], way["irrelevant"]) == (6, None)
        assert way["columns"]["sys"]["v"] == compared.v
        assert way["columns"]["sys"]["signature"] == compared.signature

    def test_items_in_no_cluster_are_singletons_and_then_one_bucket(self) -> None:
        sheet = clustering_sheet([labelling("sys", "xx....")], labelling("gold", "11...."), ITEMS, draws=3, seed=1)
        assert [table.title for table in tables(sheet)] == [
            "Items in no cluster as singletons",
            "Items in no cluster as one bucket",
        ]
        assert [way["irrelevant"] for way in value(sheet)["ways"]] == ["singletons", "bucket"]
        assert [column(table, "sys")["v"] for table in tables(sheet)] == [1.0, 1.0]

    def test_chance_needs_four_items_and_says_so(self) -> None:
        few = ITEMS[:3]
        sheet = clustering_sheet([labelling("sys", "xxy...")], labelling("gold", "122..."), few, draws=3, seed=1)
        (table, *_) = tables(sheet)
        assert set(column(table, "random").values()) == {None}
        assert "Chance needs at least four items." in sheet.notes
        assert not any("baseline:random" in line for line in sheet.signatures)
        (way, *_) = value(sheet)["ways"]
        assert way["columns"]["random"] is None

    def test_a_beta_adds_a_row_for_every_column(self) -> None:
        plain = clustering_sheet([labelling("sys", "xxyyzz")], CLASSES, ITEMS, draws=3, seed=1)
        sheet = clustering_sheet([labelling("sys", "xxyyzz")], CLASSES, ITEMS, draws=3, seed=1, beta=1.0)
        (table,) = tables(sheet)
        assert [row[0] for row in cells(table)][-1] == "v(beta=1)"
        assert cells(table)[:-1] == cells(tables(plain)[0])
        # V at a beta of 1 is the harmonic mean, V itself.
        assert cells(table)[-1][1] == pytest.approx(column(table, "sys")["v"])
        (way,) = value(sheet)["ways"]
        assert way["columns"]["sys"]["v(beta=1)"] == cells(table)[-1][1]

    def test_two_systems_are_compared_by_b_cubed_of_items(self) -> None:
        right, wrong = labelling("right", "xxxyyy"), labelling("wrong", "xxxxxx")
        sheet = clustering_sheet([right, wrong], CLASSES, ITEMS, draws=3, seed=1)
        precision, recall = value(sheet)["comparisons"]
        assert (precision["measure"], recall["measure"]) == ("bcubed_precision", "bcubed_recall")
        # In one cluster of six, three of the items beside each are of its class: half of its neighbours are wrong.
        assert (precision["difference"], recall["difference"]) == (0.5, 0.0)
        assert precision["pairs"] == 6

    @given(st.lists(st.sampled_from("xyz"), min_size=6, max_size=6))
    def test_the_classes_themselves_are_perfect_and_alone_there_is_nothing_to_compare(self, labels: list[str]) -> None:
        same = "".join(labels)
        sheet = clustering_sheet([labelling("sys", same)], labelling("gold", same), ITEMS, draws=1, seed=0)
        (table,) = tables(sheet)
        shown = column(table, "sys")
        assert [shown[name] for name in ("v", "purity", "f", "bcubed_f", "rand")] == pytest.approx([1.0] * 5)
        assert "comparisons" not in value(sheet)


class TestDifferences:
    """`clustering.difference_sheet`: what to delete, add and move."""

    def test_items_to_delete_add_and_move_are_listed_by_name(self) -> None:
        sheet = difference_sheet(labelling("mine", "xx.yyz"), labelling("theirs", "xxx.yy"))
        assert texts(sheet) == [
            "To turn mine into theirs",
            "  in no cluster for both: none",
            "  identical clusters: 0",
            "  delete: d",
            "  add: c",
            "  move: f",
        ]
        found = value(sheet)["differences"]
        assert (found["delete"], found["add"], found["move"]) == (["d"], ["c"], ["f"])
        (table,) = tables(sheet)
        assert heads(table) == ["item", "change", "from", "to"]
        assert {row[0]: row[1:] for row in cells(table)}["d"] == ("delete", "y", "–")
        assert {row[0]: row[1:] for row in cells(table)}["c"][:2] == ("add", "–")

    def test_reasons_and_words_have_columns_where_there_are_any(self) -> None:
        sheet = difference_sheet(
            labelling("mine", "xx.yyy"), labelling("theirs", "xxxyyy"),
            reasons={2: "emphasis"}, texts={"c": "Nine died.", "a": "not shown"},
        )  # fmt: skip
        (table,) = tables(sheet)
        assert heads(table) == ["item", "change", "to", "reason", "text"]  # nothing is taken from a cluster
        assert cells(table) == [("c", "add", "x", "emphasis", "Nine died.")]

    def test_two_that_are_the_same_need_no_table(self) -> None:
        sheet = difference_sheet(labelling("mine", "xxyy.."), labelling("theirs", "xxyy.."))
        assert tables(sheet) == []
        assert "  in no cluster for both: e, f" in texts(sheet)
        assert "  identical clusters: 2" in texts(sheet)
        found = value(sheet)["differences"]
        assert (found["identical"], found["changes"]) == ([["a", "b"], ["c", "d"]], [])

    @given(
        st.lists(st.sampled_from("xy."), min_size=6, max_size=6),
        st.lists(st.sampled_from("xy."), min_size=6, max_size=6),
    )
    def test_every_item_is_in_at_most_one_list_and_changes_name_them_all(self, one: list[str], two: list[str]) -> None:
        sheet = difference_sheet(labelling("one", "".join(one)), labelling("two", "".join(two)))
        found = value(sheet)["differences"]
        listed = [*found["delete"], *found["add"], *found["move"]]
        assert sorted(listed) == sorted(set(listed)) == sorted(change["item"] for change in found["changes"])
        assert found["in_neither"] == [item for item, a, b in zip(ITEMS, one, two, strict=True) if (a, b) == (".", ".")]


# Table 1 of the TSC3 paper.
GOLD = parse_gold_units("1\t{s1} {s10,s11}\n2\t{s3,s5,s6}\n3\t{s20,s21,s23} {s1,s30,s60}\n")
EXTRACT = frozenset({10, 11, 5, 17, 60, 61})
COVER = frozenset({1, 3, 5, 6, 30, 60})


def covered(
    extracts: dict[str, frozenset[int]], ranks: str | None = None, weights: tuple[float, ...] | None = None
) -> Sheet:
    return coverage.sheet(Covered(GOLD, extracts), ranks=ranks, weights=weights)


class TestCoverage:
    """`coverage.sheet` and `certificate_sheet`."""

    def test_the_table_of_the_paper(self) -> None:
        sheet = covered({"mine": EXTRACT})
        scores, missed = tables(sheet)
        # Sentence 1 is reached, 2 by a third, 3 by a third: (1 + 1/3 + 1/3)/3. Of six sentences four are of use.
        ((_, precision, coverage, weighted, redundant),) = cells(scores)
        assert (precision, coverage) == (pytest.approx(4 / 6), pytest.approx(5 / 9))
        assert (weighted, redundant) == (None, 0.0)
        assert missed.title == "mine misses"
        assert cells(missed) == [("2", "1/3", "s3 s5 s6", "s3 s6"), ("3", "1/3", "s1 s30 s60", "s1 s30")]
        assert "minimum cover: s1 s3 s5 s6 s30 s60 (h = 6)" in texts(sheet)
        assert any(note.startswith("Weighted coverage needs a rank") for note in sheet.notes)

    def test_what_reaches_everything_misses_nothing(self) -> None:
        sheet = covered({"all": COVER})
        assert len(tables(sheet)) == 1
        assert "all misses nothing." in texts(sheet)
        (made,) = value(sheet)["extracts"]
        assert (made["precision"], made["coverage"], made["missed"]) == (1.0, 1.0, [])
        assert value(sheet)["cover"] == sorted(COVER)

    def test_an_empty_extract_reaches_nothing(self) -> None:
        sheet = covered({"none": frozenset()})
        assert [row[1] for row in cells(tables(sheet)[1])] == ["0", "0", "0"]
        (made,) = value(sheet)["extracts"]
        assert made["coverage"] == 0.0
        assert [each["unit"] for each in made["missed"]] == ["1", "2", "3"]

    @pytest.mark.parametrize(
        ("weights", "expected"),
        # By rank A counts 1, B 1/2, C 1/3, and the whole is weighed by their sum.
        [(None, (1 + 1 / 6 + 1 / 9) / (11 / 6)), ((1.0, 1.0, 1.0), 5 / 9), ((1.0, 0.0, 0.0), 1.0)],
    )
    def test_ranks_weigh_what_is_reached(self, weights: tuple[float, ...] | None, expected: float) -> None:
        sheet = covered({"mine": EXTRACT}, ranks="ABC", weights=weights)
        (made,) = value(sheet)["extracts"]
        assert made["weighted_coverage"] == pytest.approx(expected)
        assert not any(note.startswith("Weighted coverage") for note in sheet.notes)

    def test_ranks_of_the_gold_are_used_if_every_sentence_has_one(self) -> None:
        ranked = [GoldUnit(unit.id, unit.alternatives, rank) for unit, rank in zip(GOLD, "ABC", strict=True)]
        sheet = coverage.sheet(Covered(ranked, {"mine": EXTRACT}))
        (made,) = value(sheet)["extracts"]
        assert made["weighted_coverage"] == pytest.approx((1 + 1 / 6 + 1 / 9) / (11 / 6))
        partly = [*ranked[:2], GOLD[2]]
        sheet = coverage.sheet(Covered(partly, {"mine": EXTRACT}))
        assert value(sheet)["extracts"][0]["weighted_coverage"] is None

    def test_two_extracts_are_compared_by_abstract_sentence(self) -> None:
        sheet = covered({"all": COVER, "mine": EXTRACT})
        (test,) = value(sheet)["comparisons"]
        assert (test["first"], test["second"], test["pairs"]) == ("all", "mine", 3)
        assert tables(sheet)[-1].title == "First less second, paired by abstract sentence"
        assert test["difference"] == pytest.approx(1 - 5 / 9)

    def test_a_certificate_shows_what_each_sentence_pays(self) -> None:
        sheet = coverage.certificate_sheet(GOLD)
        assert texts(sheet)[0] == "no cover has fewer than 6 sentences: checked"
        proof = value(sheet)["certificate"]
        assert proof["holds"] is True
        assert len(proof["used"]) == len(GOLD)  # the alternative that each abstract sentence rests on
        (table,) = tables(sheet)
        assert heads(table) == ["unit", "pays at least"]
        assert sum(float(row[1]) for row in cells(table)) > 5


NAMES = {number: f"s{number}" for number in range(8)}


class TestExtraction:
    """`extraction.sheet`: precision, recall, F and agreement."""

    def test_figures_by_hand(self) -> None:
        sheet = extraction.sheet(Extracts({"mine": frozenset({0, 3})}, [frozenset({0, 1, 2})], NAMES), total=8)
        (table,) = tables(sheet)
        # One of two is right, one of three is found, and of eight sentences both treat five alike.
        assert cells(table) == [("mine", 0.5, pytest.approx(1 / 3), pytest.approx(0.4), pytest.approx(5 / 8))]
        assert texts(sheet) == []
        assert (value(sheet)["ideal"], value(sheet)["sentences"]) == (3, ["s0", "s1", "s2"])
        assert sheet.notes == []

    def test_without_a_total_there_is_no_agreement_and_no_comparison(self) -> None:
        one, two = frozenset({0}), frozenset({1})
        sheet = extraction.sheet(Extracts({"mine": one}, [two], NAMES), total=None)
        assert cells(tables(sheet)[0])[0][-1] is None
        assert any("--total" in note for note in sheet.notes)
        with pytest.raises(UsageError, match="compared sentence by sentence, but --total is not given") as refused:
            extraction.sheet(Extracts({"mine": one, "other": two}, [two], NAMES), total=None)
        assert refused.value.given == "mine, other"

    def test_of_several_ideals_the_majority_counts(self) -> None:
        ideals = [frozenset({0, 1}), frozenset({1, 2}), frozenset({1, 3})]
        sheet = extraction.sheet(Extracts({"mine": frozenset({1})}, ideals, NAMES), total=4)
        assert texts(sheet) == ["ideal by majority of 3 extracts: s1"]
        assert cells(tables(sheet)[0])[0][1:] == (1.0, 1.0, 1.0, 1.0)
        assert any("majority" in line and "3" in line for line in sheet.signatures)

    def test_two_extracts_are_compared_by_sentence(self) -> None:
        sheet = extraction.sheet(
            Extracts({"right": frozenset({0, 1}), "wrong": frozenset({2, 3})}, [frozenset({0, 1})], NAMES), total=8
        )
        (test,) = value(sheet)["comparisons"]
        assert (test["measure"], test["pairs"], test["difference"]) == ("agreement", 8, 0.5)


@given(st.lists(st.sampled_from(["x", "y", None]), min_size=6, max_size=6))
def test_labels_come_in_the_order_of_items_and_what_is_not_there_is_in_no_cluster(labels: list[Label]) -> None:
    given_ = Labelling("any", dict(zip(ITEMS, labels, strict=True)))
    assert given_.in_order(ITEMS) == labels
    assert given_.in_order([*reversed(ITEMS), "stranger"]) == [*reversed(labels), None]
