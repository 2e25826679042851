"""Two networks of one making as one: the means of their weights, from their ONNX files.

    python -m samples.render.soup OLD.onnx NEW.onnx --share 0.2 --out MEAN.onnx

A network that went on learning at other pictures forgets some of what it knew; between the two lies
one that does both ("Robust fine-tuning of zero-shot models", Wortsman et al., 2022). Needs onnx.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def blend(old: Path, new: Path, share: float, out: Path) -> None:
    """Writes the network whose weights have such a share of the new one's, the rest of the old's.

    Raises ValueError where the two are not of one making.
    """
    model, other = onnx.load(old), onnx.load(new)
    weights = {one.name: numpy_helper.to_array(one) for one in other.graph.initializer}
    shapes = {one.name: tuple(one.dims) for one in model.graph.initializer}
    if shapes != {name: weight.shape for name, weight in weights.items()}:
        raise ValueError(f"{new}: expected the layers of {old}, got others")
    for one in model.graph.initializer:
        before = numpy_helper.to_array(one)
        if before.dtype.kind == "f":
            mean = (1 - share) * before.astype(np.float64) + share * weights[one.name]
            one.CopyFrom(numpy_helper.from_array(mean.astype(before.dtype), one.name))
    onnx.save(model, out)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the new one")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    blend(asked.old, asked.new, asked.share, asked.out)


if __name__ == "__main__":
    main()
