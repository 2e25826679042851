"""A follower of painted toys, for the tests of everything above the readers."""

from collections.abc import Sequence
from typing import Any

from companion.follow import Follower
from solver import PUZZLES, AnyPuzzle, belief_for
from vision.fake import PaintedCamera, PaintedReader


def painted_follower(name: str, *size: int, agreeing: int = 3) -> Follower:
    """Follows painted toys of the given puzzle and size."""
    toy = PUZZLES[name](*size)
    return Follower(
        lambda count: PaintedReader(size, toy.cells, len(toy.symbols)),
        PUZZLES[name],
        lambda puzzle: belief_for(puzzle, 0.1),
        agreeing=agreeing,
    )


def painted_camera(toy: AnyPuzzle, texts: Sequence[str | None], **options: Any) -> PaintedCamera:
    """Shows states given as text; `~` hides the whole toy, None shows the bare table."""

    def view(text: str | None) -> tuple[int, ...] | None:
        if text is None:
            return None
        return (-1,) * toy.cells if text == "~" else toy.view(toy.parse(text))

    return PaintedCamera([view(text) for text in texts], len(toy.symbols), **options)
