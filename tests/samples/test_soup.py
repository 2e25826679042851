"""Networks between two others."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx")

import onnx
from onnx import numpy_helper

from samples.render.soup import blend

NETWORKS = Path(__file__).resolve().parents[2] / "vision" / "hanoi"


def _weights(path: Path) -> dict[str, np.ndarray]:
    return {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}


def test_weights_are_blended(tmp_path: Path) -> None:
    old, new, out = NETWORKS / "edges.onnx", tmp_path / "new.onnx", tmp_path / "out.onnx"
    model = onnx.load(old)
    for one in model.graph.initializer:
        weight = numpy_helper.to_array(one)
        if weight.dtype.kind == "f":
            one.CopyFrom(numpy_helper.from_array(3 * weight, one.name))
    onnx.save(model, new)
    blend(old, new, 0.25, out)
    before, after = _weights(old), _weights(out)
    assert before.keys() == after.keys()
    for name, weight in before.items():
        factor = 1.5 if weight.dtype.kind == "f" else 1
        np.testing.assert_allclose(after[name], factor * weight, rtol=2e-3, atol=1e-6)


def test_networks_of_another_making_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected the layers of"):
        blend(NETWORKS / "edges.onnx", NETWORKS / "pegs.onnx", 0.5, tmp_path / "out.onnx")
