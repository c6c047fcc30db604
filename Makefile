# Two commands are all a newcomer needs: `make site` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
INSTALL = $(BIN)/pip install --quiet --constraint constraints.txt
SITE   := $(VENV)/.site
DEV    := $(VENV)/.dev
WORKERS = --numprocesses auto --dist worksteal

.PHONY: site test quick lint serve bench compare clean

site: $(SITE)
	$(BIN)/python build.py

test: $(DEV)
	$(BIN)/python -m pytest $(WORKERS) --durations 15

# Everything but what drives a browser, compiles, or takes seconds a test; see `markers` in pyproject.toml.
quick: $(DEV)
	$(BIN)/python -m pytest $(WORKERS) -m "not browser and not compiles and not slow"

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	@if command -v npx >/dev/null; then npx --yes --package typescript@5 tsc --project static/jsconfig.json; \
	else echo "tsc: skipped, node is not installed"; fi

serve: $(SITE)
	$(BIN)/python build.py serve

bench: $(DEV)
	$(INSTALL) --editable '.[bench]'
	$(BIN)/python benchmarks/command_line.py
	$(BIN)/python benchmarks/read_hlo.py
	$(BIN)/python benchmarks/read_profile.py
	$(BIN)/python benchmarks/build.py

# What the checkout changes on the site: make compare REV=main
REV ?= main
compare: $(DEV)
	$(BIN)/python benchmarks/compare_builds.py $(REV)

# Building the site reads captures and needs no compiler; tests and lint also compile.
$(SITE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 12))' || \
	  { echo "xlagym needs Python 3.12 or newer; set one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	@touch $@

$(DEV): $(SITE)
	$(INSTALL) --editable '.[tpu,dev]'
	@touch $@

clean:
	rm -rf site .cache
