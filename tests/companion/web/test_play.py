"""The WebSocket: pictures in, answers out, and what happens to those who ask for too much."""

from contextlib import ExitStack

import cv2
import numpy as np
import pytest
from starlette.websockets import WebSocketDisconnect

from companion.web import talk
from companion.web.limits import MOST_BROKEN, MOST_BYTES
from companion.web.words import (
    BAD_EDIT,
    BAD_REQUEST,
    BROKEN,
    FULL,
    IDLE,
    TOO_FAST,
    TOO_LARGE,
)
from tests.companion.web.clips import clip, jpeg
from tests.companion.web.line import ask, begin, say


@pytest.mark.parametrize(("puzzle", "state"), [("rings", "11111"), ("hanoi", "AAA")])
def test_a_clip_leads_to_its_first_state_and_move(server, puzzle, state):
    with server().talk() as socket:
        begin(socket, puzzle)
        answers = [ask(socket, picture) for picture in clip(puzzle, 12)]
    assert [answer["picture"] for answer in answers] == list(range(1, 13))
    last = answers[-1]
    assert (last["state"], last["cue"]["state"], last["cue"]["kind"]) == (state, state, "next")
    assert last["certainty"] > 0.9
    assert last["remaining"] == last["cue"]["remaining"] > 0
    assert sum(answer["new"] for answer in answers) == 1
    assert last["size"] == [640, 480]
    assert {mark[0] for mark in last["marks"]} >= {"d", "l", "a"}


def test_a_cubes_sides_are_gathered_on_its_flat_map(server):
    with server().talk() as socket:
        begin(socket, "cube")
        answers = [ask(socket, picture) for picture in clip("cube", 20)]
    flat = answers[-1]["map"]
    assert len(flat) == 54
    seen = [side for side in range(6) if flat[9 * side + 4]]
    assert 1 <= len(seen) < 6
    assert all(flat[9 * side + 4] == "wrgyob"[side] for side in seen)


def test_who_was_cut_off_goes_on_where_it_was(server):
    browser = server()
    with browser.talk() as socket:
        first = begin(socket)
        for picture in clip("rings", 12):
            last = ask(socket, picture)
    with browser.talk() as socket:
        again = begin(socket, session=first["session"])
        assert {**again, "last": {**again["last"], "picture": 12}} == {
            "session": first["session"],
            "resumed": True,
            "last": last,
        }
        assert ask(socket, clip("rings", 12)[-1])["state"] == "11111"
    assert len(browser.players) == 1


@pytest.mark.parametrize("wish", [{"session": "guessed"}, {"count": 7}, {"puzzle": "hanoi"}])
def test_another_game_begins_anew(server, wish):
    browser = server()
    with browser.talk() as socket:
        key = begin(socket)["session"]
    with browser.talk() as socket:
        again = begin(socket, **{"session": key, **wish})
    assert not again["resumed"]
    assert again["session"] != key


def test_a_second_window_takes_the_game_over(server):
    browser = server()
    with browser.talk() as old:
        key = begin(old)["session"]
        with browser.talk() as new:
            assert begin(new, session=key)["resumed"]
            assert "another window" in ask(old, clip("rings", 12)[0])["error"]
            assert ask(new, clip("rings", 12)[0])["picture"] == 1


def test_who_stays_away_too_long_is_forgotten(server):
    browser = server(away_s=1.0)
    with browser.talk() as socket:
        key = begin(socket)["session"]
    with browser.talk() as socket:
        begin(socket, "hanoi")
        for _ in range(12):
            ask(socket, jpeg(np.zeros((60, 80, 3), np.uint8)))
    with browser.talk() as socket:
        assert not begin(socket, session=key)["resumed"]


