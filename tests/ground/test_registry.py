from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meadow import registry
from meadow.errors import PluginError, SpecError, UnknownNameError
from meadow.registry import Registry, load_installed_plugins, load_plugin, parameters
from meadow.spec import Spec

LAZY = '''
"""A family of two methods."""
from __future__ import annotations


def loud(text: str, *, times: int = 1, mark: str = "!", pace: float = 1.0, twice: bool = False) -> str:
    return text.upper() + mark * times * (2 if twice else 1)


def either(text: str, *, cut: int | None = None, style: Literal["a", "b"] = "a", needed: float) -> str:
    return text[:cut]


def mixed(text: str, *, scale: float = 1.0, **weights: float) -> dict[str, float]:
    return {name: weight * scale for name, weight in weights.items()}


def chain(text: str, *steps: str) -> list[str]:
    return [text, *steps]
'''


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """Return a registry over a module that exists in this test only, apart from the real families."""
    (tmp_path / "lazy_methods.py").write_text(LAZY, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(registry, "_FAMILIES", {})
    names = ("loud", "either", "mixed", "chain")
    yield Registry("shout", "shouter", {name: f"lazy_methods:{name}" for name in names})
    sys.modules.pop("lazy_methods", None)


def write_plugin(folder: Path, source: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


def test_names_are_listed_in_order_without_importing(table: Registry) -> None:
    assert list(table) == ["chain", "either", "loud", "mixed"]
    assert "loud" in table
    assert "quiet" not in table
    assert "lazy_methods" not in sys.modules


def test_a_function_is_imported_on_first_use(table: Registry) -> None:
    function = table.function("loud")
    assert function("fog") == "FOG!"
    assert function is table.function("loud")
    assert "lazy_methods" in sys.modules


def test_an_unknown_method_is_reported_with_the_known_ones(table: Registry) -> None:
    with pytest.raises(UnknownNameError) as caught:
        table.build("lod(times=2)")
    assert str(caught.value) == (
        "There is no shouter called 'lod'. Did you mean 'loud'? Known: chain, either, loud, mixed. "
        "`meadow methods` describes them all."
    )


@pytest.mark.parametrize("spec", ["loud(times=3, mark=x)", "loud:times=3,mark=x", "loud:mark=x,times=3"])
def test_every_form_of_a_spec_builds_the_same_method(table: Registry, spec: str) -> None:
    assert table.build(spec)("fog") == "FOGxxx"


def test_a_parsed_spec_builds_too(table: Registry) -> None:
    method = table.build(Spec("loud", (), (("times", 2),)))
    assert method("fog") == "FOG!!"
    assert method("fog", twice=True) == "FOG!!!!"
    assert str(method.spec) == "loud(times=2)"


def test_positional_parameters_reach_functions_that_take_them(table: Registry) -> None:
    assert table.build("chain(a, b)")("start") == ["start", "a", "b"]


def test_positional_parameters_are_refused_elsewhere(table: Registry) -> None:
    with pytest.raises(SpecError) as caught:
        table.build("loud(3)")
    assert str(caught.value) == (
        "The shouter 'loud' takes parameters by name only, but the spec 'loud(3)' gives one without. "
        "Parameters: times, mark, pace, twice."
    )


def test_a_misspelt_parameter_is_reported(table: Registry) -> None:
    with pytest.raises(UnknownNameError) as caught:
        table.build("loud(tims=2)")
    assert str(caught.value) == (
        "There is no parameter of loud called 'tims'. Did you mean 'times'? Known: mark, pace, times, twice."
    )


@pytest.mark.parametrize("spec", ["loud(text=fog)", "mixed(text=1)", "chain(steps=1)"])
def test_data_cannot_be_set_by_a_spec(table: Registry, spec: str) -> None:
    with pytest.raises(UnknownNameError, match="There is no parameter of"):
        table.build(spec)


def test_any_keyword_reaches_a_function_that_takes_any(table: Registry) -> None:
    assert table.build("mixed(centroid=1, position=2, scale=2)")("fog") == {"centroid": 2, "position": 4}


@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ("loud(times=1.5)", "It takes a value of type int; the default is 1."),
        ("loud(times=true)", "It takes a value of type int; the default is 1."),
        ("loud(times=many)", "It takes a value of type int; the default is 1."),
        ("loud(times=none)", "It takes a value of type int; the default is 1."),
        ("loud(mark=3)", "It takes a value of type str; the default is '!'."),
        ("loud(mark=dots(3))", "It takes a value of type str; the default is '!'."),
        ("loud(pace=fast)", "It takes a value of type float; the default is 1.0."),
        ("loud(pace=false)", "It takes a value of type float; the default is 1.0."),
        ("loud(twice=1)", "It takes a value of type bool; the default is False."),
        ("either(cut=0.5)", "It takes a value of type int | None; the default is None."),
        ("either(needed=no)", "It takes a value of type float."),
        ("mixed(centroid=heavy)", "It takes a value of type float."),
    ],
)
def test_a_value_of_the_wrong_type_is_reported(table: Registry, spec: str, allowed: str) -> None:
    with pytest.raises(SpecError) as caught:
        table.build(spec)
    assert caught.value.allowed == allowed
    assert "was given" in caught.value.problem


