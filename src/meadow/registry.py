"""Methods by name: a lazy table of built-ins per family, and one interface for plug-ins.

A family's table maps names to `"package.module:function"`, so nothing is imported before it is asked for. A plug-in is
a Python file (`--plugin FILE`) or an installed package (entry-point group `meadow.plugins`) whose module holds
`METHODS = {"rank": {"my-ranker": function}}`; nothing registers by accident. Most families are functions; a family whose
members need more than one, such as an experiment or a file format, is made of values of one type.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, MappingProxyType, ModuleType, NoneType
from typing import Any

from meadow.errors import MeadowError, PluginError, SpecError, UnknownNameError
from meadow.spec import Spec, is_name, parse_spec

PLUGIN_GROUP = "meadow.plugins"
PLUGIN_MODULE = "meadow_plugin_"
_FAMILIES: dict[str, Registry] = {}
# Where each family's table lives, so that a plug-in can name a family that nothing has imported yet.
_HOMES: Mapping[str, str] = {
    "rank": "meadow.rank",
    "select": "meadow.select",
    "rewrite": "meadow.rewrite",
    "track": "meadow.tracking",
    "headline": "meadow.headlines",
    "group": "meadow.grouping",
    "format": "meadow.ingest",
    "engine": "meadow.engines",
    "command": "meadow.cli.commands",
    "page": "meadow.web.pages",
}
# The parts of the package that nothing else imports. What each adds is in its module's OFFERS, by kind: "families" as in
# _HOMES, "command", "page", …
_PARTS = ("meadow.lab.part", "meadow.studies.part")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the function or group as `module:attribute`, and the block of `meadow --help` that lists it.

    A group of commands says its `help` here, so that it is loaded only where it is asked for.
    """

    name: str
    target: str
    block: str = "Reading news"
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Pages of the web app: the router as `module:attribute`, links of the navigation bar, templates and files.

    A link is its label, address, key and position in the bar. `templates` is the package with a folder of that name;
    `assets` is the function, as `module:attribute`, that returns the files which the pages load, by name.
    """

    name: str
    router: str
    links: tuple[tuple[str, str, str, int], ...] = ()
    templates: str | None = None
    assets: str | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """A function found by name, with the parameters that its spec set; calling it adds the data.

    `origin` is the plug-in that brought it, if one did: errors in a call are then reported as that plug-in's.
    """

    spec: Spec
    function: Callable[..., Any]
    origin: str | None = None

    def __call__(self, *data: Any, **more: Any) -> Any:
        """Call the function with the data, the spec's parameters and any `more` keywords."""
        try:
            return self.function(*data, *self.spec.positional, **dict(self.spec.keywords), **more)
        except MeadowError:
            raise
        except Exception as error:
            if self.origin is None:
                raise
            # A call that a function does not take fails before its first line.
            raise plugin_failure(error) or _plugin_error(error, f"{self.origin}, when it was called") from error

    def with_default(self, key: str, value: int | float | str) -> Method:
        """Return the method with a parameter set, if it takes that parameter and its spec does not set it already."""
        if key not in parameters(self.function) or key in dict(self.spec.keywords):
            return self
        spec = Spec(self.spec.name, self.spec.positional, (*self.spec.keywords, (key, value)))
        return Method(spec, self.function, self.origin)


class Registry:
    """The methods of one family; `family` is its key for plug-ins, `role` what messages call a member.

    `holds` is the type of the members where they are values, each with its `name`; without it they are functions.
    `advice` is for those who give an unknown name. Plug-ins add nothing to a family that is not `pluggable`. `renamed` maps
    former names to the current ones: they still work in specs, and results name the current one.
    """

    def __init__(
        self,
        family: str,
        role: str,
        table: Mapping[str, Any],
        *,
        holds: type[Any] | None = None,
        advice: str = "`meadow methods` describes them all.",
        pluggable: bool = True,
        renamed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.family = family
        self.role = role
        self.holds = holds
        self.advice = advice
        self._renamed = renamed
        self._targets: dict[str, Any] = dict(table)
        self._origins: dict[str, str] = {}
        if pluggable:
            _FAMILIES[family] = self

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._targets))

    def __contains__(self, name: object) -> bool:
        return name in self._targets

    @property
    def listed(self) -> tuple[str, ...]:
        """The names in the order of the table, those of plug-ins last."""
        return tuple(self._targets)

    @property
    def added(self) -> tuple[str, ...]:
        """The names that are not built in."""
        return tuple(name for name in sorted(self._origins) if name in self._targets)

    def member(self, name: str) -> Any:
        """Return the function or value called `name`, importing its module if this is the first use."""
        target = self._targets.get(name)
        if target is None:
            raise UnknownNameError(self.role, name, self._targets, advice=self.advice)
        if isinstance(target, str):
            self._targets[name] = target = load_target(target)
        return target

    def function(self, name: str) -> Callable[..., Any]:
        """Return the function called `name`, of a family of functions."""
        function: Callable[..., Any] = self.member(name)
        return function

    def fits(self, name: str, member: object) -> bool:
        """Return whether something can be a member of the family under this name."""
        if self.holds is None:
            return callable(member)
        return isinstance(member, self.holds) and getattr(member, "name", name) == name

    def build(self, spec: str | Spec) -> Method:
        """Return the method that a spec names, its parameters checked against the function's signature."""
        if isinstance(spec, str):
            spec = self.current(spec)
        elif spec.name in self._renamed:
            spec = parse_spec(self.current(str(spec)))
        parsed = parse_spec(spec) if isinstance(spec, str) else spec
        function = self.function(parsed.name)
        if isinstance(spec, str):
            _check_text(self.role, spec, function)
        else:
            _check_parameters(self.role, parsed, function)
        return Method(parsed, function, self._origins.get(parsed.name))

    def current(self, spec: str) -> str:
        """Return a spec under the current name of its method, where it has a former one."""
        if not self._renamed or (parsed := parse_spec(spec)).name not in self._renamed:
            return spec
        return str(Spec(self._renamed[parsed.name], parsed.positional, parsed.keywords))

    def add(self, name: str, member: Any, *, origin: str) -> None:
        """Add what a plug-in brings; the same plug-in may be loaded again, another one may not take its name."""
        taken = self._targets.get(name)
        if taken is not None and taken is not member and self._origins.get(name) != origin:
            raise PluginError(
                f"The plug-in {origin} brings a {self.role} called {name!r}, but there is one already.",
                given=name,
                advice="Give it another name.",
            )
        self._targets[name] = member
        self._origins[name] = origin


