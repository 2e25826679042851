"""A first guess of the colours of faces, and of what lies over them, from a small network.

The network was trained on drawn faces only; samples/render/train_cube.py draws and trains.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cube.face import SIDE, FaceView
from vision.cube.palette import COLOURS, LIFT
from vision.frame import Floats
from vision.network import Network, load_network

_VALUES = np.arange(256.0)
# What the network sees of a channel's value: light, and its logarithm. (256, 2)
_SEEN: NDArray[np.float32] = np.stack(
    [_VALUES / 127.5 - 1, np.log((_VALUES + LIFT) / (255.0 + LIFT)) / 1.5 + 1], axis=1
).astype(np.float32)


# The channel that tells of hands, and how much rarer they are than on the drawn faces, as a logit.
_OVER, _RARER = 12, 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """What the network says of some faces, each by itself.

    - `names`: (k, 9, 6) log-probabilities of w y r o g b for every sticker.
    - `hidden`: (k, 9) the probability that a hand or a thing lies over it.
    """

    names: Floats
    hidden: Floats


def hints_of(faces: Sequence[FaceView]) -> Hints:
    """What the network says of faces, each by itself."""
    if not faces:
        return Hints(np.empty((0, 9, len(COLOURS))), np.empty((0, 9)))
    straight = np.array([face.straight for face in faces])
    planes = _SEEN[straight].transpose(0, 4, 3, 1, 2).reshape(-1, 6, SIDE, SIDE)
    net = _net(threading.get_ident())
    # One by one: the engine takes no other number of faces than the first time.
    said = np.concatenate([_said(net, plane) for plane in planes]).reshape(len(faces), -1, 9)
    logits = said[:, : len(COLOURS)].swapaxes(1, 2)
    top = logits.max(axis=2, keepdims=True)
    names = logits - top - np.log(np.exp(logits - top).sum(axis=2, keepdims=True))
    return Hints(names, 1 / (1 + np.exp(_RARER - said[:, _OVER])))


def _said(net: Network, plane: NDArray[np.float32]) -> Floats:
    """What the network says of one face, (1, c, 3, 3)."""
    return np.array(net(np.ascontiguousarray(plane[None])), dtype=np.float64)


@lru_cache(maxsize=4)
def _net(thread: int) -> Network:
    """The network; no two threads may run the same copy at once."""
    del thread
    return load_network(Path(__file__).parent / "colours.onnx")
