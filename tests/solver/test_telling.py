"""Reasons as sentences."""

from itertools import count, islice

from solver.telling import following, tell


def more(what: str, left: int) -> str:
    return f"{what}; and so on for {left} more things"


def test_a_stack_is_told_from_both_ends() -> None:
    few = [f"p{n}" for n in range(12)]
    assert tell(few, reversed(few), 12, "go", more=more) == (
        "P0; for that p1; for that p2; for that p3; for that p4; for that p5; for that p6; "
        "for that p7; for that p8; for that p9; for that p10; for that p11; so: go."
    )
    many = [f"p{n}" for n in range(20)]
    assert tell(many, reversed(many), 20, "go", more=more) == (
        "P0; for that p1; for that p2; for that p3; for that p4; for that p5; and so on for 8 more "
        "things; for that p14; for that p15; for that p16; for that p17; for that p18; "
        "for that p19; so: go."
    )


def test_each_way_that_a_move_serves_another() -> None:
    moves = [("x", "A", "B"), ("y", "A", "C"), ("z", "D", "A"), ("y", "C", "D")]
    assert list(following(moves)) == [
        "Makes way for y to go to C; that makes room on A for z; "
        "that makes room on D for y; that brings y to D, where it belongs.",
        "Makes room on A for z; that makes room on D for y; that brings y to D, where it belongs.",
        "Makes room on D for y; that brings y to D, where it belongs.",
        "Brings y to D, where it belongs.",
    ]
    assert list(following([("x", "A", "B"), ("x", "B", "C")])) == [
        "Brings x to B, from where it goes on to C; that brings x to C, where it belongs.",
        "Brings x to C, where it belongs.",
    ]
    assert list(following([])) == []


def test_no_more_is_looked_at_than_needed() -> None:
    endless = ((f"d{n}", "A", "B") for n in count())
    told = list(islice(following(endless, most=10), 3))
    assert told[0].startswith("Makes way for d1 to go to B; that makes way for d2")
    assert all(sentence.endswith("; and so on.") for sentence in told)
