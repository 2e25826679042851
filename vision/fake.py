"""A painted camera, for tests and for trying the program without a camera.

The toy is a row of coloured squares, one a cell, its colour the cell's symbol. It knows no
puzzle: whoever paints gives the symbols, as `Puzzle.view` has them. A hand is a grey square.
"""

from collections.abc import Iterator, Sequence
from typing import cast

import cv2
import numpy as np

from vision.camera import Unhurried
from vision.frame import CameraError, Frame, Image, Observation
from vision.sentence import sentence

SQUARE = 24
TABLE = (90, 90, 90)
HAND = (150, 150, 150)
HIDDEN = -1
# The width of a table on which nothing ever lies, in squares.
EMPTY_WIDTH = 12

View = Sequence[int]


class PaintedCamera(Unhurried):
    """Shows views one after the other, `frames_each` frames a view and `fps` frames a second.

    A view holds a symbol for each cell, -1 where a hand hides it; None is an empty table.
    `noise` is the standard deviation of the pixels' noise, drawn from `seed`. After
    `breaks_after` frames the source breaks off with CameraError, as a pulled-out camera does.
    """

    def __init__(
        self,
        views: Sequence[View | None],
        symbols: int,
        *,
        frames_each: int = 12,
        fps: float = 15.0,
        noise: float = 4.0,
        seed: int = 0,
        breaks_after: int | None = None,
    ) -> None:
        self.name = "painted camera"
        self.fps = fps
        self._views = views
        self._symbols = symbols
        self._frames_each = frames_each
        self._noise = noise
        self._seed = seed
        self._breaks_after = breaks_after

    def frames(self) -> Iterator[Frame]:
        """The painted pictures. Raises CameraError where it is to break off."""
        random = np.random.default_rng(self._seed)
        width = max((len(view) for view in self._views if view is not None), default=EMPTY_WIDTH)
        index = 0
        for view in self._views:
            clean = paint(view, self._symbols, width)
            for _ in range(self._frames_each):
                if index == self._breaks_after:
                    raise CameraError(f"{self.name} stopped sending pictures; was it pulled out?")
                noisy = clean + random.normal(0.0, self._noise, clean.shape)
                yield Frame(np.clip(noisy, 0, 255).astype(np.uint8), index / self.fps)
                index += 1


class PaintedReader:
    """Reads painted toys of `cells` cells and `symbols` symbols; `size` is what it reports."""

    def __init__(self, size: tuple[int, ...], cells: int, symbols: int) -> None:
        self._size = size
        self._cells = cells
        self._symbols = symbols
        self._colours = np.array([*palette(symbols), HAND], dtype=np.float64)

    def read(self, frame: Frame) -> Observation:
        """The symbols of the squares; uniform rows for hidden ones."""
        where = np.array([[SQUARE * (i + 1.0), 1.5 * SQUARE] for i in range(self._cells)])
        seen = np.array([_mean(frame.image, at) for at in where])
        if np.abs(seen - np.array(TABLE)).max() < 20:
            return Observation.nothing(
                frame.at, self._symbols, sentence("There is nothing on the table.")
            )
        distance = np.linalg.norm(seen[:, None] - self._colours[None], axis=2)
        hidden = distance.argmin(axis=1) == self._symbols
        likely = np.exp(-distance[:, :-1] / 12.0) + 1e-6
        cells = likely / likely.sum(axis=1, keepdims=True)
        cells[hidden] = 1.0 / self._symbols
        return Observation(cells, where, frame.at, self._size)


def paint(view: View | None, symbols: int, width: int) -> Image:
    """One picture of a view, for `width` cells; None paints the bare table."""
    image = np.full((3 * SQUARE, (width + 1) * SQUARE, 3), TABLE, dtype=np.uint8)
    colours = palette(symbols)
    for i, symbol in enumerate(view or ()):
        colour = HAND if symbol == HIDDEN else colours[symbol]
        left = SQUARE // 2 + i * SQUARE
        corner = (left + SQUARE - 3, 2 * SQUARE - 3)
        cv2.rectangle(image, (left + 2, SQUARE + 2), corner, colour, cv2.FILLED)
    return cast(Image, image)


def palette(symbols: int) -> list[tuple[int, int, int]]:
    """As many vivid colours as there are symbols, blue green red, evenly round the hues."""
    hues = np.array([[[180 * i // symbols, 255, 230] for i in range(symbols)]], dtype=np.uint8)
    colours = cv2.cvtColor(hues, cv2.COLOR_HSV2BGR)[0].tolist()
    return [(int(b), int(g), int(r)) for b, g, r in colours]


def _mean(image: Image, at: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> list[float]:
    x, y = int(at[0]), int(at[1])
    patch = image[y - 5 : y + 5, x - 5 : x + 5]
    return [float(v) for v in patch.mean(axis=(0, 1))]
