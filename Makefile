# Everything runs from here. Each target makes .venv first when it is missing.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXAMPLES := $(sort $(wildcard examples/*))
PLAYS := $(VENV)/.plays
READY := $(VENV)/.ready
EACH_EXAMPLE = printf '%s\n' $(EXAMPLES) | xargs -P 2 -I{} sh -c 'cd {} && exec $(abspath $(BIN))/python -m pytest -q'
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

.PHONY: setup run browser test test-all coverage fuzz battery lint types bench docs studies fortune gallery strength solved exploit search-strength learned clean

setup: $(READY)

# What playing needs, quickly there: Python compiles what it imports. Then what working on simlab needs, compiled on all cores.
$(PLAYS): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	touch $@

$(READY): $(PLAYS) $(wildcard examples/*/pyproject.toml)
	$(PIP) -e '.[dev]'
	$(PIP) $(EXAMPLES:%=-e %)  # games from outside, as anybody's would come
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib || true  # some packages carry files for other Pythons
	touch $@

run: $(PLAYS)            ## play the default scenario, print its table, say where the report is
	$(BIN)/simlab run scenarios/showdown.yaml

browser:                 ## Debian's Chromium, for the tests of the reports
	command -v chromium >/dev/null || { as=$$(test "$$(id -u)" = 0 || echo sudo); $$as apt-get update -qq && $$as apt-get install --yes -qq chromium; }

test: $(READY) browser   ## all tests but the long ones
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest
	$(EACH_EXAMPLE)

test-all: $(READY) browser ## the long, exhaustive tests too
	$(BIN)/python -m pytest -m ''
	$(EACH_EXAMPLE)

coverage: $(READY)       ## do the intervals hold the truth? 20,000 experiments, 5,000 runs that stop, of each kind; writes docs/statistics.md
	$(BIN)/python -m tests.stats.coverage

fuzz: $(READY)           ## ten minutes of broken scenarios
	$(BIN)/python -m pytest -n 0 -m slow tests/scenarios/test_fuzz.py

battery: $(READY)        ## the random numbers at length: our own tables, then dieharder (an hour or two)
	$(BIN)/python tests/randomness/table.py
	command -v dieharder || { as=$$(test "$$(id -u)" = 0 || echo sudo); $$as apt-get update && $$as apt-get install --yes dieharder; }
	$(BIN)/python tests/randomness/sources.py long | dieharder -a -g 200
	$(BIN)/python tests/randomness/sources.py interleaved | dieharder -a -g 200

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: $(READY)          ## measure as ratios in one run
	$(PIP) -e '.[bench]'
	$(BIN)/python -m benchmarks

docs: $(READY)           ## write the generated parts of README.md and docs/
	$(BIN)/python -m tools.docs

studies: $(READY)        ## tournaments, luck and skill, quality of every game (half an hour); writes their pages
	$(BIN)/python -m tools.studies

fortune: $(READY)        ## what each Arcana does, Pages, habits (three minutes); writes docs/fortune.md
	$(BIN)/python -m tools.fortune

gallery: $(READY)        ## play one small scenario of each game into reports/gallery
	$(BIN)/python -m tools.gallery

strength: $(READY)       ## how strong each policy is; writes simlab/players/strength.json
	$(BIN)/python -m tools.strength

solved: $(READY)         ## strategies of games that declare buckets (half an hour); writes solved.npz into their folders
	$(BIN)/python -m tools.solved

exploit: $(READY)        ## what can be gained from the policies that ship (an hour; plays what is missing); writes docs/solving.md
	$(BIN)/python -m tools.exploit

search-strength: $(READY) ## how strong search is (hours; can be stopped, plays what is missing); writes docs/strength.md
	$(BIN)/python -m tools.search_strength

learned: $(READY)        ## train the nets of `learned` that are missing (minutes each on an idle core); writes docs/strength.md
	$(BIN)/python -m tools.learned

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
