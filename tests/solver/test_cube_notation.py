from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import NotationError
from solver.cube import FACE_TURNS, SOLVED, Turn, faults, random_cube, random_turns
from solver.cube.notation import (
    apply_turns,
    face_turns,
    format_turns,
    invert,
    parse_turns,
    simplify,
)
from tests.solver.test_laws import read_or_refusal

rows = st.lists(st.sampled_from(FACE_TURNS), max_size=30)
LAYERS = "UuRrFfDdLlBbMESxyz"


@settings(max_examples=100, deadline=None)
@given(turns=rows)
def test_rows_read_back_and_are_taken_back(turns: list[Turn]) -> None:
    text = format_turns(turns)
    assert parse_turns(text) == parse_turns(text.replace(" ", "")) == tuple(turns)
    cube = apply_turns(SOLVED, turns)
    assert apply_turns(cube, invert(turns)) == SOLVED


@settings(max_examples=100, deadline=None)
@given(turns=rows)
def test_simpler_rows_do_the_same(turns: list[Turn]) -> None:
    short = simplify(turns)
    assert apply_turns(SOLVED, short) == apply_turns(SOLVED, turns)
    assert simplify(short) == short
    assert all(a.axis != b.axis for a, b in pairwise(short))


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("R R", "R2"), ("R R R", "R'"), ("R U U' R2", "R'"), ("R L R", "R2 L"), ("R L R'", "L"),
        ("U D U2 D'", "U'"), ("R U R'", "R U R'"), ("", ""), ("F B F' B'", ""),
    ],
)  # fmt: skip
def test_turns_are_joined(text: str, shorter: str) -> None:
    assert format_turns(simplify(parse_turns(text))) == shorter


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("y R", "B"), ("x U", "F"), ("z U", "L"), ("x2 U R", "D R"), ("y R y' R", "B R"),
        ("M", "R L'"), ("M'", "R' L"), ("M2", "R2 L2"), ("E", "U D'"), ("S", "F' B"),
        ("M U", "R L' B"), ("r", "L"), ("Rw2", "L2"), ("u R", "D B"), ("d", "U"), ("f", "B"),
        ("b", "F"), ("l'", "R'"), ("(R U) R’", "R U R'"), ("R2' U", "R2 U"),
    ],
)  # fmt: skip
def test_slices_and_whole_turns_become_turns_of_faces(text: str, faces: str) -> None:
    assert format_turns(parse_turns(text)) == faces


@pytest.mark.parametrize(
    ("row", "same"),
    [("M", "x' R L'"), ("E", "y' U D'"), ("S", "z F' B"), ("r", "x L"), ("l", "x' R"),
     ("u", "y D"), ("d", "y' U"), ("f", "z B"), ("b", "z' F")],
)  # fmt: skip
def test_layers_move_the_stickers_that_they_should(row: str, same: str) -> None:
    """Two ways to say it lead to the same cube, also when more turns follow."""
    more = " R U2 F' D L B"
    assert apply_turns(SOLVED, parse_turns(row + more)) == apply_turns(
        SOLVED, parse_turns(same + more)
    )


def test_middle_layers_make_known_patterns() -> None:
    """The middle layers in the chequered pattern, and four times the same slice."""
    chequered = apply_turns(SOLVED, parse_turns("M2 E2 S2"))
    assert chequered == apply_turns(SOLVED, parse_turns("R2 L2 U2 D2 F2 B2"))
    for layer in LAYERS:
        assert apply_turns(SOLVED, parse_turns(f"{layer} " * 4)) == SOLVED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R U Q", "turn 3: expected a turn like R, R', R2, M or x, got 'Q'"),
        ("R3'", "turn 1: expected a turn like R, R', R2, M or x, got \"R3'\""),
        ("R Uw U''", "turn 3: .*got \"U''\""),
        ("R\u00e9", "turn 1: .*got 'R\u00e9'"),
    ],
)
def test_what_is_no_turn_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_turns(text)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    turns = read_or_refusal(parse_turns, text)
    if isinstance(turns, NotationError):
        assert str(turns).startswith("cube: turn ")
    else:
        assert parse_turns(format_turns(turns)) == turns


def test_whole_turns_rename_the_faces() -> None:
    turns = [Turn("y"), Turn("R"), Turn("y", 3), Turn("R"), Turn("x", 2), Turn("U", 3)]
    assert face_turns(turns) == (Turn("B"), Turn("R"), Turn("D", 3))


def test_random_cubes_are_legal_and_repeatable() -> None:
    cubes = [random_cube(Random(seed)) for seed in range(50)]
    assert all(faults(cube.facelets()) == () for cube in cubes)
    assert len(set(cubes)) == 50
    assert cubes == [random_cube(Random(seed)) for seed in range(50)]


def test_random_turns_cannot_be_shortened() -> None:
    for seed in range(20):
        turns = random_turns(Random(seed), 25)
        assert len(turns) == 25
        assert simplify(turns) == turns
