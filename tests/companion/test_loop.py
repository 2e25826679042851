"""The loop over the painted camera: the whole way, with no toy and no device."""

import json

import pytest

from companion.loop import run, watch
from companion.printers import JsonPrinter, Transcript
from companion.session import Session
from solver import PUZZLES
from tests.companion.follow_painted import painted_camera, painted_follower
from vision import CameraError

HANOI = PUZZLES["hanoi"](3, 3)
RINGS = PUZZLES["rings"](5)


def cues_of(name, size, texts, **options):
    camera = painted_camera(PUZZLES[name](*size), texts, **options)
    transcript = Transcript()
    run(watch(camera, painted_follower(name, *size), Session), [transcript])
    return [json.loads(line) for line in transcript.lines]


@pytest.mark.parametrize(("name", "size"), [("rings", (5,)), ("hanoi", (3, 3))])
def test_a_whole_game_from_start_to_done(name, size):
    toy = PUZZLES[name](*size)
    states = [toy.start]
    moves = list(toy.plan(toy.start, toy.goal))
    for move in moves:
        states.append(toy.apply(states[-1], move))
    cues = cues_of(name, size, [toy.format(state) for state in states])
    assert [cue["state"] for cue in cues] == [toy.format(state) for state in states]
    assert [cue["move"] for cue in cues] == [*(toy.format_move(m) for m in moves), None]
    assert [cue["kind"] for cue in cues] == ["next"] * len(moves) + ["done"]
    times = [cue["t"] for cue in cues]
    assert times == sorted(times)


def test_a_hand_over_the_toy_invents_nothing():
    cues = cues_of("hanoi", (3, 3), ["AAA", "~", "AAC", "~", "~", "ABC"])
    assert [(cue["kind"], cue["state"]) for cue in cues] == [
        ("next", "AAA"),
        ("next", "AAC"),
        ("next", "ABC"),
    ]


def test_a_wrong_move_is_told():
    cues = cues_of("rings", (5,), ["11111", "11101", "11111"])
    assert [cue["kind"] for cue in cues] == ["next", "wrong", "next"]


def test_the_same_pictures_give_the_same_cues():
    texts = ["AAA", "~", "AAC", "AAB"]
    assert cues_of("hanoi", (3, 3), texts) == cues_of("hanoi", (3, 3), texts)


def test_an_empty_table_is_told_after_a_while():
    cues = cues_of("rings", (5,), [None] * 12)
    assert [cue["kind"] for cue in cues] == ["unsure"]
    assert cues[0]["words"] == "There is nothing on the table."
    assert cues[0]["state"] is None


def test_one_single_picture_is_enough_for_a_file():
    cues = cues_of("hanoi", (3, 3), ["AAC"], frames_each=1)
    assert [(cue["kind"], cue["state"]) for cue in cues] == [("next", "AAC")]


def test_a_camera_pulled_out_keeps_what_was_said(capsys):
    camera = painted_camera(RINGS, ["11111", "11110"], breaks_after=16)
    steps = watch(camera, painted_follower("rings", 5), Session)
    with pytest.raises(CameraError, match="pulled out"):
        run(steps, [JsonPrinter()])
    assert json.loads(capsys.readouterr().out)["state"] == "11111"


def test_sinks_are_closed_once_and_may_end_the_loop():
    class Stop:
        shown = closed = 0

        def show(self, step):
            self.shown += 1
            return self.shown < 3

        def close(self):
            self.closed += 1

    stop, other = Stop(), Stop()
    camera = painted_camera(HANOI, ["AAA"] * 4)
    run(watch(camera, painted_follower("hanoi", 3, 3), Session), [stop, other])
    assert (stop.shown, stop.closed, other.shown, other.closed) == (3, 1, 3, 1)


def test_size_is_agreed_on_and_a_stray_count_is_passed_over():
    follower = painted_follower("rings", 5)
    camera = painted_camera(RINGS, ["11111"])
    frames = list(camera.frames())
    for frame in frames[:2]:
        follower.look(frame)
        assert follower.puzzle is None
    follower.look(frames[2])
    assert follower.puzzle == RINGS
    assert follower.estimate is not None
    assert follower.estimate.state == RINGS.start
