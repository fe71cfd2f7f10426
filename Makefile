# zinegen: every command of a day's work. `make` alone lists them.
SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON := $(shell command -v python3.11 || command -v python3)
BIN    := .venv/bin
JOBS   ?= 2
SYSTEM := chromium libcairo2 fonts-dejavu-core fonts-liberation

.PHONY: help setup system site serve test check fast bench clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

setup: system .venv/.made  ## make .venv, and install what Debian must provide

system:
	@missing="$$(for package in $(SYSTEM); do dpkg-query -W -f='$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || echo "$$package"; done | xargs)"; \
	if [ -z "$$missing" ] || ! command -v apt-get >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends $$missing; \
	else \
		echo "note: maps as PNG and the browser tests need: sudo apt-get install $$missing"; \
	fi

.venv/.made: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "zinegen needs Python 3.11 or later, this is " + sys.version)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	touch $@

site: setup  ## adjudicate what is ready and build the site into site/
	$(BIN)/zinegen build --strict

serve: setup  ## the same, live: http://127.0.0.1:8000
	$(BIN)/zinegen serve

clean:  ## remove everything that can be made again
	rm -rf .venv site dist .cache .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
