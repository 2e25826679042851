"""The Tower of Hanoi as a puzzle: states, moves, words."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from solver.hanoi.optimal import OptimalSteps, Step, distance
from solver.hanoi.search import SearchedSteps, too_large
from solver.hanoi.towers import TowerSteps
from solver.numerals import cardinal, ordinal
from solver.puzzle import IllegalMoveError, NotationError, Plan

State = tuple[int, ...]

# Up to here the states are listed, so that a belief can hold all of them.
_LISTED = 70_000

_MOVE = re.compile(r"([1-9][0-9]{0,8})\s+([A-Z])>([A-Z])", re.ASCII)


@dataclass(frozen=True, slots=True)
class DiscMove:
    """A disc, 1 the smallest, goes from one peg to another; peg 0 is the leftmost."""

    disc: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class _Moves:
    steps: Iterable[Step]

    def __iter__(self) -> Iterator[DiscMove]:
        return (DiscMove(*step) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Hanoi:
    """Discs of different sizes on pegs; a state is the peg of every disc, the largest first.

    A disc can move when no smaller one lies on it, to a peg without a smaller one. Every tuple of
    pegs is a legal state. Raises NotationError for no disc, or pegs other than 3 to 26.
    """

    discs: int
    pegs: int = 3

    def __post_init__(self) -> None:
        if self.discs < 1:
            raise NotationError(f"hanoi: expected at least 1 disc, got {self.discs}")
        if not 3 <= self.pegs <= len(ascii_uppercase):
            raise NotationError(f"hanoi: expected 3 to 26 pegs, got {self.pegs}")

    @property
    def name(self) -> str:
        return "hanoi"

    @property
    def symbols(self) -> tuple[str, ...]:
        """`empty`, then the discs from the smallest, 1, to the largest."""
        return ("empty", *(str(disc) for disc in range(1, self.discs + 1)))

    @property
    def cells(self) -> int:
        """Peg by peg, each from its lowest place to its highest."""
        return self.pegs * self.discs

    @property
    def start(self) -> State:
        """All discs on the left peg."""
        return (0,) * self.discs

    @property
    def goal(self) -> State:
        """All discs on the right peg."""
        return (self.pegs - 1,) * self.discs

    @property
    def methods(self) -> tuple[str, ...]:
        return ("optimal",)

    def states(self) -> Sequence[State] | None:
        # The logarithm is bounded first: a power of a large count would be a huge number.
        if self.discs > 16 or self.pegs**self.discs > _LISTED:
            return None
        return list(itertools.product(range(self.pegs), repeat=self.discs))

    def moves(self, state: State) -> tuple[DiscMove, ...]:
        found: list[DiscMove] = []
        covered: set[int] = set()
        for disc, here in enumerate(reversed(state), start=1):
            if here not in covered:
                targets = (peg for peg in range(self.pegs) if peg != here and peg not in covered)
                found.extend(DiscMove(disc, here, peg) for peg in targets)
                covered.add(here)
        return tuple(found)

    def apply(self, state: State, move: DiscMove) -> State:
        reason = self._hindrance(state, move)
        if reason is not None:
            raise IllegalMoveError(
                f"disc {move.disc} cannot go from {_letter(move.source)} to "
                f"{_letter(move.target)} in {self.format(state)}: {reason}"
            )
        place = self.discs - move.disc
        return (*state[:place], move.target, *state[place + 1 :])

    def view(self, state: State) -> tuple[int, ...]:
        shown = [0] * self.cells
        heights = [0] * self.pegs
        for place, peg in enumerate(state):
            shown[peg * self.discs + heights[peg]] = self.discs - place
            heights[peg] += 1
        return tuple(shown)

    def sweep(self, state: State, move: DiscMove) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """From the disc's cell to the lowest empty cell of the other peg."""
        source = move.source * self.discs + state.count(move.source) - 1
        target = move.target * self.discs + state.count(move.target)
        return (source,), (target,)

    def plan(
        self, state: State, goal: State, *, method: str | None = None
    ) -> Plan[State, DiscMove]:
        if method not in (None, *self.methods):
            raise NotationError(
                f"hanoi: expected a method of {', '.join(self.methods)}, got {method!r}"
            )
        if self.pegs == 3:
            count, steps = distance(state, goal), OptimalSteps(state, goal)
            return Plan(state, goal, "optimal", count, _Moves(steps))
        return self._plan_over_more(state, goal)

    def words(self, state: State, move: DiscMove) -> str:
        source, target = self._peg_words(move.source), self._peg_words(move.target)
        return f"Move {self._disc_words(move.disc)} from the {source} peg to the {target} peg."

    def parse(self, text: str) -> State:
        text = text.strip()
        letters = ascii_uppercase[: self.pegs]
        if len(text) != self.discs or not set(text) <= set(letters):
            raise NotationError(
                f"hanoi: expected {self.discs} letters A to {letters[-1]}, got {text!r}"
            )
        return tuple(letters.index(letter) for letter in text)

    def format(self, state: State) -> str:
        return "".join(_letter(peg) for peg in state)

    def parse_move(self, text: str) -> DiscMove:
        found = _MOVE.fullmatch(text.strip())
        if found is None:
            raise NotationError(f"hanoi: expected a move like '1 A>C', got {text!r}")
        disc, source, target = int(found[1]), *map(ascii_uppercase.index, found.groups()[1:])
        if disc > self.discs:
            raise NotationError(f"hanoi: expected a disc of 1 to {self.discs}, got {text!r}")
        if source == target or max(source, target) >= self.pegs:
            last = _letter(self.pegs - 1)
            raise NotationError(f"hanoi: expected two different pegs of A to {last}, got {text!r}")
        return DiscMove(disc, source, target)

    def format_move(self, move: DiscMove) -> str:
        return f"{move.disc} {_letter(move.source)}>{_letter(move.target)}"

    def _plan_over_more(self, state: State, goal: State) -> Plan[State, DiscMove]:
        """Over four pegs or more: whole towers by a formula, small cases by search."""
        tower = TowerSteps.between(state, goal, self.pegs)
        if tower is not None and (self.pegs == 4 or too_large(state, goal, self.pegs)):
            method = "optimal" if self.pegs == 4 else "frame-stewart"
            return Plan(state, goal, method, tower.count, _Moves(tower))
        searched = SearchedSteps.between(state, goal, self.pegs)
        return Plan(state, goal, "optimal", searched.count, _Moves(searched))

    def _hindrance(self, state: State, move: DiscMove) -> str | None:
        """Why the move is against the rules in this state, or None."""
        if not 1 <= move.disc <= self.discs:
            return f"there are only {self.discs} discs"
        if move.target not in range(self.pegs) or move.target == move.source:
            return f"expected another peg of A to {_letter(self.pegs - 1)}"
        here = state[self.discs - move.disc]
        if here != move.source:
            return f"it is on {_letter(here)}"
        for disc, peg in enumerate(reversed(state[self.discs - move.disc + 1 :]), start=1):
            if peg == here:
                return f"disc {disc} lies on it"
            if peg == move.target:
                return f"disc {disc} there is smaller"
        return None

    def _disc_words(self, disc: int) -> str:
        if self.discs == 1:
            return "the disc"
        if self.discs == 2:
            return "the smaller disc" if disc == 1 else "the larger disc"
        if disc in (1, self.discs):
            return "the smallest disc" if disc == 1 else "the largest disc"
        return "the middle disc" if self.discs == 3 else f"disc {cardinal(disc)}"

    def _peg_words(self, peg: int) -> str:
        return ("left", "middle", "right")[peg] if self.pegs == 3 else ordinal(peg + 1)


def _letter(peg: int) -> str:
    return ascii_uppercase[peg] if 0 <= peg < len(ascii_uppercase) else str(peg)
