"""Plans that spare a face: `guide --avoid-hidden` and `serve --avoid-hidden`."""

from pathlib import Path
from random import Random

import pytest

from companion.hidden import HiddenPlanner
from companion.web.player import Player
from companion.web.toys import Toy
from solver.cube import FACES, CubePuzzle, apply_turns, random_cube

SAMPLES = Path(__file__).parents[2] / "samples" / "cube"
CUBE = CubePuzzle()
OPPOSITE = dict(zip("URFDLB", "DLBURF", strict=True))


@pytest.mark.parametrize("seen", "UF")
def test_the_face_behind_the_only_one_in_sight_is_spared_or_turned_to(seen):
    state = random_cube(Random(ord(seen)))
    placed = range(9 * FACES.index(seen), 9 * FACES.index(seen) + 9)
    plan = HiddenPlanner(CUBE)(state, CUBE.goal, placed)
    turned = {turn.axis for turn in plan}
    assert apply_turns(state, list(plan)) == CUBE.goal
    # Either the hidden face, or, after one turn of the whole cube, another one is left alone.
    assert turned < set(FACES)
    assert OPPOSITE[seen] not in turned or plan.count <= 24


def test_nothing_is_spared_where_every_turn_shows():
    state = random_cube(Random(5))
    usual = CUBE.plan(state, CUBE.goal)
    assert list(HiddenPlanner(CUBE)(state, CUBE.goal, range(27))) == list(usual)


@pytest.mark.parametrize("avoiding", [False, True])
def test_a_player_at_the_page_may_have_such_plans(monkeypatch, avoiding):
    asked = []

    class Asked(HiddenPlanner):
        def __call__(self, *known):
            asked.append(known)
            return super().__call__(*known)

    monkeypatch.setattr("companion.web.player.HiddenPlanner", Asked)
    player = Player(Toy("cube"), avoid_hidden=avoiding)
    photos = sorted((SAMPLES / "photos").glob("*.jpg"))
    looks = [photo.read_bytes() for photo in [*photos, *5 * photos[-1:]]]
    told = [player.look(jpeg, 0.7 * number) for number, jpeg in enumerate(looks)]
    assert told[-1]["state"] == (SAMPLES / "photos" / "truth.txt").read_text().strip()
    assert bool(asked) is avoiding
