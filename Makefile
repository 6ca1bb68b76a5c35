# `make run` opens the window on the mock arm; `make test` runs every check.
# Both make what they need on a fresh machine: CONTRIBUTING.md says what and how.

VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help run test lint format wasm generate virtual-uno fuzz bench mutants screenshots clean

help:
	@echo "make run          open the window in mock mode (no display: a picture of it)"
	@echo "make test         lint, types and all tests; says what it left out and why"
	@echo "make virtual-uno  the real firmware in a simulated Uno; prints the port to give to the window"
	@echo "make bench        figures against named peers"
	@echo "make lint format wasm generate fuzz mutants screenshots clean"

run:
	@tools/system_packages.sh window
	@tools/python_environment.sh $(VENV) run
	@tools/run_window.sh $(BIN)

test:
	@tools/system_packages.sh window checks
	@tools/python_environment.sh $(VENV) dev
	@$(MAKE) --no-print-directory lint
	$(BIN)/pytest -n $(JOBS) --dist loadgroup

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(MAKE) -C firmware lint CLANG_FORMAT=$(abspath $(BIN))/clang-format
	$(MAKE) -C firmware -f avr.mk lint CLANG_FORMAT=$(abspath $(BIN))/clang-format
	$(MAKE) -C firmware/simulator lint CLANG_FORMAT=$(abspath $(BIN))/clang-format

format:
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(MAKE) -C firmware format CLANG_FORMAT=$(abspath $(BIN))/clang-format

generate:
	$(BIN)/python tools/generate_errors.py
	$(BIN)/python tools/generate_api.py

wasm:
	$(BIN)/python tools/build_wasm.py

virtual-uno:
	@tools/system_packages.sh checks
	@tools/python_environment.sh $(VENV) run
	$(MAKE) -C firmware/simulator run

fuzz:
	$(MAKE) -C firmware fuzz

bench:
	@tools/python_environment.sh $(VENV) bench
	@for figure in benchmarks/*.py; do echo "== $$figure"; $(BIN)/python $$figure || exit 1; done

# ROOMS: some of those in tools/mutation/rooms.toml; SAMPLE: faults a room, 0 for all of them
SAMPLE ?= 30
SEED ?= 1
mutants:
	@tools/system_packages.sh window checks
	@tools/python_environment.sh $(VENV) mutants
	$(BIN)/python -m tools.mutation.run $(ROOMS) --sample $(SAMPLE) --seed $(SEED) --jobs $(JOBS)

screenshots:
	QT_QPA_PLATFORM=offscreen $(BIN)/python tools/screenshot.py

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	$(MAKE) -C firmware clean
	$(MAKE) -C firmware/simulator clean
