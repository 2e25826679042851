"""Methods, several shortest ways, many pegs, and purposes of the Tower of Hanoi."""

import itertools
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import NoPlanError
from solver.hanoi import DiscMove, Hanoi, frame_stewart
from solver.hanoi.gather import way_over
from solver.hanoi.optimal import distance, shortest_ways
from solver.hanoi.purposes import purposes
from solver.hanoi.search import SearchedSteps
from solver.hanoi.space import Level, Space
from tests.solver.cases import distances

TOWER_METHODS = ["recursive", "iterative", "olive", "idle-peg"]

State = tuple[int, ...]


@cache
def all_distances(hanoi: Hanoi, goal: State) -> dict[State, int]:
    return distances(hanoi, goal)


def count_ways(hanoi: Hanoi, start: State, goal: State) -> int:
    """The number of shortest ways, straight from the definition."""
    found = all_distances(hanoi, goal)
    ways = {goal: 1}
    for state in sorted(found, key=found.__getitem__):
        if state != goal:
            after = {hanoi.apply(state, move) for move in hanoi.moves(state)}
            ways[state] = sum(ways[s] for s in after if found[s] == found[state] - 1)
    return ways[start]


def walk(hanoi: Hanoi, state: State, moves: list[DiscMove]) -> State:
    for move in moves:
        state = hanoi.apply(state, move)
    return state


@pytest.mark.parametrize("method", TOWER_METHODS)
@pytest.mark.parametrize("discs", range(1, 13))
def test_methods_agree_from_tower_to_tower(discs: int, method: str) -> None:
    hanoi = Hanoi(discs)
    for source, target in itertools.permutations(range(3), 2):
        start, goal = (source,) * discs, (target,) * discs
        plan = hanoi.plan(start, goal, method=method)
        assert plan.method == method
        assert list(plan) == list(hanoi.plan(start, goal))
        assert plan.count == 2**discs - 1


@pytest.mark.parametrize("method", TOWER_METHODS)
def test_larger_discs_in_place_stay(method: str) -> None:
    hanoi = Hanoi(6)
    start, goal = hanoi.parse("CABBBB"), hanoi.parse("CACCCC")
    assert list(hanoi.plan(start, goal, method=method)) == list(hanoi.plan(start, goal))
    assert hanoi.plan(start, start, method=method).count == 0


@pytest.mark.parametrize("method", TOWER_METHODS)
def test_tower_methods_refuse_scattered_discs(method: str) -> None:
    hanoi = Hanoi(4)
    with pytest.raises(NoPlanError, match=f"the {method} method moves a whole .* ABCA and CCCC"):
        hanoi.plan(hanoi.parse("ABCA"), hanoi.goal, method=method)


def test_long_states_are_quoted_in_short() -> None:
    hanoi = Hanoi(100)
    with pytest.raises(NoPlanError, match=r"got A{27}\.\.\. and C{27}\.\.\.$"):
        hanoi.plan((0,) * 99 + (1,), hanoi.goal, method="olive")


@pytest.mark.parametrize("method", ["optimal", *TOWER_METHODS])
def test_ten_thousand_discs(method: str) -> None:
    """No list of the moves is made, and no recursion limit is met."""
    hanoi = Hanoi(10_000)
    plan = hanoi.plan(hanoi.start, hanoi.goal, method=method)
    assert plan.count == 2**10_000 - 1
    state = walk(hanoi, hanoi.start, list(itertools.islice(plan, 200)))
    assert distance(state, hanoi.goal) == plan.count - 200


def test_ten_thousand_scattered_discs() -> None:
    hanoi = Hanoi(10_000)
    start, goal = tuple(k % 3 for k in range(10_000)), tuple(k * k % 3 for k in range(10_000))
    plan = hanoi.plan(start, goal)
    state = walk(hanoi, start, list(itertools.islice(plan, 200)))
    assert distance(state, goal) == plan.count - 200