@pytest.mark.parametrize(
    "spec",
    ["loud(pace=2)", "loud(pace=0.5)", "loud(twice=true)", "either(cut=none)", "either(cut=3)", "either(style=b)"],
)
def test_values_of_the_right_type_pass(table: Registry, spec: str) -> None:
    assert str(table.build(spec).spec) == spec


def test_parameters_are_what_a_spec_may_set(table: Registry) -> None:
    assert list(parameters(table.function("loud"))) == ["times", "mark", "pace", "twice"]
    assert list(parameters(table.function("mixed"))) == ["scale"]
    assert parameters(table.function("loud"))["times"].default == 1


def test_a_plugin_file_adds_methods(table: Registry, tmp_path: Path) -> None:
    source = "def hush(text, *, times=1):\n    return text.lower() * times\nMETHODS = {'shout': {'my-hush': hush}}"
    assert load_plugin(write_plugin(tmp_path, source)) == ("shout:my-hush",)
    assert table.build("my-hush(times=2)")("FOG") == "fogfog"
    assert "my-hush" in list(table)


def test_a_plugins_types_are_checked_though_they_are_not_text(table: Registry, tmp_path: Path) -> None:
    source = "def hush(text: str, *, times: int = 1):\n    return text\nMETHODS = {'shout': {'hush': hush}}"
    load_plugin(str(write_plugin(tmp_path, source)))
    with pytest.raises(SpecError, match=r"It takes a value of type int; the default is 1\."):
        table.build("hush(times=many)")


def test_a_plugin_may_hold_dataclasses(table: Registry, tmp_path: Path) -> None:
    source = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Tone:
    height: float

