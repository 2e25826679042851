# Everything runs from .venv; each target makes what it needs, and can be run twice.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
ifeq ($(OS),Windows_NT)
PY := $(VENV)/Scripts/python.exe
endif
PIP := $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt
KERNEL := setup.py $(wildcard solver/cube/twophase/kernel/*)

.PHONY: demo test check bench golden words picture clean

demo: $(VENV)/.installed
	$(PY) -m companion demo

test: $(VENV)/.installed-dev
	$(PY) -m pytest -n auto --dist loadfile -m "not live"
	$(PY) -m pytest -m live

check: $(VENV)/.installed-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

bench: $(VENV)/.installed-dev
	$(PY) -m tests.bench --json bench.json

# Rewrites the golden transcripts of the samples; look at the difference before committing it.
golden: $(VENV)/.installed-dev
	$(PY) -m tests.golden

# Brings the languages' catalogues up to the code; translate what it names.
words: $(VENV)/.installed-dev
	$(PY) -m tests.catalogues

# Draws the README's pictures again, from the bundled stills, and from the page if there is Chromium.
picture: $(VENV)/.installed-dev
	$(PY) -m tests.picture
	-$(PY) -m tests.screens

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=python3.12 demo"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml constraints.txt $(KERNEL)
	$(PIP) -e .
	@$(PIP) kociemba >/dev/null 2>&1 \
	  || echo "kociemba could not be built (it needs a C compiler and the Python headers): --method kociemba answers by magiccube instead, with longer solutions."
	@$(PIP) "onnxruntime<1.25" >/dev/null 2>&1 \
	  || echo "onnxruntime could not be installed: OpenCV runs the networks, and looks at towers take up to twice as long."
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) out build bench.json
