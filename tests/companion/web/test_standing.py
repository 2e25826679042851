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
            "On the left-hand peg, from the bottom: the large disc and the middle disc. "
            "The middle peg is empty. On the right-hand peg, from the bottom: the small disc.",
        ),
        (
            Hanoi(4, 4),
            "DDDA",
            "On the first peg, from the bottom: the smallest disc. The second peg is empty. "
            "The third peg is empty. "
            "On the fourth peg, from the bottom: the largest disc, disc three and disc two.",
        ),
        (
            Hanoi(1, 11),
            "K",
            " ".join(f"Peg {peg} is empty." for peg in "ABCDEFGHIJ")
            + " On peg K, from the bottom: the disc.",
        ),
    ],
)
def test_where_everything_is(puzzle, state, told):
    assert standing(puzzle, puzzle.parse(state)) == told


def test_pieces_are_named_by_their_colours():
    puzzle = Variant("london", "rgb")
    told = standing(puzzle, puzzle.start)
    assert "from the bottom: the " in told
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