def hum(text): return Tone(len(text))
METHODS = {"shout": {"hum": hum}}
"""
    load_plugin(write_plugin(tmp_path, source))
    assert table.build("hum")("fog").height == 3


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", "offers no methods."),
        ("METHODS = {}", "offers no methods."),
        ("METHODS = ['hush']", "offers no methods."),
        ("METHODS = {'shout': 3}", "offers 3 as methods of the family 'shout'."),
        ("METHODS = {'shout': {'hush': 3}}", "offers 3 under the name 'hush'."),
        ("METHODS = {'shout': {'two words': print}}", "under the name 'two words'."),
        ("METHODS = {'shout': {7: print}}", "under the name 7."),
        ("METHODS = {'shout': {'loud': print}}", "brings a shouter called 'loud', but there is one already."),
        ("1 / 0", "failed while loading: ZeroDivisionError('division by zero')."),
        ("import sys; sys.exit(0)", "failed while loading: SystemExit(0)."),
        ("raise SystemExit", "failed while loading: SystemExit()."),
        ("def (", "failed while loading: SyntaxError"),
        ("import no_such_module_anywhere", "failed while loading: ModuleNotFoundError"),
    ],
)
def test_a_bad_plugin_is_reported(table: Registry, tmp_path: Path, source: str, text: str) -> None:
    path = write_plugin(tmp_path, source)
    with pytest.raises(PluginError) as caught:
        load_plugin(path)
    assert text in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_failed_plugin_leaves_no_module(table: Registry, tmp_path: Path) -> None:
    with pytest.raises(PluginError):
        load_plugin(write_plugin(tmp_path, "1 / 0", "broken.py"))
    assert "meadow_plugin_broken" not in sys.modules


def test_a_plugin_for_an_unknown_family_is_reported(table: Registry, tmp_path: Path) -> None:
    path = write_plugin(tmp_path, "METHODS = {'shuot': {'hush': print}}")
    with pytest.raises(UnknownNameError) as caught:
        load_plugin(path)
    assert "There is no family of methods called 'shuot'. Did you mean 'shout'? Known: " in str(caught.value)
    assert "experiment, format, group," in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_plugin_must_exist_and_be_python(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"There is no plug-in file 'nowhere\.py'"):
        load_plugin("nowhere.py")
    with pytest.raises(PluginError, match=r"is not a Python file\. A plug-in's name ends in \.py\."):
        load_plugin(write_plugin(tmp_path, "", "notes.txt"))


def test_the_same_function_may_be_added_twice(table: Registry) -> None:
    def hush(text: str) -> str:
        return text.lower()

    table.add("hush", hush, origin="here")
    table.add("hush", hush, origin="here")
    assert table.function("hush") is hush
    with pytest.raises(PluginError, match=r"The plug-in there brings a shouter called 'hush'.* Give it another name\."):
        table.add("hush", str.lower, origin="there")


def install(folder: Path, name: str, source: str) -> None:
    """Put a package with an entry point where an installer would put it."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(f"[{registry.PLUGIN_GROUP}]\n{name} = {name}\n", encoding="utf-8")


@pytest.fixture
def site(table: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of installed packages that Python looks into."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    return folder


def test_installed_plugins_are_loaded_in_order_of_name(table: Registry, site: Path) -> None:
    for name in ("zz_hush", "aa_hum"):
        install(site, name, f"def method(text): return '{name}'\nMETHODS = {{'shout': {{'{name}': method}}}}")
    assert load_installed_plugins() == ("shout:aa_hum", "shout:zz_hush")
    assert table.build("aa_hum")("fog") == "aa_hum"
    assert load_installed_plugins() == ("shout:aa_hum", "shout:zz_hush"), "loading twice is harmless"


def test_a_broken_installed_plugin_is_reported(site: Path) -> None:
    install(site, "cracked_bell", "raise RuntimeError('cracked')")
    with pytest.raises(PluginError, match=r"The installed plug-in 'cracked_bell' failed while loading: .*cracked"):
        load_installed_plugins()


def test_no_installed_plugin_is_no_trouble(table: Registry) -> None:
    assert load_installed_plugins() == ()


def test_every_built_in_family_registers_under_its_own_name() -> None:
    from project.project import registries

    families: list[Any] = [table.family for table in registries()]
    assert len(families) == len(set(families))


def test_a_spec_is_checked_for_every_function_that_bears_its_name(table: Registry) -> None:
    assert table.build("loud(times=2)")("fog") == "FOG!!"
    assert table.build("loud(times=2)")("fog") == "FOG!!"
    table.add("soft", lambda text: text.lower(), origin="one")
    for _ in range(2):
        with pytest.raises(UnknownNameError, match="parameter of soft"):
            table.build("soft(times=2)")
    table.add("soft", lambda text, *, times=1: text.lower() * times, origin="one")
    assert table.build("soft(times=2)")("Fog") == "fogfog"
    # Equal as numbers, and yet no number of times.
    with pytest.raises(SpecError, match="times"):
        table.build("loud(times=true)")
    with pytest.raises(SpecError, match="times"):
        table.build(Spec("loud", (), (("times", True),)))
