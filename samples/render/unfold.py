"""Trained networks as ONNX files: taken up by another training, halved, and widened again.

An export folds every normalisation into the convolution before it (Jacob et al., "Quantization and
Training of Neural Networks", 2018, section 3.2). Here it is unfolded: the statistics come from
pictures, and the gains are such that nothing changes.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

# Weights of so many numbers and more are worth halving.
LARGE = 20_000


def take_up(net: nn.Module, path: Path, pictures: Iterable[Tensor]) -> None:
    """Gives `net` the weights of the ONNX file at `path`; it then answers as the file does.

    `pictures` are a few batches of what it will learn from. Raises ValueError where the file is one
    of another network.
    """
    graph = onnx.load(path).graph
    layers, found = _layers_of(net, _picture_for(graph)), _weights_of(graph)
    if [tuple(layer.weight.shape) for layer, _ in layers] != [w.shape for w, _ in found]:
        raise ValueError(f"{path}: expected the layers of {type(net).__name__}, got others")
    with torch.no_grad():
        for (layer, norm), (weight, bias) in zip(layers, found, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            if norm is None:
                if layer.bias is not None:
                    layer.bias.copy_(torch.from_numpy(bias))
            else:
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
                norm.weight.fill_(1)
                norm.bias.copy_(torch.from_numpy(bias))
        _spread(net, [norm for _, norm in layers if norm is not None], pictures)


def _spread(net: nn.Module, norms: list[nn.Module], pictures: Iterable[Tensor]) -> None:
    """Measures what comes into each normalisation, and lets its gain undo what it divides by."""
    sums: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}
    hooks = [
        norm.register_forward_pre_hook(
            lambda module, given: sums[module].append(_moments(given[0]))
        )
        for norm in norms
    ]
    for batch in pictures:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, moments in sums.items():
        mean, square = torch.stack(moments).mean(dim=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(square - mean**2)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
        norm.bias.add_(mean)


def _moments(x: Tensor) -> Tensor:
    """The mean and the mean square of each channel, (2, channels)."""
    return torch.stack([x.mean(dim=(0, 2, 3)), (x**2).mean(dim=(0, 2, 3))])


def _picture_for(graph: onnx.GraphProto) -> Tensor:
    """Some picture that a network takes; one, where it takes any number."""
    sides = graph.input[0].type.tensor_type.shape.dim
    return torch.zeros([side.dim_value or 1 for side in sides])


def _layers_of(net: nn.Module, picture: Tensor) -> list[tuple[nn.Module, nn.Module | None]]:
    """The convolutions and linear layers, each with the normalisation after it.

    They come as they answer, which is the order of the file. The network no longer learns then.
    """
    inner = [m for m in net.modules() if not list(m.children())]
    after = dict(zip(inner, [*inner[1:], None], strict=True))
    order: list[nn.Module] = []
    hooks = [
        module.register_forward_hook(lambda module, given, told: order.append(module))
        for module in inner
        if isinstance(module, nn.Conv2d | nn.Linear)
    ]
    with torch.no_grad():
        net.eval()(picture)
    for hook in hooks:
        hook.remove()
    norms = [after[module] for module in order]
    return [
        (module, norm if isinstance(norm, nn.BatchNorm2d) else None)
        for module, norm in zip(order, norms, strict=True)
    ]


def _weights_of(graph: onnx.GraphProto) -> list[tuple[np.ndarray, np.ndarray | None]]:
    """Weights and biases of a graph's convolutions and linear layers, in their order."""
    held = {entry.name: numpy_helper.to_array(entry).copy() for entry in graph.initializer}
    # Equal weights are written once, and large ones in half precision.
    same = (node for node in graph.node if node.op_type in ("Identity", "Cast"))
    held |= {
        node.output[0]: held[node.input[0]].astype(np.float32)
        for node in same
        if node.input[0] in held
    }
    found: list[tuple[np.ndarray, np.ndarray | None]] = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            found.append((held[node.input[1]], held[node.input[2]]))
        elif node.op_type == "MatMul":
            # A linear layer without a bias.
            found.append((np.ascontiguousarray(held[node.input[1]].T), None))
    return found


def halve(path: Path, least: int = LARGE) -> None:
    """Rewrites the large weights of an ONNX file in half precision; it answers in single as before.

    Those of at least so many numbers are large (`least`). What is read from the file is widened
    before it is used.
    """
    model = onnx.load(path)
    graph = model.graph
    for entry in [entry for entry in graph.initializer if is_large(entry, least)]:
        narrow = numpy_helper.to_array(entry).astype(np.float16)
        graph.initializer.remove(entry)
        graph.initializer.append(numpy_helper.from_array(narrow, f"{entry.name}.half"))
        widened = helper.make_node(
            "Cast", [f"{entry.name}.half"], [entry.name], to=TensorProto.FLOAT
        )
        graph.node.insert(0, widened)
    onnx.save(model, path)


def is_large(entry: TensorProto, least: int = LARGE) -> bool:
    """Whether an entry of an ONNX file is of many numbers in single precision."""
    return bool(entry.data_type == TensorProto.FLOAT and np.prod(entry.dims) >= least)


def widen(path: Path, out: Path) -> None:
    """Writes an ONNX file whose weights were halved with all of them in single precision."""
    model = onnx.load(path)
    graph = model.graph
    halved = {entry.name: entry for entry in graph.initializer}
    for node in [node for node in graph.node if node.op_type == "Cast"]:
        entry = halved.get(node.input[0])
        if entry is not None:
            wide = numpy_helper.to_array(entry).astype(np.float32)
            graph.node.remove(node)
            graph.initializer.remove(entry)
            graph.initializer.append(numpy_helper.from_array(wide, node.output[0]))
    onnx.save(model, out)
