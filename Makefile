# Two commands do everything on a fresh machine with Python 3.11+ and make: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --prefer-binary --quiet

# The tests need what the code imports, and the tools.
TEST_EXTRAS := dev,lab,ja,html,feeds,files,semantic,plots,frames,web,cluster,postgres,documents

# One worker more than cores, at most 8: a test that waits for a program it started, or for a browser, leaves its core to
# another; with one per core a quarter of the time went by with nothing to do. Each takes a run of neighbouring tests and, done,
# half of what another still has to do: the fixtures of a file are made once for most files, and no worker idles.
# `make WORKERS=0 test` runs them one by one.
CORES := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
WORKERS ?= $(shell echo $$(( $(CORES) < 8 ? $(CORES) + 1 : 8 )))

# Some machines ask Python to keep no bytecode. Here each worker would then rewrite every test, and each program that a
# test starts would compile Meadow again.
unexport PYTHONDONTWRITEBYTECODE

# mypy: tests/<room>/test_<module>.py may share a basename, so modules are named by their path below src or tests.
PYTHON_FOLDERS := src tests tools $(if $(wildcard benchmarks/*.py),benchmarks)
TYPES := MYPYPATH=src:tests $(BIN)/mypy --strict --explicit-package-bases $(PYTHON_FOLDERS)

.PHONY: help demo test check style docs reprint release bench drill browser clean
.DELETE_ON_ERROR:

help:
	@echo "make demo    the main job on the bundled sample; the page is out/digest.html"
	@echo "make test    check and every test but the drills, side by side"
	@echo "make check   ruff, ruff format --check, mypy --strict"
	@echo "make docs    the docs are complete and their examples run"
	@echo "make reprint writes into the docs what their examples print now (read the diff)"
	@echo "make release  marks the files as those of the released version"
	@echo "make bench   tables of ratios, next to peers in the same process"
	@echo "make drill   the promises of time and memory, and many examples of each property (long)"
	@echo "make clean   remove the environment, caches and outputs"

demo: $(VENV)/.runtime
	@mkdir -p out
	$(BIN)/meadow demo --html out/digest.html

# mypy takes a minute in a fresh clone, on one core: it runs beside the tests. What it has to say is printed last, where it is
# seen; the run fails if either does. Loops that have changed since they were compiled in place are compiled again before.
test: style browser
	@echo '$(TYPES)  (beside the tests; its findings come last)'
	@$(TYPES) > $(VENV)/types.log 2>&1 & types=$$!; trap 'kill $$types 2>/dev/null' EXIT; \
	$(BIN)/python tools/kernels.py && \
	$(BIN)/python -m pytest -m "not drill" --numprocesses $(WORKERS) --dist worksteal; tests=$$?; \
	wait $$types; typed=$$?; trap - EXIT; cat $(VENV)/types.log; exit $$((tests || typed))

check: style
	$(TYPES)

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

docs: $(VENV)/.dev
	$(BIN)/python -m pytest tests/docs

reprint: $(VENV)/.dev
	$(BIN)/python tools/reprint.py

# Last before a release is tagged: any later change of a file makes signatures name a digest again.
release: $(VENV)/.dev
	$(BIN)/python tools/release.py

bench: $(VENV)/.dev
	$(BIN)/python tools/bench.py

drill: $(VENV)/.dev browser
	$(BIN)/python -m pytest -m drill
	$(BIN)/python -m pytest -m "hypothesis and not drill" --hypothesis-profile many --numprocesses $(WORKERS)

browser: $(VENV)/.dev
	@$(BIN)/python tools/browser.py

# Each stamp is as new as the last install, so a changed pyproject.toml upgrades the environment. The environment of the
# tests holds that of the demo.
$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(PIP_INSTALL) --editable ".[$(TEST_EXTRAS)]"
	@touch $(VENV)/.runtime $@

$(VENV)/.runtime: pyproject.toml | $(VENV)/bin/python
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Meadow needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo missing)."; \
		echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV) out dist build src/*.egg-info src/meadow/kernels/loops/compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis
