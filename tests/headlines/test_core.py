"""Core documents, the shelf, and the command that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from typer.testing import CliRunner

from meadow import pipeline
from meadow.brief.json import proposals_value
from meadow.cli.app import app
from meadow.errors import SpecError, UnknownNameError
from meadow.headlines import HEADLINES
from meadow.headlines.closeness import document_closeness
from meadow.headlines.compress import best_rows
from meadow.headlines.core import core_view
from meadow.ingest import write_jsonl
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, document, documents

RANK = RANKERS.build("lead")
ODD = document("odd", ["The cup final was sold out."], hours=-5, title="Ticket fury before the cup final")


@pytest.mark.golden("H5")
def test_documents_below_the_median_are_left_out() -> None:
    view = view_documents([*FERRY, ODD])
    cosines = dict(zip((each.id for each in view.documents), document_closeness(view).tolist(), strict=True))
    middle = float(np.median(list(cosines.values())))
    kept = {each.id for each in core_view(view).documents}
    assert kept == {name for name, cosine in cosines.items() if cosine >= middle} == {"wire", "echo"}


@pytest.mark.golden("H5")
def test_closeness_by_hand() -> None:
    # Flat background of 2; per document wolf 2 and sheep 2 make the centroid (4, 4) over two documents of (4, 0) and (0, 4).
    made = [document("a", ["Wolf wolf wolf wolf."]), document("b", ["Sheep sheep sheep sheep."])]
    assert document_closeness(view_documents(made, background=FLAT)) == pytest.approx([0.5**0.5] * 2)


@pytest.mark.golden("H5")
def test_any_method_works_on_the_core() -> None:
    view = view_documents([*FERRY, ODD])
    ranked = [view.sentences[row].ref.document_id for row in best_rows(view, RANK)]
    assert ranked[0] == "odd"  # the lead of the earliest document, which the core leaves out
    inner = HEADLINES.build("core(compress(words=9))")(view, RANK)
    assert inner.evidence[0].document_id == "wire"
    assert len(inner.text.split()) <= 9
    assert HEADLINES.build("core(core(title))")(view, RANK).text == "Ferry capsizes off Skerra, nine dead"


@pytest.mark.parametrize("spec", ["core(title, phrase)", "core(3)"])
def test_core_takes_one_method(spec: str) -> None:
    with pytest.raises(SpecError, match="One headline method"):
        HEADLINES.build(spec)(view_documents(FERRY), RANK)


def test_core_of_an_unknown_method() -> None:
    with pytest.raises(UnknownNameError, match="no headline method called 'titel'"):
        pipeline.headline(FERRY, method="core(titel)")


@given(documents)
def test_the_core_is_never_empty_and_never_smaller_than_half(made: list[Document]) -> None:
    view = view_documents(made, background=FLAT)
    kept = core_view(view)
    assert 2 * len(kept.documents) >= len(view.documents)


def test_the_proposals_shows_every_method_once() -> None:
    proposals = pipeline.propose_headlines(FERRY)
    assert [each.headline.method for each in proposals] == list(pipeline.HEADLINE_METHODS)
    assert proposals[0].headline == pipeline.headline(FERRY)
    for each in proposals:
        assert 0 <= each.similarity <= 1 + 1e-9
        assert each.characters == len(each.headline.text)
        assert each.words == len(each.headline.text.split())
    assert list(proposals_value(proposals)["headlines"][0]) == [  # type: ignore[index]
        "text", "method", "evidence", "signature", "similarity", "words", "characters", "flaws"
    ]  # fmt: skip


def test_the_proposals_of_chosen_methods() -> None:
    two = pipeline.propose_headlines(FERRY, methods=["compress(words=6)", "phrase"])
    assert [each.headline.method for each in two] == ["compress(words=6)", "phrase"]


@pytest.fixture
def ferry(tmp_path: Path) -> str:
    path = tmp_path / "ferry.jsonl"
    path.write_text("\n".join(write_jsonl(FERRY)), encoding="utf-8")
    return str(path)


def test_the_command_prints_one_line_or_the_proposals(ferry: str) -> None:
    runner = CliRunner()
    # "…, nine dead" is closer to the story, which ended with 17.
    assert runner.invoke(app, ["headline", ferry]).stdout == "Open door blamed for ferry disaster\n"
    printed = runner.invoke(app, ["headline", ferry, "--all"]).stdout
    assert all(f"{method} · similarity" in printed for method in pipeline.HEADLINE_METHODS)
    assert "Outlet wire, title" in printed
    value = json.loads(runner.invoke(app, ["headline", ferry, "--all", "--json"]).stdout)
    assert [each["method"] for each in value["headlines"]] == list(pipeline.HEADLINE_METHODS)


def test_all_and_one_method_exclude_each_other(ferry: str) -> None:
    result = CliRunner().invoke(app, ["headline", ferry, "--all", "--method", "title"])
    assert result.exit_code != 0
