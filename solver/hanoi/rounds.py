"""Three ways to move a tower over three pegs without thinking ahead: rules that go round and round.

They make the same moves as the recursion. `discs` go from `source` to `target`; the other peg is
the spare one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from solver.hanoi.towers import Step, Tower

# For each peg its discs from bottom to top, above a base that counts as one larger disc.
_Pegs = list[list[int]]


@dataclass(frozen=True, slots=True)
class RoundSteps:
    """The moves of a whole tower by one of the rules, made one by one."""

    rule: str
    task: Tower

    def __iter__(self) -> Iterator[Step]:
        return ROUNDS[self.rule](self.task)


def iterative(task: Tower) -> Iterator[Step]:
    """Every odd move is the smallest disc's, and no disc ever lies on one of its own parity.

    Of the two other pegs exactly one shows an even disc, on which the smallest may go; the bases
    of source and target count as disc n+1, that of the spare peg as n+2. Every even move is the
    only legal one of another disc.
    """
    pegs = _pegs(task)
    pegs[task.spare[0]][0] += 1
    here = task.source
    while len(pegs[task.target]) <= task.discs:
        (there,) = (peg for peg in _others(here) if pegs[peg][-1] % 2 == 0)
        yield _move(pegs, here, there)
        here = there
        if len(pegs[task.target]) <= task.discs:
            yield _move(pegs, *_legal(pegs, *_others(here)))


def olive(task: Tower) -> Iterator[Step]:
    """The smallest disc goes round in every odd move; the rest is forced (Raoul Olive).

    It goes by the target first where the number of discs is odd, by the spare peg where it is even.
    """
    pegs, here = _pegs(task), task.source
    round_ = (task.target, task.spare[0]) if task.discs % 2 else (task.spare[0], task.target)
    following = dict(zip((task.source, *round_), (*round_, task.source), strict=True))
    while len(pegs[task.target]) <= task.discs:
        yield _move(pegs, here, following[here])
        here = following[here]
        if len(pegs[task.target]) <= task.discs:
            yield _move(pegs, *_legal(pegs, *_others(here)))


def idle_peg(task: Tower) -> Iterator[Step]:
    """One peg rests, the only legal move between the other two is made, and the rest goes round."""
    pegs = _pegs(task)
    idle, following = task.spare[0], task.target
    if task.discs % 2 == 0:
        idle, following = following, idle
    order = (idle, following, task.source)
    turn = 0
    while len(pegs[task.target]) <= task.discs:
        yield _move(pegs, *_legal(pegs, *_others(order[turn % 3])))
        turn += 1


ROUNDS: Mapping[str, Callable[[Tower], Iterator[Step]]] = {
    "iterative": iterative,
    "olive": olive,
    "idle-peg": idle_peg,
}


def _pegs(task: Tower) -> _Pegs:
    pegs = [[task.discs + 1] for _ in range(3)]
    pegs[task.source].extend(range(task.discs, 0, -1))
    return pegs


def _others(peg: int) -> tuple[int, int]:
    return (peg + 1) % 3, (peg + 2) % 3


def _legal(pegs: _Pegs, one: int, other: int) -> tuple[int, int]:
    """The only legal move between two pegs: from the one with the smaller disc on top."""
    return (one, other) if pegs[one][-1] < pegs[other][-1] else (other, one)


def _move(pegs: _Pegs, source: int, target: int) -> Step:
    disc = pegs[source].pop()
    pegs[target].append(disc)
    return disc, source, target
