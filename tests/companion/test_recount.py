"""Toys that were counted wrongly in the first pictures, because a hand was over one of them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.follow import Follower
from companion.recount import DOUBT_S, FIRST_S, IN_TURN, LASTS_S, LONGEST_S, Recount
from solver import PUZZLES, belief_for
from vision import Frame, Observation, Reader
from vision.sentence import sentence

FPS = 10
PICTURE = np.zeros((4, 4, 3), np.uint8)
HIDDEN = sentence("Not every ring can be seen.")
Shows = Callable[[float], tuple[int, bool]]


def rings(count: int, at: float, *, told: bool = True) -> Observation:
    """A table of rings that are all on, or nothing of them where they are not told."""
    on = 0.99 if told else 0.5
    cells = np.tile([1 - on, on], (count, 1))
    where = np.full((count, 2), np.nan)
    return Observation(cells, where, at, (count,), problem=None if told else HIDDEN)


class Shown(Reader):
    """Reads what a film `shows`, as many rings as it counted in its first picture."""

    def __init__(self, shows: Shows, count: int | None) -> None:
        self._shows, self._count = shows, count

    def read(self, frame: Frame) -> Observation:
        count, told = self._shows(frame.at)
        self._count = self._count or count
        return rings(self._count, frame.at, told=told)


def follower(shows: Shows, *, count: int | None = None, recounts: bool = True) -> Follower:
    return Follower(
        lambda known: Shown(shows, known),
        PUZZLES["rings"],
        lambda puzzle: belief_for(puzzle, 0.05),
        count=count,
        recounts=recounts,
    )


def size_after(toy: Follower, seconds: float) -> int | None:
    """How many rings the toy has that is followed after so long."""
    for number in range(int(seconds * FPS)):
        toy.look(Frame(PICTURE, number / FPS))
    return toy.puzzle.cells if toy.puzzle is not None else None


def hand_at_first(at: float) -> tuple[int, bool]:
    return (8 if at < 1.5 else 9), True


def test_a_hand_over_the_first_ring_does_not_make_it_one_fewer_for_good() -> None:
    toy = follower(hand_at_first)
    assert size_after(toy, 1.0) == 8
    assert size_after(follower(hand_at_first), 8.0) == 9
    assert size_after(follower(hand_at_first, recounts=False), 8.0) == 8


def test_the_number_that_somebody_gave_stays() -> None:
    assert size_after(follower(hand_at_first, count=8), 8.0) == 8


@pytest.mark.parametrize("plain", [True, False])
def test_what_lies_over_an_end_of_the_row_does_not_make_it_fewer(plain: bool) -> None:
    recount = Recount(lambda: Shown(lambda at: (8 if at > 3 else 9, True), None))
    for number in range(30 * FPS):
        at = number / FPS
        seen = rings(9, at, told=plain or at < 3)
        assert not recount.grown(Frame(PICTURE, at), seen, (9,))


def test_pictures_are_read_ever_more_rarely_while_the_number_is_right() -> None:
    read = []

    class Counting(Shown):
        def read(self, frame: Frame) -> Observation:
            read.append(frame.at)
            return super().read(frame)

    recount = Recount(lambda: Counting(lambda at: (9, True), None))
    for number in range(100 * FPS):
        at = number / FPS
        assert not recount.grown(Frame(PICTURE, at), rings(9, at), (9,))
    ways = np.diff(read)
    assert read[0] == pytest.approx(FIRST_S)
    assert np.all(np.diff(ways) > -0.2)
    assert ways[-1] == pytest.approx(LONGEST_S, abs=0.2)


def test_nothing_is_read_anew_while_a_hand_is_at_the_toy() -> None:
    recount = Recount(lambda: Shown(lambda at: (10, True), None))
    for number in range(10 * FPS):
        at = number / FPS
        stirred = replace(rings(9, at), stirred=0.9)
        assert not recount.grown(Frame(PICTURE, at), stirred, (9,))
    calm = (number / FPS for number in range(10 * FPS, 15 * FPS))
    assert any(recount.grown(Frame(PICTURE, at), rings(9, at), (9,)) for at in calm)


def test_one_reading_is_not_enough() -> None:
    def shows(at: float) -> tuple[int, bool]:
        return (10 if 1.0 <= at < 1.0 + (IN_TURN - 1.5) * DOUBT_S else 9), True

    toy = follower(shows)
    assert size_after(toy, 20.0) == 9
    assert toy.scans == 0


def test_readings_of_another_toy_now_and_then_are_not_enough() -> None:
    recount, tens = Recount(lambda: Shown(lambda at: (10, True), None)), 0
    for number in range(10):
        at = number * 2 * LASTS_S
        tens += recount.grown(Frame(PICTURE, at), rings(9, at), (9,))
    assert tens == 0


def test_a_game_is_begun_anew_once_where_photos_and_films_are_counted_otherwise() -> None:
    class Film(Shown):
        """Counts eight, and nine in a picture by itself."""

        def __init__(self, known: int | None) -> None:
            super().__init__(lambda at: (9, True), known)
            self._looks = 0

        def read(self, frame: Frame) -> Observation:
            self._looks += 1
            return rings(9 if self._looks == 1 and frame.at > 0.5 else 8, frame.at)

    toy = Follower(Film, PUZZLES["rings"], lambda puzzle: belief_for(puzzle, 0.05), recounts=True)
    size_after(toy, 40.0)
    assert toy.scans == 1
