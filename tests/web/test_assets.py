"""What pages load: named by what it holds, and nothing else."""

from __future__ import annotations

import re

from meadow.web.assets import assets, static_url
from web.apps import Reader


def tokens(rules: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})", rules))


def block(sheet: str, opening: str) -> str:
    return sheet.partition(opening)[2].partition("}")[0]


def test_a_file_is_cached_under_an_address_that_changes_with_it(reader: Reader) -> None:
    for name, asset in assets().items():
        answer = reader.get(static_url(name))
        assert (answer.status_code, answer.content) == (200, asset.body)
        assert "immutable" in answer.headers["cache-control"]
        assert asset.version in static_url(name)


def test_no_path_leads_to_another_file(reader: Reader) -> None:
    for path in (
        "app.py",
        "../app.py",
        "..%2Fapp.py",
        "%2e%2e/settings.py",
        "fonts/",
        "",
        "app.css/",
        "/etc/passwd",
    ):
        assert reader.get(f"/static/{path}").status_code in (400, 404)


def test_the_chosen_themes_have_the_tokens_of_the_brief() -> None:
    page, app = assets()["page.css"].body.decode(), assets()["app.css"].body.decode()
    light, dark = block(page, ":root {"), block(page.partition("prefers-color-scheme: dark")[2], ":root {")
    assert len(tokens(light)) == len(tokens(dark)) > 9
    own_light, own_dark = block(app, ":root {"), block(app.partition("prefers-color-scheme: dark")[2], ":root {")
    assert tokens(block(app, ':root[data-theme="light"] {')) == {**tokens(light), **tokens(own_light)}
    assert tokens(block(app, ':root[data-theme="dark"] {')) == {**tokens(dark), **tokens(own_dark)}


def test_nothing_is_loaded_from_elsewhere() -> None:
    for name, asset in assets().items():
        if not name.startswith("fonts/"):
            assert re.findall(rb"https?://|//[a-z]+\.[a-z]+/|@import", asset.body) == []
