"""The `lang` and `dir` of what a page quotes, so that it is read aloud, broken and laid out as its language wants."""

from __future__ import annotations

import re

_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def spoken(language: str | None) -> dict[str, str]:
    """Return the attributes of text in a language; without a code the browser tells the direction by the letters."""
    if language is None or _CODE.fullmatch(language) is None:
        return {"dir": "auto"}
    primary = language.split("-")[0].lower()
    return {"lang": language, "dir": "rtl" if primary in _RIGHT_TO_LEFT else "ltr"}
