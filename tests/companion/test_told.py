"""What a look tells of each ring, in words and in JSON."""

import numpy as np
import pytest

from companion.told import told_fields, told_of, why_unsure
from solver import PUZZLES
from vision import Observation

RINGS = PUZZLES["rings"](5)
PLACES = np.array([(100.0 + 40 * ring, 200.0) for ring in range(5)])


def look(*on, hidden=()):
    """A look with the probability of on for each ring, and rings without a place."""
    where = PLACES.copy()
    where[list(hidden)] = np.nan
    chances = np.array(on)
    return Observation(np.stack([1 - chances, chances], axis=1), where, 0.0, (len(on),))


def test_each_ring_is_on_off_between_or_cannot_be_told():
    seen = look(0.97, 0.03, 0.6, 0.5, 0.99, hidden=[4])
    told = told_of(seen, RINGS)
    assert [one.told for one in told] == ["on", "off", "between", "cannot tell", "cannot tell"]
    assert [one.number for one in told] == [1, 2, 3, 4, 5]
    # What is hidden has no chance of its own, whatever the reader guessed.
    assert [one.chance for one in told] == [0.97, 0.03, 0.6, 0.5, 0.5]


@pytest.mark.parametrize(
    ("on", "word"),
    [(0.0, "off"), (0.1, "off"), (0.11, "between"), (0.89, "between"), (0.9, "on"), (1.0, "on")],
)
def test_between_is_what_would_not_be_called_certain(on, word):
    assert told_of(look(on, 1, 1, 1, 1), RINGS)[0].told == word


def test_the_fields_are_named_after_the_parts():
    fields = told_fields(look(0.97123, 0.5, 0, 1, 1), RINGS)
    assert list(fields) == ["rings"]
    assert fields["rings"][:2] == [
        {"ring": 1, "on": 0.9712, "told": "on"},
        {"ring": 2, "on": 0.5, "told": "cannot tell"},
    ]
    assert told_fields(Observation.nothing(0.0, 2, ""), RINGS) == {"rings": []}
    assert told_fields(Observation.nothing(0.0, 2, ""), PUZZLES["hanoi"](3)) == {}
    assert told_of(look(1, 1, 1, 1, 1), None) == ()


@pytest.mark.parametrize(
    ("on", "words"),
    [
        ((1, 1, 0.5, 0, 1), "Ring three cannot be seen."),
        ((0.5, 1, 0.5, 0.5, 1), "Rings one, three and four cannot be seen."),
        ((1, 0.6, 0, 0, 1), "It is not clear whether ring two is on the bar."),
        (
            (1, 0.6, 0.7, 0, 0.5),
            "Ring five cannot be seen. It is not clear whether rings two and three are on the bar.",
        ),
        ((1, 1, 1, 0, 0), None),
        ((0.5, 0.5, 0.5, 0.5, 0.5), None),
    ],
)
def test_the_rings_that_keep_a_state_from_being_certain_are_named(on, words):
    assert why_unsure(look(*on), RINGS) == words
