"""Takes the pictures of a cube that moves: scenes put together, and an open shutter."""

import cv2
import numpy as np

from samples.render.cube_motion import Grasp, Moment, Motion
from samples.render.cube_raster import Canvas, Posed, Shaded, draw_cube, outline
from samples.render.cube_skin import Singles
from samples.render.cube_stage import Stage
from samples.render.mesh import Floats
from samples.render.raster_hand import Hand, capsules, draw_hand
from samples.render.scene import Bytes, Rgb
from samples.render.webcam import Developer, Webcam

# Pixels that something may move between two looks through one open shutter, and looks at most.
_STEP, _LOOKS = 3.5, 9
_AWAY = np.float32(1e6)


class Shoot:
    """A film set: a stage, a make of cube, somebody's skin and sleeves, and a camera."""

    def __init__(
        self,
        stage: Stage,
        look: str,
        webcam: Webcam,
        *,
        seed: int,
        skin: Rgb = (214, 164, 136),
        cloth: Rgb = (70, 80, 110),
    ) -> None:
        self._stage = stage
        self._look = look
        self._webcam = webcam
        self._developer = Developer(webcam, seed)
        self._skin, self._cloth = skin, cloth

    def frame(self, motion: Motion, at: float) -> Bytes:
        """The frame (h, w, 3), blue, green, red, whose shutter closes `at` seconds."""
        return self._developer.take(self.light(motion, at), at)

    def light(self, motion: Motion, at: float) -> Singles:
        """The light (h, w, 3), linear RGB, that the open shutter lets in."""
        opened = self._webcam.shutter / self._webcam.fps
        last = motion.at(at)
        far = self._way(motion.at(at - opened), last)
        looks = int(np.clip(np.ceil(far / _STEP), 1, _LOOKS))
        shaded: Shaded = {}
        total = self.still(last, shaded)
        for k in range(1, looks):
            total += self.still(motion.at(at - opened * k / looks), shaded)
        total /= looks
        return total

    def still(self, moment: Moment, shaded: Shaded | None = None) -> Singles:
        """The light of one moment; `shaded` as for `draw_cube`."""
        stage = self._stage
        high, wide = stage.ground.shape[:2]
        canvas = Canvas(stage.ground.copy(), np.full((high, wide), _AWAY, np.float32))
        cube = self._posed(moment)
        hands = [self._hand(k, grasp) for k, grasp in enumerate(moment.hands) if grasp]
        if stage.table:
            self._shadow(canvas, cube, hands)
        draw_cube(canvas, cube, stage.view, stage.light, shaded)
        for hand in hands:
            draw_hand(canvas, hand, stage.view, stage.light)
        return canvas.light

    def _posed(self, moment: Moment) -> Posed:
        return Posed(moment.facelets, moment.spin, moment.at, moment.turning, self._look)

    def _hand(self, which: int, grasp: Grasp) -> Hand:
        elbow = self._stage.elbows[which]
        return Hand(grasp.at, grasp.axes, grasp.grip, elbow, self._skin, self._cloth)

    def _way(self, one: Moment, other: Moment) -> float:
        """How far the fastest corner or hand moves, in pixels."""
        places = []
        for moment in (one, other):
            corners = [np.concatenate(outline(self._posed(moment)))[:48]]
            corners += [g.at[None] for g in moment.hands if g is not None]
            places.append(self._stage.view.project(np.concatenate(corners))[0])
        if places[0].shape != places[1].shape:
            return _STEP * 2
        return float(np.linalg.norm(places[0] - places[1], axis=1).max())

    def _shadow(self, canvas: Canvas, cube: Posed, hands: list[Hand]) -> None:
        """The lamp's shadow on the table, softer the higher the thing."""
        stage = self._stage
        high, wide = canvas.depth.shape
        mask = np.zeros((high // 4, wide // 4), np.uint8)
        for corners in outline(cube):
            fallen = self._fallen(corners)
            if fallen is not None:
                shape = cv2.convexHull(np.round(fallen / 4).astype(np.int32))
                cv2.fillConvexPoly(mask, shape, 255)
        for hand in hands:
            ends, radii = capsules(hand)
            fallen = self._fallen(ends.reshape(-1, 3))
            if fallen is not None:
                width = max(1, round(2 * float(np.median(radii)) * stage.view.focal / 400 / 4))
                for one, two in np.round(fallen / 4).astype(int).reshape(-1, 2, 2).tolist():
                    cv2.line(mask, one, two, 255, width)
        x, y, w, h = cv2.boundingRect(mask)
        spread = max(1.0, wide / 640 * 2.2)
        edge = int(3 * spread) + 1
        x, y, right, bottom = max(x - edge, 0), max(y - edge, 0), x + w + edge, y + h + edge
        soft = cv2.GaussianBlur(mask[y:bottom, x:right], (0, 0), spread)
        high, wide = soft.shape[0] * 4, soft.shape[1] * 4
        share = np.asarray(cv2.resize(soft, (wide, high)), np.float32) / 255
        whole = stage.light.power + stage.light.sky + stage.light.floor
        deep = (0.9 * stage.light.power / whole).astype(np.float32)
        canvas.light[4 * y : 4 * y + high, 4 * x : 4 * x + wide] *= 1 - share[..., None] * deep

    def _fallen(self, points: Floats) -> Floats | None:
        """Where the shadows of points fall in the picture; None where they cannot be drawn."""
        lamp = self._stage.light.lamp
        points = np.minimum(points, [1e9, 1e9, lamp[2] - 50])
        share = points[:, 2] / (lamp[2] - points[:, 2])
        flat = points + (points - lamp) * share[:, None]
        pixels, depth = self._stage.view.project(flat)
        if np.any(depth < 20):
            return None
        return np.clip(pixels, -3000, 3000)
