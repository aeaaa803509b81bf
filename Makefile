define HELP
Sabika: Alhambra, its dice game, Alcazaba and Zatre.

  make play             open the tables in your browser and play, against bots or with friends
  make play ARGS=--lan  the same for everybody on your network; more: `.venv/bin/sabika serve --help`
  make terminal         play Alhambra in the terminal; GAME=zatre for another, ARGS="--seats you,Ana,builder"
  make test             run every check: style, types, imports, tests, and the web page in a real browser
  make check            the quick part: style, types, imports, and every test that starts no process
  make lint             style, types and imports only: no build, no tests
  make bench            measure how fast it is on this machine
  make kill-test        kill a server under load 500 times: no acknowledged move may be lost; half an hour
  make partition-test   pull cables between three servers and their database: every table must go on; five minutes, as root
  make ratings          measure how strong the bots are: continues the contests of lab/ratings.py, up to 8 hours
  make build            rebuild and install; with SABIKA_PURE=1 without the C compiler
  make package          build sdist and wheel in isolation into dist/ and try them in an empty environment
  make docs             build the documentation as a site, into build/site/html
  make web              rebuild the web client, after a change in web/
  make types            regenerate the protocol's TypeScript types
  make lock             update requirements/*.lock
  make audit            look for known vulnerabilities in the locked packages
  make sbom             write build/sbom.json, an inventory of what `make play` installs, in CycloneDX
  make clean            remove everything that make has built

The first run needs Python 3.11 or newer and the network. It sets up .venv and compiles the rules, which
takes about a minute. Without a C compiler everything works the same, only slower. Later runs start at
once and rebuild only what has changed. PYTHON=/path/to/python chooses a Python for the first run.
endef

GAME = alhambra
PYTHON =
VENV = .venv
BIN = $(VENV)/bin
SOURCES := $(shell find src setup.py pyproject.toml LICENSE -type f ! -name '*.pyc')

export UV_PYTHON_DOWNLOADS = never
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help play terminal test check lint bench kill-test partition-test ratings docs web types build package lock audit sbom clean always
.NOTPARALLEL:

help:
	@: $(info $(HELP))

play: $(VENV)/sabika
	@$(BIN)/sabika serve --open $(ARGS)

terminal: $(VENV)/sabika
	@$(BIN)/sabika play $(GAME) $(ARGS)

test: $(VENV)/test $(VENV)/sabika $(VENV)/browser web/node_modules/made
	@$(call run_all,$(LINT) "npm --prefix web run --silent check" "npm --prefix web run --silent test" "$(BIN)/pytest")

# Tests are compiled once: the bytecode is kept out of the tree.
check: export PYTHONDONTWRITEBYTECODE =
check: export PYTHONPYCACHEPREFIX = $(CURDIR)/$(VENV)/bytecode
check: $(VENV)/test $(VENV)/sabika
	@$(call run_all,$(LINT) "env SABIKA_LONG=0.1 $(BIN)/pytest -q --no-processes --dist worksteal")

lint: $(VENV)/test
	@$(call run_all,$(LINT))

bench: $(VENV)/sabika
	@$(BIN)/python -m bench.run
	@$(BIN)/python -m bench.envs

kill-test: $(VENV)/test $(VENV)/sabika
	@$(BIN)/python -m tests.server.kill $(ARGS)

partition-test: $(VENV)/test $(VENV)/sabika
	@unshare -nm $(BIN)/python -m tests.server.partition $(ARGS)

ratings: $(VENV)/sabika
	@$(BIN)/python -m lab.ratings play $(ARGS)
	@$(BIN)/python -m lab.ratings publish $(ARGS)

docs: $(VENV)/docs
	@$(BIN)/python docs/site/build.py

web: web/node_modules/made
	@npm --prefix web run --silent build

types: $(VENV)/play
	@PYTHONPATH=src $(BIN)/python -m sabika.server.protocol.typescript web/src

build:
	@rm -f $(VENV)/sabika
	@$(MAKE) --no-print-directory $(VENV)/sabika

package: $(VENV)/test
	@$(BIN)/pytest -n 0 -m package tests/test_package.py

lock: $(VENV)/installer
	@$(call lock,test.lock) pyproject.toml --group build --group test
	@$(call lock,play.lock) pyproject.toml --group build --constraints requirements/test.lock
	@$(call lock,installer.lock) --group installer
	@$(call lock,docs.lock) --group docs --constraints requirements/test.lock
	@$(call lock,audit.lock) --group audit --constraints requirements/test.lock

audit: $(VENV)/audit
	@$(BIN)/python requirements/audit.py

sbom: $(VENV)/audit
	@mkdir -p build
	@$(BIN)/python -W ignore -m cyclonedx_py requirements requirements/play.lock --pyproject pyproject.toml \
		--output-reproducible -o build/sbom.json

clean:
	rm -rf $(VENV) web/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Every check runs, so that one look shows all there is to mend.
LINT = "$(BIN)/ruff check ." "$(BIN)/ruff format --check ." "$(BIN)/mypy --strict" "env PYTHONPATH=src $(BIN)/lint-imports --no-logo"

run_all = failed=; for check in $(1); do echo "$$check"; $$check || failed="$$failed, $${check\#\#*/}"; done; \
	if [ -n "$$failed" ]; then echo "failed: $${failed\#, }"; exit 1; fi

# No lock names the place the packages come from: that is the reader's own setting.
lock = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --custom-compile-command 'make lock' --output-file requirements/$(1)

# With uv, or with pip where there is no uv.
install = if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install --quiet --python $(BIN)/python $(1); \
	else $(BIN)/python -m pip install --quiet $(1); fi

# The files below in .venv say when a step was last done.

# Installed as a wheel: compiled files beside the sources would hide every edit.
$(VENV)/sabika: $(SOURCES) $(VENV)/sources $(VENV)/play
	@touch $(VENV)/started  # what is edited from now on waits for the next build
	@echo "Building sabika$(if $(wildcard build),, (the first time about half a minute)) ..."
	@$(call install,--no-build-isolation --no-deps --force-reinstall .)
	@$(BIN)/python -c 'from sabika import doctor; print(doctor.brief())'
	@mv $(VENV)/started $@

# What the last build was made of: a deleted file or another compiler asks for a new one.
$(VENV)/sources: always | $(VENV)/play
	@echo '$(SABIKA_PURE) $(CC) $(sort $(SOURCES))' | cmp -s - $@ || echo '$(SABIKA_PURE) $(CC) $(sort $(SOURCES))' > $@

$(VENV)/test: requirements/test.lock $(VENV)/play
	@$(call install,--require-hashes -r requirements/test.lock)
	@touch $@

# The environments in the reference import what the extra `envs` brings, which the tests need too.
$(VENV)/docs: requirements/docs.lock $(VENV)/test
	@$(call install,--require-hashes -r requirements/docs.lock)
	@touch $@

$(VENV)/audit: requirements/audit.lock $(VENV)/play
	@$(call install,--require-hashes -r requirements/audit.lock)
	@touch $@

$(VENV)/play: requirements/play.lock $(VENV)/installer
	@$(call install,--require-hashes -r requirements/play.lock)
	@touch $@

$(VENV)/installer: requirements/installer.lock $(VENV)/made
	@$(BIN)/python -m pip install --quiet --only-binary :all: --require-hashes -r requirements/installer.lock \
		|| echo "uv cannot be installed here: pip takes over, which is slower."
	@touch $@

# What the client is built with, and the browser that its tests drive.
web/node_modules/made: web/package-lock.json
	@command -v npm >/dev/null || { $(call debian,nodejs npm); }
	@npm --prefix web ci --silent --no-audit --no-fund
	@touch $@

$(VENV)/browser: | $(VENV)/test
	@[ -n "$$CHROMIUM" ] || command -v chromium >/dev/null || command -v google-chrome >/dev/null \
		|| { $(call debian,chromium); }
	@touch $@

debian = if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq $(1) >/dev/null; \
	else echo "make test needs $(1); on Debian and Ubuntu: apt install $(1)"; exit 1; fi

# Rebuilt when its Python is gone, or when this folder was moved or copied.
usable := $(shell [ -x $(BIN)/python ] && grep -F '$(CURDIR)/$(VENV)' $(VENV)/pyvenv.cfg)

$(VENV)/made: $(if $(usable),,always)
	@rm -rf $(VENV)
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 none; do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ "$$python" = none ]; then echo "Sabika needs Python 3.11 or newer, and none was found."; exit 1; fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "Python's venv is missing. On Debian and Ubuntu: apt install $$("$$python" -c \
			'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; exit 1; fi; \
	echo "Setting up $(VENV) with $$("$$python" --version) ..."; \
	"$$python" -m venv $(VENV)
	@touch $@