def load_target(target: str) -> Any:
    """Return what `module:attribute` names, importing the module if this is the first use."""
    module, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module), attribute)


@lru_cache
def offered(kind: str) -> Mapping[str, Any]:
    """Return what the parts of the package (lab, studies) add of a kind, by name."""
    parts = [importlib.import_module(name).OFFERS for name in _PARTS]
    return MappingProxyType({name: member for part in parts for name, member in part.get(kind, {}).items()})


def family(name: str, *, advice: str = "") -> Registry:
    """Return the table of a family's methods, importing its module if this is the first use."""
    homes = {**_HOMES, **offered("families")}
    if name in homes and name not in _FAMILIES:
        importlib.import_module(homes[name])
    if name not in _FAMILIES:
        raise UnknownNameError("family of methods", name, {*homes, *_FAMILIES}, advice=advice)
    return _FAMILIES[name]


def added_methods() -> list[tuple[str, Any]]:
    """Return the methods that plug-ins or callers have added, as `family:name` with their functions or values."""
    families = sorted(_FAMILIES.values(), key=lambda registry: registry.family)
    return [(f"{each.family}:{name}", each.member(name)) for each in families for name in each.added]


def plugin_files() -> tuple[str, ...]:
    """Return the files of the plug-ins that are loaded: what another process must load to know the same methods."""
    origins = {origin for registry in _FAMILIES.values() for origin in registry._origins.values()}
    return tuple(sorted(origin for origin in origins if Path(origin).is_file()))


def drop_plugin(path: str | Path) -> None:
    """Take back what a plug-in file has added, for a process that works for others one after the other."""
    for registry in _FAMILIES.values():
        for name in [name for name, origin in registry._origins.items() if origin == str(path)]:
            del registry._origins[name]
            registry._targets.pop(name, None)


def plugin_failure(error: Exception) -> PluginError | None:
    """Return what to say of an exception that arose in the code of a plug-in; None if it did not arise in one."""
    import traceback  # only for those who fail

    modules = {getattr(member, "__module__", None) for _, member in added_methods()}
    inside = [
        f"{Path(frame.f_code.co_filename).name}, line {line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if (name := str(frame.f_globals.get("__name__"))).startswith(PLUGIN_MODULE) or name in modules
    ]
    return _plugin_error(error, inside[-1]) if inside else None


def _plugin_error(error: Exception, where: str) -> PluginError:
    return PluginError(
        f"A plug-in failed: {where}: {type(error).__name__}: {error}.",
        given=where,
        advice="Mend it, or do without it. `meadow.testing` holds a check for each family of methods.",
    )


class _UncachedLoader(SourceFileLoader):
    """Compiles a plug-in from its source at each load.

    Cached bytecode is known by size and second only, so an edit within a second would run the former code.
    """

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as importlib calls it
        """Return the code of the file as it is now, and write no cache next to it."""
        return self.source_to_code(self.get_data(self.path), self.path)


def load_plugin(path: str | Path) -> tuple[str, ...]:
    """Load a plug-in file and return the names it added, as `family:name`."""
    file = Path(path)
    if not file.is_file():
        raise PluginError(f"There is no plug-in file {str(path)!r}.", given=str(path))
    specification = importlib.util.spec_from_file_location(f"{PLUGIN_MODULE}{file.stem}", file)
    if specification is None or specification.loader is None:
        raise PluginError(
            f"{str(path)!r} is not a Python file.", given=str(path), advice="A plug-in's name ends in .py."
        )
    if isinstance(specification.loader, SourceFileLoader):
        specification.loader = _UncachedLoader(specification.loader.name, specification.loader.path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__] = module  # where dataclasses and pickle look a module up
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a plug-in may raise anything, and the user must hear which one did
        del sys.modules[module.__name__]
        raise PluginError(f"The plug-in {str(path)!r} failed while loading: {error!r}.", given=str(path)) from error
    return _add_methods(module, origin=str(path))


