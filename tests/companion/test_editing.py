"""The board beside the picture: keys and clicks correct the sticker that they are meant for."""

import cv2
import numpy as np
import pytest

from companion.board import Board, draw_board
from companion.editing import NOTHING_TO_UNDO, Editor
from companion.flatmap import FlatMap, Sticker, gathered_map
from companion.guide import Hint
from companion.loop import Coach
from companion.marks import SYMBOL_COLOURS
from companion.session import Session
from companion.window import Window
from tests.companion.test_flatmap import CUBE, VIEW, tables_of
from tests.companion.test_scan import toy  # noqa: F401
from vision import Frame

LEFT, UP, RIGHT, DOWN = 65361, 65362, 65363, 65364
TAB, BACKSPACE = 9, 8
NUM_LOCK = 1 << 20
FLAT = gathered_map(CUBE, tables_of([0, 2, 4]), {}, {})


class Book:
    """A desk that writes down what it is asked for."""

    def __init__(self, answer=None):
        self.asked = []
        self.answer = answer

    def correct(self, cell, symbol):
        self.asked.append((cell, CUBE.symbols[symbol]))
        return self.answer

    def undo(self):
        self.asked.append("undo")
        return False

    def restart(self):
        self.asked.append("restart")

    def guide(self):
        self.asked.append("guide")
        return self.answer


@pytest.fixture
def book():
    return Book()


@pytest.fixture
def editor(book):
    return Editor(book, CUBE.symbols)


def test_a_click_gives_the_next_colour(editor, book):
    colour = FLAT.stickers[20].colour
    editor.click(20, FLAT)
    after = CUBE.symbols[(CUBE.symbols.index(colour) + 1) % 6]
    editor.click(9, FLAT)
    assert book.asked == [(20, after), (9, "w")]
    assert editor.cursor == 9


def test_letters_set_the_sticker_that_keys_chose(editor, book):
    editor.key(ord("r"), FLAT)
    assert book.asked == []
    for code in (TAB, TAB, ord("r"), NUM_LOCK | ord("B"), ord("x")):
        editor.key(code, FLAT)
    assert book.asked == [(1, "r"), (1, "b")]


@pytest.mark.parametrize(
    ("codes", "cursor"),
    [
        ([LEFT], 22),
        ([LEFT, UP], 19),
        ([LEFT, UP, UP], 7),
        ([LEFT, LEFT, LEFT], 41),
        ([LEFT, LEFT, LEFT, UP, UP, UP], 38),
        ([LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT], 49),
        ([LEFT, *[RIGHT] * 30], 50),
        ([LEFT, *[DOWN] * 30], 34),
        ([TAB] * 55, 0),
        ([NUM_LOCK | LEFT, 2424832], 21),
    ],
)
def test_arrows_go_over_the_unfolded_cube(editor, codes, cursor):
    for code in codes:
        editor.key(code, FLAT)
    assert editor.cursor == cursor


def test_taking_back_and_scanning_anew(editor, book):
    editor.key(BACKSPACE, FLAT)
    assert editor.message == NOTHING_TO_UNDO
    editor.key(ord("n"), None)
    assert (editor.message, editor.cursor) == (None, None)
    editor.key(ord("r"), None)
    editor.key(ord("s"), FLAT)
    assert book.asked == ["undo", "restart", "guide"]


def test_what_is_refused_is_said():
    editor = Editor(Book("Show it first."), CUBE.symbols)
    editor.click(13, FLAT)
    assert editor.message == "Show it first."


