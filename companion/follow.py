"""From observations to estimates: finds out how large the toy is, then keeps a belief of it."""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from calibration import Profile
from companion.cue import SURE
from companion.flatmap import FlatMap
from companion.guide import Hint
from companion.pace import Pace
from companion.recount import Recount
from companion.scan import MOVED, Scan
from companion.tables import prepared
from solver import (
    PUZZLES,
    AnyPuzzle,
    Estimate,
    Scene,
    SolverError,
    StateBelief,
    belief_for,
)
from solver.abilities import Expects
from solver.belief import Floats
from solver.phrase import sentence
from vision import READERS, Frame, Learner, Observation, Reader

# So many frames with the toy in sight have to agree on its size before the first cue.
AGREEING = 3
# The floor of doubt for one look. In a film the same misreading comes again and again, and a high
# floor keeps it from being counted each time; in a photo the reader's own probabilities stand, as
# far as it was not measured how much less they are worth.
PHOTO_DOUBT = 0.002
# So certain has a state to be for the reader to learn from it.
BEYOND_DOUBT = 0.99
# Where the frames end before a size was agreed on, a look in their last seconds tells it.
RECENT_S = 1.5
# A table whose numbers differ by less tells nothing.
TELLS = 1e-3
# The toys of which there are larger and smaller ones.
COUNTED = ("rings", "hanoi")
NOTHING_YET = sentence("Nothing was seen yet that could be corrected.")

Size = tuple[int, ...]
MakeReader = Callable[[int | None], Reader]
MakePuzzle = Callable[..., AnyPuzzle]
MakeBelief = Callable[[AnyPuzzle], StateBelief[Any]]


