from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import SpecError
from meadow.spec import Spec, is_name, parse_spec

CONSTANTS = {"true", "false", "none"}

names = st.from_regex(r"[A-Za-z][A-Za-z0-9_+-]{0,8}", fullmatch=True)
keys = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,8}", fullmatch=True)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-(10**40), max_value=10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    names.filter(lambda name: name.lower() not in CONSTANTS),
    st.text(max_size=12),
)


def specs_of(values: st.SearchStrategy[object]) -> st.SearchStrategy[Spec]:
    positional = st.lists(values, max_size=3).map(tuple)
    keywords = st.dictionaries(keys, values, max_size=3).map(lambda items: tuple(items.items()))
    return st.builds(Spec, names, positional, keywords)


# A nested spec without parameters reads back as a word, which means the same; so nested ones have some.
nested = st.recursive(scalars, lambda inner: specs_of(inner).filter(lambda spec: str(spec) != spec.name), max_leaves=8)
specs = specs_of(nested)


@given(specs)
def test_a_spec_reads_back_as_itself(spec: Spec) -> None:
    assert parse_spec(str(spec)) == spec
    assert str(parse_spec(str(spec))) == str(spec)


@given(specs)
def test_types_survive_the_round_trip(spec: Spec) -> None:
    again = parse_spec(str(spec))
    assert [type(value) for value in again.positional] == [type(value) for value in spec.positional]
    assert [type(value) for _, value in again.keywords] == [type(value) for _, value in spec.keywords]


@given(specs.filter(lambda spec: str(spec) != spec.name))
def test_the_shell_form_means_the_same(spec: Spec) -> None:
    inside = str(spec).removeprefix(f"{spec.name}(").removesuffix(")")
    assert parse_spec(f"{spec.name}:{inside}") == spec


@given(st.text(max_size=30))
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    try:
        spec = parse_spec(text)
    except SpecError:
        return
    assert parse_spec(str(spec)) == spec


