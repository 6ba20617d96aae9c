"""A question as what it asks for: its content words, how much each weighs, and how each language would spell it.

A word weighs its rarity in general (IDF), up to that of a name. Words that only ask ("what happened", "a report
about") weigh nothing. A question in a language that no document has is read for its names and numbers only.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import UsageError
from meadow.reports.irregular import other_forms
from meadow.text.language import detect_language, language_name
from meadow.text.phrases import names, numbers
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold, words
from meadow.vectors.view import StoryView

_LEAST, _MOST = 0.5, 6.0  # what a word weighs; that it stands in no list makes it a name at most
_ASKING: Mapping[str, frozenset[str]] = {
    "en": frozenset({
        "report", "reports", "about", "tell", "describe", "explain", "summarize", "summary", "happen", "happened", "happens",
        "many", "much", "long", "find", "list", "write", "give", "question", "regarding", "concerning",
    }),
    "es": frozenset({
        "informe", "informes", "reportaje", "cuenta", "cuéntame", "describe", "explica", "explique", "resume", "resumen",
        "pasó", "pasa", "ocurrió", "ocurre", "sucedió", "cuántos", "cuántas", "cuánto", "cuánta", "escribe", "pregunta",
        "acerca", "respecto",
    }),
    "nl": frozenset({
        "rapport", "verslag", "vertel", "beschrijf", "leg", "uit", "samenvatting", "gebeurde", "gebeurd", "gebeurt",
        "hoeveel", "schrijf", "vraag", "betreffende",
    }),
    "ja": frozenset({
        "何", "なぜ", "何故", "いつ", "どこ", "誰", "だれ", "どう", "どの", "教え", "教える", "下さい", "ください", "報告",
        "説明", "起き", "起きる", "起こる", "起こっ", "件",
    }),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """A word of a question as written, the terms it may be found as, and how much of the question it is."""

    word: str
    terms: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for, in its order; `notes` say how it was read where that is not plain."""

    text: str
    asked: tuple[Asked, ...]
    notes: tuple[str, ...] = ()


def read_question(view: StoryView, text: str) -> Question:
    """Return a question as documents would spell it; one without a word to look for is an error."""
    if not text.strip():
        raise UsageError(
            "The question is empty.", given=repr(text), allowed='Such as "Why did the ferry sink?".',
            advice="Say what the report is to tell.",
        )  # fmt: skip
    languages = tuple(dict.fromkeys(view.languages))
    spoken = _spoken(view, text, languages)
    if spoken in languages:
        return Question(text, _content(view, text, spoken, languages))
    own = ", ".join(language_name(language) for language in languages)
    note = f"The question is in {language_name(spoken)}, the documents are in {own}"
    return Question(
        text, _names_and_numbers(view, text, spoken), (f"{note}: only its names and numbers were looked for.",)
    )


def _spoken(view: StoryView, text: str, languages: Sequence[str]) -> str:
    """Return the language of a question; of those of the documents the one with most of its function words."""
    detected = detect_language(text, default=view.language)
    if detected not in languages or len(languages) == 1:
        return detected
    heard = {language: sum(word in stop_words(language) for word in words(text, language)) for language in languages}
    return max((detected, *languages), key=lambda language: heard[language])


def _content(view: StoryView, text: str, spoken: str, languages: Sequence[str]) -> tuple[Asked, ...]:
    """Return the content words of a question, each with the terms it becomes in every language of the documents."""
    own = [word for word in dict.fromkeys(words(text, spoken)) if word not in stop_words(spoken)]
    telling = [word for word in own if word not in _ASKING.get(spoken, frozenset())] or own
    if not telling:
        raise UsageError(
            f"The question {text!r:.80} holds no word to look for.", given=text,
            allowed="A question names what it is about: a person, a place, a thing, an event.",
            advice='Write it out, such as "Why did the ferry sink?".',
        )  # fmt: skip
    rarity = view.background_for(spoken).folded().idf(telling)
    return tuple(
        Asked(_as_written(text, word), _terms(word, spoken, languages), min(max(float(weight), _LEAST), _MOST))
        for word, weight in zip(telling, rarity, strict=True)
    )


def _terms(word: str, spoken: str, languages: Sequence[str]) -> frozenset[str]:
    """Return what a word may be found as: its stem and those of its irregular forms, by the rules of each language."""
    forms = sorted(other_forms(word, spoken))
    return frozenset(term for language in languages for term in stem_words(forms, language))


def _names_and_numbers(view: StoryView, text: str, spoken: str) -> tuple[Asked, ...]:
    """Return the words of names and the numbers of a question in another language: those may look the same in any."""
    spans = [span.text for name in names(text, spoken) for span in name.spans]
    figures = [figure.text for figure in numbers(text, spoken) if any(map(str.isdigit, figure.text))]
    kept = " ".join([*spans, *figures])
    telling = any(word not in stop_words(spoken) for word in words(kept, spoken))
    return _content(view, kept, spoken, tuple(dict.fromkeys(view.languages))) if telling else ()


def _as_written(text: str, word: str) -> str:
    """Return a folded word as the question has it; folding keeps offsets."""
    start = fold(text).find(word)
    return text[start : start + len(word)] if start >= 0 else word
