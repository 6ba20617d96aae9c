"""A question as what it asks for: its content words, how much each weighs, and how each language would spell it.

A word weighs its rarity in general (IDF), up to that of a name. Words that only ask ("what happened", "a report
about") weigh nothing. The language is that of the documents unless function words say otherwise. A question in a language
that no document has is read for its names and numbers only.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from meadow.errors import UsageError
from meadow.model import QuestionKind
from meadow.reports.asking import Asking, read_asking
from meadow.reports.irregular import other_forms
from meadow.reports.wordings import LANGUAGES, kin
from meadow.text.language import UNSPACED, detect_language, language_name
from meadow.text.phrases import names, numbers, tag
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold, words
from meadow.vectors.view import StoryView

_LEAST, _MOST = 0.5, 6.0  # what a word weighs; that it stands in no list makes it a name at most
_TELLING_VERB = 2.4  # the IDF from which on a verb says what is done: "take" and "get" do not
_SURER = 2  # function words by which another language must be ahead of the documents' own
# Languages whose function words can tell that a question is not in the documents' language.
_LISTED = ("en", "es", "nl", "fr", "de")
# Words that ask wherever they stand in a question.
_ASKING: Mapping[str, frozenset[str]] = {
    "en": frozenset({
        "report", "reports", "about", "tell", "describe", "explain", "summarize", "summary", "happen", "happened", "happens",
        "many", "much", "question", "regarding", "concerning", "exactly", "actually", "name", "names", "called", "supposed",
        "include", "including", "discuss", "identify", "information", "details", "detailed", "specific", "give", "giving",
    }),
    "es": frozenset({
        "informe", "informes", "reportaje", "cuenta", "cuéntame", "describe", "explica", "explique", "resume", "resumen",
        "pasó", "pasa", "ocurrió", "ocurre", "sucedió", "cuántos", "cuántas", "cuánto", "cuánta", "pregunta", "acerca",
        "respecto", "llama",
    }),
    "nl": frozenset({
        "rapport", "verslag", "vertel", "beschrijf", "samenvatting", "gebeurde", "gebeurd", "gebeurt", "hoeveel", "vraag",
        "betreffende", "heet",
    }),
    "ja": frozenset({
        "何", "なぜ", "何故", "いつ", "どこ", "誰", "だれ", "どう", "どの", "教え", "教える", "下さい", "ください", "報告",
        "説明", "起き", "起きる", "起こる", "起こっ", "件",
    }),
}  # fmt: skip


Role = Literal["done", "name", "other"]


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A word of a question as written, the terms it may be found as, and how much of the question it is.

    `kin` are the terms of other words that tell of the same event. `role` says what the word is to the question: what is
    done in it, a name, or anything else.
    """

    word: str
    terms: frozenset[str]
    weight: float
    kin: frozenset[str] = frozenset()
    role: Role = "other"


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for, in its order; `notes` say how it was read where that is not plain.

    `kind` is the kind of answer, `opening` the words that ask for it. A topic does not ask: `asks` is then false.
    """

    text: str
    asked: tuple[QuestionTerms, ...]
    notes: tuple[str, ...] = ()
    kind: QuestionKind = "open"
    asks: bool = False
    opening: str = ""
    language: str = "en"


def read_question(view: StoryView, text: str) -> Question:
    """Return a question as documents would spell it; one without a word to look for is an error."""
    if not text.strip():
        raise UsageError(
            "The question is empty.", given=repr(text), allowed='Such as "Why did the ferry sink?".',
            advice="Say what the report is to tell.",
        )  # fmt: skip
    languages = tuple(dict.fromkeys(view.languages))
    spoken = _spoken(view, text, languages)
    asking = read_asking(text, spoken)
    if spoken in languages:
        return _question(text, _content(view, asking.about, spoken, languages), asking, spoken)
    listed = ", ".join(language_name(language) for language in languages)
    note = f"The question is in {language_name(spoken)}, the documents are in {listed}"
    notes = (f"{note}: only its names and numbers were looked for.",)
    return _question(text, _names_and_numbers(view, asking.about, spoken), asking, spoken, notes)


def _question(
    text: str, asked: tuple[QuestionTerms, ...], asking: Asking, spoken: str, notes: tuple[str, ...] = ()
) -> Question:
    return Question(text, asked, notes, asking.kind, asking.asks, asking.opening, spoken)


def _spoken(view: StoryView, text: str, languages: Sequence[str]) -> str:
    """Return the language of a question: the documents' own with most of its function words, or one with clearly more.

    A script that one language owns decides first.
    """
    detected = detect_language(text, default=view.language)
    scripts = UNSPACED | {"ko", "el", "he", "hi", "ar", "ru"}
    if (detected in scripts) != (view.language in scripts) or detected in UNSPACED:
        return detected
    ordered = tuple(dict.fromkeys((view.language, *languages)))
    heard = {language: _function_words(text, language) for language in (*ordered, detected, *_LISTED)}
    nearest = max(ordered, key=lambda language: (heard[language], language == detected))
    other = max((detected, *_LISTED), key=lambda language: heard[language])
    return other if heard[other] >= heard[nearest] + _SURER else nearest


def _function_words(text: str, language: str) -> int:
    """Return how many words of a question are function words of a language, or ask in it."""
    listed = stop_words(language) | _ASKING.get(language, frozenset())
    opening = int(language in LANGUAGES and read_asking(text, language).asks)
    return sum(word in listed for word in words(text, language)) + opening


def _content(view: StoryView, text: str, spoken: str, languages: Sequence[str]) -> tuple[QuestionTerms, ...]:
    """Return the content words of a question, each with the terms it becomes in every language of the documents."""
    content = [word for word in dict.fromkeys(words(text, spoken)) if word not in stop_words(spoken)]
    telling = [word for word in content if word not in _ASKING.get(spoken, frozenset())] or content
    if not telling:
        raise UsageError(
            f"The question {text!r:.80} holds no word to look for.", given=text,
            allowed="A question names what it is about: a person, a place, a thing, an event.",
            advice='Write it out, such as "Why did the ferry sink?".',
        )  # fmt: skip
    rarity = view.background_for(spoken).folded().idf(telling)
    roles = {fold(word.text): word.tag for word in tag(text, spoken)} if spoken not in UNSPACED else {}
    return tuple(
        QuestionTerms(
            _as_written(text, word),
            terms := _terms(word, spoken, languages),
            min(max(float(weight), _LEAST), _MOST),
            _kin(word, spoken, languages) - terms,
            _role(roles.get(word, "other"), float(weight)),
        )
        for word, weight in zip(telling, rarity, strict=True)
    )


def _role(tagged: str, rarity: float) -> Role:
    if tagged == "verb" and rarity >= _TELLING_VERB:
        return "done"
    return "name" if tagged == "name" else "other"


def _kin(word: str, spoken: str, languages: Sequence[str]) -> frozenset[str]:
    """Return the terms of words that tell of the same event as any form of a word."""
    stems = stem_words(sorted(other_forms(word, spoken)), spoken)
    forms = sorted({other for stem in stems for other in kin(spoken).get(stem, ())})
    return frozenset(term for language in languages for term in stem_words(forms, language))


def _terms(word: str, spoken: str, languages: Sequence[str]) -> frozenset[str]:
    """Return what a word may be found as: its stem and those of its irregular forms, by the rules of each language."""
    forms = sorted(other_forms(word, spoken))
    return frozenset(term for language in languages for term in stem_words(forms, language))


def _names_and_numbers(view: StoryView, text: str, spoken: str) -> tuple[QuestionTerms, ...]:
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
