# Two commands are all a newcomer needs: `make site` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: site test lint serve bench clean

site: $(READY)
	$(BIN)/python build.py

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npx >/dev/null; then npx --yes --package typescript@5 tsc --project static/jsconfig.json; \
	else echo "tsc: skipped, node is not installed"; fi

serve: $(READY)
	$(BIN)/python build.py serve

bench: $(READY)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python benchmarks/read_hlo.py
	$(BIN)/python benchmarks/build.py

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 12))' || \
	  { echo "xlagym needs Python 3.12 or newer; set one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[tpu,dev]'
	@touch $(READY)

clean:
	rm -rf site .cache
