"""Batches that processes of their own make: each has its part, and takes in what comes later."""

from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the trainings need torch")

from samples.render.loaders import One, Source, batches

# Of a machine with one core.
pytestmark = pytest.mark.filterwarnings("ignore:This DataLoader will create")


def _numbered(folder: Path, one: One) -> Source[tuple[One, int]]:
    """A source of which of several it is, and how many files it has seen."""
    seen = []

    def refresh() -> None:
        seen[:] = sorted(folder.iterdir())

    def draw(rng: np.random.Generator) -> tuple[One, int]:
        return one, len(seen)

    refresh()
    return draw, refresh


@pytest.mark.parametrize("loaders", [0, 2])
def test_each_process_begins_a_source_of_its_own(tmp_path: Path, loaders: int) -> None:
    (tmp_path / "first").touch()
    found = batches(partial(_numbered, tmp_path), [7], loaders=loaders, every=3)
    some = [next(found) for _ in range(6)]
    sources = Counter(one for one, _ in some)
    assert sorted(sources) == [(place, max(1, loaders)) for place in range(max(1, loaders))]
    (tmp_path / "second").touch()
    assert [next(found)[1] for _ in range(20)][-1] == 2
    assert some[0][1] == 1


def test_processes_draw_by_seeds_of_their_own() -> None:
    def begin(one: One) -> Source[float]:
        return (lambda rng: float(rng.random())), (lambda: None)

    first, again = (batches(begin, [3], loaders=2, every=5) for _ in range(2))
    told = [next(first) for _ in range(6)]
    assert told == [next(again) for _ in range(6)]
    assert len(set(told)) == 6
