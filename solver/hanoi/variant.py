"""The towers of Antwerp, London and Tunstall as puzzles: states, moves, words."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from solver.hanoi import pieces
from solver.hanoi.astray import Told, astray_words
from solver.hanoi.by_size import BySize
from solver.hanoi.checks import check_state
from solver.hanoi.moves import cannot_go, letter
from solver.hanoi.numbering import Numbering
from solver.hanoi.pieces import Pegs, Piece, PieceMove, PieceMoves, moved
from solver.hanoi.rules import PEGS, rules_of, usual_goal, usual_start
from solver.hanoi.search import SearchedSteps, too_large
from solver.hanoi.ways import Ways
from solver.hanoi.words import full_words, larger_words, move_words, peg_words
from solver.phrase import Phrase, sentence
from solver.puzzle import NotationError, Plan, unknown_method
from solver.telling import following

_LISTED = 70_000

_LONGER = sentence(
    "There are too many states to search for the shortest way; "
    "this is a way size by size, which may be longer."
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A toy of `RULES` with pieces of some colours, a letter each, in `sizes` sizes.

    A state holds for each peg its pieces from bottom to top. `holds` is how many pieces fit on
    each peg, `aim` the usual goal where it is not the rules' own. Pieces of one size are written
    without it unless `numbered`. Raises NotationError for numbers that the toy does not come in.
    """

    variant: str
    colours: str
    sizes: int = 1
    holds: tuple[int, ...] = ()
    aim: Pegs | None = None
    numbered: bool = False

    def __post_init__(self) -> None:
        rules = rules_of(self.variant)
        if len(set(self.colours)) != rules.colours or len(self.colours) != rules.colours:
            raise NotationError(
                Phrase(
                    "hanoi: {variant}: expected pieces of {colours} colours, got {got}",
                    variant=self.variant,
                    colours=rules.colours,
                    got=" ".join(self.colours) or Phrase("none"),
                )
            )
        if self.sizes < 1 or (rules.holds and self.sizes > 1):
            most = Phrase("1 size") if rules.holds else Phrase("1 size or more")
            raise NotationError(
                Phrase(
                    "{name}: expected {expected}, got {got!r}",
                    name=f"hanoi: {self.variant}",
                    expected=most,
                    got=self.sizes,
                )
            )
        if not self.holds:
            every = rules.holds or (rules.colours * self.sizes,) * PEGS
            object.__setattr__(self, "holds", every)
        if self.sizes > 1:
            object.__setattr__(self, "numbered", True)

    @property
    def name(self) -> str:
        return "hanoi"

    @property
    def symbols(self) -> tuple[str, ...]:
        """`empty`, then the pieces, colour by colour."""
        return ("empty", *(pieces.format_piece(piece, self.numbered) for piece in self.pieces))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, colour by colour from the largest."""
        sizes = range(self.sizes, 0, -1)
        return tuple(Piece(c, size) for c, size in itertools.product(self.colours, sizes))

    @property
    def cells(self) -> int:
        """Peg by peg, each from its lowest place to its highest.

        A place for every piece on every peg: more may be put there than the peg should hold.
        """
        return PEGS * len(self.pieces)

    @property
    def start(self) -> Pegs:
        return usual_start(self.variant, self.colours, self.sizes, self.holds)

    @property
    def goal(self) -> Pegs:
        own = usual_goal(self.variant, self.colours, self.sizes, self.holds)
        return own if self.aim is None else self.aim

    @property
    def methods(self) -> tuple[str, ...]:
        return ("optimal",) if rules_of(self.variant).holds else ("optimal", "by-size")

    @property
    def quick_ways(self) -> bool:
        """Whether all shortest ways are found by the search that finds one."""
        return not too_large(self._numbering().space)

    def states(self) -> Sequence[Pegs] | None:
        numbering = self._numbering()
        if too_large(numbering.space) or numbering.space.states > _LISTED:
            return None
        levels = itertools.product(numbering.space.level.arrangements, repeat=self.sizes)
        return [numbering.state(arrangements) for arrangements in levels]

    def moves(self, state: Pegs) -> tuple[PieceMove, ...]:
        return tuple(
            PieceMove(state[source][-1], source, target)
            for source, target in itertools.permutations(range(PEGS), 2)
            if state[source] and self._fits(state, state[source][-1], target)
        )

    def apply(self, state: Pegs, move: PieceMove) -> Pegs:
        reason = self.why_not(state, move)
        if reason is not None:
            piece = pieces.format_piece(move.piece, self.numbered)
            raise cannot_go(piece, move.source, move.target, self.format(state), reason)
        return moved(state, move)

    def why_not(self, state: Pegs, move: PieceMove) -> str | None:
        """Why the move is against the rules in this state, or None."""
        if {move.source, move.target} not in ({0, 1}, {0, 2}, {1, 2}):
            return Phrase("expected two different pegs of A to {last}", last=letter(PEGS - 1))
        pile, there = state[move.source], state[move.target]
        if move.piece not in pile:
            return Phrase("it is not on {peg}", peg=letter(move.source))
        if pile[-1] != move.piece:
            above = pieces.format_piece(pile[-1], self.numbered)
            return Phrase("{piece} lies on it", piece=above)
        if len(there) >= self.holds[move.target]:
            return Phrase("{peg} is full", peg=letter(move.target))
        if not self._fits(state, move.piece, move.target):
            smaller = pieces.format_piece(there[-1], self.numbered)
            return Phrase("{piece} there is smaller", piece=smaller)
        return None

    def view(self, state: Pegs) -> tuple[int, ...]:
        index = {piece: i for i, piece in enumerate(self.pieces, start=1)}
        shown: list[int] = []
        for pile in state:
            shown += [index[piece] for piece in pile] + [0] * (len(index) - len(pile))
        return tuple(shown)

    def sweep(self, state: Pegs, move: PieceMove) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """From the piece's cell to the lowest empty cell of the other peg."""
        source = move.source * len(self.pieces) + len(state[move.source]) - 1
        target = move.target * len(self.pieces) + len(state[move.target])
        return (source,), (target,)

    def plan(self, state: Pegs, goal: Pegs, *, method: str | None = None) -> Plan[Pegs, PieceMove]:
        if method not in (None, *self.methods):
            raise unknown_method("hanoi", self.methods, method)
        if method == "by-size":
            return self._by_size(state, goal)
        if too_large(self._numbering().space):
            return self._by_size(state, goal, _LONGER)
        return self.ways(state, goal).plan()

    def ways(self, state: Pegs, goal: Pegs) -> Ways[Pegs, PieceMove]:
        """All shortest ways. Raises NoPlanError where there are too many states to search."""
        numbering = self._numbering()
        ends = numbering.number(state), numbering.number(goal)
        found = SearchedSteps.between(numbering.space, *ends)

        def plan(number: int) -> Plan[Pegs, PieceMove]:
            moves = PieceMoves(state, found.way(number))
            return Plan(state, goal, "optimal", found.count, moves)

        return Ways(lambda: found.ways, plan)

    def reasons(self, plan: Plan[Pegs, PieceMove]) -> Iterator[str]:
        """The reason for each move of a plan."""
        for_telling = (
            (self._named(m.piece), peg_words(m.source, PEGS), peg_words(m.target, PEGS))
            for m in plan
        )
        return following(for_telling)

    def shuffled(self, rng: Random) -> Pegs:
        """A random state, all equally probable."""
        numbering = self._numbering()
        arrangements = numbering.space.level.arrangements
        return numbering.state([rng.choice(arrangements) for _ in range(self.sizes)])

    def words(self, state: Pegs, move: PieceMove) -> str:
        return move_words(self._named(move.piece), move.target, PEGS)

    def astray(self, state: Pegs, made: PieceMove, wanted: PieceMove, onward: PieceMove) -> str:
        """What was done in place of the wanted move, and the move that goes on from there."""
        told = (
            Told(self._named(move.piece), move.source, move.target)
            for move in (made, wanted, onward)
        )
        return astray_words(*told, pegs=PEGS)

    def is_legal(self, state: Pegs) -> bool:
        """Whether pieces, each of them once, lie as the rules want it."""
        return all(
            len(pile) <= most and all(a.size >= b.size for a, b in itertools.pairwise(pile))
            for pile, most in zip(state, self.holds, strict=True)
        )

    def slip_words(self, state: Pegs, back: PieceMove) -> str:
        """A sentence for a piece that lies where it may not, and that a move takes back."""
        piece = self._named(back.piece)
        full = len(state[back.source]) > self.holds[back.source]
        return full_words(piece) if full else larger_words(piece)

    def parse(self, text: str) -> Pegs:
        state = pieces.parse_pegs(text, self.sizes, PEGS)
        check_state(state, self.pieces, self.holds, self.numbered)
        return state

    def format(self, state: Pegs) -> str:
        return pieces.format_pegs(state, self.numbered)

    def parse_move(self, text: str) -> PieceMove:
        return pieces.parse_move(text, self.sizes, PEGS)

    def format_move(self, move: PieceMove) -> str:
        return pieces.format_move(move, self.numbered)

    def _named(self, piece: Piece) -> str:
        return pieces.piece_words(piece, self.sizes, rules_of(self.variant).kind)

    def _fits(self, state: Pegs, piece: Piece, peg: int) -> bool:
        """Whether a piece may be put on a peg."""
        pile = state[peg]
        return len(pile) < self.holds[peg] and (not pile or pile[-1].size >= piece.size)

    def _by_size(self, state: Pegs, goal: Pegs, note: str | None = None) -> Plan[Pegs, PieceMove]:
        numbering = self._numbering()
        ends = numbering.arrangements(state), numbering.arrangements(goal)
        steps = BySize.between(numbering.space.level, *ends)
        return Plan(state, goal, "by-size", steps.count, PieceMoves(state, steps), note)

    def _numbering(self) -> Numbering:
        return Numbering.of(self.colours, self.sizes, self.holds)
