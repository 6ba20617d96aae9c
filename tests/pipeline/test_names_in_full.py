"""Names in full in summaries: printed in brackets, recorded and paid for, and left out where they are not needed or sure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.model import Document, Summary

LEAD = (
    "The ferry Star of Skerra sank off the port of Lorvane on Monday with forty people on board, the coast guard said."
)
# Context-dependent sentences are chosen by no search, and come in only where much length is left.
NAMED = "But police spokeswoman Ann Lund came late to breakfast."
SAID = "Lund told reporters that divers had found the captain asleep, the bow door open and no lifeboats on the ferry."
SEEN = "The divers who had found the captain asleep gave the log of the ferry to Lund."

SPANISH = (
    "El ferri Estrella de Skerra se hundió el lunes ante el puerto de Lorvane con cuarenta personas a bordo, dijo la guardia"
    " costera.",
    "Pero el portavoz Jonas Rubin llegó tarde al desayuno.",
    "La policía halló junto con Rubin al capitán del ferri dormido, una puerta abierta y una bodega sin botes.",
)


def _summary(*texts: str, language: str = "en", **settings: Any) -> Summary:
    documents = [Document(f"d{at}", text=text, language=language) for at, text in enumerate(texts)]
    summary = meadow.summarize(documents, **settings)
    by_id = {document.id: document.text for document in documents}
    for pick in summary.picks:
        assert by_id[pick.ref.document_id][pick.sentence.start : pick.sentence.end] == pick.sentence.text
    for edit in summary.edits:
        if edit.kind == "name":
            _check_recorded(edit, summary, by_id[edit.ref.document_id])
    return summary


def _check_recorded(edit: meadow.model.Edit, summary: Summary, text: str) -> None:
    """Raise an error unless a name is in its sentence just before the surname at its offsets."""
    (pick,) = (pick for pick in summary.picks if pick.ref == edit.ref)
    surname = text[edit.start :].split()[0]
    assert (edit.start, edit.removed) == (edit.end, "")
    assert pick.sentence.start <= edit.start < pick.sentence.end
    assert f"{edit.inserted} {surname}" in pick.written
    assert edit.inserted not in pick.sentence.text


def _written(*texts: str, **settings: Any) -> list[str]:
    return [pick.written for pick in _summary(*texts, **settings).picks]


class TestOthers:
    """Nothing is chosen for a name, and nobody is named twice or unsurely."""

    @pytest.mark.parametrize("budget", [{"words": 45}, {"words": 60}, {"characters": 240}, {"sentences": 2}])
    def test_with_and_without_names_the_same_is_chosen(self, budget: dict[str, Any]) -> None:
        text = f"{LEAD} {NAMED} {SAID} {SEEN}"
        refs = [
            [pick.ref for pick in _summary(text, rewrite=how, **budget).picks] for how in ("trim", "trim(names=false)")
        ]
        assert refs[0] == refs[1]

    def test_who_speaks_by_surname_alone_still_waits_for_an_introduction(self) -> None:
        assert SAID not in " ".join(_written(f"{LEAD} {NAMED} {SAID}", words=45))
        assert _written(f"{LEAD} {NAMED} {SAID}", words=60) == [LEAD, NAMED, SAID]

    @pytest.mark.parametrize("rewrite", ["none", "compress", "trim(names=false)"])
    def test_rewriters_without_names_print_none(self, rewrite: str) -> None:
        summary = _summary(f"{LEAD} {NAMED} {SEEN}", sentences=2, rewrite=rewrite)
        assert SEEN in summary.text
        assert not any(edit.kind == "name" for edit in summary.edits)

    @pytest.mark.parametrize("method", ["mead", "lead", "icsi"])
    def test_methods_of_papers_print_none(self, method: str) -> None:
        assert "[" not in _summary(f"{LEAD} {NAMED} {SEEN}", sentences=2, method=method).text

    def test_the_signature_says_nothing_of_what_is_the_default(self) -> None:
        assert "|rewrite:trim|" in _summary(f"{LEAD} {NAMED} {SEEN}", words=60).run.signature
        assert "rewrite:trim(names=false)" in _summary(LEAD, words=60, rewrite="trim(names=false)").run.signature

    def test_two_people_of_one_surname_get_none(self) -> None:
        text, other = f"{LEAD} {NAMED} {SEEN}", "Bo Lund is a painter."
        assert "[" not in _summary(text, other, sentences=2).text
        assert "[police spokeswoman Ann] Lund" in _summary(text, other.replace("Lund", "Rubin"), sentences=2).text

    def test_a_known_person_gets_none(self) -> None:
        text = (
            f"{LEAD} {NAMED} At the Lund-Rubin talks of Monday divers gave the log of the ferry Star of Skerra to Lund."
        )
        assert "[" not in _summary(text, sentences=2).text


class TestLeftRoom:
    """Who else is spoken of by surname alone is named where words are left, the first time."""

    @pytest.mark.parametrize(("words", "name"), [(0, ""), (2, ""), (3, "[police spokeswoman Ann] ")])
    def test_words_that_are_left(self, words: int, name: str) -> None:
        size = len(f"{LEAD} {SEEN}".split())
        assert _written(f"{LEAD} {NAMED} {SEEN}", words=size + words) == [LEAD, SEEN.replace("Lund", f"{name}Lund")]

    def test_once_is_enough(self) -> None:
        text = (
            f"{LEAD} {NAMED} {SEEN} The mayor of Lorvane thanked Lund, the harbour master and two hundred volunteers."
        )
        printed = _summary(text, sentences=3).text
        assert printed.count("Lund") == 2
        assert printed.count("[") == 1
        assert printed.index("[") < printed.index("Lund")

    def test_spanish(self) -> None:
        lead, named, seen = SPANISH
        words = len(f"{lead} {seen}".split())
        assert _written(f"{lead} {named} {seen}", language="es", words=words + 1) == [
            lead,
            seen.replace("Rubin", "[Jonas] Rubin"),
        ]


SENTENCES = st.sampled_from([
    LEAD, NAMED, SAID, SEEN,
    "Captain Jonas Rubin of Skerra slept when the ferry left the port of Lorvane.",
    "Rubin denied that the ferry had left the port of Lorvane with an open door.",
    "The harbour of Lorvane was closed on Tuesday, and Rubin and Lund met there.",
    "“The door was open,” said Mr Rubin of the ferry.",
    "Divers of the coast guard found forty lifebelts near the harbour of Lorvane.",
    "Bo Lund paints ferries in Skerra.",
])  # fmt: skip
UNITS = st.sampled_from(["words", "characters", "sentences"])


@given(
    st.lists(st.lists(SENTENCES, min_size=1, max_size=6, unique=True), min_size=1, max_size=3),
    UNITS,
    st.integers(1, 60),
)
def test_no_budget_is_ever_exceeded(stories: list[list[str]], unit: str, room: int) -> None:
    limit = {"words": room, "characters": 6 * room, "sentences": room % 6 + 1}[unit]
    budget: dict[str, Any] = {unit: limit}
    summary = _summary(*map(" ".join, stories), **budget)
    sizes = {"words": len(summary.text.split()), "characters": len(summary.text), "sentences": len(summary.picks)}
    assert sizes[unit] <= limit
    inserted = [edit.inserted for edit in summary.edits if edit.kind == "name"]
    assert len(set(inserted)) == len(inserted)  # nobody is introduced twice
    assert summary.text.count("[") == len(inserted)
    if any("Bo Lund" in sentence for story in stories for sentence in story):
        assert not any(edit.endswith((" Ann]", " Bo]")) for edit in inserted)
