"""Frame and Observation: what goes into a reader, and what comes out. Checked at construction.

VisionError
├── PictureError  (ValueError)  a file or an array that is no usable picture
└── CameraError   (OSError)     a source that is not there, sends nothing, or breaks off
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]


class VisionError(Exception):
    """The root of every error that this package raises on purpose.

    `template` and `fields` are what its text was made of, for whoever says it in other languages.
    """

    def __init__(self, template: str, **fields: object) -> None:
        super().__init__(template.format(**fields) if fields else template)
        self.template = template
        self.fields = fields


class PictureError(VisionError, ValueError):
    """A file or an array is not a picture that can be read."""


class CameraError(VisionError, OSError):
    """A source of pictures is not there, sends nothing or breaks off."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture and the moment it was taken.

    `image` is (height, width, 3) uint8 in OpenCV's order blue, green, red; it is set read-only.
    `at` is in seconds of the source's own time. A live source that is missing for a while sends its
    last picture with the sentence `missing`: such a picture is not to be read. Raises PictureError
    for another kind of array.
    """

    image: Image
    at: float = 0.0
    missing: str | None = None

    def __post_init__(self) -> None:
        image = self.image
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or image.size == 0:
            raise PictureError(
                f"frame: expected height x width x 3 bytes, got {image.shape} {image.dtype}"
            )
        _freeze(self, "image", image)


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """How likely each symbol is in every cell of one picture.

    - `cells`: (rows, symbols), each row a distribution; uniform where a cell cannot be seen.
      No rows where no toy was found.
    - `where`: (rows, 2), pixels x, y of each cell; NaN where unknown.
    - `at`: seconds, the frame's own time.
    - `size`: what the toy is, as the arguments of its entry in the table of puzzles: (rings,),
      (discs, pegs), (3,) for the cube; () where no toy was found.
    - `gathered`: a table over everything seen since the toy came into view, for a belief that
      does not know where it is yet; `cells` itself unless the reader keeps a memory.
    - `outline`: (k, 4, 2), pixels: quadrilaterals around what was found, for the overlay.
    - `beside`: (rows, 2), pixels: where a number for each cell may stand without covering it; NaN
      where unknown, None for toys whose cells need none.
    - `problem`: a sentence for the user where the toy was not found or not well seen.
    - `stirred`: how likely it is that something is being done to the toy: 0 where it lies or hangs
      as it did in the frame before, 1 where a hand is at it; None where the reader does not tell.
    - `stays`: how likely it is that the rest of the toy stays where it is while the one part of it
      that was found goes round; None where nothing goes round.

    Raises ValueError where shapes do not fit or rows do not sum to one.
    """

    cells: Floats
    where: Floats
    at: float
    size: tuple[int, ...] = ()
    gathered: Floats | None = None
    outline: Floats | None = None
    problem: str | None = None
    stirred: float | None = None
    stays: float | None = None
    beside: Floats | None = None

    def __post_init__(self) -> None:
        cells, where = self.cells, self.where
        if cells.ndim != 2 or where.shape != (len(cells), 2):
            raise ValueError(
                f"observation: expected (n, symbols) and (n, 2), got {cells.shape}, {where.shape}"
            )
        if len(cells) and not (np.all(cells >= 0) and np.allclose(cells.sum(axis=1), 1, atol=1e-6)):
            raise ValueError("observation: every row of cells must be a distribution")
        for name in ("cells", "where", "gathered", "outline", "beside"):
            array = getattr(self, name)
            if array is not None:
                _freeze(self, name, array)

    @classmethod
    def nothing(cls, at: float, symbols: int, problem: str) -> "Observation":
        """The observation of a picture in which no toy was found."""
        return cls(np.empty((0, symbols)), np.empty((0, 2)), at, problem=problem)

    @property
    def found(self) -> bool:
        """Whether the toy was found in the picture."""
        return bool(self.size)


class Reader(Protocol):
    """Turns frames into observations; may remember earlier frames of the same source."""

    def read(self, frame: Frame) -> Observation:
        """What the picture shows. Never raises for what it shows: not sure is not an error."""


@runtime_checkable
class Learner(Protocol):
    """A reader that learns a toy while it is played."""

    def learn(self, symbols: tuple[int, ...]) -> None:
        """Takes what the last picture shows, a symbol a cell, as it is believed for certain."""


def _freeze(owner: object, name: str, array: NDArray[np.generic]) -> None:
    """Replaces an array of a frozen dataclass by a read-only view of it."""
    view = array.view()
    view.flags.writeable = False
    object.__setattr__(owner, name, view)
