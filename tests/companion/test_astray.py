"""A move beside the plan is named, with what was planned and how to go on, in every language."""

import re

import pytest

from companion.languages import LANGUAGES
from companion.session import Session
from solver import Hanoi, Rings, Variant
from tests.companion.test_session import CUBE, feed, look_at_cube

RINGS, HANOI = Rings(5), Hanoi(3)
LONDON = Variant("london", "rgb")


def told(puzzle, *texts):
    """The cue at the last of some states."""
    session, at, cues = Session(puzzle), 0.0, []
    for text in texts:
        cues, at = feed(session, puzzle, text, at, frames=30)
    (cue,) = cues
    return cue


@pytest.mark.parametrize(
    ("puzzle", "states", "words"),
    [
        (
            RINGS,
            ("11111", "11101"),
            "You took ring two off the bar, but ring one was next. Put ring two back on the bar.",
        ),
        (
            RINGS,
            ("11110", "11010", "11110"),
            "You put ring three on the bar, but ring one was next. "
            "Take ring three off the bar again.",
        ),
        (
            Rings(5, pair=True),
            ("11100", "10100"),
            "You took ring four off the bar, but rings one and two were next, both together. "
            "Put ring four back on the bar.",
        ),
        (
            Rings(5, pair=True),
            ("11111", "11100"),
            "You took rings one and two off the bar, but ring one was next. "
            "Put rings one and two back on the bar together.",
        ),
        (
            RINGS,
            ("11111", "11100"),
            "You took rings one and two off the bar, but ring one was next. "
            "Put ring one on the bar.",
        ),
        (
            HANOI,
            ("AAA", "AAB"),
            "You put the small disc on the middle peg; it belongs on the right-hand peg.",
        ),
        (
            HANOI,
            ("ABB", "ABC"),
            "You put the small disc on the right-hand peg, but the large disc was next. "
            "Put the small disc back on the middle peg.",
        ),
        (
            Hanoi(2, 12),
            ("AA", "AB", "AL"),
            "You put the small disc on peg L, but the large disc was next. "
            "Put the small disc back on peg B.",
        ),
        (
            LONDON,
            ("r g b//", "r g/b/"),
            "You put the blue ball on the middle peg; it belongs on the right-hand peg.",
        ),
    ],
)
def test_a_move_in_place_of_the_planned_one_is_named(puzzle, states, words):
    cue = told(puzzle, *states)
    assert (cue.kind, cue.words) == ("wrong", words)


@pytest.mark.parametrize(
    ("states", "words"),
    [
        (("111111011", "111111000"), "Take ring five off the bar."),
        (("111101000", "111101011"), "Take ring one off the bar."),
    ],
)
def test_a_pair_that_goes_together_is_no_slip_where_both_rings_were_next(states, words):
    cue = told(Rings(9), *states)
    assert (cue.kind, cue.words) == ("next", words)


def test_planned_moves_that_nobody_saw_come_before_the_slip():
    start = CUBE.apply(CUBE.parse_move("F'").cube, CUBE.parse_move("R'"))
    session = Session(CUBE)
    _, at = look_at_cube(session, start, range(27), 0.0, 1.0)
    slipped = CUBE.apply(CUBE.parse_move("F'").cube, CUBE.parse_move("U"))
    (cue,), _ = look_at_cube(session, slipped, range(27), at, 1.0)
    assert (cue.kind, CUBE.format_move(cue.move)) == ("wrong", "U'")
    told = "You turned the white face a quarter turn clockwise, but the green face was next."
    assert cue.words.startswith(f"{told} Take that back. ")


