"""From what a family gives to what is printed: for a reader, as one JSON value, or in any form of `meadow.lab.tables`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

from meadow.cli import options
from meadow.cli.printing import print_json, print_text
from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.rendering import check_form
from meadow.lab.tables.sheet import Sheet, format_sheet


def printing(family: Callable[..., Sheet]) -> Callable[..., None]:
    """Return a family's command: it takes the options of the family, `--form` and `--json`, and prints what comes."""

    @wraps(family)
    def command(*, form: str, json: bool, **given: Any) -> None:
        check_form(form)
        print_sheet(family(**given), form="json" if json else form)

    added = {"form": (shared.Form, "terminal"), "json": (options.Json, False)}
    command.__annotations__ = {**_types(family), **{name: kind for name, (kind, _) in added.items()}}
    parameters = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in signature(family).parameters.values()]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, (_, default) in added.items()]
    typed = [each.replace(annotation=command.__annotations__[each.name]) for each in parameters]
    command.__signature__ = Signature(typed)  # type: ignore[attr-defined]
    return command


def print_sheet(sheet: Sheet, *, form: str = "terminal") -> None:
    """Print a sheet in a form; as JSON its own value, which says more than its tables."""
    if form == "json":
        print_json(sheet.json)
    else:
        print_text(format_sheet(sheet, form))


def _types(family: Callable[..., Sheet]) -> dict[str, Any]:
    hints = get_type_hints(family, include_extras=True)
    return {name: hint for name, hint in hints.items() if name != "return"}
