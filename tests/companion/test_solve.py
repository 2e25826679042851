"""`companion solve` for rings and towers, as people and programs call it."""

import json

import pytest

from companion.cli import main
from companion.solution import Solution, choose, lines
from solver import Rings


@pytest.fixture
def solve(capfd):
    """Solves, and returns the status and what was written on both streams."""

    def run(*arguments):
        status = main(["solve", *arguments])
        written = capfd.readouterr()
        return status, written.out, written.err

    return run


@pytest.fixture
def answer(solve):
    """Solves with --json, which has to succeed, and returns the object."""

    def run(*arguments):
        status, out, err = solve(*arguments, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


@pytest.mark.parametrize("method", ["gray", "recursive", "human"])
def test_methods_of_the_rings(answer, method):
    line = answer("rings", "111111111", "--method", method)
    assert (line["method"], line["count"], line["moves"][:2]) == (method, 341, ["1 off", "3 off"])
    pair = answer("rings", "111111111", "--method", method, "--pair")
    assert (pair["count"], pair["moves"][:3]) == (256, ["1 off", "3 off", "1 on"])
    assert "1+2 off" in pair["moves"]


@pytest.mark.parametrize("method", ["optimal", "recursive", "iterative", "olive", "idle-peg"])
def test_methods_of_the_tower(answer, method):
    line = answer("hanoi", "AAAAA", "--method", method)
    assert (line["method"], line["count"]) == (method, 31)
    assert line["moves"] == answer("hanoi", "AAAAA")["moves"]


def test_any_goal(answer):
    assert answer("rings", "110100000", "--goal", "010011011")["count"] > 0
    assert answer("hanoi", "ABCA", "--goal", "CABB")["goal"] == "CABB"


@pytest.mark.parametrize(
    ("arguments", "count", "ways", "first"),
    [
        (["y2 y1/r2 r1/b2 b1", "--variant", "antwerp"], 22, 30, "y1 A>B"),
        (["y2 y1/r2 r1/", "--variant", "little-antwerp"], 9, 2, None),
        (["y r b//", "--variant", "london"], 7, 2, "b A>C"),
        (["r g b y//", "--variant", "tunstall", "--goal", "g/y b/r"], None, None, None),
        (["AAA", "--variant", "classic"], 7, 1, "1 A>C"),
    ],
)
def test_variants(answer, arguments, count, ways, first):
    line = answer("hanoi", *arguments)
    assert line["puzzle"] == "hanoi"
    assert len(line["moves"]) == len(line["words"]) == line["count"]
    assert count is None or (line["count"], line["ways"]) == (count, ways)
    assert first is None or line["moves"][0] == first


def test_pegs(answer):
    assert answer("hanoi", "AAAAAAAA", "--pegs", "4", "--goal", "DDDDDDDD")["count"] == 33
    line = answer("hanoi", "A" * 6, "--pegs", "5", "--method", "frame-stewart")
    assert (line["count"], line["method"]) == (15, "frame-stewart")


def test_each_shortest_way_is_offered(answer, solve):
    seen = {tuple(answer("hanoi", "y/r/b", "--variant", "antwerp", "--way", str(k))["moves"])
            for k in (1, 2, 3)}  # fmt: skip
    assert len(seen) == 3
    status, out, _ = solve("hanoi", "y/r/b", "--variant", "antwerp")
    assert status == 0
    assert "There are 3 shortest ways: --way N shows another." in out
    over_four = answer("hanoi", "AAAA", "--pegs", "4", "--way", "22")
    assert (over_four["ways"], over_four["count"]) == (22, 9)


def test_reasons_for_a_person_and_for_a_program(answer, solve):
    told = answer("rings", "111", "--explain")["why"]
    assert told[0] == "Ring 3 must come off; for that ring 2 must be on and ring 1 off; " + (
        "so: ring 1 off."
    )
    assert len(told) == 5
    for arguments in (["hanoi", "AAA"], ["hanoi", "y/r/b", "--variant", "antwerp"],
                      ["hanoi", "AAA", "--pegs", "4"]):  # fmt: skip
        line = answer(*arguments, "--explain")
        assert len(line["why"]) == line["count"]
        status, out, _ = solve(*arguments, "--explain")
        assert status == 0
        assert all(reason in out for reason in line["why"])


def test_ten_thousand_rings_are_counted_at_once(answer, solve):
    line = answer("rings", "1" * 10_000, "--limit", "0")
    assert line["count"] == 2**10_001 // 3
    assert line["moves"] == []
    status, out, err = solve("rings", "1" * 20_000, "--limit", "3", "--explain")
    assert (status, err) == (0, "")
    assert out.count("\n") == 7


def test_what_is_left_out_is_said(solve):
    status, out, err = solve("hanoi", "ABCDE" * 6, "--pegs", "5", "--limit", "2")
    assert status == 0
    assert "(frame-stewart)." in out
    assert "There are too many states to search for the shortest way" in err
    status, out, _ = solve("hanoi", "ABCDE" * 6, "--pegs", "5", "--limit", "0", "--json")
    assert json.loads(out)["note"].startswith("There are too many")


def test_one_move_is_one(solve):
    assert solve("rings", "1")[1].endswith("\n1 move (gray).\n")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["rings", "101", "--method", "recursive"], "between all rings on and all rings off only"),
        (["rings", "111", "--goal", "11111"], "expected states of one size, got 3 and 5 digits"),
        (["rings", "111", "--method", "olive"], "expected a method of gray, recursive, human"),
        (["rings", "111", "--way", "1"], "--way is for hanoi"),
        (["rings", "111", "--limit", "-1"], "--limit"),
        (["hanoi", "AAA", "--pegs", "-4"], "--pegs"),
        (["hanoi", "ABC", "--method", "olive"], "moves a whole tower"),
        (["hanoi", "AAA", "--way", "2"], "expected a way of 1 to 1, got 2"),
        (["hanoi", "AAA", "--way", "1", "--method", "olive"], "--way is for the shortest ways"),
        (["hanoi", "AAA", "--pegs", "4", "--method", "olive"], "a method of optimal, frame-"),
        (["hanoi", "A" * 40, "--pegs", "5", "--way", "1"], "too many to search"),
        (["hanoi", "y/r/b"], "expected 5 letters A to C, got 'y/r/b'"),
        (["hanoi", "AAA", "--variant", "antwerp"], "3 pegs separated by '/', got 'AAA'"),
        (["hanoi", "y1 y2/r2 r1/b2 b1", "--variant", "antwerp"], "larger y2 lies on"),
        (["hanoi", "r g b//", "--variant", "london", "--goal", "/r g b/"], "peg B holds 2, got 3"),
        (["hanoi", "r g b//", "--variant", "london", "--goal", "r g//"], "got b 0 times"),
        (["hanoi", "r g b//", "--variant", "london", "--method", "olive"], "expected a method of"),
        (["hanoi", "r g b//", "--variant", "london", "--pegs", "4"], "--pegs: the variant london"),
    ],
)
def test_bad_input_is_one_line(solve, arguments, hint):
    status, out, err = solve(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    assert hint in err


class Silent:
    """Three rings that know their moves and give no reasons."""

    def __getattr__(self, name):
        if name in ("reasons", "ways", "quick_ways"):
            raise AttributeError(name)
        return getattr(Rings(3), name)


def test_a_toy_without_reasons_shows_what_its_moves_lead_to():
    toy = Silent()
    plan, ways = choose(toy, 0b111, 0, None, None)
    assert ways is None
    found = Solution(toy, plan, ways, limit=2)
    assert found.cut
    assert list(found.reasons()) == ["Then the toy shows 110.", "Then the toy shows 010."]
    assert list(lines(found, explain=True))[-1] == "5 moves (gray)."
