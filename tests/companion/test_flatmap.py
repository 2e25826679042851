"""The flat map: faces where they belong, doubts where they are, and words for what is missing."""

import numpy as np
import pytest

from companion.flatmap import SIDES, believed_map, gathered_map, placed_map
from solver import PUZZLES
from solver.cube import parse_turns

CUBE = PUZZLES["cube"]()
STATE = CUBE.goal
for turn in parse_turns("R U F2 L' D B"):
    STATE = CUBE.apply(STATE, turn)
VIEW = np.array(CUBE.view(STATE)).reshape(6, 9)


def tables_of(faces, turns=(0,) * 6, sure=0.97):
    """Some faces as they are read, each turned by so many quarters."""
    groups = []
    for face in faces:
        shown = np.rot90(VIEW[face].reshape(3, 3), turns[face]).ravel()
        table = np.full((9, 6), (1 - sure) / 5)
        table[np.arange(9), shown] = sure
        groups.append(table)
    return np.array(groups).reshape(len(groups), 9, 6)


def letters(flat):
    return "".join(sticker.colour or "." for sticker in flat.stickers)


def test_nothing_seen_is_an_empty_map():
    flat = gathered_map(CUBE, tables_of([]), {}, {})
    assert letters(flat) == "." * 54
    assert (
        flat.words() == "0 of 6 faces. Still to show: white, red, green, yellow, orange and blue."
    )
    assert flat.label(0) == "up face, row 1, column 1: not seen"


def test_faces_lie_where_their_centres_belong():
    flat = gathered_map(CUBE, tables_of([3, 1]), {}, {})
    assert flat.seen == (False, True, False, True, False, False)
    for side in (1, 3):
        shown = letters(flat)[9 * side : 9 * side + 9]
        assert shown == "".join(CUBE.symbols[i] for i in VIEW[side])
    assert flat.words() == "2 of 6 faces. Still to show: white, green, orange and blue."
    assert not flat.doubtful
    assert not flat.settled
    assert flat.stickers[9 * 3 + 5].rows == (5,)
    assert flat.stickers[9 * 1 + 5].rows == (14,)


def test_two_centres_of_one_name_get_a_place_each():
    tables = tables_of([1, 4])
    tables[1, 4] = [0.01, 0.01, 0.5, 0.46, 0.01, 0.01]
    flat = gathered_map(CUBE, tables, {}, {})
    assert flat.seen == (False, True, False, False, True, False)
    assert flat.doubtful == (9 * 4 + 4,)
    tables[1, 4] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    assert sum(gathered_map(CUBE, tables, {}, {}).seen) == 1


def test_one_missing_face_is_named_alone():
    assert gathered_map(CUBE, tables_of(range(5)), {}, {}).words() == (
        "5 of 6 faces. Still to show: blue."
    )


def test_what_the_player_set_is_certain():
    tables = tables_of([0], sure=0.3)
    flat = gathered_map(CUBE, tables, {2: 5}, {CUBE.view(CUBE.goal)[13]: (-1, 1, *[-1] * 7)})
    assert flat.label(2) == "up face, row 1, column 3: blue, set by you"
    assert len(flat.doubtful) == 8
    assert flat.label(10) == "right face, row 1, column 2: yellow, set by you"
    assert "red" in flat.words()


@pytest.mark.parametrize("settled", [False, True])
def test_faces_lie_as_they_fit_together(settled):
    turns = (1, 0, 3, 2, 0, 1)
    tables = tables_of([5, 0, 1, 3, 2, 4], turns)
    placed = []
    for face in [5, 0, 1, 3, 2, 4]:
        cells = np.rot90(np.arange(9).reshape(3, 3), turns[face]).ravel()
        placed += (9 * face + cells).tolist()
    misread = placed[0]
    tables[0, 0] = np.roll(tables[0, 0], 1)
    flat = placed_map(CUBE, tables, {}, placed, STATE, settled=settled)
    truth = "".join(CUBE.symbols[i] for i in VIEW.ravel())
    wrong = [i for i in range(54) if letters(flat)[i] != truth[i]]
    assert flat.words() == "All 6 faces seen."
    if settled:
        assert (wrong, flat.doubtful, flat.settled) == ([], (), True)
        assert flat.stickers[misread].certainty < 0.1
    else:
        assert (wrong, flat.doubtful) == ([misread], (misread,))


def test_a_followed_state_is_shown_whole():
    flat = believed_map(CUBE, STATE, 0.95, settled=True)
    assert letters(flat) == "".join(CUBE.symbols[i] for i in VIEW.ravel())
    assert all(flat.label(9 * side).startswith(name) for side, name in enumerate(SIDES))
    assert flat.label(0).endswith("sure")
