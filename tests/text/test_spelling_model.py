"""The model of spellings, kept unpacked, ranks languages as the package that it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from meadow.text import kept_tables
from meadow.text.spelling_model import load_identifier

_LANGUAGES = {"en", "es", "nl", "da", "ja", "sl", "uk", "xx"}
_TEXTS = (
    "The ferry sank off Skerra on Monday, and all of the crew were saved.",
    "El transbordador se hundió el lunes frente a Skerra.",
    "De veerboot zonk maandag voor Skerra; de bemanning is gered.",
    "Færgen sank mandag ud for Skerra, og hele besætningen blev reddet.",
    "フェリーは月曜日にスケラ沖で沈没した。",
    "Пором затонув у понеділок біля Скерри.",
    "",
    "\x00",
)


@pytest.fixture
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which what is unpacked is kept, which nothing is in yet."""
    monkeypatch.setattr(kept_tables, "_folders", lambda: iter((tmp_path,)))
    return tmp_path


@pytest.fixture(scope="module")
def package() -> LanguageIdentifier:
    """Return the package's own identifier of the same languages."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(_LANGUAGES - {"xx"})
    return identifier


def test_languages_are_ranked_as_by_the_package_whether_the_model_was_kept_or_not(
    kept_in: Path, package: LanguageIdentifier
) -> None:
    assert list(kept_in.iterdir()) == []
    unpacked, kept = load_identifier(_LANGUAGES), load_identifier(_LANGUAGES)
    assert len(list(kept_in.iterdir())) == 1
    for text in _TEXTS:
        assert unpacked.rank(text) == kept.rank(text) == package.rank(text)


def test_only_the_languages_that_are_wanted_are_told(kept_in: Path) -> None:
    assert kept_in.is_dir()
    for _ in range(2):
        identifier = load_identifier({"nl", "sl", "xx"})
        assert {language for language, _ in identifier.rank(_TEXTS[0])} == {"nl", "sl"}
