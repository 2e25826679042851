"""What a player asks for between the pictures: a reason, another goal, another toy."""

import pytest

from companion.goals import aim_at
from companion.web.player import Player
from companion.web.toys import Toy
from companion.web.words import BAD_EDIT, NO_GOAL, NOTHING_SEEN
from solver import CubePuzzle, IllegalStateError, NotationError
from solver.cube import apply_turns, parse_turns
from tests.companion.web.clips import HOME, SAMPLES, clip, jpeg
from tests.companion.web.line import ask, begin, say
from tests.vision.hanoi.painted_variant import Toy as Painted
from tests.vision.hanoi.true_sight import TrueLooker
from vision.hanoi import variant


def test_a_reason_and_another_goal_are_asked_for(server):
    with server().talk() as socket:
        begin(socket)
        pictures = clip("rings", 14)
        answers = [ask(socket, picture) for picture in pictures]
        assert answers[-1]["cue"]["move"] == "1 off"
        assert say(socket, {"ask": "why"}) == {"edit": 1}
        answer = ask(socket, pictures[-1])
        assert answer["new"]
        assert answer["cue"]["words"].endswith("so: ring 1 off. Take ring one off the bar.")
        assert say(socket, {"goals": True}) == {
            "edit": 2,
            "goals": [["all rings off the bar", "00000"], ["all rings on the bar", "11111"]],
            "goal": "00000",
        }
        assert say(socket, {"aim": "11111"}) == {"edit": 3, "aimed": "11111"}
        told = ask(socket, pictures[-1])["cue"]["words"]
        assert told.startswith("New goal: all rings on the bar. There is nothing to do.")
        assert say(socket, {"goals": True})["goal"] == "11111"
        assert say(socket, {"aim": "11100"}) == {"edit": 5, "aimed": "11100"}
        cue = ask(socket, pictures[-1])["cue"]
        assert (cue["words"], cue["remaining"]) == ("New goal. Take ring two off the bar.", 2)
        assert say(socket, {"ask": "for trouble"}) == {"edit": 6, "refused": BAD_EDIT}


def test_a_goal_that_is_none_is_refused_and_changes_nothing(server):
    with server().talk() as socket:
        begin(socket)
        assert say(socket, {"goals": True}) == {"edit": 1, "refused": NOTHING_SEEN}
        pictures = clip("rings", 14)
        before = [ask(socket, picture) for picture in pictures][-1]["cue"]
        for number, (text, why) in enumerate(
            [("1", NO_GOAL), ("11112", NO_GOAL), ("", NO_GOAL), ("1" * 201, BAD_EDIT)], start=2
        ):
            assert say(socket, {"aim": text}) == {"edit": number, "refused": why}
        assert ask(socket, pictures[-1])["cue"] == before


def test_a_goal_that_no_toy_can_reach_is_refused():
    cube = CubePuzzle()
    solved = cube.format(cube.goal)
    with pytest.raises(IllegalStateError):
        # Two stickers of one edge are exchanged.
        aim_at(cube, f"{solved[:7]}F{solved[8:19]}U{solved[20:]}", cube.goal)
    assert aim_at(cube, solved, cube.goal).words == "New goal: a solved cube."


def test_a_pattern_is_told_by_its_turns():
    cube = CubePuzzle()
    chosen = aim_at(cube, "M2 E2 S2", cube.goal)
    assert chosen.words == "New goal: a chessboard on every side."
    assert aim_at(cube, "RUR'", cube.goal).goal == apply_turns(cube.goal, parse_turns("R U R'"))
    for text in ("", "Q", "R7", "U" * 54):
        with pytest.raises((NotationError, IllegalStateError)):
            aim_at(cube, text, cube.goal)


def test_towers_with_other_pieces_are_played(server, monkeypatch):
    toy = Painted.of(960_000, "tunstall")
    monkeypatch.setattr(variant, "Looker", lambda **_: TrueLooker(toy))
    with server().talk() as socket:
        begin(socket, "hanoi", variant="tunstall")
        answer = [ask(socket, jpeg(toy.show())) for _ in range(20)][-1]
        assert answer["state"] == toy.text
        assert " ball on the " in answer["cue"]["words"]
        offered = say(socket, {"goals": True})
        assert [name for name, _ in offered["goals"]] == ["the usual one", "as at the beginning"]
        assert say(socket, {"aim": toy.text})["aimed"] == toy.text
        assert ask(socket, jpeg(toy.show()))["cue"]["kind"] == "done"


def test_photos_of_towers_with_other_pieces_are_read(server, monkeypatch):
    toy = Painted.of(960_000, "tunstall")
    monkeypatch.setattr(variant, "Looker", lambda **_: TrueLooker(toy))
    photo = jpeg(toy.show())
    body, headers = len(photo).to_bytes(4, "big") + photo, {"origin": HOME}
    client = server().client
    read = client.post("/photos?puzzle=hanoi&variant=tunstall", content=body, headers=headers)
    assert [one["state"] for one in read.json()["photos"]] == [toy.text]
    refused = client.post("/photos?puzzle=hanoi&variant=paris", content=body, headers=headers)
    assert (refused.status_code, "a variant of" in refused.json()["error"]) == (400, True)


def test_photos_of_a_cube_are_solved_as_beginners_learn_it(server):
    photos = [path.read_bytes() for path in sorted((SAMPLES / "cube/photos").glob("*.jpg"))]
    body = b"".join(len(photo).to_bytes(4, "big") + photo for photo in photos)
    client, told = server().client, {}
    for method in ("", "&method=beginner"):
        read = client.post(f"/photos?puzzle=cube{method}", content=body, headers={"origin": HOME})
        told[method] = read.json()
    few, many = told.values()
    assert few["photos"][0]["state"] == many["photos"][0]["state"]
    assert few["photos"][0]["remaining"] <= 22 < 60 < many["photos"][0]["remaining"]
    assert len(many["solution"].split()) == many["photos"][0]["remaining"]


def test_a_game_of_a_cube_is_led_as_beginners_learn_it():
    photos = [path.read_bytes() for path in sorted((SAMPLES / "cube/photos").glob("*.jpg"))]
    player = Player(Toy("cube", method="beginner"))
    looks = [*photos, *5 * photos[-1:]]
    told = [player.look(photo, 0.7 * number) for number, photo in enumerate(looks)]
    assert told[-1]["remaining"] > 60


def test_toys_and_methods_that_are_not_offered_are_refused(server):
    browser = server()
    assert "no method" in browser.error_of({"begin": "rings", "method": "beginner"})
    assert "a method of" in browser.error_of({"begin": "cube", "method": "magic"})
    for wish in ({"variant": "paris"}, {"variant": "london", "count": 3}):
        assert "expected" in browser.error_of({"begin": "hanoi", **wish})
    assert "no variant" in browser.error_of({"begin": "rings", "variant": "london"})