@pytest.mark.parametrize("shape", [(540, 720, 3), (720, 405, 3), (405, 720, 3)])
def test_every_sticker_has_its_own_place_on_the_board(shape):
    board = Board.beside(np.zeros(shape, np.uint8))
    for index in range(54):
        left, top, right, bottom = board.box(index)
        assert 0 <= left < right < board.width
        assert 0 <= top < bottom < board.height
        assert board.at((left + right) // 2, (top + bottom) // 2) == index
    assert board.at(0, 0) is None
    assert board.at(board.width - 1, board.height - 1) is None


def inside(board, picture, index):
    left, top, right, bottom = board.box(index)
    return picture[top + 2 : bottom - 1, left + 2 : right - 1].reshape(-1, 3)


def test_the_board_shows_colours_doubts_and_what_is_missing():
    board = Board.beside(np.zeros((540, 720, 3), np.uint8))
    stickers = list(FLAT.stickers)
    stickers[0] = Sticker("r", 0.5, doubtful=True)
    stickers[1] = Sticker("r", 1.0)
    stickers[2] = Sticker("r", 1.0, fixed=True)
    picture = draw_board(board, FlatMap(tuple(stickers), FLAT.centres))
    red = np.array(SYMBOL_COLOURS["r"])
    shares = [float((inside(board, picture, i) == red).all(axis=1).mean()) for i in range(3)]
    assert shares[1] == 1.0
    assert 0.2 < shares[0] < 0.8
    assert 0.6 < shares[2] < 1.0
    # The side that is missing has the outline of its centre's colour.
    left, top, _, _ = board.box(45)
    assert (np.abs(picture[top + 12, left] - np.array(SYMBOL_COLOURS["b"])) < 40).all()
    chosen = draw_board(board, FLAT, cursor=40, message="Not so.")
    assert (chosen != draw_board(board, FLAT)).any(axis=2).sum() > 100


@pytest.mark.parametrize("hint", [Hint("r", "w", True, 2), Hint("w", "g", False, 5)])
def test_the_board_shows_how_to_hold_the_cube(hint):
    board = Board.beside(np.zeros((540, 720, 3), np.uint8))
    plain, guided = draw_board(board, FLAT), draw_board(board, FLAT, hint=hint)
    assert (plain[: board.floor] == guided[: board.floor]).all()
    shown = guided[board.floor :].reshape(-1, 3)
    for colour in (hint.show, hint.beside):
        assert (shown == np.array(SYMBOL_COLOURS[colour])).all(axis=1).sum() > 100


def test_the_window_takes_keys_and_clicks(toy, monkeypatch):  # noqa: F811
    """Everything but the real window: that needs a display."""
    keys, shown, mouse = [], [], []
    for name, fake in {
        "namedWindow": lambda *_: None,
        "resizeWindow": lambda *_: None,
        "destroyWindow": lambda *_: None,
        "setMouseCallback": lambda _, callback: mouse.append(callback),
        "imshow": lambda _, picture: shown.append(picture),
        "waitKey": lambda _: -1,
        "waitKeyEx": lambda _: keys.pop(0) if keys else -1,
        "getWindowProperty": lambda *_: 1.0,
    }.items():
        monkeypatch.setattr(cv2, name, fake)
    coach, window = Coach(toy, Session), Window("a test", toy)
    frame = Frame(np.zeros((480, 640, 3), np.uint8))
    toy.reader.tables = None
    assert window.show(coach.step(frame))
    wide = shown[-1].shape[1]
    toy.reader.tables = tables_of([0, 2])
    assert window.show(coach.step(frame))
    assert shown[-1].shape[1] > wide
    left, top, _, _ = Board.beside(shown[-1]).box(2)
    mouse[0](cv2.EVENT_LBUTTONDOWN, wide + left + 3, top + 3, 0, None)
    keys += [TAB, ord("b")]
    for _ in range(3):
        assert window.show(coach.step(frame))
    fixed = [i for i, sticker in enumerate(toy.flat.stickers) if sticker.fixed]
    assert fixed == [2, 3]
    assert toy.flat.stickers[2].colour == CUBE.symbols[(int(VIEW[0][2]) + 1) % 6]
    keys += [ord("n")]
    assert window.show(coach.step(frame))
    assert toy.puzzle is None
    keys += [NUM_LOCK | ord("q")]
    assert not window.show(coach.step(frame))
    window.close()
