"""What is behind a toy may look like its rods: then nothing is told of it, rather than wrongly."""

from itertools import count, cycle
from unittest.mock import patch

import numpy as np

from calibration import default_profile
from samples.render.rings_game import RingsGame, Script
from vision.frame import Frame, Observation
from vision.rings import RingsReader, follow
from vision.rings.channel import BestChannel
from vision.rings.reader import MINGLED

STILL = Script(9, moves=0, leaves=0.0, blurred=0.0, lies=True)


def test_a_row_that_a_toy_at_rest_contradicts_time_and_again_is_not_read() -> None:
    reader = RingsReader(default_profile("rings"), count=9)
    pictures = [picture.image for picture in RingsGame(711_001, STILL).pictures()]
    now, shown = count(), cycle(pictures)

    def seen(contradicts: bool) -> Observation:
        # Each picture is read, though nothing has changed.
        reader._tracker._reused = 99
        with patch.object(follow, "_left_over", lambda *_: contradicts):
            return reader.read(Frame(np.ascontiguousarray(next(shown)), next(now) / 15))

    assert all(seen(False).problem is None for _ in range(6))
    # A row that slipped is put right after some frames, and counts once.
    slipped = [seen(contradicts) for contradicts in (True, True, False, True, False)]
    assert slipped[-1].problem is None
    told = [seen(contradicts) for contradicts in (*([False] * 7 + [True]) * 2, False)]
    assert told[-1].problem == MINGLED
    np.testing.assert_array_equal(told[-1].cells, 0.5)
    # Where rods look otherwise than what is behind them, they are not mistaken for it.
    with patch.object(BestChannel, "plain", True):
        assert seen(False).problem is None
    # What has gone well for long enough is believed again.
    again = [seen(False).problem for _ in range(int(follow.MOST_DOUBT / follow.EASED))]
    assert again[0] == MINGLED
    assert again[-1] is None
