"""The overlay: marks where they belong, and the picture beneath unharmed."""

import numpy as np
import pytest

from companion.arrows import turn_arrows
from companion.cue import Cue
from companion.draw import TRACK, draw
from companion.marks import ACCENT
from companion.session import Session
from companion.text import width_of, wrap
from solver import PUZZLES, Estimate
from vision import Observation

GREY = np.full((600, 900, 3), 120, np.uint8)


def scene(name, size, text, where):
    toy = PUZZLES[name](*size)
    state = toy.parse(text)
    cells = np.full((toy.cells, len(toy.symbols)), 0.02)
    cells[np.arange(toy.cells), toy.view(state)] = 1.0
    cells /= cells.sum(axis=1, keepdims=True)
    estimate = Estimate(state, 0.97)
    session = Session(toy)
    session.update(estimate, 0.0)
    return Observation(cells, where, 0.0, size), toy, estimate, session.finish(0.0)


def hanoi(text="AAA"):
    where = np.array([(200 + 250 * p, 400 - 50 * h) for p in range(3) for h in range(3)], float)
    return scene("hanoi", (3, 3), text, where)


def accent_at(picture, x, y, reach=14):
    patch = picture[y - reach : y + reach, x - reach : x + reach].astype(int)
    return bool((np.abs(patch - np.array(ACCENT)).max(axis=2) < 12).any())


def test_every_seen_cell_gets_a_mark_and_the_rest_stays():
    observation, toy, estimate, _ = hanoi()
    picture = draw(GREY, observation, toy, estimate, None)
    assert picture.shape == GREY.shape
    for x, y in observation.where.astype(int):
        assert (picture[y - 6 : y + 6, x - 6 : x + 6] != 120).any()
    assert (picture[:150] == 120).all()
    assert (GREY == 120).all()


def test_the_arrow_goes_from_the_disc_to_its_new_place():
    observation, toy, estimate, cue = hanoi()
    assert toy.format_move(cue.move) == "1 A>C"
    without = draw(GREY, observation, toy, estimate, None)
    picture = draw(GREY, observation, toy, estimate, cue)
    assert accent_at(picture, 700, 400)
    assert accent_at(picture, 200, 300, 20)
    assert not accent_at(without, 700, 400)
    # The bow rises over the toy.
    changed = (picture != without).any(axis=2)
    assert changed[180:280, 350:600].any()
    assert not changed[:100].any()


def test_no_arrow_while_the_toy_shows_something_else():
    observation, toy, _, cue = hanoi()
    moved = draw(GREY, observation, toy, Estimate(toy.parse("AAC"), 0.97), cue)
    assert not accent_at(moved, 700, 400)


def test_rings_get_a_ring_and_an_arrow_down_or_up():
    where = np.array([(200 + 100 * i, 300) for i in range(5)], float)
    off = scene("rings", (5,), "11111", where)
    on = scene("rings", (5,), "00010", where)
    down = draw(GREY, *off)
    up = draw(GREY, *on)
    assert accent_at(down, 200, 355, 10)
    assert not accent_at(down, 200, 240, 10)
    assert accent_at(up, 200, 245, 10)


