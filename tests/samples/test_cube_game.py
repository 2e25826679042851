"""A simulated player does what is said, and the count of what was noticed can be trusted."""

from dataclasses import replace

import numpy as np
import pytest

from companion.cue import Cue
from samples.render.cube_clips import CLIPS, played, slip_beside, stage_of
from samples.render.cube_game import Game, Temper
from samples.render.cube_player import Habits, Player, truth_lines
from samples.render.cube_shoot import Shoot
from samples.render.cube_stage import room_behind
from samples.render.webcam import Webcam
from solver.cube import SOLVED, CubePuzzle, Turn
from tests.bench_cube_live import Record, scored

OBEDIENT = Temper(slips=0.0, doubles=0.0, covers=0.0)
TINY = replace(CLIPS["white-front"], webcam=Webcam(size=(64, 48), fps=10.0))


def player(**habits) -> Player:
    stage = room_behind(1, (64, 48), "day")
    return Player(stage, SOLVED, Habits(**habits), seed=1)


@pytest.fixture
def game(monkeypatch) -> Game:
    black = np.zeros((48, 64, 3), np.uint8)
    monkeypatch.setattr(Shoot, "frame", lambda self, motion, at: black)
    monkeypatch.setitem(CLIPS, "tiny", TINY)
    return Game("tiny", TINY, OBEDIENT)


def told(kind, move, state, at) -> Cue:
    return Cue(kind, move, "words", state, 3, at, 0.99)


@pytest.mark.parametrize("hands", ["none", "visit", "hold", "stay"])
@pytest.mark.parametrize("hold", ["front", "corner"])
def test_a_scan_ends_as_it_began_and_shows_every_face(hands, hold):
    one = player(hands=hands, hold=hold)
    shown = set()
    one.scan()
    assert np.allclose(one.out("F"), [0, -1, 0])
    frame = one._frame() @ one._hold
    away = frame.T @ one._stage.view.ahead
    for at in np.arange(0, one.free, 0.1):
        held = frame.T @ one.motion.spin.at(at)
        for face, out in zip("RUF", held.T * [[1], [1], [-1]], strict=True):
            shown |= {face} if out @ away < -0.5 else set()
            shown |= {"LDB"["RUF".index(face)]} if out @ away > 0.5 else set()
    assert shown == set("URFDLB")


def test_a_turn_hides_its_state_until_it_is_done():
    one = player(hands="visit")
    one.turn(Turn("R", 1), 0.5)
    (made,) = one.motion.turns
    before, during, after = (
        one.motion.state(at) for at in (made.start - 0.01, made.start + 0.2, made.end + 0.01)
    )
    assert (before, during, after) == (SOLVED.facelets(), None, Turn("R", 1).cube.facelets())
    assert made.end - made.start == pytest.approx(0.5)
    assert one.motion.at(made.start + 0.25).turning[0] == "R"
    assert one.motion.at(made.start + 0.25).hands[0] is not None


def test_the_grip_follows_the_layer_and_leaves():
    one = player(hands="visit")
    one.turn(Turn("U", 1), 0.6)
    one.rest(1.0)
    (made,) = one.motion.turns
    begun, end = (one.motion.at(at).hands[0] for at in (made.start, made.end))
    turned = np.degrees(np.arccos((np.trace(end.axes @ begun.axes.T) - 1) / 2))
    assert turned == pytest.approx(81, abs=3)
    gone = one.motion.at(one.free).hands[0]
    assert np.linalg.norm(gone.at - end.at) > 150


@pytest.mark.parametrize(("face", "stays"), [("R", True), ("U", True), ("L", False)])
def test_a_hand_that_stays_does_not_stay_across_the_cube(face, stays):
    one = player(hands="stay", hold="corner")
    one.rest(1.0)
    one.turn(Turn(face, 1), 0.5)
    assert (one.free == one.motion.turns[-1].end) == stays


def test_a_whole_turn_moves_every_face_and_no_sticker():
    one = player(hold="front", hands="hold")
    one.whole(Turn("y", 1))
    assert one.motion.turns == []
    assert one.face_towards(np.array([0.0, -1.0, 0.0])) == "R"
    assert one.hides("L")
    assert not one.hides("R")
    one.whole(Turn("y", 2))
    assert one.face_towards(np.array([0.0, -1.0, 0.0])) == "L"


def test_a_clip_follows_the_plan_but_for_its_slips():
    stage = stage_of(TINY)
    one, known = played(TINY, stage)
    first = one.motion.first
    puzzle = CubePuzzle()
    plan = list(puzzle.plan(puzzle.parse(first), SOLVED))
    assert len(one.motion.turns) == len(plan) + 2 * len(TINY.wrong)
    assert one.motion.turns[-1].after == SOLVED.facelets()
    lines = [line.split(" ") for line in truth_lines(one.motion, known)]
    times = [float(at) for at, _ in lines]
    assert times == sorted(times)
    assert lines[1][1] == first
    assert all((state == "?") == (k % 2 == 0) for k, (_, state) in enumerate(lines))


