# Everything runs from here. Each target makes .venv first when it is missing.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXAMPLES := $(sort $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml)))
PLAYS := $(VENV)/.plays
READY := $(VENV)/.ready
# The tests of the examples run beside ours, one after another; what they say comes last, and either may fail the whole.
EACH_EXAMPLE = printf '%s\n' $(EXAMPLES) | xargs -I{} sh -c 'cd {} && exec $(abspath $(BIN))/python -m pytest -q'
BESIDE_EXAMPLES = $(EACH_EXAMPLE) >$(VENV)/examples.log 2>&1 & $(1); ours=$$?; wait $$!; theirs=$$?; cat $(VENV)/examples.log; test $$ours$$theirs = 00
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# By checksum where they are known (one kind of machine), by version elsewhere; then the project itself, with the build backend pinned.
INSTALL = if $(PYTHON) tools/packages.py --fits; then $(PIP) --require-hashes -r $(1) && $(PIP) --no-deps --no-build-isolation -e .; \
	else $(PIP) -c constraints.txt -e '.$(2)'; fi

# A shell may forbid Python to keep what it compiled of its sources; every command would compile half of simlab anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup install release wheel run browser test test-all coverage luck fuzz battery lint types bench packages docs studies fortune gallery strength solved exploit worth search-strength learned clean

setup: $(READY)

# What playing needs, quickly there: Python compiles what it imports. Then what working on simlab needs, compiled on all cores.
$(PLAYS): pyproject.toml constraints.txt requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(call INSTALL,requirements.txt,)
	touch $@

$(READY): $(PLAYS) requirements-ci.txt $(wildcard examples/*/pyproject.toml)
	$(call INSTALL,requirements-ci.txt,[dev])
	$(PIP) --no-deps $(EXAMPLES:%=-e %)  # games from outside, as anybody's would come
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib || true  # some packages carry files for other Pythons
	touch $@

install:                 ## put the command `simlab` on your PATH, in an environment of its own
	$(PYTHON) tools/install.py

release: $(READY)        ## wheel, source archive and their checksums, into dist/
	rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build -d dist
	cd dist && sha256sum simlab-* > SHA256SUMS && cat SHA256SUMS

wheel: $(READY)          ## the wheel in an empty home: every command, and the tutorial line by line
	$(BIN)/python -m pytest -n 0 -m '' tests/test_package.py

run: $(PLAYS)            ## play the default scenario, print its table, say where the report is
	$(BIN)/simlab run scenarios/showdown.yaml

browser:                 ## Debian's Chromium, for the tests of the reports
	command -v chromium >/dev/null || { as=$$(test "$$(id -u)" = 0 || echo sudo); $$as apt-get update -qq && $$as apt-get install --yes -qq chromium; }

test: $(READY) browser   ## all tests but the long ones
	$(BIN)/python -m tests.warm
	$(call BESIDE_EXAMPLES,$(BIN)/python -m pytest)

test-all: $(READY) browser ## the long, exhaustive tests too
	$(call BESIDE_EXAMPLES,$(BIN)/python -m pytest -m '')

coverage: $(READY)       ## do the intervals hold the truth? 20,000 experiments, 5,000 runs that stop, of each kind; writes docs/statistics.md
	$(BIN)/python -m tests.stats.coverage

luck: $(READY)           ## what duplicates and the deal alone gain in every game, what the ledger costs (minutes); writes docs/statistics.md
	$(BIN)/python -m tests.stats.luck

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
	$(PIP) -c constraints.txt -e '.[bench]'
	$(BIN)/python -m benchmarks

packages:                ## write requirements*.txt, every package with its checksum, from pyproject.toml and constraints.txt
	$(BIN)/python -m tools.packages

docs: $(READY)           ## write the generated parts of docs/, then the whole as a site with search: site/index.html
	$(BIN)/python -m tools.docs
	$(BIN)/python -m tools.site

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

worth: $(READY)          ## what seats, the deal and the jester's role are worth, by rules of thumb and by strong play (plays what is missing)
	$(BIN)/python -m tools.worth

search-strength: $(READY) ## how strong search is (hours; can be stopped, plays what is missing); writes docs/strength.md
	$(BIN)/python -m tools.search_strength

learned: $(READY)        ## train the nets of `learned` that are missing (minutes each on an idle core); writes docs/strength.md
	$(BIN)/python -m tools.learned

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
