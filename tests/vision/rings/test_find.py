"""Windows of close looks, and when a toy is looked at from nearer."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.rings.conftest import Found
from tests.vision.rings.made import made_toy
from vision.rings.find import LOOK_SIZES, ToyFinder, Window, beyond_doubt
from vision.rings.net import CLOSE, Floats
from vision.rings.toy import Toy


def test_the_widest_look_shows_the_same_in_its_middle() -> None:
    size = LOOK_SIZES[0]
    window = Window(np.array([[0.5, 0.1, 30.0], [-0.1, 0.5, 12.0]]), size)
    point = np.array([200.0, 150, 1])
    off = window.widest @ point - np.array(CLOSE) / 2
    np.testing.assert_allclose(off, window.way @ point - np.array(size) / 2)


@pytest.mark.parametrize(
    ("sure", "nearer", "finer", "again"),
    [
        (0.99, "alike", 0, 0),
        (0.95, "alike", 1, 0),
        (0.95, "doubtful", 2, 3),
        (0.95, "another ring", 2, 3),
        (0.5, "alike", 2, 3),
    ],
)
def test_one_look_from_nearer_is_enough_where_it_leaves_no_doubt(
    found: Found,
    monkeypatch: pytest.MonkeyPatch,
    sure: float,
    nearer: str,
    finer: int,
    again: int,
) -> None:
    grey, _, seen, _ = found
    toy = replace(
        seen, counted=sure, headed=1.0, on=9.0 * np.sign(seen.on), lengths=_lengths(seen, 0.999)
    )
    other = {
        "alike": toy,
        "doubtful": replace(toy, lengths=_lengths(toy, 0.1), counted=0.1),
        "another ring": replace(toy, on=toy.on * np.where(np.arange(toy.rings) == 1, -1, 1)),
    }[nearer]
    finder, taken = ToyFinder(), []
    assert finder.find(grey) is not None
    finder = _standing_alone(finder, toy, monkeypatch)

    def read(*_: object) -> Iterator[Toy]:
        for _ in range(2):
            taken.append("finer")
            yield other

    def look_again(*_: object) -> Toy:
        taken.append("again")
        return toy

    monkeypatch.setattr(finder._finer, "read", read)
    monkeypatch.setattr(finder, "_again", look_again)
    told = finder.find(grey, toy.rings)
    assert told is not None
    assert (taken.count("finer"), taken.count("again")) == (finer, again)


def _lengths(toy: Toy, own: float) -> Floats:
    """Lengths of which the toy's own is so likely, and one ring more otherwise."""
    return np.array([(toy.rings, own), (toy.rings + 1, 1 - own)])


def _standing_alone(finder: ToyFinder, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> ToyFinder:
    """The finder as before its first picture, in which a search will show the toy."""
    monkeypatch.setattr(finder, "_shape", ())
    monkeypatch.setattr(finder, "_search", lambda *_: toy)
    return finder


def test_a_faint_eye_is_a_doubt_however_sure_what_it_says() -> None:
    toy = made_toy(np.full(5, 9.0), np.full(5, 4.0))
    assert beyond_doubt(toy)
    assert not beyond_doubt(replace(toy, on=np.array([9.0, 9.0, 2.0, 9.0, 9.0])))
    assert not beyond_doubt(replace(toy, seen=np.array([1.0, 1.0, 0.2, 1.0, 1.0])))
