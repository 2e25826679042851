import pytest

from solver import NotationError, puzzle_of_state
from solver.cube import SOLVED, CubePuzzle
from solver.hanoi import Hanoi
from solver.numerals import cardinal
from solver.rings import Rings


def test_size_from_text() -> None:
    assert puzzle_of_state("rings", "11010") == Rings(5)
    assert puzzle_of_state("rings", " 110 ", pair=True) == Rings(3, pair=True)
    assert puzzle_of_state("hanoi", "AAAA") == Hanoi(4)
    assert puzzle_of_state("cube", SOLVED.facelets()) == CubePuzzle()


def test_pegs_come_from_the_letters_of_all_texts() -> None:
    assert puzzle_of_state("hanoi", "AAAA", "DAAA") == Hanoi(4, pegs=4)
    assert puzzle_of_state("hanoi", "AAAA", pegs=5) == Hanoi(4, pegs=5)
    assert puzzle_of_state("hanoi", "AAE", pegs=3) == Hanoi(3)


@pytest.mark.parametrize("name", ["rings", "hanoi"])
def test_an_empty_state(name: str) -> None:
    with pytest.raises(NotationError, match=f"{name}: expected at least 1"):
        puzzle_of_state(name, "")


@pytest.mark.parametrize(
    ("name", "texts", "message"),
    [
        ("rings", ("111", "11"), "rings: expected states of one size, got 3 and 2 digits"),
        ("hanoi", ("AA", "CCC"), "hanoi: expected states of one size, got 2 and 3 letters"),
    ],
)
def test_states_of_two_sizes(name: str, texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(NotationError) as error:
        puzzle_of_state(name, *texts)
    assert str(error.value) == message


def test_an_unknown_puzzle() -> None:
    with pytest.raises(NotationError, match="expected a puzzle of cube, hanoi, rings, got 'chess'"):
        puzzle_of_state("chess", "e4")


def test_numbers_in_words() -> None:
    assert [cardinal(n) for n in (0, 3, 20, 21)] == ["zero", "three", "twenty", "21"]
