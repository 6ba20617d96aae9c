"""What is published: workflows run the scripts of a desk, and the image starts, answers its health check and ends."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from meadow.text.wordlists import list_paths
from patience import until
from project.project import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def commands() -> Iterator[str]:
    """Yield the commands of all workflows."""
    for workflow in WORKFLOWS:
        for line in re.findall(r"^\s*- run: (.*)$", workflow.read_text(encoding="utf-8"), flags=re.MULTILINE):
            yield from line.split(" && ")


def test_workflows_run_what_a_desk_runs() -> None:
    scripts = {found[0] for command in commands() if (found := re.findall(r"\.ci/\w+", command))}
    assert scripts == {f".ci/{file.name}" for file in (ROOT / ".ci").iterdir()}
    assert all(os.access(ROOT / script, os.X_OK) for script in scripts)
    others = [command for command in commands() if ".ci/" not in command]
    assert all(re.search(r"-m (pip install|build)\b", command) for command in others)


def test_no_workflow_holds_a_password_and_one_job_may_publish() -> None:
    text = "".join(workflow.read_text(encoding="utf-8") for workflow in WORKFLOWS)
    assert "secrets." not in text
    assert text.count("id-token: write") == 1


def test_every_python_that_is_named_is_tried() -> None:
    named = {name.rsplit(" ", 1)[1] for name in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", name)}
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert named == set(re.findall(r'"(3\.\d+)"', release.split("smoke:")[1].split("publish:")[0]))


def test_metadata_names_no_place_that_is_not_there() -> None:
    assert [url for url in PROJECT.get("urls", {}).values() if ".example" in url] == []


def test_the_parts_of_a_wheel_are_listed_with_licences() -> None:
    spec = importlib.util.spec_from_file_location("meadow_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    listed = json.loads(json.dumps(build.parts()))
    names = {part["name"] for part in listed["components"]}
    assert {re.split(r"[<>=]", each)[0] for each in PROJECT["dependencies"]} < names
    fonts = {path.name.removesuffix("-OFL.txt") for path in (ROOT / "src/meadow/brief/fonts").glob("*-OFL.txt")}
    assert fonts == {name.lower().replace(" ", "-") for name in names & {"Inter", "Source Serif 4", "IBM Plex Mono"}}
    third = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    assert [name for name in names if name.split(" of ")[0] not in third] == []
    assert "CC BY-SA 4.0" in third
    assert all((path.parent / "NOTICE.md").is_file() for path in list_paths().values())


@pytest.mark.skipif(sys.platform == "win32", reason="the image is one of Linux")
def test_the_command_of_the_image_serves_and_answers_its_health_check(tmp_path: Path) -> None:
    """Run the steps of the image that need no container: what it starts, in an empty folder, and what asks it."""
    pytest.importorskip("uvicorn")
    entry, command = (
        json.loads(re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)[0]) for name in ("ENTRYPOINT", "CMD")
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    check = json.loads(re.findall(r"^HEALTHCHECK .* CMD (\[.*)$", DOCKERFILE, re.MULTILINE)[0])
    asked = [sys.executable, *(part.replace("8710", port) for part in check[1:])]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEADOW")}
    started = [sys.executable, "-m", *entry, *command, "--port", port]
    assert "0.0.0.0" in shlex.join(started)  # noqa: S104 - in a container
    with subprocess.Popen(started, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as served:
        try:
            assert until(lambda: subprocess.run(asked, capture_output=True, check=False).returncode == 0)
        finally:
            served.terminate()
    assert list(tmp_path.iterdir()) == []


def test_the_image_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume() -> None:
    last = DOCKERFILE.split("FROM ")[-1]
    assert re.search(r"^USER meadow$", last, re.MULTILINE)
    assert re.search(r"^VOLUME /data$", last, re.MULTILINE)
    assert all("slim" in line for line in DOCKERFILE.splitlines() if line.startswith("FROM "))
