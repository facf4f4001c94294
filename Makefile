# Needs make and Python 3.11 or newer; everything else goes into .venv.

# Tried, not only looked up: a version manager's shim may be there and not run.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	$$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check

.PHONY: help run test check bench races rules docs

help:
	@sed -n 's/^#: //p' Makefile

#: make run    serve on http://127.0.0.1:8000 (PORT=9000 changes it), data in var/
run: $(VENV)/run
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py collectstatic --no-input --verbosity 0
	@exec $(PY) manage.py serve

#: make test   the suite on SQLite, and on PostgreSQL when one answers (ARGS="-k name" narrows it)
test: $(VENV)/dev
	@$(PY) -m scripts.test $(ARGS)

#: make check  what CI runs: format, lint, types, layers, templates, migrations, reference, tests
check: $(VENV)/dev
	@$(PY) -m scripts.check

#: make races  the race and crash tests at full counts, one at a time
races: $(VENV)/dev
	@RACES_FULL=1 $(PY) -m scripts.test -m race -n 0 -o faulthandler_timeout=0 $(ARGS)

#: make bench  the benchmark table
bench: $(VENV)/dev
	@$(PY) -m bench

#: make rules  which rules of the specification the tests show (ARGS="--only create_item")
rules: $(VENV)/dev
	@$(PY) -m scripts.rules $(ARGS)

#: make docs   write docs/reference again
docs: $(VENV)/run
	@$(PY) manage.py docs

$(PY):
	@python='$(PYTHON)'; \
	test -n "$$python" || { echo 'No Python 3.11 or newer with venv was found. Install one (Debian: apt-get install python3-venv), or set PYTHON=.' >&2; exit 1; }; \
	echo "Making $(VENV) with $$($$python --version)"; $$python -m venv --clear $(VENV)

$(VENV)/run: requirements.txt $(PY)
	@echo 'Installing requirements.txt'; $(PIP) -r requirements.txt && touch $@

$(VENV)/dev: requirements-dev.txt requirements.txt $(PY)
	@echo 'Installing requirements-dev.txt'; $(PIP) -r requirements-dev.txt && touch $@
