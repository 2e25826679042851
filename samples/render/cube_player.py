"""Somebody who shows a cube to the camera and turns its layers: acts, put down as a motion."""

from dataclasses import dataclass

import numpy as np

from samples.render.cube_model import FACES, PITCH, face_axes, layer_turn, resting_height
from samples.render.cube_motion import QUARTER, Grasp, Motion, TurnMade, Wobble
from samples.render.cube_stage import Stage
from samples.render.mesh import Floats, turn_about
from solver.cube import Cube, Turn

# How the cube is held in front of the camera: rotations of the upright cube.
HOLDS = {
    "front": turn_about((1, 0, 0), 6) @ turn_about((0, 0, 1), -5),
    "lean": turn_about((1, 0, 0), 14) @ turn_about((0, 0, 1), 11) @ turn_about((0, 1, 0), 9),
    "corner": turn_about((1, 0, 0), 33) @ turn_about((0, 0, 1), -43),
    "edge": turn_about((1, 0, 0), 20) @ turn_about((0, 0, 1), 36),
}
# The same for a cube that lies on a table.
LYING = {
    name: turn_about((0, 0, 1), yaw)
    for name, yaw in (("front", -6), ("lean", 24), ("corner", -43), ("edge", 36))
}
# Whole turns by how the holder sees the cube: x to the right, y away, z up.
_WHOLE = {"x": (1.0, 0.0, 0.0), "y": (0.0, 0.0, 1.0), "z": (0.0, -1.0, 0.0)}
_GRIP, _OPEN = 63.0, 92.0
# The share of a turn that the hand goes along with: no wrist goes round by half a turn.
_SLIPPED = {90.0: 0.9, 180.0: 0.55, 0.0: 1.0}


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays: seconds from and to for turns and rests, and which hands are seen.

    `hands`: none; visit, a hand that comes for each turn; hold, another one also holds the cube;
    stay, and the first does not leave unless it reaches across the cube, and nothing could be seen
    of it. `hold`: one of HOLDS. `lying`: the cube lies on the table.
    """

    hands: str = "visit"
    hold: str = "corner"
    turn: tuple[float, float] = (0.4, 0.8)
    rest: tuple[float, float] = (0.7, 1.2)
    wobble: float = 1.0
    lying: bool = False


class Player:
    """Puts acts into a motion, one after another; `free` is when the last one ends."""

    def __init__(self, stage: Stage, cube: Cube, habits: Habits, *, seed: int) -> None:
        self._stage = stage
        self._habits = habits
        self._rng = np.random.default_rng(seed)
        self.cube = cube
        self._held: Floats = np.eye(3)
        self._hold = (LYING if habits.lying else HOLDS)[habits.hold]
        self.free = 0.0
        self._gripping = False
        wobble = Wobble(
            self._rng,
            0.0 if habits.lying else 1.6 * habits.wobble,
            0.0 if habits.lying else 1.5 * habits.wobble,
        )
        spin = self._spin()
        self.motion = Motion(cube.facelets(), spin, self._middle(spin), wobble)
        if habits.hands in ("hold", "stay"):
            self.motion.hands[1].go(0.0, self._holding(None))

    def out(self, face: str) -> Floats:
        """The way (3,) out of a face, as the holder sees it: x right, y away, z up."""
        way: Floats = self._held @ face_axes(face)[2]
        return way

    def hides(self, face: str) -> bool:
        """Whether a face looks straight away, so that the camera sees nothing of its turns."""
        return self._habits.hold in ("front", "lean") and bool(self.out(face)[1] > 0.5)

    def _across(self, face: str) -> bool:
        """Whether the right hand reaches across the cube to a face on its left."""
        return bool((self._hold @ self.out(face))[0] < -0.4)

    def face_towards(self, way: Floats) -> str:
        """The face that looks a way, as the holder sees it."""
        return max(FACES, key=lambda face: float(self.out(face) @ way))

    def rest(self, seconds: float | None = None) -> None:
        """Keeps still for a while."""
        self.free += self._between(self._habits.rest) if seconds is None else seconds

    def scan(self) -> None:
        """Turns the cube until each face was seen, and back."""
        if self._habits.hold in ("front", "lean"):
            steps = [("y", 1), ("y", 1), ("y", 1), ("y", 1), ("x", 3), ("x", 2), ("x", 3)]
        else:
            steps = [("y", 2), ("x", 2), ("y", 2), ("x", 2)]
        self.rest(1.3)
        for axis, quarters in steps:
            self.whole(Turn(axis, quarters))
            self.rest(self._between((0.8, 1.3)))

    def whole(self, turn: Turn, *, pace: float = 0.55) -> None:
        """Turns the whole cube about an axis of the holder."""
        degrees = QUARTER[turn.quarters]
        parts = max(1, round(abs(degrees) / 90))
        start = self.free
        self._reach(None, start)
        self.motion.spin.stay(start)
        self.motion.place.stay(start)
        for _ in range(parts):
            step = turn_about(_WHOLE[turn.axis], -degrees / parts)
            halfway = turn_about(_WHOLE[turn.axis], -degrees / parts / 2)
            lifted = self._spin(halfway)
            self._held = np.round(step @ self._held)
            start += pace
            self.motion.place.go(start - pace / 2, self._middle(lifted))
            spin = self._spin()
            self.motion.spin.go(start, spin)
            self.motion.place.go(start, self._middle(spin))
        for track in self.motion.hands:
            track.stay(start)
        self.free = start

    def turn(self, turn: Turn, seconds: float | None = None, *, hurry: bool = False) -> None:
        """Turns a layer: a hand comes, turns and goes; in a hurry it stays for the next one."""
        seconds = self._between(self._habits.turn) if seconds is None else seconds
        seconds *= 1.35 if turn.quarters == 2 else 1.0
        begun = self.free
        start = begun + (0.0 if self._habits.hands == "none" else 0.4)
        self.motion.spin.stay(start)
        self.motion.place.stay(start)
        self._reach(turn.axis, start, QUARTER[turn.quarters])
        end = start + seconds
        self._follow(turn, start, end)
        before = self.cube.facelets()
        self.cube = self.cube * turn.cube
        made = TurnMade(start, end, turn.axis, turn.quarters, before, self.cube.facelets())
        self.motion.turns.append(made)
        self.free = end
        self._gripping = (self._habits.hands == "stay" and not self._across(turn.axis)) or hurry
        if self._habits.hands != "none" and not self._gripping:
            self._leave(end)
        for track in (self.motion.spin, self.motion.place):
            track.stay(end)

    def cover(self, seconds: float) -> None:
        """Holds the right hand in front of the cube for a while."""
        hand = self.motion.hands[0]
        front = self._stage.upright @ np.array([0.0, -1.0, 0.0])
        middle = self.motion.place.last
        grasp = self._grasp(middle + 55 * front, front, 0, _OPEN)
        hand.stay(self.free)
        if hand.last is None:
            hand.go(self.free, self._far(0))
        hand.go(self.free + 0.35, grasp)
        hand.stay(self.free + 0.35 + seconds)
        hand.go(self.free + 0.7 + seconds, self._far(0))
        self.free += 0.7 + seconds

    def _spin(self, more: Floats | None = None) -> Floats:
        """The rotation of the cube in the world, `more` of it as the holder sees it."""
        extra = np.eye(3) if more is None else more
        spin: Floats = self._frame() @ self._hold @ extra @ self._held
        return spin

    def _frame(self) -> Floats:
        return np.eye(3) if self._habits.lying else self._stage.upright

    def _middle(self, spin: Floats) -> Floats:
        if self._habits.lying:
            return np.array([0.0, 0.0, resting_height(spin)])
        return np.array([0.0, 0.0, 60.0 if self._stage.table else 0.0])

    def _reach(self, face: str | None, at: float, degrees: float = 0.0) -> None:
        """The hands are where they are needed at a time: on a face that is to turn, and to hold."""
        habits = self._habits
        if habits.hands == "none":
            return
        right, left = self.motion.hands
        begun = max(self.free, at - 0.4)
        if face is not None:
            out = self._world(self.out(face))
            if right.last is None or not self._gripping:
                right.stay(begun)
                right.go(begun, self._far(0))
            else:
                right.stay(begun)
            grasp = self._grasp(self.motion.place.last + PITCH * out, out, 0, _GRIP)
            spin = self.motion.spin.last
            before = spin @ layer_turn(face, -_SLIPPED[abs(degrees)] * degrees / 2) @ spin.T
            right.go(at, Grasp(grasp.at, grasp.axes @ before.T, _GRIP))
        if habits.hands in ("hold", "stay"):
            left.stay(begun)
            left.go(at, self._holding(face))

    def _follow(self, turn: Turn, start: float, end: float) -> None:
        """The hand on the layer goes round with it."""
        if self._habits.hands == "none":
            return
        right, left = self.motion.hands
        grasp = right.last
        assert grasp is not None
        full = QUARTER[turn.quarters]
        spin = self.motion.spin.last
        parts = max(2, round(abs(full) / 30))
        for k in range(1, parts + 1):
            made = spin @ layer_turn(turn.axis, _SLIPPED[abs(full)] * full * k / parts) @ spin.T
            axes = grasp.axes @ made.T
            right.go(start + _unease(k / parts) * (end - start), Grasp(grasp.at, axes, _GRIP))
        left.stay(end)

    def _leave(self, at: float) -> None:
        right = self.motion.hands[0]
        last = right.last
        assert last is not None
        away = last.at + 40 * last.axes[2]
        right.go(at + 0.12, Grasp(away, last.axes, _OPEN))
        right.go(at + 0.7, self._far(0))
        self.free = at + 0.7

    def _holding(self, turning: str | None) -> Grasp:
        """The left hand under the cube, or left of it while the lowest layer turns.

        It touches the sides that the camera sees least, at edges where it sees them all.
        """
        below, left = np.array([0.0, 0.0, -1.0]), np.array([-1.0, 0.0, 0.0])
        out = left if turning is not None and self.out(turning) @ below > 0.5 else below
        up = self._world(out)
        elbow = self._stage.elbows[1]
        way = self._stage.upright @ np.array([0.0, np.sign(elbow[1]), 0.0])
        way = way - up * (up @ way)
        way = way / np.linalg.norm(way)
        across = -np.cross(way, up)
        sides = np.abs(np.stack([self._world(np.eye(3)[k]) for k in range(3)]) @ across)
        grip = 3 * PITCH * float(sides.sum()) + 6
        return Grasp(self.motion.place.last + PITCH * up, np.stack([across, way, up]), grip)

    def _world(self, way: Floats) -> Floats:
        turned: Floats = self._frame() @ self._hold @ way
        return turned

    def _grasp(self, at: Floats, up: Floats, which: int, grip: float) -> Grasp:
        """A hand whose palm lies over `at`, as seen along `up`; its arm goes to the elbow."""
        way = self._stage.elbows[which] - at
        way = way - up * (up @ way)
        if np.linalg.norm(way) < 20:
            way = np.cross(up, [0.3, 0.9, 0.1])
        way = way / np.linalg.norm(way)
        across = np.cross(way, up) * (1 if which == 0 else -1)
        return Grasp(at, np.stack([across, way, up]), grip)

    def _far(self, which: int) -> Grasp:
        """Out of sight, at the elbow."""
        elbow = self._stage.elbows[which]
        up = self._stage.upright @ np.array([0.0, 0.0, 1.0])
        return self._grasp(0.9 * elbow, up, which, _OPEN)

    def _between(self, span: tuple[float, float]) -> float:
        return float(self._rng.uniform(*span))


def _unease(share: float) -> float:
    """When an eased movement has gone a share of its way."""
    shares = np.linspace(0, 1, 101)
    return float(np.interp(share, shares * shares * (3 - 2 * shares), shares))


def truth_lines(motion: Motion, known: float) -> list[str]:
    """The lines of truth.txt: `?` before the scan is complete, and while a layer turns."""
    lines = ["0.000 ?", f"{known:.3f} {motion.first}"]
    for turn in motion.turns:
        lines += [f"{turn.start:.3f} ?", f"{turn.end:.3f} {turn.after}"]
    return lines