@pytest.mark.parametrize(
    ("code", "other", "same"),
    [
        (
            "en",
            "You turned the white face half a turn, but the red face was next.",
            "You turned the red face a quarter turn counter-clockwise instead of half a turn.",
        ),
        (
            "zh_CN",
            "你刚才把白色面转180度了，但该转的是红色面。",
            "你刚才把红色面逆时针转90度了，但应该转180度。",
        ),
        (
            "zh_TW",
            "你剛才把白色面轉180度了，但該轉的是紅色面。",
            "你剛才把紅色面逆時針轉90度了，但應該轉180度。",
        ),
        (
            "de",
            "Du hast die weiße Seite um eine halbe Drehung gedreht, aber die rote Seite war an der "
            "Reihe.",
            "Du hast die rote Seite um eine Vierteldrehung gegen den Uhrzeigersinn gedreht statt "
            "um eine halbe Drehung.",
        ),
        (
            "pl",
            "Obrócono białą ściankę o pół obrotu, a kolej była na czerwoną ściankę.",
            "Obrócono czerwoną ściankę o ćwierć obrotu przeciwnie do ruchu wskazówek zegara "
            "zamiast o pół obrotu.",
        ),
    ],
)
def test_a_turn_in_place_of_another_is_named(code, other, same):
    white, red, half = map(CUBE.parse_move, ("U2", "R'", "R2"))
    say = LANGUAGES[code].say
    assert say(CUBE.in_place(CUBE.goal, white, red)) == other
    assert say(CUBE.in_place(CUBE.goal, red, half)) == same


def test_a_slip_after_which_the_goal_is_nearer_is_not_spoken_of():
    cue = told(HANOI, "AAA", "ABA")
    assert (cue.kind, cue.words) == ("next", "Put the small disc on the middle peg.")


def test_what_more_than_one_move_did_is_not_made_up():
    cue = told(RINGS, "11111", "10100")
    assert cue.words == (
        "I did not see how you got there, but we can go on. Put ring four on the bar."
    )


@pytest.mark.parametrize(
    ("code", "rings", "tower"),
    [
        (
            "zh_CN",
            "你解下了第二环，但该动的是第一环。把第二环重新套上。",
            "你把小圆盘移到了右边的柱子上，但该移的是大圆盘。把小圆盘移回中间的柱子上。",
        ),
        (
            "zh_TW",
            "你解下了第二環，但該動的是第一環。把第二環重新套上。",
            "你把小圓盤移到了右邊的柱子上，但該移的是大圓盤。把小圓盤移回中間的柱子上。",
        ),
        (
            "de",
            "Du hast Ring zwei von der Stange genommen, aber Ring eins war an der Reihe. "
            "Setz Ring zwei wieder auf die Stange.",
            "Du hast die kleine Scheibe auf den rechten Stab gelegt, aber die große Scheibe war "
            "an der Reihe. Leg die kleine Scheibe zurück auf den mittleren Stab.",
        ),
        (
            "pl",
            "Zdjęto z pręta pierścień drugi, a kolej była na pierścień pierwszy. "
            "Nałóż pierścień drugi z powrotem na pręt.",
            "Przełożono mały krążek na prawy słupek, a kolej była na duży krążek. "
            "Przełóż mały krążek z powrotem na środkowy słupek.",
        ),
    ],
)
def test_in_other_languages(code, rings, tower):
    language = LANGUAGES[code]
    assert language.say(told(RINGS, "11111", "11101").words) == rings
    assert language.say(told(HANOI, "ABB", "ABC").words) == tower


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("puzzle", [Rings(4), Rings(4, pair=True), HANOI, Hanoi(2, 4), LONDON])
def test_every_slip_from_every_state_is_told(puzzle, code):
    """No place is left open, and no word is left in English."""
    english = re.compile(r"\b([Tt]he|[Yy]ou|rings?|disc|peg|ball|next|back)\b")
    for state in puzzle.states():
        plan = puzzle.plan(state, puzzle.goal)
        for made in puzzle.moves(state) if plan.count else ():
            after = puzzle.apply(state, made)
            onward = puzzle.plan(after, puzzle.goal).first
            if made == plan.first or onward is None:
                continue
            words = LANGUAGES[code].say(puzzle.astray(state, made, plan.first, onward))
            assert "{" not in words
            assert (english.search(words) is None) == (code != "en"), words
