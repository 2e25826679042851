"""Players in processes of their own: they answer as here, and one that ends harms no others."""

import multiprocessing
import os
import pickle
import signal

import pytest
from starlette.testclient import TestClient

from companion.languages import ENGLISH, LANGUAGES
from companion.web import make_app
from companion.web.crew import Call, Crew, LostError, _answer
from companion.web.edits import Edit
from companion.web.player import Player
from companion.web.toys import Toy
from companion.web.words import STUMBLED
from solver import NoPlanError, SolverError
from solver.phrase import Phrase
from tests.companion.web.clips import HOME, clip
from tests.companion.web.line import ask, begin, connected

RINGS = Toy("rings", 5)


@pytest.fixture
def crew():
    with Crew(2) as hands:
        yield hands


def looks(player, count=12):
    """The answers to a clip, without the time that each took."""
    answers = [player.look(jpeg, n / 15) for n, jpeg in enumerate(clip("rings", 12)[:count])]
    return [{**answer, "ms": None} for answer in answers]


def pids():
    return {process.pid for process in multiprocessing.active_children()}


def test_a_player_elsewhere_answers_as_one_here(crew):
    guest, player = crew.seat(RINGS, ENGLISH), Player(RINGS, ENGLISH)
    assert guest.toy == player.toy
    assert guest.last is None
    assert looks(guest) == looks(player)
    assert guest.edit(Edit(goals=True)) == player.edit(Edit(goals=True))
    assert guest.look(b"no picture", 2.0) == player.look(b"no picture", 2.0)
    assert guest.last["state"] == "11111"
    guest.speak(LANGUAGES["de"])
    assert guest.last is None
    assert looks(guest, 1)[0]["cue"]["words"] == "Nimm Ring eins von der Stange."


def test_what_a_player_cannot_do_is_told_in_its_language(monkeypatch):
    """A sentence that knows how it was made would not go through the line to the server."""

    def refuse(self, jpeg, at):
        raise NoPlanError(Phrase("{peg} is full", peg="B"))

    monkeypatch.setattr(Player, "look", refuse)
    call = Call(0, (b"", 0.0), RINGS, LANGUAGES["de"], None, avoid_hidden=False)
    answer = pickle.loads(pickle.dumps(_answer({}, call)))
    assert isinstance(answer, SolverError)
    assert str(answer) == "B ist voll"


def test_players_are_spread_and_those_who_left_make_room():
    before = pids()
    with Crew(2) as crew:
        first = crew.seat(RINGS, ENGLISH)
        assert len(pids() - before) == 1
        second, third = crew.seat(RINGS, ENGLISH), crew.seat(RINGS, ENGLISH)
        assert len(pids() - before) == 2
        assert [len(hand.players) for hand in crew.hands] == [2, 1]
        assert looks(first, 1) == looks(second, 1) == looks(third, 1)
        del first
        assert [len(hand.players) for hand in crew.hands] == [1, 1]
        assert looks(third, 1)
    assert pids() == before


def test_a_process_that_ends_is_followed_by_another(crew):
    guest, other = crew.seat(RINGS, ENGLISH), crew.seat(RINGS, ENGLISH)
    looks(guest)
    looks(other)
    before = pids()
    os.kill(crew.hands[0].pid, signal.SIGKILL)
    with pytest.raises(LostError):
        looks(guest)
    assert looks(guest)[-1]["state"] == "11111"
    assert looks(other, 1)[0]["state"] == "11111"
    assert (len(pids() - before), len(before - pids())) == (1, 1)


def test_a_process_whose_server_ended_at_once_ends_without_a_word(capfd):
    with Crew(2) as crew:
        crew.seat(RINGS, ENGLISH)
        crew.seat(RINGS, ENGLISH)
    assert capfd.readouterr().err == ""


def test_what_a_player_does_wrong_ends_its_own_game_only():
    with Crew(1) as crew:
        guest, other = crew.seat(RINGS, ENGLISH), crew.seat(RINGS, ENGLISH)
        looks(guest)
        looks(other)
        with pytest.raises(LostError):
            guest.look(None, 1.0)
        assert guest.look(clip("rings", 12)[0], 2.0)["state"] is None
        assert looks(other, 1)[0]["state"] == "11111"


@pytest.mark.parametrize("avoiding", [False, True])
def test_a_crew_hands_the_wish_for_sides_in_sight_on(avoiding):
    with Crew(1, avoid_hidden=avoiding) as crew:
        assert crew.seat(Toy("cube"), ENGLISH).avoid_hidden is avoiding


def test_a_connection_hears_of_a_fault_and_may_come_back():
    with Crew(1) as crew, TestClient(make_app(make_player=crew.seat), base_url=HOME) as client:

        def talk():
            return connected(client, "ws://127.0.0.1:8765/play", {"origin": HOME})

        with talk() as socket:
            key = begin(socket)["session"]
            assert ask(socket, clip("rings", 12)[0])["picture"] == 1
            os.kill(crew.hands[0].pid, signal.SIGKILL)
            assert ask(socket, clip("rings", 12)[0]) == {"error": STUMBLED}
        with talk() as socket:
            assert begin(socket, session=key)["resumed"]
            assert ask(socket, clip("rings", 12)[0])["found"]
