"""How much a look counts: twice as many pictures a second tell no more while a hand is there."""

import numpy as np
import pytest

from companion.pace import RESTED_S, Pace

# Tables of two rings: both in sight, and one of them behind a finger.
SEEN = np.array([[0.05, 0.95], [0.9, 0.1]])
BEHIND = np.array([[0.05, 0.95], [0.5, 0.5]])


@pytest.mark.parametrize(
    ("cells", "fps", "worth"),
    [
        (SEEN, 5, 1.0),
        (SEEN, 15, 1.0),
        (SEEN, 30, 0.5),
        (SEEN, 60, 0.25),
        (BEHIND, 5, 1.0),
        (BEHIND, 15, 0.5),
        (BEHIND, 30, 0.25),
    ],
)
def test_looks_at_what_is_stirred_count_by_their_time_and_half_behind_fingers(
    cells: np.ndarray, fps: int, worth: float
) -> None:
    pace = Pace()
    told = [pace.worth(frame / fps, 0.5, cells) for frame in range(4)]
    assert told == pytest.approx([1.0, worth, worth, worth])


def test_looks_at_what_lies_still_count_whole_again_after_a_while() -> None:
    pace = Pace()
    pace.worth(0.0, 0.9, SEEN)
    told = {frame / 30: pace.worth(frame / 30, 0.02, SEEN) for frame in range(1, 30)}
    assert all((worth == 1.0) == (at > RESTED_S) for at, worth in told.items())


@pytest.mark.parametrize("stirred", [None, 0.0, 1.0])
def test_looks_without_times_or_without_word_of_what_stirs_count_whole(
    stirred: float | None,
) -> None:
    pace = Pace()
    assert [pace.worth(0.0, stirred, BEHIND) for _ in range(3)] == [1.0] * 3
    if stirred != 1.0:
        assert [pace.worth(frame / 60, stirred, BEHIND) for frame in range(1, 4)] == [1.0] * 3


def test_what_is_hidden_while_nothing_stirs_takes_nothing_from_a_look() -> None:
    pace = Pace()
    pace.worth(0.0, 0.9, BEHIND)
    told = [pace.worth(frame / 15, 0.0, BEHIND) for frame in range(1, 5)]
    assert told == pytest.approx([0.5, 1.0, 1.0, 1.0])
