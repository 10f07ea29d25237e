PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
NEEDS := pyproject.toml constraints.txt

.PHONY: demo test check core bench long pictures format clean

demo: $(VENV)/.demo  ## the whole loop on a simulated campaign
	$(BIN)/holdfast demo

test: $(VENV)/.test  ## the tests; those with real data need HOLDFAST_DATA
	$(BIN)/pytest -n 2 $(ARGS)

long: $(VENV)/.test  ## the statistical tests in their large form
	$(BIN)/pytest -n 2 --long -m long $(ARGS)

check: $(VENV)/.test  ## lint, types, import contracts, docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest tests/docs

core:  ## every module that needs no extra, with the core dependencies alone
	$(PYTHON) -m venv --clear $(VENV)-core
	$(VENV)-core/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt .
	$(VENV)-core/bin/python -W error tests/core_alone.py

bench: $(VENV)/.test  ## speed, with the peers beside
	$(BIN)/python benchmarks/run.py

pictures: $(VENV)/.test  ## the pictures of the README, from real output
	$(BIN)/python docs/pictures/make.py

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(VENV)-core holdfast-demo

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --upgrade pip

$(VENV)/.demo: $(BIN)/python $(NEEDS)
	$(PIP) --editable .
	touch $@

$(VENV)/.test: $(BIN)/python $(NEEDS)
	$(PIP) --editable '.[all]' --group test --group check
	touch $@ $(VENV)/.demo
