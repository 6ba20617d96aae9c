"""Dates in the prose: printed where a day would mislead, in brackets, recorded, and left out on demand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.model import Document
from meadow.rewrite import dating
from meadow.rewrite.compress import compress
from meadow.rewrite.dating import date_insertions, with_insertions
from meadow.rewrite.none import none
from meadow.rewrite.periods import find_periods, period_pattern, period_words
from meadow.rewrite.rewritten import Context, Insertion, Rewritten, takes_context
from meadow.rewrite.trim import trim
from meadow.testing import ContractError, check_rewriter
from meadow.text.phrases.dates import dates_seen

# Tuesday, 27 October 2026; the story ends on Friday, 20 November.
WRITTEN = datetime(2026, 10, 27, 12, tzinfo=UTC)
WEEKS_LATER = Context(WRITTEN, datetime(2026, 11, 20, 9, tzinfo=UTC))
A_YEAR_LATER = Context(WRITTEN, datetime(2027, 11, 20, 9, tzinfo=UTC))
DAYS_LATER = Context(WRITTEN, datetime(2026, 10, 30, 9, tzinfo=UTC))

CASES = [
    ("en", WEEKS_LATER, "The ferry sank on Monday.", "The ferry sank on Monday [26 Oct]."),
    ("en", WEEKS_LATER, "The ferry sank on Monday morning.", "The ferry sank on Monday morning [26 Oct]."),
    ("en", WEEKS_LATER, "The ferry sank yesterday.", "The ferry sank yesterday [26 Oct]."),
    ("en", WEEKS_LATER, "The ferry sails today.", "The ferry sails today [27 Oct]."),
    ("en", WEEKS_LATER, "The ferry will sail on Friday.", "The ferry will sail on Friday [30 Oct]."),
    # A place is no future, and what follows a day may be its verb.
    (
        "en", WEEKS_LATER, "The sailors were brought to the base by boat on Thursday.",
        "The sailors were brought to the base by boat on Thursday [22 Oct].",
    ),
    (
        "en", WEEKS_LATER, "The fair ends soon, Friday being its last day.",
        "The fair ends soon, Friday [30 Oct] being its last day.",
    ),
    # On which side of the day of writing such days lie is not known; on that very day they are it.
    ("en", WEEKS_LATER, "The ferry was due to sail on Friday.", None),
    ("en", WEEKS_LATER, "The ferry had been free until Friday.", None),
    ("en", WEEKS_LATER, "The ferry was due to sail on Tuesday.", "The ferry was due to sail on Tuesday [27 Oct]."),
    ("en", WEEKS_LATER, "The ferry sails Monday through Friday.", None),
    ("en", WEEKS_LATER, "The ferry was new last month.", "The ferry was new last month [Sep]."),
    ("en", WEEKS_LATER, "The ferry was new last year.", "The ferry was new last year."),
    ("en", A_YEAR_LATER, "The ferry sank on Monday.", "The ferry sank on Monday [26 Oct 2026]."),
    ("en", A_YEAR_LATER, "The ferry was new last year.", "The ferry was new last year [2025]."),
    ("en", A_YEAR_LATER, "The ferry sank on 20 October.", "The ferry sank on 20 October [2026]."),
    ("en", A_YEAR_LATER, "The ferry sank on 20 October 2026.", "The ferry sank on 20 October 2026."),
    # Seen from Friday, Monday is still this Monday; yesterday is another day.
    ("en", DAYS_LATER, "The ferry sank on Monday.", "The ferry sank on Monday."),
    ("en", DAYS_LATER, "The ferry sank yesterday.", "The ferry sank yesterday [26 Oct]."),
    # Weeks, parts of days, days that are counted back.
    ("en", WEEKS_LATER, "The ferry sank last week.", "The ferry sank last week [week of 19 Oct]."),
    ("en", A_YEAR_LATER, "The ferry sails next week.", "The ferry sails next week [week of 2 Nov 2026]."),
    ("en", WEEKS_LATER, "The ferry sank earlier this week.", "The ferry sank earlier this week [week of 26 Oct]."),
    ("en", DAYS_LATER, "The ferry sank this week.", None),  # it is still that week
    ("en", WEEKS_LATER, "The ferry sank this morning.", "The ferry sank this morning [27 Oct]."),
    ("en", WEEKS_LATER, "Last night the ferry sank.", "Last night [26 Oct] the ferry sank."),
    ("en", WEEKS_LATER, "The ferry sank two days ago.", "The ferry sank two days ago [25 Oct]."),
    ("en", WEEKS_LATER, "The ferry sank 12 days ago.", "The ferry sank 12 days ago [15 Oct]."),
    # These count from another day, or go on.
    ("en", WEEKS_LATER, "The last week of the fair was calm, and so was the last month.", None),
    ("en", WEEKS_LATER, "Last month's fair was calm, and so was next week’s.", None),
    ("en", WEEKS_LATER, "The ferry sank three weeks ago.", None),
    ("es", WEEKS_LATER, "Se hundió la semana pasada.", "Se hundió la semana pasada [semana del 19 oct]."),
    ("es", WEEKS_LATER, "Zarpa la próxima semana.", "Zarpa la próxima semana [semana del 2 nov]."),
    ("es", WEEKS_LATER, "Se hundió esta madrugada.", "Se hundió esta madrugada [27 oct]."),
    ("es", WEEKS_LATER, "Hace dos días se hundió.", "Hace dos días [25 oct] se hundió."),
    ("nl", WEEKS_LATER, "De veerboot zonk vorige week.", "De veerboot zonk vorige week [week van 19 okt]."),
    ("nl", WEEKS_LATER, "De veerboot zonk drie dagen geleden.", "De veerboot zonk drie dagen geleden [24 okt]."),
    ("nl", WEEKS_LATER, "De volgende week was het kalm.", None),
    ("ja", WEEKS_LATER, "機構は先週発表した。", "機構は先週［10月19日の週］発表した。"),
    # On a Sunday "this week" may be either.
    ("en", Context(WRITTEN - timedelta(days=2), WEEKS_LATER.last), "The ferry sails this week.", None),
    # What gives its day already, and what is no day.
    ("en", WEEKS_LATER, "The ferry sank on Monday, October 26.", "The ferry sank on Monday, October 26."),
    ("en", WEEKS_LATER, "Every Monday the ferry sails, as it did on Black Friday.", None),
    ("en", WEEKS_LATER, "The Sunday Times wrote of the ferry.", None),
    ("en", WEEKS_LATER, "The ferry sank in a storm.", None),
    ("es", WEEKS_LATER, "El ferri se hundió el lunes.", "El ferri se hundió el lunes [26 oct]."),
    ("es", WEEKS_LATER, "El ferri se hundió ayer.", "El ferri se hundió ayer [26 oct]."),
    ("es", A_YEAR_LATER, "Se hundió el mes pasado.", "Se hundió el mes pasado [sep 2026]."),
    ("es", WEEKS_LATER, "Estaba previsto zarpar el viernes.", None),
    ("es", WEEKS_LATER, "El ferri fue al puerto hasta el viernes.", None),
    ("nl", WEEKS_LATER, "De veerboot vaart vrijdag.", None),
    ("nl", WEEKS_LATER, "De veerboot zonk maandagochtend.", "De veerboot zonk maandagochtend [26 okt]."),
    ("nl", WEEKS_LATER, "De veerboot zonk vorige maand.", "De veerboot zonk vorige maand [sep]."),
    ("ja", WEEKS_LATER, "機構は昨日、発表した。", "機構は昨日［10月26日］、発表した。"),
    ("ja", WEEKS_LATER, "機構は26日、発表した。", "機構は26日［10月26日］、発表した。"),
    ("ja", A_YEAR_LATER, "機構は先月発表した。", "機構は先月［2026年9月］発表した。"),
    ("ja", A_YEAR_LATER, "機構は10月26日に発表した。", "機構は10月26日［2026年］に発表した。"),
    ("fr", WEEKS_LATER, "Le bac a coulé lundi.", None),
]  # fmt: skip


@pytest.mark.parametrize(("language", "context", "text", "printed"), CASES)
def test_a_day_that_would_mislead_gets_its_date(
    language: str, context: Context, text: str, printed: str | None
) -> None:
    result = trim(text, language, context)
    assert result.text == (text if printed is None else printed)
    assert compress(text, language, context).text == result.text
    assert trim(text, language, context, dates=False).text == text
    assert trim(text, language).text == text


@pytest.mark.parametrize("context", [None, Context(), Context(WRITTEN), Context(WRITTEN, WRITTEN + timedelta(hours=3))])
def test_without_times_or_within_one_day_nothing_is_printed(context: Context | None) -> None:
    assert date_insertions("The ferry sank on Monday.", "en", context) == ()


def test_what_is_too_long_for_a_sentence_is_left_as_it_is() -> None:
    assert date_insertions("The ferry sank on Monday. " * 100, "en", WEEKS_LATER) == ()


def test_an_insertion_is_recorded_behind_its_mention() -> None:
    result = trim("SKERRA (LPA) - The ferry sank on Monday in a storm.", "en", WEEKS_LATER)
    assert result.text == "The ferry sank on Monday [26 Oct] in a storm."
    assert result.insertions == (Insertion("date", len("SKERRA (LPA) - The ferry sank on Monday"), " [26 Oct]"),)
    assert [cut.kind for cut in result.cuts] == ["dateline"]


def test_compress_dates_what_it_keeps() -> None:
    text = "The ferry (built on Sunday) sank on Monday, said Ann Lund on Tuesday."
    result = compress(text, "en", WEEKS_LATER)
    assert "Monday [26 Oct]" in result.text
    assert "Sunday" not in result.text
    assert "[25 Oct]" not in result.text


def test_a_sentence_that_must_be_short_is_not_dated() -> None:
    assert compress("The ferry sank on Monday.", "en", WEEKS_LATER, characters=40).insertions == ()


def test_insertions_are_put_behind_their_places() -> None:
    insertions = (Insertion("date", 3, " [x]"), Insertion("date", 7, " [y]"))
    assert with_insertions("abc def ghi", insertions) == "abc [x] def [y] ghi"
    assert with_insertions("abc def ghi", insertions, start=4) == "def [y] ghi"
    assert with_insertions("abc", ()) == "abc"


def test_who_takes_a_context() -> None:
    assert takes_context(trim)
    assert takes_context(compress)
    assert not takes_context(none)
    check_rewriter(trim)
    check_rewriter(trim, dates=False)
    check_rewriter(compress)


@pytest.mark.parametrize(
    ("insertion", "printed", "complaint"),
    [
        (Insertion("date", 3, " [x]"), "A ferry", "is not in"),
        (Insertion("date", 999, " [x]"), "A ferry [x]", "lies outside"),
    ],
)
def test_an_insertion_that_is_not_there_is_found_out(insertion: Insertion, printed: str, complaint: str) -> None:
    def broken(text: str, language: str) -> Rewritten:
        return Rewritten(printed, insertions=(insertion,))

    with pytest.raises(ContractError, match=complaint):
        check_rewriter(broken)


@given(
    st.text(alphabet="Monday lunes ayer yesterday 3 March 昨日26日maandag,.'[]", max_size=80),
    st.sampled_from(["en", "es", "nl", "ja", "fr"]),
    st.integers(0, 800),
)
def test_the_source_is_what_is_printed_without_its_insertions(text: str, language: str, days: int) -> None:
    insertions = date_insertions(text, language, Context(WRITTEN, WRITTEN + timedelta(days=days)))
    printed = with_insertions(text, insertions)
    for insertion in reversed(insertions):
        place = insertion.place + sum(len(each.text) for each in insertions if each.place < insertion.place)
        assert printed[place : place + len(insertion.text)] == insertion.text
        printed = printed[:place] + printed[place + len(insertion.text) :]
    assert printed == text


def _story() -> list[Document]:
    texts = {
        WRITTEN: "A ferry with 245 people aboard capsized off Skerra on Monday, the coast guard of Sant Oriel said.",
        WRITTEN
        + timedelta(days=24): "Ferry owner Petra Halvorsen was arrested in Brackwater on Friday, prosecutors said.",
    }
    return [Document(f"d{n}", text=text, published=when, language="en") for n, (when, text) in enumerate(texts.items())]


def test_a_summary_records_its_dates_and_counts_them() -> None:
    summary = meadow.summarize(_story(), words=60)
    (edit,) = summary.edits
    assert (edit.kind, edit.removed, edit.inserted) == ("date", "", "[26 Oct]")
    first = next(pick for pick in summary.picks if pick.sentence.ref == edit.ref)
    assert edit.start == edit.end == first.sentence.text.index("Monday") + len("Monday")
    assert "Monday [26 Oct]" in first.written
    assert "[26 Oct]" not in first.sentence.text
    assert "Friday [" not in summary.text
    length = len(summary.text.split())
    assert len(meadow.summarize(_story(), words=length).text.split()) == length
    assert len(meadow.summarize(_story(), words=length - 1).text.split()) <= length - 1


def test_dates_can_be_undone() -> None:
    summary = meadow.summarize(_story(), words=60, rewrite="trim(dates=false)")
    assert summary.edits == ()
    assert "rewrite:trim(dates=false)" in summary.run.signature
    assert all(pick.written == pick.sentence.text for pick in summary.picks)


WORDS = """on Monday MONDAY'S Mondays last next month year yesterday may May 3 , . 2026-03-01 _Friday- el lunes mes pasado
próximo año anoche marzo de market last week this morning night two days ago hace dos días semana pasada"""


@given(st.sampled_from(["en", "es"]), st.lists(st.sampled_from(WORDS.split()), max_size=9))
def test_what_is_not_read_closely_has_no_date_that_misleads(language: str, words: list[str]) -> None:
    text, context = " ".join(words), Context(WRITTEN, WRITTEN + timedelta(days=40))
    quickly = dating.date_insertions(text, language, context)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dating, "_suspects", lambda text, language: (True, find_periods(text, language)))
        assert dating.date_insertions(text, language, context) == quickly


@given(st.sampled_from(["en", "es"]), st.lists(st.sampled_from(WORDS.split()), max_size=9), st.integers(1, 40))
def test_days_that_agree_from_both_ends_need_no_date(language: str, words: list[str], days: int) -> None:
    text, anchors = " ".join(words), (WRITTEN, WRITTEN + timedelta(days=days))
    then, now = dating._days_then_and_now(
        text, find_periods(text, language), anchors, dates_seen(text, language, anchors=anchors)
    )
    if then == now:
        assert date_insertions(text, language, Context(*anchors)) == ()


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_each_span_of_time_has_a_word_that_names_one(language: str) -> None:
    printed = [text for written, _, text, dated in CASES if written == language and dated is not None]
    spans = [match[0] for text in printed for match in period_pattern(language).finditer(text)]
    assert spans
    assert all(not period_words(language).isdisjoint(span.lower().split()) for span in spans)


def test_before_the_first_year_there_is_no_day() -> None:
    first = Context(datetime(1, 1, 2, tzinfo=UTC), WEEKS_LATER.last)
    assert trim("The ferry sank 12 days ago.", "en", first).text == "The ferry sank 12 days ago."
    assert trim("The ferry sank last week.", "en", first).text == "The ferry sank last week."
    assert trim("The ferry sank last night.", "en", first).text == "The ferry sank last night [1 Jan 1]."
