"""Tables 2 and 3 of the MEAD paper through the experiment, on its own documents; and any other story."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.kinds.running import figures, report, table
from lab.kinds.whole_bed import BED
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.kinds.mead_features import KIND
from meadow.lab.testbed import Testbed, Topic
from paper import cluster_a, table_3
from shared import shared

RELEASE = "mead-cpf(rank=mix(centroid=1, position=1, first=1, dialect=release))"


@pytest.mark.golden("M8")
@pytest.mark.golden("M3")
def test_tables_2_and_3_of_the_paper_beside_its_own_rows() -> None:
    bed = Testbed("paper", (Topic("A", tuple(cluster_a())),))
    asked = load_experiment("mead-features")
    options = {**asked.options, "idf": str(shared("data", "mead", "enidf.txt.gz"))}
    found = report(bed, replace(asked, systems=(RELEASE,), options=options))
    shown = table(found, "table-3")
    theirs = {row.labels: dict(zip(shown.columns, row.entries, strict=True)) for row in shown.rows if row.theirs}
    assert len(theirs) == 25
    for (document, number), printed in table_3().items():
        ours = figures(shown, document, str(number))
        assert tuple(ours) == ("length", "centroid", "position", "first", "score")
        wanted = dict(zip(("length", "position", "first", "centroid", "score"), printed, strict=True))
        assert ours == pytest.approx(wanted, abs=3e-6)
        beside = {column.name: entry.value for column, entry in theirs[document, str(number)].items()}
        assert beside == pytest.approx(wanted)  # what the experiment says the paper printed is what it prints
    centroid = table(found, "table-2")
    assert [row.labels[0] for row in centroid.rows[:3]] == ["Belgium", "Islamic", "GIA"]
    assert figures(centroid, "Belgium") == pytest.approx({"TF": 5.5, "IDF": 5.60118, "TF·IDF": 30.81}, abs=5e-3)


def test_any_story_has_a_row_per_sentence_and_a_line_per_document() -> None:
    found = report(
        BED, Experiment("mine", "mead-features", systems=("mead-paper",), options={"story": "mill", "terms": 2})
    )
    rows = table(found, "table-3").rows
    assert len(rows) == sum(len(document.spans or ()) or 3 for document in BED.topic("mill").documents)
    for row in rows:
        values = figures(table(found, "table-3"), *row.labels)
        features = values["centroid"], values["position"], values["first"]
        assert all(value is not None for value in features)
        assert values["score"] == pytest.approx(
            sum(w * float(v or 0) for w, v in zip((1, 2, 1), features, strict=True))
        )
    assert len(table(found, "table-2").rows) == 2
    (plot,) = found.plots
    assert len(plot.series) == len(BED.topic("mill").documents)


def test_without_a_name_it_is_the_first_story_whatever_their_order() -> None:
    asked = Experiment("mine", "mead-features", systems=("mead",))
    turned = replace(BED, topics=BED.topics[::-1])
    assert {KIND.plan(bed, asked)[0].topic for bed in (BED, turned)} == {min(topic.id for topic in BED)}