class Follower:
    """Reads frames and holds what is believed of one toy.

    `count` is the number of rings or discs where it is known; otherwise the size is the one that
    `agreeing` looks agree on, and where it `recounts`, pictures are read anew now and then to see
    whether there are not more. After a look, `puzzle` and `estimate` tell what is known. `scans`
    counts how often the belief was begun anew: by `restart`, where the toy was counted wrongly, or
    by a correction of a state that was taken for certain.
    """

    def __init__(
        self,
        make_reader: MakeReader,
        make_puzzle: MakePuzzle,
        make_belief: MakeBelief,
        *,
        make_upright: MakeBelief | None = None,
        count: int | None = None,
        agreeing: int = AGREEING,
        recounts: bool = False,
    ) -> None:
        self._make_reader = make_reader
        self._make_puzzle = make_puzzle
        self._make_belief = make_belief
        self._make_upright = make_upright
        self._reader = make_reader(count)
        # The number that somebody gave, and the one that the reader is told.
        self._given = self._count = count
        self._recounts = recounts and count is None
        self._recount: Recount | None = None
        # The sizes that were found to be too small.
        self._doubted: set[Size] = set()
        self._waiting: deque[Observation] = deque(maxlen=4 * agreeing)
        self._agreeing = agreeing
        self._size: Size = ()
        # The time of the last frame.
        self._seen_at = 0.0
        self._belief: StateBelief[Any] | None = None
        self._scan: Scan | None = None
        self._pace = Pace()
        self._followed: Estimate[Any] | None = None
        self._corrected: Estimate[Any] | None = None
        self.scans = 0
        self.puzzle: AnyPuzzle | None = None
        self.estimate: Estimate[Any] | None = None

    def look(self, frame: Frame) -> Observation:
        """Reads one frame and takes it into the belief. Raises SolverError for an odd size."""
        observation = self._reader.read(frame)
        self._seen_at = frame.at
        differs = observation.found and observation.size != self._size
        if self.puzzle is not None and differs and self._count is None:
            # The reader would count again in every picture; from now on it is told.
            self._count = self._size[0]
            self._reader = self._make_reader(self._count)
            observation = self._reader.read(frame)
        if self._miscounted(frame, observation):
            self.restart()
            return self.look(frame)
        if self.puzzle is None:
            self._count_toy(observation)
            return observation
        self.estimate = self._believe(observation)
        self._teach(observation)
        return observation

    def _miscounted(self, frame: Frame, observation: Observation) -> bool:
        """Whether the toy plainly has more rings or discs than it was counted to have.

        Of one size that is found once only: where it is counted so again, it stays.
        """
        size = self._size or observation.size
        if not self._recounts or not observation.found or size in self._doubted:
            return False
        if self._recount is None:
            self._recount = Recount(lambda: self._make_reader(None))
        grown = self._recount.grown(frame, observation, size)
        if grown:
            self._doubted.add(size)
        return grown

    def expect(self, moves: Sequence[Any]) -> None:
        """Tells the next moves of the plan that the player follows."""
        if isinstance(self._belief, Expects):
            self._belief.expect(moves)

    def problem(self, observation: Observation) -> str | None:
        """What hinders, in a sentence: the reader's own, or what the belief still wants to see."""
        if observation.problem is not None or self.estimate is None:
            return observation.problem
        return self.estimate.problem

    def finish(self) -> None:
        """Tells that no more frames come: the size is the one that most of them showed."""
        # What was seen long ago may be of a toy that was half hidden.
        recent = self._waiting and self._seen_at - self._waiting[-1].at < RECENT_S
        if self.puzzle is None and recent:
            self._settle_size()

    @property
    def flat(self) -> FlatMap | None:
        """The toy unfolded, where it has sides and one of them was seen."""
        return self._scan.flat(self._followed) if self._scan else None

    @property
    def hint(self) -> Hint | None:
        """How to hold the toy now, in a guided scan."""
        return self._scan.hint if self._scan else None

    def correct(self, cell: int, symbol: int) -> str | None:
        """Sets a sticker of the flat map for certain; a sentence where that is not possible.

        Raises ValueError for a sticker or a symbol that there is not.
        """
        if self._scan is None or self.puzzle is None:
            return NOTHING_YET
        if not (0 <= cell < self.puzzle.cells and 0 <= symbol < len(self.puzzle.symbols)):
            raise ValueError(f"sticker {cell}, symbol {symbol}: there is no such thing")
        if self._followed is not None and self._scan.moved_from(self._followed):
            return MOVED
        refused = self._scan.correct(cell, symbol)
        if refused is None:
            self._decode_anew()
        return refused

    def undo(self) -> bool:
        """Takes the last correction back; False where there is none."""
        if self._scan is None or not self._scan.undo():
            return False
        self._decode_anew()
        return True

    def restart(self) -> None:
        """Forgets the toy, and begins anew."""
        self._count, self._recount = self._given, None
        self._reader = self._make_reader(self._count)
        self._waiting.clear()
        self._size = ()
        self._belief = self._scan = self._followed = self._corrected = None
        self.puzzle = self.estimate = None
        self.scans += 1

    def guide(self) -> str | None:
        """Begins a scan in which each face is held as told; a sentence where there is none.

        For cubes that can be read in several ways.
        """
        if self._scan is None or self.puzzle is None or self._make_upright is None:
            return NOTHING_YET
        self._reader = self._make_reader(self._count)
        self._scan = Scan(self.puzzle, self._scan.new_guide())
        self._belief = self._fresh_belief()
        self._followed = self._corrected = self.estimate = None
        self.scans += 1
        return None

    def _fresh_belief(self) -> StateBelief[Any]:
        assert self.puzzle is not None
        guided = self._scan is not None and self._scan.guide is not None
        make = self._make_upright if guided and self._make_upright else self._make_belief
        return make(self.puzzle)

    def _decode_anew(self) -> None:
        """Reads what was gathered once more; what was believed of it before is forgotten."""
        assert self._scan is not None
        before, self._followed = self._followed, None
        self._belief = self._fresh_belief()
        self._corrected = self.estimate = self._read_scan(self._scan.raw, self._scan, self._belief)
        sure = self.estimate.certainty >= SURE
        if before is not None and not (sure and self.estimate.state == before.state):
            self.scans += 1

    def _count_toy(self, observation: Observation) -> None:
        # A table that tells nothing only says again what an earlier one did.
        if not observation.found or float(np.ptp(observation.cells)) < TELLS:
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
        """None where the toy is not in sight: the belief waits, it does not fade.

        Only a correction is heard of while the toy lies beside the camera.
        """
        belief = self._belief
        if belief is None or self.puzzle is None or observation.size != self._size:
            return self._corrected
        self._corrected = None
        gathered = observation.gathered
        if belief.lost and gathered is not None:
            if self._scan is None:
                self._scan = Scan(self.puzzle)
            return self._read_scan(self._scan.gathered(observation), self._scan, belief)
        worth = self._pace.worth(observation.at, observation.stirred, observation.cells)
        scene = Scene(observation.outline, observation.stirred, observation.stays, worth=worth)
        if self._scan is None:
            return belief.update(observation.cells, scene)
        estimate = belief.update(self._scan.corrected(observation.cells), scene)
        self._follow(estimate, self._scan)
        return estimate

    def _teach(self, observation: Observation) -> None:
        """A reader that learns is told what is beyond doubt."""
        told = self.estimate
        if not observation.found or told is None or self.puzzle is None or told.state is None:
            return
        if told.certainty > BEYOND_DOUBT and isinstance(self._reader, Learner):
            self._reader.learn(self.puzzle.view(told.state))

    def _read_scan(self, gathered: Floats, scan: Scan, belief: StateBelief[Any]) -> Estimate[Any]:
        """Takes all that was gathered into a belief that is lost."""
        estimate = scan.read(gathered, belief.update)
        if scan.contradicted and not belief.lost:
            # What the player has set is not to be overruled for good.
            self._belief = self._fresh_belief()
        # `placed` tells of the gathered rows, not of this picture's.
        return replace(estimate, placed=())

    def _follow(self, estimate: Estimate[Any], scan: Scan) -> None:
        """Corrections hold as long as the cube is as it was scanned.

        Where it was lost it is scanned anew: faces that were gathered before do not count.
        """
        if estimate.state is None:
            self._followed = None
            self._reader = self._make_reader(self._count)
            self._scan = Scan(scan.puzzle, scan.new_guide() if scan.guide else None)
        elif estimate.certainty >= SURE:
            self._followed = estimate
            if scan.moved_from(estimate):
                scan.moved()


