"""Tables 2 and 3 of the MEAD paper in full, from its own figures; and the released system's feature files."""

import numpy as np
import pytest

from meadow import pipeline
from meadow.ingest import read
from meadow.model import Document, SentenceRef
from meadow.pipeline.presets import choose_preset
from meadow.rank import RANKERS
from meadow.rank.centroid import view_centroid
from meadow.recipe import Recipe
from meadow.text.background import IdfTable
from meadow.vectors.view import StoryView, view_documents
from paper import cluster_a, enidf, extract_members, feature_values, table_3
from shared import shared

TABLE_2 = {
    "Belgium": 30.81, "Islamic": 29.42, "GIA": 21.00, "Arabic": 13.67, "jailed": 13.52, "Al": 10.75, "hardline": 9.81,
    "statement": 9.61, "torture": 8.42, "threat": 8.15,
}  # fmt: skip
TABLE_2_COUNTS = {
    "Belgium": 11, "Islamic": 6, "GIA": 14, "Arabic": 3, "jailed": 4, "Al": 3, "hardline": 2, "statement": 5, "torture": 2,
    "threat": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def view_a() -> StoryView:
    return view_documents(cluster_a(), background=enidf())


@pytest.mark.golden("M3")
def test_table_2_counts_and_weights_to_the_printed_digits(view_a: StoryView) -> None:
    rows = {row.term: row for row in view_centroid(view_a, dialect="release").table()}
    for term, weight in TABLE_2.items():
        assert rows[term].tf == TABLE_2_COUNTS[term] / 2
        assert round(rows[term].weight, 2) == weight


@pytest.mark.golden("M3")
def test_the_centroid_table_falls_and_keeps_only_weights_over_three(view_a: StoryView) -> None:
    weights = [row.weight for row in view_centroid(view_a, dialect="release").table()]
    assert weights == sorted(weights, reverse=True)
    assert min(weights) > 3


@pytest.mark.golden("M8")
@pytest.mark.golden("M4")
def test_table_3_in_full(view_a: StoryView) -> None:
    wanted = table_3()
    assert len(wanted) == 25
    explanation = pipeline.explain_view(view_a, Recipe(rank="mix(centroid=1, position=1, first=1, dialect=release)"))
    for row in explanation.rows:
        length, position, first, centroid, score = wanted[row.document_id, row.number]
        assert row.length == length
        assert row.features["position"] == pytest.approx(position, abs=1e-6)
        assert row.features["first"] == pytest.approx(first, abs=2e-6)
        assert row.features["centroid"] == pytest.approx(centroid, abs=2e-6)
        # Score = Position + SimWithFirst + Centroid; Length is not added.
        assert row.score == pytest.approx(score, abs=3e-6)
    assert sum(row.length for row in explanation.rows) == 679


@pytest.mark.golden("M4")
def test_best_sentence_of_cluster_a_has_the_raw_centroid_sum_of_the_witness(view_a: StoryView) -> None:
    raw = RANKERS.build("centroid(reading=section3, dialect=release)")(view_a).values
    assert view_a.sentences[int(raw.argmax())].ref == SentenceRef("A1", 9)
    assert raw.max() == pytest.approx(160.2912, abs=5e-5)


@pytest.mark.golden("M4")
def test_without_the_repaired_quotes_21_and_13_of_25_rows_agree() -> None:
    view = view_documents(cluster_a(repaired=False), background=enidf())
    scores = RANKERS.build("mix(centroid=1, position=1, first=1, dialect=release)")(view)
    wanted = table_3()
    rows = [wanted[sentence.ref.document_id, sentence.ref.index + 1] for sentence in view.sentences]
    centroid = np.array([row[3] for row in rows])
    first = np.array([row[2] for row in rows])
    assert int((np.abs(scores.features["centroid"] - centroid) < 2e-6).sum()) == 21
    assert int((np.abs(scores.features["first"] - first) < 2e-6).sum()) == 13


@pytest.mark.golden("M4")
@pytest.mark.parametrize(("folder", "cluster", "sentences"), [("GA3", "GA3", 100), ("cst", "10000000000001", 269)])
def test_released_features_are_equal_for_every_sentence(folder: str, cluster: str, sentences: int) -> None:
    view = view_documents(read(shared("data", "mead", folder, f"{cluster}.cluster")), background=enidf())
    scores = RANKERS.build(choose_preset("mead-release").rank)(view)
    assert len(view) == sentences
    for feature in ("Length", "Position", "Centroid"):
        wanted = feature_values(folder, cluster, feature)
        for row, sentence in enumerate(view.sentences):
            value = wanted[sentence.ref.document_id, sentence.ref.index + 1]
            assert scores.features[feature.lower()][row] == pytest.approx(value, abs=1e-9), (feature, sentence.ref)


@pytest.mark.golden("M6")
@pytest.mark.parametrize(("percent", "size", "shared_sentences"), [(10, 10, 8), (20, 20, 15)])
def test_released_selection_meets_most_of_the_published_extracts(
    percent: int, size: int, shared_sentences: int
) -> None:
    documents = list(read(shared("data", "mead", "GA3", "GA3.cluster")))
    summary = pipeline.summarize(documents, method="mead-release", percent=percent, idf=enidf())
    chosen = {(pick.ref.document_id, pick.ref.index + 1) for pick in summary.picks}
    assert len(chosen) == size
    assert len(chosen & extract_members(percent)) == shared_sentences


@pytest.mark.golden("M5")
def test_weights_multiply_the_features_and_the_best_of_the_paper_is_1_2_1(view_a: StoryView) -> None:
    scores = RANKERS.build(choose_preset("mead-paper").rank)(view_a)
    features = scores.features
    wanted = features["centroid"] + 2 * features["position"] + features["first"]
    assert scores.values == pytest.approx(wanted)
    assert choose_preset("mead-paper-cpf").rank == "mix(centroid=1, position=1, first=1)"
    for values in features.values():
        assert 0 <= values.min() <= values.max() <= 1 + 1e-12


@pytest.mark.golden("M4")
def test_section_3_reading_of_a_small_story_by_hand() -> None:
    table = IdfTable("toy", {"clinton": 36.39, "vernon": 47.54, "jordan": 75.81, "january": 83.60}, unknown=0.0)
    sentence = "President Clinton met with Vernon Jordan in January"
    view = view_documents([Document("d", text=sentence, language="en", spans=((0, len(sentence)),))], background=table)
    # One document, each word once: a centroid value is the word's IDF. 36.39 + 47.54 + 75.81 + 83.60 = 243.34.
    assert RANKERS.build("centroid(reading=section3)")(view).values[0] == pytest.approx(243.34)


@pytest.mark.golden("M4")
def test_linear_position_belongs_to_the_document_and_overlap_counts_every_word() -> None:
    text = "Red fox. The fox ran. A dog."
    spans = ((0, 8), (9, 21), (22, 28))
    table = IdfTable("toy", {"red": 4.0, "fox": 5.0, "ran": 6.0, "dog": 7.0}, unknown=0.0)
    view = view_documents([Document("d", text=text, language="en", spans=spans)], background=table)
    # Centroid: red 4, fox 2·5 = 10, ran 6, dog 7. Sums: 14, 16, 7; C_max = 16 for the only document, n = 3.
    assert RANKERS.build("centroid(reading=section3)")(view).values == pytest.approx([14, 16, 7])
    assert RANKERS.build("position(reading=section3)")(view).values == pytest.approx([16, 16 * 2 / 3, 16 / 3])
    # Inner products with "red fox": 1+1, fox only, nothing.
    assert RANKERS.build("first(reading=section3)")(view).values == pytest.approx([2, 1, 0])


@pytest.mark.golden("M4")
def test_the_title_takes_the_first_sentences_place_only_where_asked_for() -> None:
    def made(name: str, title: str | None) -> Document:
        return Document(name, title=title, text="Red fox ran. Wolf seen.", language="en", spans=((0, 12), (13, 23)))

    view = view_documents([made("a", "Wolf hunt"), made("b", None)], background=IdfTable("toy", {}, unknown=1.0))
    # Inner products with "red fox ran": 3 and 0; with the title "wolf hunt": 0 and 1. A document without one keeps its own.
    assert RANKERS.build("first(reading=section3)")(view).values == pytest.approx([3, 0, 3, 0])
    assert RANKERS.build("first(reading=section3, title=true)")(view).values == pytest.approx([0, 1, 3, 0])
