"""Where the row of a known toy begins: by the places beyond its ends, and by its last state."""

from functools import cache
from unittest.mock import patch

import numpy as np
import pytest

from samples.render.rings_game import RingsGame, Script
from vision.rings import find
from vision.rings.channel import grey_of
from vision.rings.find import ToyFinder
from vision.rings.net import SpotFinder
from vision.rings.settle import fit, reversed_toy
from vision.rings.toy import Toy

ODDS = np.array([4.0, -4.0, 4.0, 4.0, -4.0])
STATE = (1, 0, 1, 1, 0)


@cache
def _found() -> tuple[ToyFinder, np.ndarray, Toy, np.ndarray]:
    script = Script(9, start=0b110100111, moves=0, leaves=0.0, blurred=0.0, lies=True)
    picture = next(iter(RingsGame(711_001, script).pictures()))
    grey, finder = grey_of(picture.image), ToyFinder()
    toy = finder.find(grey, 9)
    assert toy is not None
    return finder, grey, toy, picture.eyes


def _off(toy: Toy, places: int) -> Toy:
    """The toy with its row so many places off; what is beyond is not seen."""
    way = places * toy.step
    return Toy(
        toy.eyes + way,
        toy.feet + way,
        np.roll(toy.on, -places),
        toy.seen,
        *(toy.counted, toy.headed, toy.proof, toy.step, toy.ends, toy.lengths),
    )


@pytest.mark.parametrize("places", [-2, -1, 0, 1, 2])
def test_a_row_that_is_off_is_put_right(places: int) -> None:
    finder, grey, toy, eyes = _found()
    found = finder.settled(grey, _off(toy, places), (1, 1, 1, 0, 0, 1, 0, 1, 1))
    np.testing.assert_allclose(found.eyes, eyes, atol=9)
    assert found.counted > 0.9


@pytest.mark.parametrize(("enough", "looks"), [(0.9, 0), (1.1, 1)])
def test_more_is_looked_at_only_where_the_look_that_found_the_toy_leaves_doubt(
    enough: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, grey, toy, eyes = _found()
    monkeypatch.setattr(find, "SETTLED", enough)
    with patch.object(SpotFinder, "maps", autospec=True, side_effect=SpotFinder.maps) as maps:
        found = finder.settled(grey, _off(toy, 1), (1, 1, 1, 0, 0, 1, 0, 1, 1))
    assert maps.call_count == looks
    np.testing.assert_allclose(found.eyes, eyes, atol=9)


def test_a_row_that_was_taken_for_its_mirror_image_is_turned() -> None:
    finder, grey, toy, eyes = _found()
    found = finder.settled(grey, reversed_toy(toy), (1, 1, 1, 0, 0, 1, 0, 1, 1))
    np.testing.assert_allclose(found.eyes, eyes, atol=9)
    assert found.headed > 0.9


def test_a_known_state_speaks_for_itself_and_for_one_ring_moved() -> None:
    same, beside, other = (
        fit(ODDS, state) for state in (STATE, (0, *STATE[1:]), tuple(1 - on for on in STATE))
    )
    assert same > beside > 0 > other
    # It may have become any other state while nobody looked.
    assert other == pytest.approx(np.log(0.1), abs=0.05)
    assert fit(ODDS, None) == fit(ODDS, STATE[1:]) == 0.0
    assert fit(np.zeros(5), STATE) == pytest.approx(0.0, abs=1e-9)
