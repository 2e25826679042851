"""A film of a whole game of the rings, painted while it is watched: a hand makes move after move.

Between moves the toy is at rest for half a second to a second, trembling where it is held. For a
move a hand comes, grasps the ring, takes it through the slot and goes; after it the toy is held a
little differently. Now and then the toy is taken out of the picture and comes back, perhaps turned
round. One frame in ten is blurred. Everything is drawn from one seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.raster_camera import BLURRED, NOISE, FilmCamera
from samples.render.raster_fingers import draw_hand, lay_over
from samples.render.rings_model import RingsScene
from samples.render.rings_stage import Aim, Layer, Stage, between, draw_aim
from samples.render.scene import Bytes
from solver.rings import Rings

# The frames a second in which a script counts; a film may have a multiple of them.
FPS = 15.0


@dataclass(frozen=True, slots=True)
class Script:
    """What happens: states as numbers from `start` to `goal`, at most `moves` moves.

    `slips` is the share of moves that are not the planned one, `leaves` how often, by move, the
    toy is taken out of the picture; `lies`: on a table, in a hand, or (None) either; `rest`: the
    fewest frames between two moves, and one more than the most, at 15 frames a second; `noise`:
    the camera's, at most; `hidden`: before a background in the toy's own colours; `finer`: so many
    times 15 frames a second.
    """

    rings: int = 9
    start: int | None = None
    goal: int = 0
    moves: int | None = None
    slips: float = 0.0
    leaves: float = 0.04
    blurred: float = BLURRED
    lies: bool | None = None
    look: str | None = None
    size: tuple[int, int] = (640, 480)
    rest: tuple[int, int] = (8, 16)
    noise: float = NOISE
    hidden: bool = False
    finer: int = 1

    @property
    def fps(self) -> float:
        """Frames a second."""
        return self.finer * FPS


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A frame: `image` (h, w, 3), seconds, and the state, None while nobody can tell.

    `eyes` (n, 2): where the rings' eyes are, in pixels, ring 1 first.
    """

    image: Bytes
    at: float
    state: str | None
    eyes: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """The toy as it is put down: its scene, the aim, and both painted."""

    scene: RingsScene
    aim: Aim
    layer: Layer


# What is seen while a ring is moved, how far it is moved, and how far the hand is away.
_Step = tuple[Layer, float, float]


def states_of(script: Script, rng: np.random.Generator) -> list[int]:
    """The states of the game, the first included; after a slip the way is planned anew."""
    puzzle = Rings(script.rings)
    state = puzzle.start if script.start is None else script.start
    found = [state]
    while state != script.goal and (script.moves is None or len(found) <= script.moves):
        planned = puzzle.plan(state, script.goal).first
        assert planned is not None
        others = [move for move in puzzle.moves(state) if move != planned]
        slip = bool(others) and rng.random() < script.slips
        state = puzzle.apply(state, others[0] if slip else planned)
        found.append(state)
    return found


