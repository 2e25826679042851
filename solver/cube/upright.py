"""The belief for cubes that look alike in many ways: every face of the scan is shown upright."""

import numpy as np

from solver.cube.belief import CubeBelief, Floats
from solver.cube.decode import Decoded, decode


class UprightBelief(CubeBelief):
    """Follows a cube like CubeBelief; tables while it is lost are upright, see asking.UPRIGHT."""

    def _decode(self, groups: Floats) -> Decoded:
        """Decodes the faces, unless they are those of the last time: decoding is dear."""
        if self._decoded is None or not np.array_equal(self._decoded[0], groups):
            self._decoded = groups.copy(), decode(groups, upright=True)
        return self._decoded[1]
