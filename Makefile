# zinegen: every command of a day's work. `make` alone lists them.
SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON := $(shell command -v python3.11 || command -v python3)
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
JOBS   ?= 4
SCRIPTS := tools/javascript
ENGINE := tools/runtime/zinegen_runtime/pyodide/runtime.json
TESTED_WITH := chromium-headless-shell firefox-esr age fonts-dejavu-core fonts-liberation default-jre-headless dovecot-imapd openssl

.PHONY: help setup pixels tools browsers site serve test check fast long hosts pythons coverage bench bench-quick format messages vendor lock wheel bundle release clean

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 13

# All that a zine needs, and nothing that only tests do: its parts side by side, for most of it is waiting.
setup:  ## make .venv with the program, and what draws PNGs and runs the engine in the pages
	@$(MAKE) --no-print-directory --jobs=3 pixels .venv/.made $(ENGINE)

tools: setup .venv/.tools  # what checks and tests need besides

# Installs packages of Debian, or says how and for what; without them the rest works all the same.
define install_packages
	@command -v dpkg-query >/dev/null || exit 0; \
	missing="$$(for package in $(1); do \
	  dpkg-query -W -f='$${Status}' "$$package" 2>/dev/null | grep -q ' ok installed' || echo "$$package"; \
	done | xargs)"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq || true; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends $$missing >/dev/null \
	    || echo "note: could not install $$missing: no $(2)" >&2; \
	else \
	  echo "note: $(2) need: sudo apt-get install $$missing" >&2; \
	fi
endef

pixels:
	$(call install_packages,libcairo2,maps as PNG)

