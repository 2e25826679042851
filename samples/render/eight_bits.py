"""Networks with whole numbers of eight bits, which a processor multiplies several at a time.

What goes into each convolution and its weights are rounded to such numbers; how large they get is
measured on pictures (Jacob et al., "Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference", 2018). Half the time of a core is saved, and the answers are a
few hundredths off what they were.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from samples.render.unfold import is_large, widen

Singles = NDArray[np.float32]
# The share of numbers, in percent, whose size is allowed for: larger ones are cut.
ALLOWED = 99.99
# Channels of what a network is shown: a picture, or two of them.
FEW = 6


class _Looks(CalibrationDataReader):  # type: ignore[misc]
    """What a network is shown, one batch after the other."""

    def __init__(self, name: str, looks: Sequence[Singles]) -> None:
        self._left: Iterator[dict[str, Singles]] = iter([{name: look} for look in looks])

    def get_next(self) -> dict[str, Singles] | None:
        return next(self._left, None)


def write_eight_bits(path: Path, looks: Sequence[Singles], out: Path) -> None:
    """Writes the network of an ONNX file with eight bits; `looks` are batches that it is shown.

    All have one shape. Convolutions of pictures stay as they are: they take few channels, so that
    little is won there, and what is lost is lost to all others. Weights have seven bits: with
    eight, two products together may be too large for processors that add these in sixteen bits.
    """
    with tempfile.TemporaryDirectory() as folder:
        wide, plain = Path(folder) / "wide.onnx", Path(folder) / "plain.onnx"
        widen(path, wide)
        quant_pre_process(str(wide), str(plain), skip_symbolic_shape=True)
        graph: Any = onnx.load(plain).graph
        channels = {entry.name: entry.dims[1] for entry in graph.initializer if len(entry.dims) > 1}
        convolutions = [node for node in graph.node if node.op_type == "Conv"]
        narrow = [node.name for node in convolutions if channels[node.input[1]] <= FEW]
        quantize_static(
            str(plain),
            str(out),
            _Looks(graph.input[0].name, looks),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=narrow,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": ALLOWED},
        )
    _in_bytes(out)


def _in_bytes(path: Path) -> None:
    """Rewrites the other large weights of an ONNX file as whole numbers and a scale for each row.

    These layers take and give floating point numbers as before: their weights are widened when the
    file is read. They are a hundredth off.
    """
    model = onnx.load(path)
    graph = model.graph
    for entry in [entry for entry in graph.initializer if is_large(entry)]:
        weight = numpy_helper.to_array(entry)
        scale = np.abs(weight).max(axis=-1, keepdims=True) / 127
        narrow = np.rint(weight / np.maximum(scale, 1e-12)).astype(np.int8)
        name = entry.name
        graph.initializer.remove(entry)
        for part, kept in (("bytes", narrow), ("scale", scale)):
            graph.initializer.append(numpy_helper.from_array(kept, f"{name}.{part}"))
        wide = f"{name}.wide"
        graph.node.insert(0, helper.make_node("Mul", [wide, f"{name}.scale"], [name]))
        to_float = helper.make_node("Cast", [f"{name}.bytes"], [wide], to=TensorProto.FLOAT)
        graph.node.insert(0, to_float)
    onnx.save(model, path)