@given(st.text(alphabet='mr(),=:"\\ 1.e-+t', max_size=30))
def test_near_specs_are_specs_or_spec_errors(text: str) -> None:
    try:
        spec = parse_spec(text)
    except SpecError:
        return
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mmr", Spec("mmr")),
        ("mmr()", Spec("mmr")),
        (" mmr ( ) ", Spec("mmr")),
        ("tfidf+mmr", Spec("tfidf+mmr")),
        ("mead-release", Spec("mead-release")),
        ("mmr(balance=0.7)", Spec("mmr", (), (("balance", 0.7),))),
        ("mmr:balance=0.7,first=3", Spec("mmr", (), (("balance", 0.7), ("first", 3)))),
        ("mmr : balance = .5 , first = 3", Spec("mmr", (), (("balance", 0.5), ("first", 3)))),
        ("core(compress(words=8))", Spec("core", (Spec("compress", (), (("words", 8),)),))),
        ("core:compress(words=8)", Spec("core", (Spec("compress", (), (("words", 8),)),))),
        ("core(title)", Spec("core", ("title",))),
        ("core(title())", Spec("core", ("title",))),
        ("a(1, -2, +3, 1e3, 2., -.5)", Spec("a", (1, -2, 3, 1000.0, 2.0, -0.5))),
        ("a(true, FALSE, None)", Spec("a", (True, False, None))),
        ('a("true", "none", "")', Spec("a", ("true", "none", ""))),
        (r'a("x, y) = \"z\" \u00e9")', Spec("a", ('x, y) = "z" é',))),
        ("mix(centroid=1, position=2, first=1)", Spec("mix", (), (("centroid", 1), ("position", 2), ("first", 1)))),
        ('focus(question="Why?", length-cut=9)', Spec("focus", (), (("question", "Why?"), ("length-cut", 9)))),
        ("a(true(1))", Spec("a", (Spec("true", (1,)),))),
    ],
)
def test_examples(text: str, expected: Spec) -> None:
    assert parse_spec(text) == expected


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("mmr:balance=0.70", "mmr(balance=0.7)"),
        ("core( compress(words = 8) )", "core(compress(words=8))"),
        ("a(TRUE,None)", "a(true, none)"),
        ('a("plain", "two words", "3")', 'a(plain, "two words", "3")'),
        ("a(1e16)", "a(1e+16)"),
        ("a()", "a"),
    ],
)
def test_the_canonical_form(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


@pytest.mark.parametrize(
    ("text", "why", "pointer"),
    [
        ("", "a name is expected", "⟨here⟩"),
        ("  ", "a name is expected", "  ⟨here⟩"),
        ("7up", "a name is expected", "⟨here⟩7up"),
        ("mmr(", "a name is expected", "mmr(⟨here⟩"),
        ("mmr:", "a name is expected", "mmr:⟨here⟩"),
        ("mmr(a=)", "a name is expected", "mmr(a=⟨here⟩)"),
        ("mmr(a=1,)", "a name is expected", "mmr(a=1,⟨here⟩)"),
        ("mmr(a=1", "a comma or a closing parenthesis", "mmr(a=1⟨here⟩"),
        ("mmr(a=1 b=2)", "a comma or a closing parenthesis", "mmr(a=1 ⟨here⟩b=2)"),
        ("mmr(a=5%)", "a comma or a closing parenthesis", "mmr(a=5⟨here⟩%)"),
        ("mmr(a=1)x", "this does not belong here", "mmr(a=1)⟨here⟩x"),
        ("mmr two", "this does not belong here", "mmr ⟨here⟩two"),
        ("core(mmr:balance=1)", "a comma or a closing parenthesis", "core(mmr⟨here⟩:balance=1)"),
        ("mmr(a=1, a=2)", "'a' is given twice", "mmr(a=1, a=2⟨here⟩)"),
        ("mmr(a=1, 2)", "a value without a name cannot follow one with a name", "mmr(a=1, 2⟨here⟩)"),
        ('a("x', "a name is expected", 'a(⟨here⟩"x'),
        (r'a("\q")', "is not a valid quoted text", r'a("\q"⟨here⟩)'),
        ("a(1e999)", "too large a number", "a(1e999⟨here⟩)"),
        ("a(12abc)", "a name is expected", "a(⟨here⟩12abc)"),
    ],
)
def test_errors_say_why_and_where(text: str, why: str, pointer: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(text)
    assert why in caught.value.problem
    assert repr(pointer) in caught.value.problem
    assert caught.value.given == text


def test_deep_nesting_is_refused_before_it_hurts() -> None:
    assert parse_spec("a(" * 20 + "1" + ")" * 20).name == "a"
    with pytest.raises(SpecError, match="nest at most 20 deep"):
        parse_spec("a(" * 21 + "1" + ")" * 21)
    with pytest.raises(SpecError, match="nest at most 20 deep"):
        parse_spec("a(" * 100_000)


def test_siblings_are_not_depth() -> None:
    wide = ", ".join("b(1)" for _ in range(50))
    assert len(parse_spec(f"a({wide})").positional) == 50


def test_a_number_of_any_length_is_read_or_refused() -> None:
    assert parse_spec(f"a({'9' * 300})").positional == (int("9" * 300),)
    with pytest.raises(SpecError, match="too large a number"):
        parse_spec(f"a({'9' * 5000})")


@pytest.mark.parametrize("value", ["mmr", "tfidf+mmr", "a", "A9_-+"])
def test_names(value: str) -> None:
    assert is_name(value)
    assert parse_spec(value) == Spec(value)


@pytest.mark.parametrize("value", ["", "9a", "a b", "a.b", "a\n", "-a", None, 3])
def test_not_names(value: object) -> None:
    assert not is_name(value)


@given(st.text(max_size=20))
def test_quoted_text_is_json(text: str) -> None:
    assert parse_spec(f"a({json.dumps(text)})").positional == (text,)
