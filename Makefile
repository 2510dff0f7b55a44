# Two commands: `make play` opens the table, `make test` checks everything quick. Needs Python >= 3.11, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play demo test test-all opencv-range lint soak test-vm install uninstall clean

play: $(STAMP)
	@$(BIN)/knobeltisch play --camera simulated --panel keyboard --window

demo: $(STAMP)
	@$(BIN)/knobeltisch demo --game kniffel --players 2 --headless

test: $(STAMP) lint
	$(BIN)/python -m pytest -m "not slow"

test-all: $(STAMP) lint
	$(BIN)/python -m pytest
	$(BIN)/python -m tests.opencv_range

opencv-range: $(STAMP)
	@$(BIN)/python -m tests.opencv_range

soak: $(STAMP)
	@$(BIN)/python -m tests.soak --note

test-vm: $(STAMP)
	@$(BIN)/python -m tests.vm all --note

install:
	@systemd/install.sh install

uninstall:
	@systemd/install.sh uninstall

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "knobeltisch needs Python 3.11 or newer; found $$($(PYTHON) --version 2>&1)"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "cannot make a virtual environment: sudo apt install python3-venv"; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@$(BIN)/python -c 'import cv2' || { echo "OpenCV cannot load: sudo apt install libgl1 libglib2.0-0"; exit 2; }
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info
