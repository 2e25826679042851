"""Discs on smaller ones: found by what vanished and what is new, in games and by themselves."""

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from solver import Hanoi, belief_for
from tests.vision.hanoi.painted_game import Game
from vision.frame import Frame
from vision.hanoi import HanoiReader
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import FOOT, PATCH
from vision.hanoi.slips import Rest, piles_of

RED, BLUE, GREEN = (30, 30, 220), (220, 60, 30), (40, 200, 40)
COLOURS = {1: RED, 2: BLUE, 3: GREEN}
WIDE = {1: 14, 2: 22, 3: 30}


def patch(pile: tuple[int, ...]) -> np.ndarray:
    """A pile from the front, on a grey table."""
    image = np.full((PATCH[1], PATCH[0], 3), 120, np.uint8)
    x, y = int(FOOT[0]), int(FOOT[1])
    for height, disc in enumerate(pile):
        low = y - 10 * height
        cv2.rectangle(image, (x - WIDE[disc], low - 9), (x + WIDE[disc], low), COLOURS[disc], -1)
    return image


def patches(piles: tuple[tuple[int, ...], ...]) -> np.ndarray:
    return np.stack([patch(pile) for pile in piles])


def stacks(counts: list[int], clear: tuple[float, ...] = (1, 1, 1)) -> Stacks:
    """What the network would say that is rather sure of its counts."""
    table = np.full((3, 9), 0.01)
    table[np.arange(3), counts] = 0.92
    zeros = np.zeros((3, 8))
    ends, rims = np.zeros((3, 2, 2)), np.zeros((3, 64))
    return Stacks(table, zeros, zeros, np.array(clear), ends, np.zeros(3), rims, rims)


BEFORE = ((3, 2), (), (1,))
REST = Rest(patches(BEFORE), BEFORE)


def test_the_slips_of_a_state() -> None:
    assert list(REST.slips()) == [(0, 2)]
    assert list(Rest(patches(BEFORE), ((3,), (2,), (1,))).slips()) == [(0, 1), (0, 2), (1, 2)]


def test_a_slip_is_found_and_its_places_are_told() -> None:
    slip = REST.find_slip(patches(((3,), (), (1, 2))), stacks([1, 0, 0]))
    assert slip is not None
    assert (slip.source, slip.target) == (0, 2)
    assert slip.weight > 0.02
    assert REST.cells(slip) == (3, 0, 0, 0, 0, 0, 1, 2, 0)


@pytest.mark.parametrize(
    ("now", "counts"),
    [
        (BEFORE, [2, 0, 1]),
        # The middle disc is in the air.
        (((3,), (), (1,)), [1, 0, 1]),
        # It lies where it may lie.
        (((3,), (2,), (1,)), [1, 1, 1]),
        # Another disc came.
        (((3,), (), (1, 3)), [1, 0, 0]),
    ],
)
def test_other_things_are_no_slips(now: tuple[tuple[int, ...], ...], counts: list[int]) -> None:
    assert REST.find_slip(patches(now), stacks(counts)) is None


def test_the_same_discs_in_order_are_rather_a_slip_than_three_moves() -> None:
    # From above the larger disc hides the smaller one: nothing new is to be seen.
    hidden = patches(((3,), (), (1,)))
    assert REST.find_slip(hidden, stacks([1, 0, 2])) is None
    slip = REST.find_slip(hidden, stacks([1, 0, 2]), (3, 0, 0, 0, 0, 0, 2, 1, 0))
    assert slip is not None
    assert slip.weight > 0.08


def test_what_is_hidden_is_no_slip() -> None:
    hidden = stacks([1, 0, 0], clear=(0.05, 1, 1))
    assert REST.find_slip(patches(((3,), (), (1, 2))), hidden) is None


def test_what_one_move_reaches() -> None:
    reached = {
        symbols
        for symbols in (
            (3, 2, 0, 0, 0, 0, 1, 0, 0),
            (3, 0, 0, 2, 0, 0, 1, 0, 0),
            (3, 2, 1, 0, 0, 0, 0, 0, 0),
            (3, 0, 0, 0, 0, 0, 2, 1, 0),
            (2, 0, 0, 3, 0, 0, 1, 0, 0),
            (2, 1, 0, 3, 0, 0, 0, 0, 0),
        )
        if REST.reaches(symbols)
    }
    assert reached == {
        (3, 2, 0, 0, 0, 0, 1, 0, 0),
        (3, 0, 0, 2, 0, 0, 1, 0, 0),
        (3, 2, 1, 0, 0, 0, 0, 0, 0),
    }


def test_piles_of_symbols() -> None:
    assert piles_of((3, 2, 0, 0, 0, 0, 1, 0, 0), 3) == BEFORE


class Player:
    """Shows a painted game to a reader and a belief."""

    def __init__(self, seed: int) -> None:
        self.game = Game.of(seed)
        self.puzzle = Hanoi(self.game.discs)
        self._reader = HanoiReader(Profile("hanoi"), count=self.game.discs)
        self._belief = belief_for(self.puzzle)
        self._looks = 0

    def piles(self, text: str) -> tuple[tuple[int, ...], ...]:
        view = self.puzzle.view(self.puzzle.parse(text))
        return piles_of(view, self.game.discs)

    def look(self, piles: tuple[tuple[int, ...], ...], looks: int = 10):
        for _ in range(looks):
            self._looks += 1
            frame = Frame(self.game.show(piles, self._looks), self._looks / 15)
            estimate = self._belief.update(self._reader.read(frame).cells)
            if estimate.state is not None and estimate.certainty > 0.99:
                self._reader.learn(self.puzzle.view(estimate.state))
        return estimate


@pytest.mark.parametrize(
    ("seed", "start", "slip", "legal"),
    [(777_003, "ACC", "3 A>C", "ACB"), (777_036, "ABA", "2 B>A", "ABC")],
)
def test_painted_slips_are_seen_and_legal_moves_are_not_called_so(
    seed: int, start: str, slip: str, legal: str
) -> None:
    player = Player(seed)
    piles = player.piles(start)
    assert player.look(piles).state == player.puzzle.parse(start)
    move = player.puzzle.parse_move(slip)
    wrong = [list(pile) for pile in piles]
    wrong[move.target].append(wrong[move.source].pop())
    estimate = player.look(tuple(map(tuple, wrong)), 22)
    assert estimate.against is not None
    assert (estimate.against.back.disc, estimate.against.back.source) == (move.disc, move.target)
    assert estimate.certainty > 0.9
    assert player.look(piles).state == player.puzzle.parse(start)
    estimate = player.look(player.piles(legal))
    assert estimate.state == player.puzzle.parse(legal)