def test_bad_pictures_are_refused_and_the_game_goes_on(server):
    bomb = cv2.imencode(".png", np.zeros((7100, 7100), np.uint8))[1].tobytes()
    good = clip("rings", 12)[0]
    bad = {
        b"no picture": "not a picture",
        b"": "not a picture",
        good[: len(good) // 2]: "truncated",
        good + bytes(MOST_BYTES): TOO_LARGE,
        bomb: "megapixels",
    }
    with server().talk() as socket:
        begin(socket)
        for data, words in bad.items():
            assert words in ask(socket, data)["refused"]
        assert ask(socket, good)["found"]


def test_nothing_but_broken_pictures_ends_the_talk(server):
    with server().talk() as socket:
        begin(socket)
        for _ in range(MOST_BROKEN):
            assert "refused" in ask(socket, b"broken")
        assert socket.receive_json() == {"error": BROKEN}


@pytest.mark.parametrize(
    "first",
    [
        *["", "[]", "{}", '"begin"', '{"begin": 3}', '{"begin": "rings", "count": "9"}'],
        *['{"begin": "rings", "camera": 3}', "[" * 100_000],
    ],
)
def test_a_first_word_that_is_none_is_refused(server, first):
    message = {"type": "websocket.receive", "text": first}
    with server().talk() as socket:
        socket.send(message)
        assert socket.receive_json() == {"error": BAD_REQUEST}


def test_impossible_wishes_are_refused_in_a_sentence(server):
    browser = server()
    assert "puzzle of" in browser.error_of({"begin": "chess"})
    assert "expected 3 to 12, got 20" in browser.error_of({"begin": "rings", "count": 20})
    assert "nothing to count" in browser.error_of({"begin": "cube", "count": 4})
    assert browser.error_of({"begin": "rings"}, {"begin": "rings"}) == BAD_REQUEST


def test_silence_ends_the_talk(server, monkeypatch):
    monkeypatch.setattr(talk, "FIRST_WORD_S", 0.05)
    monkeypatch.setattr(talk, "NO_PICTURE_S", 0.05)
    assert server().error_of() == IDLE
    assert server().error_of({"begin": "rings"}) == IDLE


def test_a_flood_is_cut_off(server):
    flood = clip("rings", 12)[:1] * 400
    assert server(tick=0.0).error_of({"begin": "rings"}, *flood) == TOO_FAST


def test_a_hundred_who_only_wait_keep_nobody_out(server):
    browser = server(most=8)
    with ExitStack() as lines:
        for number in range(100):
            socket = lines.enter_context(browser.talk())
            if number % 2:
                begin(socket)
        with browser.talk() as socket:
            assert begin(socket)["session"]
            assert ask(socket, clip("rings", 12)[0])["found"]
        assert len(browser.players) <= 8


def test_where_all_places_are_played_at_a_sentence_says_so(server):
    browser = server(most=1)
    with browser.talk() as socket:
        begin(socket)
        ask(socket, clip("rings", 12)[0])
        assert browser.error_of({"begin": "rings"}) == FULL
    with browser.talk() as socket:
        assert begin(socket)["session"]


def test_more_connections_than_there_may_be_are_turned_away(server, monkeypatch):
    monkeypatch.setattr(talk, "MOST_CONNECTIONS", 1)
    browser = server()
    with browser.talk() as socket:
        begin(socket)
        with pytest.raises(WebSocketDisconnect), browser.talk():
            pass
        assert ask(socket, clip("rings", 12)[0])["found"]


def scanned(socket, pictures=20):
    begin(socket, "cube")
    return [ask(socket, picture) for picture in clip("cube", pictures)][-1]


def test_a_sticker_is_corrected_and_taken_back(server):
    with server().talk() as socket:
        last = scanned(socket)
        assert last["scan"]["words"].startswith("3 of 6 faces. Still to show: ")
        cell = next(i for i in range(54) if last["map"][i])
        letter = "wyrogb"[("wyrogb".index(last["map"][cell]) + 1) % 6]
        answer = say(socket, {"correct": [cell, letter]})
        assert answer["edit"] == 1
        assert answer["map"][cell] == letter
        assert answer["scan"]["fixed"] == [cell]
        later = ask(socket, clip("cube", 20)[-1])
        assert later["scan"]["fixed"] == [cell]
        assert later["picture"] == 21
        assert say(socket, {"undo": True})["scan"]["fixed"] == []
        assert "no correction" in say(socket, {"undo": True})["refused"]


@pytest.mark.parametrize(
    "edit",
    [
        {"correct": [54, "r"]},
        {"correct": [-1, "r"]},
        {"correct": [True, "r"]},
        {"correct": [1.5, "r"]},
        {"correct": [3, "x"]},
        {"correct": [3, ""]},
        {"correct": [3, 4]},
        {"correct": ["3", "r"]},
        {"correct": [3, "r", 1]},
        {"correct": None},
        {"correct": [3, "r"], "undo": True},
        {"undo": 1},
        {"guide": "yes"},
        {"guide": True, "undo": True},
        {"undo": False},
    ],
)
def test_a_bad_edit_is_refused_and_the_good_ones_stay(server, edit):
    with server().talk() as socket:
        scanned(socket, 8)
        for message in ({"correct": [0, "r"]}, edit, {"correct": [1, "b"]}):
            socket.send_json(message)
        answers = [socket.receive_json() for _ in range(3)]
        assert [answer["edit"] for answer in answers] == [1, 2, 3]
        assert answers[1]["refused"] == BAD_EDIT
        assert answers[2]["scan"]["fixed"] == [0, 1]
        assert ask(socket, clip("cube", 20)[0])["found"]


def test_a_guided_scan_tells_how_to_hold_the_cube(server):
    with server().talk() as socket:
        begin(socket, "cube")
        assert "Nothing was seen" in say(socket, {"guide": True})["refused"]
    with server().talk() as socket:
        assert scanned(socket, 8)["hint"] is None
        hint = say(socket, {"guide": True})["hint"]
        assert (hint["step"], hint["show"], hint["beside"], hint["above"]) == (1, "g", "w", True)
        later = ask(socket, clip("cube", 8)[-1])
        assert later["hint"] == hint
        assert later["state"] is None


def test_a_toy_without_sides_has_nothing_to_correct(server):
    with server().talk() as socket:
        begin(socket)
        assert "Nothing was seen" in say(socket, {"correct": [0, "r"]})["refused"]
        assert ask(socket, clip("rings", 12)[0])["scan"] is None
        assert "Nothing was seen" in say(socket, {"correct": [0, "r"]})["refused"]


def test_more_edits_than_can_be_made_end_the_talk(server, monkeypatch):
    monkeypatch.setattr(talk, "MOST_EDITS", 0)
    assert server().error_of({"begin": "cube"}, {"undo": True}) == TOO_FAST


@pytest.mark.parametrize("text", ["{}", "[]", "nonsense", "[" * 100_000])
def test_other_messages_end_the_talk(server, text):
    with server().talk() as socket:
        begin(socket, "cube")
        socket.send_text(text)
        assert socket.receive_json() == {"error": BAD_REQUEST}
