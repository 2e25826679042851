"""Whether a toy runs out of the picture, so that nobody can tell how many rings it has."""

import numpy as np

from vision.rings.toy import Toy


def runs_out(toy: Toy, width: int, height: int) -> bool:
    """Whether another rod's foot, a pitch beyond either end of the row, would be out of sight.

    A plate that the border cuts looks just like one that ends there. `width` and `height` are those
    of the picture, in pixels. Where the feet at an end were not seen that end tells nothing.
    """
    first, last = 2 * toy.feet[0] - toy.feet[1], 2 * toy.feet[-1] - toy.feet[-2]
    beyond = np.stack([first, last])
    return bool(np.any((beyond < 0) | (beyond > np.array([width - 1, height - 1]))))