class RingsGame:
    """The film of a script; `states` are those of the game, in the notation."""

    def __init__(self, seed: int, script: Script) -> None:
        self.script = script
        rng = np.random.default_rng([seed, 1])
        self.states = [f"{s:0{script.rings}b}" for s in states_of(script, rng)]
        self._rng = rng
        self.stage = Stage(
            rng,
            script.rings,
            script.size,
            lies=script.lies,
            look=script.look,
            hidden=script.hidden,
        )
        self._camera = FilmCamera(rng, script.size, blurred=script.blurred, noise=script.noise)
        self._hand = draw_hand(rng)
        self._arm = rng.uniform(0, 2 * np.pi)
        self._shakes = [0] * script.rings
        self._frame = 0
        self._home = draw_aim(rng, flat=self.stage.flat)
        self._tremble = rng.uniform(0.3, 1.6) if self.stage.held else 0.0
        self._phases = rng.uniform(0, 2 * np.pi, (3, 2))

    def pictures(self) -> Iterator[Picture]:
        """The frames, one after the other."""
        rng = self._rng
        key = self._key(self.states[0], self._home)
        yield from self._rest(key, 12)
        for before, after in pairwise(self.states):
            if rng.random() < self.script.leaves:
                layer, key = key.layer, self._comes_back(before)
                yield from self._away(layer, key)
                yield from self._rest(key, int(rng.integers(8, 15)))
            ring = _changed(before, after)
            self._disturb(ring)
            moved = self._key(after, self._drifted(key.aim))
            yield from self._move(key, moved, ring)
            key = moved
            yield from self._rest(key, int(rng.integers(*self.script.rest)))

    def _key(self, state: str, aim: Aim) -> _Key:
        for _ in range(60):
            try:
                scene = self.stage.posed(state, self._shakes)
            except SceneError:
                self._shakes = [shakes + 1 for shakes in self._shakes]
                continue
            return _Key(scene, aim, self.stage.layer(scene, aim))
        raise SceneError(f"rings: the toy cannot be put into {state}")

    def _disturb(self, ring: int) -> None:
        """A move shakes the ring, often its neighbours, and now and then any other."""
        for k in range(self.script.rings):
            chance = (1.0, 0.6, 0.25)[min(2, abs(k - ring))] if abs(k - ring) < 3 else 0.08
            self._shakes[k] += int(self._rng.random() < chance)

    def _drifted(self, aim: Aim) -> Aim:
        """The toy is held, or has been pushed, a little differently, and not far from home."""
        rng, size = self._rng, 1.0 if self.stage.held else 0.35
        pull = aim.towards(self._home, 0.2)
        turn, shift = rng.normal(0, 1.6 * size, 3), rng.normal(0, 0.012 * size, 2)
        return replace(
            pull,
            above=pull.above + turn[0],
            aside=pull.aside + turn[1],
            roll=pull.roll + turn[2],
            x=pull.x + shift[0],
            y=pull.y + shift[1],
            fill=pull.fill * float(np.exp(rng.normal(0, 0.01 * size))),
        )

    def _comes_back(self, state: str) -> _Key:
        """A new place, from another side perhaps, and every ring may hang otherwise."""
        rng = self._rng
        behind = self.stage.held and rng.random() < 0.3
        fresh = draw_aim(rng, flat=self.stage.flat, behind=behind)
        # Lighting and distance stay much as they were: it is the same table.
        self._home = replace(fresh, far=self._home.far, fill=0.5 * (fresh.fill + self._home.fill))
        self._shakes = [shakes + int(rng.random() < 0.5) for shakes in self._shakes]
        return self._key(state, self._home)

    def _rest(self, key: _Key, frames: int) -> Iterator[Picture]:
        for _ in range(frames * self.script.finer):
            yield self._shot(key.layer, key.scene.state)

    def _move(self, before: _Key, after: _Key, ring: int) -> Iterator[Picture]:
        rng = self._rng
        angle = self._arm + rng.normal(0, 0.3)
        reach = 1.1 * max(self.script.size)
        spots = (before.layer.eyes[ring], after.layer.eyes[ring])
        steps: list[_Step] = []
        steps += [(before.layer, 0.0, far) for far in (0.7, 0.3)[: int(rng.integers(1, 3))]]
        steps += [(before.layer, 0.0, 0.0)] * int(rng.integers(1, 3))
        for share in (0.35, 0.7):
            scene = between(before.scene, after.scene, share)
            layer = self.stage.layer(scene, before.aim.towards(after.aim, share))
            steps += [(layer, share, 0.0)] * int(rng.integers(1, 3))
        steps += [(after.layer, 1.0, 0.0)] * int(rng.integers(1, 3))
        steps += [(after.layer, 1.0, far) for far in (0.25, 0.6)[: int(rng.integers(1, 3))]]
        way = np.array([np.cos(angle), np.sin(angle)])
        jitter = rng.normal(0, 3.0, 2) * after.layer.scale
        for layer, share, far in self._finer(steps):
            at = (1 - share) * spots[0] + share * spots[1] + jitter + reach * far * way
            yield self._shot(layer, None, at, angle)

    def _away(self, layer: Layer, key: _Key) -> Iterator[Picture]:
        """Out of the picture, some time away, and back."""
        rng = self._rng
        angle = rng.uniform(0, 2 * np.pi)
        out = 1.4 * max(self.script.size) * np.array([np.cos(angle), np.sin(angle)])
        for _, share, _ in self._finer([(layer, share, 0.0) for share in (0.08, 0.25, 0.5, 0.8)]):
            yield self._shot(layer, None, shift=share * out)
        for _ in range(int(rng.integers(4, 25)) * self.script.finer):
            yield self._shot(key.layer, None, shift=out * 2)
        for _, share, _ in self._finer([(layer, share, 0.0) for share in (0.7, 0.4, 0.15, 0.04)]):
            yield self._shot(key.layer, None, shift=share * out)

    def _finer(self, steps: list[_Step]) -> Iterator[_Step]:
        """The steps, with those between two of them that a faster camera sees."""
        for (layer, share, far), (_, later, farther) in pairwise(chain(steps, steps[-1:])):
            for part in np.arange(self.script.finer) / self.script.finer:
                yield layer, (1 - part) * share + part * later, (1 - part) * far + part * farther

    def _shot(
        self,
        layer: Layer,
        state: str | None,
        hand: Floats | None = None,
        angle: float = 0.0,
        shift: Floats | None = None,
    ) -> Picture:
        at = self._frame / self.script.fps
        self._frame += 1
        way = self._trembling(at)
        if shift is not None:
            way[:, 2] += shift
        moved = self._tremble > 0 or shift is not None
        image = layer.over(way if moved else None)
        if hand is not None:
            scale, size = layer.scale, self.script.size
            over = self._hand.placed(way[:, :2] @ hand + way[:, 2], angle, scale, size)
            image = lay_over(image, over.colour, over.cover)
        eyes = layer.eyes @ way[:, :2].T + way[:, 2]
        return Picture(self._camera.take(image, at), at, state, eyes)

    def _trembling(self, at: float) -> Floats:
        """The affine map of a hand that is not quite still: pixels and a part of a degree."""
        waves = np.sin(2 * np.pi * at * np.array([[0.31, 1.7]]) + self._phases).sum(axis=1)
        grow = self._tremble * self.script.size[0] / 640
        turn = 0.0025 * self._tremble * waves[2]
        centre = np.array(self.script.size) / 2
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.column_stack([spin, centre - spin @ centre + grow * waves[:2]])


def _changed(before: Sequence[str], after: Sequence[str]) -> int:
    """The index from 0 of the one ring that differs."""
    return next(k for k in range(len(before)) if before[-1 - k] != after[-1 - k])