def test_a_slip_is_of_another_axis():
    rng = np.random.default_rng(1)
    assert all(slip_beside(rng, Turn("U", 1)).axis not in "UD" for _ in range(30))


def test_a_player_does_what_is_said_after_a_moment(game):
    frames = game.frames()
    while next(frames).at < game.shown + 0.3:
        pass
    cube = game.player.cube
    game.hear(told("next", Turn("R", 3), cube, game._now))
    (made,) = game.player.motion.turns
    assert (made.face, made.quarters) == ("R", 3)
    assert 0.5 <= made.start - game._now <= 1.4
    # What is said in the middle of a turn waits for the next word.
    game.hear(told("next", Turn("L", 1), cube, game._now))
    assert len(game.player.motion.turns) == 1


def test_a_player_who_slips_turns_something_else(game):
    game._temper = Temper(slips=1.0)
    frames = game.frames()
    while next(frames).at < game.shown + 0.3:
        pass
    game.hear(told("next", Turn("R", 3), game.player.cube, game._now))
    assert game.slips == [0]
    assert game.player.motion.turns[0].face not in "RL"


def test_a_game_ends_after_the_last_word(game):
    frames = game.frames()
    next(frames)
    game.hear(told("done", None, SOLVED, 0.0))
    assert 1.0 < list(frames)[-1].at < 2.0


def test_a_turn_that_is_under_way_is_waited_for_at_the_end(game):
    frames = game.frames()
    while next(frames).at < game.shown + 0.3:
        pass
    game.hear(told("next", Turn("R", 3), game.player.cube, game._now))
    game.hear(told("done", None, SOLVED, game._now))
    assert list(frames)[-1].at > game.player.motion.turns[-1].end + 1.0


def test_a_slip_after_the_last_word_is_taken_back(game):
    frames = game.frames()
    while next(frames).at < game.shown + 0.3:
        pass
    game.hear(told("done", None, SOLVED, game._now))
    game.hear(told("wrong", Turn("R", 3), game.player.cube, game._now))
    assert len(game.player.motion.turns) == 1
    assert game._ends is None


def test_a_game_without_a_word_shows_the_cube_again_and_gives_up(game):
    last = list(game.frames())[-1].at
    assert game.gave_up
    assert game.player.free > game.shown + 3
    assert game.shown + 20 < last < 100


class TestScore:
    def record(self, game, *delays) -> Record:
        """Two turns, and a cue so long after each; None: none."""
        player = game.player
        record = Record(game, known=player.free)
        player.rest(1.0)
        for turn, delay in zip((Turn("R", 1), Turn("U", 2)), delays, strict=True):
            player.turn(turn, 0.5)
            made = player.motion.turns[-1]
            if delay is not None:
                cue = told("next", Turn("F", 1), player.cube, made.end + delay)
                record.cues.append(cue)
            player.rest(2.0)
        return record

    def test_turns_that_are_told_of_are_noticed(self, game):
        score = scored(self.record(game, 0.2, 0.7))
        assert (score.turns, score.missed, score.invented) == (2, (), ())
        assert score.delays == pytest.approx((0.2, 0.7))

    def test_a_turn_that_is_not_told_of_is_missed(self, game):
        score = scored(self.record(game, None, 0.3))
        assert len(score.missed) == 1
        assert score.delays == pytest.approx((0.3,))

    def test_a_state_that_never_was_is_invented(self, game):
        record = self.record(game, 0.2, 0.2)
        at = record.cues[-1].at + 0.5
        record.cues.append(told("wrong", None, game.player.cube * Turn("F", 1).cube, at))
        assert scored(record).invented == (at,)

    def test_a_slip_is_noticed_by_a_word_about_it(self, game):
        record = self.record(game, 0.2, 0.2)
        game.slips.append(1)
        assert (scored(record).slips, scored(record).slips_noticed) == (1, 0)
        record.cues[-1] = replace(record.cues[-1], kind="wrong")
        assert (scored(record).slips, scored(record).slips_noticed) == (1, 1)

    def test_a_slip_that_no_camera_could_see_counts_apart(self, game):
        record = self.record(game, None, 0.2)
        game.slips.append(0)
        game.hidden.append(0)
        score = scored(record)
        assert (score.turns, score.missed, score.slips) == (1, (), 0)
        assert (score.hidden, score.hidden_noticed) == (1, 0)