def test_every_pair_of_states_of_four_discs() -> None:
    """All ways between all pairs: shortest, legal, different, and as many as there are."""
    hanoi = Hanoi(4)
    states = list(hanoi.states() or ())
    for goal in states[::3]:
        found = all_distances(hanoi, goal)
        for start in states:
            ways = [list(plan) for plan in hanoi.ways(start, goal)]
            assert {len(way) for way in ways} == {found[start]}
            assert {walk(hanoi, start, way) for way in ways} == {goal}
            assert len({tuple(way) for way in ways}) == len(ways) == hanoi.ways(start, goal).count


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_the_number_of_ways_is_counted_right(discs: int) -> None:
    hanoi = Hanoi(discs)
    states = list(hanoi.states() or ())
    for goal in states[:: max(1, len(states) // 9)]:
        for start in states[:: max(1, len(states) // 27)]:
            assert hanoi.ways(start, goal).count == count_ways(hanoi, start, goal)


@pytest.mark.parametrize(
    ("discs", "once", "twice", "tie"), [(1, 6, 0, 0), (2, 48, 0, 6), (3, 438, 18, 30)]
)
def test_pairs_by_the_moves_of_the_largest_disc(
    discs: int, once: int, twice: int, tie: int
) -> None:
    """Over the pairs whose largest discs are on different pegs (Hinz and others, 2.4)."""
    kinds: Counter[str] = Counter()
    states = list(Hanoi(discs).states() or ())
    for start, goal in itertools.product(states, repeat=2):
        if start[0] != goal[0]:
            moved = [sum(s[0] == discs for s in way) for way in shortest_ways(start, goal)]
            kinds["tie" if len(moved) == 2 else ("once", "twice")[moved[0] - 1]] += 1
    assert (kinds["once"], kinds["twice"], kinds["tie"]) == (once, twice, tie)


def test_both_ways_are_offered() -> None:
    hanoi = Hanoi(3)
    pairs = itertools.product(hanoi.states() or (), repeat=2)
    start, goal = next(pair for pair in pairs if hanoi.ways(*pair).count == 2)
    ways = hanoi.ways(start, goal)
    assert list(ways.plan(1)) == list(hanoi.plan(start, goal))
    assert list(ways.plan(2)) != list(ways.plan(1))
    with pytest.raises(NoPlanError, match="hanoi: expected a way of 1 to 2, got 3"):
        ways.plan(3)
    assert hanoi.ways(goal, goal).count == 1
    assert hanoi.quick_ways
    assert not Hanoi(3, 4).quick_ways


@pytest.mark.parametrize(("discs", "pegs"), [(4, 4), (3, 5), (2, 6), (5, 4)])
def test_ways_over_many_pegs(discs: int, pegs: int) -> None:
    hanoi = Hanoi(discs, pegs)
    states = list(hanoi.states() or ())
    goal = states[len(states) // 3]
    for start in states[:: max(1, len(states) // 7)]:
        ways = hanoi.ways(start, goal)
        assert ways.count == count_ways(hanoi, start, goal)
        shown = [tuple(plan) for plan in itertools.islice(ways, 50)]
        assert len(set(shown)) == len(shown) == min(50, ways.count)
        assert {walk(hanoi, start, list(way)) for way in shown} == {goal}
        last = list(ways.plan(ways.count))
        assert len(last) == hanoi.plan(start, goal).count == all_distances(hanoi, goal)[start]
        assert walk(hanoi, start, last) == goal


def test_a_way_that_there_is_not() -> None:
    space = Space(Level.of(1, 4), 2, 4)
    with pytest.raises(NoPlanError, match="hanoi: expected a way of 1 to 2, got 3"):
        SearchedSteps.between(space, 0, 15).way(3)


def test_search_agrees_with_the_closed_form() -> None:
    space = Space(Level.of(1, 3), 5, 3)
    goal = (2, 0, 1, 1, 0)
    for start in (Hanoi(5).states() or ())[::13]:
        found = SearchedSteps.between(space, space.number(start), space.number(goal))
        assert (found.count, found.ways) == (distance(start, goal), len(shortest_ways(start, goal)))


def test_where_search_does_not_fit_frame_and_stewart_step_in() -> None:
    hanoi = Hanoi(30, pegs=5)
    state = hanoi.parse("ABCDE" * 6)
    for goal in (hanoi.goal, hanoi.parse("EBCDA" * 6)):
        plan = hanoi.plan(state, goal)
        assert plan.method == "frame-stewart"
        assert plan.note is not None
        assert plan.note.startswith("There are too many states to search")
        assert walk(hanoi, state, list(plan)) == goal
    with pytest.raises(NoPlanError, match=r"5\^30 states are too many to search: expected at most"):
        hanoi.ways(state, hanoi.goal)


@pytest.mark.parametrize(("discs", "pegs"), [(3, 4), (2, 5)])
def test_frame_and_stewart_from_any_state(discs: int, pegs: int) -> None:
    hanoi = Hanoi(discs, pegs)
    for start, goal in itertools.product(hanoi.states() or (), repeat=2):
        plan = hanoi.plan(start, goal, method="frame-stewart")
        moves = list(plan)
        assert walk(hanoi, start, moves) == goal
        assert len(moves) == plan.count >= all_distances(hanoi, goal)[start]


def test_no_way_to_go() -> None:
    for pegs in (3, 4, 7):
        state = tuple(k % pegs for k in range(9))
        assert list(way_over(state, state, pegs)) == []
        hanoi = Hanoi(9, pegs)
        for method in hanoi.methods:
            assert list(hanoi.plan(state, state, method=method)) == []


def test_frame_stewart_splits_where_it_is_shortest() -> None:
    """Against the recursion that defines it: the best of all ways to split the tower."""

    @cache
    def defined(discs: int, pegs: int) -> int:
        if discs == 0 or pegs == 3:
            return int(2**discs - 1)
        splits = range(discs)
        return min(2 * defined(k, pegs) + defined(discs - k, pegs - 1) for k in splits)

    for discs, pegs in itertools.product(range(40), range(3, 9)):
        assert frame_stewart(discs, pegs) == defined(discs, pegs)
    for discs, pegs in itertools.product(range(1, 16), range(3, 9)):
        hanoi = Hanoi(discs, pegs)
        plan = hanoi.plan(hanoi.start, hanoi.goal, method="frame-stewart" if pegs > 3 else None)
        moves = list(itertools.islice(plan, 5000))
        assert (walk(hanoi, hanoi.start, moves) == hanoi.goal) == (len(moves) == plan.count)


@pytest.mark.parametrize(("discs", "pegs"), [(-1, 4), (3, 2)])
def test_frame_stewart_of_no_toy(discs: int, pegs: int) -> None:
    message = f"hanoi: expected 0 discs and 3 pegs at least, got {discs} and {pegs}"
    with pytest.raises(ValueError, match=message):
        frame_stewart(discs, pegs)


def test_ten_thousand_discs_over_four_pegs() -> None:
    hanoi = Hanoi(10_000, pegs=4)
    plan = hanoi.plan(hanoi.start, hanoi.goal)
    assert plan.count == frame_stewart(10_000, 4)
    seen = {walk(hanoi, hanoi.start, list(itertools.islice(plan, n))) for n in range(64)}
    assert len(seen) == 64


@settings(max_examples=60, deadline=None)
@given(data=st.data(), discs=st.integers(1, 12))
def test_purposes_end_in_the_next_move(data: st.DataObject, discs: int) -> None:
    hanoi = Hanoi(discs)
    pegs = st.tuples(*[st.integers(0, 2)] * discs)
    start, goal = data.draw(pegs), data.draw(pegs)
    stack = purposes(start, goal)
    first = hanoi.plan(start, goal).first
    assert [purpose.disc for purpose in stack] == sorted((p.disc for p in stack), reverse=True)
    assert (first is None) == (not stack)
    assert first is None or stack[-1].is_done_by(first)


def test_every_move_of_every_way_has_its_reason() -> None:
    hanoi = Hanoi(3)
    for start, goal in itertools.product(hanoi.states() or (), repeat=2):
        for plan in hanoi.ways(start, goal):
            reasons = list(hanoi.reasons(plan))
            assert len(reasons) == plan.count
            for move, reason in zip(plan, reasons, strict=True):
                disc = ("small", "middle", "large")[move.disc - 1]
                peg = ("left-hand", "middle", "right-hand")[move.target]
                assert reason.endswith(f"; so: the {disc} disc to the {peg} peg.")
                assert reason.startswith("The ")


@pytest.mark.parametrize(
    ("state", "goal", "reason"),
    [
        (
            "AAAA", "CCCC",
            "The largest disc must go to the right-hand peg; for that all smaller discs must be on "
            "the middle peg; for that disc three must go to the middle peg; for that both smaller "
            "discs must be on the right-hand peg; for that disc two must go to the right-hand peg; "
            "for that the smallest disc must be on the middle peg; "
            "so: the smallest disc to the middle peg.",
        ),
        ("AAAC", "AACC", "Disc two must go to the right-hand peg; for that the smallest disc must "
                         "be on the middle peg; so: the smallest disc to the middle peg."),
        ("AAAA", "AAAC", "The smallest disc must go to the right-hand peg; "
                         "so: the smallest disc to the right-hand peg."),
        ("AABB", "AACB", "Disc two must go to the right-hand peg; for that the smallest disc must "
                         "be on the left-hand peg; so: the smallest disc to the left-hand peg."),
        ("ACC", "CAA", "The large disc must go to the middle peg on its way to the right-hand peg; "
                       "so: the large disc to the middle peg."),
    ],
)  # fmt: skip
def test_reasons(state: str, goal: str, reason: str) -> None:
    hanoi = Hanoi(len(state))
    plan = hanoi.plan(hanoi.parse(state), hanoi.parse(goal))
    assert next(iter(hanoi.reasons(plan))) == reason


def test_reasons_of_many_discs_are_told_in_short() -> None:
    hanoi = Hanoi(1000)
    reason = next(iter(hanoi.reasons(hanoi.plan(hanoi.start, hanoi.goal))))
    assert "; and so on for 987 more discs; for that disc seven must go to" in reason


def test_reasons_over_many_pegs_look_ahead() -> None:
    hanoi = Hanoi(3, 4)
    reasons = list(hanoi.reasons(hanoi.plan(hanoi.start, hanoi.goal)))
    assert len(reasons) == 5
    assert reasons[0] == (
        "Makes way for the middle disc to go to the third peg; that makes way for the large disc "
        "to go to the fourth peg; that brings the large disc to the fourth peg, where it belongs."
    )
    large = Hanoi(64, 4)
    assert next(iter(large.reasons(large.plan(large.start, large.goal)))).endswith("; and so on.")
