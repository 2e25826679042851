"""Small learned networks, read from the ONNX files beside the code that runs them.

ONNX Runtime runs them where it is installed, and takes half to four fifths of the time of one
core; else OpenCV does. Both give the same answers, but for the last digits. Beside some networks
lies a `brief` one, of numbers with eight bits (`samples.render.eight_bits`): ONNX Runtime is given
that instead, and takes half the time again. Its answers are a few hundredths off.

What a camera sees is nobody else's business, and that it is looked at neither: later releases of
ONNX Runtime than QUIET report their use to their makers, and keep a file for it. They are not used.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

# The last release of ONNX Runtime that is known to report nothing.
QUIET = (1, 24)

Singles = NDArray[np.float32]
# Takes what a network looks at, and returns what it says. OpenCV's must not run in two threads at
# once.
Network = Callable[[Singles], Singles]


def quiet_runtime() -> Any | None:
    """ONNX Runtime where a release is installed that reports nothing, else None."""
    try:
        release = metadata.version("onnxruntime")
    except metadata.PackageNotFoundError:
        return None
    # Loading another one would be enough for it to report.
    if tuple(map(int, release.split(".")[:2])) > QUIET:
        return None
    try:
        runtime = import_module("onnxruntime")
    except ImportError:
        return None
    # On Windows it may tell the system.
    runtime.disable_telemetry_events()
    return runtime


onnxruntime = quiet_runtime()


def brief(path: Path) -> Path:
    """Where the network of a file is, or would be, with eight bits."""
    return path.with_suffix(".int8.onnx")


def load_network(path: Path, *shapes: tuple[int, ...]) -> Network:
    """The network of an ONNX file with one input and one output, run by the fastest engine.

    It runs once on nothing for each of the `shapes` of its input: only then all is laid out, which
    takes longer than a look, and no picture should have to wait for it.
    """
    if onnxruntime is not None:
        return _shared(path, shapes)
    return _ready(by_opencv(path), shapes)


@lru_cache(maxsize=32)
def _shared(path: Path, shapes: tuple[tuple[int, ...], ...]) -> Network:
    """One of ONNX Runtime's keeps nothing between two looks: all readers and threads share it."""
    return _ready(by_runtime(brief(path) if brief(path).exists() else path), shapes)


def _ready(network: Network, shapes: tuple[tuple[int, ...], ...]) -> Network:
    for shape in shapes:
        network(np.zeros(shape, np.float32))
    return network


def by_opencv(path: Path) -> Network:
    """The network, run by the older of OpenCV's two engines.

    For networks of this size it takes a quarter to a half less time than the newer one.
    """
    inner = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)

    def answer(shown: Singles) -> Singles:
        inner.setInput(shown)
        return np.asarray(inner.forward(), dtype=np.float32)

    return answer


def by_runtime(path: Path) -> Network:
    """The network, run by ONNX Runtime in the thread that asks. It has to be there."""
    assert onnxruntime is not None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Only errors: it warns of every file that could have been written more briefly.
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def answer(shown: Singles) -> Singles:
        return np.asarray(session.run(None, {name: shown})[0], dtype=np.float32)

    return answer
