"""The Tower of Hanoi as a puzzle: states, moves, words."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase

from solver.hanoi import plans
from solver.hanoi.astray import Told, astray_words
from solver.hanoi.moves import DiscMove, State, cannot_go, letter, parse_move
from solver.hanoi.purposes import why
from solver.hanoi.ways import Ways
from solver.hanoi.words import disc_words, move_words, peg_words
from solver.phrase import Phrase
from solver.puzzle import NotationError, Plan, unknown_method
from solver.telling import following

# Up to here the states are listed, so that a belief can hold all of them.
_LISTED = 70_000


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
            raise NotationError(
                Phrase("hanoi: expected at least 1 disc, got {count}", count=self.discs)
            )
        if not 3 <= self.pegs <= len(ascii_uppercase):
            raise NotationError(Phrase("hanoi: expected 3 to 26 pegs, got {pegs}", pegs=self.pegs))

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
        return plans.methods(self.pegs)

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
        reason = self.why_not(state, move)
        if reason is not None:
            ends = move.source, move.target
            raise cannot_go(_named(move.disc), *ends, self.format(state), reason)
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
            raise unknown_method("hanoi", self.methods, method)
        return plans.make_plan(state, goal, self.pegs, method or self.methods[0])

    @property
    def settled(self) -> tuple[float, float, float, float]:
        """A disc in the air belongs to no peg: what lies on pegs is hardly ever on its way."""
        return 0.4, 0.15, 0.3, 1.0

    @property
    def quick_ways(self) -> bool:
        """Whether all shortest ways are known at once: with three pegs there are one or two."""
        return self.pegs == 3

    def ways(self, state: State, goal: State) -> Ways[State, DiscMove]:
        """All shortest ways. Raises NoPlanError where they are too many states to search."""
        return plans.make_ways(state, goal, self.pegs)

    def reasons(self, plan: Plan[State, DiscMove]) -> Iterator[str]:
        """The reason for each move of a plan: on three pegs the stack of purposes."""
        if self.pegs > 3:
            steps = (
                (
                    disc_words(move.disc, self.discs),
                    peg_words(move.source, self.pegs),
                    peg_words(move.target, self.pegs),
                )
                for move in plan
            )
            yield from following(steps)
            return
        state = plan.start
        for move in plan:
            yield why(state, move, plan.goal)
            state = self.apply(state, move)

    def shuffled(self, rng: Random) -> State:
        """A random state, all equally probable."""
        return tuple(rng.randrange(self.pegs) for _ in range(self.discs))

    def words(self, state: State, move: DiscMove) -> str:
        return move_words(disc_words(move.disc, self.discs), move.target, self.pegs)

    def astray(self, state: State, made: DiscMove, wanted: DiscMove, onward: DiscMove) -> str:
        """What was done in place of the wanted move, and the move that goes on from there."""
        told = (
            Told(disc_words(move.disc, self.discs), move.source, move.target)
            for move in (made, wanted, onward)
        )
        return astray_words(*told, pegs=self.pegs)

    def parse(self, text: str) -> State:
        text = text.strip()
        letters = ascii_uppercase[: self.pegs]
        if len(text) != self.discs or not set(text) <= set(letters):
            raise NotationError(
                Phrase(
                    "hanoi: expected {count} letters A to {last}, got {got!r}",
                    count=self.discs,
                    last=letters[-1],
                    got=text,
                )
            )
        return tuple(letters.index(letter) for letter in text)

    def format(self, state: State) -> str:
        return "".join(letter(peg) for peg in state)

    def parse_move(self, text: str) -> DiscMove:
        return parse_move(text, self.discs, self.pegs)

    def format_move(self, move: DiscMove) -> str:
        return str(move)

    def slips(self, state: State) -> Iterator[DiscMove]:
        """The moves of uncovered discs onto smaller ones."""
        tops: dict[int, int] = {}
        for disc, peg in enumerate(reversed(state), start=1):
            tops.setdefault(peg, disc)
        for source, disc in tops.items():
            for target, smaller in tops.items():
                if disc > smaller:
                    yield DiscMove(disc, source, target)

    def why_not(self, state: State, move: DiscMove) -> str | None:
        """Why the move is against the rules in this state, or None."""
        if not 1 <= move.disc <= self.discs:
            return Phrase("there are only {count} discs", count=self.discs)
        if move.target not in range(self.pegs) or move.target == move.source:
            return Phrase("expected another peg of A to {last}", last=letter(self.pegs - 1))
        here = state[self.discs - move.disc]
        if here != move.source:
            return Phrase("it is on {peg}", peg=letter(here))
        for disc, peg in enumerate(reversed(state[self.discs - move.disc + 1 :]), start=1):
            if peg == here:
                return Phrase("{piece} lies on it", piece=_named(disc))
            if peg == move.target:
                return Phrase("{piece} there is smaller", piece=_named(disc))
        return None


def _named(disc: int) -> str:
    """A disc as moves name it."""
    return Phrase("disc {number}", number=disc)