def test_stickers_have_their_own_colours():
    cube = PUZZLES["cube"]()
    view = cube.view(cube.goal)
    where = np.array([(60 + 90 * (i % 9), 60 + 80 * (i // 9)) for i in range(54)], float)
    cells = np.eye(6)[list(view)] * 0.9 + 0.1 / 6
    observation = Observation(cells, where, 0.0, (3,))
    picture = draw(GREY, observation, cube, Estimate(cube.goal, 0.99, tuple(range(54))), None)
    white, red = picture[60, 60], picture[140, 60]
    assert white.min() > 240
    assert red[2] > 150 > red[0]


@pytest.mark.parametrize("shape", [(60, 80), (240, 320), (3000, 200), (2400, 3200)])
def test_words_are_legible_at_every_size(shape):
    image = np.full((*shape, 3), 120, np.uint8)
    nothing = Observation.nothing(0.0, 2, "")
    words = "Take ring three off the bar, and then look at the camera again for a moment."
    picture = draw(image, nothing, None, None, Cue("next", None, words, None, 3, 0.0, 0.9))
    assert 720 <= max(picture.shape[:2]) <= 1600
    assert (picture[-1, :, :].std() + picture[-40:, :, :].std()) > 5


def test_uncertain_cells_and_unknown_places_are_left_out():
    observation, toy, _, _ = hanoi()
    where = observation.where.copy()
    where[0] = np.nan
    cells = np.full_like(observation.cells, 0.25)
    picture = draw(GREY, Observation(cells, where, 0.0, (3, 3)), toy, None, None)
    assert (picture == 120).all()


def test_wrapping_keeps_every_word_and_the_width():
    text = "Move the smallest disc from the left peg to the right peg, please."
    lines = wrap(text, 20, 200)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(width_of(line, 20) <= 200 for line in lines)


@pytest.mark.parametrize(
    ("lift", "steady", "above"),
    [(0, False, False), (150, False, True), (150, True, False), ((-390, 190), False, False)],
)
def test_the_words_leave_the_toy_in_sight_where_they_can(lift, steady, above):
    observation, toy, estimate, cue = hanoi()
    rows = np.linspace(*lift, len(observation.where)) if isinstance(lift, tuple) else lift
    lower = Observation(
        observation.cells, observation.where + np.stack([0 * rows, rows], -1), 0.0, (3, 3)
    )
    picture = draw(GREY, lower, toy, estimate, cue, steady=steady)
    stripe = picture[:, 2] != 120
    assert stripe[5].any() == above
    assert stripe[-5].any() == (not above)


def cube_marks(text, corners, facelets):
    """The arrows of a cube of which one face is in sight."""
    cube = PUZZLES["cube"]()
    move = cube.parse_move(text)
    places, ways = cube.flow(move, facelets)
    half = move.inverse == move
    return turn_arrows(np.array([corners]), facelets, places, ways, half=half)


def tip_of(marks):
    """The tip of the first arrow: the outline's point in the middle of its head."""
    points = marks[0].points
    return points[(len(points) - 5) // 2 + 1]


@pytest.mark.parametrize(
    ("text", "across", "down"),
    [("R", 0, -1), ("R'", 0, 1), ("L", 0, 1), ("U", -1, 0), ("U'", 1, 0), ("D", 1, 0)],
)
def test_the_arrow_lies_along_the_layer_the_way_its_stickers_go(text, across, down):
    square = [[100.0, 100.0], [400, 100], [400, 400], [100, 400]]
    tip = tip_of(cube_marks(text, square, range(18, 27)))
    way = tip - np.array([250.0, 250.0])
    goes = PUZZLES["cube"]().parse_move(text).goes()
    assert {goes[cell] // 9 for cell in range(18, 27)} != {2}
    assert np.sign(np.round(way / 120.0) * [abs(across), abs(down)]).tolist() == [across, down]


def test_the_arrow_turns_with_the_face_in_the_picture():
    turned = [[400.0, 100.0], [400, 400], [100, 400], [100, 100]]
    tip = tip_of(cube_marks("R", turned, range(18, 27)))
    assert tip[0] > 380
    assert tip[1] > 250


def test_a_half_turn_has_a_two_and_a_hidden_one_no_arrow():
    square = [[100.0, 100.0], [400, 100], [400, 400], [100, 400]]
    assert [mark.text for mark in cube_marks("F2", square, range(18, 27))[-1:]] == ["2"]
    assert not cube_marks("B", square, range(18, 27))


def bar_of(picture, shape=GREY.shape):
    """The share of the progress bar that is filled; None where there is none."""
    rows = picture.astype(int)
    track = (np.abs(rows - TRACK).max(axis=2) < 3).sum(axis=1)
    filled = (np.abs(rows - ACCENT).max(axis=2) < 3).sum(axis=1)
    row = int(np.argmax(track + filled))
    whole = track[row] + filled[row]
    return filled[row] / whole if whole > 0.95 * shape[1] else None


@pytest.mark.parametrize(
    ("remaining", "whole", "share"),
    [(341, 341, 0), (170, 341, 171 / 341), (0, 341, 1), (5, 0, None), (3, None, None)],
)
def test_the_bar_over_the_way_is_as_wide_as_the_picture(remaining, whole, share):
    cue = Cue("next", None, "Take ring one off the bar.", None, remaining, 0.0, 0.9, whole)
    nothing = Observation.nothing(0.0, 2, "")
    for steady in (False, True):
        filled = bar_of(draw(GREY, nothing, None, None, cue, steady=steady))
        assert filled == (None if share is None else pytest.approx(share, abs=0.005))


def test_certainty_is_no_bar():
    nothing = Observation.nothing(0.0, 2, "")
    cue = Cue("next", None, "Take ring one off the bar.", None, 3, 0.0, 0.9)
    picture = draw(GREY, nothing, None, Estimate(1, 0.99), cue)
    assert not accent_at(picture, 450, 500, 100)
    assert not (np.abs(picture[450:].astype(int) - ACCENT).max(axis=2) < 12).any()
