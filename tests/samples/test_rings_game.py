"""The film of a game of the rings: the same from the same seed, and true to its own states."""

from dataclasses import replace
from itertools import groupby, islice

import numpy as np

from samples.render.raster_harsh import alike
from samples.render.rings_game import Picture, RingsGame, Script
from samples.render.rings_stage import draw_aim

SMALL = Script(4, moves=3, leaves=0.0, size=(160, 120))


def _film(seed: int, script: Script = SMALL) -> list[Picture]:
    return list(RingsGame(seed, script).pictures())


def test_a_seed_gives_the_same_film_twice() -> None:
    for one, other in zip(_film(3), _film(3), strict=True):
        np.testing.assert_array_equal(one.image, other.image)
        assert (one.at, one.state) == (other.at, other.state)


def test_states_are_shown_in_order_and_hidden_while_a_hand_is_at_them() -> None:
    game = RingsGame(4, SMALL)
    told = [picture.state for picture in game.pictures()]
    shown = [s for k, s in enumerate(told) if k == 0 or s != told[k - 1]]
    assert shown[::2] == game.states
    assert shown[1::2] == [None] * 3


def test_a_slip_is_one_move_and_the_game_goes_on_from_it() -> None:
    game = RingsGame(5, Script(5, moves=30, slips=0.4, size=(64, 48)))
    steps = [int(a, 2) ^ int(b, 2) for a, b in zip(game.states, game.states[1:], strict=False)]
    assert all(step & (step - 1) == 0 for step in steps)
    assert len(set(game.states)) < len(game.states)


def test_a_toy_that_leaves_is_gone_and_comes_back() -> None:
    film = RingsGame(6, Script(4, moves=1, leaves=1.0, lies=False, size=(160, 120)))
    outside = [np.any((p.eyes < 0) | (p.eyes > [160, 120]), axis=1).all() for p in film.pictures()]
    assert any(outside)
    assert not outside[-1]


def test_the_eyes_are_where_the_picture_changes_with_the_state() -> None:
    script = Script(4, moves=1, leaves=0.0, blurred=0.0, lies=True, size=(320, 240))
    film = list(islice(RingsGame(8, script).pictures(), 1))
    assert film[0].eyes.shape == (4, 2)
    assert np.all((film[0].eyes > 0) & (film[0].eyes < [320, 240]))


def test_a_camera_that_is_twice_as_fast_sees_the_same_game_twice_as_finely() -> None:
    usual, finer = (_film(9, replace(SMALL, finer=times)) for times in (1, 2))
    assert finer[1].at == usual[1].at / 2
    told = [[p.state for p in film if p.state is not None] for film in (usual, finer)]
    assert set(told[0]) == set(told[1])
    resting = [[state for state, _ in groupby(p.state for p in film)] for film in (usual, finer)]
    assert resting[0] == resting[1]


def test_what_is_behind_a_hidden_toy_has_its_colours() -> None:
    rng = np.random.default_rng(1)
    tones = rng.normal((40.0, 90.0, 160.0), 20.0, (500, 3))
    ground = rng.integers(0, 256, (120, 160, 3)).astype(np.uint8)
    made = alike(rng, ground, tones)
    np.testing.assert_allclose(made.mean(axis=(0, 1)), tones.mean(axis=0), atol=20.0)
    assert 0.2 < made.mean(axis=2).std() / tones.mean(axis=1).std() < 1.3
    usual, hidden = (RingsGame(2, replace(SMALL, hidden=one)) for one in (False, True))
    assert usual.states == hidden.states
    layers = [
        game.stage.layer(game.stage.posed("1111", [0] * 4), draw_aim(rng, flat=game.stage.flat))
        for game in (usual, hidden)
    ]
    assert not np.array_equal(layers[0].bare, layers[1].bare)
