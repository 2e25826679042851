import pytest

from solver import IllegalMoveError, NotationError
from solver.hanoi import DiscMove, Hanoi, frame_stewart
from solver.hanoi.optimal import distance
from tests.solver.cases import distances

# Frame and Stewart's numbers, shortest for four pegs (Bousch 2014).
FOUR_PEGS = [1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81]


@pytest.mark.parametrize("discs", range(1, 10))
def test_three_pegs_need_two_to_the_n(discs: int) -> None:
    hanoi = Hanoi(discs)
    assert hanoi.plan(hanoi.start, hanoi.goal).count == 2**discs - 1


@pytest.mark.parametrize("discs", range(1, 10))
def test_four_pegs(discs: int) -> None:
    hanoi = Hanoi(discs, pegs=4)
    assert hanoi.plan(hanoi.start, hanoi.goal).count == FOUR_PEGS[discs - 1]
    assert hanoi.ways(hanoi.start, hanoi.goal).plan().count == FOUR_PEGS[discs - 1]


@pytest.mark.parametrize("discs", range(1, 13))
def test_four_pegs_by_formula(discs: int) -> None:
    hanoi = Hanoi(discs, pegs=4)
    assert len(list(hanoi.plan(hanoi.start, hanoi.goal))) == FOUR_PEGS[discs - 1]
    assert frame_stewart(discs, 4) == FOUR_PEGS[discs - 1]


def test_the_largest_disc_may_have_to_move_twice() -> None:
    hanoi = Hanoi(3)
    # Both smaller discs lie on the target: aside with them costs more than a detour.
    start, goal = hanoi.parse("ACC"), hanoi.parse("CAA")
    plan = list(hanoi.plan(start, goal))
    assert [move.disc for move in plan].count(3) == 2
    assert len(plan) == distances(hanoi, goal)[start] == 5


def test_any_state_to_any_state() -> None:
    hanoi = Hanoi(5)
    states = hanoi.states() or ()
    for goal in states[::61]:
        found = distances(hanoi, goal)
        assert all(distance(state, goal) == found[state] for state in states)


def test_large_towers_are_counted_without_listing() -> None:
    hanoi = Hanoi(64)
    plan = hanoi.plan(hanoi.start, hanoi.goal)
    assert plan.count == 2**64 - 1
    assert plan.first == DiscMove(1, 0, 1)
    assert hanoi.states() is None
    assert Hanoi(11).states() is None


def test_search_leaves_discs_in_place_out() -> None:
    hanoi = Hanoi(30, pegs=4)
    start, goal = hanoi.parse("A" * 27 + "BBB"), hanoi.parse("A" * 27 + "CCC")
    assert hanoi.plan(start, goal).count == 5


@pytest.mark.parametrize(("discs", "pegs"), [(7, 4), (12, 4), (7, 5), (12, 5), (15, 6)])
def test_towers_go_over_many_pegs(discs: int, pegs: int) -> None:
    hanoi = Hanoi(discs + 1, pegs)
    state, goal = hanoi.parse("C" + "B" * discs), hanoi.parse("C" + "D" * discs)
    for plan in (hanoi.plan(state, goal), hanoi.plan(state, goal, method="frame-stewart")):
        after = state
        for move in plan:
            after = hanoi.apply(after, move)
        assert (after, len(list(plan))) == (goal, plan.count)
        assert plan.count == frame_stewart(discs, pegs)


def test_large_towers_over_many_pegs() -> None:
    hanoi = Hanoi(64, pegs=4)
    plan = hanoi.plan(hanoi.start, hanoi.goal)
    # The answer to the Reve's puzzle with 64 cheeses.
    assert (plan.count, plan.method) == (18433, "optimal")
    assert Hanoi(40, pegs=6).plan((0,) * 40, (5,) * 40).method == "frame-stewart"


def test_view_and_sweep_are_by_peg_and_height() -> None:
    hanoi = Hanoi(3)
    state = hanoi.parse("AAB")
    assert hanoi.symbols == ("empty", "1", "2", "3")
    assert hanoi.view(state) == (3, 2, 0, 1, 0, 0, 0, 0, 0)
    assert hanoi.sweep(state, hanoi.parse_move("2 A>C")) == ((1,), (6,))
    assert hanoi.sweep(state, hanoi.parse_move("1 B>A")) == ((3,), (2,))


@pytest.mark.parametrize(
    ("state", "move", "message"),
    [
        ("AAA", "2 A>C", "disc 2 cannot go from A to C in AAA: disc 1 lies on it"),
        ("AAC", "2 A>C", "disc 2 cannot go from A to C in AAC: disc 1 there is smaller"),
        ("AAC", "1 A>B", "disc 1 cannot go from A to B in AAC: it is on C"),
    ],
)
def test_illegal_moves_say_why(state: str, move: str, message: str) -> None:
    hanoi = Hanoi(3)
    with pytest.raises(IllegalMoveError) as error:
        hanoi.apply(hanoi.parse(state), hanoi.parse_move(move))
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (DiscMove(4, 0, 1), "there are only 3 discs"),
        (DiscMove(1, 0, 3), "expected another peg of A to C"),
        (DiscMove(1, 0, 0), "expected another peg of A to C"),
        (DiscMove(1, 0, 30), "from A to 30 in AAA: expected another peg"),
    ],
)
def test_moves_of_another_toy(move: DiscMove, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        Hanoi(3).apply((0, 0, 0), move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAX", "hanoi: expected 3 letters A to C, got 'AAX'"),
        ("AAAA", "hanoi: expected 3 letters A to C, got 'AAAA'"),
        ("aaa", "hanoi: expected 3 letters A to C, got 'aaa'"),
    ],
)
def test_bad_states(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Hanoi(3).parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 A-C", "hanoi: expected a move like '1 A>C', got '1 A-C'"),
        ("0 A>C", "hanoi: expected a move like '1 A>C', got '0 A>C'"),
        ("4 A>C", "hanoi: expected a disc of 1 to 3, got '4 A>C'"),
        ("1 A>A", "hanoi: expected two different pegs of A to C, got '1 A>A'"),
        ("1 A>D", "hanoi: expected two different pegs of A to C, got '1 A>D'"),
    ],
)
def test_bad_moves(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Hanoi(3).parse_move(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("discs", "pegs", "message"),
    [
        (0, 3, "hanoi: expected at least 1 disc, got 0"),
        (3, 2, "hanoi: expected 3 to 26 pegs, got 2"),
        (3, 27, "hanoi: expected 3 to 26 pegs, got 27"),
    ],
)
def test_bad_sizes(discs: int, pegs: int, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Hanoi(discs, pegs)


@pytest.mark.parametrize(
    ("discs", "pegs", "move", "words"),
    [
        (4, 3, "1 A>C", "Put the smallest disc on the right-hand peg."),
        (4, 3, "4 B>A", "Put the largest disc on the left-hand peg."),
        (4, 3, "2 A>B", "Put disc two on the middle peg."),
        (3, 3, "2 A>B", "Put the middle disc on the middle peg."),
        (2, 3, "1 A>B", "Put the small disc on the middle peg."),
        (2, 3, "2 A>B", "Put the large disc on the middle peg."),
        (1, 3, "1 A>B", "Put the disc on the middle peg."),
        (5, 4, "1 A>D", "Put the smallest disc on the fourth peg."),
        (5, 26, "1 K>V", "Put the smallest disc on peg V."),
    ],
)
def test_words(discs: int, pegs: int, move: str, words: str) -> None:
    hanoi = Hanoi(discs, pegs)
    assert hanoi.words(hanoi.start, hanoi.parse_move(move)) == words
