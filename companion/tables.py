"""The cube's tables between runs: where they lie, and who makes them."""

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import click
from platformdirs import user_cache_path

from companion.languages import Language, language_of_system
from solver import AnyPuzzle, CubePuzzle
from solver.cube.twophase import Progress, Tables, TwoPhase, make_tables
from solver.cube.twophase.large import make_exact
from solver.cube.twophase.native import load_kernel
from solver.cube.twophase.store import load_exact, load_tables, save
from solver.phrase import sentence

TABLES, LARGE = "cube.tables", "cube-large.tables"
PREPARING = sentence("Preparing the cube's tables")
PREPARING_LARGE = sentence("Preparing the cube's large table")


def cache_folder() -> Path:
    """Where this system keeps what can be made again."""
    return user_cache_path("puzzle-companion", appauthor=False)


def prepared(toy: AnyPuzzle) -> AnyPuzzle:
    """The same puzzle; a cube with tables that are kept between runs."""
    return replace(toy, two_phase=two_phase) if isinstance(toy, CubePuzzle) else toy


@cache
def two_phase() -> TwoPhase:
    """The cube's solver with the small tables: loaded, or made and kept."""
    return TwoPhase(_tables())


@cache
def patient_two_phase() -> TwoPhase:
    """The solver for longer searches: with the large table too, if `companion prepare` made it."""
    exact = load_exact(cache_folder() / LARGE) if load_kernel() is not None else None
    return two_phase() if exact is None else TwoPhase(_tables(), exact)


@cache
def _tables() -> Tables:
    path = cache_folder() / TABLES
    found = load_tables(path)
    if found is None:
        with progress(PREPARING) as done:
            found = make_tables(done)
        # Without a place to keep them they are made again next time.
        with contextlib.suppress(OSError):
            save(path, found)
    return found


def make_large() -> Path | None:
    """Makes the large table and keeps it; None where there is no kernel in C. Raises OSError."""
    kernel = load_kernel()
    if kernel is None:
        return None
    path = cache_folder() / LARGE
    with progress(PREPARING_LARGE) as done:
        save(path, make_exact(kernel, _tables(), done))
    return path


@contextlib.contextmanager
def progress(label: str) -> Iterator[Progress]:
    """A bar on standard error where that is a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    words = _language().say(label)
    with click.progressbar(length=100, label=words, file=sys.stderr) as bar:
        yield lambda share: bar.update(round(100 * share) - bar.pos)


def _language() -> Language:
    """The language of the command that waits for the tables; without one, the system's."""
    context = click.get_current_context(silent=True)
    chosen = context.params.get("lang") if context else None
    return chosen if isinstance(chosen, Language) else language_of_system(os.environ)
