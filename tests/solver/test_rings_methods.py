"""The three methods, the pair rule, the Gray code's constructions, and the purposes."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import NoPlanError
from solver.rings import (
    Purpose,
    Purposes,
    RingMove,
    Rings,
    by_reflecting,
    by_turns,
    changing_ring,
    rank,
    unrank,
)
from tests.solver.cases import distances

rules = pytest.mark.parametrize("pair", [False, True], ids=["single", "pair"])


@rules
@pytest.mark.parametrize("count", range(1, 13))
def test_methods_agree_in_every_state(count: int, pair: bool) -> None:
    """The first move from every state to all off and to all on; the rest of a way follows."""
    rings = Rings(count, pair)
    for goal in (0, rings.start):
        for state in range(1 << count):
            gray = rings.plan(state, goal)
            assert gray.first == rings.plan(state, goal, method="human").first


@rules
@pytest.mark.parametrize("count", range(1, 13))
def test_methods_agree_move_by_move(count: int, pair: bool) -> None:
    """Whole plans, on which the thinker keeps its wishes from move to move."""
    rings = Rings(count, pair)
    for start, goal in itertools.permutations((0, rings.start)):
        gray = list(rings.plan(start, goal))
        assert list(rings.plan(start, goal, method="human")) == gray
        assert list(rings.plan(start, goal, method="recursive")) == gray
        assert rings.plan(start, goal, method="recursive").count == len(gray)
    farthest = 1 << (count - 1)
    for start, goal in itertools.permutations((0, farthest)):
        human = rings.plan(start, goal, method="human")
        assert list(human) == list(rings.plan(start, goal))
        assert human.method == "human"


@rules
@pytest.mark.parametrize("count", range(1, 7))
def test_methods_agree_between_any_two_states(count: int, pair: bool) -> None:
    rings = Rings(count, pair)
    for start, goal in itertools.product(range(1 << count), repeat=2):
        assert list(rings.plan(start, goal, method="human")) == list(rings.plan(start, goal))


@rules
@pytest.mark.parametrize("count", range(1, 8))
def test_plans_are_the_only_shortest_ones(count: int, pair: bool) -> None:
    """Any state to any goal against breadth-first search: the length, and that no other is so."""
    rings = Rings(count, pair)
    for goal in range(1 << count):
        found = distances(rings, goal)
        for state, distance in found.items():
            assert rings.plan(state, goal).count == distance
            after = [found[rings.apply(state, move)] for move in rings.moves(state)]
            assert state == goal or after.count(distance - 1) == 1


@rules
@pytest.mark.parametrize("method", ["gray", "recursive", "human"])
def test_ten_thousand_rings(method: str, pair: bool) -> None:
    """No list of the moves is made, and no recursion limit is met."""
    rings = Rings(10_000, pair)
    plan = rings.plan(rings.start, rings.goal, method=method)
    assert plan.count == (2**9_999 - 1 if pair else 2**10_001 // 3)
    state = rings.start
    for move in itertools.islice(plan, 500):
        state = rings.apply(state, move)
    assert rings.plan(state, rings.goal).count == plan.count - 500


def test_the_recursive_method_knows_two_states() -> None:
    rings = Rings(4)
    for start, goal in ((0b0101, 0), (0, 0b0101)):
        with pytest.raises(NoPlanError, match="rings: the recursive method goes between all rings"):
            rings.plan(start, goal, method="recursive")


@pytest.mark.parametrize("count", range(13))
def test_three_constructions_of_the_code(count: int) -> None:
    code = [unrank(place) for place in range(1 << count)]
    assert list(by_reflecting(count)) == code
    assert list(by_turns(count)) == code
    assert [rank(state) for state in code] == list(range(1 << count))
    steps = [changing_ring(step) for step in range(1, 1 << count)]
    changes = [before ^ after for before, after in itertools.pairwise(code)]
    assert [1 << (ring - 1) for ring in steps] == changes


@given(place=st.integers(0, 2**10_000))
def test_rank_of_large_states(place: int) -> None:
    assert rank(unrank(place)) == place
    assert unrank(rank(place)) == place
    assert (unrank(place) ^ unrank(place + 1)).bit_length() == changing_ring(place + 1)


def test_constructions_are_lazy() -> None:
    assert list(itertools.islice(by_reflecting(500), 5)) == [0, 1, 3, 2, 6]
    assert list(itertools.islice(by_turns(500), 5)) == [0, 1, 3, 2, 6]


@pytest.mark.parametrize("step", [0, -4])
def test_steps_count_from_one(step: int) -> None:
    with pytest.raises(ValueError, match=f"rings: expected a step of 1 or more, got {step}"):
        changing_ring(step)


def thought(state: int, goal: int) -> Iterator[Purpose]:
    """The purposes as the issue of one ring after the other, straight from their description."""
    ring = (state ^ goal).bit_length()
    on = bool(goal >> ring - 1 & 1) if ring else False
    while ring:
        as_wanted = bool(state >> ring - 1 & 1) == on
        if not as_wanted:
            yield Purpose(ring, on)
        ring, on = ring - 1, not as_wanted


@pytest.mark.parametrize("count", range(1, 7))
def test_purposes_are_what_a_person_thinks(count: int) -> None:
    rings = Rings(count)
    for state, goal in itertools.product(range(1 << count), repeat=2):
        purposes = rings.purposes(state, goal)
        assert list(purposes) == list(thought(state, goal))
        assert len(purposes) == len(list(purposes))
        assert list(purposes.innermost()) == list(purposes)[::-1]
        first = rings.plan(state, goal).first
        last = next(purposes.innermost(), None)
        assert last == (None if first is None else Purpose(first.ring, first.on))


@pytest.mark.parametrize("count", range(1, 7))
def test_purposes_with_the_pair(count: int) -> None:
    """The larger rings' purposes are the same; rings 1 and 2 go as the last of them needs."""
    rings = Rings(count, pair=True)
    for state, goal in itertools.product(range(1 << count), repeat=2):
        move = rings.plan(state, goal).first
        purposes = list(rings.purposes(state, goal))
        if count > 1:
            assert all(purpose.ring > 2 for purpose in purposes)
        if move is not None and move.ring > 2:
            assert purposes[-1] == Purpose(move.ring, move.on)