def follower(
    name: str,
    profile: Profile,
    *,
    count: int | None = None,
    once: bool = False,
    recounts: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Follower:
    """The follower of a puzzle of the tables; `once` where a single photo is all there is.

    One that `recounts` begins anew where the toy turns out to have more pieces than were counted.

    Raises SolverError, at once or in `look`, for a count without a puzzle or with too many states.
    """
    doubt = doubt_for(profile, once=once)
    count = profile.count if count is None else count
    return Follower(
        lambda known: READERS[name](profile, count=known),
        lambda *size: prepared(PUZZLES[name](*size, **(options or {}))),
        lambda puzzle: _belief(puzzle, doubt),
        make_upright=lambda puzzle: belief_for(puzzle, doubt, upright=True),
        count=count,
        agreeing=1 if once else AGREEING,
        recounts=recounts and name in COUNTED and not once,
    )


def doubt_for(profile: Profile, *, once: bool) -> float:
    """The floor of doubt for a toy that is looked at `once`, or again and again."""
    return max(PHOTO_DOUBT, profile.misread or 0.0) if once else profile.doubt


def _belief(puzzle: AnyPuzzle, doubt: float) -> StateBelief[Any]:
    try:
        return belief_for(puzzle, doubt)
    except ValueError as error:
        raise SolverError(error.args[0]) from None