browsers:
	$(call install_packages,$(TESTED_WITH),browser tests)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(f"zinegen needs Python 3.11 or later, this is {sys.version}" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

.venv/.made: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[print,desk]'
	@touch $@

.venv/.tools: pyproject.toml .venv/.made
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --group dev
	@touch $@

# What runs Python in a browser comes from npm, by its digest. Without it the pages have no engine.
$(ENGINE): $(addprefix tools/runtime/,package-lock.json runtime.mjs)
	@if command -v npm >/dev/null; then npm run --silent --prefix tools/runtime build; \
	else echo "note: without npm no orders can be tried on the pages" >&2; fi

site: setup  ## adjudicate what is ready and build the zine into site/
	$(BIN)/zinegen build --strict

serve: setup  ## the same, live: an edited file shows in the browser
	$(BIN)/zinegen serve

test: check browsers  ## everything: lint, types, contracts, all tests with those in the browser
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

check: tools $(SCRIPTS)/node_modules/.made  ## lint, format, types, import contracts, spelling
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/pytest --collect-only --quiet >/dev/null & $(BIN)/mypy; ended=$$?; wait; exit $$ended  # compiled once for all processes
	$(BIN)/lint-imports
	$(BIN)/codespell
	@if [ -x $(SCRIPTS)/node_modules/.bin/tsc ]; then npm run --silent --prefix $(SCRIPTS) check; fi

# The scripts of the pages are checked with Node.js; nobody needs it to build a zine.
$(SCRIPTS)/node_modules/.made: $(SCRIPTS)/package-lock.json
	@if command -v npm >/dev/null; then npm ci --silent --prefix $(SCRIPTS) && touch $@; \
	else echo "note: without npm the scripts of the pages are not checked" >&2; fi

fast: tools  ## the tests of the engine only, in seconds
	$(BIN)/pytest -n $(JOBS) -m 'not browser and not slow' --ignore=tests/cli --ignore=tests/site

long: tools browsers  ## the corpora of which tests try samples, in full: see CONTRIBUTING.md
	BAD_LINES=500 BORDERS=1 DESK_FIREFOX=1 DESK_KILLS=50 DESK_SCREENS=1 EDITS=200 EVENTS=30 FOLDERS=1 ISSUES=100 JUDGED=5000 KILLS=200 MUTATIONS=100000 PAIRS=500 PHASES=200 \
	QUESTIONS=200 ROOM=1 SCENARIOS=1000 SEASONS=10 SHEETS=100 SPOILT=100 SPOILT_FILES=2000 WALKS=10 \
	$(BIN)/pytest -n $(JOBS) --dist worksteal \
	  tests/archive/test_close.py tests/archive/test_questions.py tests/browser/test_engine.py tests/cli/test_mutated_zines.py tests/desk/test_evening_in_browser.py tests/desk/test_kills.py tests/desk/test_screens_in_firefox.py \
	  tests/drawing/test_any_orders.py tests/drawing/test_walked_maps.py tests/geometry/test_room.py \
	  tests/geometry/test_undo.py tests/judges/test_judges.py tests/maps/test_events.py tests/maps/test_seasons.py \
	  tests/notation/test_mutations.py tests/pages/test_what_if_scenarios.py \
	  tests/play/test_season.py tests/scenarios/test_mutations.py tests/site/test_kept_builds.py \
	  tests/variants/post_atomic/test_twins.py tests/variants/test_conformance.py \
	  tests/workflows/test_orders_by_issue.py

hosts: tools  ## the example zine by every program that can make a site of it
	EXAMPLE=1 $(BIN)/pytest -n 0 tests/cli/test_hosts.py

pythons:  ## the tests of the engine on every other Python from 3.11 to 3.14 that is found here
	@for python in python3.11 python3.12 python3.13 python3.14; do \
	  "$$python" -c '' 2>/dev/null || { echo "== $$python is not here"; continue; }; \
	  echo "== $$python"; place=".cache/pythons/$$python"; \
	  "$$python" -m venv "$$place"; \
	  "$$place/bin/python" -m pip install --quiet --upgrade 'pip>=25.1'; \
	  "$$place/bin/python" -m pip install --quiet --editable . --group dev; \
	  "$$place/bin/python" -m pytest -q -n $(JOBS) -m 'not browser and not slow' --ignore=tests/cli --ignore=tests/site; \
	done

coverage: tools  ## which lines and branches no test has visited
	$(BIN)/pytest -n $(JOBS) -m 'not browser' --cov --cov-report=term:skip-covered --cov-report=html:.cache/coverage

bench: tools  ## how long adjudicating, drawing and building take; ONLY="site maps" measures these alone
	$(BIN)/python benchmarks/write_docs.py $(ONLY)

bench-quick: tools  ## what of builds and judging has grown: two minutes, a report
	@$(BIN)/python benchmarks/quick.py

format: tools $(SCRIPTS)/node_modules/.made  ## put the code into the one form
	$(BIN)/ruff check --fix --quiet || true
	$(BIN)/ruff format
	@if command -v npm >/dev/null; then npm run --silent --prefix $(SCRIPTS) format; fi

messages: tools  ## bring the catalogues of translations up to date, and list what is not translated
	$(BIN)/python -m tools.messages

vendor: $(SCRIPTS)/node_modules/.made  ## copy the libraries that pages load, with their licences and digests
	npm run --silent --prefix $(SCRIPTS) vendor

lock: setup  ## pin what the workflows install: locked, with hashes, a week old at least
	$(PYTHON) -m venv .cache/lock
	.cache/lock/bin/pip install --quiet --disable-pip-version-check uv
	week_ago="$$(date -u -d '7 days ago' +%F)"; \
	pin() { .cache/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command 'make lock' \
	  --exclude-newer "$$week_ago" "$$@"; }; \
	pin --extra print pyproject.toml .github/requirements.in --output-file .github/requirements.txt; \
	pin .github/requirements-lint.in --output-file .github/requirements-lint.txt

wheel: $(ENGINE) | $(BIN)/python  ## the program as one file, in dist/
	$(PIP) wheel --no-deps --wheel-dir dist .

bundle: $(ENGINE)  ## the desk as a folder that starts by a double click, in dist/zinegen-desk
	$(PYTHON) -m venv .cache/bundle
	.cache/bundle/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	.cache/bundle/bin/python -m pip install --quiet '.[desk,print]' --group bundle
	.cache/bundle/bin/python tools/bundle/__main__.py

release: tools  ## build and check what a release is uploaded as; uploads nothing
	$(PIP) install --group release
	$(BIN)/python -m tools.release

clean:  ## remove all that can be made again
	rm -rf .venv site dist $(SCRIPTS)/node_modules tools/runtime/node_modules $(dir $(ENGINE)) .cache .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
