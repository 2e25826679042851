"""The rings as a puzzle: states, moves, words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from solver.phrase import Phrase, joined
from solver.puzzle import IllegalMoveError, NotationError, Plan, unknown_method
from solver.rings.gray import GrayPath
from solver.rings.human import HumanPath
from solver.rings.moves import RingMove
from solver.rings.purposes import Purposes
from solver.rings.recursive import RecursivePath
from solver.rings.words import (
    back_words,
    halfway_words,
    instead_words,
    move_words,
    told,
    unseen_words,
)

# Up to here the states are listed, so that a belief can hold all of them.
_LISTED = 14

_MOVE = re.compile(r"(?P<pair>1\+2|2\+1)|(?P<ring>[1-9][0-9]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Steps:
    """The moves along a path of states."""

    start: int
    path: Iterable[int]

    def __iter__(self) -> Iterator[RingMove]:
        before = self.start
        for after in self.path:
            changed = before ^ after
            ring = changed.bit_length()
            yield RingMove(ring, bool(after & changed), pair=changed == 0b11)
            before = after


@dataclass(frozen=True, slots=True)
class Rings:
    """n rings on a bar. A state is an int whose bit k-1 is set while ring k is on the bar.

    Ring k can move when ring k-1 is on and rings 1 to k-2 are off; ring 1 always can. With `pair`
    rings 1 and 2 may also move together when both are in the same position. Raises NotationError
    for fewer than one ring.
    """

    count: int = 9
    pair: bool = False

    def __post_init__(self) -> None:
        if self.count < 1:
            raise NotationError(
                Phrase("rings: expected at least 1 ring, got {count}", count=self.count)
            )

    @property
    def name(self) -> str:
        return "rings"

    @property
    def symbols(self) -> tuple[str, ...]:
        return ("off", "on")

    @property
    def cells(self) -> int:
        return self.count

    @property
    def part(self) -> str:
        return "ring"

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(range(1, self.count + 1))

    def unseen(self, cells: Sequence[int]) -> str:
        return unseen_words(cells)

    def halfway(self, cells: Sequence[int]) -> str:
        return halfway_words(cells)

    @property
    def start(self) -> int:
        """All rings on the bar."""
        return (1 << self.count) - 1

    @property
    def goal(self) -> int:
        """All rings off the bar."""
        return 0

    @property
    def methods(self) -> tuple[str, ...]:
        return ("gray", "recursive", "human")

    def states(self) -> Sequence[int] | None:
        return range(1 << self.count) if self.count <= _LISTED else None

    def moves(self, state: int) -> tuple[RingMove, ...]:
        found = [_toggle(state, 1)]
        lowest_on = (state & -state).bit_length()
        if 0 < lowest_on < self.count:
            found.append(_toggle(state, lowest_on + 1))
        if self._pair_moves(state):
            found.append(RingMove(2, not state & 1, pair=True))
        return tuple(found)

    def apply(self, state: int, move: RingMove) -> int:
        reason = self.why_not(state, move)
        if reason is not None:
            known = {"state": self.format(state), "reason": reason}
            raise IllegalMoveError(
                Phrase("rings 1 and 2 cannot move in {state}: {reason}", **known)
                if move.pair
                else Phrase("ring {ring} cannot move in {state}: {reason}", ring=move.ring, **known)
            )
        return state ^ move.mask

    def view(self, state: int) -> tuple[int, ...]:
        return tuple(state >> k & 1 for k in range(self.count))

    def sweep(self, state: int, move: RingMove) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A ring keeps its place along the bar: it goes from its cell to the same cell."""
        cells = (0, 1) if move.pair else (move.ring - 1,)
        return cells, cells

    def plan(self, state: int, goal: int, *, method: str | None = None) -> Plan[int, RingMove]:
        if method not in (None, *self.methods):
            raise unknown_method("rings", self.methods, method)
        pair = self._pair_exists()
        gray = GrayPath(state, goal, pair)
        path: Iterable[int] = gray
        if method == "recursive":
            path = RecursivePath(self.count, state, goal, pair)
        elif method == "human":
            path = HumanPath(state, goal, pair)
        return Plan(state, goal, method or self.methods[0], gray.count, _Steps(state, path))

    def purposes(self, state: int, goal: int) -> Purposes:
        """What has to be done on the way to the goal, the outermost purpose first."""
        return Purposes(state, goal, self._pair_exists())

    def why(self, state: int, move: RingMove, goal: int) -> str:
        """The reason for the next move of a plan, as a teacher would say it."""
        by_heart = self._pair_exists() and move.ring <= 2
        return self.purposes(state, goal).words(told(move), can_move=not by_heart)

    def reasons(self, plan: Plan[int, RingMove]) -> Iterator[str]:
        """The reason for each move of a plan."""
        state = plan.start
        for move in plan:
            yield self.why(state, move, plan.goal)
            state = self.apply(state, move)

    def shuffled(self, rng: Random) -> int:
        """A random state, all equally probable."""
        return rng.getrandbits(self.count)

    def words(self, state: int, move: RingMove) -> str:
        return move_words(move)

    def astray(self, state: int, made: RingMove, wanted: RingMove, onward: RingMove) -> str:
        """What was done in place of the wanted move, and the move that goes on from there."""
        after = state ^ made.mask
        back = self.apply(after, onward) == state
        return joined(
            instead_words(made, wanted), back_words(onward) if back else move_words(onward)
        )

    def together(self, before: int, after: int) -> RingMove | None:
        """Rings 1 and 2, which slide over the end of the bar together, put on or taken off."""
        if before ^ after != 0b11 or before & 3 not in (0, 3) or self.count < 2:
            return None
        return RingMove(2, not before & 1, pair=True)

    def parse(self, text: str) -> int:
        text = text.strip()
        if len(text) != self.count or not set(text) <= {"0", "1"}:
            raise NotationError(
                Phrase(
                    "rings: expected {count} digits 0 or 1, got {got!r}", count=self.count, got=text
                )
            )
        return int(text, 2)

    def format(self, state: int) -> str:
        return f"{state:0{self.count}b}"

    def parse_move(self, text: str) -> RingMove:
        what, _, where = text.strip().partition(" ")
        found = _MOVE.fullmatch(what)
        if found is None or where.strip() not in ("on", "off"):
            raise NotationError(
                Phrase("rings: expected a move like '5 off' or '1+2 on', got {got!r}", got=text)
            )
        pair = found["pair"] is not None
        move = RingMove(2 if pair else int(found["ring"][:9]), where.strip() == "on", pair)
        if move.ring > self.count:
            raise NotationError(
                Phrase(
                    "rings: expected a ring of 1 to {count}, got {got!r}",
                    count=self.count,
                    got=text,
                )
            )
        return move

    def format_move(self, move: RingMove) -> str:
        return f"{'1+2' if move.pair else move.ring} {'on' if move.on else 'off'}"

    def _pair_exists(self) -> bool:
        return self.pair and self.count > 1

    def _pair_moves(self, state: int) -> bool:
        return self._pair_exists() and state & 3 in (0, 3)

    def why_not(self, state: int, move: RingMove) -> str | None:
        """Why the move is against the rules in this state, or None."""
        if move.pair and not self._pair_exists():
            return Phrase("only one ring may move at a time here")
        if move.ring > self.count:
            return Phrase("there are only {count} rings", count=self.count)
        if move.ring < 1:
            return Phrase("rings are counted from 1")
        for ring in (1, 2) if move.pair else (move.ring,):
            if bool(state >> (ring - 1) & 1) == move.on:
                return _already(ring, move)
        if move.pair or move.ring == 1:
            return None
        if not state >> (move.ring - 2) & 1:
            return Phrase("ring {ring} is off the bar", ring=move.ring - 1)
        below = state & ((1 << (move.ring - 2)) - 1)
        if not below:
            return None
        return Phrase("ring {ring} is on the bar", ring=(below & -below).bit_length())


def _already(ring: int, move: RingMove) -> str:
    """That a ring is where it is to go; of a pair it is told which one."""
    if move.pair and move.on:
        return Phrase("ring {ring} is on the bar already", ring=ring)
    if move.pair:
        return Phrase("ring {ring} is off the bar already", ring=ring)
    return Phrase("it is on the bar already") if move.on else Phrase("it is off the bar already")


def _toggle(state: int, ring: int) -> RingMove:
    """The move that changes a ring's position."""
    return RingMove(ring, not state >> (ring - 1) & 1)
