"""Where sentences end inside a block: the rules one by one, and what holds of every text."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.boundaries import sentence_ends

LANGUAGES = ("en", "es", "nl", "de", "fr", "ja", "zh", "xx")


def ends_of(text: str, language: str) -> list[int]:
    (ends,) = sentence_ends(text, [(0, len(text))], language)
    assert all(text[end:after].isspace() or end == after for end, after in ends)
    return [end for end, _ in ends]


def split(text: str, language: str = "en") -> list[str]:
    ends = [0, *ends_of(text, language), len(text)]
    return [text[start:end].strip() for start, end in itertools.pairwise(ends)]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["The ferry sank.", "Nobody died."]),
        ("en", ["Dr. Vale met Mr. Holm at 5 p.m. Friday in the U.S. capital."]),
        ("en", ["They met at 5 p.m.", "The council left."]),
        ("en", ["J. K. Rowan wrote it.", "Nobody read it."]),
        ("en", ["It rose by 3.5 percent.", "It fell by 2."]),
        ("en", ["It costs 6 . 1 crowns."]),
        ("en", ["“Where are they?” Iris Vale asked.", "She left."]),
        ("en", ["“Where are they?”", "She asked twice."]),
        ("en", ["They called it the end.", "Next week they met."]),
        ("en", ["Read example.com/news.Next or ask."]),
        ("en", ["Wait... i am here.", "Go."]),
        ("en", ["Stop!", "It is over?", "Yes."]),
        ("en", ["See No. 3 of the list.", "It is red."]),
        ("en", ["(It sank.)", "Nobody died."]),
        ("en", ["It sank, he said. http://example.com has more."]),
        ("es", ["Viven en EE. UU. desde 1990.", "Son dos."]),
        ("es", ["MADRID (EFE). - Al menos dos murieron.", "Son más."]),
        ("es", ["¿Qué pasó?", "¡Nada!", "El Sr. Vale salió."]),
        ("nl", ["De heer J. de Vries kwam.", "Hij bleef."]),
        ("nl", ["Dat is o.a. de reden.", "Meer niet."]),
        ("de", ["Am 3. Mai sank die Fähre.", "Niemand starb."]),
        ("fr", ["M. Vale est parti.", "Il pleut."]),
        ("ja", ["船は沈んだ。", "死者はいない。"]),
        ("ja", ["「船は沈んだ。」と述べた。", "以上。"]),
        ("ja", ["Yahoo！ニュースが報じた。", "以上。"]),
        ("ja", ["「なぜ？」", "彼は黙った。"]),
        ("zh", ["船沉了。", "没有人死亡。"]),
        ("zh", ["“为什么？”他问。", "没有人回答。"]),
    ],
)
def test_rules(language: str, sentences: list[str]) -> None:
    glue = "" if language in ("ja", "zh") else " "
    assert split(glue.join(sentences), language) == sentences


def test_a_question_in_spanish_needs_no_blank_before_it() -> None:
    assert split("Se hundió.¿Por qué?", "es") == ["Se hundió.", "¿Por qué?"]


def test_two_sentences_that_lost_their_blank_are_told_from_addresses() -> None:
    assert split("They called it the end.Next week they met.") == ["They called it the end.", "Next week they met."]
    assert split("He uses Node.js and ASP.Net there.") == ["He uses Node.js and ASP.Net there."]


def test_a_name_that_looks_like_a_title_is_one_where_the_text_says_so() -> None:
    block = "They met Hun Sen. Sam Rainsy answered."
    assert split(block) == [block]
    text = f"{block}\nLater Hun Sen left."
    ends = sentence_ends(text, [(0, len(block)), (len(block) + 1, len(text))], "en")
    assert [[(text[:end], text[after:]) for end, after in each] for each in ends] == [
        [("They met Hun Sen.", "Sam Rainsy answered.\nLater Hun Sen left.")],
        [],
    ]


@given(st.lists(st.text(alphabet='aAb .!?…"“”’)(1-¿。」と', min_size=1, max_size=30).filter(str.strip), max_size=5))
def test_a_block_is_judged_alike_alone_and_between_others(lines: list[str]) -> None:
    text = "\n".join(lines)
    starts = [0, *itertools.accumulate(len(line) + 1 for line in lines)]
    blocks = [(start, start + len(line)) for start, line in zip(starts, lines, strict=False)]
    together = [[end - start for end, _ in ends] for ends, start in zip(sentence_ends(text, blocks, "en"), starts)]  # noqa: B905
    assert together == [ends_of(line, "en") for line in lines]


def test_line_breaks_are_blanks() -> None:
    assert split("The ferry\nsank.\nNobody died.") == ["The ferry\nsank.", "Nobody died."]


@given(st.text(alphabet='aA .!?…"“”’)(1\n-¿。」と', max_size=60), st.sampled_from(LANGUAGES))
def test_ends_are_in_order_inside_the_text_and_stand_behind_a_mark(text: str, language: str) -> None:
    ends = ends_of(text, language)
    assert ends == sorted(set(ends))
    assert all(0 < end < len(text) for end in ends)
    assert all(any(mark in text[:end] for mark in ".!?…。") for end in ends)


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_any_text_can_be_asked_about_and_answers_alike_twice(text: str, language: str) -> None:
    assert ends_of(text, language) == ends_of(text, language)


PLAIN = ("The ferry sank off Marlow.", "Nobody died!", "Was it the hatch?", "Divers left it there.")


@given(st.lists(st.sampled_from(PLAIN), min_size=1, max_size=6))
def test_plain_sentences_come_apart_as_they_were_put_together(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences
