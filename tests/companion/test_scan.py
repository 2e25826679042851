"""Corrections: they hold however a face is read again, and until the cube is turned."""

import numpy as np
import pytest

from companion.controls import Controls
from companion.follow import NOTHING_YET, Follower
from companion.loop import watch
from companion.scan import IMPOSSIBLE, MOVED, NOT_SEEN
from companion.session import Session
from solver import PUZZLES, belief_for
from solver.cube import parse_turns
from solver.cube.asking import MIRRORED
from tests.companion.test_flatmap import CUBE, STATE, VIEW, letters, tables_of
from vision import Frame, Observation

BLANK = np.zeros((8, 8, 3), np.uint8)
TRUTH = "".join(CUBE.symbols[i] for i in VIEW.ravel())
ALL = (0, 1, 2, 3, 4, 5)


class Told:
    """A reader that sees what it is told: tables, or nothing."""

    def __init__(self):
        self.tables = None
        self.made = 0

    def read(self, frame):
        if self.tables is None:
            return Observation.nothing(frame.at, 6, "Nothing is there.")
        rows = self.tables.reshape(-1, 6)
        last = rows[-18:]
        return Observation(last, np.zeros((len(last), 2)), frame.at, (3,), rows)


@pytest.fixture
def toy():
    reader = Told()

    def make(count):
        reader.made += 1
        return reader

    made = Follower(make, PUZZLES["cube"], lambda one: belief_for(one, 0.1), agreeing=1)
    made.reader = reader
    return made


def show(toy, tables, times=1):
    toy.reader.tables = tables
    for _ in range(times):
        toy.look(Frame(BLANK))
    return toy.flat


def misread(faces, swaps, turns=(0,) * 6):
    """Tables in which some stickers, (face, cell), are surely read as another colour."""
    tables = tables_of(faces, turns)
    for (face, cell), symbol in swaps.items():
        group = list(faces).index(face)
        cells = np.rot90(np.arange(9).reshape(3, 3), turns[face]).ravel()
        tables[group, np.flatnonzero(cells == cell)[0]] = 0.97 * np.eye(6)[symbol] + 0.005
    return tables


def test_nothing_can_be_corrected_before_anything_was_seen(toy):
    assert toy.flat is None
    assert toy.correct(0, 0) == NOTHING_YET
    assert not toy.undo()


@pytest.mark.parametrize(("cell", "symbol"), [(-1, 0), (54, 0), (0, 6), (0, -1)])
def test_what_there_is_not_is_refused(toy, cell, symbol):
    show(toy, tables_of([0]))
    with pytest.raises(ValueError, match="no such"):
        toy.correct(cell, symbol)


@pytest.mark.parametrize("quarters", range(4))
def test_a_correction_survives_the_face_read_again(toy, quarters):
    wrong = (int(VIEW[0][1]) + 1) % 6
    show(toy, misread([0, 2], {(0, 1): wrong}))
    assert toy.correct(1, int(VIEW[0][1])) is None
    assert letters(toy.flat)[:9] == TRUTH[:9]
    flat = show(toy, misread([2, 0], {(0, 1): wrong}, (quarters, 0, 0, 0, 0, 0)))
    fixed = [i for i, sticker in enumerate(flat.stickers) if sticker.fixed]
    turned = np.rot90(np.arange(9).reshape(3, 3), quarters).ravel()
    assert fixed == [int(np.flatnonzero(turned == 1)[0])]
    assert flat.stickers[fixed[0]].colour == TRUTH[1]


def test_a_correction_decides_and_can_be_taken_back(toy):
    """Two stickers in question: either way there is a legal cube, and the reading is torn."""
    tables = tables_of(ALL)
    flat = show(toy, tables)
    assert flat.settled
    assert letters(flat) == TRUTH
    wrong = (int(VIEW[3][0]) + 1) % 6
    assert toy.correct(27, wrong) is None
    assert toy.flat.note == IMPOSSIBLE
    assert not toy.flat.settled
    assert toy.flat.stickers[27].fixed
    assert toy.estimate.certainty == 0
    for _ in range(3):
        assert show(toy, tables).note == IMPOSSIBLE
    assert toy.undo()
    assert toy.flat.settled
    assert letters(toy.flat) == TRUTH
    assert not toy.undo()


def test_corrections_mend_what_was_misread(toy):
    corner = {(0, 0): int(VIEW[0][2]), (0, 2): int(VIEW[0][0])}
    edges = {(1, 1): int(VIEW[1][3]), (1, 3): int(VIEW[1][1]), (4, 5): int(VIEW[4][3])}
    show(toy, misread(ALL, {**corner, **edges}))
    for face, cell in [*corner, *edges]:
        # The map may hold the face turned, so look for what is still wrong.
        here = toy.flat.stickers
        place = next(i for i in range(54) if here[i].rows == (9 * face + cell,))
        assert toy.correct(place, int(VIEW[face][cell])) is None
    assert toy.estimate.state == STATE
    assert toy.estimate.certainty > 0.9
    assert letters(toy.flat) == TRUTH


def test_a_correction_is_heard_while_the_cube_lies_aside(toy):
    show(toy, tables_of(ALL))
    toy.correct(0, (int(VIEW[0][0]) + 1) % 6)
    toy.undo()
    show(toy, None, 3)
    assert toy.estimate.state == STATE
    scans = toy.scans
    assert scans == 0
    show(toy, tables_of(ALL), 2)
    toy.correct(0, (int(VIEW[0][0]) + 1) % 6)
    assert toy.scans == 1


def test_a_turned_cube_is_not_corrected_but_scanned_again(toy):
    show(toy, tables_of(ALL), 2)
    toy.correct(0, int(VIEW[0][0]))
    move = CUBE.parse_move("R")
    after = np.array(CUBE.view(CUBE.apply(STATE, move))).reshape(6, 9)
    turned = np.eye(6)[after[[0, 2]]] * 0.97 + 0.005
    flat = show(toy, turned, 8)
    assert toy.estimate.state == CUBE.apply(STATE, move)
    assert not any(sticker.fixed for sticker in flat.stickers)
    assert toy.correct(0, 0) == MOVED
    toy.restart()
    assert toy.flat is None
    assert toy.scans == 1


def test_a_cube_that_was_lost_is_scanned_anew(toy):
    """What is shown instead is another cube: nothing of the first one may count any more."""
    show(toy, tables_of(ALL), 2)
    assert toy.flat.settled
    made = toy.reader.made
    other = CUBE.goal
    for turn in parse_turns("F2 L B' U2 R' D F' L2 U B"):
        other = CUBE.apply(other, turn)
    strange = np.eye(6)[np.array(CUBE.view(other)).reshape(6, 9)] * 0.97 + 0.005
    for number in range(400):
        show(toy, strange[[number % 2, 2]])
        if toy.reader.made > made:
            break
    assert toy.reader.made == made + 1
    assert toy.flat.seen == (False,) * 6
    flat = show(toy, strange[[0, 2]])
    assert flat.seen == (True, False, True, False, False, False)
    assert show(toy, strange, 2).settled
    assert toy.estimate.state == other


def test_a_face_can_be_told_sticker_by_sticker(toy):
    show(toy, tables_of(range(5)))
    assert toy.correct(9 * 5 + 4, 0) == NOT_SEEN
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        assert toy.flat.missing == ("b",)
        assert toy.correct(9 * 5 + cell, int(VIEW[5][cell])) is None
    assert toy.estimate.state == STATE
    assert toy.flat.settled
    assert letters(toy.flat) == TRUTH


def test_a_told_face_that_is_shown_after_all_is_read(toy):
    show(toy, tables_of(range(5)))
    toy.correct(9 * 5, (int(VIEW[5][0]) + 1) % 6)
    flat = show(toy, tables_of(ALL))
    assert letters(flat) == TRUTH


def test_a_cube_that_looks_mirrored_is_not_certain(toy):
    """Red and orange are exchanged, as in the picture of a mirror."""
    mirrored = tables_of(ALL)[..., [0, 1, 3, 2, 4, 5]]
    flat = show(toy, mirrored, 2)
    assert (flat.settled, flat.note) == (False, MIRRORED)


def test_a_usual_cube_has_no_note(toy):
    assert show(toy, tables_of(ALL), 2).note is None


def test_a_correction_in_a_pause_is_shown_in_the_pause(toy):
    class Two:
        def frames(self):
            return iter([Frame(BLANK), Frame(BLANK, 0.1)])

    toy.reader.tables = tables_of(ALL)
    controls = Controls()
    steps = watch(Two(), toy, Session, controls)
    assert next(steps).flat.stickers[0].colour == TRUTH[0] == "b"
    controls.key(ord("p"))
    assert next(steps).flat.stickers[0].colour == "b"
    toy.correct(0, CUBE.symbols.index("r"))
    held = next(steps)
    assert (held.cue, held.flat.stickers[0].colour) == (None, "r")
    toy.undo()
    assert next(steps).flat.stickers[0].colour == "b"
