"""Somebody who solves a cube in front of a camera, and a count of what the coach made of it.

The player does what the standing cue says, sometimes something else, sometimes two turns at once,
and grips the cube anew now and then. Pictures are tables from `tests.solver.cube_camera`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from companion.cue import Cue
from companion.session import Session
from solver import Scene
from solver.cube import FACE_TURNS, Cube, CubeBelief, CubePuzzle, Turn, random_cube
from tests.solver.cube_camera import CubeCamera, Floats, Mess, about, whole

FPS = 15.0


@dataclass(frozen=True)
class Habits:
    """How the player plays. Times in seconds, the others are shares of all turns."""

    turn_s: float = 0.35
    rest_s: float = 1.3
    wrong: float = 0.1
    twice: float = 0.1
    grips: float = 0.15
    covered: float = 0.3
    blurred: float = 0.3


@dataclass
class Tally:
    """What became of the turns; delays in seconds, of those noticed in time."""

    turns: int = 0
    noticed: int = 0
    invented: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    wholes: int = 0
    unsure: int = 0
    lost: int = 0
    delays: list[float] = field(default_factory=list)
    wrongs: int = 0
    wrongs_told: int = 0
    frames: int = 0
    done: bool = False


class CubePlayer:
    """One game; `play` runs it to its end or to so many turns."""

    def __init__(
        self, seed: int, pose: Floats, habits: Habits | None = None, mess: Mess | None = None
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.habits = habits or Habits()
        self.camera = CubeCamera(pose, mess or Mess(), self.rng)
        self.puzzle = CubePuzzle()
        self.cube = random_cube(Random(seed))
        self.belief = CubeBelief()
        self.session: Session[Cube, Turn] = Session(self.puzzle)
        self.at = 0.0
        self.cue: Cue[Any, Any] | None = None
        self.tally = Tally()
        self.recent: list[Cube] = [self.cube]
        self.changed = 0.0

    def play(self, turns: int = 30) -> Tally:
        """Plays until the cube is solved or so many turns were made."""
        cells = np.concatenate([self._all_faces()])
        self.belief.update(cells)
        assert not self.belief.lost
        self._rest(1.5)
        while self.tally.turns < turns and not self.tally.done:
            cue = self.cue
            if cue is None or cue.move is None:
                break
            if cue.move.whole:
                self._grip(cue.move)
                self.tally.wholes += 1
                self._rest(self.habits.rest_s)
                if self.tally.wholes > 60:
                    break
                continue
            if self.rng.random() < self.habits.grips:
                axis = self.rng.choice(list("xyz"))
                self._grip(Turn(str(axis), int(self.rng.integers(1, 4))))
                self._rest(self.habits.rest_s)
                continue
            if cue.state == self.cube:
                self._choose(cue.move)
            else:
                self._rest(3.0)
                if self.cue is cue:
                    # Nothing more can be learned: somebody shows the whole cube.
                    self._reset()
        return self.tally

    def _choose(self, move: Turn) -> None:
        made = [move]
        wrong = self.rng.random() < self.habits.wrong
        if wrong:
            made = [FACE_TURNS[int(self.rng.integers(18))]]
        elif self.rng.random() < self.habits.twice:
            following = list(self.puzzle.plan(self.cube * move.cube, self.puzzle.goal))
            made += following[:1]
        self._make(made, wrong and made[0] != move)

    def _make(self, turns: list[Turn], wrong: bool) -> None:
        told = self.tally.unsure
        for turn in turns:
            self._turn(turn)
        self.tally.turns += len(turns)
        self.changed = self.at
        before = self.cube
        heard = self._rest(self.habits.rest_s)
        right = [cue for cue in heard if cue.state == before and cue.kind != "unsure"]
        names = " ".join(map(str, turns))
        if right:
            self.tally.noticed += len(turns)
            self.tally.delays.append(right[0].at - self.changed)
            self.tally.wrongs_told += wrong and right[0].kind == "wrong"
            self.tally.done = right[0].kind == "done"
        else:
            self.tally.missed.append(f"{self.at:.1f} {names} {self.tally.unsure - told} unsure")
        self.tally.wrongs += wrong

    def _turn(self, turn: Turn) -> None:
        """A layer goes round; the hand covers some of it, and some pictures are blurred."""
        frames = max(2, round(self.habits.turn_s * FPS))
        self.recent = [*self.recent[-2:], self.cube * turn.cube]
        for number in range(frames):
            share = (number + 0.5) / frames
            if self.rng.random() < self.habits.covered:
                self._take(np.empty((0, 6)), np.empty((0, 4, 2)))
                continue
            cells, outline = self.camera.look(self.cube, turning=turn, share=share)
            self._take(self._blurred(cells), outline)
        self.cube = self.cube * turn.cube
        self.camera.settle()

    def _grip(self, turn: Turn) -> None:
        """The whole cube goes round, in 0.6 s; pictures blur, and half of them show nothing.

        It goes as the camera sees it, around an axis of the cube near the one that is meant.
        """
        axis, degrees = whole(turn, self.camera.pose)
        start, goal = self.camera.pose, self.camera.pose @ about(axis, degrees)
        frames = 9
        for number in range(frames):
            pose = start @ about(axis, degrees * (number + 0.5) / frames)
            if self.rng.random() < 0.5:
                self._take(np.empty((0, 6)), np.empty((0, 4, 2)))
                continue
            cells, outline = self.camera.look(self.cube, pose=pose)
            self._take(self._blurred(cells), outline)
        self.camera.pose = goal
        self.camera.settle()
        self.changed = self.at

    def _rest(self, seconds: float) -> list[Cue[Any, Any]]:
        heard = []
        for _ in range(round(seconds * FPS)):
            if self.rng.random() < 0.03:
                cue = self._take(np.empty((0, 6)), np.empty((0, 4, 2)))
            else:
                cue = self._take(*self.camera.look(self.cube))
            heard += [cue] if cue else []
        return heard

    def _take(self, cells: Floats, outline: Floats) -> Cue[Any, Any] | None:
        self.at += 1 / FPS
        self.tally.frames += 1
        if len(cells) == 0:
            cue = self.session.update(None, self.at)
        else:
            was_lost = self.belief.lost
            if was_lost:
                estimate = self.belief.update(self._all_faces())
            else:
                estimate = self.belief.update(cells, Scene(outline))
            cue = self.session.update(estimate, self.at)
            self.belief.expect(self.session.expected)
            self.tally.lost += self.belief.lost and not was_lost
        if cue is not None:
            if cue.kind == "unsure":
                self.tally.unsure += 1
            else:
                self.cue = cue
                if cue.state not in self.recent:
                    self.tally.invented.append(f"{self.at:.1f} {cue.words}")
        return cue

    def _blurred(self, cells: Floats) -> Floats:
        if self.rng.random() < self.habits.blurred:
            noise = self.rng.dirichlet(np.ones(6) * 0.3, len(cells))
            return np.asarray(0.5 * cells + 0.5 * noise)
        return cells

    def _all_faces(self) -> Floats:
        from solver.cube.scores import view_of

        return np.eye(6)[view_of(self.cube)] * 0.97 + 0.03 / 6

    def _reset(self) -> None:
        self.belief = CubeBelief()
        self.belief.update(self._all_faces())
        self._rest(1.5)


def games(
    seeds: range, pose: Floats, habits: Habits | None = None, mess: Mess | None = None
) -> Iterator[Tally]:
    """The tallies of some games."""
    for seed in seeds:
        yield CubePlayer(seed, pose, habits, mess).play()


def main() -> None:
    """Prints the counts for one face and for three in sight."""
    import sys
    import time

    from tests.solver.cube_camera import ONE, THREE

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, pose in (("three", THREE), ("one", ONE)):
        begun = time.process_time()
        found = list(games(range(count), pose))
        turns = sum(one.turns for one in found)
        delays = np.array([d for one in found for d in one.delays] or [np.nan])
        frames = sum(one.frames for one in found)
        print(
            f"{name}: {turns} turns, {sum(one.noticed for one in found)} noticed, "
            f"{sum(len(one.invented) for one in found)} invented, "
            f"{sum(one.lost for one in found)} lost, {sum(one.unsure for one in found)} unsure, "
            f"{sum(one.wholes for one in found)} whole, wrong told "
            f"{sum(one.wrongs_told for one in found)} of {sum(one.wrongs for one in found)}, "
            f"delay {np.median(delays):.2f} p90 {np.quantile(delays, 0.9):.2f} "
            f"max {delays.max():.2f} over .5: {(delays > 0.5).mean():.3f}, "
            f"done {sum(one.done for one in found)} of {len(found)}, "
            f"{1e3 * (time.process_time() - begun) / frames:.2f} ms a frame"
        )
        for seed, one in enumerate(found):
            for text in [
                *(f"missed {t}" for t in one.missed),
                *(f"invented {t}" for t in one.invented),
            ]:
                print("  ", seed, text)


if __name__ == "__main__":
    main()