@settings(max_examples=30)
@given(state=st.integers(0, 2**400 - 1), goal=st.integers(0, 2**400 - 1))
def test_many_purposes_are_told_in_short(state: int, goal: int) -> None:
    rings = Rings(400)
    move = rings.plan(state, goal).first
    if move is not None:
        told = rings.why(state, move, goal)
        assert told.endswith(f"; so: ring {move.ring} {'on' if move.on else 'off'}.")
        assert len(told) < 1500


@pytest.mark.parametrize(
    ("state", "goal", "pair", "reason"),
    [
        (
            "111111111", "000000000", False,
            "Ring 9 must come off; for that ring 8 must be on and rings 1 to 7 off; for that ring "
            "7 must come off; for that ring 6 must be on and rings 1 to 5 off; for that ring 5 "
            "must come off; for that ring 4 must be on and rings 1 to 3 off; for that ring 3 must "
            "come off; for that ring 2 must be on and ring 1 off; so: ring 1 off.",
        ),
        ("001", "000", False, "Ring 1 must come off; so: ring 1 off."),
        ("010", "000", False, "Ring 2 must come off; for that ring 1 must be on; so: ring 1 on."),
        ("000", "011", True, "Only rings 1 and 2 are left to do; so: rings 1 and 2 on together."),
        ("0", "1", True, "Ring 1 must go on; so: ring 1 on."),
        (
            "1111", "0000", True,
            "Ring 4 must come off; for that ring 3 must be on and rings 1 and 2 off; "
            "so: rings 1 and 2 off together.",
        ),
        ("1100", "0000", True, "Ring 4 must come off; so: ring 4 off."),
    ],
)  # fmt: skip
def test_reasons(state: str, goal: str, pair: bool, reason: str) -> None:
    rings = Rings(len(state), pair)
    start, end = rings.parse(state), rings.parse(goal)
    move = rings.plan(start, end).first
    assert move is not None
    assert rings.why(start, move, end) == reason


@rules
def test_every_move_has_its_reason(pair: bool) -> None:
    rings = Rings(6, pair)
    for start, goal in ((0b111111, 0), (0b100110, 0b011011)):
        plan = rings.plan(start, goal)
        state = start
        for move, reason in zip(plan, rings.reasons(plan), strict=True):
            assert reason == rings.why(state, move, goal)
            state = rings.apply(state, move)
        assert state == goal


@pytest.mark.parametrize("state", [0, 0b1111])
def test_nothing_to_do(state: int) -> None:
    for method in ("gray", "recursive", "human"):
        assert list(Rings(4).plan(state, state, method=method)) == []
    assert len(Rings(4).purposes(state, state)) == 0


def test_a_long_reason_says_how_much_it_leaves_out() -> None:
    rings = Rings(30)
    far = Purposes(1 << 29, 0)
    assert len(far) == 30
    told = rings.why(1 << 29, RingMove(1, on=True), 0)
    # 29 of the 30 stand above the ring that moves; twelve of them are told.
    assert "; and so on for 17 more rings; for that ring 7 must go on;" in told
    assert told.count(" must come off;") + told.count(" must go on;") == 12
    assert Purpose(1, on=True).needs == ""
