# Thin on purpose: each target is one obvious line. PYTHON picks another interpreter (3.11 or later).
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup play check test test-windows test-debian bundle bundle-windows lock hooks mutants fuzz killing monkey alike clean

setup: .venv/ready

.venv/ready: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or later is needed: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . && touch $@

# Whoever only plays needs none of this, and starts without it.
.venv/tested: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' && touch $@

.venv/changing: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev]' && touch $@

play: setup
	$(BIN)/starcross

# While you work: a minute, the tests nearest to what changed first. Before you hand it on: `make test`.
check: .venv/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -p nearest -n 2 -m "not slow and not window and not bundle"

test: .venv/tested
	@.ci/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/coverage erase && $(BIN)/coverage run -m pytest -n 2 && $(BIN)/coverage combine --quiet && $(BIN)/coverage report

# The tests that need no window, on a Windows Python under Wine; and all of them on the Python of another Debian (SUITE=sid).
test-windows: .venv/tested
	packaging/windows.sh test $(ARGS)

SUITE ?= trixie
test-debian:
	packaging/debian.sh $(SUITE)

bundle: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r packaging/bundle.lock
	rm -rf dist/starcross && $(BIN)/pyinstaller --noconfirm --clean --log-level WARN build.spec
	env -i dist/starcross/starcross --selfcheck
	$(BIN)/python packaging/archive.py

bundle-windows: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r packaging/bundle.lock
	BIN=$(BIN) packaging/windows.sh bundle

# What is packed, fixed with digests for every system.
lock: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	for extra in packed bundle; do $(BIN)/uv pip compile --quiet --upgrade pyproject.toml --extra $$extra --universal --generate-hashes \
		--python-version 3.11 --no-header --no-annotate --output-file packaging/$$extra.lock; done

hooks: .venv/changing
	$(BIN)/pre-commit install

# How many changed lines the tests notice: make mutants FOLDER=game/match (MORE="--mutants 30 --seed 2")
mutants: .venv/changing
	$(BIN)/python tools/mutants.py $(FOLDER) $(MORE)

# Damaged files, positions and command lines, so many times as many as in the tests: make fuzz TIMES=100
TIMES ?= 20
fuzz: .venv/tested
	STARCROSS_FUZZ=$(TIMES) $(BIN)/pytest -q -p no:cacheprovider --timeout=0 tests/test_readers.py tests/content/test_packed.py tests/match/test_reports.py tests/rules/test_tampered_positions.py

# A real window that is ended by force while somebody plays at it, and what is lost: make killing (MORE="--actions 1000 verona")
killing: .venv/tested
	$(BIN)/python tools/killing.py $(MORE)

# The same matches on one process, two and a cluster, and what a job costs: make alike GAMES="verona cardmaster" MATCHES=1000
MATCHES ?= 1000
alike: .venv/tested
	$(BIN)/python tools/alike.py $(GAMES) --matches $(MATCHES) --map '$(MAP)'

# A hand that knows nothing, at every page and every game, by seed: make monkey MORE="--minutes 120"
monkey: .venv/tested
	$(BIN)/python tools/monkey.py $(MORE)

clean:
	rm -rf .venv build dist *.egg-info
