import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import IllegalStateError, NotationError
from solver.cube import FACE_TURNS, SOLVED, Cube, CubePuzzle, Turn, faults
from solver.cube.geometry import CORNER_FACELETS, EDGE_FACELETS, FACES

CUBE = CubePuzzle()
TEXT = SOLVED.facelets()
SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"

cubes = st.lists(st.sampled_from(FACE_TURNS), max_size=30).map(lambda turns: do(SOLVED, turns))


def do(cube: Cube, turns: list[Turn]) -> Cube:
    for turn in turns:
        cube = CUBE.apply(cube, turn)
    return cube


def algorithm(words: str) -> list[Turn]:
    return [CUBE.parse_move(word) for word in words.split()]


def order(words: str) -> int:
    """How often the turns have to be done until nothing has changed."""
    turns, cube, count = algorithm(words), SOLVED, 0
    while count == 0 or cube != SOLVED:
        cube, count = do(cube, turns), count + 1
    return count


@pytest.mark.parametrize(
    ("words", "times"),
    [("R", 4), ("U2", 2), ("B'", 4), ("R U R' U'", 6), ("R U", 105), ("R' D' R D", 6),
     ("R U R' F' R U R' U' R' F R2 U' R' U'", 2), ("x y z", 1)],
)  # fmt: skip
def test_known_orders(words: str, times: int) -> None:
    assert order(words) == times


def test_known_pictures() -> None:
    assert CUBE.format(do(SOLVED, algorithm("R"))) == (
        "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    )
    superflip = algorithm("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    assert CUBE.format(do(SOLVED, superflip)) == SUPERFLIP


def test_numbers_of_states_within_three_turns() -> None:
    """1, 18, 243, 3240: the half-turn metric (Rokicki and others, cube20.org)."""
    seen, front, counts = {SOLVED}, {SOLVED}, [1]
    for _ in range(3):
        front = {cube * turn.cube for cube in front for turn in FACE_TURNS} - seen
        seen |= front
        counts.append(len(front))
    assert counts == [1, 18, 243, 3240]


@settings(max_examples=50, deadline=None)
@given(a=cubes, b=cubes, c=cubes)
def test_cubes_are_a_group(a: Cube, b: Cube, c: Cube) -> None:
    assert (a * b) * c == a * (b * c)
    assert a * a.inverse() == a.inverse() * a == SOLVED
    assert a * SOLVED == SOLVED * a == a


@settings(max_examples=50, deadline=None)
@given(cube=cubes, turn=st.sampled_from(FACE_TURNS))
def test_turns_move_stickers_as_they_say(cube: Cube, turn: Turn) -> None:
    before, after = cube.facelets(), CUBE.apply(cube, turn).facelets()
    assert all(after[target] == before[source] for source, target in enumerate(turn.goes()))
    sources, targets = CUBE.sweep(cube, turn)
    assert len(sources) == len(set(targets)) == 20
    assert CUBE.apply(CUBE.apply(cube, turn), turn.inverse) == cube


@settings(max_examples=50, deadline=None)
@given(cube=cubes, axes=st.lists(st.sampled_from("xyz"), max_size=4))
def test_a_turned_cube_is_the_same_cube(cube: Cube, axes: list[str]) -> None:
    text = cube.facelets()
    for axis in axes:
        turn = Turn(axis)
        assert turn.whole
        assert CUBE.apply(cube, turn) == cube
        moved = [""] * 54
        for source, target in enumerate(turn.goes()):
            moved[target] = text[source]
        text = "".join(moved)
    names = str.maketrans(text[4::9], FACES)
    assert CUBE.parse(text) == CUBE.parse(text.translate(names))


def test_whole_turns_go_like_their_faces() -> None:
    for axis, face in zip("xyz", "RUF", strict=True):
        whole, layer = Turn(axis).goes(), Turn(face).goes()
        moved = [i for i in range(54) if layer[i] != i]
        assert all(whole[i] == layer[i] for i in moved)


@settings(max_examples=50, deadline=None)
@given(cube=cubes)
def test_legal_cubes_have_no_faults(cube: Cube) -> None:
    assert faults(cube.facelets()) == ()
    assert CUBE.view(cube)[4::9] == (0, 2, 4, 1, 3, 5)


def swap(text: str, *pairs: tuple[int, int]) -> str:
    """The text with the letters at some places exchanged."""
    letters = list(text)
    for a, b in pairs:
        letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)


def twist(text: str) -> str:
    a, b, c = CORNER_FACELETS[0]
    return swap(text, (a, b), (a, c))


def flip(text: str) -> str:
    return swap(text, EDGE_FACELETS[5])  # type: ignore[arg-type]


def exchange(text: str) -> str:
    """Two edges change places."""
    return swap(text, *zip(EDGE_FACELETS[0], EDGE_FACELETS[3], strict=True))


@settings(max_examples=20, deadline=None)
@given(cube=cubes)
def test_the_laws_are_named(cube: Cube) -> None:
    text = cube.facelets()
    assert faults(twist(text)) == ("one corner twisted",)
    assert faults(flip(text)) == ("one edge flipped",)
    assert faults(exchange(text)) == ("parity odd",)
    assert faults(flip(twist(exchange(text)))) == (
        "one corner twisted",
        "one edge flipped",
        "parity odd",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (exchange(twist(TEXT)), "cube: impossible: one corner twisted, parity odd"),
        (
            "R" + TEXT[1:],
            "cube: impossible: expected 9 stickers of each colour, got 8 of U, 10 of R",
        ),
        (swap(TEXT, (4, 10)), "cube: impossible: the centre R comes 2 times"),
        (
            swap(TEXT, (4, 31)),
            "cube: impossible: no corner shows DRF, as at URF, no corner shows DFL, as at UFL, "
            "and 6 more",
        ),
        (swap(TEXT, (1, 10)), "cube: impossible: no edge shows UU, as at UR"),
    ],
)
def test_impossible_cubes_say_why(text: str, message: str) -> None:
    with pytest.raises(IllegalStateError) as error:
        CUBE.parse(text)
    assert str(error.value).startswith(message)


