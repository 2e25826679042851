"""Small learned networks, read from the ONNX files beside the code that runs them."""

from pathlib import Path

import cv2
import numpy as np


def load_network(path: Path, *shapes: tuple[int, ...]) -> cv2.dnn.Net:
    """A network for cv2.dnn, on the older of OpenCV's two engines.

    For networks of this size it takes a quarter to a half less time than the newer one, and gives
    the same answers. One network must not run in two threads at once.

    It runs once on nothing for each of the `shapes` of its input: only then its weights are laid
    out, which takes longer than a look, and no picture should have to wait for it.
    """
    network = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    for shape in shapes:
        network.setInput(np.zeros(shape, np.float32))
        network.forward()
    return network
