"""The judgement on a square with what is around it: a face of a cube, or a part of a pattern?

Beside a face there are its cube's other faces, a hand, or something else; keys, tiles and drawers
go on as they are, or carry prints. A small network has learned it: samples/cube_verdict/train.py.
"""

import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.cube.face import map_of, turned
from vision.frame import Floats, Image
from vision.network import Network, Singles, load_network

# Pixels along the side of what the network sees, and what it sees beyond the face, in stickers.
SEEN_SIDE, BEYOND = 48, 1.25
# What is seen is cut out so many times as fine, because pictures may be much finer.
_FINER = 2
# Added to the usual light before it is divided by.
_LIFT = 16.0


def odds_in_context(image: Image, homography: Floats) -> float:
    """The log odds that a place, a map from lattice units to pixels, is a face.

    Beyond the picture its outermost pixels go on.
    """
    network = _network(threading.get_ident())
    return float(network(evened(surroundings(image, homography)[None])).ravel()[0])


def convinces(image: Image, faces: Sequence[Floats], least: float) -> bool:
    """Whether one of a cube's faces, which have these corners, (4, 2), reaches such log odds.

    Others may be half covered, or a layer may be turning.
    """
    return any(odds_in_context(image, turned(map_of(corners))) >= least for corners in faces)


def surroundings(image: Image, homography: Floats) -> Image:
    """A face seen from the front with what is around it, (48, 48, 3)."""
    fine = _FINER * SEEN_SIDE
    step = (3 + 2 * BEYOND) / fine
    move = 0.5 * step - BEYOND
    scale = np.array([[step, 0, move], [0, step, move], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    place = back @ homography @ scale
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (fine, fine)
    seen = cv2.warpPerspective(image, place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(seen, (SEEN_SIDE, SEEN_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def evened(seen: Image) -> Singles:
    """What the network is shown, (n, 3, 48, 48) singles: light in shares of the face's own.

    `seen` is (n, 48, 48, 3).
    """
    rim = round(SEEN_SIDE * BEYOND / (3 + 2 * BEYOND))
    usual = seen[:, rim:-rim, rim:-rim].mean(axis=(1, 2, 3), keepdims=True)
    shown = np.minimum(seen.astype(np.float32) / (usual + _LIFT).astype(np.float32), 4.0) - 1.0
    return np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32)


@lru_cache(maxsize=4)
def _network(thread: int) -> Network:
    """The network; no two threads may run the same copy at once."""
    del thread
    return load_network(Path(__file__).with_name("context.onnx"))
