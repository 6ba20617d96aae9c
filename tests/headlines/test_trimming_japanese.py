"""Japanese lines made shorter: what became known without that it did, no brackets, no days, pieces that can go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.headlines.trimming_japanese import japanese_versions

_TEXT = st.text("市長が新しい法律を発表した、「」（）三日に分かった。", min_size=1, max_size=40)


def versions(sentence: str) -> list[str]:
    return list(japanese_versions(sentence))


def test_a_short_statement_stays_but_for_its_stop() -> None:
    assert versions("市長が港の再建を決めた。")[0] == "市長が港の再建を決めた"


def test_that_something_became_known_is_not_told() -> None:
    first = versions("新しい橋の工事が大幅に遅れていることが三日までに明らかになった。")[0]
    assert first == "新しい橋の工事が大幅に遅れている"


def test_what_would_leave_too_little_stays() -> None:
    assert versions("遅れることが分かった。")[0] == "遅れることが分かった"


def test_brackets_go_first() -> None:
    made = versions("スケラ港の市長（六十二）が、港の再建を三年かけて進めると議会で話した。")
    assert made[0].startswith("スケラ港の市長が、")
    assert all("（" not in line for line in made)


def test_days_go() -> None:
    made = versions("フェリーは3月2日午前に、スケラ島の沖で岩にぶつかって沈んだ。")
    assert any("3月2日" not in line for line in made)


def test_the_last_piece_has_the_verb_and_stays() -> None:
    made = versions("嵐が続く中で、救助隊は島の北側を探し、夜になって船長を見つけた。")
    assert len(made) > 1
    assert all(line.endswith("船長を見つけた") for line in made)


@pytest.mark.parametrize("opening", ["また、", "しかし、", "さらに、", "一方、"])
def test_a_line_that_is_cut_does_not_begin_with_what_joins_it_to_the_one_before(opening: str) -> None:
    made = versions(f"{opening}嵐が続く中で、救助隊は島の北側を探し、夜になって船長を見つけた。")
    assert not made[-1].startswith(opening.rstrip("、"))


def test_a_comma_within_a_quotation_parts_nothing() -> None:
    made = versions("市長は「港は、必ず、直す」と議会で話して、住民に協力を求めた。")
    for line in made:
        assert line.count("「") == line.count("」")
        assert "「" not in line or "「港は、必ず、直す」" in line


@given(_TEXT)
def test_versions_grow_shorter_and_none_is_empty_of_what_the_first_has(sentence: str) -> None:
    made = versions(sentence)
    assert made
    assert [len(line) for line in made] == sorted((len(line) for line in made), reverse=True)
    assert all(set(line) <= set(sentence) for line in made)


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        # Both pieces before the last have a subject, so that the first goes first.
        (
            "嵐が続く中で、救助隊は島の北側を探し、夜になって船長を見つけた。",
            ["救助隊は島の北側を探し、夜になって船長を見つけた", "夜になって船長を見つけた"],
        ),
        # What has none goes before what has one; seven letters are no headline, so that the rest stays.
        ("夜になって、救助隊は島の北側を探し、船長を見つけた。", ["救助隊は島の北側を探し、船長を見つけた"]),
        (
            "嵐が続く中で、夜になって、救助隊は船長を見つけた。",
            ["嵐が続く中で、救助隊は船長を見つけた", "救助隊は船長を見つけた"],
        ),
        (
            "フェリーは3月2日午前に、スケラ島の沖で沈んだ。",
            ["フェリーは、スケラ島の沖で沈んだ", "スケラ島の沖で沈んだ"],
        ),
        ("市長が港の再建と道路の工事を発表した。", ["市長が港の再建と道路の工事を発表"]),
        ("市長は、決めた。", []),
        # Marks that are odd make one piece of the line.
        ("市長は「港は、必ず直すと議会で話して、住民に協力を求めた。", []),
    ],
)
def test_what_goes_and_in_which_order(sentence: str, wanted: list[str]) -> None:
    assert versions(sentence)[1:] == wanted
