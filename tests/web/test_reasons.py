"""The page of reasons shows what `meadow.explain` says: the best sentences and those chosen, each with its reason."""

from __future__ import annotations

import meadow
from meadow.brief.choices import choice_text, places_of
from meadow.pipeline.presets import make_recipe
from meadow.sample import sample_path
from meadow.web.reasons import SHOWN, reasons_of


def test_the_page_says_of_a_sentence_what_explain_says() -> None:
    documents = [each for each in meadow.read(sample_path()) if each.id.startswith("wolf-")]
    recipe = make_recipe(words=60, tracker="one")
    (brief,) = meadow.digest(documents, recipe=recipe)
    explained = meadow.explain(brief.documents, recipe=recipe)
    shown = reasons_of(brief, recipe)
    wording = {
        (row.document_id, row.number): choice_text(row.choice, places_of(explained))
        for row in explained.rows
        if row.choice is not None
    }
    assert len(shown.candidates) >= SHOWN
    assert sum(each.chosen for each in shown.candidates) == len(brief.summary.picks)
    for candidate in shown.candidates:
        assert candidate.fate == wording[candidate.place.document.id, candidate.place.index + 1]
    assert shown.signature == explained.run.signature
