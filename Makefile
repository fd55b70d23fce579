# Sapper's commands. Each sets up its needs in .venv. Nothing else is installed; `make run` keeps games
# in ~/.local/share/sapper.
#   make run     set up and serve the page (make run PORT=8080 chooses the port)
#   make test    set up and run the main tests (3 minutes on 2 cores, 5 the first time)
#   make test-all  set up and run every test, the C++ ones under sanitizers (30 minutes)
#   make check   lint, types, import contracts, plain words, the page's JavaScript and CSS, C++
#                warnings, and a short run of the C++ programs in bench/
#   make wheel-check  build the packages to publish, and try them in empty environments (minutes)
#   make format  format the Python, C++, JavaScript and CSS files for make check
#   make docs    build the documentation site in build/docs
#   make bench   run the short benchmarks (bench/README.md lists the long ones)
#   make clean   remove everything built

PYTHON ?= python3
BIN := .venv/bin
NATIVE := CMakeLists.txt $(wildcard native/*.cpp native/*.hpp)
NATIVE_TESTS := $(wildcard native/tests/*.cpp native/tests/*.hpp)
CPP := $(wildcard native/*.?pp native/tests/*.?pp bench/*.?pp)
# A second compiler finds other mistakes. It only checks the files, with the warnings of CMakeLists.txt.
CLANG := $(shell command -v clang++)
CLANG_CHECK = if [ -z "$(CLANG)" ]; then echo "sapper: skipped, because clang++ is not installed"; else \
	printf '%s\n' $(filter %.cpp,$(CPP)) | xargs -n 4 -P 2 $(CLANG) -std=c++20 -fsyntax-only -ffp-contract=off \
	-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Inative $$($(BIN)/python -c 'import nanobind, sysconfig; \
	print("-isystem", nanobind.include_dir(), "-isystem", sysconfig.get_path("include"))'); fi
# Deno formats the JavaScript and the CSS, and checks the types of the pages against the server's
# description of its API. It writes only to build/ and needs no network.
JS := $(shell find src docs tests/page -name '*.js')
CSS := $(shell find src -name '*.css')
PAGE := $(filter src/% tests/page/%,$(JS))
DENO := DENO_DIR=$(CURDIR)/build/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
JS_CHECK = if [ ! -x $(BIN)/deno ]; then echo "sapper: skipped, because there is no Deno for this machine"; else \
	$(DENO) fmt --check $(JS) $(CSS) && ! LC_ALL=C.UTF-8 grep -nE '.{101}' $(JS) && \
	$(BIN)/python tests/web/page_types.py build/api.d.ts && $(DENO) check --quiet --no-remote --no-npm $(PAGE); fi
# The page's JavaScript is tested without a browser (tests/page).
JS_TEST = if [ ! -x $(BIN)/deno ]; then \
	echo "sapper: skipped, because there is no Deno for this machine"; [ -z "$$SAPPER_SKIP_NOTHING" ]; else \
	mkdir -p build; NO_COLOR=1 $(DENO) test --quiet --no-check --no-remote --no-npm --allow-read=src,tests/page \
	--allow-env=TZ tests/page >build/page.log 2>&1 && tail -n 2 build/page.log | head -n 1 || (cat build/page.log; false); fi
# An editable install finds only the modules that existed at the time, so new files need a new stamp.
MODULES := $(shell find src -name '*.py' | sort | cksum | cut -d' ' -f1)
RUN := .venv/.run-$(MODULES)
DEV := .venv/.dev-$(MODULES)

# The engine is built here, with its C++ tests if needed.
ENGINE := build/engine
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -C build-dir=$(ENGINE)
# Tests start many processes, which would compile each module anew if the environment forbids to keep
# the results.
unexport PYTHONDONTWRITEBYTECODE
# Many tests wait for a browser or a server, so there is one process more than cores, up to four. An
# idle process takes tests from one with more left.
JOBS = $$($(BIN)/python -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

.PHONY: run test test-all check wheel-check format docs bench clean

# Ctrl-C is how the server is stopped, so make reports no error then.
run: $(RUN)
	@trap : INT; $(BIN)/sapper serve $(if $(PORT),--port $(PORT)); code=$$?; [ $$code = 130 ] || exit $$code

.venv/bin/python:
	@echo "sapper: creating .venv (a few seconds)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sapper needs Python 3.11 or later")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

# The install is editable: Python files are used in place, and the engine is rebuilt when its sources
# change.
$(RUN): .venv/bin/python pyproject.toml $(NATIVE)
	@echo "sapper: compiling the engine and installing packages (1 to 3 minutes)"
	@$(INSTALL) --editable '.[web]'
	@touch $@

$(DEV): .venv/bin/python pyproject.toml $(NATIVE) $(NATIVE_TESTS)
	@echo "sapper: compiling the engine and its tests, and installing the tools (1 to 4 minutes)"
	@$(INSTALL) -C cmake.define.SAPPER_TESTS=ON --editable '.[dev]'
	@$(BIN)/python -m nanobind.stubgen -q -m sapper._engine -o src/sapper/_engine.pyi
	@touch $(RUN) $@

# pyproject.toml lists the tests that only make test-all runs, and why.
MAIN := not (browser or process or matrix or long)

test: $(DEV)
	@echo "sapper: running the C++ tests"
	@$(BIN)/ctest --test-dir $(ENGINE) --parallel 2 --output-on-failure --quiet
	@echo "sapper: running the tests of the page's JavaScript"
	@$(JS_TEST)
	@echo "sapper: running the Python tests"
	@$(PYTEST) -m "$(MAIN)"

test-all: $(DEV) build/sanitized/.tested
	@echo "sapper: running the tests of the page's JavaScript"
	@$(JS_TEST)
	@echo "sapper: running all Python tests"
	@$(PYTEST) --hypothesis-profile=all
	@$(BIN)/python tests/pythons.py -n $(JOBS) --dist worksteal -m "$(MAIN)" --ignore=tests/web

# The C++ tests, with address and undefined-behaviour sanitizers.
build/sanitized/.tested: $(NATIVE) $(NATIVE_TESTS) $(DEV)
	@echo "sapper: building and running the C++ tests under sanitizers"
	@mkdir -p build
	@$(BIN)/cmake -S . -B build/sanitized -G Ninja -DSAPPER_SANITIZE=ON -DSAPPER_WERROR=ON \
		-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja >build/sanitized.log 2>&1 || (cat build/sanitized.log; false)
	@$(BIN)/cmake --build build/sanitized >>build/sanitized.log 2>&1 || (cat build/sanitized.log; false)
	@$(BIN)/ctest --test-dir build/sanitized --parallel 2 --output-on-failure --quiet
	@touch $@

check: $(DEV)
	@echo "sapper: lint, format, types, import contracts, plain words"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python tests/plainwords.py
	@echo "sapper: format of the JavaScript and CSS, types of the JavaScript"
	@mkdir -p build
	@$(JS_CHECK)
	@echo "sapper: C++ with warnings as errors"
	@$(BIN)/cmake -S . -B build/strict -G Ninja -DSAPPER_WERROR=ON -DSAPPER_BENCH=ON -DCMAKE_BUILD_TYPE=Release \
		-DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
		-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja >build/strict.log 2>&1 || (cat build/strict.log; false)
	@$(BIN)/cmake --build build/strict >>build/strict.log 2>&1 || (cat build/strict.log; false)
	@echo "sapper: C++ with Clang, if installed"
	@$(CLANG_CHECK)
	@echo "sapper: short runs of the C++ programs in bench/"
	@$(BIN)/ctest --test-dir build/strict --output-on-failure --quiet

wheel-check: $(DEV)
	@$(BIN)/python tests/wheelcheck.py

format: $(DEV)
	@$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)
	@if [ -x $(BIN)/deno ]; then $(DENO) fmt --quiet $(JS) $(CSS); fi

docs: $(DEV)
	@echo "sapper: building the documentation site"
	@$(BIN)/python docs/site/build.py build/docs

bench: $(DEV)
	@$(BIN)/python bench/deal_speed.py --runs 3
	@$(BIN)/python bench/agents_speed.py --games 100
	@$(BIN)/python bench/odds_speed.py --positions 1000
	@$(BIN)/python bench/odds_strength.py --games 10000
	@$(BIN)/python bench/explain_speed.py --games 3

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
