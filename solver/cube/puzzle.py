"""The cube as a puzzle: states, moves, words.

The holder's white centre is up and the green one in front; of cubes in other colours, `colours`
tells. A state is what the faces show in that
frame: turning the whole cube (x, y, z) is a legal move that leaves the state as it is.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from solver.cube.colours import COLOURS
from solver.cube.cubies import SOLVED, Cube
from solver.cube.facelets import read
from solver.cube.facing import whole_turn, words_for
from solver.cube.flow import flow, places
from solver.cube.geometry import FACES
from solver.cube.holding import Floats
from solver.cube.naming import centre_of, side_of
from solver.cube.plans import METHODS, improve, plan_by, reasons_of
from solver.cube.scores import view_of
from solver.cube.scramble import random_cube
from solver.cube.turns import FACE_TURNS, Turn, parse_turn
from solver.cube.twophase import TwoPhase, two_phase
from solver.phrase import Phrase, joined, sentence
from solver.puzzle import NotationError, Plan

_AMOUNTS = {
    1: Phrase("a quarter turn clockwise"),
    2: Phrase("half a turn"),
    3: Phrase("a quarter turn counter-clockwise"),
}
_ONE_FACE = sentence("I see one face only and cannot tell what was turned.")


@dataclass(frozen=True, slots=True)
class CubePuzzle:
    """The cube of three layers. Raises NotationError for another size.

    `two_phase` makes the solver of that method when it is needed.
    """

    size: int = 3
    two_phase: Callable[[], TwoPhase] = field(default=two_phase, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.size != 3:
            raise NotationError(Phrase("cube: expected size 3, got {size}", size=self.size))

    @property
    def name(self) -> str:
        return "cube"

    @property
    def symbols(self) -> tuple[str, ...]:
        return COLOURS

    @property
    def cells(self) -> int:
        return 54

    @property
    def start(self) -> Cube:
        """The solved cube: there is no usual scramble."""
        return SOLVED

    @property
    def goal(self) -> Cube:
        return SOLVED

    @property
    def methods(self) -> tuple[str, ...]:
        return METHODS

    def states(self) -> Sequence[Cube] | None:
        return None

    def moves(self, state: Cube) -> tuple[Turn, ...]:
        """The 18 turns of a face; whole turns are legal too, but lead nowhere."""
        return FACE_TURNS

    def apply(self, state: Cube, move: Turn) -> Cube:
        return state * move.cube

    def view(self, state: Cube) -> tuple[int, ...]:
        colour_of = {face: COLOURS.index(c) for face, c in zip(FACES, state.scheme, strict=True)}
        return tuple(colour_of[letter] for letter in state.facelets())

    def sweep(self, state: Cube, move: Turn) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Every sticker that moves, and in the same order where it goes."""
        moved = [(source, target) for source, target in enumerate(move.goes()) if source != target]
        return tuple(source for source, _ in moved), tuple(target for _, target in moved)

    def plan(self, state: Cube, goal: Cube, *, method: str | None = None) -> Plan[Cube, Turn]:
        """A way by face turns. For kociemba, `Plan.method` names the engine that found it."""
        return plan_by(method, state, goal, self.two_phase)

    def improve(
        self, state: Cube, goal: Cube, *, avoid: str = "", held: bool = False
    ) -> Iterator[Plan[Cube, Turn] | None]:
        """Shorter and shorter plans, and None after every portion of work: stop when you like.

        `avoid` are faces that are not to be turned; with `held` each plan leaves some face alone,
        so that it may lie away from the camera. Raises NotationError or NoPlanError when drawn
        from.
        """
        return improve(state, goal, self.two_phase(), avoid=avoid, held=held)

    def reasons(self, plan: Plan[Cube, Turn]) -> Iterator[str]:
        """Why each turn of a plan is made, or what it achieves."""
        return reasons_of(plan)

    def shuffled(self, rng: Random) -> Cube:
        """A random cube, all equally probable."""
        return random_cube(rng)

    def words(self, state: Cube, move: Turn) -> str:
        if move.whole:
            return _whole_words(move)
        # Named by its colour: a cube in somebody's hands is rarely held as the letters mean it.
        return Phrase(
            "Turn the face with the {colour} centre {amount}.",
            colour=centre_of(state.scheme, move.axis),
            amount=_AMOUNTS[move.quarters],
        )

    @property
    def settled(self) -> tuple[float, float, float, float]:
        """A cube is turned quickly, and what a picture shows of it is plain."""
        return 0.2, 0.12, 0.2, 0.4

    def whole_turn(
        self, state: Cube, moves: Sequence[Turn], placed: Sequence[int]
    ) -> tuple[Turn, str] | None:
        """The whole turn, as seen by the camera, that brings the next turn into its sight."""
        view = view_of(state)
        whole = whole_turn(view, moves, placed)
        return None if whole is None else (whole, words_for(view, whole, placed))

    @property
    def aside(self) -> tuple[Turn, str]:
        """A turn to the side: a face that was turned in front looks like a cube that was rolled."""
        whole = Turn("y")
        return whole, joined(_ONE_FACE, _whole_words(whole))

    def partly(self, move: Turn, made: Turn) -> bool:
        """Whether a turn is half of a half turn."""
        return move.quarters == 2 and made.axis == move.axis and made != move

    def in_place(self, state: Cube, made: Turn, wanted: Turn) -> str:
        """A sentence: one turn was made where another was planned."""
        colour, amount = side_of(state.scheme, made.axis), _AMOUNTS[made.quarters]
        if made.axis == wanted.axis:
            return Phrase(
                "You turned the {colour} face {amount} instead of {wanted}.",
                colour=colour,
                amount=amount,
                wanted=_AMOUNTS[wanted.quarters],
            )
        return Phrase(
            "You turned the {colour} face {amount}, but the {wanted} face was next.",
            colour=colour,
            amount=amount,
            wanted=side_of(state.scheme, wanted.axis),
        )

    def flow(self, move: Turn, placed: Sequence[int]) -> tuple[Floats, Floats]:
        """Where the stickers are in space, and which way they set out in a turn."""
        return places(), flow(move, placed)

    def parse(self, text: str) -> Cube:
        return read(text)

    def format(self, state: Cube) -> str:
        return state.facelets()

    def parse_move(self, text: str) -> Turn:
        return parse_turn(text)

    def format_move(self, move: Turn) -> str:
        return str(move)


def _whole_words(move: Turn) -> str:
    amount = _AMOUNTS[move.quarters]
    if move.axis == "x":
        return Phrase("Turn the whole cube {amount}, as you see it from the right.", amount=amount)
    if move.axis == "y":
        return Phrase("Turn the whole cube {amount}, as you see it from the top.", amount=amount)
    return Phrase("Turn the whole cube {amount}, as you see it from the front.", amount=amount)