def test_a_piece_that_comes_twice() -> None:
    # The edges UF and DB turn into DF and UB, which are there already.
    uf, db = EDGE_FACELETS[1], EDGE_FACELETS[7]
    assert faults(swap(TEXT, (uf[0], db[0]))) == (
        "the edge DF comes twice",
        "the edge UB comes twice",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT[:-1], "cube: expected 54 letters, got 53"),
        ("", "cube: expected 54 letters, got 0"),
        (TEXT[:9] + "W" + TEXT[10:], "cube: expected letters of U R F D L B, got 'W' at place 10"),
    ],
)
def test_texts_that_are_no_cube(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        CUBE.parse(text)
    with pytest.raises(NotationError, match=message):
        faults(text)


@pytest.mark.parametrize("text", ["", "r", "R3'", "M", "RR", "R''", "4"])
def test_texts_that_are_no_turn(text: str) -> None:
    with pytest.raises(NotationError, match="cube: expected a turn like R, R' or R2, got"):
        CUBE.parse_move(text)


def test_turns_have_one_form() -> None:
    assert [CUBE.format_move(CUBE.parse_move(text)) for text in ("R", "R'", "R2", "R2'", "x’")] == [
        "R", "R'", "R2", "R2", "x'",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("R", "Turn the face with the red centre a quarter turn clockwise."),
        ("U'", "Turn the face with the white centre a quarter turn counter-clockwise."),
        ("B2", "Turn the face with the blue centre half a turn."),
        ("y", "Turn the whole cube a quarter turn clockwise, as you see it from the top."),
    ],
)
def test_words(move: str, words: str) -> None:
    assert CUBE.words(SOLVED, CUBE.parse_move(move)) == words


def test_only_three_layers() -> None:
    with pytest.raises(NotationError, match="cube: expected size 3, got 4"):
        CubePuzzle(4)
