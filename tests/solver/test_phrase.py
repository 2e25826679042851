"""Phrases: English strings that can be made again in other languages."""

from copy import deepcopy
from dataclasses import asdict, dataclass

import pytest

from solver import PUZZLES
from solver.cube import parse_turns
from solver.phrase import Made, Phrase, joined, listed, render

BACKWARDS = {
    "the {colour} face, {amount}": "{amount}: {colour}",
    "half a turn": "halb",
    "red": "rot",
}


def backwards(made: Made) -> str:
    """A language of three entries; others stay as they are."""
    plain = made.template if made.many is None or made.count == 1 else made.many
    return BACKWARDS.get(plain, plain)


def test_a_phrase_is_its_english_text():
    told = Phrase("the {colour} face, {amount}", colour=Phrase("red"), amount=Phrase("half a turn"))
    assert told == "the red face, half a turn"
    assert isinstance(told, str)
    assert render(told, backwards) == "halb: rot"


def test_plain_fields_stay_as_they_are():
    assert render(Phrase("the {colour} face, {amount}", colour="red", amount=2), backwards) == (
        "2: red"
    )


@pytest.mark.parametrize(("count", "text"), [(0, "0 rings"), (1, "1 ring"), (2, "2 rings")])
def test_counted(count, text):
    assert Phrase.counted("{count} ring", "{count} rings", count) == text


def test_a_capital_comes_after_the_language():
    told = Phrase("the {colour} face, {amount}", colour="red", amount=Phrase("half a turn")).capital
    assert told == "The red face, half a turn"
    assert render(told, backwards) == "Halb: red"


def test_sentences_are_joined_as_the_language_does():
    told = joined("One.", None, "", Phrase("Two."))
    assert told == "One. Two."
    assert render(told, lambda made: made.template, "") == "One.Two."
    assert joined("", None) == ""
    one = Phrase("Two.")
    assert joined(None, one) is one


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_lists(names, text):
    assert listed(names) == text


def test_a_phrase_of_a_phrase_is_the_same():
    told = Phrase("all discs on {peg}", peg="peg A")
    assert Phrase(told) is told


def test_braces_in_a_field_do_no_harm():
    assert Phrase("{name} is no picture", name="{x}.jpg") == "{x}.jpg is no picture"


def test_copies_stay_phrases():
    @dataclass
    class Holder:
        words: str

    told = Phrase("Show {x}", x=1)
    assert deepcopy(told).made is told.made
    assert asdict(Holder(told))["words"].made is told.made


@pytest.mark.parametrize("name", PUZZLES)
def test_the_words_of_every_move_are_phrases(name):
    puzzle = PUZZLES[name](*{"rings": (5,), "hanoi": (4, 4), "cube": ()}[name])
    turns = parse_turns("x y2 z'") if name == "cube" else ()
    for move in (*puzzle.moves(puzzle.start), *turns):
        words = puzzle.words(puzzle.start, move)
        assert isinstance(words, Phrase)
        assert words.endswith(".")
