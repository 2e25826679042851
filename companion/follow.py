"""From observations to estimates: finds out how large the toy is, then keeps a belief of it."""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from calibration import Profile
from companion.tables import prepared
from solver import PUZZLES, AnyPuzzle, Estimate, SolverError, StateBelief, belief_for
from vision import READERS, Frame, Observation, Reader

# So many frames with the toy in sight have to agree on its size before the first cue.
AGREEING = 3
# The floor of doubt for one look. In a film the same misreading comes again and again, and a high
# floor keeps it from being counted each time; in a photo the reader's own probabilities stand.
PHOTO_DOUBT = 0.01

Size = tuple[int, ...]
MakeReader = Callable[[int | None], Reader]
MakePuzzle = Callable[..., AnyPuzzle]
MakeBelief = Callable[[AnyPuzzle], StateBelief[Any]]


class Follower:
    """Reads frames and holds what is believed of one toy.

    `count` is the number of rings or discs where it is known; otherwise the size is the one that
    `agreeing` looks agree on. `options` go to the puzzle (`pair` of the rings, say). After a
    look, `puzzle`, `observation` and `estimate` tell what is known.
    """

    def __init__(
        self,
        make_reader: MakeReader,
        make_puzzle: MakePuzzle,
        make_belief: MakeBelief,
        *,
        count: int | None = None,
        agreeing: int = AGREEING,
    ) -> None:
        self._make_reader = make_reader
        self._make_puzzle = make_puzzle
        self._make_belief = make_belief
        self._reader = make_reader(count)
        self._count = count
        self._waiting: deque[Observation] = deque(maxlen=4 * agreeing)
        self._agreeing = agreeing
        self._size: Size = ()
        self._belief: StateBelief[Any] | None = None
        self.puzzle: AnyPuzzle | None = None
        self.estimate: Estimate[Any] | None = None

    def look(self, frame: Frame) -> Observation:
        """Reads one frame and takes it into the belief. Raises SolverError for an odd size."""
        observation = self._reader.read(frame)
        if self.puzzle is None:
            self._count_toy(observation)
            return observation
        if observation.found and observation.size != self._size and self._count is None:
            # The reader would count again in every picture; from now on it is told.
            self._count = self._size[0]
            self._reader = self._make_reader(self._count)
            observation = self._reader.read(frame)
        self.estimate = self._believe(observation)
        return observation

    def problem(self, observation: Observation) -> str | None:
        """What hinders, in a sentence: the reader's own, or what the belief still wants to see."""
        if observation.problem is not None or self.estimate is None:
            return observation.problem
        return self.estimate.problem

    def finish(self) -> None:
        """Tells that no more frames come: the size is the one that most of them showed."""
        if self.puzzle is None and self._waiting:
            self._settle_size()

    def _count_toy(self, observation: Observation) -> None:
        if not observation.found:
            return
        self._waiting.append(observation)
        times = Counter(seen.size for seen in self._waiting).most_common(1)[0][1]
        if times >= self._agreeing:
            self._settle_size()

    def _settle_size(self) -> None:
        """Makes the puzzle, and takes in what was seen while its size was not known."""
        self._size = Counter(seen.size for seen in self._waiting).most_common(1)[0][0]
        self.puzzle = self._make_puzzle(*self._size)
        self._belief = self._make_belief(self.puzzle)
        for observation in self._waiting:
            self.estimate = self._believe(observation) or self.estimate
        self._waiting.clear()

    def _believe(self, observation: Observation) -> Estimate[Any] | None:
        """None where the toy is not in sight: the belief waits, it does not fade."""
        belief = self._belief
        if belief is None or observation.size != self._size:
            return None
        if belief.lost and observation.gathered is not None:
            # `placed` tells of the gathered rows, not of this picture's.
            return replace(belief.update(observation.gathered), placed=())
        return belief.update(observation.cells)


def follower(
    name: str,
    profile: Profile,
    *,
    count: int | None = None,
    once: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Follower:
    """The follower of a puzzle of the tables; `once` where a single photo is all there is.

    Raises SolverError, at once or in `look`, for a count without a puzzle or with too many states.
    """
    doubt = PHOTO_DOUBT if once else profile.doubt
    count = profile.count if count is None else count
    return Follower(
        lambda known: READERS[name](profile, count=known),
        lambda *size: prepared(PUZZLES[name](*size, **(options or {}))),
        lambda puzzle: _belief(puzzle, doubt),
        count=count,
        agreeing=1 if once else AGREEING,
    )


def _belief(puzzle: AnyPuzzle, doubt: float) -> StateBelief[Any]:
    try:
        return belief_for(puzzle, doubt)
    except ValueError as error:
        raise SolverError(str(error)) from None