def load_installed_plugins() -> tuple[str, ...]:
    """Load every installed plug-in of the entry-point group `meadow.plugins`."""
    added: list[str] = []
    from importlib.metadata import entry_points  # takes as long to load as all the rest

    for entry in sorted(entry_points(group=PLUGIN_GROUP), key=lambda entry: entry.name):
        try:
            module = entry.load()
        except (Exception, SystemExit) as error:  # see load_plugin
            raise PluginError(f"The installed plug-in {entry.name!r} failed while loading: {error!r}.") from error
        added += _add_methods(module, origin=entry.name)
    return tuple(added)


def _add_methods(module: ModuleType, *, origin: str) -> tuple[str, ...]:
    methods = getattr(module, "METHODS", None)
    if not isinstance(methods, Mapping) or not methods:
        raise _shape_error(origin, "offers no methods")
    added = []
    for kind, members in methods.items():
        registry = family(str(kind), advice=f"The plug-in {origin} names it.")
        if not isinstance(members, Mapping):
            raise _shape_error(origin, f"offers {members!r} as methods of the family {kind!r}")
        for name, member in members.items():
            if not is_name(name) or not registry.fits(name, member):
                raise _shape_error(origin, f"offers {member!r} under the name {name!r}", registry)
            registry.add(name, member, origin=origin)
            added.append(f"{kind}:{name}")
    return tuple(added)


def _shape_error(origin: str, what: str, registry: Registry | None = None) -> PluginError:
    family, member = "rank", "function"
    if registry is not None and registry.holds is not None:
        family, member = registry.family, f'{registry.holds.__name__}("name", …)'
    return PluginError(
        f"The plug-in {origin} {what}.",
        given=origin,
        allowed="A method's name is a letter, then letters, digits, '_', '-' or '+'.",
        advice=f'It must hold METHODS = {{"{family}": {{"name": {member}}}}}.',
    )


@lru_cache(maxsize=256)
def parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """Return the keyword-only parameters of a method: what a spec may set."""
    keywords = {name: entry for name, entry in _signature(function).items() if entry.kind is entry.KEYWORD_ONLY}
    return MappingProxyType(keywords)  # one for all who ask


@lru_cache(maxsize=256)
def _signature(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    # Reading a signature takes longer than some methods do, and every call of a spec checks it.
    return inspect.signature(function).parameters


@lru_cache(maxsize=1024)
def _check_text(role: str, text: str, function: Callable[..., Any]) -> None:
    # The few specs of a summary are built again and again on the way to it; what was refused is not kept.
    _check_parameters(role, parse_spec(text), function)


def _check_parameters(role: str, spec: Spec, function: Callable[..., Any]) -> None:
    known = parameters(function)
    every = _signature(function)
    # A function that takes any keyword still gets its data from the pipeline, never from the spec.
    takes_any = next((entry for entry in every.values() if entry.kind is entry.VAR_KEYWORD), None)
    for key, value in spec.keywords:
        entry = known.get(key, takes_any if key not in every else None)
        if entry is None:
            raise UnknownNameError(f"parameter of {spec.name}", key, known)
        _check_value(spec, key, value, entry)
    if spec.positional and not any(entry.kind is entry.VAR_POSITIONAL for entry in every.values()):
        raise SpecError(
            f"The {role} {spec.name!r} takes parameters by name only, but the spec {str(spec)!r} gives one without.",
            given=str(spec),
            allowed=f"Parameters: {', '.join(known) or 'none'}.",
        )


_ACCEPTED: Mapping[str, tuple[type, ...]] = {
    "float": (int, float), "int": (int,), "str": (str,), "bool": (bool,), "None": (NoneType,)
}  # fmt: skip


def _check_value(spec: Spec, key: str, value: object, entry: inspect.Parameter) -> None:
    # Annotations are text in our modules (`from __future__ import annotations`) and may be types in a plug-in.
    annotation = entry.annotation.__name__ if isinstance(entry.annotation, type) else str(entry.annotation)
    names = [name.strip() for name in annotation.split("|")]
    if any(name not in _ACCEPTED for name in names):
        return  # a Literal, a method: its function checks it
    accepted = tuple(kind for name in names for kind in _ACCEPTED[name])
    if isinstance(value, accepted) and (bool in accepted or not isinstance(value, bool)):
        return
    default = "" if entry.default is entry.empty else f"; the default is {entry.default!r}"
    raise SpecError(
        f"The parameter {key!r} of {spec.name!r} was given {value!r}.",
        given=str(value),
        allowed=f"It takes a value of type {annotation}{default}.",
    )
