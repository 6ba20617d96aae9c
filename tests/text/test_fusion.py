"""Dutch lines that were glued together are known by small words in capitals and by days before a capital; names are not."""

from __future__ import annotations

import pytest

from meadow.text.selfcontained.fusion import is_fused


@pytest.mark.parametrize(
    "text",
    [
        "Nieuws uit de haven Tegen de avond zonk het veer.",
        "De dijk brak door. vrijdag, 6 maart 2026 Skerra liep onder.",
        "Onder water Toen Skerra sliep, brak de dijk.",
        "De Havenkrant Zijn veer zonk voor de kust van Skerra.",
    ],
)
def test_lines_that_lost_their_breaks_are_fused(text: str) -> None:
    assert is_fused(text, "nl")


@pytest.mark.parametrize(
    "text",
    [
        "Tegen de avond zonk het veer voor de kust van Skerra.",
        "Burgemeester Jan Van den Berg en minister Els De Wit bezochten de haven.",
        "Het veer zonk op vrijdag 6 maart 2026 voor de kust van Skerra.",
        "De dijk werd op 6 maart 2026, toen het veer zonk, gesloten.",
    ],
)
def test_one_sentence_is_not(text: str) -> None:
    assert not is_fused(text, "nl")
