"""The state in words: no notation, in every language."""

import pytest

from companion.languages import LANGUAGES
from companion.web.standing import standing
from solver import PUZZLES
from solver.hanoi import Hanoi, Variant
from solver.rings import Rings


@pytest.mark.parametrize(
    ("puzzle", "state", "told"),
    [
        (Rings(5), "10011", "Rings on the bar: 1, 2 and 5."),
        (Rings(5), "00100", "Rings on the bar: 3."),
        (Rings(9), "000000000", "No ring is on the bar."),
        (
            Hanoi(3),
            "AAC",
            "Discs on peg A, from the bottom: 3 and 2. Peg B is empty. "
            "Discs on peg C, from the bottom: 1.",
        ),
    ],
)
def test_where_everything_is(puzzle, state, told):
    assert standing(puzzle, puzzle.parse(state)) == told


def test_pieces_are_named_by_their_colours():
    puzzle = Variant("london", "rgb")
    told = standing(puzzle, puzzle.start)
    assert "I see, from the bottom: the " in told
    assert " ball" in told
    assert "is empty." in told


def test_a_cube_is_told_sticker_by_sticker():
    puzzle = PUZZLES["cube"]()
    assert standing(puzzle, puzzle.goal) is None
    assert standing(None, None) is None


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.code)
def test_it_is_told_in_every_language(language):
    rings, tower = Rings(5), Hanoi(3)
    for puzzle, state in ((rings, "10011"), (rings, "00000"), (tower, "AAC")):
        text = language.say(standing(puzzle, puzzle.parse(state)))
        assert state not in text
        assert (text == standing(puzzle, puzzle.parse(state))) == (language.code == "en")
    assert "1" in language.say(standing(rings, rings.parse("10011")))
